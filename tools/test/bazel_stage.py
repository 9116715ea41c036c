"""Runs GoogleTest targets through Bazel and says how every test case ended.

What Bazel did is read from its event stream, not from its exit code alone: a target that does not
build, crashes, times out, leaves no report or ends badly after a clean report counts as failed.
"""

import json
import pathlib
import subprocess
import urllib.parse

from cases import FAILED, Case, read_report

_OUTPUT_LINES = 80


def query(expression):
    """The labels that a Bazel query yields, sorted. Raises RuntimeError if it is refused."""
    done = subprocess.run(
        ["bazel", "query", "--noshow_progress", expression], capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(f"bazel query '{expression}':\n{done.stderr.strip()}")
    return sorted(line for line in done.stdout.split("\n") if line.startswith("//"))


def _tail(path):
    try:
        lines = pathlib.Path(path).read_text(errors="replace").rstrip().split("\n")
    except OSError as error:
        return f"no output: {error}"
    return "\n".join(lines[-_OUTPUT_LINES:])


def read_events(path):
    """The results of a run: label -> list of (status, {output name: path}), one for a shard."""
    results = {}
    with open(path, encoding="utf-8") as events:
        for line in events:
            event = json.loads(line)
            if "testResult" not in event or "testResult" not in event.get("id", {}):
                continue
            outputs = {
                output["name"]: urllib.parse.unquote(urllib.parse.urlparse(output["uri"]).path)
                for output in event["testResult"].get("testActionOutput", [])
                if "uri" in output
            }
            label = event["id"]["testResult"]["label"]
            status = event["testResult"].get("status", "NO_STATUS")
            results.setdefault(label, []).append((status, outputs))
    return results


def cases_of_result(label, status, outputs):
    """The cases of one target's (or shard's) run."""
    log = outputs.get("test.log", "")
    try:
        report = read_report(outputs.get("test.xml", ""))
    except ValueError as error:
        return [Case(label, FAILED, f"status {status}; {error}\n{_tail(log)}")]
    cases = [
        Case(f"{label} {suite}.{name}", outcome, detail) for suite, name, outcome, detail in report
    ]
    if status != "PASSED" and not any(case.outcome == FAILED for case in cases):
        cases.append(Case(label, FAILED, f"status {status}, though no case failed\n{_tail(log)}"))
    return cases


def collect(labels, results, returncode):
    """The cases of a whole run: `labels` were asked for, `results` came (see read_events)."""
    cases = []
    for label in labels:
        if label not in results:
            cases.append(Case(label, FAILED, "did not run: it, or what it needs, did not build"))
        for status, outputs in results.get(label, []):
            cases.extend(cases_of_result(label, status, outputs))
    if returncode != 0 and not any(case.outcome == FAILED for case in cases):
        cases.append(Case("bazel", FAILED, f"bazel test ended with exit code {returncode}"))
    return cases


def run(labels, events_path, flags=(), patterns=None):
    """Builds `patterns` (default: the labels), runs the tests `labels` and returns their cases."""
    events = pathlib.Path(events_path)
    events.parent.mkdir(parents=True, exist_ok=True)
    events.unlink(missing_ok=True)
    command = [
        "bazel",
        "test",
        "--nocache_test_results",
        "--keep_going",
        "--test_output=summary",
        "--test_summary=none",
        f"--build_event_json_file={events}",
        *flags,
        "--",
        *(patterns or labels),
    ]
    returncode = subprocess.run(command).returncode
    results = read_events(events) if events.exists() else {}
    return collect(labels, results, returncode)
