"""What CompareClouds and EstimateDimension answer."""

import functools
from typing import Any

from widthlab._html import paragraph, table
from widthlab._names import short_name
from widthlab._plain import to_dict
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2

_GEOMETRY = geometry_pb2.Geometry.DESCRIPTOR


class CloudComparison:
    """How far one cloud is from another; None for a statistic that was not asked for."""

    def __init__(self, message: geometry_pb2.CloudComparison) -> None:
        self._message = message

    @property
    def geometry(self) -> str:
        return short_name(_GEOMETRY, self._message.geometry)

    @property
    def shift(self) -> float | None:
        """Mean distance between row i of both."""
        return self._message.shift if self._message.HasField("shift") else None

    @property
    def gw(self) -> float | None:
        """Gromov-Wasserstein distance sqrt(loss) / 2: how much the shape was bent."""
        has = self._message.HasField("metric_distortion")
        return self._message.metric_distortion if has else None

    @property
    def topological_change(self) -> float | None:
        """2-Wasserstein distance between the persistence diagrams of degree 1."""
        has = self._message.HasField("topological_change")
        return self._message.topological_change if has else None

    @functools.cached_property
    def logs(self) -> dict[str, Any]:
        """How Gromov-Wasserstein and the topological change were computed."""
        everything = to_dict(self._message)
        return {k: v for k, v in everything.items() if k.endswith("_log")}

    def to_dict(self) -> dict[str, Any]:
        return {
            "geometry": self.geometry,
            "shift": self.shift,
            "gw": self.gw,
            "topological_change": self.topological_change,
        }

    def __repr__(self) -> str:
        return f"CloudComparison({_facts(self.to_dict())})"

    def _repr_html_(self) -> str:
        return table(["statistic", "value"], _rows(self.to_dict()))


class CloudDimension:
    """On how many dimensions a cloud lives; None where an estimate is undefined."""

    def __init__(self, message: geometry_pb2.CloudDimension) -> None:
        self._message = message

    @property
    def geometry(self) -> str:
        return short_name(_GEOMETRY, self._message.geometry)

    @property
    def twonn(self) -> float | None:
        """TwoNN: from the ratio of the two nearest distances."""
        return _number(self._message.two_nn)

    @property
    def mle(self) -> float | None:
        """Levina and Bickel's maximum likelihood, with MacKay and Ghahramani's correction."""
        return _number(self._message.levina_bickel)

    @property
    def participation_ratio(self) -> float | None:
        """(sum e)^2 / sum e^2 over the eigenvalues e of the rows' covariance."""
        return _number(self._message.participation_ratio)

    @property
    def effective_rank(self) -> float | None:
        """exp of the entropy of e / sum e."""
        return _number(self._message.effective_rank)

    @property
    def reasons(self) -> dict[str, str]:
        """Why an estimate is undefined, by the name of its property."""
        values = {
            "twonn": self._message.two_nn,
            "mle": self._message.levina_bickel,
            "participation_ratio": self._message.participation_ratio,
            "effective_rank": self._message.effective_rank,
        }
        return {k: v.undefined_reason for k, v in values.items() if not v.HasField("value")}

    @property
    def reason(self) -> str | None:
        """Why some estimate is None, in a sentence; None where all are defined."""
        return "; ".join(f"{name}: {why}" for name, why in self.reasons.items()) or None

    @property
    def points(self) -> int:
        return self._message.points

    @property
    def distinct_points(self) -> int:
        """Those left when points at distance 0 are merged."""
        return self._message.distinct_points

    def to_dict(self) -> dict[str, Any]:
        return {
            "geometry": self.geometry,
            "twonn": self.twonn,
            "mle": self.mle,
            "participation_ratio": self.participation_ratio,
            "effective_rank": self.effective_rank,
            "points": self.points,
            "distinct_points": self.distinct_points,
        }

    def __repr__(self) -> str:
        reason = f", reason={self.reason!r}" if self.reason else ""
        return f"CloudDimension({_facts(self.to_dict())}{reason})"

    def _repr_html_(self) -> str:
        note = paragraph(self.reason) if self.reason else ""
        return table(["estimate", "value"], _rows(self.to_dict())) + note


def _number(value: geometry_pb2.DimensionValue) -> float | None:
    return value.value if value.HasField("value") else None


def _facts(values: dict[str, Any]) -> str:
    return ", ".join(
        f"{name}={value:.6g}" if isinstance(value, float) else f"{name}={value!r}"
        for name, value in values.items()
    )


def _rows(values: dict[str, Any]) -> list[list[Any]]:
    return [[name, "undefined" if value is None else value] for name, value in values.items()]
