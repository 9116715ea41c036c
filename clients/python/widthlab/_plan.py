"""What a dry run says: the steps, what the cache holds, what they would cost."""

from typing import Any

from widthlab._html import paragraph, table
from widthlab._progress import clock
from widthlab._proto.widthlab.job.v1 import job_pb2
from widthlab._states import JobState, StepState


class Plan:
    """A run that was resolved and checked, and not started."""

    def __init__(self, message: job_pb2.Job) -> None:
        self._job = JobState(message)

    @property
    def steps(self) -> list[StepState]:
        """In the order in which they can run."""
        return self._job.steps

    @property
    def cached(self) -> int:
        """Steps whose result the server has already."""
        return sum(step.cached for step in self.steps)

    @property
    def seconds(self) -> float:
        """Of the steps whose cost is known and that the cache does not answer, all together."""
        return sum(step.seconds or 0.0 for step in self.steps if not step.cached)

    def __len__(self) -> int:
        return len(self.steps)

    def _summary(self) -> str:
        return f"{len(self)} steps, {self.cached} in the cache, about {clock(self.seconds)} of work"

    def __repr__(self) -> str:
        width = max((len(step.id) for step in self.steps), default=0)
        lines = [f"{step.id:<{width}}  {_note(step)}".rstrip() for step in self.steps]
        return "\n".join([self._summary(), *lines])

    def _repr_html_(self) -> str:
        rows: list[list[Any]] = [[step.id, step.kind, _note(step)] for step in self.steps]
        return paragraph(self._summary()) + table(["step", "kind", ""], rows)


def _note(step: StepState) -> str:
    if step.cached:
        return f"cached {step.artifact[:12]}".rstrip()
    return "" if step.seconds is None else f"about {step.seconds:.3g} s"
