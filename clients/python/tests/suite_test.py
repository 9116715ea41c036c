"""The client and a real server."""

import asyncio
import math

import numpy as np
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


def test_a_schedule_is_a_value(lab, result):
    schedule = lab.schedule(result["schedule/cosine_taper"][:12])
    assert schedule.id == result["schedule/cosine_taper"]
    assert schedule.family == "cosine_taper"
    assert schedule.ffn_widths == schedule.to_dict()["ffn_widths"]
    assert sorted(schedule.ffn_widths, reverse=True) == schedule.ffn_widths
    assert schedule.ffn_parameters <= schedule.budget_parameters
    frame = schedule.to_frame()
    assert list(frame["ffn_width"]) == schedule.ffn_widths
    assert frame.index.name == "layer"
    assert "FFN width" in schedule._repr_html_()


def test_a_solved_schedule_says_what_each_width_followed_from(lab, result):
    frame = lab.schedule(result["schedule/geometry_guided"]).to_frame()
    profile = lab.profile(result["profile"])
    assert np.allclose(frame["work"], profile.work().mean)
    assert set(frame["bound"]) <= {"none", "floor", "cap"}


def test_a_cloud_is_a_pair_of_arrays(lab, result):
    x, y = lab.cloud(result["activations"], layer=1)
    assert x.shape == y.shape == (48, 16)
    assert x.dtype == y.dtype == np.float32
    last = lab.cloud(result["activations"], layer=-1)
    assert np.array_equal(last[0], lab.cloud(result["activations"], layer=2)[0])
    part, _ = lab.cloud(result["activations"], layer=1, subsample=1)
    assert np.array_equal(part, x[24:])
    tokens = lab.tokens(result["activations"])
    assert list(tokens["subsample"]) == [0] * 24 + [1] * 24


def test_a_cloud_is_what_the_file_says(lab, result, tmp_path):
    folder = lab.download(result["activations"], tmp_path / "activations")
    data = (folder / "cloud.safetensors").read_bytes()
    assert data == lab.read(result["activations"], "cloud.safetensors")
    x, y = lab.cloud(result["activations"], layer=2)
    assert x.tobytes() in data
    assert y.tobytes() in data


def test_only_the_bytes_of_a_layer_are_read(lab, result, monkeypatch):
    reads = []
    real = lab._transport.read

    def counting(method, request, **options):
        for answer in real(method, request, **options):
            reads.append(len(answer.data))
            yield answer

    file = lab.artifact(result["activations"]).file("cloud.safetensors")
    monkeypatch.setattr(lab._transport, "read", counting)
    monkeypatch.setattr("widthlab._blobs._FIRST_READ_BYTES", 64)
    lab.cloud(result["activations"], layer=1)
    assert sum(reads) < file.size_bytes / 2


def test_a_layer_or_subsample_that_is_not_there_is_named(lab, result):
    for layer in [3, -4, "1", 1.5]:
        with pytest.raises(widthlab.OutOfRangeError, match="only 0 to 2") as caught:
            lab.cloud(result["activations"], layer=layer)
        assert caught.value.field == "layer"
    with pytest.raises(widthlab.OutOfRangeError, match="only 0 to 1"):
        lab.cloud(result["activations"], layer=0, subsample=2)


def test_a_profile_is_arrays_by_layer(lab, result):
    profile = lab.profile(result["profile"])
    assert profile.layers == 3
    work = profile.work("spherical", "shift")
    assert work.values.shape == (3, 2)
    assert np.allclose(work.values.mean(axis=1), work.mean)
    assert np.allclose(np.asarray(work), work.mean)
    assert profile.dimension(estimator="mle").mean.shape == (3,)
    assert len(profile.to_frame()) == 9 * 3
    assert profile._repr_html_().count("<tr>") == 1 + 3
    assert "spherical metric distortion" in profile._repr_html_()
    with pytest.raises(widthlab.InvalidArgumentError, match="did you mean 'spherical'"):
        profile.work("sperical")


def test_training_runs_and_comparisons_agree(lab, result):
    comparison = lab.comparison(result["comparison"])
    for arm, runs in result.training_runs.items():
        losses = [lab.training_run(run).validation_loss for run in runs.values()]
        assert losses == comparison[arm].validation_loss
    assert comparison.verdicts["uniform"] == "baseline"
    assert comparison.verdicts["inverse_work"] == "inconclusive"
    assert comparison["cosine_taper"].difference.mean == pytest.approx(
        np.mean(comparison["cosine_taper"].validation_loss)
        - np.mean(comparison["uniform"].validation_loss)
    )
    assert list(comparison.to_frame().index) == [arm.name for arm in comparison]


