"""What profiles go with, through a real server: reproduced, refused, killed in the middle, and set
against SciPy, which knows nothing of this code."""

import json
import math
import time

import numpy as np
import pytest
import tiny
from api import CallError
from scipy import stats
from suite import Suite

PIPELINE = tiny.PIPELINE
LAYERS = 10


def profiled(api, layers=LAYERS, subsamples=2):
    """Ids of activations, profile and sensitivity of a model that is trained on a text."""
    text = tiny.import_text(api)
    architecture = {"layers": layers, "hidden_size": 16, "heads": 2, "ffn_width": 32}
    reading = {"sequences": 8, "sequence_length": 32}
    steps = [
        {"id": "model", "train": {"text": text, "architecture": architecture, "steps": 8,
                                  "batch_size": 4, "sequence_length": 32,
                                  "validation_tokens": "1024"}},
        {"id": "activations", "capture": {"model": "step:model", "text": text, **reading,
                                          "subsamples": subsamples, "tokens_per_subsample": 24}},
        {"id": "profile", "measure": {"activations": "step:activations", "random_starts": 1}},
        {"id": "sensitivity", "sensitivity": {"model": "step:model", "text": text, **reading,
                                              "draws": 1}},
    ]  # fmt: skip
    job = api.call(f"{PIPELINE}/RunPipeline", {"steps": {"steps": steps}})
    return tiny.artifacts(tiny.wait(api, job["name"]))


def start(api, models, **fields):
    request_id = fields.pop("request_id", "")
    request = {"diagnostics": {"models": models, **fields}, "request_id": request_id}
    return api.call(f"{PIPELINE}/RunDiagnostics", request)


def p_of(a, b):
    """Of |r|, by SciPy; a permutation of b leaves its mean and norm as they are."""
    centred = a - np.mean(a)
    return stats.permutation_test(
        (b,),
        lambda b, axis: np.abs((b * centred).sum(axis=axis)),
        permutation_type="pairings",
        alternative="greater",
        vectorized=True,
        n_resamples=np.inf if len(b) <= 8 else 1999,
        rng=np.random.default_rng(1),
    ).pvalue


def model(made, name="m"):
    return {"name": name, "profile": made["profile"], "sensitivity": made["sensitivity"]}


def read(api, artifact, name):
    """A JSON file of an artifact."""
    manifest = api.call(f"{tiny.ARTIFACTS}/GetArtifact", {"name": artifact})["manifest"]
    [digest] = [file["digest"] for file in manifest["files"] if file["name"] == name]
    chunks = api.stream(f"{tiny.ARTIFACTS}/ReadBlob", {"digest": digest})
    return json.loads(b"".join(map(tiny.data_of, chunks)))


@pytest.fixture(scope="module")
def made(one_process):
    return profiled(one_process.api)


@pytest.fixture(scope="module")
def shallow(one_process):
    return profiled(one_process.api, layers=5)


ASKED = {"remove_norm_growth": True, "state_factors": [2], "correlate": {"permutations": 1999}}


@pytest.fixture(scope="module")
def correlations(one_process, made, shallow):
    """What correlations.json says, and the id of its artifact."""
    api = one_process.api
    # The first digits of an id are enough.
    deep = model(made, "deep") | {"sensitivity": made["sensitivity"][:12]}
    run = tiny.wait(api, start(api, [deep, model(shallow, "shallow")], **ASKED)["name"])
    assert run["metadata"]["template"] == "diagnostics"
    artifact = tiny.artifacts(run)["correlations"]
    return read(api, artifact, "correlations.json"), artifact


def test_everything_is_set_against_everything_and_reproduced(one_process, correlations):
    found, artifact = correlations
    deep, shallow = found["models"]
    assert (deep["name"], deep["layers"], shallow["layers"]) == ("deep", LAYERS, 5)
    # Nine statistics against lambda, ablation and norm.
    assert len(deep["correlations"]) == 27
    assert len(deep["mean_norm"]) == LAYERS and min(deep["mean_norm"]) > 0
    again = one_process.api.call(f"{PIPELINE}/ReproduceArtifact", {"name": artifact})
    assert tiny.wait(one_process.api, again["name"])["result"]["equal"] is True


