"""The template profile_model through a real server: models of other families and of our own, killed
in the middle, too little text, worth that cannot be shown."""

import json
import subprocess
import time

import pytest
import tiny
from api import CallError
from suite import ROOT, Suite, program

MODELS = ROOT / "tests" / "data" / "models"
STEPS = {
    "activations",
    "sensitivity",
    "diagnostics",
    "profile",
    "correlations",
    "schedule/uniform",
    "schedule/geometry_guided",
    "report",
}
BATCHES = {"sequences": 4, "batches": 4, "draws": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Suite.in_one_process(
        tmp_path_factory.mktemp("profile"), flags=["--import-root", str(MODELS)]
    ) as suite:
        yield suite


def import_ids(api):
    """Id of a text of 16 sequences of 48 token ids below 256."""
    rows, state = [], 1
    for _ in range(16):
        row = []
        for _ in range(48):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            row.append((state >> 33) % 256)
        rows.append(row)
    data = tiny.in_base64(json.dumps({"input_ids": rows}).encode())
    request = {"source": "ids", "path": "ids.json", "data": data}
    return api.send(f"{tiny.ARTIFACTS}/ImportText", [request])["id"]


@pytest.fixture(scope="module")
def ids(server):
    return import_ids(server.api)


def template(text, *models, sensitivity=(), **changes):
    fields = {
        "models": [str(model) for model in models],
        "text": text,
        "capture": {
            "input_format": "token_ids",
            "sequences": 8,
            "subsamples": 2,
            "tokens_per_subsample": 24,
        },
        "sensitivity": {"input_format": "token_ids", **BATCHES, **dict(sensitivity)},
        "diagnose": {"input_format": "token_ids"},
        "measure": {"random_starts": 1},
    }
    fields.update(changes)
    return fields


def start(api, fields, **more):
    return api.call(f"{tiny.PIPELINE}/RunPipeline", {"profile_model": fields, **more})


def run(api, fields):
    return tiny.wait(api, start(api, fields)["name"])


def read(api, artifact, name):
    """A file of an artifact, as text."""
    manifest = api.call(f"{tiny.ARTIFACTS}/GetArtifact", {"name": artifact})["manifest"]
    file = next(f for f in manifest["files"] if f["name"] == name)
    chunks = api.stream(f"{tiny.ARTIFACTS}/ReadBlob", {"digest": file["digest"]})
    return b"".join(tiny.data_of(chunk) for chunk in chunks).decode()


def train(api, layers):
    """A text and a model of ours on it."""
    text = tiny.import_text(api)
    spec = {
        "text": text,
        "architecture": {"layers": layers, "hidden_size": 16, "heads": 2, "ffn_width": 32},
        "steps": 8,
        "batch_size": 4,
        "sequence_length": 32,
        "validation_tokens": "1024",
    }
    job = api.call("widthlab.training.v1.TrainingService/Train", {"spec": spec})
    while job["state"] not in tiny.FINAL:
        time.sleep(0.1)
        job = api.call(f"{tiny.JOBS}/GetJob", {"name": job["name"]})
    return text, job["result"]["artifact"]


def of_text(text, model, **sampled):
    """The template for a model that reads text."""
    fields = template(text, model)
    for step in ("capture", "sensitivity", "diagnose"):
        del fields[step]["input_format"]
    fields["capture"].update({"sequence_length": 32, **sampled})
    fields["sensitivity"]["sequence_length"] = 32
    return fields


def test_a_checkpoint_is_profiled_to_a_report(server, ids):
    job = run(server.api, template(ids, MODELS / "llama-tiny"))
    made = tiny.artifacts(job)
    assert STEPS <= set(made)
    failed = {s["id"]: s["problem"] for s in job["metadata"]["steps"] if s.get("problem")}
    assert set(made) | set(failed) == {step["id"] for step in job["metadata"]["steps"]}
    assert all("sensitivity" in problem for problem in failed.values()), failed
    profile = json.loads(read(server.api, made["profile"], "profile.json"))
    assert len(profile["work"]) == 9
    guided = json.loads(read(server.api, made["schedule/geometry_guided"], "schedule.json"))
    assert sum(guided["ffn_widths"]) <= 5 * 160
    page = read(server.api, made["report"], "report.html")
    parts = "widths sensitivity work trust dimension cloud stream lineage recipe".split()
    for part in parts:
        assert f'<section id="{part}">' in page
    assert "llama-tiny: most work in layers" in page
    again = start(server.api, template(ids, MODELS / "llama-tiny"), validate_only=True)
    assert {s["id"] for s in again["metadata"]["steps"] if s.get("cached")} >= STEPS - {"report"}


def test_widthctl_runs_it(server, ids):
    line = [program("widthctl"), "--server", server.front.address, "pipeline", "run"]
    line += ["profile_model", "--model", MODELS / "llama-tiny", "--set", f"text={ids}", "--wait"]
    for group, fields in template(ids).items():
        if isinstance(fields, dict):
            line += [f"--set={group}.{key}={value}" for key, value in fields.items()]
    done = subprocess.run([str(w) for w in line], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "report: widthctl artifact get" in done.stdout


def test_models_of_different_depth_in_one_run(server, ids):
    models = MODELS / "llama-tiny", MODELS / "gpt2-tiny"
    made = tiny.artifacts(run(server.api, template(ids, *models)))
    for number in (1, 2):
        assert {f"model{number}/{step}" for step in STEPS} <= set(made)
    first = json.loads(read(server.api, made["model1/profile"], "profile.json"))
    second = json.loads(read(server.api, made["model2/profile"], "profile.json"))
    assert (first["layers"], second["layers"]) == (5, 4)
    [transfer] = json.loads(read(server.api, made["correlations"], "correlations.json"))["transfers"]
    assert (transfer["first"], transfer["second"]) == ("llama-tiny", "gpt2-tiny")
    assert transfer["points"] == 4
    page = read(server.api, made["report"], "report.html")
    assert "Profiles of 2 models at equal relative depth" in page
    assert "At the 4 relative depths of the shallower one" in page


def test_one_layer_is_a_model_too(server):
    text, model = train(server.api, layers=1)
    made = tiny.artifacts(run(server.api, of_text(text, model)))
    page = read(server.api, made["report"], "report.html")
    assert "A training run: most work in layer 0" in page
    # The tokens that hold most are shown with their text.
    summary = json.loads(read(server.api, made["activations"], "summary.json"))
    token = summary["outliers"][0]["top_tokens"][0]
    assert token["text"] and len(token["text_before"]) == min(8, int(token["position"]))
    assert f"<mark>{token['text']}</mark>" in page


def test_worth_that_is_not_shown_is_said(server, ids):
    fields = template(
        ids, MODELS / "llama-tiny", sensitivity={"sequences": 2, "batches": 2, "draws": 1}
    )
    made = tiny.artifacts(run(server.api, fields))
    worth = json.loads(read(server.api, made["sensitivity"], "sensitivity.json"))
    unsure = worth["noise_not_above_zero"]
    assert unsure, "two batches cannot show five layers"
    page = read(server.api, made["report"], "report.html")
    assert f"In {len(unsure)} of 5 layers λ is not significantly above 0." in page
    assert "(not above 0)" in page


def test_a_text_with_too_few_positions_says_how_many_fit(server):
    text, model = train(server.api, layers=2)
    job = run(server.api, of_text(text, model, tokens_per_subsample=4000))
    assert job["state"] == "JOB_STATE_FAILED"
    assert 'step "activations"' in job["error"]["message"]
    assert "tokens_per_subsample is 4000, but must be" in job["error"]["message"]


@pytest.mark.parametrize(
    "change, words",
    [
        ({"models": ["/nowhere/at/all"]}, "/nowhere/at/all is below none of the server's"),
        ({"models": [str(MODELS / "none")]}, "NOT_FOUND PATH_NOT_FOUND"),
        ({"models": []}, "models"),
        ({"text": ""}, "text"),
        ({"sensitivity": {"epsilon": 0}}, "sensitivity.epsilon"),
        ({"capture": {"model": "x"}}, "capture.model"),
        ({"diagnose": {"factors": [0]}}, "diagnose.factors"),
        ({"schedules": ["hourglass"]}, "schedules[0]"),
        ({"floor": 100000}, "floor"),
    ],
)
def test_bad_input_is_refused_in_words(server, ids, change, words):
    with pytest.raises(CallError) as error:
        start(server.api, {**template(ids, MODELS / "llama-tiny"), **change})
    assert words in str(error.value)


def test_killed_in_the_middle_it_goes_on_to_the_same_ids(tmp_path):
    flags = ["--import-root", str(MODELS)]
    long = {"sensitivity": {"draws": 512}}

    def wanted(api):
        return template(import_ids(api), MODELS / "llama-tiny", **long)

    with Suite.in_one_process(tmp_path / "whole", flags) as suite:
        whole = tiny.artifacts(run(suite.api, wanted(suite.api)))
    with Suite.in_one_process(tmp_path / "killed", flags) as suite:
        name = start(suite.api, wanted(suite.api))["name"]
        deadline = time.monotonic() + 120
        while True:
            step = tiny.steps(suite.api.call(f"{tiny.PIPELINE}/GetRun", {"name": name}))
            if step["sensitivity"].get("progress", {}).get("stage", "").startswith("layer"):
                break
            assert step["sensitivity"]["state"] in ("JOB_STATE_QUEUED", "JOB_STATE_RUNNING"), step
            assert time.monotonic() < deadline
            time.sleep(0.01)
        suite.front.kill()
        suite.restart()
        assert tiny.artifacts(tiny.wait(suite.api, name)) == whole
