"""Schedules and scaling laws, which are answered at once."""

import asyncio

import numpy as np
import pytest
import widthlab


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
