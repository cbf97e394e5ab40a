"""Elementwise functions of two tensors, besides the operators in `arithmetic`."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import float32, float64
from opscope.core.spec import TensorSpec
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import common
from opscope.ops.elementwise.comparison import isnan, where
from opscope.ops.elementwise.unary import exp, real, sign
from opscope.ops.grad_ops import zeros_like
from opscope.ops.registry import Sample, op


def _picked(dout: Array, which: Any) -> Any:
    return where(which, dout, zeros_like(dout))


def _floats(x: TensorSpec, y: TensorSpec) -> TensorSpec:
    spec = infer.broadcast(x, y)
    return spec if spec.dtype.floating else spec.with_dtype(float32)


infer.BROADCASTING.add(_floats)


@op(
    dtype_kinds="if",
    infer=_floats,
    samples=samples.binary(),
    vjp={
        "x": lambda dout, x, out: dout * exp(x - out),
        "y": lambda dout, y, out: dout * exp(y - out),
    },
)
def logaddexp(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return log(exp(x) + exp(y)) without overflow, elementwise with broadcasting; two integers give a float32."""
    return xp.logaddexp(*map(real, common(xp, x, y)))


def _x_is_chosen(x: Array, y: Array, above: bool) -> Any:
    return (x >= y if above else x <= y) | isnan(y)


