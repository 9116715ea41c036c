"""Schedules as a script asks for them: every family with its keys, the solver's lines, all formats,
and input that is wrong, through widthctl and a real server."""

import hashlib
import json
import math
import subprocess

import pytest
import tiny
from suite import program

SHAPE = ["--layers", "3", "--d-model", "16", "--ffn-width", "32"]
MODEL = ["--set", "heads=2", "--set", "quantum=4"]
REFUSED = (2, 3, 4)  # by the client, by the server, or not found


@pytest.fixture
def widthctl(one_process):
    def run(*words, code=0):
        """Objects printed, one for each line; of a failure the error."""
        line = [program("widthctl"), "--server", one_process.front.address, *map(str, words)]
        done = subprocess.run([*line, "--json"], capture_output=True, text=True, timeout=120)
        assert done.returncode in ([code] if isinstance(code, int) else code), (words, done.stdout, done.stderr)
        return [json.loads(text) for text in (done.stdout or done.stderr).splitlines()]

    return run


@pytest.fixture(scope="session")
def profile(finished):
    return tiny.artifacts(finished)["profile"]


@pytest.fixture(scope="session")
def sensitivity(one_process):
    """Three layers, the first of which the loss minds most; the last estimate is negative."""
    layers = [
        {"noise": {"mean": mean, "standard_error": 0.01, "values": [mean - 0.01, mean + 0.01]},
         "ablation": {"mean": 3 - mean, "standard_error": 0.1, "values": [2.9 - mean, 3.1 - mean]}}
        for mean in (0.5, 0.2, -0.1)
    ]  # fmt: skip
    data = json.dumps({"layers": layers, "relative_noise": 0.1, "draws": 2, "batches": 1}).encode()
    file = {
        "name": "sensitivity.json", "digest": hashlib.sha256(data).hexdigest(),
        "size_bytes": len(data), "media_type": "application/json",
    }  # fmt: skip
    chunk = {"digest": file["digest"], "size_bytes": len(data), "data": tiny.in_base64(data)}
    one_process.api.send(f"{tiny.ARTIFACTS}/WriteBlob", [chunk])
    manifest = {
        "kind": "ARTIFACT_KIND_SENSITIVITY", "schema_version": 1, "files": [file],
        "spec_type": "test.Spec", "spec_json": "{}", "algorithm_version": "test/1",
    }  # fmt: skip
    return one_process.api.call(f"{tiny.ARTIFACTS}/CreateArtifact", {"manifest": manifest})["id"]


def build(widthctl, family, *settings, code=0, shape=SHAPE, model=MODEL):
    flags = [word for setting in settings for word in ("--set", setting)]
    [built] = widthctl("schedule", "build", "--family", family, *shape, *model, *flags, code=code)
    return built if code == 0 else built["error"]


BUDGET = 3 * 3 * 16 * 32


def check(built, layers=3):
    """What scripts read is there, and the budget is kept within one quantum."""
    assert len(built["ffn_widths"]) == len(built["residual_widths"]) == layers
    assert {"ffn", "total", "effective"} <= built["parameters"].keys()
    assert built["parameters"]["ffn"] == sum(
        3 * d * w * max(1, built.get("experts", 1))
        for d, w in zip(built["residual_widths"], built["ffn_widths"])
    )
    assert built["flops"] > 0 and built["kv_bytes_per_token"] > 0
    return built["ffn_widths"]


SHAPES = {
    "uniform": [],
    "cosine_taper": ["start=1.8", "end=0.2", "floor=4", "cap=60"],
    "linear_taper": ["start=1.2", "end=0.8"],
    "openelm_linear": ["start=0.6", "end=2"],
    "reverse": ["start=3", "end=0.4"],
    "frame": ["start=0.4", "end=3"],
    "crown": ["edge=0.5", "middle=2", "at=0.4"],
    "ffn_band": ["share=0.34", "place=first"],
}


@pytest.mark.parametrize("family", SHAPES)
def test_shapes_keep_the_budget_with_defaults_and_with_every_key(widthctl, family):
    for settings in ([], SHAPES[family]):
        built = build(widthctl, family, *settings)
        check(built)
        assert 0 <= BUDGET - built["parameters"]["ffn"] < 3 * 16 * 4
        assert built["residual_widths"] == [16, 16, 16]
    if family == "ffn_band":
        assert built["ffn_widths"] == [96, 0, 0]


GUIDED = [
    "geometry=spherical", "statistic=shift", "smoothing=gaussian", "window=2", "work_floor=0.1",
    "exponent_scale=3", "dimension_estimator=levina_bickel", "dimension_cloud=ffn_out",
    "dimension_geometry=spherical", "interval_draws=50", "interval_level=0.8", "interval_seed=3",
    "sensitivity_estimate=ablation", "sensitivity_floor=0.2",
]  # fmt: skip


