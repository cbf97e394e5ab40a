"""Cross products, traces, and norms whose gradient is 0 where the norm is 0."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import common
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import abs, sign
from opscope.ops.grad_ops import zeros_like
from opscope.ops.reduction import spread
from opscope.ops.registry import REGISTRY, Sample, op


def _cross(x: TensorSpec, y: TensorSpec, *, axis: int) -> TensorSpec:
    shape = dims.unify(x.shape, y.shape)
    if shape is None:
        raise ShapeError("The 'shape' of Input(X) should be equal to the 'shape' of Input(Y)", facts={"x": x, "y": y})
    size = shape[dims.axis_of(axis, len(shape))]
    if size not in (None, 3):
        raise ShapeError(f"Input(X/Y).dims()[dim] should be equal to 3. But received Input(X/Y).dims()[dim] = {size}")
    return TensorSpec(shape, infer.promoted(x, y))


@op(
    dtype_kinds="iufc",
    infer=_cross,
    samples=lambda: [
        Sample((samples.array(3, 3), samples.array(3, 3, seed=1)), {"axis": 0}),
        Sample((samples.array(2, 3), samples.array(2, 3, seed=1)), {"axis": -1}),
    ],
    vjp={
        "x": lambda dout, y, axis: REGISTRY["cross"](y, dout, axis=axis),
        "y": lambda dout, x, axis: REGISTRY["cross"](dout, x, axis=axis),
    },
)
def cross(xp: ArrayModule, x: Array, y: Array, *, axis: int) -> Array:
    """Return the cross product along an axis of size 3; x and y have the same shape."""
    x, y = common(xp, x, y)
    _cross(infer.array_spec(x), infer.array_spec(y), axis=axis)
    x1, x2, y1, y2 = (xp.roll(v, -by, axis=axis) for v in (x, y) for by in (1, 2))
    return x1 * y2 - x2 * y1


# --- diagonals --------------------------------------------------------------------------------------


def _two_axes(shape: dims.Shape, axis1: int, axis2: int) -> tuple[int, int]:
    if len(shape) < 2:
        raise ShapeError(f"Input(x)'s dim is out of range (expected at least 2, but got {len(shape)}).")
    first, second = dims.axis_of(axis1, len(shape)), dims.axis_of(axis2, len(shape))
    if first == second:
        raise ArgumentError(
            f"The dimensions should not be identical {axis1} vs {axis2}.", fix="pass two different axes"
        )
    return first, second


def _trace(x: TensorSpec, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> TensorSpec:
    gone = _two_axes(x.shape, axis1, axis2)
    return x.with_shape(tuple(d for i, d in enumerate(x.shape) if i not in gone))


@op(
    dtype_kinds="iufc",
    infer=_trace,
    samples=lambda: [
        Sample((samples.array(3, 3),)),
        Sample((samples.array(2, 3, 4),), {"offset": 1, "axis1": 0, "axis2": -1}),
        Sample((samples.array(3, 2, 3),), {"offset": -1, "axis1": 2, "axis2": 0}),
    ],
    vjp={"x": lambda dout, x, attrs: on_diagonal(dout, x, **attrs)},
)
def trace(xp: ArrayModule, x: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """Return the sum of a diagonal of two dims of x, in the dtype of x; offset is above the main diagonal."""
    _two_axes(x.shape, axis1, axis2)
    return xp.trace(x, offset, axis1, axis2, dtype=x.dtype)


@op(
    infer=lambda x, like, **_: x.with_shape(like.shape),
    samples=lambda: [
        Sample((samples.array(), samples.array(3, 3))),
        Sample((samples.array(3), samples.array(2, 3, 4)), {"offset": 1, "axis1": 0, "axis2": -1}),
    ],
    vjp={"x": lambda dout, attrs: trace(dout, **attrs)},
)
def on_diagonal(xp: ArrayModule, x: Array, like: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """Return zeros in the shape of `like` with x on a diagonal of two of its dims: the gradient of trace."""
    first, second = _two_axes(like.shape, axis1, axis2)
    rows, columns = xp.arange(like.shape[first])[:, None], xp.arange(like.shape[second])
    spots = (columns - rows == offset).astype(x.dtype)
    return xp.moveaxis(x[..., None, None] * spots, (-2, -1), (first, second))


# --- norms ------------------------------------------------------------------------------------------


def _divide_or_zero(x: Array, y: Array) -> Any:
    """Return x / y, and 0 where y is 0."""
    none = y == 0.0
    return where(none, zeros_like(x), x / where(none, zeros_like(y) + 1.0, y))


def _norm_rule(dout: Array, x: Array, out: Array, axis: Any, p: float) -> Any:
    if p == 0:
        return zeros_like(x)
    dout, out = spread(dout, x, axis=axis), spread(out, x, axis=axis)
    if p == 2:
        return dout * _divide_or_zero(x, out)
    size = abs(x)
    if math.isinf(p):
        return where(size == out, dout * sign(x), zeros_like(x))
    share = _divide_or_zero(size, out)
    if p < 1:  # where x is 0 the slope is infinite: none
        share = where(share == 0.0, zeros_like(x) + 1.0, share)
    return dout * sign(x) * share ** (p - 1.0)


def _norms() -> list[Sample]:
    made = [Sample((samples.array(2, 3, 4),), {"p": p, "axis": 1}) for p in (0.0, 0.5, 1.0, 2.0, 3.5)]
    ends = [Sample((samples.array(2, 3),), {"p": p, "axis": -1, "keepdim": True}) for p in (math.inf, -math.inf)]
    kinks = Sample((np.array([[0.0, 0.0], [3.0, -4.0]]),), {"p": 2.0, "axis": 1}, smooth=False)
    return [*made, *ends, kinks, Sample((samples.array(2, 3),), {"p": 3.0}), Sample((samples.array(3),), {"p": 2.0})]


@op(dtype_kinds="f", infer=infer.reduction(), samples=_norms, vjp={"x": _norm_rule})
def lp_norm(xp: ArrayModule, x: Array, *, p: float, axis: Any = None, keepdim: bool = False) -> Array:
    """Return the p-norm over `axis` (None: all): the sum of |x| ** p, to the power of 1 / p.

    p = 0 counts nonzero values. The gradient is 0 where the norm is 0, and where x is 0 and the slope is infinite.
    """
    axes, size = dims.axes_of(axis, x.ndim), xp.abs(x)
    if math.isinf(p):
        return (xp.max if p > 0 else xp.min)(size, axis=axes, keepdims=keepdim)
    if p == 0:
        return xp.sum(size != 0, axis=axes, keepdims=keepdim, dtype=x.dtype)
    if p == 1:
        return xp.sum(size, axis=axes, keepdims=keepdim)
    if not x.size:
        return xp.sum(size, axis=axes, keepdims=keepdim)
    top = xp.max(size, axis=axes, keepdims=True)  # the powers stay in range
    top = xp.where((top > 0) & (top < math.inf), top, x.dtype.type(1))
    total = xp.sum((size / top) ** p, axis=axes, keepdims=True) ** (1.0 / p) * top
    return xp.reshape(total, dims.reduce(x.shape, axis, keepdim))
