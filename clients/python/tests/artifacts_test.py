"""Artifacts: listed, labelled, traced, made again."""

import pytest
import widthlab


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
