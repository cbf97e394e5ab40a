"""Products on a GPU are those of NumPy, however the matrices lie, and a graph can hold them.

On the stand-in, whose cuBLAS NumPy computes; with -m gpu on a real one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope.errors import RunError
from opscope.runtime.lower.cuda import matrix_products
from opscope.runtime.lower.cuda.capturable_module import capturable
from opscope.runtime.lower.cuda.cuda_graphs import CudaGraphs
from opscope.runtime.lower.cuda.matrix_products import product
from tests.laws import fake_cupy

TOLERANCE = {"float16": 2e-3, "float32": 1e-6, "float64": 1e-14}


@pytest.fixture(autouse=True, params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def cupy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    return fake_cupy.install(monkeypatch) if request.param == "stand-in" else pytest.importorskip("cupy")


def drawn(cupy: Any, *shape: int, dtype: str = "float32", seed: int = 0) -> Any:
    return cupy.asarray(np.random.default_rng(seed).standard_normal(shape).astype(dtype))


def check(cupy: Any, x: Any, y: Any) -> None:
    """Twice: called, and launched as a graph on other numbers."""
    here = [cupy.asnumpy(a).astype("float64") for a in (x, y)]
    wanted = np.matmul(*here)
    out = cupy.full(wanted.shape, np.nan, dtype=x.dtype)
    product(cupy, x, y, out)
    close(cupy.asnumpy(out), wanted)
    out[...] = np.nan
    graphs = CudaGraphs(cupy, [lambda: product(cupy, x, y, out)] * 2)
    assert not graphs.capture_errors
    for _, call in graphs.steps:
        call()
    close(cupy.asnumpy(out), wanted)


def close(found: Any, wanted: Any) -> None:
    tolerance = TOLERANCE[found.dtype.name]
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * np.abs(wanted).max(initial=1.0) * 10)


SHAPES = [(3, 4, 5), (1, 4, 5), (3, 1, 5), (3, 4, 1), (1, 1, 5), (1, 4, 1), (3, 1, 1), (1, 1, 1), (64, 33, 17)]


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("turned", ["", "x", "y", "xy"])
@pytest.mark.parametrize("rows, inner, columns", SHAPES)
def test_matrices(rows: int, inner: int, columns: int, turned: str, dtype: str, cupy: Any):
    x = drawn(cupy, inner, rows, dtype=dtype).T if "x" in turned else drawn(cupy, rows, inner, dtype=dtype)
    y = drawn(cupy, columns, inner, dtype=dtype, seed=1)
    check(cupy, x, y.T if "y" in turned else cupy.ascontiguousarray(y.T))


@pytest.mark.parametrize(
    "x, y",
    [
        ((2, 3, 4, 5), (2, 3, 5, 6)), ((2, 3, 4, 5), (5, 6)), ((4, 5), (2, 3, 5, 6)), ((2, 1, 4, 5), (3, 5, 6)),
        ((1, 3, 4, 5), (2, 1, 5, 6)), ((3, 4, 5), (2, 3, 5, 6)), ((1, 4, 5), (1, 5, 6)), ((7, 1, 5), (5, 1)),
    ],
)  # fmt: skip
def test_batches_broadcast(x: tuple[int, ...], y: tuple[int, ...], cupy: Any):
    check(cupy, drawn(cupy, *x), drawn(cupy, *y, seed=1))
    check(cupy, drawn(cupy, *x), drawn(cupy, *y[:-2], y[-1], y[-2], seed=1).swapaxes(-1, -2))


def test_views_of_any_strides(cupy: Any):
    """Heads of attention, every other row or column, one row or element for all, rows backwards."""
    heads = drawn(cupy, 2, 6, 3, 4).transpose(0, 2, 1, 3)
    check(cupy, heads, heads.swapaxes(-1, -2))
    check(cupy, heads.transpose(1, 0, 2, 3), drawn(cupy, 4, 5))
    wide = drawn(cupy, 8, 10)
    check(cupy, wide[::2], wide[:, 1:4][:, ::2].repeat(5, 0)[:10])
    check(cupy, wide[:, ::2], wide[:5])
    check(cupy, wide[:, 3:7], wide[2:6, 5:])
    check(cupy, cupy.broadcast_to(wide[:1], (6, 10)), cupy.broadcast_to(wide[0, 0], (10, 3)))
    check(cupy, wide[::-1], wide.T)


def test_what_cublas_does_not_know_is_done_by_cupy(cupy: Any):
    out = cupy.full((3, 4), np.nan, dtype="float32")
    product(cupy, cupy.zeros((3, 0), dtype="float32"), cupy.zeros((0, 4), dtype="float32"), out)
    np.testing.assert_array_equal(cupy.asnumpy(out), np.zeros((3, 4)))
    x = cupy.asarray(np.array([[1 + 2j, 3]]))
    out = cupy.zeros((1, 1), dtype="complex128")
    product(cupy, x, x.T, out)
    assert cupy.asnumpy(out)[0, 0] == (1 + 2j) ** 2 + 9


def test_a_failure_of_cublas_is_raised(cupy: Any, monkeypatch: pytest.MonkeyPatch):
    x = drawn(cupy, 2, 2)
    monkeypatch.setitem(matrix_products._TYPES, "float32", (-5, *matrix_products._TYPES["float32"][1:]))
    with pytest.raises(RunError, match=r"cuBLAS answers \d+"):
        product(cupy, x, x, cupy.zeros((2, 2), dtype="float32"))


def test_the_module_for_kernels(cupy: Any):
    xp = capturable(cupy)
    x, y = drawn(cupy, 2, 3, 4), drawn(cupy, 2, 5, 4, seed=1)
    vector = drawn(cupy, 4)
    found = [xp.matmul(x, y.swapaxes(1, 2)), xp.matmul(x, vector), xp.tensordot(x, y, axes=([0, 2], [0, 2]))]
    here = [cupy.asnumpy(a).astype("float64") for a in (x, y, vector)]
    wanted = [here[0] @ here[1].swapaxes(1, 2), here[0] @ here[2], np.tensordot(*here[:2], axes=([0, 2], [0, 2]))]
    for a, b in zip(found, wanted, strict=True):
        close(cupy.asnumpy(a), b)
    assert xp.__name__ == "cupy" and xp.float32 is cupy.float32
