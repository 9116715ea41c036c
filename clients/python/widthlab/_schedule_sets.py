"""Sets of schedules: what each costs, how far every two are apart, and their picture."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from widthlab._artifacts import id_of
from widthlab._errors import InvalidTypeError, NotFoundError
from widthlab._frames import frame
from widthlab._html import table
from widthlab._names import short_name
from widthlab._options import fill
from widthlab._pages import Figure
from widthlab._plain import to_dict
from widthlab._proto.widthlab.schedule.v1 import schedule_service_pb2
from widthlab._schedule import Schedule
from widthlab._suggest import did_you_mean

if TYPE_CHECKING:
    import pandas

_QUANTITY = schedule_service_pb2.ScheduleQuantity.DESCRIPTOR

Request = schedule_service_pb2.CompareSchedulesRequest | schedule_service_pb2.RenderSchedulesRequest


def compare_request(
    schedules: Any, sequence_length: int
) -> schedule_service_pb2.CompareSchedulesRequest:
    """Ids are as the user wrote them; `references_of` names them."""
    request = schedule_service_pb2.CompareSchedulesRequest(schedules=_sources(schedules))
    fill(request, {"sequence_length": sequence_length})
    return request


def render_request(
    schedules: Any, options: Mapping[str, Any]
) -> schedule_service_pb2.RenderSchedulesRequest:
    request = schedule_service_pb2.RenderSchedulesRequest(schedules=_sources(schedules))
    fill(request, options)
    return request


def references_of(request: Request) -> Iterator[tuple[schedule_service_pb2.ScheduleSource, str]]:
    """Those given by id, with their paths."""
    for number, source in enumerate(request.schedules):
        if source.artifact:
            yield source, f"schedules[{number}].artifact"


def drawn(
    request: schedule_service_pb2.RenderSchedulesRequest,
    answer: schedule_service_pb2.RenderSchedulesResponse,
) -> Figure:
    return Figure(answer.svg, short_name(_QUANTITY, request.quantity), request.title)


def _sources(schedules: Any) -> list[schedule_service_pb2.ScheduleSource]:
    """From a dict label -> schedule, or from schedules, which are then called by their family."""
    if isinstance(schedules, Mapping):
        return [_source(value, str(label)) for label, value in schedules.items()]
    if isinstance(schedules, (str, bytes)) or not isinstance(schedules, Iterable):
        raise InvalidTypeError(
            f"schedules: {type(schedules).__name__} must be a list of schedules or ids, or a dict "
            "label -> schedule",
            reason="INVALID_TYPE",
            field="schedules",
        )
    return [_source(value, "") for value in schedules]


def _source(value: Any, label: str) -> schedule_service_pb2.ScheduleSource:
    if isinstance(value, Schedule) and not value.id:
        return schedule_service_pb2.ScheduleSource(schedule=value._message, label=label)
    return schedule_service_pb2.ScheduleSource(artifact=id_of(value, "schedules"), label=label)


@dataclasses.dataclass(frozen=True)
class ComparedSchedule:
    """One schedule among others; ratios are over the first, None where a model is unknown."""

    label: str
    id: str
    family: str
    ffn_widths: list[int]
    residual_widths: list[int]
    drift: float
    #: Of the whole model; None where the schedule says no architecture.
    parameters: int | None
    parameters_ratio: float | None
    flops_ratio: float | None
    kv_bytes_ratio: float | None
    activation_bytes_ratio: float | None
    mean_width: float
    #: Standard deviation over the layers as a share of the mean.
    spread: float


@dataclasses.dataclass(frozen=True)
class ScheduleDistance:
    """How far two schedules are apart; `first` and `second` are their labels."""

    first: str
    second: str
    mean_difference: float
    largest_difference: float
    #: Share of the hidden units that would have to move to another layer.
    moved_share: float
    pearson: float
    spearman: float
    #: Why there is no distance; empty where there is.
    undefined_reason: str


class ScheduleComparison:
    """Schedules in the order in which they were given; the first is what ratios are over."""

    def __init__(self, message: schedule_service_pb2.CompareSchedulesResponse) -> None:
        self._message = message
        self.schedules = [_compared(schedule) for schedule in message.schedules]
        #: Of every pair.
        self.distances = [_distance(distance, self.schedules) for distance in message.distances]

    def __getitem__(self, label: str) -> ComparedSchedule:
        for schedule in self.schedules:
            if schedule.label == label:
                return schedule
        hint = did_you_mean(label, [schedule.label for schedule in self.schedules])
        raise NotFoundError(
            f"there is no schedule '{label}'{hint}", reason="SCHEDULE_NOT_FOUND", field="schedules"
        )

    def __iter__(self) -> Iterator[ComparedSchedule]:
        return iter(self.schedules)

    def __len__(self) -> int:
        return len(self.schedules)

    def to_dict(self) -> dict[str, Any]:
        return to_dict(self._message)

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each schedule."""
        return frame(map(dataclasses.asdict, self.schedules), "label")

    def __repr__(self) -> str:
        return "\n".join(f"{s.label}  {s.ffn_widths}" for s in self.schedules)

    def _repr_html_(self) -> str:
        rows = [
            [s.label, s.parameters or "", f"{s.drift:+.2%}", f"{s.mean_width:.1f}"]
            + [
                "" if ratio is None else f"{ratio:.4f}"
                for ratio in (s.parameters_ratio, s.flops_ratio, s.kv_bytes_ratio)
            ]
            for s in self.schedules
        ]
        head = ["schedule", "parameters", "drift", "mean width", "parameters ratio"]
        apart = [
            [d.first, d.second, f"{d.mean_difference:.1f}", f"{d.moved_share:.1%}"]
            for d in self.distances
        ]
        return table([*head, "FLOPs ratio", "KV ratio"], rows) + table(
            ["schedule", "and", "mean difference", "moved share"], apart
        )


def _compared(message: schedule_service_pb2.ComparedSchedule) -> ComparedSchedule:
    def ratio(name: str) -> float | None:
        return getattr(message, name) if message.HasField(name) else None

    return ComparedSchedule(
        label=message.label,
        id=message.artifact,
        family=message.family,
        ffn_widths=list(message.ffn_widths),
        residual_widths=list(message.residual_widths),
        drift=message.drift,
        parameters=message.accounts.total_parameters if message.HasField("accounts") else None,
        parameters_ratio=ratio("parameters_ratio"),
        flops_ratio=ratio("flops_ratio"),
        kv_bytes_ratio=ratio("kv_bytes_ratio"),
        activation_bytes_ratio=ratio("activation_bytes_ratio"),
        mean_width=message.mean_width,
        spread=message.spread,
    )


def _distance(
    message: schedule_service_pb2.ScheduleDistance, schedules: list[ComparedSchedule]
) -> ScheduleDistance:
    return ScheduleDistance(
        first=schedules[message.first].label,
        second=schedules[message.second].label,
        mean_difference=message.mean_difference,
        largest_difference=message.largest_difference,
        moved_share=message.moved_share,
        pearson=message.pearson,
        spearman=message.spearman,
        undefined_reason=message.undefined_reason,
    )
