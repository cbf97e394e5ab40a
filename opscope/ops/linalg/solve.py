"""Solvers of linear equations, and inverses."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int32
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import together
from opscope.ops.grad_ops import sum_to
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import (
    column,
    invertible,
    like,
    lower,
    matrix,
    square,
    squared,
    swap,
    upper,
    wide,
)
from opscope.ops.manipulation.reshape import squeeze
from opscope.ops.registry import Sample, op


def regular(*shape: int, seed: int = 0) -> Any:
    """Return samples of matrices that are far from singular."""
    return samples.array(*shape, seed=seed, low=-1.0, high=1.0) + 3.0 * np.eye(shape[-2], shape[-1])


@op(
    dtype_kinds="f",
    infer=squared("inverse"),
    vjp={"x": lambda dout, out: -matmul(matmul(out, dout, transpose_x=True), out, transpose_y=True)},
    samples=lambda: [Sample((regular(3, 3),)), Sample((regular(2, 2, 2),)), Sample((regular(0, 2, 2),))],
)
def inverse(xp: ArrayModule, x: Array) -> Array:
    """Return the inverses of square matrices [..., n, n]. Raises ArgumentError if a matrix is singular."""
    square("inverse", x)
    with invertible():
        return like(x, xp.linalg.inv(wide(x)))[0]


def _is_vector(x: Array, y: Array) -> bool:
    """True if y has one right-hand side per matrix, without a separate dim, as in Paddle.

    Raises ShapeError if the shapes have two meanings.
    """
    if len(y.shape) == 1 or len(y.shape) != len(x.shape) - 1 or not _dims_agree(y.shape, x.shape[:-1]):
        return len(y.shape) == 1
    if any(d in (None, -1) for d in (*y.shape, *x.shape[:-1])):
        raise ShapeError(
            "solve: the dims of x and y must be known, because y [..., n] could also be a batch of matrices",
            facts={"x": x.shape, "y": y.shape},
            fix="declare the dims, or make y [..., n, 1] with unsqueeze",
        )
    return True


def _dims_agree(a: Array, b: Array) -> bool:
    return all(p == q or p in (None, -1) or q in (None, -1) for p, q in zip(a, b, strict=True))


def _solved(name: str, x: TensorSpec, y: TensorSpec, vector: bool) -> TensorSpec:
    square(name, x)
    shape = (*y.shape, 1) if vector else y.shape
    if len(shape) < 2 or not _dims_agree(x.shape[-1:], shape[-2:-1]):
        raise ShapeError(
            f"{name}: the width of the matrix X must be equal with the height of Y", facts={"x": x, "y": y}
        )
    whole = (*dims.broadcast(x.shape[:-2], shape[:-2]), *shape[-2:])
    return TensorSpec(whole[:-1] if vector else whole, infer.promoted(x, y))


def _solve_infer(x: TensorSpec, y: TensorSpec) -> TensorSpec:
    matrix("solve", x)
    return _solved("solve", x, y, _is_vector(x, y))


def _solved_batches(xp: ArrayModule, x: Array, y: Array) -> Any:
    """Return x^-1 @ y for batches that broadcast; cupy requires equal batches."""
    batch = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    x, y = (xp.broadcast_to(a, (*batch, *a.shape[-2:])) for a in (wide(x), wide(y)))
    return xp.linalg.solve(x, y)


def _solve_rule(dout: Array, x: Array, y: Array, out: Array) -> list[Any]:
    vector = _is_vector(x, y)
    if vector:
        dout, out = column(dout), column(out)
    dy = solve(swap(x), dout)
    dx = -matmul(dy, out, transpose_y=True)
    return [sum_to(dx, x), sum_to(squeeze(dy, axis=-1) if vector else dy, y)]


def _solve_samples() -> list[Sample]:
    pairs = [((3, 3), (3, 2)), ((3, 3), (3,)), ((2, 3, 3), (2, 3)), ((2, 3, 3), (3, 1)), ((2, 2), (4, 2, 3))]
    return [Sample((regular(*x), samples.array(*y, seed=1))) for x, y in pairs]


@op(dtype_kinds="f", infer=_solve_infer, vjp=_solve_rule, samples=_solve_samples)
def solve(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the solution of x @ out = y for x [..., n, n] and y [..., n, k] or [..., n].

    Raises ArgumentError for a singular x.
    """
    x, y = together(xp, (x, y))
    _solve_infer(infer.array_spec(x), infer.array_spec(y))
    vector = _is_vector(x, y)
    right = y[..., None] if vector else y
    with invertible():
        out = like(x, _solved_batches(xp, x, right))[0]
    return out[..., 0] if vector else out


def _triangle(x: Array, upward: bool, unit: bool) -> Any:
    return upper(x, int(unit)) if upward else lower(x, -int(unit))


def _triangular_rule(
    dout: Array, x: Array, y: Array, out: Array, upper: bool, transpose: bool, unitriangular: bool
) -> Any:
    dy = triangular_solve(x, dout, upper=upper, transpose=not transpose, unitriangular=unitriangular)
    dx = matmul(out, dy, transpose_y=True) if transpose else matmul(dy, out, transpose_y=True)
    return [sum_to(-_triangle(dx, upper, unitriangular), x), sum_to(dy, y)]


