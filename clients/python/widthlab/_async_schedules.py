"""Sets of schedules and scaling laws for asynchronous programs; `Lab` says what each does."""

import abc
from collections.abc import Iterable
from typing import Any

from widthlab._async_transport import AsyncTransport
from widthlab._methods import COMPARE_SCHEDULES, FIT_SCALING_LAW, RENDER_SCHEDULES
from widthlab._pages import Figure
from widthlab._scaling import ScalingLaws, scaling_request
from widthlab._schedule_sets import (
    ScheduleComparison,
    compare_request,
    drawn,
    references_of,
    render_request,
)


class AsyncScheduleCalls(abc.ABC):
    _transport: AsyncTransport

    @abc.abstractmethod
    async def _reference(self, text: str, path: str) -> str:
        """The whole id."""

    async def compare_schedules(
        self, schedules: Any, *, sequence_length: int = 0
    ) -> ScheduleComparison:
        request = compare_request(schedules, sequence_length)
        for source, path in references_of(request):
            source.artifact = await self._reference(source.artifact, path)
        return ScheduleComparison(await self._transport.call(COMPARE_SCHEDULES, request))

    async def render_schedules(self, schedules: Any, **options: Any) -> Figure:
        request = render_request(schedules, options)
        for source, path in references_of(request):
            source.artifact = await self._reference(source.artifact, path)
        return drawn(request, await self._transport.call(RENDER_SCHEDULES, request))

    async def fit_scaling_law(
        self, runs: Any, *, losses: Iterable[float] = (), **options: Any
    ) -> ScalingLaws:
        request = scaling_request(runs, losses, options)
        return ScalingLaws(await self._transport.call(FIT_SCALING_LAW, request))
