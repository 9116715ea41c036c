"""What a watch shows."""

import io

import pytest
from widthlab._progress import (
    NotebookView,
    PlainView,
    TerminalView,
    choose_view,
    clock,
    fraction,
    job_page,
    stage_text,
)
from widthlab._proto.widthlab.job.v1 import job_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_pb2
from widthlab._states import JobState, Progress


def run(state, *steps):
    """A run with steps (id, state, done of 10)."""
    metadata = pipeline_pb2.RunMetadata(template="geometry_guided")
    for name, step, done in steps:
        made = metadata.steps.add(id=name, state=f"JOB_STATE_{step}")
        progress = job_pb2.Progress(stage="training", done=done, total=10, unit="steps")
        made.progress.MergeFrom(progress)
        if step == "SUCCEEDED":
            made.artifact = "ab" * 32
    job = job_pb2.Job(name="jobs/pipeline-1", kind="pipeline.RunPipeline")
    job.state = f"JOB_STATE_{state}"
    job.metadata.Pack(metadata)
    return JobState(job)


BEGUN = run("RUNNING", ("one", "RUNNING", 5), ("two", "QUEUED", 0))
HALF = run("RUNNING", ("one", "SUCCEEDED", 10), ("two", "RUNNING", 0))
ENDED = run("SUCCEEDED", ("one", "SUCCEEDED", 10), ("two", "SUCCEEDED", 10))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_run_is_as_far_as_its_steps():
    assert [fraction(job) for job in (BEGUN, HALF, ENDED)] == [0.25, 0.5, 1.0]


def test_a_step_by_itself_is_as_far_as_its_progress():
    job = job_pb2.Job(state="JOB_STATE_RUNNING", progress=job_pb2.Progress(done=3, total=4))
    assert fraction(JobState(job)) == 0.75
    assert fraction(JobState(job_pb2.Job(state="JOB_STATE_SUCCEEDED"))) == 1.0


def test_what_is_not_known_is_not_said():
    assert stage_text(Progress("", 0, 0, "", 0, -1)) == ""
    assert stage_text(Progress("training", 80, 200, "steps", 12.34, 75)) == (
        "training 80/200 steps, 12.3 steps/s, 1:15 left"
    )
    assert [clock(s) for s in (0, 7.4, 60, 3723)] == ["0:00", "0:07", "1:00", "1:02:03"]


def test_a_log_gets_a_line_for_what_begins_and_ends_and_no_other():
    out = io.StringIO()
    view = PlainView(out)
    for job in (BEGUN, BEGUN, HALF, HALF, ENDED):
        view.show(job)
    assert out.getvalue().splitlines() == [
        "one: running",
        "jobs/pipeline-1: running",
        "one: succeeded, abababababab",
        "two: running",
        "two: succeeded, abababababab",
        "jobs/pipeline-1: succeeded",
    ]


def test_a_log_of_a_long_step_shows_that_it_goes_on():
    out = io.StringIO()
    view = PlainView(out, interval_seconds=0)
    view.show(BEGUN)
    view.show(BEGUN)
    assert out.getvalue().splitlines()[-1] == " 25% one: training 5/10 steps"


def test_a_terminal_has_one_line_that_changes_and_keeps_what_ended():
    out = Terminal()
    view = TerminalView(out)
    for job in (BEGUN, HALF, ENDED):
        view.show(job)
    view.close()
    lines = out.getvalue().split("\n")
    assert len(lines) == 4
    assert "one: succeeded" in lines[0]
    assert "two: succeeded" in lines[1]
    assert "100%" in lines[2]
    assert max(len(part) for part in out.getvalue().split("\r\x1b[K")) <= 81


def test_the_view_fits_where_the_program_runs():
    assert isinstance(choose_view(Terminal()), TerminalView)
    assert isinstance(choose_view(io.StringIO()), PlainView)


class Display:
    """Stands for IPython's display and its handle."""

    def __init__(self):
        self.pages = []

    def __call__(self, bundle, **options):
        self.pages.append(bundle["text/html"])
        return self

    update = __call__


def test_a_notebook_shows_one_page_that_changes_and_always_the_end():
    display = Display()
    view = NotebookView(display)
    for job in (BEGUN, HALF, ENDED):
        view.show(job)
    assert len(display.pages) == 2  # the second came too soon after the first
    assert "succeeded" in display.pages[-1]
    assert "100%" in display.pages[-1]


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a & b", '"'])
def test_names_are_escaped(name):
    page = job_page(run("RUNNING", (name, "RUNNING", 1)))
    assert "<script>" not in page
    assert "a & b" not in page
