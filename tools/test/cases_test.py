"""How reports are read: an outcome that is not understood must never count as passed."""

import pytest
from cases import FAILED, PASSED, SKIPPED, Case, read_report, summary_line

GOOGLETEST = """<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" disabled="1" errors="0" name="AllTests">
  <testsuite name="SolverTest" tests="4">
    <testcase name="KeepsBudget" status="run" result="completed" classname="SolverTest" />
    <testcase name="NamesField" status="run" result="completed" classname="SolverTest">
      <failure message="solver_test.cc:7&#x0A;1 != 2" type=""><![CDATA[solver_test.cc:7
1 != 2]]></failure>
    </testcase>
    <testcase name="NeedsGpu" status="run" result="skipped" classname="SolverTest">
      <skipped message="no GPU"><![CDATA[no GPU]]></skipped>
    </testcase>
    <testcase name="DISABLED_Slow" status="notrun" result="suppressed" classname="SolverTest" />
  </testsuite>
</testsuites>
"""

# What Bazel writes for a test that ended well without a report, here by a stray exit(0).
BAZEL_STAND_IN = """<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="common/a_test" tests="1" failures="0" errors="0">
    <testcase name="common/a_test" status="run" duration="0" time="0"></testcase>
    <system-out></system-out>
  </testsuite>
</testsuites>
"""

PYTEST = """<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4">
  <testcase classname="tests.e2e.demo_test" name="test_ids_agree" time="0.1" />
  <testcase classname="tests.e2e.demo_test" name="test_a">
    <failure message="assert 1 == 2">E assert 1 == 2</failure></testcase>
  <testcase classname="" name="tests.e2e.other_test">
    <error message="collection failure">ImportError</error></testcase>
  <testcase classname="tests.e2e.demo_test" name="test_b">
    <skipped type="pytest.skip" message="no promtool">demo_test.py:3: no promtool</skipped>
  </testcase>
</testsuite></testsuites>
"""


def write(tmp_path, text):
    path = tmp_path / "report.xml"
    path.write_text(text)
    return path


def test_googletest_report_gives_every_case_its_outcome(tmp_path):
    assert read_report(write(tmp_path, GOOGLETEST)) == [
        ("SolverTest", "KeepsBudget", PASSED, ""),
        ("SolverTest", "NamesField", FAILED, "solver_test.cc:7\n1 != 2"),
        ("SolverTest", "NeedsGpu", SKIPPED, "no GPU"),
        ("SolverTest", "DISABLED_Slow", SKIPPED, "disabled"),
    ]


def test_pytest_report_counts_collection_errors_as_failed(tmp_path):
    outcomes = [outcome for _, _, outcome, _ in read_report(write(tmp_path, PYTEST))]
    assert outcomes == [PASSED, FAILED, FAILED, SKIPPED]


@pytest.mark.parametrize(
    "text",
    ["", "<testsuites", "<testsuites/>", BAZEL_STAND_IN, GOOGLETEST[: len(GOOGLETEST) // 2]],
    ids=["empty", "torn", "no case", "stand-in of Bazel", "half"],
)
def test_what_is_no_report_is_refused(tmp_path, text):
    with pytest.raises(ValueError):
        read_report(write(tmp_path, text))


def test_missing_report_is_refused(tmp_path):
    with pytest.raises(ValueError):
        read_report(tmp_path / "nothing.xml")


def test_summary_line_leaves_out_skipped_only_when_none_was():
    passed, failed, skipped = Case("a", PASSED), Case("b", FAILED), Case("c", SKIPPED)
    assert summary_line([passed, failed]) == "1 passed, 1 failed"
    assert summary_line([passed, skipped]) == "1 passed, 0 failed, 1 skipped"
    assert summary_line([]) == "0 passed, 0 failed"
