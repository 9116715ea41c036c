"""Clouds and results that were made elsewhere, stored, measured and compared on a real server."""

import asyncio
import hashlib
import math

import numpy as np
import pandas
import pytest
import widthlab
from widthlab._blobs import Upload
from widthlab._imports import cloud_upload, results_request
from widthlab._safetensors import header_length, places

RANDOM = np.random.default_rng(19)
X = RANDOM.normal(size=(2, 24, 5)).astype("f4")
Y = X + RANDOM.normal(size=X.shape, scale=0.1).astype("f4")
CLOUDS = {layer: (X[layer], Y[layer]) for layer in range(2)}
ROWS = [
    {"arm": arm, "seed": seed, "step": step, "loss": loss + 0.01 * seed + 1 / step}
    for arm, loss in [("plain", 3.0), ("wide early", 2.5)]
    for seed in (1, 2, 3)
    for step in (10, 20)
]


def test_imported_clouds_are_read_back_as_they_were(lab):
    made = lab.import_clouds(CLOUDS, source="mine", subsamples=2)
    assert made.kind == "activations"
    assert lab.import_clouds(CLOUDS, source="mine", subsamples=2) == made
    for layer in range(2):
        x, y = lab.cloud(made, layer)
        assert np.array_equal(x, X[layer])
        assert np.array_equal(y, Y[layer])
    half, _ = lab.cloud(made, 1, subsample=1)
    assert np.array_equal(half, X[1][12:])


def test_imported_clouds_are_measured_like_captured_ones(lab):
    made = lab.import_clouds(CLOUDS, source="mine", subsamples=2)
    profile = lab.profile(lab.measure(made, geometries="raw").result())
    for layer in range(2):
        for part, rows in enumerate([slice(12), slice(12, 24)]):
            pair = lab.compare_clouds(X[layer][rows], Y[layer][rows])
            assert profile.work("raw", "shift").values[layer, part] == pytest.approx(pair.shift)
            assert profile.work("raw", "metric_distortion").values[layer, part] == pytest.approx(
                pair.gw, rel=1e-6
            )


def test_arrays_files_and_lists_are_the_same_import(lab, tmp_path):
    expected = lab.import_clouds(CLOUDS, source="mine")
    (tmp_path / "mine").write_bytes(b"".join(cloud_upload(CLOUDS)._pieces()))
    assert lab.import_clouds(tmp_path / "mine") == expected
    assert lab.import_clouds([CLOUDS[0], CLOUDS[1]], source="mine") == expected
    for layer in range(2):
        np.save(tmp_path / f"x{layer}.npy", np.asfortranarray(X[layer]))
    files = {layer: (tmp_path / f"x{layer}.npy", Y[layer]) for layer in range(2)}
    assert lab.import_clouds(files, source="mine") == expected


def test_what_the_rows_are_can_be_said(lab):
    tokens = {"sequence": np.repeat([0, 1], 12), "position": np.tile(np.arange(12), 2)}
    tokens["subsample"] = np.tile([0, 1], 12)
    made = lab.import_clouds(CLOUDS, source="mine", tokens=tokens)
    stored = lab.tokens(made)
    assert sorted(stored["subsample"]) == [0] * 12 + [1] * 12
    assert set(stored["token_id"]) == {-1}
    for wrong, words in [
        ({"sequenc": tokens["sequence"]}, "did you mean 'sequence'"),
        ({"sequence": [0]}, "must be 24 whole numbers"),
        ({"sequence": np.zeros(24)}, "must be 24 whole numbers"),
    ]:
        with pytest.raises(widthlab.InvalidArgumentError, match=words):
            lab.import_clouds(CLOUDS, tokens=wrong)


def test_the_file_of_clouds_holds_what_its_header_says():
    wide = {0: (X[0].astype("f8"), Y[0]), 1: CLOUDS[1]}
    data = b"".join(cloud_upload(wide)._pieces())
    length = header_length(data[:8], "file")
    found = places(data[8 : 8 + length], "file")
    assert set(found) == {"ffn_in.0", "ffn_out.0", "ffn_in.1", "ffn_out.1"}
    for name, values in {"ffn_in.0": wide[0][0], "ffn_out.1": Y[1]}.items():
        place = found[name]
        assert place.begin % place.dtype.itemsize == 0
        assert data[place.begin : place.begin + place.nbytes] == values.tobytes()
    assert max(place.begin + place.nbytes for place in found.values()) == len(data)


