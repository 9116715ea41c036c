"""What a job's handle knows and decides, whether its calls wait or are awaited."""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from widthlab._errors import DeadlineExceededError, UnavailableError
from widthlab._progress import job_page
from widthlab._proto.widthlab.job.v1 import job_pb2
from widthlab._retry import Retry
from widthlab._states import JobState, StepState

T = TypeVar("T")


class Watch:
    """How long a watch of one job goes on, and what it says when it does not."""

    def __init__(self, name: str, timeout: float | None, retry: Retry) -> None:
        self._name = name
        self._timeout = timeout
        self._retry = retry
        self._end = None if timeout is None else time.monotonic() + timeout
        self.heard()

    def heard(self) -> None:
        """The server spoke."""
        self._last, self._attempt = time.monotonic(), 0

    def seconds_left(self) -> float | None:
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def ended_early(self) -> UnavailableError:
        return UnavailableError(f"the server ended the watch of {self._name} before the job ended")

    def too_late(self) -> DeadlineExceededError:
        return DeadlineExceededError(
            f"{self._name} did not end within {self._timeout:g} s, and goes on"
        )

    def pause_after(self, problem: UnavailableError, trouble: Callable[[str], None]) -> float:
        """Seconds to wait before the stream is opened again; raises what lasts too long."""
        if time.monotonic() - self._last > self._retry.watch_seconds:
            raise problem
        self._attempt += 1
        trouble(f"{problem.message}; trying again")
        return self._retry.delay_after(self._attempt)


class JobHandle(Generic[T]):
    """A job as last seen, whose result is a T."""

    def __init__(self, message: job_pb2.Job, convert: Callable[[JobState], T]) -> None:
        self._last = JobState(message)
        self._convert = convert

    @property
    def name(self) -> str:
        """For instance "jobs/pipeline-06ff1q2y8kzt5c3e": lab.job(NAME) is this again."""
        return self._last.name

    @property
    def kind(self) -> str:
        return self._last.kind

    @property
    def steps(self) -> list[StepState]:
        """Of a run, as last seen."""
        return self._last.steps

    @property
    def last(self) -> JobState:
        """As last seen; `refresh` asks again."""
        return self._last

    def _outcome(self) -> T:
        if self._last.error is not None:
            raise self._last.error
        return self._convert(self._last)

    def __repr__(self) -> str:
        return repr(self._last)

    def _repr_html_(self) -> str:
        return job_page(self._last)