def test_the_loss_curve_is_arrays(lab, result):
    run = lab.training_run(result["reference"])
    assert list(run.metrics["step"]) == list(range(1, 9))
    assert np.isnan(run.metrics["validation_loss"][0])
    assert run.metrics["validation_loss"][-1] == run.validation_loss


def test_a_report_is_a_page(lab, result, tmp_path):
    report = lab.report(result["report"])
    assert report.html.lower().startswith("<!doctype html")
    assert report.save(tmp_path / "report.html").read_text() == report.html
    assert "<iframe srcdoc=" in report._repr_html_()


def test_artifacts_have_pictures(lab, result, tmp_path):
    figure = lab.figure(result["profile"], "work")
    assert (figure.name, figure.title) == ("work", "Work by layer")
    assert figure._repr_svg_().lstrip().startswith("<svg")
    assert figure.save(tmp_path / "work.svg").read_text() == figure.svg
    assert lab.figure(result["profile"]).name == next(iter(figure.figures))
    with pytest.raises(widthlab.InvalidArgumentError, match="wrk") as caught:
        lab.figure(result["profile"], "wrk")
    assert caught.value.reason == "UNKNOWN_FIGURE"
    assert "dimension" in caught.value.metadata["allowed"]


def test_arms_are_compared_again_under_other_names(lab, result):
    runs = result.training_runs
    comparison = lab.compare(
        {"flat": runs["uniform"], "tapered": list(runs["cosine_taper"].values())}, [1, 2]
    )
    assert comparison.baseline == "flat"
    assert len(comparison) == 2
    other = lab.compare({"a": runs["uniform"], "b": runs["cosine_taper"]}, baseline="b")
    assert other.baseline == "b"
    with pytest.raises(widthlab.InvalidArgumentError, match="no run of seed 3"):
        lab.compare({"a": runs["uniform"], "b": runs["cosine_taper"]}, [1, 3])


def test_single_steps_are_jobs(lab, corpus, result):
    job = lab.train(text=corpus, architecture={"layers": 1, "hidden_size": 8, "heads": 2}, steps=2)
    model = job.watch()
    assert lab.training_run(model).metrics["step"][-1] == 2
    assert [line["step"] for line in job.metrics()] == [1, 2]
    taken = lab.capture(model, text=corpus, subsamples=1, tokens_per_subsample=8).result()
    measured = lab.measure(taken, geometries="raw", statistics=["shift"]).result()
    assert lab.profile(measured).measured == [("raw", "shift")]


def test_sensitivities_are_measured_and_read_by_schedules(lab, server, corpus, result):
    model, options = result["reference"], {"sequences": 4, "sequence_length": 32, "batches": 4}
    worth = lab.measure_sensitivity(model, text=corpus, draws=1, **options).result()
    sensitivity = lab.sensitivity(worth)
    layers = sensitivity.layers
    assert sensitivity.noise.values.shape == (layers, 4)
    assert np.isfinite(sensitivity.noise.mean).all()
    assert (sensitivity.noise.low < sensitivity.noise.mean).all()
    assert np.isfinite(sensitivity.ablation.mean).all()
    assert sensitivity.epsilon == 0.1
    assert "lambda" in sensitivity._repr_html_()
    assert [row["layer"] for row in sensitivity.to_dict()["layers"]] == list(range(layers))
    guided = lab.build_schedule(
        "geometry_guided",
        profile=result["profile"],
        sensitivity=worth,
        sensitivity_estimate="ablation",
        quantum=8,
    )
    assert len(guided) == layers
    with pytest.raises(widthlab.InvalidArgumentError, match="batches"):
        lab.measure_sensitivity(model, text=corpus, sequences=4, batches=3)

    async def again():
        async with await widthlab.connect_async(server.address) as other:
            job = await other.measure_sensitivity(model, text=corpus, draws=1, **options)
            return await job.result()

    found = asyncio.run(again())
    assert found.cached
    assert found.id == worth.id


