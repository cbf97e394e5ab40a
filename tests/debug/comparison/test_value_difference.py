"""How two values differ, compared with what NumPy says."""

import numpy as np
import pytest

from opscope.debug.comparison.value_difference import ElementDifference, ShapeDifference, compare


def different(a, b, rtol=0.0):
    found = compare(np.asarray(a), np.asarray(b), rtol)
    assert isinstance(found, ElementDifference)
    return found


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int64", "bool", "complex64"])
def test_equal_values_do_not_differ(dtype):
    a = (np.random.default_rng(0).standard_normal((3, 4)) * 3).astype(dtype)
    assert compare(a, a.copy()) is None and compare(a, a.copy(), 1e-3) is None


def test_nan_is_equal_to_nan_and_to_nothing_else():
    a, b = np.float32([1, np.nan]), np.float32([1, np.nan])
    b.view("uint32")[1] ^= 1  # another NaN
    assert compare(a, b) is None
    found = different(a, np.float32([1, 2]))
    assert found.index == (1,) and found.differing == 1 and found.ulp is None and np.isnan(found.a)


def test_an_infinity_is_the_largest_difference():
    assert different([1.0, np.inf, 5.0], [9.0, 0.0, 5.0]).index == (1,)
    assert compare(np.array([np.inf]), np.array([np.inf]), 1e-3) is None


@pytest.mark.parametrize("dtype, integer", [("float16", "uint16"), ("float32", "uint32"), ("float64", "uint64")])
@pytest.mark.parametrize("bit", [0, 5, 9, 15])
def test_a_flipped_bit_is_named(dtype, integer, bit):
    a = np.random.default_rng(1).standard_normal((2, 3)).astype(dtype)
    b = a.copy()
    b.view(integer)[1, 2] ^= type(b.view(integer)[1, 2])(1 << bit)
    found = different(a, b)
    assert (found.index, found.bit, found.differing, found.size) == ((1, 2), bit, 1, 6)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("x", [1.0, -1.0, 3e-5, -0.75])
@pytest.mark.parametrize("steps", [1, 7])
def test_ulp_counts_numbers_in_between(dtype, x, steps):
    a = b = np.array([x], dtype)
    for _ in range(steps):
        b = np.nextafter(b, np.array([np.inf], dtype))
    assert different(a, b).ulp == steps


def test_ulp_across_zero_counts_both_zeros_once():
    tiny = np.nextafter(np.float32(0), np.float32(1))
    assert different([-tiny], [tiny]).ulp == 2
    assert different(np.float32([0.0]), np.float32([-0.0])).bit == 31


def test_rtol_is_relative_to_the_largest_magnitude():
    a = np.array([100.0, 0.001])
    b = np.array([100.0, 0.0015])
    assert compare(a, b, 1e-5) is None
    assert different(a, b, 1e-6).index == (1,)


def test_other_dtypes_are_compared_as_numbers():
    a = np.random.default_rng(2).standard_normal(5).astype("float32")
    assert compare(a, a.astype("float64")) is None
    found = different(a, a.astype("float64") * (1 + 1e-3))
    assert found.ulp is None and found.relative == pytest.approx(1e-3, rel=1e-3)


def test_shapes():
    assert compare(np.zeros((2, 3)), np.zeros((3, 2))) == ShapeDifference((2, 3), (3, 2))
    assert compare(np.ones(()), np.ones((1, 1))) is None
    assert compare(np.zeros((0, 3)), np.zeros((0, 3))) is None


def test_integers_and_complex_numbers():
    assert different([1, 5], [1, 9]).absolute == 4
    assert different([1 + 1j], [1 - 1j]).absolute == 2
