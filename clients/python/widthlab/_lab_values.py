"""What artifacts hold, as values: schedules, profiles, clouds, losses, pictures, reports."""

from typing import Any, TypeVar

import numpy as np
from google.protobuf import json_format
from google.protobuf.message import Message

from widthlab._arrays import Array
from widthlab._artifacts import Artifact, File, require_kind
from widthlab._blobs import read_file, read_into, tensor_places
from widthlab._calls import Calls
from widthlab._correlations import Correlations
from widthlab._diagnostics import Diagnostics
from widthlab._errors import DataLossError, OutOfRangeError
from widthlab._methods import RENDER_FIGURE
from widthlab._pages import Figure, Report
from widthlab._profile import Profile
from widthlab._proto.widthlab.capture.v1 import capture_pb2, diagnostics_pb2, sensitivity_pb2
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2
from widthlab._proto.widthlab.pipeline.v1 import correlations_pb2, pipeline_service_pb2
from widthlab._proto.widthlab.schedule.v1 import schedule_pb2
from widthlab._proto.widthlab.training.v1 import training_pb2
from widthlab._safetensors import TensorPlace
from widthlab._schedule import Schedule
from widthlab._sensitivity import Sensitivity
from widthlab._training import TrainingRun

M = TypeVar("M", bound=Message)


class ValueCalls(Calls):
    def schedule(self, artifact: Any) -> Schedule:
        found = require_kind(self.artifact(artifact), "schedule")
        return Schedule(self._json(found, "schedule.json", schedule_pb2.Schedule), found.id)

    def profile(self, artifact: Any) -> Profile:
        found = require_kind(self.artifact(artifact), "profile")
        return Profile(self._json(found, "profile.json", geometry_pb2.Profile), found.id)

    def sensitivity(self, artifact: Any) -> Sensitivity:
        found = require_kind(self.artifact(artifact), "sensitivity")
        message = self._json(found, "sensitivity.json", sensitivity_pb2.Sensitivity)
        return Sensitivity(message, found.id)

    def correlations(self, artifact: Any) -> Correlations:
        """What run_diagnostics made."""
        found = require_kind(self.artifact(artifact), "diagnostics")
        message = self._json(found, "correlations.json", correlations_pb2.Correlations)
        return Correlations(message, found.id)

    def diagnostics(self, artifact: Any) -> Diagnostics:
        found = require_kind(self.artifact(artifact), "diagnostics")
        message = self._json(found, "diagnostics.json", diagnostics_pb2.Diagnostics)
        return Diagnostics(message, found.id)

    def training_run(self, artifact: Any) -> TrainingRun:
        found = require_kind(self.artifact(artifact), "training_run")
        return TrainingRun(self._json(found, "result.json", training_pb2.TrainingResult), found.id)

    def cloud(
        self, artifact: Any, layer: int, *, subsample: int | None = None
    ) -> tuple[Array, Array]:
        """(X, Y) of one layer, [tokens, coordinates]: before and after its FFN's contribution.

        Only the bytes of that layer are read, or those of one subsample of its tokens. Layers are
        counted from 0; -1 is the last.
        """
        found = require_kind(self.artifact(artifact), "activations")
        file = found.file("cloud.safetensors")
        places = tensor_places(self._transport, file)
        number = _layer_of(layer, places)
        rows = None if subsample is None else self._rows(found, subsample)
        x = self._tensor(file, places[f"ffn_in.{number}"], rows)
        y = self._tensor(file, places[f"ffn_out.{number}"], rows)
        return x, y

    def tokens(self, artifact: Any) -> dict[str, Array]:
        """Sequence, position, token_id and subsample of every row of the clouds."""
        found = require_kind(self.artifact(artifact), "activations")
        file = found.file("cloud.safetensors")
        places = tensor_places(self._transport, file)
        names = [name for name in places if not name.startswith("ffn_")]
        return {name: self._tensor(file, places[name], None) for name in names}

    def figure(self, artifact: Any, name: str = "") -> Figure:
        """One picture of an artifact; the first where no name is given. A notebook shows it."""
        request = pipeline_service_pb2.RenderFigureRequest(name=self._id(artifact), figure=name)
        return Figure.of(self._transport.call(RENDER_FIGURE, request))

    def report(self, artifact: Any) -> Report:
        """The page of a run."""
        found = require_kind(self.artifact(artifact), "report")
        page = read_file(self._transport, found.file("report.html"))
        return Report(page.decode(), found.id)

    def _json(self, artifact: Artifact, name: str, kind: type[M]) -> M:
        data = read_file(self._transport, artifact.file(name))
        try:
            return json_format.Parse(data, kind(), ignore_unknown_fields=True)
        except json_format.ParseError as error:
            raise DataLossError(f"{name} of {artifact.id}: {error}", field=name) from None

    def _rows(self, artifact: Artifact, subsample: int) -> tuple[int, int]:
        summary = self._json(artifact, "summary.json", capture_pb2.ActivationsSummary)
        if not 0 <= subsample < summary.subsamples:
            raise OutOfRangeError(
                f"subsample: there is no {subsample}, only 0 to {summary.subsamples - 1}",
                reason="INVALID_FIELD",
                field="subsample",
            )
        size = summary.tokens_per_subsample
        return subsample * size, (subsample + 1) * size

    def _tensor(self, file: File, place: TensorPlace, rows: tuple[int, int] | None) -> Array:
        begin, shape = place.begin, place.shape
        if rows is not None:
            row_bytes = place.nbytes // max(1, shape[0])
            begin, shape = begin + rows[0] * row_bytes, (rows[1] - rows[0], *shape[1:])
        out = np.empty(shape, place.dtype)
        if out.nbytes:
            read_into(self._transport, file, begin, out.reshape(-1).view(np.uint8).data)
        if place.is_bfloat16:  # the upper half of a float32
            return (out.astype("<u4") << 16).view("<f4")
        return out


def _layer_of(layer: int, places: dict[str, TensorPlace]) -> int:
    layers = sorted(int(n.removeprefix("ffn_in.")) for n in places if n.startswith("ffn_in."))
    number = layers[layer] if isinstance(layer, int) and -len(layers) <= layer < 0 else layer
    if number in layers:
        return number
    there = f"0 to {layers[-1]}" if layers == list(range(len(layers))) else str(layers)
    raise OutOfRangeError(
        f"layer: there is no {layer!r}, only {there}", reason="INVALID_FIELD", field="layer"
    )
