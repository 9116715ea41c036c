"""The whole chain through real processes."""

import re
import threading
import time

import pytest
import tiny
from suite import Suite


def ids_of(job):
    return tiny.artifacts(job)


def test_a_run_leaves_an_artifact_for_every_step(one_process, finished):
    made = ids_of(finished)
    assert {"reference", "activations", "profile", "comparison", "report"} <= made.keys()
    for arm in ["uniform", "cosine_taper", "geometry_guided", "inverse_work"]:
        assert f"schedule/{arm}" in made
        assert {f"train/{arm}/1", f"train/{arm}/2"} <= made.keys()
    for step in tiny.steps(finished).values():
        assert step["state"] == "JOB_STATE_SUCCEEDED"
        verified = one_process.api.call(
            f"{tiny.ARTIFACTS}/VerifyArtifact", {"name": step["artifact"]}
        )
        assert verified["ok"], verified


def test_the_comparison_has_every_arm_within_one_quantum(one_process, finished):
    comparison = one_process.api.call(
        f"{tiny.PIPELINE}/GetComparison", {"name": ids_of(finished)["comparison"]}
    )
    arms = comparison["arms"]
    assert [arm["name"] for arm in arms][0] == comparison["baseline"] == "uniform"
    budget = int(arms[0]["accounts"]["ffn_parameters"])
    for arm in arms:
        assert len(arm["validation_loss"]) == 2
        missing = budget - int(arm["accounts"]["ffn_parameters"])
        assert 0 <= missing < 3 * 16 * 8, arm["name"]
        assert arm["verdict"] in {"VERDICT_BASELINE", "VERDICT_INCONCLUSIVE"}


def test_the_report_is_one_page_that_needs_nothing_else(one_process, finished):
    report = one_process.api.call(
        f"{tiny.ARTIFACTS}/GetArtifact", {"name": ids_of(finished)["report"]}
    )
    [file] = report["manifest"]["files"]
    assert file["name"] == "report.html"
    page = b"".join(
        tiny.data_of(chunk)
        for chunk in one_process.api.stream(
            f"{tiny.ARTIFACTS}/ReadBlob", {"digest": file["digest"]}
        )
    ).decode()
    assert "geometry_guided" in page
    # One script of its own, for the copy buttons; whatever is linked to is in the page itself.
    assert page.count("<script") == page.count("<script>") == 1
    assert not re.search(r"\b(src|srcset|href|action)=(?![\"'](#|data:))", page)
    assert not re.search(r"@import|url\((?!#)|fetch\(|XMLHttpRequest|WebSocket", page)


def test_a_second_run_is_answered_from_the_cache(one_process, text, finished):
    again = tiny.run(one_process.api, tiny.template(text))
    assert ids_of(again) == ids_of(finished)
    assert all(step["cached"] for step in tiny.steps(again).values())


def test_the_same_request_id_is_the_same_run(one_process, text, finished):
    first = tiny.start(one_process.api, tiny.template(text), "twice")
    second = tiny.start(one_process.api, tiny.template(text), "twice")
    assert first["name"] == second["name"]


def test_a_dry_run_says_what_the_cache_has(one_process, text, finished):
    job = one_process.api.call(
        f"{tiny.PIPELINE}/RunPipeline",
        {"geometry_guided": tiny.template(text), "validate_only": True},
    )
    assert job["name"] == ""
    assert all(step["cached"] for step in tiny.steps(job).values())
    fresh = one_process.api.call(
        f"{tiny.PIPELINE}/RunPipeline",
        {"geometry_guided": tiny.template(text, reference_seed="77"), "validate_only": True},
    )
    steps = tiny.steps(fresh)
    assert not steps["reference"]["cached"]
    assert steps["reference"]["estimate"]["seconds"] > 0
    assert steps["activations"]["depends_on"] == ["reference"]


def test_an_artifact_is_made_again_byte_for_byte(one_process, finished):
    for step in ["reference", "activations", "profile", "schedule/geometry_guided", "report"]:
        job = one_process.api.call(
            f"{tiny.PIPELINE}/ReproduceArtifact", {"name": ids_of(finished)[step]}
        )
        job = tiny.wait(one_process.api, job["name"])
        assert job["state"] == "JOB_STATE_SUCCEEDED", (step, job.get("error"))
        assert job["result"]["equal"], (step, job["result"])
        assert job["result"]["device_class_note"] == "same class"


