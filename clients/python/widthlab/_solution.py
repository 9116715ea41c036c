"""Widths that were solved for, with the proof that they are optimal."""

from typing import Any

import numpy as np
import numpy.typing as npt

from widthlab._html import paragraph, table
from widthlab._names import short_name
from widthlab._plain import to_dict
from widthlab._proto.widthlab.schedule.v1 import schedule_pb2

_BOUNDS = schedule_pb2.WidthBound.DESCRIPTOR


class WidthSolution:
    """The optimum of one width problem."""

    def __init__(self, message: schedule_pb2.WidthSolution) -> None:
        self._message = message

    @property
    def widths(self) -> npt.NDArray[np.float64]:
        """Real-valued, one for each layer."""
        return np.array(self._message.widths)

    @property
    def integer_widths(self) -> npt.NDArray[np.int64] | None:
        """Multiples of the quantum; None where none was given."""
        widths = self._message.integer_widths
        return np.array(widths, np.int64) if len(widths) else None

    @property
    def bounds(self) -> list[str]:
        """Which bound each width rests on: "none", "floor" or "cap"."""
        return [short_name(_BOUNDS, bound) for bound in self._message.bounds]

    @property
    def objective(self) -> float:
        return self._message.objective

    @property
    def multiplier(self) -> float:
        """-d objective / d budget."""
        return self._message.multiplier

    @property
    def residuals(self) -> dict[str, float]:
        """The certificate: how far the optimum is from its conditions."""
        return {
            "budget": self._message.budget_residual,
            "stationarity": self._message.stationarity_residual,
            "complementarity": self._message.complementarity_residual,
        }

    def to_dict(self) -> dict[str, Any]:
        return to_dict(self._message)

    def __repr__(self) -> str:
        with np.printoptions(precision=4, threshold=20):
            whole = self.integer_widths
            shown = self.widths if whole is None else whole
            return f"WidthSolution({shown}, objective={self.objective:.6g})"

    def _repr_html_(self) -> str:
        whole = self.integer_widths
        rows: list[list[Any]] = []
        for layer, (width, bound) in enumerate(zip(self.widths, self.bounds)):
            rows.append([layer, float(width), "" if whole is None else int(whole[layer]), bound])
        facts = ", ".join(f"{name} residual {value:.1e}" for name, value in self.residuals.items())
        note = f"objective {self.objective:.6g}; {facts}"
        return table(["layer", "width", "integer width", "bound"], rows) + paragraph(note)
