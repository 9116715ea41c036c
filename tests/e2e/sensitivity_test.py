"""What each layer is worth, through a real server: measured, killed, cancelled, used, reproduced."""

import json
import subprocess
import time

import pytest
import tiny
from api import CallError
from suite import Suite, program

CAPTURE = "widthlab.capture.v1.CaptureService"
SPEC = {"sequences": 8, "sequence_length": 32, "batches": 8, "draws": 1}
FINAL = tiny.FINAL


def submit(api, spec, **fields):
    return api.call(f"{CAPTURE}/MeasureSensitivity", {"spec": spec, **fields})


def wait(api, name, until=lambda job: job["state"] in FINAL):
    deadline = time.monotonic() + 120
    while True:
        job = api.call(f"{tiny.JOBS}/GetJob", {"name": name})
        if until(job):
            return job
        assert time.monotonic() < deadline, job
        time.sleep(0.02)


def train(api):
    """A text and a model on it."""
    text = tiny.import_text(api)
    job = api.call(
        "widthlab.training.v1.TrainingService/Train",
        {
            "spec": {
                "text": text,
                "architecture": {"layers": 8, "hidden_size": 32, "heads": 2, "ffn_width": 64},
                "steps": 4,
                "batch_size": 4,
                "sequence_length": 32,
                "validation_tokens": "1024",
            }
        },
    )
    return text, wait(api, job["name"])["result"]["artifact"]


def at_layer(number):
    return lambda job: (
        job["state"] in FINAL or job.get("progress", {}).get("stage") == f"layer {number}"
    )


def test_a_sensitivity_is_shown_used_and_reproduced(one_process, text, finished):
    made = tiny.artifacts(finished)

    def widthctl(*words, json_lines=True):
        line = [program("widthctl"), "--server", one_process.front.address, *words]
        line += ["--json"] if json_lines else []
        done = subprocess.run(line, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return [json.loads(x) for x in done.stdout.splitlines()] if json_lines else done.stdout

    settings = [f"--set={key}={value}" for key, value in SPEC.items()]
    line = ["sensitivity", "measure", made["reference"], f"--set=text={text}", *settings]
    assert "nothing was started" in widthctl(*line, "--dry-run", json_lines=False)
    [result] = widthctl(*line, "--wait")
    [sensitivity] = widthctl("sensitivity", "show", result["artifact"])
    assert len(sensitivity["layers"]) == 3
    assert sensitivity["relative_noise"] == 0.1 and sensitivity["batches"] == 8
    for layer in sensitivity["layers"]:
        assert layer["noise"]["low"] < layer["noise"]["mean"] < layer["noise"]["high"]
        assert len(layer["ablation"]["values"]) == 8
    shown = widthctl("sensitivity", "show", result["artifact"][:12], json_lines=False)
    assert "lambda" in shown and "8 batches" in shown
    again = widthctl(*line, "--wait", json_lines=False)
    assert "found in the cache" in again
    [same] = widthctl("artifact", "reproduce", result["artifact"], "--wait")
    assert same["equal"] is True

    built = one_process.api.call(
        "widthlab.schedule.v1.ScheduleService/BuildSchedule",
        {
            "spec": {
                "architecture": {"layers": 3, "hidden_size": 16, "heads": 2, "ffn_width": 32},
                "quantum": 8,
                "geometry_guided": {
                    "profile": made["profile"],
                    "sensitivity": result["artifact"],
                    "sensitivity_estimate": "SENSITIVITY_ESTIMATE_NOISE",
                },
            }
        },
    )
    assert sum(built["schedule"]["ffn_widths"]) == 3 * 32
    lineage = one_process.api.call(f"{tiny.ARTIFACTS}/GetLineage", {"name": built["artifact"]["id"]})
    assert result["artifact"] in [artifact["id"] for artifact in lineage["artifacts"]]


@pytest.mark.parametrize(
    "change, field",
    [
        ({"epsilon": 0}, "epsilon"),
        ({"epsilon": -1}, "epsilon"),
        ({"batches": 3}, "batches"),
        ({"layers": [3]}, "layers[0]"),
        ({"layers": [1, 1]}, "layers"),
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
        ({"epsilon": 1e300}, "epsilon is 1e+300, but must be smaller"),
        ({"sequences": 60000, "batches": 1}, "sequences is 60000, but must be at most"),
    ]:
        job = submit(one_process.api, {"model": model, "text": text, **SPEC, **change})
        job = wait(one_process.api, job["name"])
        assert job["state"] == "JOB_STATE_FAILED"
        assert words in job["error"]["message"]


def test_a_kill_in_the_middle_leaves_the_same_id(tmp_path):
    with Suite.in_one_process(tmp_path) as suite:
        text, model = train(suite.api)
        spec = {"model": model, "text": text, **SPEC, "draws": 24}
        job = submit(suite.api, spec)
        wait(suite.api, job["name"], at_layer(3))
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


def test_a_cancelled_measurement_ends_within_a_second(tmp_path):
    with Suite.in_one_process(tmp_path) as suite:
        text, model = train(suite.api)
        job = submit(suite.api, {"model": model, "text": text, **SPEC, "draws": 200})
        wait(suite.api, job["name"], at_layer(0))
        start = time.monotonic()
        suite.api.call(f"{tiny.JOBS}/CancelJob", {"name": job["name"]})
        job = wait(suite.api, job["name"])
        assert job["state"] == "JOB_STATE_CANCELLED"
        took = time.monotonic() - start
        assert took < 3, "a second, and what a busy machine adds"
