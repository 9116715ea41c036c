"""Diagnostics through a real server: against numpy, shown, refused by field, killed, reproduced."""

import json
import subprocess
import time

import numpy as np
import pytest
import tiny
from api import CallError
from numpy_gpt2 import Gpt2
from suite import ROOT, Suite, program

CAPTURE = "widthlab.capture.v1.CaptureService"
MODELS = ROOT / "tests" / "data" / "models"
SPEC = {"sequences": 8, "sequence_length": 32, "batches": 8, "epsilons": [0.1, 0.3]}
FINAL = tiny.FINAL


def submit(api, spec, **fields):
    return api.call(f"{CAPTURE}/Diagnose", {"spec": spec, **fields})


def wait(api, name, until=lambda job: job["state"] in FINAL):
    deadline = time.monotonic() + 180
    while True:
        job = api.call(f"{tiny.JOBS}/GetJob", {"name": name})
        if until(job):
            return job
        assert time.monotonic() < deadline, job
        time.sleep(0.02)


def widthctl(server, *words, json_lines=True):
    line = [program("widthctl"), "--server", server.front.address, *map(str, words)]
    line += ["--json"] if json_lines else []
    done = subprocess.run(line, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(x) for x in done.stdout.splitlines()] if json_lines else done.stdout


def spectrum(rows):
    """Entropy of the normalised squares of the singular values, and their participation."""
    p = np.linalg.svd(rows, compute_uv=False) ** 2
    p = p[p > 0] / p.sum()
    return -(p * np.log(p)).sum(), 1 / (p**2).sum()


def levelled(first, x):
    return x * (np.linalg.norm(first, axis=1) / np.linalg.norm(x, axis=1))[:, None]


def test_a_plain_implementation_in_numpy_finds_the_same(tmp_path):
    folder = MODELS / "gpt2-tiny"
    model = Gpt2(folder)
    rows = json.loads((folder / "meta.json").read_text())["input_ids"]
    with Suite.in_one_process(tmp_path, flags=["--import-root", str(MODELS)]) as server:
        data = tiny.in_base64(json.dumps({"input_ids": rows}).encode())
        request = [{"path": "ids.json", "data": data}]
        text = server.api.send(f"{tiny.ARTIFACTS}/ImportText", request)["id"]
        settings = ["sequences=2", "batches=2", "input_format=token_ids", f"text={text}"]
        [job] = widthctl(
            server, "diagnose", "run", folder, "--wait", "--set", "factors=0.25,3",
            "--set", "epsilons=0.1", *(word for s in settings for word in ("--set", s)),
        )  # fmt: skip
        [found] = widthctl(server, "diagnose", "show", job["artifact"])

    # Sequences are read in the order that the seed gives.
    ids = [np.array(row) for row in rows]
    if abs(model.loss(ids[0]) - found["batch_losses"][0]) > 1e-5:
        ids.reverse()
    base = np.array([model.loss(row) for row in ids])
    np.testing.assert_allclose(found["batch_losses"], base, rtol=1e-6)
    assert found["loss"] == pytest.approx(base.mean(), rel=1e-6)
    plain = [model.states(row) for row in ids]

    def rises(change):
        """Of each sequence i; `change` is of (i, layer, X)."""
        changed = [
            model.loss(row, change=lambda at, x, i=i: change(i, at, x))
            for i, row in enumerate(ids)
        ]
        return changed - base

    def near(rise, wanted):
        """The rounding of float32, in losses of about 8."""
        np.testing.assert_allclose(rise["values"], wanted, rtol=5e-6, atol=5e-6)
        assert rise["mean"] == pytest.approx(np.mean(wanted), rel=5e-6, abs=5e-6)

    for layer, got in enumerate(found["layers"]):
        for factor, rise in zip(found["factors"], got["scaled"], strict=True):
            near(rise, rises(lambda i, at, x, f=factor: f * x if at == layer else x))
        near(
            got["norm_growth_removed"],
            rises(lambda i, at, x: levelled(plain[i][0][0], x) if at == layer else x),
        )
        stream = got["stream"]
        x, y = (np.concatenate([states[part][layer][1:] for states in plain]) for part in (0, 1))
        assert stream["mean_norm_in"] == pytest.approx(np.linalg.norm(x, axis=1).mean(), rel=1e-5)
        assert stream["mean_norm_out"] == pytest.approx(np.linalg.norm(y, axis=1).mean(), rel=1e-5)
        assert stream["matrix_entropy"] == pytest.approx(spectrum(y)[0], rel=1e-5)
        entropy, participation = spectrum(y - y.mean(0))
        assert stream["participation_ratio"] == pytest.approx(participation, rel=1e-5)
        assert stream["effective_rank"] == pytest.approx(np.exp(entropy), rel=1e-5)
        ends = [states[1][layer] for states in plain]
        lens = [model.loss_of(end, row) for end, row in zip(ends, ids, strict=True)]
        np.testing.assert_allclose(stream["lens_batch_losses"], lens, rtol=1e-6)
        agreed = [
            (model.logits(end)[:-1].argmax(1) == model.logits(states[1][-1])[:-1].argmax(1)).mean()
            for end, states in zip(ends, plain, strict=True)
        ]
        np.testing.assert_allclose(stream["lens_batch_agreements"], agreed, atol=0.022)
    near(found["norm_growth_removed"], rises(lambda i, at, x: levelled(plain[i][0][0], x)))


