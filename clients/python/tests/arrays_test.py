"""Arrays on their way out: every layout gives the same bytes, and nothing doubtful leaves."""

import tracemalloc

import numpy as np
import pytest
import widthlab
from widthlab._address import CHUNK_BYTES
from widthlab._arrays import Cloud, same_shape
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2
from widthlab._tensor import compare_requests

ROWS = np.random.default_rng(7).normal(size=(50, 6)).astype("f4")


def sent(values, **options):
    return b"".join(map(bytes, Cloud("X", values, **options).pieces()))


def refused(values, kind=widthlab.InvalidArgumentError):
    with pytest.raises(kind) as caught:
        Cloud("X", values)
    return caught.value


@pytest.mark.parametrize(
    "values",
    [
        ROWS,
        np.asfortranarray(ROWS),
        ROWS.astype(">f4"),
        np.repeat(ROWS, 3, axis=0)[::3],
        np.repeat(ROWS, 2, axis=1)[:, ::2],
        ROWS[::-1][::-1],
        ROWS.tolist(),
    ],
    ids=["plain", "fortran", "big-endian", "rows", "columns", "reversed", "lists"],
)
def test_every_layout_is_sent_in_c_order_and_little_endian(values):
    dtype = "<f8" if isinstance(values, list) else "<f4"
    assert sent(values) == ROWS.astype(dtype).tobytes()


@pytest.mark.parametrize(
    "dtype, expected",
    [
        ("f2", "<f4"), ("f4", "<f4"), ("f8", "<f8"), (np.longdouble, "<f8"),
        ("i1", "<f4"), ("u2", "<f4"), ("i4", "<f8"), ("i8", "<f8"), ("u8", "<f8"),
    ],
)  # fmt: skip
def test_numbers_of_every_kind_are_sent_as_floats_that_hold_them(dtype, expected):
    values = np.arange(6).reshape(3, 2).astype(dtype)
    assert Cloud("X", values).dtype == np.dtype(expected)
    assert sent(values) == np.arange(6).astype(expected).tobytes()


@pytest.mark.parametrize("values", [["a"], [1j], [True], [object()], [b"a"], [None]])
def test_what_is_no_real_number_is_a_type_error(values):
    error = refused(np.array([values]), TypeError)
    assert error.field == "X"
    assert "dtype" in error.message


def test_a_ragged_list_is_a_type_error():
    assert refused([[1, 2], [3]], TypeError).field == "X"


@pytest.mark.parametrize("shape", [(), (3,), (2, 2, 2)])
def test_other_shapes_than_a_matrix_are_named(shape):
    error = refused(np.zeros(shape))
    assert str(list(shape)) in error.message
    assert error.reason == "INVALID_SHAPE"


@pytest.mark.parametrize("value, word", [(np.nan, "NaN"), (np.inf, "inf"), (-np.inf, "-inf")])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_number_that_is_not_finite_is_named_by_its_row(value, word, order):
    values = np.zeros((400, 5000), "f4", order=order)  # more than one block
    values[399, 4999] = value
    error = refused(values)
    assert error.field == "X[399]"
    assert f"row 399, column 4999 is {word}" in error.message


def test_a_bad_number_in_a_row_longer_than_a_block_is_named():
    values = np.zeros((2, 3_000_000), "f4")
    values[1, 2_500_000] = np.nan
    assert "row 1, column 2500000" in refused(values).message


def test_a_number_too_large_for_the_type_it_is_stored_in_is_named():
    with pytest.raises(widthlab.InvalidArgumentError, match=r"row 1, column 0 is 1e\+300, too"):
        Cloud("X", [[0.0], [1e300]], "f4")


def test_masked_entries_are_refused():
    values = np.ma.masked_invalid([[1.0, np.nan]])
    assert refused(values).reason == "MASKED_ARRAY"


def test_an_empty_cloud_has_a_shape_and_no_bytes():
    assert sent(np.zeros((0, 5))) == sent(np.zeros((5, 0))) == b""


def test_pieces_are_never_too_long_for_a_message():
    pieces = list(Cloud("X", np.zeros((7, 100_001))).pieces())
    assert max(map(len, pieces)) <= CHUNK_BYTES
    assert sum(map(len, pieces)) == 7 * 100_001 * 8


def test_clouds_of_different_shapes_cannot_be_compared():
    with pytest.raises(widthlab.InvalidArgumentError, match=r"Y has shape \[3, 2\], but X has"):
        same_shape(Cloud("X", np.zeros((2, 2))), Cloud("Y", np.zeros((3, 2))))


def test_a_stream_begins_with_the_spec_then_a_header_before_each_cloud():
    x = Cloud("X", ROWS)
    spec = geometry_pb2.CompareCloudsSpec(geometry="GEOMETRY_SPHERICAL")
    parts = list(compare_requests(spec, x, x))
    assert [part.WhichOneof("part") for part in parts] == ["spec", "x", "x", "y", "y"]
    assert list(parts[1].x.header.shape) == [50, 6]
    assert parts[1].x.data == b""
    assert parts[2].x.data == ROWS.tobytes()


@pytest.mark.parametrize("values", ["view", "copy"])
def test_two_gibibytes_pass_through_a_few_mebibytes(values):
    if values == "view":  # rows that all lie at one place
        big = np.broadcast_to(np.ones(1024, "f4"), (2**19 + 1, 1024))
    else:  # other type and order: every block is converted
        big = np.broadcast_to(np.ones((1, 1), ">f2"), (2**19 + 1, 1024))
    tracemalloc.start()
    cloud = Cloud("X", big)
    count = sum(len(piece) for piece in cloud.pieces())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == cloud.nbytes > 2**31
    assert peak < 32 * 2**20