def test_scaled_states_tell_what_follows_size(correlations):
    times_two, without_growth = correlations[0]["models"][0]["scaled"]
    assert times_two["state_factor"] == 2 and not times_two["norm_growth_removed"]
    for one in times_two["statistics"]:
        wanted = 1 if one["profile"].startswith("raw/") else 0
        if one["exponent"] == "NaN":  # no loop in any layer of so small a cloud
            assert one["profile"].endswith("topological_change")
        else:
            assert one["exponent"] == pytest.approx(wanted, abs=1e-6), one["profile"]
        if not one["with_unscaled"]["pearson"]["undefined_reason"]:
            assert one["with_unscaled"]["pearson"]["coefficient"] == pytest.approx(1, abs=1e-9)
    assert without_growth["norm_growth_removed"] and without_growth["state_factor"] == 1
    raw = {one["profile"]: one for one in without_growth["statistics"]}["raw/shift"]
    assert raw["with_norm"]["against"] == "norm"
    assert abs(raw["with_unscaled"]["pearson"]["coefficient"]) < 1


def test_coefficients_and_p_agree_with_scipy(one_process, made, shallow, correlations):
    """From profile.json and sensitivity.json as they are, by SciPy and NumPy's interpolation."""

    def lists(ids):
        profile = read(one_process.api, ids["profile"], "profile.json")
        worth = read(one_process.api, ids["sensitivity"], "sensitivity.json")["layers"]
        series = {
            f"{c['geometry'].removeprefix('GEOMETRY_').lower()}/"
            f"{c['statistic'].removeprefix('STATISTIC_').lower()}": [
                float(layer.get("mean", 0)) for layer in c["layers"]
            ]
            for c in profile["work"]
        }
        series["lambda"] = [layer["noise"]["mean"] for layer in worth]
        series["ablation"] = [layer["ablation"]["mean"] for layer in worth]
        return {name: np.array(values) for name, values in series.items()}

    deep, other = lists(made), lists(shallow)

    def check(found, x, y):
        checked = 0
        for kind, values in [("", (x, y)), ("_of_differences", (np.diff(x), np.diff(y)))]:
            for name, function in [("spearman", stats.spearmanr), ("pearson", stats.pearsonr)]:
                one = found[name + kind]
                if one["undefined_reason"]:
                    assert one["coefficient"] == "NaN"
                    continue
                wanted = function(*values).statistic
                assert one["coefficient"] == pytest.approx(wanted, abs=1e-9)
                assert one["p_exact"] == (len(values[0]) <= 8)
                p = p_of(*(values if name == "pearson" else map(stats.rankdata, values)))
                # Two times 1,999 orders, unless all were tried.
                spread = 0 if one["p_exact"] else 5 * math.sqrt(p * (1 - p) * 2 / 1999)
                assert one["p"] == pytest.approx(p, abs=1e-9 + spread)
                assert -1 <= one["low"] <= one["high"] <= 1
                checked += 1
        return checked

    found = correlations[0]
    checked = sum(
        check(one, deep[one["profile"]], deep[one["against"]])
        for one in found["models"][0]["correlations"]
        if one["against"] != "norm" and not one["left_out"]
    )
    assert checked > 40
    [transfer] = found["transfers"]
    assert (transfer["first"], transfer["second"], transfer["points"]) == ("deep", "shallow", 5)
    assert len(transfer["profiles"]) == 11
    at = np.linspace(0, 1, 5)
    for one in transfer["profiles"]:
        x = np.interp(at, np.linspace(0, 1, LAYERS), deep[one["profile"]])
        if not one["left_out"]:
            check(one, x, other[one["profile"]])


def test_raw_profiles_are_marked_and_differences_are_not(correlations):
    for one in correlations[0]["models"][0]["correlations"]:
        assert one["spearman"]["p_note"] == "not adjusted for depth trend"
        assert one["pearson"]["p_note"] == "not adjusted for depth trend"
        assert not one["spearman_of_differences"]["p_note"]


