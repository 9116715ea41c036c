"""A real model through a real server: ids, losses, states and the profile that others compute.

Run by `./run test --real`, which fetches the model and names it in WIDTHLAB_REAL_MODEL. What the
others compute, and how closely they agree, is in tests/data/README.md.
"""

import base64
import json
import os
import pathlib
import subprocess
import time

import pytest
import tiny
from suite import Suite, program

np = pytest.importorskip("numpy")

MODEL = os.environ.get("WIDTHLAB_REAL_MODEL", "")
pytestmark = pytest.mark.skipif(not MODEL, reason="./run test --real runs it")

DATA = pathlib.Path(__file__).resolve().parents[1] / "data" / "smollm2"
LOSSES = {"prose": 3.838575, "code_numbers": 3.075884, "multilingual": 3.588413}
LAYERS = 30
ROW_TOLERANCE = 3e-5
GEOMETRIES = ["raw", "spherical", "hyperbolic"]


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    flags = ["--import-root", str(pathlib.Path(MODEL).resolve().parent)]
    with Suite.in_one_process(tmp_path_factory.mktemp("real"), flags) as suite:
        yield suite


def read(path):
    """The tensors of a safetensors file."""
    types = {"F32": np.float32, "I64": np.int64}
    data = pathlib.Path(path).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    tensors = {}
    for name, info in header.items():
        begin, end = (start + offset for offset in info["data_offsets"])
        values = np.frombuffer(data[begin:end], types[info["dtype"]])
        tensors[name] = values.reshape(info["shape"])
    return tensors


def write(path, tensors):
    names = {np.dtype(np.float32): "F32", np.dtype(np.int64): "I64"}
    header, payload = {}, b""
    for name, values in tensors.items():
        offsets = [len(payload), len(payload) + values.nbytes]
        header[name] = {
            "dtype": names[values.dtype],
            "shape": list(values.shape),
            "data_offsets": offsets,
        }
        payload += np.ascontiguousarray(values).tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + payload)