@op(
    dtype_kinds="if",
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={
        "x": lambda dout, x, y: _picked(dout, _x_is_chosen(x, y, above=True)),
        "y": lambda dout, x, y: where(_x_is_chosen(x, y, above=True), zeros_like(dout), dout),
    },
)
def fmax(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the larger of x and y, elementwise with broadcasting. If one of them is NaN, the result is the other.

    Where x and y are equal, x gets the gradient.
    """
    return xp.fmax(*common(xp, x, y))


@op(
    dtype_kinds="if",
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={
        "x": lambda dout, x, y: _picked(dout, _x_is_chosen(x, y, above=False)),
        "y": lambda dout, x, y: where(_x_is_chosen(x, y, above=False), zeros_like(dout), dout),
    },
)
def fmin(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the smaller of x and y, elementwise with broadcasting. If one of them is NaN, the result is the other.

    Where x and y are equal, x gets the gradient.
    """
    return xp.fmin(*common(xp, x, y))


@op(
    dtype_kinds="f",
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout, x, out: dout * (x / out), "y": lambda dout, y, out: dout * (y / out)},
)
def hypot(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return sqrt(x * x + y * y) without overflow, elementwise with broadcasting; the gradient at (0, 0) is NaN."""
    return xp.hypot(*common(xp, x, y))


def _copysign_slope(x: Array, y: Array) -> Any:
    """Return the derivative of copysign(x, y) with respect to x: -1 where the sign changes, else 1; 0 at 0."""
    return sign(x) * copysign(zeros_like(x) + 1.0, y)


@op(
    dtype_kinds="f",
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout, x, y: dout * _copysign_slope(x, y), "y": lambda dout: zeros_like(dout)},
)
def copysign(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x with the sign of y, elementwise with broadcasting; -0.0 counts as negative."""
    return xp.copysign(*common(xp, x, y))


@op(dtype_kinds="f", infer=infer.broadcast, samples=samples.rough(samples.binary()))
def nextafter(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the next number after x in its dtype, towards y, elementwise with broadcasting; there is no gradient."""
    return xp.nextafter(*common(xp, x, y))


@op(
    dtype_kinds="if",
    infer=infer.broadcast,
    samples=lambda: [
        Sample((np.array([[-1.0, 0.0, 2.0], [0.0, 0.5, -0.1]]), samples.array(3)), smooth=False),
        *samples.binary()(),
    ],
    vjp={"x": lambda dout: zeros_like(dout), "y": lambda dout, x: _picked(dout, x == 0.0)},
)
def heaviside(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return 0 where x < 0 (or x is NaN), y where x == 0, and 1 where x > 0, with broadcasting."""
    x, y = common(xp, x, y)
    return xp.where(x == 0, y, (x > 0).astype(xp.result_type(x, y)))


def _angle(x: TensorSpec, y: TensorSpec) -> TensorSpec:
    spec = infer.broadcast(x, y)
    return spec if spec.dtype.floating else spec.with_dtype(float64)


infer.BROADCASTING.add(_angle)


@op(
    dtype_kinds="if",
    infer=_angle,
    samples=samples.binary(),
    vjp={
        "x": lambda dout, x, y: dout * (y / (x * x + y * y)),
        "y": lambda dout, x, y: -(dout * (x / (x * x + y * y))),
    },
)
def atan2(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the angle of the point (y, x) in radians, from -pi to pi, with broadcasting; integers give float64.

    The gradient at (0, 0) is NaN.
    """
    x, y = common(xp, x, y)
    floating = any(getattr(v, "dtype", None) is not None and v.dtype.kind == "f" for v in (x, y))
    return xp.arctan2(x, y) if floating else xp.arctan2(xp.asarray(x, "float64"), xp.asarray(y, "float64"))


@op(
    dtype_kinds="f",
    infer=infer.broadcast,
    samples=lambda: [
        Sample((samples.array(2, 3), samples.array(2, 3, seed=1), samples.array(3))),
        Sample((samples.array(3), samples.array(2, 1), samples.array(seed=2))),
    ],
    vjp={
        "x": lambda dout, weight: dout * (1.0 - weight),
        "y": lambda dout, weight: dout * weight,
        "weight": lambda dout, x, y: dout * (y - x),
    },
)
def lerp(xp: ArrayModule, x: Array, y: Array, weight: Array) -> Array:
    """Return x + weight * (y - x), elementwise with broadcasting."""
    x, y = common(xp, x, y)
    return x + weight * (y - x)


def _whole() -> list[Sample]:
    return [
        Sample((np.array([[12, -8, 0], [0, 7, -9]]), np.array([8, 12, 5]))),
        Sample((np.array([6, 15], "int32"), np.array([[4], [10]], "int32"))),
    ]


@op(dtype_kinds="iu", infer=infer.broadcast, samples=_whole)
def gcd(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the greatest common divisor of integers, never negative, elementwise with broadcasting."""
    return xp.gcd(x, y)


@op(dtype_kinds="iu", infer=infer.broadcast, samples=_whole)
def lcm(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the least common multiple of integers, never negative, elementwise with broadcasting."""
    return xp.lcm(x, y)


def _shifts() -> list[Sample]:
    x, y = np.array([[1, -8, 0], [100, 7, -9]]), np.array([1, 2, 3])
    made = [Sample((x, y)), Sample((x.astype("int32"), y.astype("int32")[:, None][:2]))]
    return [*made, Sample((np.abs(x).astype("uint8"), y.astype("uint8")))]


def _logical(attrs_of: list[Sample]) -> list[Sample]:
    return [*attrs_of, *(s._replace(attrs={"is_arithmetic": False}) for s in attrs_of)]


@op(dtype_kinds="iu", infer=infer.broadcast, samples=lambda: _logical(_shifts()))
def bitwise_left_shift(xp: ArrayModule, x: Array, y: Array, *, is_arithmetic: bool = True) -> Array:
    """Shift the bits of x to the left by y, elementwise with broadcasting.

    Arithmetic and logical left shifts are the same.
    """
    return xp.left_shift(x, y)


@op(dtype_kinds="iu", infer=infer.broadcast, samples=lambda: _logical(_shifts()))
def bitwise_right_shift(xp: ArrayModule, x: Array, y: Array, *, is_arithmetic: bool = True) -> Array:
    """Shift the bits of x to the right by y, elementwise with broadcasting.

    is_arithmetic: fill the highest bits with the sign bit if true, and with 0 if false.
    """
    if is_arithmetic:
        return xp.right_shift(x, y)
    kind = xp.result_type(x, y)
    bare = f"uint{kind.itemsize * 8}"
    return xp.right_shift(x.astype(kind).astype(bare), y.astype(bare)).astype(kind)
