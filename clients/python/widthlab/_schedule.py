"""Schedules: a width for every layer, and why."""

import functools
from typing import TYPE_CHECKING, Any

from widthlab._artifacts import SHORT
from widthlab._frames import frame
from widthlab._html import bar, paragraph, table
from widthlab._plain import to_dict
from widthlab._proto.widthlab.schedule.v1 import schedule_pb2

if TYPE_CHECKING:
    import pandas


class Schedule:
    """The widths of one family under the budget of the uniform model."""

    def __init__(self, message: schedule_pb2.Schedule, id: str = "", cached: bool = False) -> None:
        self._message = message
        #: Of the artifact; the schedule can stand for it wherever one is asked for.
        self.id = id
        #: Whether the server had it already.
        self.cached = cached

    @property
    def family(self) -> str:
        return self._message.family

    @property
    def ffn_widths(self) -> list[int]:
        """One for each layer; 0 is a layer without FFN."""
        return list(self._message.ffn_widths)

    @property
    def residual_widths(self) -> list[int]:
        """One for each layer where they differ; empty: the architecture's everywhere."""
        return list(self._message.residual_widths)

    @functools.cached_property
    def architecture(self) -> dict[str, Any]:
        return to_dict(self._message.architecture)

    @property
    def parameters(self) -> int:
        """Of the whole model."""
        return self._message.accounts.total_parameters

    @property
    def ffn_parameters(self) -> int:
        return self._message.ffn_parameters

    @property
    def budget_parameters(self) -> int:
        """FFN parameters of the uniform model."""
        return self._message.budget_parameters

    @property
    def drift(self) -> float:
        """(ffn_parameters - budget_parameters) / budget_parameters."""
        return self._message.drift

    def to_dict(self) -> dict[str, Any]:
        """Everything that the schedule holds, its problem and certificate included."""
        return {"id": self.id, **to_dict(self._message)}

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each layer: width, and for families that solve, what it followed from."""
        return frame(self._rows(), "layer")

    def _rows(self) -> list[dict[str, Any]]:
        message = self._message
        rows: list[dict[str, Any]] = []
        for layer, width in enumerate(message.ffn_widths):
            row: dict[str, Any] = {"layer": layer, "ffn_width": width}
            if message.residual_widths:
                row["residual_width"] = message.residual_widths[layer]
            if message.target_widths:
                row["target_width"] = message.target_widths[layer]
            if message.problem.work and message.explanations:
                known = to_dict(message.explanations[layer])
                keys = ("work", "smoothed_work", "dimension", "exponent", "sensitivity", "bound")
                row.update({key: known[key] for key in keys})
            rows.append(row)
        return rows

    def __len__(self) -> int:
        return len(self._message.ffn_widths)

    def __repr__(self) -> str:
        name = f" {self.id[:SHORT]}" if self.id else ""
        return f"<schedule{name} {self.family} {self.ffn_widths}>"

    def _repr_html_(self) -> str:
        widths = self.ffn_widths
        widest = max([*widths, 1])
        texts = {e.layer: e.text for e in self._message.explanations}
        rows = [[i, w, bar(w / widest), texts.get(i, "")] for i, w in enumerate(widths)]
        summary = (
            f"{self.family}, {self.parameters:,} parameters, {self.ffn_parameters:,} of them in "
            f"FFNs ({self.drift:+.2%} of the budget)"
        )
        return paragraph(summary) + table(["layer", "FFN width", "", "why"], rows)
