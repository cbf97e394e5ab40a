"""Statistics, histogram and thumbnail against NumPy, for every dtype and every odd array."""

import math
import warnings

import numpy as np
import pytest

from opscope.core.checks.finite import all_finite
from opscope.debug.taps.statistics import EMPTY, THUMBNAIL, histogram, statistics, statistics_of_all, thumbnail
from opscope.events import health_of, is_healthy
from opscope.runtime.lower.llvm.statistics_kernel import measure
from opscope.runtime.lower.moments import CHUNK
from tests.debug.spreads import difficult_arrays, is_right

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.extra import numpy as hnp  # noqa: E402

law = settings(derandomize=True, max_examples=150)
dtypes = st.sampled_from(["float16", "float32", "float64", "int8", "int64", "uint8", "bool", "complex64"])


def arrays(kinds):
    return kinds.flatmap(lambda d: hnp.arrays(d, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5)))


@law
@given(arrays(dtypes))
def test_statistics_are_numpys_over_the_finite_elements(array):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's own overflows, here and there
        values = np.abs(array) if array.dtype.kind == "c" else array
        real = values.astype("float64")
        good = real[np.isfinite(real)]
        got = statistics(array)
    assert (got.nan, got.inf) == (np.isnan(real).sum(), np.isinf(real).sum())
    assert got.healthy == (good.size == real.size)
    if not good.size:
        assert (got.min, got.max, got.mean, got.std, got.zeros) == (None, None, None, None, 0.0)
        return
    assert (got.min, got.max) == (good.min(), good.max())
    assert got.zeros == pytest.approx((good == 0).sum() / real.size)
    with np.errstate(over="ignore", invalid="ignore"):
        mean, std = good.mean(), good.std()
        scale = float(np.abs(good).max())
    if math.isfinite(mean):
        assert got.mean == pytest.approx(mean, rel=1e-4, abs=max(1e-5 * scale, 1e-37))  # sums leave it too
    if math.isfinite(std):
        assert got.std == pytest.approx(std, rel=1e-3, abs=max(1e-4 * scale, 1e-19))  # squares leave float32's range


@law
@given(arrays(dtypes))
def test_every_finite_element_is_in_one_bin(array):
    low, high, counts = histogram(array)
    with np.errstate(over="ignore", invalid="ignore"):
        values = np.abs(array) if array.dtype.kind == "c" else array
    assert len(counts) == 32 and sum(counts) == np.isfinite(values).sum() and low <= high


@law
@given(arrays(dtypes))
def test_a_thumbnail_is_bounded_and_marks_what_is_not_finite(array):
    low, high, _ = histogram(array)
    picture = thumbnail(array, low, high)
    assert picture.rows <= THUMBNAIL and picture.cols <= THUMBNAIL
    pixels = np.frombuffer(picture.pixels, "uint8")
    assert pixels.size == picture.rows * picture.cols
    with np.errstate(over="ignore", invalid="ignore"):
        flat = (np.abs(array) if array.dtype.kind == "c" else array).ravel().astype("float64")
    assert (pixels == 0).sum() == np.isnan(flat).sum()
    assert (pixels == 1).sum() == np.isneginf(flat).sum() and (pixels == 255).sum() == np.isposinf(flat).sum()


def test_float16_does_not_overflow():
    got = statistics(np.full(1000, 60000, "float16"))
    assert (got.mean, got.std, got.max) == (60000 - 60000 % 32, 0.0, 60000 - 60000 % 32)


def test_values_whose_sum_leaves_the_range():
    got = statistics(np.full(8, 3e38, "float32"))
    assert got.mean == pytest.approx(3e38, rel=1e-6) and got.std == pytest.approx(0, abs=1e32) and got.healthy


def test_an_empty_array_says_nothing():
    assert statistics(np.zeros((0, 3))) == EMPTY and EMPTY.healthy


def test_large_arrays_are_as_exact_as_small_ones():
    array = np.random.default_rng(0).normal(5, 0.01, 300_000).astype("float32")
    got = statistics(array)
    assert got.mean == pytest.approx(float(array.mean(dtype="float64")), rel=1e-6)
    assert got.std == pytest.approx(float(array.std(dtype="float64")), rel=1e-3)


