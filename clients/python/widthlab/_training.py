"""Training runs: the loss curve and the final loss."""

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from widthlab._artifacts import SHORT
from widthlab._frames import frame
from widthlab._html import paragraph, table
from widthlab._plain import to_dict
from widthlab._proto.widthlab.training.v1 import training_pb2

if TYPE_CHECKING:
    import pandas

_COLUMNS = ("step", "tokens", "training_loss", "learning_rate", "gradient_norm", "validation_loss")


class TrainingRun:
    """One model, trained."""

    def __init__(self, message: training_pb2.TrainingResult, id: str = "") -> None:
        self._message = message
        self.id = id

    @property
    def seed(self) -> int:
        return self._message.seed

    @property
    def tokens(self) -> int:
        return self._message.tokens

    @property
    def validation_loss(self) -> float:
        """At the last step, in nats."""
        return self._message.validation_loss

    @property
    def parameters(self) -> int:
        return self._message.accounts.total_parameters

    @property
    def training_flops(self) -> float:
        return self._message.training_flops

    @functools.cached_property
    def architecture(self) -> dict[str, Any]:
        return to_dict(self._message.architecture)

    @functools.cached_property
    def documents(self) -> dict[str, float]:
        """Loss on each held-out document, in nats."""
        return {d.document: d.loss for d in self._message.validation_documents}

    @functools.cached_property
    def metrics(self) -> dict[str, npt.NDArray[np.float64]]:
        """The loss curve, column by column; validation_loss is NaN between evaluations."""
        rows = self._rows()
        return {name: np.array([row[name] for row in rows], float) for name in _COLUMNS}

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each line of the loss curve."""
        return frame(self._rows(), "step")

    def _rows(self) -> list[dict[str, Any]]:
        nan = float("nan")
        known = [to_dict(metric) for metric in self._message.metrics]
        return [{name: row.get(name, nan) for name in _COLUMNS} for row in known]

    def __repr__(self) -> str:
        return f"<training run {self.id[:SHORT]} seed {self.seed}, loss {self.validation_loss:.4f}>"

    def _repr_html_(self) -> str:
        evaluated = [r for r in self._rows() if not np.isnan(r["validation_loss"])]
        rows = [[r["step"], r["training_loss"], r["validation_loss"]] for r in evaluated]
        note = f"{self.parameters:,} parameters, {self.tokens:,} tokens, seed {self.seed}"
        return paragraph(note) + table(["step", "training loss", "validation loss"], rows)
