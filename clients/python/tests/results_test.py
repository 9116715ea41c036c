"""What a finished run left, as arrays, tables and pictures."""

import numpy as np
import pytest
import widthlab


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