def test_diagnostics_are_shown_and_reproduced(one_process, text, finished):
    model = tiny.artifacts(finished)["reference"]
    settings = [f"--set={key}={value}" for key, value in SPEC.items() if key != "epsilons"]
    line = ["diagnose", "run", model, f"--set=text={text}", "--set=epsilons=0.1,0.3", *settings]
    assert "nothing was started" in widthctl(one_process, *line, "--dry-run", json_lines=False)
    [result] = widthctl(one_process, *line, "--wait")
    [found] = widthctl(one_process, "diagnose", "show", result["artifact"])
    assert len(found["layers"]) == 3
    for one in found["additivity"]:
        assert one["low"] < one["ratio"] < one["high"]
    last = found["layers"][-1]["stream"]
    assert last["lens_loss"] == pytest.approx(found["loss"], rel=1e-12)
    assert last["lens_agreement"] == 1
    shown = widthctl(one_process, "diagnose", "show", result["artifact"][:12], json_lines=False)
    assert "lens loss" in shown and "states x 0.5" in shown and "ratio" in shown
    again = widthctl(one_process, *line, "--wait", json_lines=False)
    assert "found in the cache" in again
    [same] = widthctl(one_process, "artifact", "reproduce", result["artifact"], "--wait")
    assert same["equal"] is True


def test_a_pipeline_has_it_as_a_step(one_process, text, finished):
    steps = [
        {
            "id": "trust",
            "diagnose": {
                "model": tiny.artifacts(finished)["reference"],
                "text": text,
                **SPEC,
                "analyses": ["residual_stream"],
            },
        }
    ]
    job = one_process.api.call(f"{tiny.PIPELINE}/RunPipeline", {"steps": {"steps": steps}})
    made = tiny.artifacts(tiny.wait(one_process.api, job["name"]))["trust"]
    [found] = widthctl(one_process, "diagnose", "show", made)
    assert found["layers"][0]["stream"]["mean_norm_in"] > 0
    assert "additivity" not in found or found["additivity"] == []


@pytest.mark.parametrize(
    "change, field",
    [
        ({"epsilons": [0]}, "epsilons[0]"),
        ({"epsilons": [0.1, -1]}, "epsilons[1]"),
        ({"epsilons": [0.1, 0.1]}, "epsilons"),
        ({"factors": [0]}, "factors[0]"),
        ({"factors": [2, -1]}, "factors[1]"),
        ({"factors": ["NaN"]}, "factors[0]"),
        ({"analyses": ["norms"]}, "analyses[0]"),
        ({"batches": 3}, "batches"),
        ({"skip_first": 32}, "skip_first"),
        ({"sequence_length": 100000}, "sequence_length"),
        ({"model": ""}, "model"),
        ({"text": "abcd"}, "text"),
    ],
)
def test_bad_input_is_refused_by_field(one_process, text, finished, change, field):
    model = tiny.artifacts(finished)["reference"]
    with pytest.raises(CallError) as error:
        submit(one_process.api, {"model": model, "text": text, **SPEC, **change})
    assert field in str(error.value)


def test_what_only_the_measurement_shows_fails_the_job_by_field(one_process, text, finished):
    model = tiny.artifacts(finished)["reference"]
    for change, words in [
        ({"epsilons": [0.1, 1e300]}, "epsilons[1] is 1e+300, but must be smaller"),
        ({"factors": [2, 1e300]}, "factors[1] is 1e+300, but must be nearer to 1"),
        ({"sequences": 60000, "batches": 1}, "sequences is 60000, but must be at most"),
        ({"sequences": 1, "batches": 1, "skip_first": 31}, "skip_first is 31, but must be smaller"),
    ]:
        job = submit(one_process.api, {"model": model, "text": text, **SPEC, **change})
        job = wait(one_process.api, job["name"])
        assert job["state"] == "JOB_STATE_FAILED"
        assert words in job["error"]["message"]


def test_a_kill_in_the_middle_leaves_the_same_id(tmp_path):
    with Suite.in_one_process(tmp_path) as suite:
        text = tiny.import_text(suite.api)
        train = {
            "text": text,
            "architecture": {"layers": 8, "hidden_size": 32, "heads": 2, "ffn_width": 64},
            "steps": 4,
            "batch_size": 4,
            "sequence_length": 32,
            "validation_tokens": "1024",
        }
        job = suite.api.call("widthlab.training.v1.TrainingService/Train", {"spec": train})
        model = wait(suite.api, job["name"])["result"]["artifact"]
        spec = {"model": model, "text": text, **SPEC, "draws": 12}
        job = submit(suite.api, spec)
        wait(
            suite.api,
            job["name"],
            lambda job: job["state"] in FINAL
            or job.get("progress", {}).get("stage") == "layer 3",
        )
        suite.front.kill()
        suite.restart()
        seen = []

        def watching(job):
            seen.append(job.get("progress", {}).get("stage", ""))
            return job["state"] in FINAL

        resumed = wait(suite.api, job["name"], watching)
        assert resumed["state"] == "JOB_STATE_SUCCEEDED", resumed
        assert "layer 0" not in seen and "layer 1" not in seen
        whole = wait(suite.api, submit(suite.api, spec, ignore_cache=True)["name"])
        assert whole["result"]["artifact"] == resumed["result"]["artifact"]
