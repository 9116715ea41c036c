"""Every verb of widthctl against a real server, as a script would use it."""

import json
import subprocess

import pytest
import tiny
from suite import program


@pytest.fixture
def widthctl(one_process):
    def run(*words, code=0):
        """Objects printed, one for each line."""
        line = [program("widthctl"), "--server", one_process.front.address, *words, "--json"]
        done = subprocess.run(line, capture_output=True, text=True, timeout=120)
        assert done.returncode == code, done.stdout + done.stderr
        return [json.loads(text) for text in done.stdout.splitlines()]

    return run


@pytest.fixture
def made(finished):
    return tiny.artifacts(finished)


def test_it_lists_shows_and_watches_runs_and_jobs(widthctl, finished):
    assert finished["name"] in [run["name"] for run in widthctl("pipeline", "list")]
    [run] = widthctl("pipeline", "show", finished["name"])
    assert run["state"] == "SUCCEEDED"
    assert run["metadata"]["template"] == "geometry_guided"
    events = widthctl("pipeline", "watch", finished["name"].removeprefix("jobs/"))
    assert events[-1]["state"] == "SUCCEEDED"
    [training, *_] = widthctl(
        "job", "list", "--kind", "training.Train", "--state", "succeeded", "--limit", "1"
    )
    assert widthctl("job", "watch", training["name"])[-1]["result"]["artifact"]
    assert widthctl("job", "cancel", training["name"])[0]["state"] == "SUCCEEDED"
    assert widthctl("pipeline", "cancel", finished["name"])[0]["state"] == "SUCCEEDED"


def test_it_shows_fetches_and_checks_artifacts(widthctl, made, tmp_path):
    profile = made["profile"]
    kinds = {artifact["manifest"]["kind"] for artifact in widthctl("artifact", "list")}
    assert {"PROFILE", "SCHEDULE", "TRAINING_RUN", "COMPARISON", "REPORT"} <= kinds
    assert widthctl("artifact", "show", profile[:12])[0]["id"] == profile
    [lineage] = widthctl("artifact", "lineage", profile)
    assert lineage["artifacts"][0]["id"] == profile and len(lineage["edges"]) >= 2
    [file] = widthctl("artifact", "get", profile, "profile.json", "--output", tmp_path)
    assert json.loads((tmp_path / "profile.json").read_text())["layers"] == 3
    assert file["path"] == str(tmp_path / "profile.json")
    assert widthctl("artifact", "verify", profile)[0]["ok"] is True
    assert widthctl("artifact", "reproduce", profile, "--wait")[0]["equal"] is True


def test_it_shows_schedules_and_models(widthctl, made):
    [schedule] = widthctl("schedule", "show", made["schedule/geometry_guided"])
    assert schedule["family"] == "geometry_guided" and len(schedule["ffn_widths"]) == 3
    [model] = widthctl("model", "inspect", made["reference"])
    assert model["architecture"]["layers"] == 3 and model["missing_tensors"] == []


def test_it_runs_steps_of_ones_own_to_the_result(widthctl, made, text, tmp_path):
    steps = [
        {"id": "taper", "schedule": {"cosine_taper": {}, "architecture": {"layers": 3}}},
        {"id": "again", "measure": {"activations": made["activations"], "random_starts": 1}},
    ]
    (tmp_path / "steps.json").write_text(json.dumps({"steps": steps}))
    line = ["pipeline", "run", "steps", "--file", tmp_path / "steps.json"]
    [plan] = widthctl(*line, "--dry-run")
    assert [step["id"] for step in plan["metadata"]["steps"]] == ["taper", "again"]
    [job] = widthctl(*line)
    assert job["name"].startswith("jobs/pipeline-")
    [result] = widthctl(*line, "--wait")
    assert result["artifacts"].keys() == {"taper", "again"}


@pytest.mark.parametrize(
    "words, code, field",
    [
        (["artifact", "show", "0" * 64], 4, ""),
        (["job", "watch", "training-01m8q7gp54cawbzb"], 4, "name"),
        (["model", "inspect", "/"], 3, "model"),
        (["pipeline", "run", "geometry_guided", "--set", "train.stepz=1"], 3, "train.stepz"),
        (["pipeline", "run", "geometry_guided", "--text", "/no/such/folder"], 3, "text"),
        (["pipeline", "run", "nothing"], 2, "TEMPLATE"),
        (["pipeline", "list", "--limitt", "3"], 2, "--limitt"),
    ],
)
def test_an_error_is_one_object_with_its_field(widthctl, words, code, field):
    [answer] = widthctl(*words, code=code)
    assert list(answer["error"]) == ["code", "reason", "field", "message"]
    assert field in answer["error"]["field"] and answer["error"]["message"]


def test_no_server_is_an_error_of_its_own():
    line = [program("widthctl"), "job", "list", "--server", "127.0.0.1:9", "--json"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=60)
    assert done.returncode == 5
    assert json.loads(done.stdout)["error"]["reason"] == "SERVER_UNREACHABLE"
