"""Test cases, as the XML reports of GoogleTest and pytest tell them."""

import dataclasses
import xml.etree.ElementTree as ElementTree

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclasses.dataclass
class Case:
    """One test case and how it ended; detail is its message or the end of its output."""

    name: str
    outcome: str
    detail: str = ""


def _text_of(elements):
    """What <failure>, <error> or <skipped> say; GoogleTest repeats the attribute in the text."""
    parts = [(e.text or "").strip() or e.get("message", "") for e in elements]
    return "\n".join(part for part in parts if part)


def _outcome(testcase):
    bad = testcase.findall("failure") + testcase.findall("error")
    if bad:
        return FAILED, _text_of(bad)
    skipped = testcase.findall("skipped")
    if skipped:
        return SKIPPED, _text_of(skipped)
    if testcase.get("status") == "notrun":  # GoogleTest's DISABLED_ cases
        return SKIPPED, "disabled"
    return PASSED, ""


def read_report(path):
    """The cases of an XML report as (suite, name, outcome, detail).

    Raises ValueError for a file that is no report. Bazel writes a report of its own for a test
    that wrote none; it has no <testsuites name=...> and no classname, and is no report here.
    """
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise ValueError(f"no readable test report: {error}") from error
    found = []
    for testcase in root.iter("testcase"):
        if testcase.get("classname") is None:
            raise ValueError("the test wrote no report")
        outcome, detail = _outcome(testcase)
        found.append((testcase.get("classname"), testcase.get("name", ""), outcome, detail))
    if not found:
        raise ValueError("the report holds no test case")
    return found


def summary_line(cases):
    """`N passed, N failed[, N skipped]`."""
    count = {outcome: 0 for outcome in (PASSED, FAILED, SKIPPED)}
    for case in cases:
        count[case.outcome] += 1
    line = f"{count[PASSED]} passed, {count[FAILED]} failed"
    return line + (f", {count[SKIPPED]} skipped" if count[SKIPPED] else "")
