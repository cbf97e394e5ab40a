"""LU factors with exchanged rows, packed into one matrix as in LAPACK, and the permutation matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int32
from opscope.core.spec import TensorSpec
from opscope.errors import UnsupportedError
from opscope.ops import samples
from opscope.ops.creation import ones_like
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import diagonal_of, like, lower, matrix, size, swap, upper, wide, with_diagonal
from opscope.ops.linalg.solve import regular, triangular_solve
from opscope.ops.registry import Sample, op


def _least(m: dims.Dim, n: dims.Dim) -> dims.Dim:
    return None if m is None or n is None else min(m, n)


def _lu_infer(x: TensorSpec, *, pivot: bool = True) -> list[TensorSpec]:
    matrix("lu", x)
    batch = x.shape[:-2]
    return [
        x,
        TensorSpec((*batch, _least(*x.shape[-2:])), int32),
        TensorSpec(batch or (1,), int32),
    ]


def _lu_rule(dout: Array, out: Array, pivots: Any) -> Any:
    """Rule for square matrices. With x = P L U: dx = P L^-T (tril(L^T dL, -1) + triu(dU U^T)) U^-T."""
    m, n = size(out, -2, "lu"), size(out, -1, "lu")
    if m != n:
        raise UnsupportedError(
            f"lu: the gradient of a matrix of {m} rows and {n} columns is not supported", fix="use a square matrix"
        )
    unit = lower(out, -1) + with_diagonal(ones_like(diagonal_of(out)))
    below = lower(matmul(unit, lower(dout, -1), transpose_x=True), -1)
    inner = below + upper(matmul(upper(dout), upper(out), transpose_y=True))
    left = triangular_solve(out, inner, upper=False, transpose=True, unitriangular=True)
    both = swap(triangular_solve(out, swap(left), upper=True))
    return [matmul(permutation(pivots, out), both)]


@op(
    dtype_kinds="f",
    infer=_lu_infer,
    outputs=("out", "pivots", "infos"),
    vjp=_lu_rule,
    samples=lambda: [Sample((samples.array(3, 3),)), Sample((regular(2, 2, 2),), {"pivot": False})],
)
def lu(xp: ArrayModule, x: Array, *, pivot: bool = True) -> Array:
    """Return the packed factors L and U of x [..., m, n] with exchanged rows; the pivots; and infos.

    L is below the diagonal; the ones on the diagonal of L are not stored. Row i was exchanged with row pivots[i] - 1,
    one after the other. infos (int32, [1] for one matrix) is 0, or the index of the first 0 on the diagonal of U,
    counted from 1. The gradient is supported only for square matrices.
    """
    matrix("lu", x)
    m, n = x.shape[-2:]
    a = xp.array(xp.reshape(wide(x), (-1, m, n)))
    every = xp.arange(a.shape[0])
    exchanged = []
    infos = xp.zeros(a.shape[0], dtype="int32")
    for j in range(min(m, n)):
        best = xp.argmax(xp.abs(a[:, j:, j]), axis=1) + j if pivot else xp.full(a.shape[0], j)
        exchanged.append(best + 1)
        top, chosen = xp.array(a[:, j]), xp.array(a[every, best])
        a[every, best] = top
        a[:, j] = chosen
        zero = a[:, j, j] == 0
        infos = xp.where(zero & (infos == 0), j + 1, infos)
        scaled = a[:, j + 1 :, j] / xp.where(zero, 1, a[:, j, j])[:, None]
        a[:, j + 1 :, j] = scaled
        a[:, j + 1 :, j + 1 :] = a[:, j + 1 :, j + 1 :] - scaled[:, :, None] * a[:, j : j + 1, j + 1 :]
    pivots = xp.stack(exchanged, axis=-1) if exchanged else xp.zeros((a.shape[0], 0))
    batch = x.shape[:-2]
    return [
        *like(x, xp.reshape(a, x.shape)),
        xp.reshape(pivots, (*batch, min(m, n))).astype("int32"),
        xp.reshape(infos, batch or (1,)).astype("int32"),
    ]


@op(
    dtype_kinds={"like": "f"},
    infer=lambda pivots, like: like.with_shape((*like.shape[:-1], like.shape[-2])),
    samples=lambda: [
        Sample((np.asarray([2, 3, 3], dtype="int32"), samples.array(3, 3))),
        Sample((np.asarray([[2, 2], [1, 3]], dtype="int32"), samples.array(2, 3, 2))),
    ],
)
def permutation(xp: ArrayModule, pivots: Array, like: Array) -> Array:
    """Return the matrices P [..., m, m] that undo the row exchanges of lu: x = P @ L @ U.

    m and the dtype are taken from `like`.
    """
    rows = like.shape[-2]
    flat = xp.zeros((*pivots.shape[:-1], rows), dtype="int64") + xp.arange(rows)
    order = xp.reshape(flat, (-1, rows))
    every = xp.arange(order.shape[0])
    chosen = xp.reshape(pivots, (-1, pivots.shape[-1])).astype("int64") - 1
    for i in range(pivots.shape[-1]):
        top, other = xp.array(order[:, i]), xp.array(order[every, chosen[:, i]])
        order[every, chosen[:, i]] = top
        order[:, i] = other
    return xp.reshape(xp.swapaxes(xp.eye(rows, dtype=like.dtype)[order], -1, -2), (*pivots.shape[:-1], rows, rows))
