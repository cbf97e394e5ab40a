"""A quick test for NaN and Inf never overlooks one."""

import numpy as np
import pytest

from opscope.core.checks.finite import SMALL, surely_finite

SIZES = (1, 3, SMALL)


@pytest.mark.parametrize("dtype", ["e", "f", "d", "g", "F", "D", ">f4"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_one_element_among_many_arrays_is_seen(dtype, size, bad):
    arrays = [np.ones(n, kind) for n in SIZES for kind in ("e", "f", "d", "i", "?", dtype)]
    assert surely_finite([*arrays, np.float32(2), np.ones((0, 3), "f"), np.ones((4, 4), dtype).T[::2]])
    array = np.ones((2, size), dtype)[:, ::-1]
    array[1, size - 1] = bad
    assert not surely_finite([*arrays, array])
    assert not surely_finite([array, *arrays])
    assert not surely_finite([*arrays, array[1, size - 1]])


def test_what_is_no_number_is_not_surely_finite():
    assert not surely_finite([np.array([1.0], object)])
    assert not surely_finite([1.0])
