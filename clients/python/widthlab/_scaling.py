"""Scaling laws fitted to runs: loss = E + A (x / reference)^-alpha."""

import dataclasses
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from widthlab._errors import InvalidTypeError, NotFoundError, invalid
from widthlab._frames import frame
from widthlab._html import table
from widthlab._options import fill
from widthlab._plain import to_dict
from widthlab._proto.widthlab.schedule.v1 import schedule_service_pb2

if TYPE_CHECKING:
    import pandas

Value = schedule_service_pb2.ScalingValue


def scaling_request(
    runs: Any, losses: Iterable[float], options: Mapping[str, Any]
) -> schedule_service_pb2.FitScalingLawRequest:
    """`runs` is a dict family -> runs, or rows (dicts, a DataFrame) with a column `family`."""
    request = schedule_service_pb2.FitScalingLawRequest()
    for name, members in _by_family(runs).items():
        family = request.families.add(name=name)
        for number, run in enumerate(members):
            fill(family.runs.add(), run, f"runs[{name!r}][{number}]")
    fill(request, {"losses": losses})
    fill(request.options, options)
    return request


def _by_family(runs: Any) -> dict[str, list[dict[str, Any]]]:
    if isinstance(runs, Mapping):
        return {str(name): _rows(members) for name, members in runs.items()}
    families: dict[str, list[dict[str, Any]]] = {}
    for number, row in enumerate(_rows(runs)):
        if "family" not in row:
            raise invalid(f"runs[{number}]", "has no family")
        families.setdefault(str(row.pop("family")), []).append(row)
    return families


def _rows(rows: Any) -> list[dict[str, Any]]:
    if hasattr(rows, "to_dict") and hasattr(rows, "columns"):  # a DataFrame
        rows = rows.to_dict("records")
    if isinstance(rows, (Mapping, str, bytes)) or not isinstance(rows, Iterable):
        raise _not_rows(rows)
    rows = list(rows)
    if not all(isinstance(row, Mapping) for row in rows):
        raise _not_rows(next(row for row in rows if not isinstance(row, Mapping)))
    return [dict(row) for row in rows]


def _not_rows(value: Any) -> InvalidTypeError:
    return InvalidTypeError(
        f"runs: {type(value).__name__} must be a dict family -> runs, rows or a DataFrame; a run is "
        "a dict with loss and any of parameters, training_flops, kv_bytes_per_token",
        reason="INVALID_TYPE",
        field="runs",
    )


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A fitted number; its interval is NaN where the runs leave no residual to draw from."""

    value: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class ScalingCurve:
    """The curve of one family in one variable."""

    family: str
    #: "parameters", "training_flops" or "kv_bytes_per_token".
    variable: str
    #: E, in nats.
    irreducible_loss: Estimate
    #: A, the loss above E at x = reference.
    amplitude: Estimate
    #: alpha.
    exponent: Estimate
    reference: float
    #: Root mean square over the runs.
    relative_error: float
    #: Why there is no curve; empty where there is.
    undefined_reason: str

    def __call__(self, size: float) -> float:
        """The loss at a size."""
        fall = math.pow(size / self.reference, -self.exponent.value)
        return self.irreducible_loss.value + self.amplitude.value * fall


@dataclasses.dataclass(frozen=True)
class ScalingRatio:
    """What a family needs over what the baseline needs, at equal loss."""

    family: str
    baseline: str
    variable: str
    loss: float
    ratio: Estimate
    #: Whether the loss lies outside those of the runs.
    extrapolated: bool
    undefined_reason: str


class ScalingLaws:
    """A curve for every family and variable, and the ratios to the first family."""

    def __init__(self, message: schedule_service_pb2.ScalingLawFits) -> None:
        self._message = message
        self.curves = [_curve(curve) for curve in message.curves]
        self.ratios = [_ratio(ratio) for ratio in message.ratios]

    def curve(self, family: str, variable: str) -> ScalingCurve:
        for curve in self.curves:
            if (curve.family, curve.variable) == (family, variable):
                return curve
        there = ", ".join(f"{c.family} in {c.variable}" for c in self.curves)
        raise NotFoundError(
            f"there is no curve of {family} in {variable}, only of {there}",
            reason="CURVE_NOT_FOUND",
            field="family",
        )

    def __iter__(self) -> Iterator[ScalingCurve]:
        return iter(self.curves)

    def __len__(self) -> int:
        return len(self.curves)

    def to_dict(self) -> dict[str, Any]:
        return to_dict(self._message)

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each curve."""
        rows = []
        for curve in self.curves:
            row: dict[str, Any] = {"family": curve.family, "variable": curve.variable}
            for name in ("irreducible_loss", "amplitude", "exponent"):
                estimate: Estimate = getattr(curve, name)
                row[name] = estimate.value
                row[f"{name}_low"], row[f"{name}_high"] = estimate.low, estimate.high
            rows.append(row)
        return frame(rows, "family")

    def __repr__(self) -> str:
        return "\n".join(
            f"{c.family} in {c.variable}: " + (c.undefined_reason or _formula(c))
            for c in self.curves
        )

    def _repr_html_(self) -> str:
        curves = [
            [c.family, c.variable, _shown(c.irreducible_loss), _shown(c.amplitude)]
            + [_shown(c.exponent), c.undefined_reason]
            for c in self.curves
        ]
        ratios = [
            [r.family, r.variable, f"{r.loss:.4f}", _shown(r.ratio), r.undefined_reason]
            for r in self.ratios
        ]
        return table(["family", "in", "E", "A", "exponent", ""], curves) + table(
            ["family", "in", "at loss", "over the baseline", ""], ratios
        )


def _formula(curve: ScalingCurve) -> str:
    return (
        f"{curve.irreducible_loss.value:.4g} + {curve.amplitude.value:.4g} "
        f"(x / {curve.reference:.4g})^-{curve.exponent.value:.4g}"
    )


def _shown(estimate: Estimate) -> str:
    return f"{estimate.value:.4g} ({estimate.low:.4g} … {estimate.high:.4g})"


def _estimate(message: Value) -> Estimate:
    return Estimate(message.value, message.low, message.high)


def _curve(message: schedule_service_pb2.ScalingCurve) -> ScalingCurve:
    return ScalingCurve(
        family=message.family,
        variable=message.variable,
        irreducible_loss=_estimate(message.irreducible_loss),
        amplitude=_estimate(message.amplitude),
        exponent=_estimate(message.exponent),
        reference=message.reference,
        relative_error=message.relative_error,
        undefined_reason=message.undefined_reason,
    )


def _ratio(message: schedule_service_pb2.ScalingRatio) -> ScalingRatio:
    return ScalingRatio(
        family=message.family,
        baseline=message.baseline,
        variable=message.variable,
        loss=message.loss,
        ratio=_estimate(message.ratio),
        extrapolated=message.extrapolated,
        undefined_reason=message.undefined_reason,
    )
