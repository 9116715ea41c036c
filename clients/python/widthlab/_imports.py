"""Clouds and training results that were made elsewhere, as the server takes them."""

import csv
import io
import os
import pathlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from widthlab._arrays import Cloud, same_shape
from widthlab._artifacts import SHORT, id_of
from widthlab._blobs import Upload
from widthlab._errors import InvalidArgumentError, InvalidTypeError, invalid
from widthlab._html import table
from widthlab._options import fill
from widthlab._proto.widthlab.capture.v1 import capture_service_pb2
from widthlab._proto.widthlab.training.v1 import training_service_pb2
from widthlab._safetensors import new_header
from widthlab._suggest import did_you_mean

FORMAT = "widthlab.activations.v1"
_TABLES = ("sequence", "position", "token_id", "subsample")
_MOST_CSV_BYTES = 3 * 1024 * 1024
_REQUIRED = ("arm", "seed", "step", "loss")
_WHOLE = ("seed", "step", "tokens")
_COLUMNS = (*_REQUIRED, "tokens", "training_loss", "learning_rate")


def cloud_upload(clouds: Any, tokens: Mapping[str, Any] | None = None) -> Upload:
    """The file of activations, from a dict layer -> (X, Y), a list of pairs, or its path."""
    if isinstance(clouds, (str, os.PathLike)):
        path = pathlib.Path(clouds)
        if not path.is_file():
            raise invalid("clouds", f"{path} is no file")
        if tokens:
            raise invalid("tokens", "a file has its own tables of tokens")
        return Upload.of_file(path)
    layers = {layer: _pair(layer, pair) for layer, pair in _layers(clouds)}
    points = _points(layers)
    tables = {name: _table(name, values, points) for name, values in (tokens or {}).items()}
    tensors: dict[str, Cloud] = {}
    for layer, (x, y) in layers.items():
        tensors[f"ffn_in.{layer}"], tensors[f"ffn_out.{layer}"] = x, y
    # Longer elements first, so that each lies at a multiple of its size.
    order = sorted(tensors, key=lambda name: (-tensors[name].dtype.itemsize, name))
    entries: dict[str, tuple[str, tuple[int, ...], int]] = {
        name: ("I64", numbers.shape, numbers.nbytes) for name, numbers in tables.items()
    }
    for name in order:
        cloud = tensors[name]
        entries[name] = ("F32" if cloud.dtype.itemsize == 4 else "F64", cloud.shape, cloud.nbytes)
    header = new_header(entries, FORMAT)

    def pieces() -> Iterator[bytes | memoryview]:
        yield header
        for numbers in tables.values():
            yield numbers.tobytes()
        for name in order:
            yield from tensors[name].pieces()

    return Upload(pieces)


def _points(layers: Mapping[int, tuple[Cloud, Cloud]]) -> int:
    """Rows of every layer; coordinates may differ."""
    (first, (x, _)), *others = layers.items()
    for layer, (other, _) in others:
        if other.shape[0] != x.shape[0]:
            raise invalid(
                f"clouds[{layer}]",
                f"has {other.shape[0]} rows, but layer {first} has {x.shape[0]}: row i must be "
                "the same token in all layers",
                "SHAPE_MISMATCH",
            )
    return x.shape[0]


def _table(name: str, values: Any, points: int) -> npt.NDArray[np.int64]:
    field = f"tokens[{name!r}]"
    if name not in _TABLES:
        raise invalid(field, f"there is no such table{did_you_mean(name, _TABLES)}")
    numbers = np.asarray(values)
    if numbers.dtype.kind not in "iu" or numbers.shape != (points,):
        raise invalid(
            field,
            f"is {numbers.dtype} of shape {list(numbers.shape)}, but must be {points} whole "
            "numbers, one for each row",
        )
    return np.ascontiguousarray(numbers, "<i8")


def _layers(clouds: Any) -> list[tuple[int, Any]]:
    if isinstance(clouds, Mapping):
        items = list(clouds.items())
    elif isinstance(clouds, Sequence):
        items = list(enumerate(clouds))
    else:
        raise InvalidTypeError(
            f"clouds: {type(clouds).__name__} must be a dict layer -> (X, Y), a list of pairs, or "
            "the path of a safetensors file",
            reason="INVALID_TYPE",
            field="clouds",
        )
    if not items:
        raise invalid("clouds", "there is no layer")
    for layer, _ in items:
        if isinstance(layer, bool) or not isinstance(layer, (int, np.integer)) or layer < 0:
            raise invalid("clouds", f"{layer!r} must be the number of a layer, from 0")
    return sorted((int(layer), pair) for layer, pair in items)


def _pair(layer: int, pair: Any) -> tuple[Cloud, Cloud]:
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise invalid(f"clouds[{layer}]", "must be a pair (X, Y): the cloud before and after")
    x, y = (
        Cloud(f"clouds[{layer}] {name}", _loaded(values))
        for name, values in zip(("X", "Y"), pair)
    )
    same_shape(x, y)
    return x, y


def _loaded(values: Any) -> Any:
    """An array, or the memory map of a .npy file."""
    if isinstance(values, (str, os.PathLike)):
        return np.load(values, mmap_mode="r", allow_pickle=False)
    return values


