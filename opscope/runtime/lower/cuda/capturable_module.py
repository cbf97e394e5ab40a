"""CapturableModule, a version of cupy whose matrix products can be captured in a CUDA graph."""

from __future__ import annotations

import functools
import math
from types import ModuleType
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.runtime.lower.cuda.matrix_products import product


class CapturableModule(ModuleType):
    """Array module with the attributes of cupy, except for products of matrices.

    Products of vectors and of other dtypes also use cupy.
    """

    def __init__(self, xp: ArrayModule) -> None:
        super().__init__(xp.__name__)
        self._xp = xp

    def __getattr__(self, name: str) -> Any:
        return getattr(self._xp, name)

    def matmul(self, x: Array, y: Array) -> Any:
        """Return the matrix product x @ y."""
        if min(x.ndim, y.ndim) < 2 or x.dtype != y.dtype or x.shape[-1] != y.shape[-2]:
            return self._xp.matmul(x, y)
        batch = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
        out = self._xp.empty((*batch, x.shape[-2], y.shape[-1]), x.dtype)
        product(self._xp, x, y, out)
        return out

    def tensordot(self, x: Array, y: Array, axes: tuple[list[int], list[int]]) -> Any:
        """Return sums of products over pairs of axes. The kernels of ops list these pairs one by one."""
        (over_x, over_y), xp = axes, self._xp
        kept_x, kept_y = ([i for i in range(a.ndim) if i not in over] for a, over in ((x, over_x), (y, over_y)))
        shape = (*(x.shape[i] for i in kept_x), *(y.shape[i] for i in kept_y))
        inner = math.prod(x.shape[i] for i in over_x)
        rows, columns = (math.prod(a.shape[i] for i in kept) for a, kept in ((x, kept_x), (y, kept_y)))
        left = xp.reshape(xp.transpose(x, (*kept_x, *over_x)), (rows, inner))
        right = xp.reshape(xp.transpose(y, (*over_y, *kept_y)), (inner, columns))
        return xp.reshape(self.matmul(left, right), shape)


@functools.cache
def capturable(xp: ArrayModule) -> CapturableModule:
    """Return the module for this cupy."""
    return CapturableModule(xp)
