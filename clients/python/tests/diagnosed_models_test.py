"""Sensitivities, correlations and diagnoses of the run's reference model."""

import asyncio

import numpy as np
import pytest
import widthlab


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
