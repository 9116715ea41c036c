"""Runs the tests and counts their cases; `./run test` calls it after a build.

usage: run_tests.py [--fast] [LABEL|PATH...]
       run_tests.py --real | --transformers

Without arguments: every GoogleTest target, those without LibTorch again under ASan and UBSan,
those of them that use threads under TSan, and pytest on what spans processes and on the checks of
the tree; with --fast without the sanitizers. With --real: the targets tagged `real` and tests/real,
on the model that WIDTHLAB_REAL_MODEL names. The last line is `N passed, N failed[, N skipped]`; the
exit code is 1 if any case failed.
"""

import os
import pathlib
import sys
import time

import bazel_stage
import pytest_stage
from cases import FAILED, SKIPPED, Case, summary_line

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORTS = ROOT / "out" / "test"
PYTEST_PATHS = ["tools", "tests", "clients"]

ALL = "tests({scope}) except attr(tags, manual, tests({scope}))"
# Nothing that reaches LibTorch: it is not instrumented, and its start alone takes seconds.
WITHOUT_LIBTORCH = f"({ALL}) except rdeps({{scope}}, @libtorch//:torch)"
# Whoever locks or waits declares Abseil's synchronization.
WITH_THREADS = (
    f"({WITHOUT_LIBTORCH}) intersect "
    "(rdeps({scope}, @system//:absl_synchronization) union attr(tags, threads, {scope}))"
)

# Name, which tests, flags. The first stage builds the whole scope, programs included.
STAGES = [
    ("unit", ALL, []),
    ("asan", WITHOUT_LIBTORCH, ["--config=asan"]),
    ("tsan", WITH_THREADS, ["--config=tsan"]),
]


def run_bazel_stages(patterns, stages):
    scope = "set(" + " ".join(patterns) + ")"
    cases = []
    for name, expression, flags in stages:
        try:
            labels = bazel_stage.query(expression.format(scope=scope))
        except RuntimeError as error:
            cases.append(Case(f"{name}: bazel query", FAILED, str(error)))
            continue
        announce(f"{name}: {len(labels)} targets")
        if not labels and name != "unit":
            continue
        stage = bazel_stage.run(
            labels, REPORTS / f"{name}.json", flags, patterns if name == "unit" else None
        )
        for case in stage:
            case.name = case.name if name == "unit" else f"[{name}] {case.name}"
        announce(f"{name}: {summary_line(stage)}")
        cases.extend(stage)
    return cases


def run_real_stage():
    """What compares with a real model. The programs that tests/real starts are built first."""
    labels = bazel_stage.query(r"attr(tags, '\breal\b', tests(//...))")
    announce(f"real: {len(labels)} targets")
    flags = ["--test_env=WIDTHLAB_REAL_MODEL"]
    cases = bazel_stage.run(labels, REPORTS / "real.json", flags)
    announce(f"real: {summary_line(cases)}")
    return cases


def run_pytest_stage(paths):
    announce(f"pytest: {' '.join(paths)}")
    cases = pytest_stage.run(paths, REPORTS / "pytest.xml")
    announce(f"pytest: {summary_line(cases)}")
    return cases


_START = time.monotonic()


def announce(text):
    print(f"[{time.monotonic() - _START:5.0f} s] {text}", flush=True)


def print_report(cases):
    for case in cases:
        if case.outcome == FAILED:
            print(f"\nFAILED {case.name}")
            print("".join(f"    {line}\n" for line in case.detail.split("\n")), end="")
    for case in cases:
        if case.outcome == SKIPPED:
            print(f"skipped {case.name}: {' '.join(case.detail.split())}")
    print(summary_line(cases), flush=True)


def main(arguments):
    os.chdir(ROOT)
    stages = STAGES
    if arguments[:1] == ["--fast"]:
        stages, arguments = STAGES[:1], arguments[1:]
    patterns = [a for a in arguments if a.startswith("//")]
    paths = [a for a in arguments if not a.startswith("//")]
    if not arguments:
        patterns = ["//..."]
        paths = [p for p in PYTEST_PATHS if pathlib.Path(p).is_dir()]
    cases = []
    if arguments == ["--real"]:
        paths = ["tests/real"]
        cases.extend(run_real_stage())
    if arguments == ["--transformers"]:
        paths = ["tests/transformers"]
    if patterns:
        cases.extend(run_bazel_stages(patterns, stages))
    if paths:
        cases.extend(run_pytest_stage(paths))
    print_report(cases)
    return 1 if not cases or any(case.outcome == FAILED for case in cases) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