def test_half_precision_files_are_read(lab, tmp_path):
    halves = [X[0].astype("f2"), Y[0].view("<u4")]
    bits = (halves[1] >> 16).astype("<u2")
    header = (
        b'{"ffn_in.0":{"dtype":"F16","shape":[24,5],"data_offsets":[0,240]},'
        b'"ffn_out.0":{"dtype":"BF16","shape":[24,5],"data_offsets":[240,480]}}'
    )
    header += b" " * (-len(header) % 8)
    file = tmp_path / "halves.safetensors"
    file.write_bytes(
        len(header).to_bytes(8, "little") + header + halves[0].tobytes() + bits.tobytes()
    )
    made = lab.import_clouds(file)
    x, y = lab.cloud(made, 0)
    assert np.array_equal(x, halves[0])
    assert np.array_equal(y, (bits.astype("u4") << 16).view("f4"))


@pytest.mark.parametrize(
    "clouds, field, words",
    [
        ({}, "clouds", "no layer"),
        (5, "clouds", "must be a dict"),
        ("no/such/file", "clouds", "is no file"),
        ({-1: CLOUDS[0]}, "clouds", "number of a layer"),
        ({"0": CLOUDS[0]}, "clouds", "number of a layer"),
        ({0: X[0]}, "clouds[0]", "must be a pair"),
        ({0: (X[0], Y[0][:5])}, "clouds[0] Y", "has shape"),
        ({0: CLOUDS[0], 1: (X[0][:5], Y[0][:5])}, "clouds[1]", "has 5 rows"),
        ({0: (X[0] * np.nan, Y[0])}, "clouds[0] X[0]", "NaN"),
        ({0: (X[0] * 1j, Y[0])}, "clouds[0] X", "complex"),
    ],
)
def test_clouds_that_cannot_be_imported_are_named(lab, clouds, field, words):
    with pytest.raises(widthlab.InvalidArgumentError, match=words) as caught:
        lab.import_clouds(clouds)
    assert caught.value.field == field


def test_layers_must_begin_at_zero(lab):
    with pytest.raises(widthlab.InvalidArgumentError, match="ffn_in"):
        lab.import_clouds({1: CLOUDS[1]})


def test_an_upload_goes_on_from_any_byte():
    data = RANDOM.bytes(3_000_000)
    upload = Upload(lambda: [data[:1], data[1:2_000_000], data[2_000_000:]])
    assert upload.digest == hashlib.sha256(data).hexdigest()
    for offset in [0, 1, 1_999_999, 2_000_001, 3_000_000]:
        requests = list(upload.requests(offset))
        assert requests[0].digest == upload.digest
        assert requests[0].size_bytes == 3_000_000
        assert b"".join(r.data for r in requests) == data[offset:]
        position = offset
        for request in requests:
            assert request.offset == position
            assert len(request.data) <= 512 * 1024
            position += len(request.data)


def test_an_empty_blob_has_one_request():
    [request] = Upload(lambda: []).requests()
    assert request.digest == hashlib.sha256(b"").hexdigest()


BIG = RANDOM.normal(size=(9000, 512)).astype("f4")  # 18 MB


def test_an_upload_that_is_cut_goes_on_where_it_was(lab, server, cutting_proxy, monkeypatch):
    offsets = []
    real = Upload.requests
    monkeypatch.setattr(
        Upload, "requests", lambda self, offset=0: offsets.append(offset) or real(self, offset)
    )
    proxy = cutting_proxy(server.address, up_bytes=12_000_000)
    with widthlab.connect(proxy.address) as other:
        made = other.import_clouds([(BIG, BIG)], source="big")
    assert proxy.cuts == 1
    assert offsets[0] == 0
    assert 0 < offsets[1] <= 12_000_000
    assert np.array_equal(lab.cloud(made, 0)[1], BIG)


