"""What a job leaves: artifacts by step of a run, one artifact of a step, or a reproduction."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from widthlab._artifacts import SHORT
from widthlab._errors import InternalError, NotFoundError
from widthlab._html import table
from widthlab._proto.widthlab.job.v1 import job_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_pb2
from widthlab._states import JobState
from widthlab._suggest import did_you_mean


class RunResult(Mapping[str, str]):
    """Ids of the artifacts of a run by step: result["profile"], result["schedule/uniform"]."""

    def __init__(self, artifacts: Mapping[str, str]) -> None:
        self._artifacts = dict(sorted(artifacts.items()))

    @staticmethod
    def of(job: JobState) -> "RunResult":
        result = pipeline_pb2.RunResult()
        if not job.message.result.Unpack(result):
            raise _no_result(job)
        return RunResult(result.artifacts)

    @property
    def schedules(self) -> dict[str, str]:
        """By arm."""
        return self._below("schedule/")

    @property
    def training_runs(self) -> dict[str, dict[int, str]]:
        """By arm and seed."""
        out: dict[str, dict[int, str]] = {}
        for name, artifact in self._below("train/").items():
            arm, _, seed = name.rpartition("/")
            out.setdefault(arm, {})[int(seed)] = artifact
        return out

    def _below(self, prefix: str) -> dict[str, str]:
        return {k.removeprefix(prefix): v for k, v in self.items() if k.startswith(prefix)}

    def __getitem__(self, step: str) -> str:
        if step in self._artifacts:
            return self._artifacts[step]
        raise NotFoundError(
            f"the run has no step '{step}'{did_you_mean(str(step), self._artifacts)}",
            reason="STEP_NOT_FOUND",
            field="step",
        )

    def __contains__(self, step: object) -> bool:
        return step in self._artifacts

    def __iter__(self) -> Iterator[str]:
        return iter(self._artifacts)

    def __len__(self) -> int:
        return len(self._artifacts)

    def __repr__(self) -> str:
        width = max(map(len, self), default=0)
        return "\n".join(f"{step:<{width}}  {artifact[:SHORT]}" for step, artifact in self.items())

    def _repr_html_(self) -> str:
        return table(["step", "artifact"], [[k, v[:SHORT]] for k, v in self.items()])


@dataclasses.dataclass(frozen=True)
class Reproduction:
    """Whether an artifact that was made again has the same bytes."""

    artifact: str
    equal: bool
    #: File name -> whether equal.
    files: dict[str, bool]
    note: str

    @staticmethod
    def of(job: JobState) -> "Reproduction":
        result = pipeline_pb2.Reproduction()
        if not job.message.result.Unpack(result):
            raise _no_result(job)
        files = {file.name: file.equal for file in result.files}
        return Reproduction(result.artifact, result.equal, files, result.device_class_note)


@dataclasses.dataclass(frozen=True)
class StepResult:
    """The artifact of a step; `id` is its id, so that it can stand for it."""

    id: str
    cached: bool

    @staticmethod
    def of(job: JobState) -> "StepResult":
        result = job_pb2.StepResult()
        if not job.message.result.Unpack(result):
            raise _no_result(job)
        return StepResult(result.artifact, result.cached)


def any_result(job: JobState) -> Any:
    """The result of a job of whatever kind."""
    kind = job.message.result.TypeName()
    if kind == "widthlab.pipeline.v1.RunResult":
        return RunResult.of(job)
    if kind == "widthlab.pipeline.v1.Reproduction":
        return Reproduction.of(job)
    return StepResult.of(job)


def _no_result(job: JobState) -> InternalError:
    return InternalError(f"{job.name} is {job.state}, and its result is of another kind")