@pytest.mark.parametrize("family", ["geometry_guided", "inverse_work"])
def test_guided_families_follow_a_measured_profile(widthctl, profile, sensitivity, family):
    plain = build(widthctl, family, f"profile={profile}")
    weighted = build(widthctl, family, f"profile={profile[:12]}", f"sensitivity={sensitivity}")
    everything = build(
        widthctl, family, f"profile={profile}", f"sensitivity={sensitivity}", *GUIDED
    )
    fixed = build(widthctl, family, f"profile={profile}", "exponents=0.4,0.5,0.6", "smoothing=none")
    for built in (plain, weighted, everything, fixed):
        check(built)
        assert 0 <= BUDGET - built["parameters"]["ffn"] < 3 * 16 * 4
        assert built["rounding"]["gap_bound"] == 0
    assert weighted["ffn_widths"][0] > plain["ffn_widths"][0]
    [shown] = widthctl("schedule", "show", weighted["artifact"])
    assert len(shown["width_intervals"]) == 3
    assert shown["solution"]["budget_residual"] < 1e-12
    for layer in shown["explanations"]:
        for word in ("smoothed work", "sensitivity is", "exponent", "The optimum is"):
            assert word in layer["text"], layer
        assert ("its inverse" in layer["text"]) == (family == "inverse_work")
    assert weighted["explanations"] == [layer["text"] for layer in shown["explanations"]]
    taken = shown["problem"]["sensitivity"]  # 0.5, 0.2, -0.1 over 0.2, the last floored
    assert taken == pytest.approx([2.5, 1, 0.05])
    assert shown["problem"]["budget"] == BUDGET


