"""Runs and jobs on a real server: started, watched, cancelled, listed."""

import asyncio

import pytest
import widthlab


def test_connecting_takes_well_under_the_wait(server):
    with widthlab.connect(server.address, timeout=3) as lab:
        assert lab.address == server.address
        assert lab.server_version == widthlab.__version__


def test_a_run_leaves_an_artifact_for_every_step(result):
    assert {"reference", "activations", "profile", "comparison", "report"} <= set(result)
    assert set(result.schedules) == {"uniform", "cosine_taper", "geometry_guided", "inverse_work"}
    assert set(result.training_runs["uniform"]) == {1, 2}
    with pytest.raises(widthlab.NotFoundError, match="did you mean 'profile'"):
        result["profil"]


def test_the_same_run_again_comes_from_the_cache(lab, corpus, small, result):
    plan = lab.dry_run("geometry_guided", text=corpus, **small)
    assert plan.cached == len(plan) == len(result)
    run = lab.run("geometry_guided", text=lab.import_text(corpus), **small)
    assert run.watch() == result
    assert run.state == "succeeded"
    assert lab.job(run.name).result() == result


def test_a_request_id_gives_the_first_run_again(lab, corpus, small, result):
    text = lab.import_text(corpus)
    first = lab.run("geometry_guided", text=text, request_id="python-once", **small)
    again = lab.run("geometry_guided", text=text, request_id="python-once", **small)
    assert first.name == again.name
    with pytest.raises(widthlab.AlreadyExistsError) as caught:
        lab.run("geometry_guided", text=text, request_id="python-once", **{**small, "seeds": [9]})
    assert caught.value.reason == "REQUEST_ID_TAKEN"


def test_a_run_is_cancelled_and_says_so(lab, corpus, small):
    run = lab.run(text=corpus, **{**small, "train": {"steps": 10_000_000}, "seeds": [77]})
    run.cancel()
    with pytest.raises(widthlab.CancelledError):
        run.result(timeout=60)
    assert run.state == "cancelled"


def test_waiting_can_be_limited(lab, corpus, small):
    run = lab.run(text=corpus, **{**small, "train": {"steps": 10_000_000}, "seeds": [78]})
    try:
        with pytest.raises(widthlab.DeadlineExceededError, match=r"within 0\.5 s, and goes on"):
            run.result(timeout=0.5)
    finally:
        run.cancel()


def test_single_steps_are_jobs(lab, corpus, result):
    job = lab.train(text=corpus, architecture={"layers": 1, "hidden_size": 8, "heads": 2}, steps=2)
    model = job.watch()
    assert lab.training_run(model).metrics["step"][-1] == 2
    assert [line["step"] for line in job.metrics()] == [1, 2]
    taken = lab.capture(model, text=corpus, subsamples=1, tokens_per_subsample=8).result()
    measured = lab.measure(taken, geometries="raw", statistics=["shift"]).result()
    assert lab.profile(measured).measured == [("raw", "shift")]


def test_models_are_profiled_in_one_run(lab, server, corpus, result):
    capture = {"subsamples": 2, "tokens_per_subsample": 24, "sequences": 8, "sequence_length": 32}
    sensitivity = {"sequences": 4, "batches": 4, "draws": 1, "sequence_length": 32}
    diagnose = {"sequences": 4, "batches": 4, "sequence_length": 32}
    options = {"text": corpus, "capture": capture, "sensitivity": sensitivity, "diagnose": diagnose}
    made = lab.profile_model(result["reference"], **options).result()
    layers = lab.profile(result["profile"]).layers
    assert len(lab.schedule(made["schedule/geometry_guided"])) == layers
    assert lab.sensitivity(made["sensitivity"]).layers == layers
    assert lab.diagnostics(made["diagnostics"]).additivity is not None
    assert made["report"]
    with pytest.raises(widthlab.InvalidArgumentError, match="models"):
        lab.profile_model(text=corpus)

    async def again():
        async with await widthlab.connect_async(server.address) as other:
            return await (await other.profile_model(result["reference"], **options)).result()

    assert asyncio.run(again())["report"] == made["report"]


def test_jobs_are_listed_by_state_and_kind(lab, result):
    assert {job.state for job in lab.jobs(state="succeeded", limit=5)} == {"succeeded"}
    assert {job.kind for job in lab.jobs(kind="geometry.MeasureWork")} == {"geometry.MeasureWork"}
    [newest] = lab.jobs(state="succeeded", kind="pipeline.RunPipeline", limit=1)
    assert newest.result() == lab.job(newest.name).result()


def test_a_pipeline_of_ones_own_runs_step_after_step(lab, corpus):
    text = lab.import_text(corpus)
    shape = {"layers": 1, "hidden_size": 8, "heads": 2}
    run = lab.run(
        "steps",
        steps=[
            {"id": "model", "train": {"text": text, "architecture": shape, "steps": 2}},
            {"id": "widths", "schedule": {"uniform": {}, "architecture": shape}},
        ],
    )
    assert set(run.result()) == {"model", "widths"}
    with pytest.raises(widthlab.InvalidArgumentError, match="name a text each"):
        lab.run("steps", text=text, steps=[])