def test_a_download_that_is_cut_goes_on_where_it_was(lab, server, cutting_proxy):
    made = lab.import_clouds([(BIG, BIG)], source="big")
    proxy = cutting_proxy(server.address, down_bytes=6_000_000)
    with widthlab.connect(proxy.address) as other:
        x, _ = other.cloud(made, 0)
    assert proxy.cuts == 1
    assert np.array_equal(x, BIG)


def test_an_array_that_is_cut_on_its_way_is_sent_again(lab, server, cutting_proxy):
    proxy = cutting_proxy(server.address, up_bytes=1_000_000)
    cloud = BIG[:1200]  # 2.4 MB
    with widthlab.connect(proxy.address) as other:
        found = other.compare_clouds(cloud, cloud + 1, statistics=["shift"])
    assert proxy.cuts == 1
    assert found.shift == pytest.approx(512**0.5, rel=1e-5)


@pytest.mark.parametrize("form", ["rows", "tuples", "frame", "csv", "indexed"])
def test_results_come_as_rows_frames_or_files(lab, tmp_path, form):
    frame = pandas.DataFrame(ROWS)
    frame.to_csv(tmp_path / "sweep", index=False)
    results = {
        "rows": ROWS,
        "tuples": [tuple(row.values()) for row in ROWS],
        "frame": frame,
        "indexed": frame.set_index(["arm", "seed"]),
        "csv": tmp_path / "sweep",
    }[form]
    imported = lab.import_results(results, source="sweep")
    assert list(imported.arms) == ["plain", "wide early"]
    assert list(imported.arms["plain"]) == [1, 2, 3]
    run = lab.training_run(imported.arms["plain"][2])
    assert run.validation_loss == pytest.approx(3.0 + 0.02 + 1 / 20)
    assert list(run.metrics["step"]) == [10, 20]


def test_imported_results_are_compared(lab):
    comparison = lab.compare(lab.import_results(ROWS, source="sweep"))
    assert comparison.baseline == "plain"
    assert comparison["wide early"].difference.mean == pytest.approx(-0.5)
    assert comparison["wide early"].verdict == "better"
    turned = lab.compare(lab.import_results(ROWS, source="sweep"), baseline="wide early")
    assert turned["plain"].difference.mean == pytest.approx(0.5)


def test_columns_that_a_frame_lacks_in_some_rows_are_left_out_there():
    frame = pandas.DataFrame(ROWS[:2])
    frame["tokens"] = [100, math.nan]
    lines = results_request(frame, "", None).csv.decode().splitlines()
    assert lines[0] == "arm,seed,step,loss,tokens"
    assert lines[1].endswith(",100")
    assert lines[2].endswith(",")


@pytest.mark.parametrize(
    "results, field",
    [
        (5, "results"),
        ({"arm": ["a"]}, "results"),
        ("no/such.csv", "results"),
        ([{"arm": "a", "seed": 1, "step": 1}], "results[0]"),
        ([("a", 1, 1)], "results[0]"),
    ],
)
def test_results_of_another_form_are_named(lab, results, field):
    with pytest.raises(widthlab.InvalidArgumentError) as caught:
        lab.import_results(results)
    assert caught.value.field == field


@pytest.mark.parametrize("loss", [math.nan, math.inf, "low"])
def test_a_loss_that_is_no_number_is_named_by_its_line(lab, loss):
    with pytest.raises(widthlab.InvalidArgumentError, match="line 3"):
        lab.import_results([ROWS[0], {**ROWS[1], "loss": loss}])


def test_a_table_that_is_too_long_for_a_message_is_refused_here(lab):
    with pytest.raises(widthlab.InvalidArgumentError) as caught:
        lab.import_results([("a", 1, step, 1.0) for step in range(300_000)])
    assert caught.value.reason == "TABLE_TOO_LARGE"


def test_the_asynchronous_client_imports_the_same(lab, server):
    async def imported():
        async with await widthlab.connect_async(server.address) as other:
            return (
                await other.import_clouds(CLOUDS, source="mine", subsamples=2),
                await other.import_results(ROWS, source="sweep"),
            )

    clouds, results = asyncio.run(imported())
    assert clouds == lab.import_clouds(CLOUDS, source="mine", subsamples=2)
    assert results.arms == lab.import_results(ROWS, source="sweep").arms
