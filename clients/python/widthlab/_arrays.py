"""Clouds of a user as streams of bytes, without a copy of the whole.

    x = Cloud("X", array)                  # checks type, shape, and every number
    for piece in x.pieces(): ...           # little-endian, C order, at most 512 KiB each

Any array goes in: integers (as float64 where float32 would round them), float16 and bfloat16 (as
float32), extended precision (as float64), big-endian, Fortran order, any strides, memory maps. Only
some rows at a time are converted, so an array of many GiB needs a few MiB besides.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from widthlab._address import CHUNK_BYTES
from widthlab._errors import InvalidArgumentError, InvalidTypeError

Array = npt.NDArray[Any]

# Read at a time when numbers are checked or converted.
_BLOCK_BYTES = 4 * 1024 * 1024


class Cloud:
    """A matrix [points, coordinates] of finite numbers, to be sent as float32 or float64."""

    def __init__(self, name: str, values: Any, dtype: npt.DTypeLike | None = None) -> None:
        """`name` is what errors call it. `dtype` is what it is sent as; by default as it comes."""
        self.name = name
        self._array = _as_array(name, values)
        if self._array.ndim != 2:
            raise _bad_shape(name, self._array)
        self.dtype = np.dtype(dtype or _sent_as(name, self._array.dtype)).newbyteorder("<")
        self._check_numbers()

    @property
    def shape(self) -> tuple[int, int]:
        points, coordinates = self._array.shape
        return points, coordinates

    @property
    def nbytes(self) -> int:
        """As it is sent."""
        return self._array.size * self.dtype.itemsize

    def pieces(self) -> Iterator[memoryview]:
        """The elements in C order, little-endian; each piece is valid until the next."""
        for block in self._blocks():
            whole = np.ascontiguousarray(block, self.dtype)
            data = whole.reshape(-1).view(np.uint8).data
            for start in range(0, len(data), CHUNK_BYTES):
                yield data[start : start + CHUNK_BYTES]

    def _blocks(self) -> Iterator[Array]:
        """Rows, some at a time; a row too long for a block is cut."""
        points, coordinates = self.shape
        if self._array.size == 0:
            return
        per_block = _BLOCK_BYTES // self.dtype.itemsize
        rows = max(1, per_block // coordinates)
        for start in range(0, points, rows):
            block = self._array[start : start + rows]
            for column in range(0, coordinates, per_block):
                yield block[:, column : column + per_block]

    def _check_numbers(self) -> None:
        row, column, per_block = 0, 0, _BLOCK_BYTES // self.dtype.itemsize
        for block in self._blocks():
            with np.errstate(over="ignore", invalid="ignore"):
                finite = np.isfinite(np.asarray(block, self.dtype))
            if not finite.all():
                at = np.argwhere(~finite)[0]
                place = int(row + at[0]), int(column + at[1])
                raise _not_finite(self.name, place, self._array[place], self.dtype)
            column += per_block
            if column >= self.shape[1]:
                row, column = row + block.shape[0], 0


def same_shape(x: Cloud, y: Cloud, *, rows: bool = True, columns: bool = True) -> None:
    """Raises where row i of both cannot be one token, or their coordinates not be compared."""
    if (not rows or x.shape[0] == y.shape[0]) and (not columns or x.shape[1] == y.shape[1]):
        return
    raise InvalidArgumentError(
        f"{y.name} has shape {list(y.shape)}, but {x.name} has {list(x.shape)}: "
        "row i of both must be the same token before and after (for clouds that are not paired "
        "there is statistics=['topological_change'])",
        reason="SHAPE_MISMATCH",
        field=y.name,
        metadata={"value": str(list(y.shape)), "allowed": str(list(x.shape))},
    )


def _as_array(name: str, values: Any) -> Array:
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InvalidArgumentError(
            f"{name}: masked entries have no value; fill them or leave their rows out",
            reason="MASKED_ARRAY",
            field=name,
        )
    if hasattr(values, "detach") and hasattr(values, "cpu"):  # a tensor of PyTorch
        values = values.detach().cpu()
        if str(values.dtype) == "torch.bfloat16":
            values = values.float()
    try:
        return np.asarray(values)
    except (TypeError, ValueError) as error:
        raise InvalidTypeError(
            f"{name} is no array of numbers: {error}", reason="INVALID_TYPE", field=name
        ) from None


def _sent_as(name: str, dtype: np.dtype[Any]) -> str:
    if dtype.kind == "f":
        return "f4" if dtype.itemsize <= 4 else "f8"
    if dtype.kind in "iu":
        return "f4" if dtype.itemsize <= 2 else "f8"
    if dtype.name == "bfloat16":
        return "f4"
    raise InvalidTypeError(
        f"{name} has dtype {dtype}, but must hold real numbers (float or integer)",
        reason="INVALID_TYPE",
        field=name,
        metadata={"value": str(dtype), "allowed": "float or integer"},
    )


def _bad_shape(name: str, array: Array) -> InvalidArgumentError:
    _sent_as(name, array.dtype)  # a ragged list or a string is wrong before its shape is
    return InvalidArgumentError(
        f"{name} has shape {list(array.shape)}, but must be a matrix [points, coordinates]",
        reason="INVALID_SHAPE",
        field=name,
        metadata={"value": str(list(array.shape)), "allowed": "[points, coordinates]"},
    )


def _not_finite(
    name: str, place: tuple[int, int], value: Any, dtype: np.dtype[Any]
) -> InvalidArgumentError:
    row, column = place
    number = float(value)
    what = "NaN" if math.isnan(number) else f"{number:g}"
    if math.isfinite(number):
        what += f", too large for {dtype.name}"
    return InvalidArgumentError(
        f"{name}: row {row}, column {column} is {what}, but must be a finite number",
        reason="NOT_FINITE",
        field=f"{name}[{row}]",
        metadata={"value": what, "row": str(row), "column": str(column)},
    )