def test_profiles_are_correlated(lab, corpus, result):
    options = {"sequences": 4, "sequence_length": 32, "batches": 4, "draws": 1}
    worth = lab.measure_sensitivity(result["reference"], text=corpus, **options).result()
    models = {
        "whole": {"profile": result["profile"][:10], "sensitivity": worth},
        "bare": result["profile"],
    }
    run = lab.run_diagnostics(models, remove_norm_growth=True, correlate={"permutations": 99})
    found = lab.correlations(run.result()["correlations"])
    assert found.models == ["whole", "bare"]
    layers = lab.profile(result["profile"]).layers
    X, _ = lab.cloud(result["activations"], 0)
    assert found.mean_norm("whole").shape == (layers,)
    assert found.mean_norm("whole")[0] == pytest.approx(np.linalg.norm(X, axis=1).mean())
    with pytest.raises(widthlab.NotFoundError, match="did you mean 'bare'"):
        found.mean_norm("bar")
    rows = list(found._rows())
    against = {row["against"] for row in rows if row["model"] == "whole"}
    assert against == {"lambda", "ablation", "norm", "unscaled", "bare"}
    assert {row["states"] for row in rows} == {"as captured", "no norm growth"}
    for row in rows:
        assert (row["p_note"] == "") == row["differences"]
        if row["against"] == "bare" and not row["undefined_reason"]:
            assert row["coefficient"] == pytest.approx(1)
    assert "lambda" in found._repr_html_()
    assert found.to_dict()["models"][0]["layers"] == layers
    with pytest.raises(widthlab.InvalidArgumentError, match="name of two models"):
        lab.run_diagnostics([{"name": "a", "profile": result["profile"]}] * 2)
    with pytest.raises(widthlab.InvalidArgumentError, match="name -> profile"):
        lab.run_diagnostics(result["profile"])


def test_models_are_diagnosed(lab, server, corpus, result):
    model = result["reference"]
    options = {"sequences": 4, "sequence_length": 32, "batches": 4, "epsilons": [0.1]}
    made = lab.diagnose(model, text=corpus, **options).result()
    found = lab.diagnostics(made)
    layers = found.layers
    assert list(found.scaled) == [0.5, 2.0]
    assert np.isfinite(found.scaled[2.0].mean).all()
    assert found.norm_growth_removed.mean[0] == 0
    assert np.isfinite(found.all_norm_growth_removed)
    assert found.additivity.ratio.shape == (1,)
    assert found.additivity.sum.mean == pytest.approx(found.noise[0.1].mean.sum())
    assert found.stream["lens_loss"].shape == (layers,)
    assert found.stream["lens_loss"][-1] == pytest.approx(found.loss, rel=1e-12)
    assert found.stream["lens_agreement"][-1] == 1
    assert (found.stream["mean_norm_out"] > 0).all()
    assert "lens_loss" in found._repr_html_()
    assert len(found.to_dict()["layers"]) == layers
    worth = lab.measure_sensitivity(
        model, text=corpus, sequences=4, sequence_length=32, batches=4, draws=1
    ).result()
    assert (lab.sensitivity(worth).noise.values == found.noise[0.1].values).all()
    some = lab.diagnose(model, text=corpus, analyses=["residual_stream"], **options).result()
    assert lab.diagnostics(some).scaled is None
    assert lab.diagnostics(some).noise is None
    assert lab.diagnostics(some).additivity is None
    assert lab.diagnostics(some).norm_growth_removed is None
    with pytest.raises(widthlab.InvalidArgumentError, match="factors"):
        lab.diagnose(model, text=corpus, factors=[0.0])

    async def again():
        async with await widthlab.connect_async(server.address) as other:
            job = await other.diagnose(model, text=corpus, **options)
            return await job.result()

    assert asyncio.run(again()).id == made.id


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


def test_schedules_are_built_solved_and_exported_at_once(lab, result, tmp_path):
    built = lab.build_schedule("cosine_taper", layers=6, hidden_size=64, ffn_width=256, end=0.6)
    assert len(built) == 6
    assert lab.build_schedule(
        "cosine_taper", layers=6, hidden_size=64, ffn_width=256, end=0.6
    ).cached
    guided = lab.build_schedule("geometry_guided", profile=result["profile"][:10], quantum=8)
    assert guided.ffn_widths == lab.schedule(result["schedule/geometry_guided"]).ffn_widths
    files = lab.export_schedule(built, "csv", tmp_path / "out")
    assert {name: (tmp_path / "out" / name).read_text() for name in files} == files
    solution = lab.solve_widths([1, 2, 3], exponent=0.5, unit_cost=384, budget=393216, quantum=64)
    assert solution.widths.sum() == pytest.approx(1024)
    assert solution.integer_widths.sum() == 1024
    assert max(solution.residuals.values()) < 1e-6
    assert lab.count_parameters(layers=3)["total_parameters"] > 0
    assert "hourglass" in lab.families()
    assert any(option.name == "end" for option in lab.families()["cosine_taper"].options)


