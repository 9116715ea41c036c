"""Sensitivities: what each layer is worth to the loss, as arrays."""

from typing import TYPE_CHECKING, Any

import numpy as np

from widthlab._artifacts import SHORT
from widthlab._frames import frame
from widthlab._html import result_html
from widthlab._layer_means import LayerMeans, Numbers
from widthlab._proto.widthlab.capture.v1 import sensitivity_pb2

if TYPE_CHECKING:
    import pandas


class LossRises(LayerMeans):
    """How much the loss rises, by layer, in nats; NaN where a layer was not measured."""

    def __init__(self, rises: list[sensitivity_pb2.LossRise | None]) -> None:
        super().__init__(_column(rises, "mean"), _column(rises, "standard_error"))
        #: Ends of the mean's 95 % interval, [layers]; NaN where there is one value only.
        self.low = _column(rises, "low")
        self.high = _column(rises, "high")
        #: Whether the whole interval lies above 0, [layers].
        self.above_zero = np.array([rise is not None and rise.above_zero for rise in rises], bool)
        longest = max((len(rise.values) for rise in rises if rise is not None), default=0)
        #: One for each batch (of a single batch: each draw), [layers, batches].
        self.values: Numbers = np.array(
            [[np.nan] * longest if rise is None else list(rise.values) for rise in rises]
        )


class Sensitivity:
    """What was measured of every layer's update: the loss with noise in it, and without it."""

    def __init__(self, message: sensitivity_pb2.Sensitivity, id: str = "") -> None:
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
    def epsilon(self) -> float:
        """Length of the noise, relative to the update."""
        return self._message.relative_noise

    @property
    def noise(self) -> LossRises:
        """lambda: the rise over epsilon squared."""
        return LossRises([r.noise if r.HasField("noise") else None for r in self._message.layers])

    @property
    def ablation(self) -> LossRises | None:
        """The rise without each update; None where that was not measured."""
        rises = [r.ablation if r.HasField("ablation") else None for r in self._message.layers]
        return None if all(rise is None for rise in rises) else LossRises(rises)

    @property
    def remarks(self) -> list[str]:
        """What to know before using the numbers."""
        return list(self._message.remarks)

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each layer."""
        return frame(self._rows(), index="layer")

    def to_dict(self) -> dict[str, Any]:
        return {
            "loss": self.loss,
            "epsilon": self.epsilon,
            "layers": self._rows(),
            "remarks": self.remarks,
        }

    def __repr__(self) -> str:
        return f"Sensitivity({self.id[:SHORT]}, {self.layers} layers, loss {self.loss:.4f})"

    def _repr_html_(self) -> str:
        return result_html(self._rows(), [repr(self), *self.remarks])

    def _rows(self) -> list[dict[str, Any]]:
        columns = {"lambda": self.noise}
        if (ablation := self.ablation) is not None:
            columns["ablation"] = ablation
        rows: list[dict[str, Any]] = []
        for layer in range(self.layers):
            row: dict[str, Any] = {"layer": layer}
            for name, rises in columns.items():
                row[name] = float(rises.mean[layer])
                row[f"{name}_low"] = float(rises.low[layer])
                row[f"{name}_high"] = float(rises.high[layer])
                row[f"{name}_above_zero"] = bool(rises.above_zero[layer])
            rows.append(row)
        return rows


def _column(rises: list[sensitivity_pb2.LossRise | None], name: str) -> Numbers:
    return np.array([np.nan if rise is None else getattr(rise, name) for rise in rises])
