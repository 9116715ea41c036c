"""A user's own arrays and results, on a real server."""

import asyncio
import math

import numpy as np
import pytest
import widthlab

RANDOM = np.random.default_rng(3)
SHIFTED = np.arange(12.0).reshape(6, 2)


def circle(points, noise=0.0):
    angle = np.linspace(0, 2 * np.pi, points, endpoint=False)
    plane = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return plane + noise * np.random.default_rng(5).normal(size=plane.shape)


def test_a_shift_by_hand(lab):
    found = lab.compare_clouds(SHIFTED, SHIFTED + [3, 4])
    assert found.geometry == "raw"
    assert found.shift == pytest.approx(5)
    assert found.gw == pytest.approx(0, abs=1e-9)
    assert found.topological_change == pytest.approx(0, abs=1e-9)


def test_only_what_is_asked_for_is_there(lab):
    found = lab.compare_clouds(SHIFTED, SHIFTED, statistics=["shift"])
    assert (found.shift, found.gw, found.topological_change) == (0, None, None)
    assert found.to_dict()["gw"] is None
    assert "undefined" in found._repr_html_()


def test_a_circle_that_is_closed_up_changes_its_topology(lab):
    ring = circle(40)
    found = lab.compare_clouds(ring, ring * [1, 0.01], geometry="raw")
    # A ring of radius 1 has one loop, from the side of the polygon to its triangle's.
    assert 0.8 < found.topological_change < 2
    assert found.gw > 0.1
    assert set(found.logs) == {"distortion_log", "topology_log"}


def test_clouds_of_different_sizes_have_a_topological_change(lab):
    found = lab.compare_clouds(
        circle(40), circle(24)[:, [1, 0]], statistics=["topological_change"]
    )
    assert found.topological_change >= 0
    with pytest.raises(widthlab.InvalidArgumentError, match="statistics="):
        lab.compare_clouds(circle(40), circle(24))


def test_every_layout_and_type_gives_the_same_numbers(lab):
    x, y = RANDOM.normal(size=(2, 30, 7)).astype("f4")
    expected = lab.compare_clouds(x, y, geometry="spherical").to_dict()
    for change in [np.asfortranarray, lambda a: a.astype(">f4"), lambda a: np.repeat(a, 2, 0)[::2]]:
        again = lab.compare_clouds(change(x), change(y), geometry="spherical").to_dict()
        assert again == expected
    wide = lab.compare_clouds(x.astype("f8"), y.astype("f8"), geometry="spherical").to_dict()
    assert wide["shift"] == pytest.approx(expected["shift"], rel=1e-6)


def test_the_dimension_of_a_noisy_circle_is_near_one(lab):
    angle = np.random.default_rng(11).uniform(0, 2 * np.pi, 400)
    ring = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    found = lab.estimate_dimension(ring)
    assert found.twonn == pytest.approx(1, abs=0.2)
    assert found.mle == pytest.approx(1, abs=0.2)
    assert found.participation_ratio == pytest.approx(2, abs=0.1)
    assert found.effective_rank == pytest.approx(2, abs=0.1)
    assert found.reason is None
    assert (found.points, found.distinct_points) == (400, 400)


def test_what_is_undefined_is_none_with_a_reason(lab):
    found = lab.estimate_dimension([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    assert found.twonn is None
    assert found.mle is None
    assert "mle" in found.reason
    assert set(found.reasons) >= {"twonn", "mle"}
    assert found.distinct_points == 2
    empty = lab.estimate_dimension(np.zeros((0, 3)))
    assert (empty.points, empty.twonn) == (0, None)


@pytest.mark.parametrize(
    "x, field",
    [
        ([[1.0, math.nan]], "X[0]"),
        ([[1.0], [math.inf]], "X[1]"),
        ([1.0, 2.0], "X"),
        (np.array([[1j]]), "X"),
        (np.array([["a"]]), "X"),
    ],
)
def test_arrays_that_cannot_be_measured_are_named(lab, x, field):
    with pytest.raises(widthlab.InvalidArgumentError) as caught:
        lab.estimate_dimension(x)
    assert caught.value.field == field


def test_an_option_that_is_not_there_or_out_of_range_is_named(lab):
    for field in ["radius", "hyperbolic_radius"]:
        with pytest.raises(widthlab.InvalidArgumentError) as caught:
            lab.estimate_dimension(SHIFTED, geometry="hyperbolic", **{field: 1})
        assert caught.value.field == field


def test_a_cloud_that_the_server_cannot_take_is_refused_before_it_is_sent(lab):
    big = np.broadcast_to(np.ones((1, 1), "f4"), (600_000, 1000))  # 2.4 GB
    with pytest.raises(widthlab.ResourceExhaustedError) as caught:
        lab.estimate_dimension(big)
    assert caught.value.reason == "CLOUD_TOO_LARGE"


def test_the_asynchronous_client_finds_the_same(lab, server, corpus, small):
    x, y = RANDOM.normal(size=(2, 20, 5))

    async def measure():
        async with await widthlab.connect_async(server.address) as other:
            compared, estimated = await asyncio.gather(
                other.compare_clouds(x, y, geometry="hyperbolic"), other.estimate_dimension(x)
            )
            with pytest.raises(widthlab.ResourceExhaustedError):
                big = np.broadcast_to(np.ones((1, 1), "f4"), (600_000, 1000))
                await other.estimate_dimension(big)
            run = await other.run(text=corpus, **small)
            states = [state.state async for state in run.updates()]
            assert states[-1] == "succeeded"
            again = await (await other.job(run.name)).result()
            assert again == await run.result()
            long = {**small, "train": {"steps": 10_000_000}, "seeds": [79]}
            doomed = await (await other.run(text=corpus, **long)).cancel()
            with pytest.raises(widthlab.CancelledError):
                await doomed.result()
            return compared, estimated

    compared, estimated = asyncio.run(measure())
    assert compared.to_dict() == lab.compare_clouds(x, y, geometry="hyperbolic").to_dict()
    assert estimated.to_dict() == lab.estimate_dimension(x).to_dict()


def test_a_cancelled_task_leaves_the_client_usable(server):
    async def cancel():
        async with await widthlab.connect_async(server.address) as lab:
            x = RANDOM.normal(size=(1500, 64))
            task = asyncio.create_task(lab.compare_clouds(x, x + 1))
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await lab.estimate_dimension(SHIFTED)

    assert asyncio.run(cancel()).points == 6
