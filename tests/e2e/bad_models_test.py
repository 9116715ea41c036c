"""Models that are broken, or that lie: a clear error each, no artifact, and the server lives on."""

import json
import os
import pathlib
import struct

import pytest
import tiny
from api import CallError
from suite import Suite

CAPTURE = "widthlab.capture.v1.CaptureService"
TINY = pathlib.Path(__file__).resolve().parents[1] / "data" / "models" / "mistral-tiny"
CONFIG = (TINY / "config.json").read_text()
WEIGHTS = (TINY / "model.safetensors").read_bytes()
HUGE = 1 << 62

# Most that the server may grow by over all of these.
MOST_GROWTH_KIB = 200 * 1024


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def suite(root, tmp_path_factory):
    flags = ["--import-root", str(root)]
    with Suite.in_one_process(tmp_path_factory.mktemp("server"), flags) as suite:
        yield suite


def resident_kib(suite):
    process = suite.front._process.pid
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


def refused(suite, model):
    with pytest.raises(CallError) as caught:
        suite.api.call(f"{CAPTURE}/ImportModel", {"model": str(model)})
    assert suite.api.call(f"{tiny.ARTIFACTS}/ListArtifacts")["artifacts"] == []
    return caught.value


def folder(root, name, files):
    path = root / name
    path.mkdir()
    for file, content in files.items():
        (path / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def safetensors(header, payload=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + payload


def one(dtype="F32", shape=(1,), offsets=(0, 4)):
    return {"a": {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}}


BAD_WEIGHTS = {
    "empty": b"",
    "seven bytes": b"1234567",
    "length only": struct.pack("<Q", 0),
    "length beyond the file": safetensors({}, length=1 << 20),
    "length of 2^63": safetensors({}, length=1 << 63),
    "length of all ones": safetensors({}, length=(1 << 64) - 1),
    "no JSON": safetensors(b"weights"),
    "JSON cut off": safetensors(b'{"a": {"dtype": "F32"'),
    "not UTF-8": safetensors(b'{"\xff\xfe": 1}'),
    "a list": safetensors(b"[]"),
    "nested deeply": safetensors(b'{"a":' * 5000 + b"1" + b"}" * 5000),
    "unknown type": safetensors(one(dtype="Q4"), b"1234"),
    "negative size": safetensors(one(shape=(-1,)), b"1234"),
    "size beyond 64 bits": safetensors(
        b'{"a":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,4]}}', b"1234"
    ),
    "product overflows": safetensors(one(shape=(HUGE, 4)), b"1234"),
    "shape larger than its bytes": safetensors(one(shape=(2,)), b"1234"),
    "offsets backwards": safetensors(one(offsets=(4, 0)), b"1234"),
    "offsets beyond the end": safetensors(one(shape=(2,), offsets=(0, 8)), b"1234"),
    "a hole": safetensors(one(offsets=(4, 8)), b"12345678"),
    "bytes left over": safetensors(one(), b"12345678"),
    "a key twice": safetensors(
        b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},'
        b'"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
        b"1234",
    ),
    "half of a real file": WEIGHTS[: len(WEIGHTS) // 2],
    "a real file and a byte": WEIGHTS + b"x",
}


@pytest.mark.parametrize("name", BAD_WEIGHTS)
def test_bad_safetensors_are_refused(suite, root, name):
    path = folder(root, name, {"config.json": CONFIG, "model.safetensors": BAD_WEIGHTS[name]})
    error = refused(suite, path)
    assert error.code in ("INVALID_ARGUMENT", "DATA_LOSS"), error
    assert "model.safetensors" in error.message


def index(weight_map):
    return json.dumps({"metadata": {"total_size": 1}, "weight_map": weight_map})


BAD_INDEXES = {
    "a path upwards": index({"a": "../outside.safetensors"}),
    "an absolute path": index({"a": "/etc/passwd.safetensors"}),
    "a path downwards": index({"a": "sub/a.safetensors"}),
    "no safetensors": index({"a": "/etc/passwd"}),
    "a shard that is not there": index({"a": "none.safetensors"}),
    "a tensor that is not there": index({"a": "s.safetensors", "b": "s.safetensors"}),
    "a tensor that is not listed": index({"b": "s.safetensors"}),
    "no map": "{}",
    "a list": "[]",
    "a number": index({"a": 7}),
    "a tensor twice": '{"weight_map": {"a": "s.safetensors", "a": "s.safetensors"}}',
    "cut off": '{"weight_map": {"a": "s.safe',
}


@pytest.mark.parametrize("name", BAD_INDEXES)
def test_bad_indexes_are_refused(suite, root, name):
    files = {
        "config.json": CONFIG,
        "s.safetensors": safetensors(one(), b"1234"),
        "model.safetensors.index.json": BAD_INDEXES[name],
    }
    error = refused(suite, folder(root, f"index {name}", files))
    assert error.code in ("INVALID_ARGUMENT", "NOT_FOUND"), error
    assert "safetensors" in error.message


def text(value):
    return struct.pack("<Q", len(value)) + value.encode()


def entry(key, kind, value):
    return text(key) + struct.pack("<I", kind) + value


def gguf(entries=(), tensors=(), payload=b"", version=3, counts=None, magic=b"GGUF"):
    counts = counts or (len(tensors), len(entries))
    head = magic + struct.pack("<IQQ", version, *counts) + b"".join(entries) + b"".join(tensors)
    return head + b"\0" * (-len(head) % 32) + payload


def tensor(name, sizes, kind=0, offset=0):
    numbers = struct.pack(f"<I{len(sizes)}Q", len(sizes), *sizes)
    return text(name) + numbers + struct.pack("<IQ", kind, offset)


LLAMA = entry("general.architecture", 8, text("llama"))
BAD_GGUFS = {
    "empty": b"",
    "magic only": b"GGUF",
    "another magic": gguf(magic=b"GGML"),
    "version 1": gguf(version=1),
    "big-endian": gguf(version=3 << 24),
    "2^63 tensors": gguf(counts=(1 << 63, 0)),
    "2^60 entries": gguf(counts=(0, 1 << 60)),
    "a text beyond the file": gguf([entry("k", 8, struct.pack("<Q", HUGE))]),
    "a list beyond the file": gguf([entry("k", 9, struct.pack("<IQ", 4, HUGE))]),
    "an unknown kind": gguf([entry("k", 99, b"")]),
    "a truth value of 2": gguf([entry("k", 7, b"\2")]),
    "lists in lists": gguf([entry("k", 9, struct.pack("<IQ", 9, 1) * 40)]),
    "a key twice": gguf([LLAMA, LLAMA]),
    "alignment 3": gguf([entry("general.alignment", 4, struct.pack("<I", 3))]),
    "five dimensions": gguf([LLAMA], [tensor("a", [1] * 5)], b"1234"),
    "no elements": gguf([LLAMA], [tensor("a", [0])], b"1234"),
    "product overflows": gguf([LLAMA], [tensor("a", [HUGE, HUGE])], b"1234"),
    "bytes overflow": gguf([LLAMA], [tensor("a", [HUGE])], b"1234"),
    "half a block": gguf([LLAMA], [tensor("a", [33], kind=8)], b"1" * 68),
    "an unknown type": gguf([LLAMA], [tensor("a", [32], kind=20)], b"1" * 68),
    "beyond the end": gguf([LLAMA], [tensor("a", [1000])], b"1234"),
    "offset into the middle": gguf([LLAMA], [tensor("a", [1], offset=4)], b"12345678"),
    "tensors overlap": gguf([LLAMA], [tensor("a", [1]), tensor("b", [1])], b"1234"),
    "bytes left over": gguf([LLAMA], [tensor("a", [1])], b"1" * 64),
    "a tensor twice": gguf(
        [LLAMA], [tensor("a", [1]), tensor("a", [1], offset=32)], b"1" * 64
    ),
    "another family": gguf([entry("general.architecture", 8, text("mamba"))]),
    "no family": gguf(),
    "no sizes": gguf([LLAMA]),
    "2^31 layers": gguf([LLAMA, entry("llama.block_count", 4, struct.pack("<I", 1 << 31))]),
}


@pytest.mark.parametrize("name", BAD_GGUFS)
def test_bad_ggufs_are_refused(suite, root, name):
    path = root / f"{name}.gguf"
    path.write_bytes(BAD_GGUFS[name])
    error = refused(suite, path)
    assert error.code == "INVALID_ARGUMENT", error
    assert name in error.message or error.field


def test_links_that_leave_the_roots_are_refused(suite, root, tmp_path):
    outside = folder(tmp_path, "outside", {"config.json": CONFIG, "model.safetensors": WEIGHTS})
    os.symlink(outside, root / "link")
    linked = folder(root, "links", {"config.json": CONFIG})
    os.symlink(outside / "model.safetensors", linked / "model.safetensors")
    for path in [outside, root / "link", linked, root / ".." / "outside"]:
        error = refused(suite, path)
        assert error.code == "PERMISSION_DENIED", error
        assert "--import-root" in error.message


def test_links_inside_the_roots_are_followed(suite, root):
    real = folder(root, "blobs", {"c": CONFIG, "w": WEIGHTS})
    linked = folder(root, "snapshot", {})
    os.symlink(real / "c", linked / "config.json")
    os.symlink(real / "w", linked / "model.safetensors")
    model = suite.api.call(f"{CAPTURE}/ImportModel", {"model": str(linked)})
    assert model["manifest"]["kind"] == "ARTIFACT_KIND_MODEL"
    suite.api.call(f"{tiny.ARTIFACTS}/DeleteArtifact", {"name": model["id"]})


def test_the_server_is_alive_and_small_afterwards(suite, root):
    before = resident_kib(suite)
    assert len(BAD_WEIGHTS) + len(BAD_INDEXES) + len(BAD_GGUFS) >= 40
    for path in sorted(root.iterdir()):
        if path.name not in ("blobs", "snapshot"):
            refused(suite, path)
    assert resident_kib(suite) - before < MOST_GROWTH_KIB
