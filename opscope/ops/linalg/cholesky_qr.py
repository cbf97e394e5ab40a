"""Cholesky and QR factorizations."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.linalg import LinAlgError

from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops import infer, samples
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import (
    columns,
    diagonal_of,
    like,
    lower,
    matrix,
    size,
    square,
    squared,
    swap,
    wide,
    with_diagonal,
)
from opscope.ops.linalg.solve import triangular_solve
from opscope.ops.manipulation.concat_split import concat
from opscope.ops.registry import Sample, op


def positive(*shape: int) -> Any:
    """Return samples of symmetric positive-definite matrices."""
    x = samples.array(*shape)
    return x @ np.swapaxes(x, -1, -2) + 2.0 * np.eye(shape[-1])


def _cholesky_rule(dout: Array, out: Array, upper: bool) -> Any:
    """Gradient rule of cholesky. Source: Murray 2016, Differentiation of the Cholesky decomposition, eq. 10."""
    factor, grad = (swap(out), swap(dout)) if upper else (out, dout)
    inner = lower(matmul(factor, lower(grad), transpose_x=True))
    inner = inner - with_diagonal(diagonal_of(inner)) * 0.5
    half = triangular_solve(factor, inner, upper=False, transpose=True)
    outer = swap(triangular_solve(factor, swap(half), upper=False, transpose=True))
    return (outer + swap(outer)) * 0.5


# No law varies a symmetric matrix: tests/ops/test_linalg_gradients.py does.
@op(
    dtype_kinds="f",
    infer=squared("cholesky"),
    vjp={"x": _cholesky_rule},
    samples=lambda: [
        Sample((positive(3, 3),), smooth=False),
        Sample((positive(2, 2, 2),), {"upper": True}, smooth=False),
    ],
)
def cholesky(xp: ArrayModule, x: Array, *, upper: bool = False) -> Array:
    """Return the triangular L with L @ L^T = x for a symmetric positive-definite x [..., n, n].

    With `upper`, return U with U^T @ U = x. One triangle of x is read. The gradient is symmetric. Raises ArgumentError
    for a matrix that is not positive definite.
    """
    square("cholesky", x)
    a = wide(x)
    try:
        out = xp.linalg.cholesky(xp.swapaxes(a, -1, -2) if upper else a)
    except LinAlgError:
        raise ArgumentError(
            "Cholesky decomposition was not successful. The input matrix is perhaps not positive definite."
        ) from None
    return like(x, xp.swapaxes(out, -1, -2) if upper else out)[0]


def _qr_infer(x: TensorSpec, *, mode: str = "reduced") -> list[TensorSpec]:
    matrix("qr", x)
    if mode not in ("reduced", "complete"):
        raise ArgumentError(
            f"QR received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
        )
    m, n = x.shape[-2:]
    inner = m if mode == "complete" else None if m is None or n is None else min(m, n)
    return [x.with_shape((*x.shape[:-2], m, inner)), x.with_shape((*x.shape[:-2], inner, n))]


def _tall_qr_gradient(q: Array, r: Array, dq: Any, dr: Any) -> Any:
    """Gradient rule of qr for m >= n.

    Source: Walter & Lehmann 2018, Algorithmic differentiation of linear algebra functions.
    """
    inner = matmul(r, dr, transpose_y=True) - matmul(dq, q, transpose_x=True)
    mirrored = lower(inner) + swap(lower(inner, -1))
    return swap(triangular_solve(r, swap(dq + matmul(q, mirrored)), upper=True))


def _qr_rule(x: Array, q: Array, r: Array, dq: Any, dr: Any, mode: str) -> Any:
    m, n = size(x, -2, "qr"), size(x, -1, "qr")
    if mode == "complete" and m > n:
        raise UnsupportedError(
            f"The derivative of qr is not implemented when mode='complete' and {m} > {n}.", fix="use mode='reduced'"
        )
    if m >= n:
        return [_tall_qr_gradient(q, r, dq, dr)]
    right, dright = columns(x, m, None), columns(dr, m, None)
    left = _tall_qr_gradient(q, columns(r, None, m), dq + matmul(right, dright, transpose_y=True), columns(dr, None, m))
    return [concat(left, matmul(q, dright), axis=-1)]


@op(
    dtype_kinds="f",
    infer=_qr_infer,
    outputs=("q", "r"),
    vjp=_qr_rule,
    samples=lambda: [
        Sample((samples.array(4, 2),)),
        Sample((samples.array(2, 4),)),
        Sample((samples.array(2, 3, 3),), {"mode": "complete"}),
    ],
)
def qr(xp: ArrayModule, x: Array, *, mode: str = "reduced") -> Array:
    """Return an orthonormal Q and an upper triangular R with Q @ R = x [..., m, n].

    Q has min(m, n) columns; with 'complete', it has m columns.
    """
    _qr_infer(infer.array_spec(x), mode=mode)
    return like(x, *xp.linalg.qr(wide(x), mode=mode))
