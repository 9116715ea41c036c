"""Captures of every family through a real server, against what the reference implementation gives."""

import json
import pathlib
import struct
import subprocess

import pytest
from suite import ROOT, Suite, program

MODELS = ROOT / "tests" / "data" / "models"
NAMES = sorted(folder.name for folder in MODELS.iterdir())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    flags = ["--import-root", str(MODELS), str(tmp_path_factory.getbasetemp())]
    with Suite.in_one_process(tmp_path_factory.mktemp("capture"), flags=flags) as suite:
        yield suite


@pytest.fixture
def widthctl(server):
    def run(*words, code=0):
        line = [program("widthctl"), "--server", server.front.address, *map(str, words), "--json"]
        done = subprocess.run(line, capture_output=True, text=True, timeout=120)
        assert done.returncode == code, done.stdout + done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return run


def tensors(path):
    """Every tensor of a safetensors file: its shape, and a flat list of numbers."""
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, info in json.loads(data[8 : 8 + size]).items():
        if name == "__metadata__":
            continue
        begin, end = (8 + size + offset for offset in info["data_offsets"])
        kind, width = {"F32": ("f", 4), "I64": ("q", 8)}[info["dtype"]]
        count = (end - begin) // width
        found[name] = (info["shape"], struct.unpack(f"<{count}{kind}", data[begin:end]))
    return found


def relative(got, wanted):
    difference = sum((a - b) ** 2 for a, b in zip(got, wanted, strict=True))
    return (difference / sum(b * b for b in wanted)) ** 0.5


def write_ids(path, rows):
    path.write_text(json.dumps({"input_ids": rows}))
    return path


@pytest.mark.parametrize("name", NAMES)
def test_states_logits_and_loss_are_those_of_the_reference(widthctl, name, tmp_path):
    expected = tensors(MODELS / name / "expected.safetensors")
    meta = json.loads((MODELS / name / "meta.json").read_text())
    ids = write_ids(tmp_path / "ids.json", meta["input_ids"])
    output = tmp_path / "cloud.safetensors"
    result = widthctl(
        "capture", "run", "--model", MODELS / name, "--tokens", ids, "--keep", "all", "--logits",
        "--output", output,
    )  # fmt: skip
    assert abs(result["loss"] - meta["loss_float64"]) < 1e-4
    got = tensors(output)
    assert got["token_id"][1] == expected["input_ids"][1]
    assert got["position"][1] == tuple(range(48)) * 2
    for layer in range(meta["layers"]):
        for point in ("ffn_in", "ffn_out"):
            key = f"{point}.{layer}"
            assert got[key][0] == [96, meta["hidden_size"]]
            assert relative(got[key][1], expected[key][1]) < 1e-5, key
    differences = zip(got["logits"][1], expected["logits"][1], strict=True)
    assert max(abs(a - b) for a, b in differences) < 1e-3


def test_inspection_says_what_a_model_is(widthctl):
    for name in NAMES:
        model = widthctl("model", "inspect", "--model", MODELS / name)
        assert model["missing_tensors"] == [] and model["unexpected_tensors"] == [], name
        assert model["capture_estimate"]["peak_memory_bytes"] > 0
        assert model["accounts"]["total_parameters"] * 4 >= model["weight_bytes"]


def test_bad_requests_are_named_and_the_server_lives(widthctl, tmp_path):
    model = MODELS / "gpt2-tiny"
    for rows, field in [
        ([[1, 320]], "token_id"),
        ([[1] * 65], "sequences"),
        ([[]], "input_ids[0]"),
        ([[-1]], "input_ids[0][0]"),
    ]:
        ids = write_ids(tmp_path / "ids.json", rows)
        answer = widthctl(
            "capture", "run", "--model", model, "--tokens", ids, "--keep", "all", code=1
        )
        assert answer["error"]["field"] == field, answer
    ids = write_ids(tmp_path / "ids.json", [[1, 2, 3]])
    answer = widthctl(
        "capture", "run", "--model", model, "--tokens", ids, "--points", "ffn", code=3
    )
    assert answer["error"]["field"].endswith("points")
    points = "attention_out,ffn_norm,ffn_update"
    output = tmp_path / "points.safetensors"
    widthctl(
        "capture", "run", "--model", model, "--tokens", ids, "--keep", "all", "--points", points,
        "--dtype", "bfloat16", "--output", output,
    )  # fmt: skip
    assert {name.split(".")[0] for name in tensors(output)} == {
        "attention_out", "ffn_norm", "ffn_update", "sequence", "position", "token_id", "subsample"
    }  # fmt: skip


# Two documents, which end with the end token of gpt2-tiny.
DOCUMENTS = [[*range(5, 60), 319], [*range(300, 260, -1), 319]]
IDS = sum(DOCUMENTS, [])


def numbers(kind, values):
    return struct.pack(f"<{len(values)}{kind}", *values)


def llm_c(ids):
    return numbers("i", [20240520, 1, len(ids), *[0] * 253]) + numbers("H", ids)


def megatron_index(sizes):
    ends = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    return (
        b"MMIDIDX\0\0"
        + struct.pack("<QBQQ", 1, 8, len(sizes), len(ends))
        + numbers("i", sizes)
        + numbers("q", [2 * end for end in ends[:-1]])
        + numbers("q", range(len(ends)))
    )