def import_request(
    upload: Upload, clouds: Any, source: str, subsamples: int, architecture: Any
) -> capture_service_pb2.ImportActivationsRequest:
    is_path = isinstance(clouds, (str, os.PathLike))
    request = capture_service_pb2.ImportActivationsRequest(
        cloud_digest=upload.digest, source=source or (pathlib.Path(clouds).name if is_path else "")
    )
    fill(request, {"subsamples": subsamples, "architecture": architecture})
    return request


def results_request(
    results: Any, source: str, architectures: Mapping[str, Any] | None
) -> training_service_pb2.ImportTrainingResultsRequest:
    """From the path of a CSV file, a DataFrame, or rows (dicts, or tuples in the order of it)."""
    if isinstance(results, (str, os.PathLike)):
        path = pathlib.Path(results)
        if not path.is_file():
            raise invalid("results", f"{path} is no file")
        data, source = path.read_bytes(), source or path.name
    else:
        data = _csv(_rows(results))
    if len(data) > _MOST_CSV_BYTES:
        raise invalid(
            "results",
            f"{len(data):,} bytes of CSV are more than {_MOST_CSV_BYTES:,}: leave out steps on "
            "the way, only the last of an arm and seed decides",
            "TABLE_TOO_LARGE",
        )
    request = training_service_pb2.ImportTrainingResultsRequest(csv=data, source=source)
    fill(request, {"architectures": architectures})
    return request


def _rows(results: Any) -> list[dict[str, Any]]:
    if hasattr(results, "to_dict") and hasattr(results, "columns"):  # a DataFrame
        results = results.reset_index().to_dict("records")
    if isinstance(results, Mapping) or not isinstance(results, Iterable):
        raise InvalidTypeError(
            f"results: {type(results).__name__} must be rows, a DataFrame or the path of a CSV "
            "file",
            reason="INVALID_TYPE",
            field="results",
        )
    rows = [dict(r) if isinstance(r, Mapping) else dict(zip(_COLUMNS, r)) for r in results]
    for number, row in enumerate(rows):
        missing = [name for name in _REQUIRED if name not in row]
        if missing:
            raise invalid(f"results[{number}]", f"has no {', '.join(missing)}")
    return rows


def _csv(rows: list[dict[str, Any]]) -> bytes:
    used = [name for name in _COLUMNS if any(_given(row.get(name)) for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(used or _REQUIRED)
    for row in rows:
        writer.writerow([_field(name, row.get(name)) for name in used])
    return out.getvalue().encode()


def _given(value: Any) -> bool:
    return value is not None and value == value


def _field(name: str, value: Any) -> str:
    if not _given(value):
        # In a DataFrame NaN is what was left out; of a loss it is an error, which names the line.
        return "nan" if name in _REQUIRED else ""
    if not isinstance(value, (float, np.floating)):
        return str(value)
    is_whole = name in _WHOLE and float(value).is_integer()
    return str(int(value)) if is_whole else repr(float(value))


class ImportedResults:
    """Training runs of a table, by arm and seed."""

    def __init__(self, message: training_service_pb2.ImportTrainingResultsResponse) -> None:
        #: Arm -> seed -> id of the training run.
        self.arms: dict[str, dict[int, str]] = {
            arm.name: {seed: run.id for seed, run in zip(arm.seeds, arm.runs)}
            for arm in message.arms
        }

    def __repr__(self) -> str:
        arms = ", ".join(f"{name} ({len(runs)} seeds)" for name, runs in self.arms.items())
        return f"<imported results: {arms}>"

    def _repr_html_(self) -> str:
        rows = [[a, s, r[:SHORT]] for a, runs in self.arms.items() for s, r in runs.items()]
        return table(["arm", "seed", "training run"], [[a, str(s), r] for a, s, r in rows])


def compare_step(arms: Any, seeds: Any, baseline: str | None) -> dict[str, Any]:
    """The fields arms and seeds of a CompareSpec."""
    if not isinstance(arms, Mapping) or not arms:
        raise invalid("arms", "must be a dict: name -> {seed: training run}, or what was imported")
    if baseline is not None and baseline not in arms:
        raise invalid("baseline", f"there is no arm '{baseline}', only {', '.join(arms)}")
    order = sorted(arms, key=lambda name: name != baseline) if baseline else list(arms)
    if seeds is None:
        first = arms[order[0]]
        if not isinstance(first, Mapping):
            raise invalid("seeds", "name the seeds of the runs, in their order")
        seeds = sorted(first)
    seeds = list(seeds)
    return {
        "seeds": seeds,
        "arms": [{"name": name, "runs": _paired(name, arms[name], seeds)} for name in order],
    }


def _paired(name: str, runs: Any, seeds: list[int]) -> list[str]:
    field = f"arms[{name!r}]"
    if isinstance(runs, Mapping):
        missing = [seed for seed in seeds if seed not in runs]
        if missing:
            raise invalid(field, f"has no run of seed {missing[0]}, and arms are paired by seed")
        runs = [runs[seed] for seed in seeds]
    if isinstance(runs, str) or len(runs) != len(seeds):
        raise InvalidArgumentError(
            f"{field}: needs one training run for each of the seeds {seeds}",
            reason="INVALID_FIELD",
            field=field,
        )
    return [_run_id(run, field) for run in runs]


def _run_id(run: Any, field: str) -> str:
    if isinstance(run, str) and re.match(r"step:", run):
        return run
    return id_of(run, field)
