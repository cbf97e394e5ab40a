"""Linear maps of images by a matrix for each dim; elements with the weight 0 add nothing, even Inf or NaN."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule

_ROUNDING = 1e-5  # sums of weights that cancel are less than this part of their magnitudes


def mapped(xp: ArrayModule, x: Array, matrices: Sequence[Any], transposed: bool = False) -> Any:
    """Multiply each dim after C of x [N, C, *] by its matrix [out, in] (or by its transpose)."""
    used = [xp.transpose(m) if transposed else m for m in matrices]
    out = _product(xp, x, used)
    keep_apart(xp, x, used, out)
    return out


def _product(xp: ArrayModule, x: Array, matrices: Sequence[Any]) -> Any:
    for axis, matrix in enumerate(matrices, start=2):
        x = xp.moveaxis(xp.matmul(xp.moveaxis(x, axis, -1), xp.transpose(matrix)), -1, axis)
    return xp.ascontiguousarray(x)


def keep_apart(xp: ArrayModule, x: Array, matrices: Sequence[Any], out: Array) -> None:
    """Recompute elements of out, the product of x with the matrices, that are NaN because of 0 times Inf.

    In a matrix product, one non-finite element makes the whole row non-finite, even where its weight is 0. Values on a
    GPU are not checked.
    """
    if xp is not np:
        return
    with np.errstate(all="ignore"):
        if np.isfinite(out.sum()):
            return
        high, low, unknown = (m.astype(x.dtype) for m in (x == np.inf, x == -np.inf, np.isnan(x)))
        weights = [abs(m) for m in matrices]
        reach = _product(xp, high + low, weights)
        shift = _product(xp, high - low, matrices)
        up, down = (reach + s * shift > _ROUNDING * reach for s in (1, -1))
        out[...] = _product(xp, np.where(np.isfinite(x), x, x.dtype.type(0)), matrices)
        out[up] += np.inf
        out[down] -= np.inf
        out[_product(xp, unknown, weights) > 0] = np.nan