def _triangular_samples() -> list[Sample]:
    x, y = regular(3, 3), samples.array(3, 2)
    chosen = [(u, t, False) for u in (True, False) for t in (True, False)] + [(True, True, True), (False, False, True)]
    attrs = [{"upper": u, "transpose": t, "unitriangular": unit} for u, t, unit in chosen]
    return [*(Sample((x, y), a) for a in attrs), Sample((regular(2, 2, 2), samples.array(2, 3)))]


def _triangular_infer(x: TensorSpec, y: TensorSpec, **_: Any) -> TensorSpec:
    return _solved("triangular_solve", x, y, vector=False)


@op(dtype_kinds="f", infer=_triangular_infer, vjp=_triangular_rule, samples=_triangular_samples)
def triangular_solve(
    xp: ArrayModule, x: Array, y: Array, *, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> Array:
    """Return the solution of x @ out = y for a triangular x; only this triangle of x is read.

    With `transpose`, x is transposed. With `unitriangular`, the diagonal counts as ones. Raises ArgumentError if the
    diagonal of x has a zero.
    """
    x, y = together(xp, (x, y))
    _triangular_infer(infer.array_spec(x), infer.array_spec(y))
    half = xp.triu(x, int(unitriangular)) if upper else xp.tril(x, -int(unitriangular))
    if unitriangular:
        half = half + xp.eye(x.shape[-1], dtype=x.dtype)
    half = xp.swapaxes(half, -1, -2) if transpose else half
    with invertible():
        return like(x, _solved_batches(xp, half, y))[0]


_DRIVERS = ("gels", "gelss", "gelsd", "gelsy")


def _least(x: TensorSpec, y: TensorSpec, *, rcond: float | None = None, driver: str = "gelsy") -> list[TensorSpec]:
    matrix("lstsq", x)
    matrix("lstsq", y)
    m, n = x.shape[-2:]
    if driver not in _DRIVERS:
        raise ArgumentError(
            f"The valid drivers for CPU inputs are 'gels', 'gelss', 'gelsd', 'gelsy' and None, but received {driver}"
        )
    if not _dims_agree((m,), y.shape[-2:-1]):
        raise ShapeError(
            "lstsq: x and y must have the same number of rows",
            facts={"x": x, "y": y},
            fix="transpose one of them, or check the data",
        )
    infer.require_known_dim(m, "lstsq", "the rows of x")
    infer.require_known_dim(n, "lstsq", "the columns of x")
    dtype = infer.promoted(x, y)
    batch = dims.broadcast(x.shape[:-2], y.shape[:-2])
    over = m is not None and n is not None and m > n
    few = None if m is None or n is None else min(m, n)
    return [
        TensorSpec((*batch, n, y.shape[-1]), dtype),
        TensorSpec((*batch, y.shape[-1]) if over else (0,), dtype),
        TensorSpec((0,) if driver == "gels" else x.shape[:-2], int32),
        TensorSpec((*x.shape[:-2], few) if driver in ("gelsd", "gelss") else (0,), dtype),
    ]


@op(
    dtype_kinds="f",
    infer=_least,
    outputs=("out", "residuals", "rank", "singular_values"),
    samples=lambda: [
        Sample((samples.array(4, 2), samples.array(4, 3)), {"driver": "gelsd"}),
        Sample((samples.array(2, 2, 3), samples.array(2, 2, 1)), {"driver": "gelsy", "rcond": 1e-6}),
        Sample((samples.array(3, 2), samples.array(3, 1)), {"driver": "gels"}),
    ],
)
def lstsq(xp: ArrayModule, x: Array, y: Array, *, rcond: float | None = None, driver: str = "gelsy") -> Array:
    """Return the smallest least-squares solution of x @ out = y, residuals, and the rank and singular values of x.

    Singular values below rcond (None: the precision) times the largest value count as 0. There is no gradient, as in
    Paddle. The residuals are the squared distances. The residuals are empty unless x has more rows than columns. The
    rank is empty for driver 'gels'. The singular values exist for 'gelsd' and 'gelss'.
    """
    x, y = together(xp, (x, y))
    _least(infer.array_spec(x), infer.array_spec(y), driver=driver)
    a, b = wide(x), wide(y)
    m, n = x.shape[-2:]
    u, s, vh = xp.linalg.svd(a, full_matrices=False)
    precision = xp.finfo(a.dtype).eps * max(m, n)
    kept = s > xp.max(s, axis=-1, keepdims=True) * a.dtype.type(precision if rcond is None else rcond)
    scale = xp.where(kept, 1 / xp.where(kept, s, 1), 0)
    out = xp.swapaxes(vh, -1, -2) @ (scale[..., None] * (xp.swapaxes(u, -1, -2) @ b))
    none = xp.zeros((0,), dtype=x.dtype)
    rank = xp.zeros((0,), dtype="int32") if driver == "gels" else xp.sum(kept, axis=-1).astype("int32")
    residuals = xp.sum((b - a @ out) ** 2, axis=-2) if m > n else none
    values = s if driver in ("gelsd", "gelss") else none
    return [*like(x, out, residuals), rank, *like(x, values)]