def test_schedules_are_compared_and_drawn(lab, result, tmp_path):
    shape = {"layers": 6, "hidden_size": 64, "ffn_width": 256}
    flat = lab.build_schedule("uniform", **shape)
    taper = lab.build_schedule("cosine_taper", **shape)
    unstored = widthlab.Schedule(taper._message)
    found = lab.compare_schedules({"flat": flat, "taper": taper.id[:10], "same": unstored})
    assert [s.label for s in found] == ["flat", "taper", "same"]
    assert found["taper"].ffn_widths == found["same"].ffn_widths == taper.ffn_widths
    assert found["taper"].parameters_ratio == pytest.approx(taper.parameters / flat.parameters)
    assert [(d.first, d.second) for d in found.distances] == [
        ("flat", "taper"), ("flat", "same"), ("taper", "same")
    ]  # fmt: skip
    moved = sum(abs(w - 256) for w in taper.ffn_widths) / 2 / sum(taper.ffn_widths)
    assert found.distances[0].moved_share == pytest.approx(moved)
    assert found.distances[2].moved_share == 0
    assert list(found.to_frame().index) == ["flat", "taper", "same"]
    assert found._repr_html_().count("<tr>") == 2 + 3 + 3
    assert [s.label for s in lab.compare_schedules([flat, taper])] == ["uniform", "cosine_taper"]
    with pytest.raises(widthlab.NotFoundError, match="did you mean 'taper'"):
        found["tapr"]
    picture = lab.render_schedules([flat, taper], quantity="relative_width", title="A <picture>")
    assert picture.svg.lstrip().startswith("<svg")
    assert "A &lt;picture&gt;" in picture.svg
    assert (picture.name, picture.figures) == ("relative_width", {"relative_width": "A <picture>"})
    assert picture.save(tmp_path / "widths.svg").read_text() == picture.svg


# loss = 2 + 3 (x / 1e7)^-0.5, and the second family needs twice the size.
LAW = {
    name: [
        {"parameters": scale * x, "loss": 2 + 3 * (x / 1e7) ** -0.5} for x in (1e6, 4e6, 1e7, 9e7)
    ]
    for name, scale in {"uniform": 1, "wide": 2}.items()
}


def test_scaling_laws_are_fitted_to_runs(lab):
    laws = lab.fit_scaling_law(LAW, losses=[3.0], draws=50)
    curve = laws.curve("uniform", "parameters")
    assert curve.exponent.value == pytest.approx(0.5, rel=1e-6)
    assert curve.irreducible_loss.value == pytest.approx(2, rel=1e-6)
    assert curve(4e6) == pytest.approx(2 + 3 * 0.4**-0.5, rel=1e-6)
    [ratio] = laws.ratios
    assert (ratio.family, ratio.baseline, ratio.loss) == ("wide", "uniform", 3.0)
    assert ratio.ratio.value == pytest.approx(2, rel=1e-6)
    rows = [{"family": name, **run} for name, runs in LAW.items() for run in runs]
    again = lab.fit_scaling_law(rows, losses=[3.0], draws=50)
    assert repr(again.to_dict()) == repr(laws.to_dict())  # NaN included
    assert list(laws.to_frame()["variable"]) == ["parameters", "parameters"]
    assert laws._repr_html_().count("<tr>") == 2 + 2 + 1
    with pytest.raises(widthlab.NotFoundError, match="uniform in parameters"):
        laws.curve("uniform", "training_flops")


def test_the_asynchronous_client_compares_draws_and_fits_the_same(lab, server):
    shape = {"layers": 6, "hidden_size": 64, "ffn_width": 256}
    flat, taper = (lab.build_schedule(name, **shape) for name in ("uniform", "cosine_taper"))

    async def found():
        async with await widthlab.connect_async(server.address) as other:
            return (
                await other.compare_schedules([flat.id[:10], taper]),
                await other.render_schedules([flat, taper.id[:10]], width=500),
                await other.fit_scaling_law(LAW, losses=[3.0]),
            )

    compared, picture, laws = asyncio.run(found())
    again = lab.compare_schedules([flat, taper])
    assert repr(compared.to_dict()) == repr(again.to_dict())  # NaN of the flat one included
    assert picture.svg == lab.render_schedules([flat, taper], width=500).svg
    assert laws.ratios[0].ratio.value == pytest.approx(2, rel=1e-6)


