"""A job and the steps of a run, as they stand."""

import dataclasses
from typing import Any

from widthlab._errors import CancelledError, WidthlabError
from widthlab._names import short_name
from widthlab._plain import unpack
from widthlab._proto.widthlab.job.v1 import job_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_pb2
from widthlab._status import from_status

_STATES = job_pb2.JobState.DESCRIPTOR
FINAL = frozenset({"succeeded", "failed", "cancelled"})


@dataclasses.dataclass(frozen=True)
class Progress:
    """How far something is; `total` is 0 and `eta_seconds` negative where that is not known."""

    stage: str
    done: int
    total: int
    unit: str
    rate: float
    eta_seconds: float

    @property
    def share(self) -> float:
        """In [0, 1]; 0 where the total is not known."""
        return min(1.0, self.done / self.total) if self.total > 0 else 0.0


@dataclasses.dataclass(frozen=True)
class StepState:
    """One step of a run; `artifact` is empty until there is one."""

    id: str
    kind: str
    state: str
    job: str
    artifact: str
    cached: bool
    progress: Progress
    #: Of a dry run; None where it cannot be known.
    seconds: float | None


class JobState:
    """A job at one moment."""

    def __init__(self, message: job_pb2.Job) -> None:
        self.message = message

    @property
    def name(self) -> str:
        return self.message.name

    @property
    def kind(self) -> str:
        """The method that made it, for instance "training.Train"."""
        return self.message.kind

    @property
    def state(self) -> str:
        """One of "queued", "running", "cancelling", "succeeded", "failed" or "cancelled"."""
        return short_name(_STATES, self.message.state)

    @property
    def is_final(self) -> bool:
        return self.state in FINAL

    @property
    def progress(self) -> Progress:
        return _progress(self.message.progress)

    @property
    def metadata(self) -> Any:
        """The message StepMetadata of a step, RunMetadata of a run; None where there is none."""
        return unpack(self.message.metadata)

    @property
    def steps(self) -> list[StepState]:
        """The steps of a run, in the order in which they can run; empty for a step's own job."""
        metadata = self.metadata
        if not isinstance(metadata, pipeline_pb2.RunMetadata):
            return []
        return [_step(step) for step in metadata.steps]

    @property
    def error(self) -> WidthlabError | None:
        """What a job that failed or was cancelled raises."""
        if self.message.HasField("error"):
            return from_status(self.message.error)
        if self.state == "cancelled":
            return CancelledError(f"{self.name} was cancelled", reason="JOB_CANCELLED")
        return None

    @property
    def seconds(self) -> float | None:
        """From start to end; None until both are known."""
        if not (self.message.HasField("start_time") and self.message.HasField("end_time")):
            return None
        start, end = self.message.start_time, self.message.end_time
        return (end.ToNanoseconds() - start.ToNanoseconds()) / 1e9

    def __repr__(self) -> str:
        return f"<{self.name} {self.kind} {self.state}>"


def _progress(message: job_pb2.Progress) -> Progress:
    return Progress(
        message.stage, message.done, message.total, message.unit, message.rate, message.eta_seconds
    )


def _step(message: pipeline_pb2.StepStatus) -> StepState:
    return StepState(
        id=message.id,
        kind=message.kind,
        state=short_name(_STATES, message.state),
        job=message.job,
        artifact=message.artifact,
        cached=message.cached,
        progress=_progress(message.progress),
        seconds=message.estimate.seconds if message.HasField("estimate") else None,
    )