def capture_words(output):
    return [
        "capture", "run", "--model", MODELS / "gpt2-tiny", "--keep", "all", "--output", output,
        "--set", "sequence_length=64",
    ]  # fmt: skip


def test_the_same_ids_in_every_format_give_the_same_bytes(widthctl, tmp_path):
    output = tmp_path / "cloud.safetensors"

    def cloud(*words):
        output.unlink(missing_ok=True)
        widthctl(*capture_words(output), *words)
        return output.read_bytes()

    def written(name, data):
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    expected = cloud("--tokens", write_ids(tmp_path / "ids.json", DOCUMENTS))
    assert tensors(output)["token_id"][1] == tuple(IDS)
    narrow = written("narrow.bin", numbers("H", IDS))
    wide = written("wide.bin", numbers("I", IDS))
    assert cloud("--tokens", narrow, "--format", "nanogpt") == expected
    assert cloud("--tokens", wide, "--format", "nanogpt_u32") == expected
    megatron = written("megatron.bin", numbers("H", IDS))
    written("megatron.idx", megatron_index([len(row) for row in DOCUMENTS]))
    assert cloud("--tokens", megatron) == expected
    lines = [json.dumps({"tokens": DOCUMENTS[0]}), json.dumps({"input_ids": DOCUMENTS[1]})]
    assert cloud("--tokens", written("lines.jsonl", "\n\n".join(lines).encode())) == expected
    # No id of this model begins a document of llm.c, so that each has a shard of its own.
    folder = tmp_path / "llm_c"
    folder.mkdir()
    for number, row in enumerate(DOCUMENTS):
        (folder / f"{number}.bin").write_bytes(llm_c(row))
    assert cloud("--tokens", folder, "--format", "llm_c") == expected

    # By reference: nothing is sent, and the format is that of the import.
    for path, words in [(folder, []), (narrow, ["--format", "nanogpt"]), (megatron, [])]:
        text = widthctl("import", "tokens", path, *words)
        assert cloud("--input", text["id"]) == expected


def test_sensitivity_and_diagnostics_read_imported_shards(widthctl, tmp_path):
    path = tmp_path / "train.bin"
    path.write_bytes(numbers("H", IDS * 3))
    text = widthctl("import", "tokens", path, "--format", "nanogpt")["id"]
    settings = ["sequences=2", "batches=2", "sequence_length=32", "draws=1", f"text={text}"]
    words = [word for setting in settings for word in ("--set", setting)]
    for verb in [("sensitivity", "measure"), ("diagnose", "run")]:
        made = widthctl(*verb, MODELS / "gpt2-tiny", *words, "--wait")
        assert made["artifact"], made


def test_bad_shards_are_named_and_the_server_lives(widthctl, tmp_path):
    path = tmp_path / "bad.bin"
    output = tmp_path / "cloud.safetensors"
    index = megatron_index([2, 3])
    for data, words, code, said in [
        (llm_c(IDS)[:-2], [], 3, "rule size"),
        (llm_c(IDS)[:1000], ["--format", "llm_c"], 3, "rule header"),
        (numbers("H", IDS)[:-1], ["--format", "nanogpt"], 3, "rule size"),
        (numbers("H", IDS), [], 3, "nanogpt_u32"),
        (numbers("H", [1, 320]), ["--format", "nanogpt"], 1, "token 1 has the id 320"),
        (numbers("H", IDS), ["--format", "megatron"], 4, "no .idx"),
    ]:
        path.write_bytes(data)
        answer = widthctl(*capture_words(output), "--tokens", path, *words, code=code)
        assert said in answer["error"]["message"], answer
    path.write_bytes(numbers("H", IDS))
    for broken, said in [
        (b"MMIDIDY" + index[7:], "rule magic"),
        (index[:18] + numbers("Q", [2**61]) + index[26:], "rule count"),
        (index, "rule size"),
    ]:
        path.with_suffix(".idx").write_bytes(broken)
        answer = widthctl(*capture_words(output), "--tokens", path, code=3)
        assert said in answer["error"]["message"], answer
    lines = tmp_path / "bad.jsonl"
    lines.write_text('{"text": "a"}\n{"text": ')
    answer = widthctl(*capture_words(output), "--tokens", lines, code=3)
    assert "line 2" in answer["error"]["message"]
    assert widthctl("import", "tokens", "/etc/passwd", "--format", "jsonl", code=3)["error"]
    assert widthctl("model", "inspect", "--model", MODELS / "gpt2-tiny")["tensors"] > 0


def test_a_shard_that_changes_after_its_import_is_an_error(widthctl, tmp_path):
    path = tmp_path / "train.bin"
    path.write_bytes(llm_c(IDS))
    text = widthctl("import", "tokens", path)["id"]
    path.write_bytes(llm_c([7, *IDS[1:]]))
    answer = widthctl(*capture_words(tmp_path / "cloud"), "--input", text, code=1)
    assert answer["error"]["reason"] == "FILE_CHANGED", answer
    assert str(path) in answer["error"]["message"]
    path.write_bytes(llm_c(IDS))
    widthctl(*capture_words(tmp_path / "cloud"), "--input", text)
