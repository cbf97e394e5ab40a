"""A slice shows the elements of the axes that were chosen; NaN and Inf are never lost; it is bounded."""

from __future__ import annotations

import numpy as np
import pytest

from opscope.debug.taps.slices import FACETS, NUMBERS, SIDE, Users, slice_seen
from opscope.errors import ArgumentError
from opscope.events import FetchSlice, to_wire

A = np.arange(2 * 3 * 4 * 5, dtype="float32").reshape(2, 3, 4, 5)


def seen(value, pinned=None, **fields):
    return slice_seen(
        FetchSlice(request=1, name="v", **fields), value, 7, Users((3,), ("relu",)), pinned, "w of step 1"
    )


def numbers(found) -> np.ndarray:
    return np.array([float(n) for n in found.numbers]).reshape(found.facets, found.height, found.width)


@pytest.mark.parametrize("axes", [(2, 3, 1), (0, 1, -1), (3, 0, 2), (1, -1, -1), (-1, 2, 0)])
def test_the_elements_are_those_of_the_axes(axes):
    found = seen(A, rows=axes[0], cols=axes[1], facets=axes[2], index="1,2,3,4")
    kept = [axis for axis in (axes[2], axes[0], axes[1]) if axis >= 0]
    wanted = A[tuple(slice(None) if axis in kept else (1, 2, 3, 4)[axis] for axis in range(4))]
    wanted = wanted.transpose([sorted(kept).index(axis) for axis in kept])
    assert (numbers(found) == wanted.reshape(found.facets, found.height, found.width)).all()
    assert (found.low, found.high) == (wanted.min(), wanted.max())


SHOWN = {(29, 1, 8, 8): (2, 3, 0), (4, 5): (0, 1, -1), (7,): (-1, 0, -1), (): (-1, -1, -1), (6, 1, 1): (0, 2, -1)}


@pytest.mark.parametrize("shape", SHOWN)
def test_without_a_choice_the_axes_with_several_positions_are_shown(shape):
    found = seen(np.ones(shape, "float32"))
    assert found.axes == SHOWN[shape]
    assert len(found.pixels) == found.facets * found.height * found.width


def test_no_nan_or_inf_is_lost_in_a_large_value():
    value = np.zeros((3000, 2000), "float32")
    value[1501, 777], value[2, 3], value[2999, 1999] = np.nan, np.inf, -np.inf
    found = seen(value)
    pixels = np.frombuffer(found.pixels, "uint8").reshape(-(-3000 // found.row_stride), -1)
    assert found.nonfinite == 3
    assert pixels[1501 // found.row_stride, 777 // found.col_stride] == 0
    assert pixels[0, 0] == 255 and pixels[-1, -1] == 1
    assert np.isin(pixels, (0, 1, 255)).sum() == 3


def test_what_is_not_finite_in_a_difference_is_found_in_its_window():
    value, other = np.ones((600, 500), "float32"), np.ones((600, 500), "float32")
    value[300, 20], other[300, 21], value[599, 499], other[599, 499] = np.nan, np.inf, np.inf, np.inf
    value[5, 5] = 4
    found = seen(value, other, top=296, left=16, height=8, width=8)
    assert (found.nonfinite, found.numbers[4 * 8 + 4], found.numbers[4 * 8 + 5]) == (2, "nan", "-inf")
    assert (found.low, found.high) == (0, 3)  # of the whole slice: a zoom keeps the colors
    assert seen(value, other).nonfinite == 3  # Inf minus Inf, too


@pytest.mark.parametrize(
    "new, old, wanted",
    [
        (np.array([1j, 3.0]), np.array([1.0, 3.0]), [2**0.5, 0.0]),  # equal magnitudes
        (np.array([2**60 + 1]), np.array([2**60]), [1]),
        (np.array([1, 250], "uint8"), np.array([2, 0], "uint8"), [-1, 250]),
        (np.array([True, False]), np.array([True, True]), [0, -1]),
        (np.array([1], "uint64"), np.array([2], "uint64"), [-1.0]),
        (np.array([0.5], "float32"), np.array([2]), [-1.5]),
    ],
)
def test_a_difference_is_that_of_numbers_of_any_kind(new, old, wanted):
    assert [float(number) for number in seen(new, old).numbers] == wanted


def test_numbers_are_as_short_as_their_dtype_allows():
    assert seen(np.array([0.1, np.nan], "float32")).numbers == ("0.1", "nan")
    assert seen(np.array([0.1], "float16")).numbers == ("0.1",)
    assert seen(np.array([2**60 + 1, -3])).numbers == (str(2**60 + 1), "-3")


@pytest.mark.parametrize("shape", [(4096, 4096), (300, 64, 64), (100_000,), (1, 100_000), (0, 3)])
def test_a_slice_is_bounded_whatever_the_value(shape):
    found = seen(np.ones(shape, "float32"))
    _, buffers = to_wire([found])
    assert sum(map(len, buffers)) <= SIDE * SIDE + FACETS * SIDE and found.facets <= FACETS
    assert len(found.numbers) <= NUMBERS


def test_a_window_has_the_numbers_themselves():
    value = np.random.default_rng(0).normal(size=(500, 400))
    found = seen(value, top=123, left=45, height=8, width=9)
    assert (numbers(found)[0] == value[123:131, 45:54]).all()
    assert seen(value, top=498, left=-5, height=8, width=8).top == 492


def test_a_difference_is_that_of_the_elements():
    found = seen(A + 2, A)
    assert (numbers(seen(A + 2, A, rows=2, cols=3, facets=-1)) == 2).all()
    assert found.difference == "w of step 1" and found.readers == (3,)
    with pytest.raises(ArgumentError, match=r"\[2, 3\].*\[3, 2\]"):
        seen(np.ones((2, 3)), np.ones((3, 2)))


@pytest.mark.parametrize(
    "fields", [{"rows": 4, "cols": 0}, {"rows": 1, "cols": 1}, {"index": "a"}, {"rows": 2, "cols": 3, "index": "2,0"}]
)
def test_what_a_value_does_not_have_is_refused(fields):
    with pytest.raises(ArgumentError):
        seen(A, **fields)


def test_booleans_integers_and_complex_numbers_have_pictures():
    for value in (np.array([[True, False]]), np.array([[1, 2**40]]), np.array([[3 + 4j, 0]])):
        assert seen(value).high == float(np.abs(value).max())
