"""Lowering rules of matrix products.

A product is one call of BLAS, which can read transposed operands without a copy.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from opscope.core.annotations import Array
from opscope.runtime.lower import blas
from opscope.runtime.lower.emitter import Emitter, lowering

MIN_PARALLEL_FLOPS = 1 << 24  # operations from which threads share a product
MIN_TRANSPOSED_FLOPS = 1 << 25  # operations from which the transposed product may be faster
BLAS_STEP = 16  # rows or columns that BLAS computes at a time


@lowering("matmul")
def _matmul(e: Emitter, x: Array, y: Array, transpose_x: bool, transpose_y: bool) -> Any:
    if x.dtype != y.dtype:
        return None
    x = x.swapaxes(-1, -2) if transpose_x and x.ndim > 1 else x
    y = y.swapaxes(-1, -2) if transpose_y and y.ndim > 1 else y
    out = e.out()
    _emit_product(e, x, y, out)
    return out


def _emit_product(e: Emitter, x: Array, y: Array, out: Array) -> None:
    e.parallel(*(functools.partial(_emit_one, e, *product) for product in _parallel_products(x, y, out)))


def _emit_one(e: Emitter, x: Array, y: Array, out: Array) -> None:
    if _is_faster_transposed(x, y, out):
        transposed = e.temp(out.shape[::-1], out.dtype)
        e.product(_blas_function(e, y.T, x.T, transposed), y.T, x.T, transposed)
        e.call(e.xp.copyto, out, transposed.T)
    else:
        e.product(_blas_function(e, x, y, out), x, y, out)


def _is_faster_transposed(x: Array, y: Array, out: Array) -> bool:
    """Return True if (y.T @ x.T).T is faster. This is the case for few rows times a transposed matrix."""
    if out.ndim != 2 or x.ndim != 2 or y.ndim != 2 or 2 * out.size * x.shape[1] < MIN_TRANSPOSED_FLOPS:
        return False
    are_transposed = x.strides[1] == x.itemsize and y.strides[0] == y.itemsize and y.shape[0] > 1
    return are_transposed and 2 * out.shape[0] <= out.shape[1]


Product = tuple[Any, Any, Any]


def _parallel_products(x: Array, y: Array, out: Array) -> list[Product]:
    """Return the parts of a product, one for each of opscope's threads.

    The threads of BLAS are not used, because they keep their cores busy for a long time after the product. The parts
    depend only on shapes and strides, so the sums are always the same.
    """
    count = blas.num_threads()
    if count < 2 or min(x.ndim, y.ndim) < 2 or 2 * out.size * x.shape[-1] < MIN_PARALLEL_FLOPS:
        return [(x, y, out)]
    if out.ndim > 2:
        return _batches(x, y, out, count) if out.shape[0] % count == 0 or out.shape[0] > 4 * count else [(x, y, out)]
    # BLAS packs both operands of a product: split y if it is much larger, so that it is not packed twice
    if x.strides[1] == x.itemsize and y.size <= 2 * x.size:
        return [(x[s], y, out[s]) for s in _slices(out.shape[0], count)]
    return [(x, y[:, s], out[:, s]) for s in _slices(out.shape[1], count)]


def _slices(size: int, count: int) -> list[slice]:
    """Return slices of about the same size. Each begins at a multiple of BLAS_STEP."""
    step = max(-(-size // count // BLAS_STEP) * BLAS_STEP, BLAS_STEP)
    return [slice(start, min(start + step, size)) for start in range(0, size, step)]


def _batches(x: Array, y: Array, out: Array, count: int) -> list[Product]:
    def part(array: Array, piece: slice) -> Any:
        return array[piece] if array.ndim == out.ndim and array.shape[0] > 1 else array

    cuts = [out.shape[0] * i // count for i in range(count + 1)]
    return [(part(x, s), part(y, s), out[s]) for s in map(slice, cuts, cuts[1:])]


def _blas_function(e: Emitter, x: Array, y: Array, out: Array) -> Any:
    """Return `dot` for two matrices, and otherwise `matmul`. `dot` makes the same BLAS call with half the overhead."""
    flat = x.ndim == 2 == y.ndim and out.flags.c_contiguous and x.dtype.char in "fd"
    return e.xp.dot if flat else e.xp.matmul


def matrices(
    e: Emitter, x: Array, y: Array, x_num_col_dims: int, y_num_col_dims: int
) -> tuple[Any, Any, Any, Any] | None:
    """Return (x, y and the output of `mul` as matrices, the output). Return None if x or y is not contiguous."""
    if x.dtype != y.dtype or not (x.flags.c_contiguous and y.flags.c_contiguous):
        return None
    rows, inner = math.prod(x.shape[:x_num_col_dims]), math.prod(y.shape[:y_num_col_dims])
    columns = math.prod(y.shape[y_num_col_dims:])
    out = e.out()
    return x.reshape(rows, inner), y.reshape(inner, columns), out.reshape(rows, columns), out


@lowering("mul")
def _mul(e: Emitter, x: Array, y: Array, **dims: int) -> Any:
    found = matrices(e, x, y, **dims)
    if found is None:
        return None
    *product, out = found
    _emit_product(e, *product)
    return out
