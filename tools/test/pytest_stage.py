"""Runs pytest and says how every test case ended."""

import pathlib
import subprocess
import sys

from cases import FAILED, Case, read_report


def collect(report, returncode):
    """The cases of a pytest run that wrote (or should have written) `report`."""
    try:
        cases = [
            Case(f"{suite}::{name}" if suite else name, outcome, detail)
            for suite, name, outcome, detail in read_report(report)
        ]
    except ValueError as error:
        return [Case("pytest", FAILED, f"exit code {returncode}; {error}")]
    if returncode != 0 and not any(case.outcome == FAILED for case in cases):
        cases.append(Case("pytest", FAILED, f"exit code {returncode}, though no case failed"))
    return cases


def run(paths, report):
    """Runs the tests under `paths` with this Python and returns their cases."""
    report = pathlib.Path(report)
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    done = subprocess.run([sys.executable, "-m", "pytest", f"--junitxml={report}", *paths])
    return collect(report, done.returncode)
