"""Matrix products: one call of BLAS, which takes transposed operands as they lie."""

from __future__ import annotations

import functools
import math
from typing import Any

from opscope.runtime.lower import blas
from opscope.runtime.lower.emit import Emission, form

SHARED = 1 << 24  # floating-point operations of a batch from which sharing pays
LARGE = 1 << 26  # of one product from which BLAS does it as well


@form("matmul")
def _matmul(e: Emission, x: Any, y: Any, transpose_x: bool, transpose_y: bool) -> Any:
    if x.dtype != y.dtype:
        return None
    x = x.swapaxes(-1, -2) if transpose_x and x.ndim > 1 else x
    y = y.swapaxes(-1, -2) if transpose_y and y.ndim > 1 else y
    out = e.out()
    e.beside(*(functools.partial(e.call, _product(e, a, b, c), a, b, c) for a, b, c in _shares(x, y, out)))
    return out


def _shares(x: Any, y: Any, out: Any) -> list[tuple[Any, Any, Any]]:
    """Batches of many small products are shared among our threads: BLAS would share each of them."""
    work = 2 * out.size * x.shape[-1]
    import os
    if os.environ.get("OWN") and out.ndim == 2 == x.ndim == y.ndim and work >= SHARED and blas.width() > 1:
        k = blas.width()
        if x.strides[1] == x.itemsize:
            cuts = [out.shape[0] * i // k for i in range(k + 1)]
            return [(x[a:b], y, out[a:b]) for a, b in zip(cuts, cuts[1:])]
        cuts = [out.shape[1] * i // k for i in range(k + 1)]
        return [(x, y[:, a:b], out[:, a:b]) for a, b in zip(cuts, cuts[1:])]
    count = min(blas.width(), out.shape[0] if out.ndim > 2 else 1)
    if min(x.ndim, y.ndim) < 2 or count < 2 or work < SHARED or work // math.prod(out.shape[:-2]) > LARGE:
        return [(x, y, out)]
    cuts = [out.shape[0] * i // count for i in range(count + 1)]

    def part(array: Any, piece: slice) -> Any:
        return array[piece] if array.ndim == out.ndim and array.shape[0] > 1 else array

    return [(part(x, s), part(y, s), out[s]) for s in map(slice, cuts, cuts[1:])]


def _product(e: Emission, x: Any, y: Any, out: Any) -> Any:
    """dot for two matrices: the same call of BLAS behind half the overhead."""
    flat = x.ndim == 2 == y.ndim and out.flags.c_contiguous and x.dtype.char in "fd"
    return e.xp.dot if flat else e.xp.matmul


@form("mul")
def _mul(e: Emission, x: Any, y: Any, x_num_col_dims: int, y_num_col_dims: int) -> Any:
    if x.dtype != y.dtype or not (x.flags.c_contiguous and y.flags.c_contiguous):
        return None
    rows, inner = math.prod(x.shape[:x_num_col_dims]), math.prod(y.shape[:y_num_col_dims])
    out = e.out()
    columns = math.prod(y.shape[y_num_col_dims:])
    x, y, matrix = x.reshape(rows, inner), y.reshape(inner, columns), out.reshape(rows, columns)
    e.beside(*(functools.partial(e.call, _product(e, a, b, c), a, b, c) for a, b, c in _shares(x, y, matrix)))
    return out
