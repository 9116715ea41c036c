"""Diagnostics: whether a profile of a model may be trusted, as arrays."""

from typing import TYPE_CHECKING, Any

import numpy as np

from widthlab._artifacts import SHORT
from widthlab._frames import frame
from widthlab._html import result_html
from widthlab._layer_means import Numbers
from widthlab._proto.widthlab.capture.v1 import diagnostics_pb2
from widthlab._sensitivity import LossRises

if TYPE_CHECKING:
    import pandas


class Additivity:
    """Noise on all layers at once against the sum of one at a time, by epsilon."""

    def __init__(self, found: list[diagnostics_pb2.Additivity]) -> None:
        self.epsilon: Numbers = np.array([one.epsilon for one in found])
        #: Rises over epsilon squared, with intervals, [epsilons].
        self.joint = LossRises([one.joint for one in found])
        self.sum = LossRises([one.sum for one in found])
        #: joint over sum, [epsilons]: 1 where disturbances add up.
        self.ratio: Numbers = np.array([one.ratio for one in found])
        #: Ends of its 95 % interval; NaN where that is not bounded.
        self.low: Numbers = np.array([one.low for one in found])
        self.high: Numbers = np.array([one.high for one in found])

    def __len__(self) -> int:
        return len(self.epsilon)

    def __repr__(self) -> str:
        return f"Additivity(epsilon={self.epsilon}, ratio={self.ratio})"


class Diagnostics:
    """Loss under scaled states, additivity, and what the residual stream looks like.

    What was not asked for is None.
    """

    def __init__(self, message: diagnostics_pb2.Diagnostics, id: str = "") -> None:
        self._message = message
        self.id = id

    @property
    def layers(self) -> int:
        return len(self._message.layers)

    @property
    def loss(self) -> float:
        """Mean next-token loss of the model as it is, in nats."""
        return self._message.loss

    @property
    def scaled(self) -> dict[float, LossRises] | None:
        """By factor: the rise of the loss with the states of one layer multiplied by it."""
        layers = self._message.layers
        factors = self._message.factors
        return {
            factor: LossRises([layer.scaled[i] for layer in layers])
            for i, factor in enumerate(factors)
        } or None

    @property
    def norm_growth_removed(self) -> LossRises | None:
        """The rise with the states of one layer brought to the norms of layer 0."""
        if not self._message.HasField("norm_growth_removed"):
            return None
        return LossRises([layer.norm_growth_removed for layer in self._message.layers])

    @property
    def all_norm_growth_removed(self) -> float | None:
        """The rise with the states of all layers brought to the norms of layer 0."""
        if not self._message.HasField("norm_growth_removed"):
            return None
        return self._message.norm_growth_removed.mean

    @property
    def noise(self) -> dict[float, LossRises] | None:
        """By epsilon: lambda of every layer."""
        return {
            epsilon: LossRises([layer.noise[i] for layer in self._message.layers])
            for i, epsilon in enumerate(self._message.epsilons)
        } or None

    @property
    def additivity(self) -> Additivity | None:
        found = list(self._message.additivity)
        return Additivity(found) if found else None

    @property
    def stream(self) -> dict[str, Numbers] | None:
        """By name, for each layer: mean_norm_in, mean_norm_out, matrix_entropy,
        participation_ratio, effective_rank, lens_loss, lens_agreement."""
        layers = self._message.layers
        if not layers or not layers[0].HasField("stream"):
            return None
        names = [
            field.name
            for field in diagnostics_pb2.ResidualStream.DESCRIPTOR.fields
            if not field.name.startswith("lens_batch")
        ]
        return {n: np.array([getattr(layer.stream, n) for layer in layers]) for n in names}

    @property
    def remarks(self) -> list[str]:
        """What to know before using the numbers."""
        return list(self._message.remarks)

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each layer."""
        return frame(self._rows(), index="layer")

    def to_dict(self) -> dict[str, Any]:
        found = self.additivity
        columns = ("epsilon", "ratio", "low", "high")
        return {
            "loss": self.loss,
            "layers": self._rows(),
            "additivity": found and {name: getattr(found, name).tolist() for name in columns},
            "remarks": self.remarks,
        }

    def __repr__(self) -> str:
        return f"Diagnostics({self.id[:SHORT]}, {self.layers} layers, loss {self.loss:.4f})"

    def _repr_html_(self) -> str:
        return result_html(self._rows(), [repr(self), *self.remarks])

    def _rows(self) -> list[dict[str, Any]]:
        columns: dict[str, Numbers] = {}
        for factor, rises in (self.scaled or {}).items():
            columns[f"scaled_{factor:g}"] = rises.mean
        if (level := self.norm_growth_removed) is not None:
            columns["norm_growth_removed"] = level.mean
        for epsilon, rises in (self.noise or {}).items():
            columns[f"lambda_{epsilon:g}"] = rises.mean
        columns |= self.stream or {}
        return [
            {"layer": layer} | {name: float(column[layer]) for name, column in columns.items()}
            for layer in range(self.layers)
        ]
