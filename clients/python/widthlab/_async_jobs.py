"""Handles of jobs for asynchronous programs; `_jobs` is their twin."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from widthlab._async_transport import AsyncTransport
from widthlab._errors import DeadlineExceededError, UnavailableError
from widthlab._methods import CANCEL_JOB, GET_JOB, WATCH_JOB
from widthlab._progress import View, choose_view
from widthlab._proto.widthlab.job.v1 import job_pb2, job_service_pb2
from widthlab._states import JobState
from widthlab._watch import JobHandle, Watch

T = TypeVar("T")


async def watch_states(
    transport: AsyncTransport,
    name: str,
    timeout: float | None = None,
    trouble: Callable[[str], None] = lambda text: None,
) -> AsyncIterator[JobState]:
    """The job now, then at each change, last in its final state; through lost connections."""
    request = job_service_pb2.WatchJobRequest(name=name)
    watch = Watch(name, timeout, transport.retry)
    while True:
        problem = watch.ended_early()
        try:
            async for message in transport.read(WATCH_JOB, request, timeout=watch.seconds_left()):
                state = JobState(message)
                yield state
                if state.is_final:
                    return
                watch.heard()
        except DeadlineExceededError:
            raise watch.too_late() from None
        except UnavailableError as error:
            problem = error
        await asyncio.sleep(watch.pause_after(problem, trouble))


class AsyncJob(JobHandle[T]):
    """A job of the server, whose result is a T."""

    def __init__(
        self, transport: AsyncTransport, message: job_pb2.Job, convert: Callable[[JobState], T]
    ) -> None:
        super().__init__(message, convert)
        self._transport = transport

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
