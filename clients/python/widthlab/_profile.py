"""Profiles: geometric work and intrinsic dimension of every layer, as arrays."""

from typing import TYPE_CHECKING, Any

import numpy as np

from widthlab._artifacts import SHORT
from widthlab._descriptors import Enum
from widthlab._errors import invalid
from widthlab._frames import frame
from widthlab._html import paragraph, table
from widthlab._layer_means import LayerMeans, Numbers
from widthlab._names import number_of, short_name, short_names
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2
from widthlab._suggest import did_you_mean

if TYPE_CHECKING:
    import pandas

_GEOMETRY = geometry_pb2.Geometry.DESCRIPTOR
_STATISTIC = geometry_pb2.Statistic.DESCRIPTOR
_ESTIMATORS = ("two_nn", "levina_bickel", "participation_ratio", "effective_rank")
_ALIASES = {"twonn": "two_nn", "mle": "levina_bickel"}


class Curve(LayerMeans):
    """A figure by layer, with its uncertainty; NaN where it is undefined."""

    def __init__(self, estimates: Any) -> None:
        super().__init__(
            np.array([e.mean for e in estimates]), np.array([e.standard_error for e in estimates])
        )
        #: [layers, subsamples].
        self.values: Numbers = np.array([list(e.values) for e in estimates])
        #: Why it is undefined, by layer; empty where it is not.
        self.reasons: list[str] = [e.undefined_reason for e in estimates]


class Profile:
    """What was measured on the clouds of every layer."""

    def __init__(self, message: geometry_pb2.Profile, id: str = "") -> None:
        self._message = message
        self.id = id

    @property
    def layers(self) -> int:
        return self._message.layers

    @property
    def subsamples(self) -> int:
        return self._message.subsamples

    @property
    def tokens_per_subsample(self) -> int:
        return self._message.tokens_per_subsample

    @property
    def measured(self) -> list[tuple[str, str]]:
        """The pairs (geometry, statistic) that there are."""
        return [_pair(curve) for curve in self._message.work]

    def work(self, geometry: str = "hyperbolic", statistic: str = "topological_change") -> Curve:
        """Geometric work by layer; statistics are shift, metric_distortion, topological_change.

        The defaults are what the family geometry_guided reads.
        """
        wanted = _known(_GEOMETRY, "geometry", geometry), _known(_STATISTIC, "statistic", statistic)
        for curve in self._message.work:
            if _pair(curve) == wanted:
                return Curve(curve.layers)
        there = ", ".join(" ".join(pair) for pair in self.measured)
        raise invalid("statistic", f"{' '.join(wanted)} was not measured; there is {there}")

    def dimension(
        self, cloud: str = "ffn_in", estimator: str = "two_nn", geometry: str = "raw"
    ) -> Curve:
        """Intrinsic dimension by layer, of the cloud before ("ffn_in") or after ("ffn_out").

        Estimators: two_nn, levina_bickel (mle), and participation_ratio and effective_rank of the
        covariance, which there are in raw geometry only.
        """
        wanted = _known(_GEOMETRY, "geometry", geometry)
        name = _ALIASES.get(estimator, estimator)
        if name not in _ESTIMATORS:
            hint = did_you_mean(estimator, _ESTIMATORS)
            raise invalid("estimator", f"there is no '{estimator}'{hint}")
        for curve in self._message.dimensions:
            here = short_name(_GEOMETRY, curve.geometry)
            if (here, curve.cloud) == (wanted, cloud) and getattr(curve, name):
                return Curve(getattr(curve, name))
        there = sorted({c.cloud for c in self._message.dimensions})
        raise invalid(
            "cloud", f"{name} of '{cloud}' was not estimated in {wanted} geometry; clouds: {there}"
        )

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each layer, geometry and statistic."""
        return frame(
            {
                "geometry": geometry,
                "statistic": statistic,
                "layer": layer,
                "mean": estimate.mean,
                "standard_error": estimate.standard_error,
            }
            for curve in self._message.work
            for geometry, statistic in [_pair(curve)]
            for layer, estimate in enumerate(curve.layers)
        )

    def __repr__(self) -> str:
        return f"<profile {self.id[:SHORT]} {self.layers} layers, {len(self.measured)} statistics>"

    def _repr_html_(self) -> str:
        columns = [curve.layers for curve in self._message.work]
        rows = [
            [layer, *(_cell(estimates[layer]) for estimates in columns)]
            for layer in range(self.layers)
        ]
        head = ["layer", *(" ".join(pair).replace("_", " ") for pair in self.measured)]
        sample = f"{self.subsamples} subsamples of {self.tokens_per_subsample} tokens"
        note = f"{sample}; mean ± standard error"
        return table(head, rows) + paragraph(note)


def _cell(estimate: geometry_pb2.Estimate) -> str:
    return estimate.undefined_reason or f"{estimate.mean:.4g} ± {estimate.standard_error:.2g}"


def _pair(curve: geometry_pb2.WorkCurve) -> tuple[str, str]:
    return short_name(_GEOMETRY, curve.geometry), short_name(_STATISTIC, curve.statistic)


def _known(enum: Enum, field: str, word: str) -> str:
    number = number_of(enum, word)
    if number is None:
        raise invalid(field, f"there is no '{word}'{did_you_mean(word, short_names(enum))}")
    return short_name(enum, number)
