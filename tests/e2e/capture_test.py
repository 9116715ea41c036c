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
    with Suite.in_one_process(
        tmp_path_factory.mktemp("capture"), flags=["--import-root", str(MODELS)]
    ) as suite:
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
