"""Handles of jobs: look, watch, wait, cancel.

    run = lab.run("geometry_guided", text="corpus/")
    run.watch()             # shows progress to the end, returns the result
    run.result()            # the same without showing anything
    run.cancel()

A handle stays good when the server is restarted: jobs are durable, and a watch goes on.
"""

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from widthlab._errors import DeadlineExceededError, UnavailableError
from widthlab._methods import CANCEL_JOB, GET_JOB, STREAM_METRICS, WATCH_JOB
from widthlab._plain import to_dict
from widthlab._progress import View, choose_view
from widthlab._proto.widthlab.job.v1 import job_pb2, job_service_pb2
from widthlab._proto.widthlab.training.v1 import training_service_pb2
from widthlab._states import JobState
from widthlab._transport import Transport
from widthlab._watch import JobHandle, Watch

T = TypeVar("T")


def watch_states(
    transport: Transport,
    name: str,
    timeout: float | None = None,
    trouble: Callable[[str], None] = lambda text: None,
) -> Iterator[JobState]:
    """The job now, then at each change, last in its final state; through lost connections.

    A stream that is opened again begins with the job as it is now, so nothing is resumed: at worst
    a state that lasted less than the gap is never seen. UnavailableError when the server has not
    answered for `watch_seconds`; DeadlineExceededError after `timeout` seconds.
    """
    request = job_service_pb2.WatchJobRequest(name=name)
    watch = Watch(name, timeout, transport.retry)
    while True:
        problem = watch.ended_early()
        try:
            for message in transport.read(WATCH_JOB, request, timeout=watch.seconds_left()):
                state = JobState(message)
                yield state
                if state.is_final:
                    return
                watch.heard()
        except DeadlineExceededError:
            raise watch.too_late() from None
        except UnavailableError as error:
            problem = error
        time.sleep(watch.pause_after(problem, trouble))


class Job(JobHandle[T]):
    """A job of the server, whose result is a T."""

    def __init__(
        self, transport: Transport, message: job_pb2.Job, convert: Callable[[JobState], T]
    ) -> None:
        super().__init__(message, convert)
        self._transport = transport

    @property
    def state(self) -> str:
        """Now: "queued", "running", "cancelling", "succeeded", "failed" or "cancelled"."""
        return self.refresh()._last.state

    def refresh(self) -> "Job[T]":
        """Asks the server how it stands, unless it has ended."""
        if not self._last.is_final:
            request = job_service_pb2.GetJobRequest(name=self.name)
            self._last = JobState(self._transport.call(GET_JOB, request))
        return self

    def updates(self, timeout: float | None = None) -> Iterator[JobState]:
        """The job at each change, to its end: for a progress display of your own."""
        return self._updates(timeout, lambda text: None)

    def watch(self, timeout: float | None = None, *, view: View | None = None) -> T:
        """Shows progress until the job ends, and returns its result as `result` does.

        An interrupt (Ctrl-C, or the notebook's stop) ends the watch and not the job.
        """
        shown = view or choose_view()
        try:
            for state in self._updates(timeout, shown.trouble):
                shown.show(state)
        except KeyboardInterrupt:
            shown.trouble(f"{self.name} goes on: .watch() comes back to it, .cancel() stops it")
            raise
        finally:
            shown.close()
        return self._outcome()

    def result(self, timeout: float | None = None) -> T:
        """Waits for the end and returns the result; a job that failed raises its error."""
        for _ in self._updates(timeout, lambda text: None):
            pass
        return self._outcome()

    def cancel(self) -> "Job[T]":
        """Asks the job to stop, which takes about a second; one that has ended stays as it is."""
        request = job_service_pb2.CancelJobRequest(name=self.name)
        self._last = JobState(self._transport.call(CANCEL_JOB, request))
        return self

    def metrics(self) -> Iterator[dict[str, float]]:
        """The loss curve of a training job, from its first line, then as it grows."""
        request = training_service_pb2.StreamMetricsRequest(job=self.name)
        for answer in self._transport.read(STREAM_METRICS, request):
            yield to_dict(answer.metric)

    def _updates(self, timeout: float | None, trouble: Callable[[str], None]) -> Iterator[JobState]:
        if self._last.is_final:
            yield self._last
            return
        for state in watch_states(self._transport, self.name, timeout, trouble):
            self._last = state
            yield state
