"""Handles of jobs for asynchronous programs; `_jobs` is their twin."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Generic, TypeVar

from widthlab._async_transport import AsyncTransport
from widthlab._errors import DeadlineExceededError, UnavailableError
from widthlab._methods import CANCEL_JOB, GET_JOB, WATCH_JOB
from widthlab._progress import View, choose_view, job_page
from widthlab._proto.widthlab.job.v1 import job_pb2, job_service_pb2
from widthlab._states import JobState, StepState

T = TypeVar("T")


async def watch_states(
    transport: AsyncTransport,
    name: str,
    timeout: float | None = None,
    trouble: Callable[[str], None] = lambda text: None,
) -> AsyncIterator[JobState]:
    """The job now, then at each change, last in its final state; through lost connections."""
    request = job_service_pb2.WatchJobRequest(name=name)
    end = None if timeout is None else time.monotonic() + timeout
    heard, attempt = time.monotonic(), 0
    while True:
        left = None if end is None else max(0.0, end - time.monotonic())
        problem = UnavailableError(f"the server ended the watch of {name} before the job ended")
        try:
            async for message in transport.read(WATCH_JOB, request, timeout=left):
                state = JobState(message)
                yield state
                if state.is_final:
                    return
                heard, attempt = time.monotonic(), 0
        except DeadlineExceededError:
            raise DeadlineExceededError(
                f"{name} did not end within {timeout:g} s, and goes on"
            ) from None
        except UnavailableError as error:
            problem = error
        if time.monotonic() - heard > transport.retry.watch_seconds:
            raise problem
        attempt += 1
        trouble(f"{problem.message}; trying again")
        await asyncio.sleep(transport.retry.delay_after(attempt))


class AsyncJob(Generic[T]):
    """A job of the server, whose result is a T."""

    def __init__(
        self, transport: AsyncTransport, message: job_pb2.Job, convert: Callable[[JobState], T]
    ) -> None:
        self._transport = transport
        self._last = JobState(message)
        self._convert = convert

    @property
    def name(self) -> str:
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

    async def refresh(self) -> "AsyncJob[T]":
        if not self._last.is_final:
            request = job_service_pb2.GetJobRequest(name=self.name)
            self._last = JobState(await self._transport.call(GET_JOB, request))
        return self

    async def updates(self, timeout: float | None = None) -> AsyncIterator[JobState]:
        """The job at each change, to its end."""
        async for state in self._updates(timeout, lambda text: None):
            yield state

    async def watch(self, timeout: float | None = None, *, view: View | None = None) -> T:
        """Shows progress until the job ends, and returns its result."""
        shown = view or choose_view()
        try:
            async for state in self._updates(timeout, shown.trouble):
                shown.show(state)
        finally:
            shown.close()
        return self._outcome()

    async def result(self, timeout: float | None = None) -> T:
        """Waits for the end and returns the result; a job that failed raises its error."""
        async for _ in self._updates(timeout, lambda text: None):
            pass
        return self._outcome()

    async def cancel(self) -> "AsyncJob[T]":
        """Asks the job to stop; one that has ended stays as it is."""
        request = job_service_pb2.CancelJobRequest(name=self.name)
        self._last = JobState(await self._transport.call(CANCEL_JOB, request))
        return self

    async def _updates(
        self, timeout: float | None, trouble: Callable[[str], None]
    ) -> AsyncIterator[JobState]:
        if self._last.is_final:
            yield self._last
            return
        async for state in watch_states(self._transport, self.name, timeout, trouble):
            self._last = state
            yield state

    def _outcome(self) -> T:
        if self._last.error is not None:
            raise self._last.error
        return self._convert(self._last)

    def __repr__(self) -> str:
        return repr(self._last)

    def _repr_html_(self) -> str:
        return job_page(self._last)
