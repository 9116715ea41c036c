"""Shows how far a job is: in a notebook, in a terminal, or line by line in a log."""

import html
import os
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol, TextIO

from widthlab._html import bar, table
from widthlab._states import JobState, Progress, StepState

_SHORT = 12
_WIDTH = 24
_WAITING = ("queued", "unspecified")


class View(Protocol):
    def show(self, job: JobState) -> None: ...

    def trouble(self, text: str) -> None:
        """The connection is lost; the next `show` says that it is back."""

    def close(self) -> None: ...


def choose_view(out: TextIO | None = None) -> View:
    """What fits where the program runs."""
    display = _notebook_display()
    if display is not None:
        return NotebookView(display)
    out = out or sys.stderr
    return TerminalView(out) if out.isatty() else PlainView(out)


def _notebook_display() -> Callable[..., Any] | None:
    shell = sys.modules.get("IPython")
    instance = shell.get_ipython() if shell is not None else None
    if instance is None or not hasattr(instance, "kernel"):
        return None
    from IPython.display import display  # type: ignore[import-not-found, unused-ignore]

    return display  # type: ignore[no-any-return, unused-ignore]


def fraction(job: JobState) -> float:
    """How much of a job is done: of a run, steps that ended and the shares of those that run."""
    steps = job.steps
    if not steps:
        return 1.0 if job.state == "succeeded" else job.progress.share
    done = sum(1.0 if step.state == "succeeded" else step.progress.share for step in steps)
    return done / len(steps)


def stage_text(progress: Progress) -> str:
    """For instance "training 80/200 steps, 12.3 steps/s, 0:10 left", as far as it is known."""
    text = progress.stage
    if progress.total > 0:
        counted = f"{progress.done:,}/{progress.total:,} {progress.unit}"
        text = f"{text} {counted}".strip()
    if progress.rate > 0:
        text += f", {progress.rate:.3g} {progress.unit}/s"
    if progress.total > 0 and progress.eta_seconds > 0:
        text += f", {clock(progress.eta_seconds)} left"
    return text


def clock(seconds: float) -> str:
    """For instance "0:07", "12:30", "1:02:03"."""
    whole = max(0, round(seconds))
    hours, minutes = whole // 3600, whole % 3600 // 60
    return (f"{hours}:{minutes:02}" if hours else f"{minutes}") + f":{whole % 60:02}"


def _ended_line(step: StepState) -> str:
    text = f"{step.id}: {step.state}"
    if step.artifact:
        text += f", {step.artifact[:_SHORT]}" + (", from the cache" if step.cached else "")
    return text


def _now(job: JobState) -> str:
    """What runs at this moment."""
    running = [step for step in job.steps if step.state in ("running", "cancelling")]
    if not running:
        return stage_text(job.progress) if not job.steps else job.state
    first = running[0]
    more = f" (+{len(running) - 1})" if len(running) > 1 else ""
    stage = stage_text(first.progress)
    return f"{first.id}{more}" + (f": {stage}" if stage else "")


class PlainView:
    """A line when a step begins or ends, and one every ten seconds: for logs."""

    def __init__(self, out: TextIO, interval_seconds: float = 10) -> None:
        self._out = out
        self._interval = interval_seconds
        self._states: dict[str, str] = {}
        self._said = 0.0

    def show(self, job: JobState) -> None:
        for step in job.steps:
            # Steps may go back from running to waiting: their beginning is said once.
            before = self._states.get(step.id, "queued")
            if step.state != before and step.state not in _WAITING:
                self._states[step.id] = step.state
                self._say(_ended_line(step))
        if job.state != self._states.get(job.name, ""):
            self._states[job.name] = job.state
            self._say(f"{job.name}: {job.state}")
        elif not job.is_final and time.monotonic() - self._said >= self._interval:
            self._say(f"{fraction(job):4.0%} {_now(job)}")

    def trouble(self, text: str) -> None:
        self._say(text)

    def close(self) -> None:
        pass

    def _say(self, text: str) -> None:
        self._said = time.monotonic()
        print(text, file=self._out, flush=True)


class TerminalView:
    """One line that is written again and again; steps that end stay above it."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._ended: set[str] = set()
        self._begun = time.monotonic()

    def show(self, job: JobState) -> None:
        for step in job.steps:
            if step.state in ("succeeded", "failed", "cancelled") and step.id not in self._ended:
                self._ended.add(step.id)
                self._line(_ended_line(step) + "\n")
        filled = round(_WIDTH * fraction(job))
        passed = clock(time.monotonic() - self._begun)
        bars = "━" * filled + "╌" * (_WIDTH - filled)
        self._line(f"{bars} {fraction(job):4.0%} {passed} {_now(job) or job.state}")

    def trouble(self, text: str) -> None:
        self._line(text)

    def close(self) -> None:
        self._out.write("\n")
        self._out.flush()

    def _line(self, text: str) -> None:
        columns = _columns(self._out)
        shown = text if text.endswith("\n") or len(text) < columns else text[: columns - 2] + "…"
        self._out.write("\r\x1b[K" + shown)
        self._out.flush()


def _columns(out: TextIO) -> int:
    try:
        return os.get_terminal_size(out.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


class NotebookView:
    """A table that changes in place."""

    def __init__(self, display: Callable[..., Any], most_per_second: float = 4) -> None:
        self._display = display
        self._handle: Any = None
        self._interval = 1 / most_per_second
        self._shown = 0.0
        self._begun = time.monotonic()

    def show(self, job: JobState) -> None:
        now = time.monotonic()
        if not job.is_final and now - self._shown < self._interval:
            return
        self._shown = now
        self._put(job_page(job, now - self._begun))

    def trouble(self, text: str) -> None:
        self._put(f"<p>{html.escape(text)}</p>")

    def close(self) -> None:
        pass

    def _put(self, page: str) -> None:
        bundle = {"text/html": page, "text/plain": "progress of a job"}
        if self._handle is None:
            self._handle = self._display(bundle, raw=True, display_id=True)
        else:
            self._handle.update(bundle, raw=True)


def job_page(job: JobState, seconds: float | None = None) -> str:
    """A job as HTML: how much is done, and every step of a run."""
    passed = "" if seconds is None else clock(seconds)
    head: list[Any] = [job.state, bar(fraction(job)), f"{fraction(job):.0%}", passed]
    if not job.steps:
        return table([job.kind, "", "", ""], [[*head[:3], stage_text(job.progress) or passed]])
    rows = [[step.id, *_step_cells(step)] for step in job.steps]
    return (
        table([job.name, "", "", ""], [head])
        + f"<details open><summary>{len(rows)} steps</summary>"
        + table(["step", "state", "", ""], rows)
        + "</details>"
    )


def _step_cells(step: StepState) -> list[Any]:
    share = 1.0 if step.state == "succeeded" else step.progress.share
    note = step.artifact[:_SHORT] + (" (cache)" if step.cached else "")
    return [step.state, bar(share, 80), note or stage_text(step.progress)]
