"""Bad input: a clear error that names the field, no half artifact, no stuck job."""

import subprocess

import pytest
import tiny
from api import CallError
from suite import free_port, program


def refused(api, fields):
    with pytest.raises(CallError) as caught:
        tiny.start(api, fields)
    return caught.value


@pytest.fixture
def api(one_process, finished):
    """The server, which must have as many artifacts and no more running jobs afterwards."""
    api = one_process.api
    before = len(all_artifacts(api))
    yield api
    assert len(all_artifacts(api)) == before
    for state in ["QUEUED", "RUNNING", "CANCELLING"]:
        jobs = api.call(f"{tiny.JOBS}/ListJobs", {"filter": f"state = {state}"})["jobs"]
        assert jobs == []


def all_artifacts(api):
    return api.call(f"{tiny.ARTIFACTS}/ListArtifacts", {"page_size": 1000})["artifacts"]


@pytest.mark.parametrize(
    "changes, field",
    [
        ({"text": "0" * 64}, "text"),
        ({"text": ""}, "text"),
        ({"architecture": {"ffn_width": -512}}, "architecture.ffn_width"),
        ({"architecture": {"heads": 5}}, "architecture.heads"),
        ({"floor": 64}, "floor"),
        ({"seeds": ["1", "2", "1"]}, "seeds[2]"),
        ({"arms": ["uniform", "hourglass"]}, "arms[1]"),
        ({"train": {"steps": 0}}, "train.steps"),
        ({"train": {"seed": "4"}}, "train.seed"),
        ({"measure": {"hyperbolic_radius": 1}}, "measure.hyperbolic_radius"),
        ({"alpha": "NaN"}, "alpha"),
    ],
)
def test_a_template_is_refused_with_its_field(api, text, changes, field):
    error = refused(api, {**tiny.template(text), **changes})
    assert error.field == field, error
    expected = "NOT_FOUND" if changes.get("text") == "0" * 64 else "INVALID_ARGUMENT"
    assert error.code == expected
    assert error.message


def run_steps(api, *steps):
    return api.call(f"{tiny.PIPELINE}/RunPipeline", {"steps": {"steps": list(steps)}})


def test_a_step_that_depends_on_itself_is_named(api, text):
    with pytest.raises(CallError, match='step "a" depend on itself') as caught:
        run_steps(api, {"id": "a", "train": {"text": text, "schedule": "step:a"}})
    assert caught.value.code == "INVALID_ARGUMENT"


def test_a_cycle_is_named(api, text):
    with pytest.raises(CallError, match="w -> p -> c -> t -> w"):
        run_steps(
            api,
            {"id": "w", "schedule": {"geometry_guided": {"profile": "step:p"}}},
            {"id": "p", "measure": {"activations": "step:c"}},
            {"id": "c", "capture": {"model": "step:t", "text": text}},
            {"id": "t", "train": {"text": text, "schedule": "step:w"}},
        )


def test_an_artifact_of_the_wrong_kind_is_refused(api, text):
    with pytest.raises(CallError) as caught:
        run_steps(api, {"id": "p", "measure": {"activations": text}})
    assert caught.value.code == "INVALID_ARGUMENT"
    assert caught.value.field == "steps[0].measure.activations"


def test_text_that_is_empty_or_binary_is_refused(api):
    for requests in [
        [{"path": "empty.txt", "data": "", "source": "bad"}],
        [{"path": "binary.bin", "data": "/wD+AA==", "source": "bad"}],
    ]:
        with pytest.raises(CallError) as caught:
            api.send(f"{tiny.ARTIFACTS}/ImportText", requests)
        assert caught.value.code == "INVALID_ARGUMENT"
        assert requests[0]["path"] in caught.value.message


def test_unknown_names_are_not_found(api):
    for method, fields in [
        (f"{tiny.ARTIFACTS}/GetArtifact", {"name": "f" * 64}),
        (f"{tiny.PIPELINE}/GetRun", {"name": "jobs/pipeline-0000000000000000"}),
        (f"{tiny.PIPELINE}/GetComparison", {"name": "f" * 64}),
        (f"{tiny.PIPELINE}/ReproduceArtifact", {"name": "f" * 64}),
        (f"{tiny.JOBS}/GetJob", {"name": "jobs/training-0000000000000000"}),
    ]:
        with pytest.raises(CallError) as caught:
            api.call(method, fields)
        assert caught.value.code == "NOT_FOUND", method


def test_an_import_is_not_reproducible(api, text):
    with pytest.raises(CallError) as caught:
        api.call(f"{tiny.PIPELINE}/ReproduceArtifact", {"name": text})
    assert caught.value.code == "FAILED_PRECONDITION"
    assert caught.value.reason == "NOT_REPRODUCIBLE"


def test_a_model_outside_the_import_roots_is_refused(api, tmp_path):
    with pytest.raises(CallError, match="import-root") as caught:
        api.call("widthlab.capture.v1.CaptureService/InspectModel", {"model": str(tmp_path)})
    assert caught.value.code == "PERMISSION_DENIED"


def test_too_few_tokens_fail_the_run_and_say_what_fits(one_process, text):
    fields = tiny.template(text)
    fields["capture"]["tokens_per_subsample"] = 60000
    job = tiny.run(one_process.api, fields)
    assert job["state"] == "JOB_STATE_FAILED"
    assert 'step "activations"' in job["error"]["message"]
    states = {step["state"] for step in tiny.steps(job).values()}
    assert states <= {"JOB_STATE_SUCCEEDED", "JOB_STATE_FAILED", "JOB_STATE_CANCELLED"}


def started(name, data, *flags):
    """Exit code and output of a server that cannot start."""
    done = subprocess.run(
        [
            program(name), "--data", data, "--metrics-listen", f"127.0.0.1:{free_port()}", *flags
        ],
        text=True, capture_output=True, timeout=30,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_a_port_in_use_is_said(one_process, tmp_path):
    code, output = started("widthlabd", tmp_path / "d", "--listen", one_process.front.address)
    assert code != 0
    assert one_process.front.address in output
    assert "in use" in output


def test_a_data_folder_that_another_server_holds_is_said(one_process):
    code, output = started(
        "widthlabd", one_process.front.data, "--listen", f"127.0.0.1:{free_port()}"
    )
    assert code != 0
    assert str(one_process.front.data) in output


@pytest.mark.parametrize("name", ["widthlabd", "widthlab-capture"])
def test_a_device_that_is_not_there_is_refused_with_what_to_do(tmp_path, name):
    listen = ["--listen", f"127.0.0.1:{free_port()}"]
    code, output = started(name, tmp_path / "d", *listen, "--device", "gpu")
    assert (code, "cuda:N" in output) == (2, True), output
    # Without CUDA, without a GPU, and with fewer than that.
    code, output = started(name, tmp_path / "d", *listen, "--device", "cuda:100")
    assert code == 2, output
    assert "--device" in output
    assert "take --device cpu" in output or "of this machine" in output


def test_a_data_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("no folder")
    code, output = started(
        "widthlabd", tmp_path / "file" / "data", "--listen", f"127.0.0.1:{free_port()}"
    )
    assert code != 0
    assert "file" in output


def test_an_unknown_flag_is_said(tmp_path):
    code, output = started("widthlabd", tmp_path / "d", "--no-such-flag")
    assert code != 0
    assert "no-such-flag" in output
