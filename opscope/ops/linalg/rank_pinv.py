"""Rank and pseudo-inverse of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int32
from opscope.core.spec import TensorSpec
from opscope.ops import samples
from opscope.ops.linalg.cholesky_qr import positive
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import like, matrix, square, swap, wide
from opscope.ops.registry import Sample, op


def _pinv_rule(dout: Array, x: Array, out: Array) -> Any:
    """Gradient rule of pinv for a constant rank.

    Source: Golub & Pereyra 1973, The differentiation of pseudo-inverses.
    """
    turned = swap(dout)
    both = matmul(out, out, transpose_y=True)
    left = matmul(turned, both) - matmul(x, matmul(out, matmul(turned, both)))
    outer = matmul(matmul(out, out, transpose_x=True), turned)
    right = outer - matmul(matmul(outer, out), x)
    return left + right - matmul(matmul(out, dout, transpose_x=True), out, transpose_y=True)


def _turned(x: TensorSpec) -> TensorSpec:
    matrix("pinv", x)
    return x.with_shape((*x.shape[:-2], x.shape[-1], x.shape[-2]))


@op(
    dtype_kinds="f",
    infer=lambda x, *, rcond=1e-15, hermitian=False: _turned(x),
    vjp={"x": _pinv_rule},
    samples=lambda: [
        Sample((samples.array(4, 2),)),
        Sample((samples.array(2, 2, 3),), {"rcond": 1e-3}),
        Sample((positive(3, 3),), {"hermitian": True}, smooth=False),
    ],
)
def pinv(xp: ArrayModule, x: Array, *, rcond: float = 1e-15, hermitian: bool = False) -> Array:
    """Return the pseudo-inverses of matrices [..., m, n].

    Singular values below rcond times the largest singular value count as 0. hermitian: x is symmetric, and only its
    lower triangle is read.
    """
    matrix("pinv", x)
    a = wide(x)
    if hermitian:
        square("pinv", x)
        s, u = xp.linalg.eigh(a)
        vh = xp.swapaxes(u, -1, -2)
    else:
        u, s, vh = xp.linalg.svd(a, full_matrices=False)
    kept = xp.abs(s) > _largest(xp, xp.abs(s))[..., None] * a.dtype.type(rcond)
    scale = xp.where(kept, 1 / xp.where(kept, s, 1), 0)
    return like(x, (xp.swapaxes(vh, -1, -2) * scale[..., None, :]) @ xp.swapaxes(u, -1, -2))[0]


def _largest(xp: ArrayModule, s: Array) -> Any:
    """Return the maximum of non-negative values [..., n], and 0 for n = 0; cupy's max has no `initial`."""
    return xp.max(s, axis=-1) if s.shape[-1] else xp.zeros(s.shape[:-1], dtype=s.dtype)


def _rank(x: TensorSpec, tol: TensorSpec | None = None, **_: Any) -> TensorSpec:
    matrix("matrix_rank", x)
    batch = x.shape[:-2] if tol is None else dims.broadcast(x.shape[:-2], tol.shape)
    return TensorSpec(batch, int32)


@op(
    dtype_kinds={"x": "f"},
    infer=_rank,
    samples=lambda: [
        Sample((samples.array(4, 2),)),
        Sample((samples.array(2, 2, 3), np.asarray([1e-3, 2.0])), {}),
        Sample((positive(3, 3),), {"hermitian": True}),
    ],
)
def matrix_rank(xp: ArrayModule, x: Array, tol: Array = None, *, hermitian: bool = False) -> Array:
    """Return the int32 number of singular values of matrices [..., m, n] above tol.

    hermitian: use absolute eigenvalues. The default of tol is the largest value times max(m, n) times the precision of
    x.
    """
    matrix("matrix_rank", x)
    a = wide(x)
    s = xp.abs(xp.linalg.eigvalsh(a)) if hermitian else xp.linalg.svd(a, compute_uv=False)
    limit = _largest(xp, s) * (xp.finfo(a.dtype).eps * max(x.shape[-2:])) if tol is None else xp.asarray(tol)
    return xp.sum(s > limit[..., None], axis=-1).astype("int32")
