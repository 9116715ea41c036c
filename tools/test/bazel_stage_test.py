"""A target that goes wrong in any way must leave a failed case."""

import json

import bazel_stage
from cases import FAILED, PASSED
from cases_test import BAZEL_STAND_IN, GOOGLETEST

PASSING = """<testsuites name="AllTests"><testsuite name="A">
<testcase name="Works" status="run" classname="A"/></testsuite></testsuites>"""


def outputs(tmp_path, report, log="the log"):
    (tmp_path / "test.log").write_text(log)
    found = {"test.log": str(tmp_path / "test.log")}
    if report is not None:
        (tmp_path / "test.xml").write_text(report)
        found["test.xml"] = str(tmp_path / "test.xml")
    return found


def outcomes(cases):
    return [case.outcome for case in cases]


def test_passing_target_gives_its_cases_by_name(tmp_path):
    cases = bazel_stage.cases_of_result("//a:a_test", "PASSED", outputs(tmp_path, PASSING))
    assert [(c.name, c.outcome) for c in cases] == [("//a:a_test A.Works", PASSED)]


def test_failing_case_makes_one_failure(tmp_path):
    cases = bazel_stage.cases_of_result("//a:a_test", "FAILED", outputs(tmp_path, GOOGLETEST))
    assert outcomes(cases).count(FAILED) == 1


def test_bad_exit_after_a_clean_report_is_a_failure(tmp_path):
    found = outputs(tmp_path, PASSING, "ERROR: LeakSanitizer: detected memory leaks")
    cases = bazel_stage.cases_of_result("//a:a_test", "FAILED", found)
    assert outcomes(cases) == [PASSED, FAILED]
    assert "LeakSanitizer" in cases[1].detail


def test_missing_or_foreign_report_is_a_failure_even_if_the_target_passed(tmp_path):
    for report in (None, BAZEL_STAND_IN, "<testsuites/>"):
        cases = bazel_stage.cases_of_result("//a:a_test", "PASSED", outputs(tmp_path, report))
        assert outcomes(cases) == [FAILED]
        assert "the log" in cases[0].detail
        (tmp_path / "test.xml").unlink(missing_ok=True)


def test_timeout_is_a_failure(tmp_path):
    cases = bazel_stage.cases_of_result("//a:a_test", "TIMEOUT", outputs(tmp_path, None))
    assert outcomes(cases) == [FAILED]
    assert "TIMEOUT" in cases[0].detail


def test_target_without_a_result_is_a_failure():
    cases = bazel_stage.collect(["//a:a_test"], {}, 1)
    assert [(c.name, c.outcome) for c in cases] == [("//a:a_test", FAILED)]


def test_bad_exit_code_without_a_failed_case_is_a_failure(tmp_path):
    results = {"//a:a_test": [("PASSED", outputs(tmp_path, PASSING))]}
    assert outcomes(bazel_stage.collect(["//a:a_test"], results, 0)) == [PASSED]
    assert outcomes(bazel_stage.collect(["//a:a_test"], results, 1)) == [PASSED, FAILED]


def test_events_give_status_and_outputs_of_every_shard(tmp_path):
    def result(shard, status):
        return {
            "id": {"testResult": {"label": "//a:a_test", "run": 1, "shard": shard, "attempt": 1}},
            "testResult": {
                "status": status,
                "testActionOutput": [{"name": "test.xml", "uri": f"file:///a%20b/{shard}.xml"}],
            },
        }

    events = [{"id": {"started": {}}, "started": {}}, result(1, "PASSED"), result(2, "FAILED")]
    path = tmp_path / "events.json"
    path.write_text("".join(json.dumps(event) + "\n" for event in events))
    assert bazel_stage.read_events(path) == {
        "//a:a_test": [
            ("PASSED", {"test.xml": "/a b/1.xml"}),
            ("FAILED", {"test.xml": "/a b/2.xml"}),
        ]
    }