def test_a_dry_run_starts_nothing_and_the_cache_answers(one_process, made, shallow, correlations):
    models = [model(made, "deep"), model(shallow, "shallow")]
    request = {"diagnostics": {"models": models, **ASKED}, "validate_only": True}
    plan = one_process.api.call(f"{PIPELINE}/RunDiagnostics", request)
    assert plan["name"] == ""
    steps = tiny.steps(plan)
    assert len(steps) == 5 and steps["scaled/1/no-norm-growth"]["cached"]
    run = tiny.wait(one_process.api, start(one_process.api, models, **ASKED)["name"])
    assert tiny.steps(run)["correlations"]["cached"]
    assert tiny.artifacts(run)["correlations"] == correlations[1]


@pytest.mark.parametrize(
    "change, field",
    [
        ({"profile": "abcd"}, "models[0].profile"),
        ({"profile": "ACTIVATIONS"}, "models[0].profile"),
        ({"sensitivity": "SHALLOW"}, "models[0].sensitivity"),
        ({"activations": "SHALLOW ACTIVATIONS"}, "models[0].activations"),
        ({"scaled_profiles": ["PROFILE"]}, "models[0].scaled_profiles[0]"),
        ({"name": ""}, "models[0].name"),
        ({"name": "other"}, "models[1].name"),
    ],
)
def test_bad_models_are_refused_by_field(one_process, made, shallow, change, field):
    ids = {
        "ACTIVATIONS": made["activations"],
        "PROFILE": made["profile"],
        "SHALLOW": shallow["sensitivity"],
        "SHALLOW ACTIVATIONS": shallow["activations"],
    }

    def known(value):
        return [known(x) for x in value] if isinstance(value, list) else ids.get(value, value)

    changed = {key: known(value) for key, value in change.items()}
    with pytest.raises(CallError) as error:
        start(one_process.api, [model(made) | changed, model(shallow, "other")])
    assert error.value.field == field


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"state_factors": [1]}, "state_factors[0]"),
        ({"state_factors": [0]}, "state_factors[0]"),
        ({"state_factors": [2, 2]}, "state_factors"),
        ({"correlate": {"permutations": 3}}, "correlate.permutations"),
        ({"correlate": {"level": 1}}, "correlate.level"),
        ({"correlate": {"models": [{"name": "m"}]}}, "correlate.models"),
    ],
)
def test_bad_options_are_refused_by_field(one_process, made, fields, field):
    with pytest.raises(CallError) as error:
        start(one_process.api, [model(made)], **fields)
    assert field in error.value.field


def test_a_model_of_two_layers_is_answered_clearly(one_process):
    made = profiled(one_process.api, layers=2)
    run = tiny.wait(one_process.api, start(one_process.api, [model(made, "tiny")])["name"])
    artifact = tiny.artifacts(run)["correlations"]
    found = read(one_process.api, artifact, "correlations.json")
    assert any("tiny has 2 layers" in remark for remark in found["remarks"])
    for one in found["models"][0]["correlations"]:
        assert one["spearman"]["coefficient"] == "NaN"
        assert one["spearman"]["undefined_reason"] == "needs 3 pairs of numbers, has 2"
    assert math.isfinite(found["models"][0]["mean_norm"][0])


def test_a_kill_in_the_middle_leaves_the_same_id_for_any_threads(tmp_path):
    with Suite.in_one_process(tmp_path) as suite:
        made = profiled(suite.api, subsamples=8)
        fields = {"remove_norm_growth": True, "state_factors": [0.5, 2]}
        job = start(suite.api, [model(made)], **fields)
        deadline = time.monotonic() + 120
        while True:
            steps = tiny.steps(suite.api.call(f"{PIPELINE}/GetRun", {"name": job["name"]}))
            if any(step["state"] == "JOB_STATE_RUNNING" for step in steps.values()):
                break
            assert time.monotonic() < deadline
        suite.front.kill()
        suite.front.threads = 1
        suite.restart()
        resumed = tiny.artifacts(tiny.wait(suite.api, job["name"]))
        again = suite.api.call(
            f"{PIPELINE}/ReproduceArtifact", {"name": resumed["correlations"]}
        )
        assert tiny.wait(suite.api, again["name"])["result"]["equal"] is True
        suite.stop()
    with Suite.in_one_process(tmp_path / "other") as other:
        other.front.threads = 2
        made = profiled(other.api, subsamples=8)
        whole = tiny.wait(other.api, start(other.api, [model(made)], **fields)["name"])
        assert tiny.artifacts(whole)["correlations"] == resumed["correlations"]
