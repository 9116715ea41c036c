"""Correlations of profiles with sensitivity, with the norm, and between models."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from widthlab._artifacts import SHORT
from widthlab._errors import NotFoundError, invalid
from widthlab._frames import frame
from widthlab._html import result_html
from widthlab._plain import to_dict
from widthlab._proto.widthlab.pipeline.v1 import correlations_pb2
from widthlab._suggest import did_you_mean

if TYPE_CHECKING:
    import pandas

#: Field of a ProfileCorrelation, method, and whether it is of first differences over depth.
_KINDS = (
    ("spearman", "spearman", False),
    ("pearson", "pearson", False),
    ("spearman_of_differences", "spearman", True),
    ("pearson_of_differences", "pearson", True),
)


class Correlations:
    """Every statistic against lambda, ablation and norm, on scaled states, and between models."""

    def __init__(self, message: correlations_pb2.Correlations, id: str = "") -> None:
        self._message = message
        self.id = id

    @property
    def models(self) -> list[str]:
        """Their names."""
        return [model.name for model in self._message.models]

    def mean_norm(self, model: str) -> npt.NDArray[np.float64]:
        """Mean norm of the states that enter the FFN, [layers]; empty where it was not measured."""
        for one in self._message.models:
            if one.name == model:
                return np.array(one.mean_norm)
        hint = did_you_mean(model, self.models)
        raise NotFoundError(
            f"there is no model '{model}'{hint}", reason="MODEL_NOT_FOUND", field="model"
        )

    @property
    def remarks(self) -> list[str]:
        """What to know before using the numbers."""
        return list(self._message.remarks)

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, **to_dict(self._message)}

    def to_frame(self) -> "pandas.DataFrame":
        """A row for each coefficient; `p_note` marks p that depth trends make too small."""
        return frame(list(self._rows()))

    def __repr__(self) -> str:
        return f"Correlations({self.id[:SHORT]}, {', '.join(self.models)})"

    def _repr_html_(self) -> str:
        rows = [row for row in self._rows() if row["method"] == "spearman"]
        return result_html(rows, [repr(self), *self.remarks])

    def _rows(self) -> Iterator[dict[str, Any]]:
        for model in self._message.models:
            for one in model.correlations:
                yield from _rows_of(model.name, "as captured", one)
            for scaled in model.scaled:
                states = f"times {scaled.state_factor:g}" if scaled.state_factor != 1 else ""
                if scaled.norm_growth_removed:
                    states = ", ".join(["no norm growth", *filter(None, [states])])
                for statistic in scaled.statistics:
                    if statistic.HasField("with_norm"):
                        yield from _rows_of(model.name, states, statistic.with_norm)
                    yield from _rows_of(model.name, states, statistic.with_unscaled)
        for transfer in self._message.transfers:
            for one in transfer.profiles:
                yield from _rows_of(transfer.first, "as captured", one)


def _rows_of(
    model: str, states: str, one: correlations_pb2.ProfileCorrelation
) -> Iterator[dict[str, Any]]:
    for field, method, differences in _KINDS:
        found: correlations_pb2.Correlation = getattr(one, field)
        yield {
            "model": model,
            "states": states,
            "profile": one.profile,
            "against": one.against,
            "method": method,
            "differences": differences,
            "coefficient": found.coefficient,
            "low": found.low,
            "high": found.high,
            "p": found.p,
            "p_note": found.p_note,
            "pairs": found.pairs,
            "undefined_reason": found.undefined_reason,
        }


def model_list(models: Any) -> list[Any]:
    """The template's `models` from a mapping of names to fields or profiles, or from a list."""
    if not isinstance(models, Mapping):
        if isinstance(models, str) or not hasattr(models, "__iter__"):
            raise invalid("models", f"{models!r} must be a dict: name -> profile or fields")
        return list(models)
    return [
        {"name": name, **(fields if isinstance(fields, Mapping) else {"profile": fields})}
        for name, fields in models.items()
    ]