def test_five_processes_make_the_same_artifacts(tmp_path, finished):
    with Suite.in_five_processes(tmp_path) as suite:
        text = tiny.import_text(suite.api)
        job = tiny.run(suite.api, tiny.template(text))
        assert ids_of(job) == ids_of(finished)
        listed = suite.api.call(f"{tiny.JOBS}/ListJobs", {"page_size": 1000})["jobs"]
        areas = {job["name"].split("/")[1].split("-")[0] for job in listed}
        assert {"pipeline", "training", "capture", "geometry"} <= areas


def test_one_thread_makes_the_same_artifacts(tmp_path, finished):
    suite = Suite.in_one_process(tmp_path)
    suite.servers[0].threads = 1
    with suite:
        text = tiny.import_text(suite.api)
        assert ids_of(tiny.run(suite.api, tiny.template(text))) == ids_of(finished)


def longer(text):
    """A run in whose middle there is time to pull a plug."""
    fields = tiny.template(text, seeds=["1"])
    fields["train"]["steps"] = 60
    return fields


@pytest.fixture(scope="module")
def uninterrupted(one_process, text):
    return ids_of(tiny.run(one_process.api, longer(text)))


def wait_until_succeeded(api, name, count):
    deadline = time.monotonic() + 120
    while True:
        job = api.call(f"{tiny.PIPELINE}/GetRun", {"name": name})
        done = [s for s in tiny.steps(job).values() if s["state"] == "JOB_STATE_SUCCEEDED"]
        if len(done) >= count or job["state"] in tiny.FINAL:
            return job
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_run_goes_on_after_kill_9_of_the_only_process(tmp_path, uninterrupted):
    with Suite.in_one_process(tmp_path) as suite:
        text = tiny.import_text(suite.api)
        name = tiny.start(suite.api, longer(text))["name"]
        for count in [1, 5]:
            wait_until_succeeded(suite.api, name, count)
            suite.front.kill()
            suite.restart()
        job = tiny.wait(suite.api, name)
        assert ids_of(job) == uninterrupted


@pytest.mark.parametrize("victim", ["widthlab-orchestrator", "widthlab-training"])
def test_a_run_goes_on_after_kill_9_of_one_of_five(tmp_path, uninterrupted, victim):
    with Suite.in_five_processes(tmp_path) as suite:
        text = tiny.import_text(suite.api)
        name = tiny.start(suite.api, longer(text))["name"]
        wait_until_succeeded(suite.api, name, 1)
        [server] = [s for s in suite.servers if s.name == victim]
        server.kill()
        server.start().wait_until_serving()
        suite.reconnect()
        job = tiny.wait(suite.api, name)
        assert ids_of(job) == uninterrupted


def test_a_run_leaves_its_jobs_running_while_the_orchestrator_is_restarted(tmp_path, uninterrupted):
    with Suite.in_five_processes(tmp_path) as suite:
        text = tiny.import_text(suite.api)
        name = tiny.start(suite.api, longer(text))["name"]
        wait_until_succeeded(suite.api, name, 1)
        assert suite.front.stop() == 0
        suite.front.start().wait_until_serving()
        suite.reconnect()
        job = tiny.wait(suite.api, name)
        assert ids_of(job) == uninterrupted
        jobs = suite.api.call(f"{tiny.JOBS}/ListJobs", {"page_size": 1000})["jobs"]
        assert {j["state"] for j in jobs} == {"JOB_STATE_SUCCEEDED"}


def test_a_run_is_cancelled_within_a_second(one_process, text):
    fields = tiny.template(text, seeds=["5"])
    fields["train"]["steps"] = 100000
    name = tiny.start(one_process.api, fields)["name"]
    watched = []
    watcher = threading.Thread(
        target=lambda: watched.extend(
            one_process.api.stream(f"{tiny.PIPELINE}/WatchRun", {"name": name})
        )
    )
    watcher.start()
    time.sleep(0.5)
    started = time.monotonic()
    one_process.api.call(f"{tiny.PIPELINE}/CancelRun", {"name": name})
    job = tiny.wait(one_process.api, name)
    assert time.monotonic() - started < 5  # a second, on a machine that may be busy
    assert job["state"] == "JOB_STATE_CANCELLED"
    watcher.join(timeout=10)
    assert watched[-1]["state"] == "JOB_STATE_CANCELLED"
    running = one_process.api.call(f"{tiny.JOBS}/ListJobs", {"filter": "state = RUNNING"})
    assert running["jobs"] == []
