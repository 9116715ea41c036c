"""The layout of safetensors files: where a tensor lies, and the header of a new file.

docs/formats/safetensors.md has the format: 8 bytes with the header's length, JSON, then the data.
"""

import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from widthlab._errors import DataLossError

LENGTH_BYTES = 8
_MOST_HEADER_BYTES = 100_000_000

_TYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2",
    "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
    "BF16": "<u2", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "?",
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class TensorPlace:
    """`begin` counts from the start of the file."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    begin: int

    #: numpy has no such type: its bits are read as uint16.
    is_bfloat16: bool = False

    @property
    def nbytes(self) -> int:
        return math.prod(self.shape) * self.dtype.itemsize


def header_length(start: bytes, file: str) -> int:
    """From the first 8 bytes of a file."""
    length = int.from_bytes(start[:LENGTH_BYTES], "little")
    if len(start) < LENGTH_BYTES or length > _MOST_HEADER_BYTES:
        raise _damaged(file, "it has no header")
    return length


def places(header: bytes, file: str) -> dict[str, TensorPlace]:
    """The tensors of a file by name; those of a type that numpy lacks are left out."""
    out = {}
    try:
        for name, entry in json.loads(header).items():
            if name == "__metadata__" or entry["dtype"] not in _TYPES:
                continue
            begin, end = entry["data_offsets"]
            place = TensorPlace(
                np.dtype(_TYPES[entry["dtype"]]),
                tuple(map(int, entry["shape"])),
                LENGTH_BYTES + len(header) + begin,
                entry["dtype"] == "BF16",
            )
            if end - begin != place.nbytes:
                raise ValueError(f"tensor {name} has {end - begin} bytes, not {place.nbytes}")
            out[name] = place
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _damaged(file, str(error)) from None
    return out


def new_header(tensors: Mapping[str, tuple[str, tuple[int, ...], int]], format_name: str) -> bytes:
    """Length and JSON of a file in which the tensors (type, shape, bytes) follow in this order."""
    entries: dict[str, Any] = {"__metadata__": {"format": format_name}}
    begin = 0
    for name, (dtype, shape, nbytes) in tensors.items():
        entries[name] = {
            "dtype": dtype,
            "shape": list(shape),
            "data_offsets": [begin, begin + nbytes],
        }
        begin += nbytes
    text = json.dumps(entries, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(LENGTH_BYTES, "little") + text


def _damaged(file: str, why: str) -> DataLossError:
    message = f"{file} is no safetensors file: {why}"
    return DataLossError(message, reason="BAD_SAFETENSORS", field=file)
