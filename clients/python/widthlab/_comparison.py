"""Comparisons of arms over paired seeds, and their verdicts."""

import dataclasses
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from widthlab._errors import NotFoundError
from widthlab._frames import frame
from widthlab._html import paragraph, table
from widthlab._names import short_name
from widthlab._plain import to_dict
from widthlab._proto.widthlab.pipeline.v1 import pipeline_pb2
from widthlab._suggest import did_you_mean

if TYPE_CHECKING:
    import pandas

_VERDICTS = pipeline_pb2.Verdict.DESCRIPTOR


@dataclasses.dataclass(frozen=True)
class Difference:
    """Loss of an arm less that of the baseline, paired by seed, in nats; below zero is better."""

    #: In the order of the seeds.
    differences: list[float]
    mean: float
    #: 1 - alpha interval of the mean; NaN under two seeds.
    interval: tuple[float, float]
    p: float
    #: Holm over all arms.
    adjusted_p: float
    #: Smallest true effect that would have been found with 80 % power.
    minimum_detectable_effect: float


@dataclasses.dataclass(frozen=True)
class Arm:
    """One arm as compared."""

    name: str
    schedule: str
    runs: list[str]
    ffn_widths: list[int]
    #: 0 where the model's shape is not known.
    parameters: int
    training_flops: float
    #: Final validation loss in nats, in the order of the seeds.
    validation_loss: list[float]
    mean_validation_loss: float
    #: None for the baseline.
    difference: Difference | None
    #: "baseline", "better", "worse", "no_difference" or "inconclusive".
    verdict: str
    #: The verdict in a sentence.
    verdict_text: str


class Comparison:
    """Arms over paired seeds; said no more strongly than the runs allow."""

    def __init__(self, message: pipeline_pb2.Comparison, id: str = "") -> None:
        self._message = message
        self.id = id
        self.arms = [_arm(arm) for arm in message.arms]

    @property
    def metric(self) -> str:
        return self._message.metric

    @property
    def seeds(self) -> list[int]:
        return list(self._message.seeds)

    @property
    def baseline(self) -> str:
        return self._message.baseline

    @property
    def verdicts(self) -> dict[str, str]:
        """By arm."""
        return {arm.name: arm.verdict for arm in self.arms}

    def __getitem__(self, name: str) -> Arm:
        for arm in self.arms:
            if arm.name == name:
                return arm
        hint = did_you_mean(name, [arm.name for arm in self.arms])
        raise NotFoundError(f"there is no arm '{name}'{hint}", reason="ARM_NOT_FOUND", field="arm")

    def __iter__(self) -> Iterator[Arm]:
        return iter(self.arms)

    def __len__(self) -> int:
        return len(self.arms)

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, **to_dict(self._message)}

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each arm."""
        return frame(self._rows(), "arm")

    def _rows(self) -> list[dict[str, Any]]:
        rows = []
        for arm in self.arms:
            there = arm.difference
            row: dict[str, Any] = {"arm": arm.name, "parameters": arm.parameters}
            for seed, loss in zip(self.seeds, arm.validation_loss):
                row[f"seed {seed}"] = loss
            row["mean loss"] = arm.mean_validation_loss
            row["difference"] = math.nan if there is None else there.mean
            row["low"], row["high"] = (math.nan, math.nan) if there is None else there.interval
            row["adjusted p"] = math.nan if there is None else there.adjusted_p
            row["verdict"] = arm.verdict
            rows.append(row)
        return rows

    def __repr__(self) -> str:
        lines = [f"{self.metric} over seeds {self.seeds}, against {self.baseline}"]
        width = max((len(arm.name) for arm in self.arms), default=0)
        for arm in self.arms:
            by = "" if arm.difference is None else f"  {arm.difference.mean:+.4f}"
            lines.append(f"{arm.name:<{width}}  {arm.mean_validation_loss:.4f}{by}  {arm.verdict}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = []
        for arm in self.arms:
            there = arm.difference
            cells: list[Any] = [arm.name, arm.parameters or ""]
            cells += [f"{loss:.4f}" for loss in arm.validation_loss]
            cells.append(f"{arm.mean_validation_loss:.4f}")
            cells.append("" if there is None else f"{there.mean:+.4f}")
            low, high = (math.nan, math.nan) if there is None else there.interval
            cells.append("" if math.isnan(low) else f"{low:+.4f} … {high:+.4f}")
            cells.append(arm.verdict.replace("_", " "))
            rows.append(cells)
        head = ["arm", "parameters", *(f"seed {seed}" for seed in self.seeds)]
        head += ["mean loss", "difference", "interval", "verdict"]
        sentences = [f"{arm.name}: {arm.verdict_text}" for arm in self.arms if arm.verdict_text]
        return table(head, rows) + "".join(map(paragraph, sentences))


def _arm(message: pipeline_pb2.ArmComparison) -> Arm:
    return Arm(
        name=message.name,
        schedule=message.schedule,
        runs=list(message.runs),
        ffn_widths=list(message.ffn_widths),
        parameters=message.accounts.total_parameters,
        training_flops=message.training_flops,
        validation_loss=list(message.validation_loss),
        mean_validation_loss=message.mean_validation_loss,
        difference=_difference(message.difference) if message.HasField("difference") else None,
        verdict=short_name(_VERDICTS, message.verdict),
        verdict_text=message.verdict_text,
    )


def _difference(message: pipeline_pb2.PairedDifference) -> Difference:
    return Difference(
        differences=list(message.differences),
        mean=message.mean,
        interval=(message.interval.low, message.interval.high),
        p=message.p,
        adjusted_p=message.adjusted_p,
        minimum_detectable_effect=message.minimum_detectable_effect,
    )
