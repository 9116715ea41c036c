"""A pytest run that breaks off must not look like one that passed."""

import pytest_stage
from cases import FAILED, PASSED

PASSING = '<testsuites><testsuite><testcase classname="m" name="test_a"/></testsuite></testsuites>'


def test_cases_carry_module_and_name(tmp_path):
    report = tmp_path / "r.xml"
    report.write_text(PASSING)
    cases = pytest_stage.collect(report, 0)
    assert [(c.name, c.outcome) for c in cases] == [("m::test_a", PASSED)]


def test_bad_exit_code_without_a_failed_case_is_a_failure(tmp_path):
    report = tmp_path / "r.xml"
    report.write_text(PASSING)
    assert [c.outcome for c in pytest_stage.collect(report, 3)] == [PASSED, FAILED]


def test_run_without_a_report_is_a_failure(tmp_path):
    assert [c.outcome for c in pytest_stage.collect(tmp_path / "r.xml", 0)] == [FAILED]


def test_run_of_a_folder_without_tests_is_a_failure(tmp_path):
    cases = pytest_stage.run([str(tmp_path)], tmp_path / "reports" / "r.xml")
    assert [c.outcome for c in cases] == [FAILED]