def widthctl(suite, *arguments):
    done = subprocess.run(
        [program("widthctl"), *map(str, arguments), "--server", suite.front.address, "--json"],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def captures(suite, tmp_path_factory):
    """What widthctl captures of each text: the JSON that it prints, and its file."""
    folder = tmp_path_factory.mktemp("captures")
    found = {}
    for text in LOSSES:
        ids = read(DATA / f"{text}.safetensors")["input_ids"].tolist()
        (folder / f"{text}.json").write_text(json.dumps({"input_ids": [ids]}))
        output = folder / f"{text}.safetensors"
        answer = widthctl(
            suite, "capture", "run", "--model", MODEL, "--tokens", folder / f"{text}.json",
            "--keep", "all", "--output", output,
        )  # fmt: skip
        found[text] = answer, read(output)
    return found


@pytest.mark.parametrize("text", LOSSES)
def test_ids_of_texts_are_exact(suite, text):
    expected = json.loads((DATA / "tokens.json").read_text())["texts"][text]
    answer = widthctl(
        suite, "model", "tokenize", "--model", MODEL, "--text", DATA / f"{text}.txt"
    )
    assert answer["ids"] == [expected["ids_with_special"]]


def test_ids_of_all_cases_are_exact(suite):
    cases = json.loads((DATA / "tokens.json").read_text())["cases"]
    assert len(cases) == 133
    wrong = []
    for case in cases:
        text = base64.b64encode(case["text"].encode()).decode()
        answer = suite.api.call(
            "widthlab.capture.v1.CaptureService/Tokenize", {"model": MODEL, "text": text}
        )
        if answer["ids"] != case["ids_with_special"]:
            wrong.append((case["text"], case["ids_with_special"], answer["ids"]))
    assert wrong == []


@pytest.mark.parametrize("text", LOSSES)
def test_losses(captures, text):
    assert captures[text][0]["loss"] == pytest.approx(LOSSES[text], abs=1e-5)


@pytest.mark.parametrize("text", LOSSES)
def test_states_row_by_row(captures, text):
    ours = captures[text][1]
    expected = read(DATA / f"{text}.safetensors")
    for point in ["ffn_in", "ffn_out"]:
        for layer in range(LAYERS):
            got = ours[f"{point}.{layer}"].astype(np.float64)
            assert len(got) == len(expected["input_ids"])
            norms = np.linalg.norm(got, axis=1) / expected[f"{point}_norm"][layer]
            assert np.abs(norms - 1).max() < ROW_TOLERANCE, (point, layer)
            if "positions" not in expected:
                continue
            wanted = expected[f"{point}.{layer}"].astype(np.float64)
            difference = np.linalg.norm(got[expected["positions"]] - wanted, axis=1)
            assert (difference / np.linalg.norm(wanted, axis=1)).max() < ROW_TOLERANCE, (
                point,
                layer,
            )


@pytest.fixture(scope="module")
def profile(suite, captures, tmp_path_factory):
    """Work and dimension of positions 1 to 205 of the prose, as MeasureWork finds them."""
    clouds = tmp_path_factory.mktemp("clouds") / "prose.safetensors"
    states = captures["prose"][1]
    names = [f"{point}.{layer}" for point in ("ffn_in", "ffn_out") for layer in range(LAYERS)]
    write(clouds, {name: states[name][1:206] for name in names})
    activations = widthctl(suite, "import", "clouds", clouds)["id"]
    job = suite.api.call(
        "widthlab.geometry.v1.GeometryService/MeasureWork", {"spec": {"activations": activations}}
    )
    deadline = time.monotonic() + 900
    while job["state"] not in tiny.FINAL:
        assert time.monotonic() < deadline
        time.sleep(0.5)
        job = suite.api.call(f"{tiny.JOBS}/GetJob", {"name": job["name"]})
    assert job["state"] == "JOB_STATE_SUCCEEDED", job["error"]
    artifact = suite.api.call(
        f"{tiny.ARTIFACTS}/GetArtifact", {"name": job["result"]["artifact"]}
    )
    file = next(f for f in artifact["manifest"]["files"] if f["name"] == "profile.json")
    chunks = suite.api.stream(f"{tiny.ARTIFACTS}/ReadBlob", {"digest": file["digest"]})
    return json.loads(b"".join(tiny.data_of(chunk) for chunk in chunks))


@pytest.fixture(scope="module")
def expected_profile():
    return json.loads((DATA / "profile.json").read_text())


def work(profile, geometry, statistic):
    """The curve of one statistic."""
    wanted = f"GEOMETRY_{geometry.upper()}", f"STATISTIC_{statistic}"
    return next(w for w in profile["work"] if (w["geometry"], w["statistic"]) == wanted)


def numbers(values):
    return [float(value) for value in values]


def means(estimates):
    return numbers(e["mean"] for e in estimates)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_shift(profile, expected_profile, geometry):
    got = means(work(profile, geometry, "SHIFT")["layers"])
    assert got == pytest.approx(expected_profile[geometry]["shift"], rel=1e-5)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_metric_distortion(profile, expected_profile, geometry):
    expected = expected_profile[geometry]
    logs = work(profile, geometry, "METRIC_DISTORTION")["distortion_logs"]
    identity = numbers(log["identity_loss"] for log in logs)
    assert identity == pytest.approx(expected["gw_loss_identity"], rel=1e-5)
    # Another solver's local optimum: lower is right, higher is not.
    for log, other in zip(logs, expected["gw_loss_pot_from_identity"]):
        assert float(log["lower_bound"]) <= float(log["loss"]) <= other * (1 + 1e-5)


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_topological_change(profile, expected_profile, geometry):
    expected = expected_profile[geometry]
    curve = work(profile, geometry, "TOPOLOGICAL_CHANGE")
    assert means(curve["layers"]) == pytest.approx(expected["h1_w2"], rel=5e-5)
    for log, x, y in zip(curve["topology_logs"], expected["h1_pairs_X"], expected["h1_pairs_Y"]):
        assert abs(log["pairs_in"] - x) <= 2
        assert abs(log["pairs_out"] - y) <= 2


@pytest.mark.parametrize("geometry", ["raw", "spherical"])
@pytest.mark.parametrize("cloud, suffix", [("ffn_in", "X"), ("ffn_out", "Y")])
def test_dimension(profile, expected_profile, geometry, cloud, suffix):
    wanted = f"GEOMETRY_{geometry.upper()}", cloud
    curve = next(d for d in profile["dimensions"] if (d["geometry"], d["cloud"]) == wanted)
    expected = expected_profile[geometry]
    assert means(curve["two_nn"]) == pytest.approx(expected[f"twonn_{suffix}"], rel=5e-5)
    mle = expected[f"mle10_20_{suffix}"]
    assert means(curve["levina_bickel"]) == pytest.approx(mle, rel=1e-5)