def test_people_are_told_why_each_layer_is_as_wide_as_it_is(widthctl, one_process, profile):
    guided = build(widthctl, "geometry_guided", f"profile={profile}")
    taper = build(widthctl, "cosine_taper")
    for built, sentence in ((guided, guided["explanations"][2]), (taper, "the shape asks for")):
        shown = subprocess.run(
            [program("widthctl"), "schedule", "show", built["artifact"], "--explain",
             "--server", one_process.front.address],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert sentence in shown.stdout


def test_the_order_of_work_is_turned_round_by_its_inverse(widthctl, profile):
    settings = [f"profile={profile}", "smoothing=none", "exponent=1", "statistic=shift"]
    [guided], [inverse] = (
        widthctl("schedule", "show", build(widthctl, family, *settings)["artifact"])
        for family in ("geometry_guided", "inverse_work")
    )
    products = [a * b for a, b in zip(guided["problem"]["work"], inverse["problem"]["work"])]
    assert products == pytest.approx([1, 1, 1])


def test_sensitivity_alone_gives_widths(widthctl, sensitivity):
    built = build(
        widthctl, "sensitivity_only", f"sensitivity={sensitivity}", "exponent=1",
        "sensitivity_floor=0.1",
    )  # fmt: skip
    # sqrt of 2.5 : 1 : 0.1 of 96 units, in quanta of 4.
    assert check(built) == [52, 32, 12]
    ablation = build(
        widthctl, "sensitivity_only", f"sensitivity={sensitivity}", "exponents=1,1,1",
        "sensitivity_estimate=ablation",
    )  # fmt: skip
    assert ablation["ffn_widths"] == sorted(ablation["ffn_widths"])


JOINT = [
    "geometry=raw", "statistic=metric_distortion", "smoothing=none", "window=1", "work_floor=0.1",
    "exponent=0.5", "residual_need=participation_ratio", "residual_exponent=0.7", "balance=1.2",
    "residual_quantum=4", "residual_floor=8", "residual_cap=24", "interval_draws=20",
    "interval_level=0.9", "interval_seed=1",
]  # fmt: skip


def test_joint_widths_share_one_budget(widthctl, profile, sensitivity):
    [uniform] = [build(widthctl, "uniform")]
    for settings in (["residual_quantum=4"], [f"sensitivity={sensitivity}", *JOINT]):
        built = build(widthctl, "joint", f"profile={profile}", *settings)
        check(built)
        assert built["parameters"]["non_embedding"] <= uniform["parameters"]["non_embedding"]
        [shown] = widthctl("schedule", "show", built["artifact"])
        assert shown["joint"]["budget_residual"] < 1e-12
        assert shown["joint"]["stationarity_residual"] < 1e-9
        assert len(shown["width_intervals"]) == len(shown["residual_width_intervals"]) == 3
        for layer in shown["explanations"]:
            assert "The residual stream needs" in layer["text"]
            assert "Other subsamples put it between" in layer["text"]
    assert min(built["residual_widths"]) >= 8 and max(built["residual_widths"]) <= 24


def test_controls_and_experts_take_another_schedule(widthctl, profile, sensitivity):
    base = build(widthctl, "geometry_guided", f"profile={profile}")
    for settings in ([f"profile={profile}"], [f"base={base['artifact']}"]):
        turned = build(widthctl, "reversed", *settings)
        assert check(turned) == base["ffn_widths"][::-1]
        mixed = build(widthctl, "permuted", "seed=5", *settings)
        assert sorted(check(mixed)) == sorted(base["ffn_widths"])
        experts = build(widthctl, "moe", "experts=4", "top_k=1", *settings)
        assert check(experts) == base["ffn_widths"]
        assert (experts["experts"], experts["experts_per_token"]) == (4, 1)
    loss = build(widthctl, "reversed", "base=sensitivity_only", f"sensitivity={sensitivity}")
    check(loss)
    assert check(build(widthctl, "moe", "base=cosine_taper")) == [48, 32, 16]


DEEP = ["--layers", "16", "--d-model", "640", "--ffn-width", "2560"]
PUBLISHED = [1152, 960, 832, 704, 608, 512, 448, 352, 320, 256, 224, 192, 288, 480, 736, 1152]


def test_the_hourglass_is_the_published_one(widthctl):
    deep = dict(shape=DEEP, model=[])
    built = build(widthctl, "hourglass", "vocabulary=100263", **deep)
    assert built["residual_widths"] == PUBLISHED
    assert built["ffn_widths"] == [4 * width for width in PUBLISHED]
    keys = ["vocabulary=1000", "ratio=0.4", "turn=0.6", "sequence=1024", "matching=allocated"]
    keys += ["symmetric=false", "quantum=64"]
    for family in ("hourglass", "hourglass_arithmetic"):
        other = build(widthctl, family, *keys, **deep)
        check(other, 16)
        assert all(width % 64 == 0 for width in other["residual_widths"])
        assert other["residual_widths"].index(min(other["residual_widths"])) == 9
    narrow = build(widthctl, "hourglass", "vocabulary=1000", "fixed_residual=true", **deep)
    assert narrow["residual_widths"] == [640] * 16
    assert narrow["ffn_widths"] == [4 * width for width in narrow["attention_widths"]]


def test_the_solver_answers_line_by_line(widthctl, tmp_path):
    good = {"work": [1, 4, 9], "exponent": 1, "unit_cost": 3, "budget": 1800}
    bounded = good | {"floor": [150, 0, 0], "cap": [600, 600, 260], "sensitivity": [1, 1, 1]}
    whole = good | {"quantum": 50, "reference_width": 100}
    bad = [
        (good | {"work": [1, 0, 1]}, "work[1]"),
        (good | {"work": [1, -1, 1]}, "work[1]"),
        (good | {"work": [1, math.nan, 1]}, "work[1]"),
        (good | {"work": []}, "work"),
        (good | {"exponent": 0}, "exponent[0]"),
        (good | {"exponent": [1, 1]}, "exponent"),
        (good | {"floor": 700}, "budget"),
        (good | {"cap": 100}, "budget"),
        (good | {"floor": 300, "cap": [600, 200, 600]}, "cap[1]"),
        (good | {"quantum": 2000}, "quantum"),
        (good | {"width": 3}, "width"),
        ({"work": [1]}, "exponent"),
    ]
    lines = [good, bad[0][0], bounded, *(problem for problem, _ in bad[1:]), whole]
    path = tmp_path / "problems.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "{]\n")
    answers = widthctl("schedule", "solve", "--file", path, code=1)
    assert len(answers) == len(lines) + 1
    assert answers[0]["widths"] == pytest.approx([100, 200, 300])
    assert answers[0]["objective"] == pytest.approx(1 / 0.5 + 4 / 1 + 9 / 1.5)
    assert answers[0]["multiplier"] == pytest.approx((1 / 0.5) / 100 / 3)
    assert answers[0]["bound"] == ["NONE"] * 3
    for name in ("budget", "stationarity", "complementarity"):
        assert 0 <= answers[0][f"{name}_residual"] < 1e-10
    assert answers[2]["widths"] == pytest.approx([150, 190, 260])
    assert answers[2]["bound"] == ["FLOOR", "NONE", "CAP"]
    fields = [answers[1], *answers[3 : 2 + len(bad)]]
    for (problem, field), answer in zip(bad, fields):
        assert set(answer) == {"error"}, (problem, answer)
        assert {"code", "reason", "field", "message"} <= answer["error"].keys()
        assert (answer["error"]["field"], answer["error"]["code"]) == (field, "INVALID_ARGUMENT")
        assert field.split("[")[0] in answer["error"]["message"]
    last = answers[-2]
    assert last["integer_widths"] == [100, 200, 300]
    assert last["integer_gap_bound"] == 0
    assert last["integer_objective"] == pytest.approx(1 + 2 + 3)
    assert answers[-1]["error"]["reason"] == "INVALID_JSON"


def test_every_format_gives_the_widths_back(widthctl, tmp_path):
    built = build(widthctl, "explicit", "ffn_widths=44,12,40", "tied_embeddings=true")
    for number, name in enumerate(
        ["hugging_face", "openelm", "decilm", "nemotron", "megatron", "lm_engine", "csv", "json"]
    ):
        folder = tmp_path / name
        to = ["--format", name, "--output", f"{folder}/"]
        if number % 2:
            [out] = widthctl("schedule", "export", built["artifact"], *to)
        else:  # from what build printed
            (tmp_path / "built.json").write_text(json.dumps(built))
            [out] = widthctl("schedule", "export", "--file", tmp_path / "built.json", *to)
        [back] = widthctl("schedule", "import", "--format", name, "--file", out["paths"][0])
        assert back["ffn_widths"] == out["ffn_widths"]
        if name == "decilm":  # rounds up to 256, and says what that costs
            assert out["ffn_widths"] == [256, 256, 256]
            more = 3 * 16 * (3 * 256 - 96)
            assert out["parameter_drift"] == pytest.approx(more / built["parameters"]["total"])
            continue
        assert out["ffn_widths"] == built["ffn_widths"]
        assert out["parameter_drift"] == 0
        assert out["parameters"] == built["parameters"]["total"]


def test_residual_widths_and_widths_of_heads_come_back_where_they_can_be_said(widthctl, tmp_path):
    deep = dict(shape=DEEP, model=[])
    kinds = {
        "residual_widths": ([], ["lm_engine", "csv", "json"]),
        "attention_widths": (["fixed_residual=true"], ["hugging_face", "csv", "json"]),
    }
    for kind, (settings, formats) in kinds.items():
        built = build(widthctl, "hourglass", "vocabulary=1000", *settings, **deep)
        for name in ["hugging_face", "openelm", "nemotron", "lm_engine", "csv", "json"]:
            to = ["--format", name, "--output", tmp_path / kind / name]
            if name not in formats:
                [no] = widthctl("schedule", "export", built["artifact"], *to, code=REFUSED)
                assert no["error"]["field"] == kind, no
                continue
            [out] = widthctl("schedule", "export", built["artifact"], *to)
            [back] = widthctl("schedule", "import", "--format", name, "--file", out["paths"][0])
            assert back[kind] == built[kind], name
            assert back["ffn_widths"] == built["ffn_widths"]


BAD = [
    ("uniform", ["heads=3"], "architecture.heads"),
    ("uniform", ["kv_heads=3"], "architecture.kv_heads"),
    ("cosine_taper", ["quantum=64"], "quantum"),
    ("cosine_taper", ["floor=33"], "floor"),
    ("cosine_taper", ["cap=31"], "cap"),
    ("cosine_taper", ["start=0"], "cosine_taper.start"),
    ("cosine_taper", ["strat=1"], "cosine_taper.strat"),
    ("crown", ["at=1"], "crown.at"),
    ("ffn_band", ["share=1.5"], "ffn_band.share"),
    ("explicit", ["ffn_widths=1,2"], "explicit.ffn_widths"),
    ("geometry_guided", [], "geometry_guided.profile"),
    ("geometry_guided", ["profile=0123456789"], "geometry_guided.profile"),
    ("sensitivity_only", [], "sensitivity_only.sensitivity"),
    ("joint", [], "joint.profile"),
    ("moe", ["base=uniform", "experts=2", "top_k=3"], "moe.top_k"),
    ("reversed", ["base=no_such"], "reversed.base"),
    ("hourglass", [], "hourglass.vocabulary"),
    ("hourglass", ["vocabulary=100", "turn=0.01"], "hourglass.turn"),
    ("hourglass", ["vocabulary=100", "ratio=1"], "hourglass.ratio"),
]


@pytest.mark.parametrize("family, settings, field", BAD)
def test_what_is_wrong_names_its_field(widthctl, family, settings, field):
    small = dict(model=["--set", "heads=2", "--set", "quantum=4"])
    where = dict(shape=DEEP, model=[]) if family == "hourglass" else small
    error = build(widthctl, family, *settings, code=REFUSED, **where)
    assert error["field"] == field, error
    assert error["code"] in ("INVALID_ARGUMENT", "NOT_FOUND")
    assert field.rpartition(".")[2] in error["message"]
