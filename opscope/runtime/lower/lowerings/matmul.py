"""Matrix products: one call of BLAS, which takes transposed operands as they lie."""

from __future__ import annotations

import functools
import math
from typing import Any

from opscope.core.annotations import Array
from opscope.runtime.lower import blas
from opscope.runtime.lower.emitter import Emitter, lowering

SHARED = 1 << 24  # floating-point operations from which sharing pays
TURNED = 1 << 25  # from which turning a result is worth it
STEP = 16  # rows or columns that BLAS does at a time


@lowering("matmul")
def _matmul(e: Emitter, x: Array, y: Array, transpose_x: bool, transpose_y: bool) -> Any:
    if x.dtype != y.dtype:
        return None
    x = x.swapaxes(-1, -2) if transpose_x and x.ndim > 1 else x
    y = y.swapaxes(-1, -2) if transpose_y and y.ndim > 1 else y
    out = e.out()
    _add(e, x, y, out)
    return out


def _add(e: Emitter, x: Array, y: Array, out: Array) -> None:
    e.parallel(*(functools.partial(_multiply, e, *product) for product in _shares(x, y, out)))


def _multiply(e: Emitter, x: Array, y: Array, out: Array) -> None:
    if _lies_better(x, y, out):
        turned = e.temp(out.shape[::-1], out.dtype)
        e.call(_product(e, y.T, x.T, turned), y.T, x.T, turned)
        e.call(e.xp.copyto, out, turned.T)
    else:
        e.call(_product(e, x, y, out), x, y, out)


def _lies_better(x: Array, y: Array, out: Array) -> bool:
    """True if y.T @ x.T, turned, is faster: a few rows times a transposed matrix, as for gradients of inputs."""
    if out.ndim != 2 or x.ndim != 2 or y.ndim != 2 or 2 * out.size * x.shape[1] < TURNED:
        return False
    lie = x.strides[1] == x.itemsize and y.strides[0] == y.itemsize and y.shape[0] > 1
    return lie and 2 * out.shape[0] <= out.shape[1]


Product = tuple[Any, Any, Any]


def _shares(x: Array, y: Array, out: Array) -> list[Product]:
    """Products that make up this one, for our threads: those of BLAS turn on their core long after they are done.

    What is cut depends on shapes and strides alone, so the sums are always the same.
    """
    count = blas.num_threads()
    if count < 2 or min(x.ndim, y.ndim) < 2 or 2 * out.size * x.shape[-1] < SHARED:
        return [(x, y, out)]
    if out.ndim > 2:
        return _batches(x, y, out, count) if out.shape[0] % count == 0 or out.shape[0] > 4 * count else [(x, y, out)]
    # BLAS lays both operands of a product out anew: a y that is much larger had better be cut than read twice
    if x.strides[1] == x.itemsize and y.size <= 2 * x.size:
        return [(x[s], y, out[s]) for s in _cuts(out.shape[0], count)]
    return [(x, y[:, s], out[:, s]) for s in _cuts(out.shape[1], count)]


def _cuts(size: int, count: int) -> list[slice]:
    """Parts of about the same size, at multiples of what BLAS does at a time."""
    step = max(-(-size // count // STEP) * STEP, STEP)
    return [slice(start, min(start + step, size)) for start in range(0, size, step)]


def _batches(x: Array, y: Array, out: Array, count: int) -> list[Product]:
    def part(array: Array, piece: slice) -> Any:
        return array[piece] if array.ndim == out.ndim and array.shape[0] > 1 else array

    cuts = [out.shape[0] * i // count for i in range(count + 1)]
    return [(part(x, s), part(y, s), out[s]) for s in map(slice, cuts, cuts[1:])]


def _product(e: Emitter, x: Array, y: Array, out: Array) -> Any:
    """dot for two matrices: the same call of BLAS behind half the overhead."""
    flat = x.ndim == 2 == y.ndim and out.flags.c_contiguous and x.dtype.char in "fd"
    return e.xp.dot if flat else e.xp.matmul


def matrices(
    e: Emitter, x: Array, y: Array, x_num_col_dims: int, y_num_col_dims: int
) -> tuple[Any, Any, Any, Any] | None:
    """(x, y and the output as matrices, the output) of `mul`; None where x or y cannot be seen so."""
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
    _add(e, *product)
    return out