def test_strided_and_broadcast_arrays():
    base = np.arange(24, dtype="float32").reshape(4, 6)
    for view in (base[::2, ::-1], base.T, np.broadcast_to(np.float32(2), (3, 4)), np.asfortranarray(base)):
        got = statistics(view)
        assert (got.min, got.max, got.mean) == (view.min(), view.max(), pytest.approx(view.mean()))
        assert all_finite(view)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf], ids=str)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
def test_one_bad_element_is_found(bad, dtype):
    array = np.ones((50, 7), dtype)
    assert all_finite(array)
    array[31, 3] = bad
    assert not all_finite(array) and not statistics(array).healthy


@law
@given(arrays(dtypes))
def test_a_value_is_healthy_if_its_elements_are_finite(array):
    """The one definition, asked of elements, of counts, of statistics and of a summary."""
    with np.errstate(over="ignore", invalid="ignore"):
        magnitudes = np.abs(array).astype("float64") if array.dtype.kind == "c" else array.astype("float64")
        nan, inf = int(np.isnan(magnitudes).sum()), int(np.isinf(magnitudes).sum())
        found = statistics(array)
    assert is_healthy(nan, inf) == found.healthy == (health_of(nan, inf, 0.0) == "ok")
    if array.dtype.kind != "c":  # a magnitude may leave the range
        assert all_finite(array) == found.healthy


def test_huge_finite_values_are_finite():
    assert (
        all_finite(np.full(10, 3e38, "float32"))
        and all_finite(np.full(10, 1e308))
        and all_finite(np.array([7], "int64"))
    )


def test_a_thumbnail_takes_every_nth_row_and_column():
    array = np.arange(200 * 130, dtype="float64").reshape(2, 100, 130)
    picture = thumbnail(array, 0.0, float(array.max()))
    assert (picture.row_stride, picture.col_stride) == (4, 3) and (picture.rows, picture.cols) == (50, 44)
    pixels = np.frombuffer(picture.pixels, "uint8").reshape(50, 44)
    want = 2 + np.rint(array.reshape(200, 130)[::4, ::3] / array.max() * 252)
    assert np.array_equal(pixels, want)


@pytest.mark.parametrize("array", [np.float32(3), np.zeros(5), np.array([[2.0]])], ids=["0-d", "flat", "one"])
def test_a_constant_is_grey(array):
    low, high, counts = histogram(np.asarray(array))
    assert low == high and counts[0] == np.size(array)
    assert set(thumbnail(np.asarray(array), low, high).pixels) == {128}


def test_the_input_is_never_changed():
    array = np.array([1.0, np.nan, -np.inf])
    kept = array.copy()
    array.flags.writeable = False
    statistics(array), histogram(array), thumbnail(array, 0.0, 1.0)
    assert np.array_equal(array, kept, equal_nan=True)


@pytest.mark.parametrize("array", list(difficult_arrays()))
def test_a_spread_keeps_its_digits(array):
    is_right(statistics(array), array)
    is_right(statistics(array[::-1]), array)  # without a kernel
    if array.dtype.name == "float64" and 10 < np.abs(array).max() < 1e15:
        whole = np.rint(array).astype("int64")
        is_right(statistics(whole), whole)


def test_statistics_of_all_are_those_of_each():
    small = np.arange(6, dtype="float32").reshape(2, 3)
    spoilt = small.copy()
    spoilt[0, 1], spoilt[1, 2] = np.nan, -np.inf
    large = np.random.default_rng(0).normal(3, 1, 2 * CHUNK + 5)
    mixed = [small, large, small[:, ::2], spoilt, np.ones((), "float64"), np.zeros((0, 3), "float32"), np.arange(4)]
    each = [*mixed, *(case.values[0] for case in difficult_arrays()), large.astype("float32"), small > 2, large[:CHUNK]]
    assert list(map(repr, statistics_of_all(each))) == [repr(statistics(array)) for array in each]
    assert statistics_of_all([]) == []


def test_one_kernel_result_is_enough_for_what_is_common(monkeypatch):
    """Values whose mean is large against the spread need no second pass."""
    monkeypatch.setattr("opscope.debug.taps.statistics.exact_moments", None)
    for dtype in ("float32", "float64"):
        array = np.random.default_rng(0).normal(1e4, 1, 2 * CHUNK + 5).astype(dtype)
        if measure(array) is not None:
            is_right(statistics(array), array)