def test_artifacts_are_listed_labelled_and_traced(lab, result):
    profile = lab.artifact(result["profile"])
    assert (profile.kind, profile.algorithm) == ("profile", "geometry.MeasureWork/1")
    assert profile.inputs == [result["activations"]]
    assert profile.spec["random_starts"] == 1
    note = 'a "quoted" <b>note</b> \\'
    lab.label(profile, note=note, other="x")
    assert lab.artifacts("profile", labels={"note": note}) == [profile]
    assert "<b>" not in lab.artifact(profile)._repr_html_()
    text = next(artifact for artifact in lab.lineage(profile) if artifact.kind == "text")
    assert "and 6 more" in text._repr_html_()
    assert lab.label(profile, note=None).labels == {"other": "x"}
    assert lab.set_labels(profile, {}).labels == {}
    kinds = [artifact.kind for artifact in lab.lineage(profile)]
    assert kinds[0] == "profile"
    assert set(kinds) == {"profile", "activations", "training_run", "text"}
    assert len(lab.artifacts(limit=2)) == 2
    assert lab.artifacts(limit=0) == []
    assert lab.verify(profile) == []
    with pytest.raises(widthlab.FailedPreconditionError) as caught:
        lab.delete(profile)
    assert caught.value.reason == "ARTIFACT_IN_USE"


def test_an_artifact_is_made_again_bit_for_bit(lab, result):
    again = lab.reproduce(result["profile"]).result()
    assert again.equal
    assert again.files == {"profile.json": True}


def test_jobs_are_listed_by_state_and_kind(lab, result):
    assert {job.state for job in lab.jobs(state="succeeded", limit=5)} == {"succeeded"}
    assert {job.kind for job in lab.jobs(kind="geometry.MeasureWork")} == {"geometry.MeasureWork"}
    [newest] = lab.jobs(state="succeeded", kind="pipeline.RunPipeline", limit=1)
    assert newest.result() == lab.job(newest.name).result()


PLACE = "schedules[0].artifact"


@pytest.mark.parametrize(
    "call, error, field",
    [
        (lambda lab, r: lab.run(text=r["profile"]), widthlab.InvalidArgumentError, "text"),
        (lambda lab, r: lab.run(text="0" * 64), widthlab.NotFoundError, "text"),
        (lambda lab, r: lab.run(text="abcdef"), widthlab.NotFoundError, "text"),
        (lambda lab, r: lab.run(text="no/such"), widthlab.InvalidArgumentError, "text"),
        (lambda lab, r: lab.schedule(r["profile"]), widthlab.InvalidArgumentError, "artifact"),
        (lambda lab, r: lab.artifact("zz"), widthlab.InvalidArgumentError, "artifact"),
        (lambda lab, r: lab.read(r["profile"], "profile.jsn"), widthlab.NotFoundError, "file"),
        (lambda lab, r: lab.artifacts("schedul"), widthlab.InvalidArgumentError, "kind"),
        (lambda lab, r: lab.jobs(state="done"), widthlab.InvalidArgumentError, "state"),
        (lambda lab, r: lab.lineage(r["text"], "up"), widthlab.NotFoundError, "step"),
        (lambda lab, r: lab.lineage(r["report"], "up"), widthlab.InvalidArgumentError, "direction"),
        (lambda lab, r: lab.solve_widths([1, math.nan]), widthlab.InvalidArgumentError, "work[1]"),
        (lambda lab, r: lab.build_schedule("uniform", cap=0), widthlab.InvalidArgumentError, "cap"),
        (lambda lab, r: lab.compare({}), widthlab.InvalidArgumentError, "arms"),
        (lambda lab, r: lab.compare_schedules("x"), widthlab.InvalidTypeError, "schedules"),
        (lambda lab, r: lab.compare_schedules([]), widthlab.InvalidArgumentError, "schedules"),
        (lambda lab, r: lab.compare_schedules(["abcd"]), widthlab.NotFoundError, PLACE),
        (lambda lab, r: lab.render_schedules([r["profile"]]), widthlab.InvalidArgumentError, PLACE),
        (lambda lab, r: lab.fit_scaling_law([{}]), widthlab.InvalidArgumentError, "runs[0]"),
        (lambda lab, r: lab.fit_scaling_law({"a": 3}), widthlab.InvalidTypeError, "runs"),
        (lambda lab, r: lab.fit_scaling_law({}), widthlab.InvalidArgumentError, "families"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_an_exception_with_a_field(lab, result, call, error, field):
    with pytest.raises(error) as caught:
        call(lab, result)
    assert caught.value.field == field
    assert caught.value.message


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
