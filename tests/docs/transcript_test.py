"""A wrong output must not pass for the one that a page shows."""

import pytest
import transcript
from transcript import Names


def test_equal_lines_match_whatever_the_spaces():
    assert Names().compare("a  b\nc\n", "a b\nc\n") == ""
    assert Names().compare("", "") == ""


@pytest.mark.parametrize(
    "shown, actual",
    [
        ("a\n", "b\n"),
        ("a\n", "a\nb\n"),
        ("a\nb\n", "a\n"),
        ("a … c\n", "a b d\n"),
        ("…\nb\n", "a\n"),
        ("", "a\n"),
        ("a\n…\nb\n", "a\nb\nc\n"),
        ("took 0:07\n", "took long\n"),
        ("3fa9c1e2d0b4 x\n", "report x\n"),
        ("jobs/training-01m8qmkxt8474ex0\n", "jobs/capture-1\n"),
    ],
)
def test_other_lines_are_told(shown, actual):
    assert "shown" in Names().compare(shown, actual)


def test_an_ellipsis_stands_for_the_rest_of_a_line_or_for_lines():
    assert Names().compare("a … c\n", "a b b c\n") == ""
    assert Names().compare("a\n…\nz ...\n", "a\nb\nc\nz 1\n") == ""
    assert Names().compare("…\na\n…\n", "a\n") == ""


def test_times_and_durations_are_of_their_kind():
    assert Names().compare("2026-12-01 01:48:20 in 0:11", "2027-01-02 03:04:05 in 1:00:02") == ""


def test_names_that_were_shown_stand_for_those_that_came_out():
    names = Names()
    assert names.compare("3fa9c1e2d0b4 schedule\n", "77aa01b2c3d4 schedule\n") == ""
    assert names.translate("widthctl schedule show 3fa9") == "widthctl schedule show 77aa01b2c3d4"
    assert names.compare("made 3fa9c1e2d0b4\n", "made 77aa01b2c3d4\n") == ""
    assert names.compare("made 3fa9c1e2d0b4\n", "made 000a01b2c3d4\n") != ""
    assert names.compare("jobs/pipeline-01m8qmkra85p4zpg", "jobs/pipeline-01m8qmzrec3zx6w3") == ""
    assert names.translate("watch pipeline-01m8qmkra85p4zpg").endswith("01m8qmzrec3zx6w3")


def test_an_id_may_come_out_as_digits_alone():
    names = Names()
    assert names.compare("made 3fa9c1e2d0b4\n", "made 357986585231\n") == ""
    assert names.translate("show 3fa9c1e2d0b4") == "show 357986585231"


def test_a_line_that_does_not_fit_binds_nothing():
    names = Names()
    assert names.compare("…\n3fa9c1e2d0b4 report\n", "11aa01b2c3d4 model\n22aa01b2c3d4 report") == ""
    assert names.translate("3fa9c1e2") == "22aa01b2c3d4"


def test_an_id_that_no_output_showed_is_refused():
    with pytest.raises(transcript.UnknownId):
        Names().translate("widthctl schedule show 3fa9c1e2d0b4")
    assert Names().translate("grep 393216 face1") == "grep 393216 face1"
