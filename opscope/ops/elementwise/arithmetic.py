"""Elementwise arithmetic and functions."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.number_checks import in_order
from opscope.core.dtype import DTypeLike, as_dtype, as_number, float32, int64, promote
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError
from opscope.ops import infer, samples
from opscope.ops.complex_numbers import in_dtype
from opscope.ops.registry import REGISTRY, Sample, op


def common(xp: ArrayModule, x: Array, y: Array) -> tuple[Any, Any]:
    """Cast both arrays to the promoted dtype of `infer.broadcast`.

    NumPy alone would promote float32 and int64 to float64.
    """
    try:
        if x.dtype is y.dtype:
            return x, y
    except AttributeError:  # a number
        pass
    a, b = getattr(x, "dtype", None), getattr(y, "dtype", None)
    if a is None and isinstance(x, float):
        return x, _promoted_with_float(y)
    if b is None and isinstance(y, float):
        return _promoted_with_float(x), y
    if a is None or b is None or a == b or (a.kind in "fc") == (b.kind in "fc"):
        return x, y
    return (x, xp.asarray(y, dtype=a)) if a.kind in "fc" else (xp.asarray(x, dtype=b), y)


def _promoted_with_float(x: Array) -> Any:
    """Convert an integer array beside a Python float to float32, as in a program."""
    return x.astype("float32") if getattr(x, "dtype", float32.dtype).kind in "iub" else x


# flags are numbers beside numbers, as in loss - (label > 0); of two of them there is no difference
_NUMBERS_FIRST = {"x": "iufc", "y": "biufc"}
_REAL_FIRST = {"x": "iuf", "y": "biuf"}


def together(xp: ArrayModule, arrays: Sequence[Array]) -> list[Any]:
    """Cast any number of arrays to the dtype of `infer.promoted`. Arrays of objects are returned unchanged."""
    if arrays[0].dtype.kind == "O":  # gradients of a tensor array
        return list(arrays)
    dtype = functools.reduce(promote, (as_dtype(a.dtype) for a in arrays)).dtype
    return [a if a.dtype == dtype else xp.asarray(a, dtype=dtype) for a in arrays]


@op(
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout: dout, "y": lambda dout: dout},
)
def add(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x + y, elementwise with broadcasting."""
    x, y = common(xp, x, y)
    return xp.add(x, y)


@op(
    dtype_kinds=_NUMBERS_FIRST,
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout: dout, "y": lambda dout: -dout},
)
def subtract(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x - y, elementwise with broadcasting."""
    x, y = common(xp, x, y)
    return xp.subtract(x, y)


@op(
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout, y: dout * y, "y": lambda dout, x: dout * x},
)
def multiply(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x * y, elementwise with broadcasting."""
    x, y = common(xp, x, y)
    return xp.multiply(x, y)


def _quotient(x: Array, y: Array) -> Any:
    spec = infer.broadcast(x, y)
    return spec if spec.dtype.floating else spec.with_dtype(float32)


infer.BROADCASTING.add(_quotient)


@op(
    infer=_quotient,
    samples=samples.binary(),
    vjp={"x": lambda dout, y: dout / y, "y": lambda dout, y, out: -(dout * out) / y},
)
def divide(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x / y, elementwise with broadcasting; two integers give a float32."""
    x, y = common(xp, x, y)
    out = xp.divide(x, y)
    floating = any(isinstance(v, float) or getattr(v, "dtype", int64).kind in "fc" for v in (x, y))
    return out if floating else out.astype(xp.float32)


def _divisible(xp: ArrayModule, x: Array, y: Array) -> tuple[Any, Any]:
    x, y = common(xp, x, y)
    floating = any(isinstance(v, float) or getattr(v, "dtype", int64).kind in "fc" for v in (x, y))
    if not floating and not (xp.all(y) if hasattr(y, "dtype") else y):
        raise ArgumentError(
            "Integer division by zero encountered in (floor) divide. Please check the input value.",
            fix="replace the zeros of y, or divide floats: they give inf and nan",
        )
    return x, y


@op(dtype_kinds=_REAL_FIRST, infer=infer.broadcast, samples=samples.rough(samples.binary()))
def floor_divide(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the largest integer that is at most x / y, elementwise with broadcasting; there is no gradient."""
    return xp.floor_divide(*_divisible(xp, x, y))


@op(
    dtype_kinds=_REAL_FIRST,
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout: dout, "y": lambda dout, x, y: -(dout * floor_divide(x, y))},
)
def remainder(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x - y * floor(x / y), elementwise with broadcasting; the result has the sign of y."""
    return xp.remainder(*_divisible(xp, x, y))


@op(
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout, x, y: dout * (x > y), "y": lambda dout, x, y: dout * (x <= y)},
)
def maximum(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the larger of x and y, elementwise with broadcasting. If x or y is NaN, the result is NaN.

    Where x and y are equal, y gets the gradient.
    """
    return xp.maximum(*common(xp, x, y))


@op(
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={"x": lambda dout, x, y: dout * (x < y), "y": lambda dout, x, y: dout * (x >= y)},
)
def minimum(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the smaller of x and y, elementwise with broadcasting. If x or y is NaN, the result is NaN.

    Where x and y are equal, y gets the gradient.
    """
    return xp.minimum(*common(xp, x, y))


@op(
    dtype_kinds="if",
    infer=infer.same,
    samples=lambda: [
        Sample((samples.array(2, 3),), {"factor": 3.0}),
        Sample((samples.array(4),), {"factor": 2}),
        Sample((samples.array(),), {"factor": -1.0}),
        Sample((samples.array(3, low=0.5),), {"factor": 0.5}),
        Sample((samples.array(3),), {"factor": 1.0}),
    ],
    vjp={"x": lambda dout, x, factor: dout * factor if factor in (0, 1) else dout * (factor * x ** (factor - 1))},
)
def pow(xp: ArrayModule, x: Array, *, factor: float = 1.0) -> Array:
    """Return x to the power of a number, elementwise, in the dtype of x."""
    return xp.square(x) if factor == 2 else _power(xp, x, x.dtype.type(factor))


def _power(xp: ArrayModule, x: Array, y: Array) -> Any:
    """Return x ** y. An integer to a negative power is rounded towards 0, where NumPy raises an error."""
    if any(isinstance(v, float) or getattr(v, "dtype", int64).kind in "fc" for v in (x, y)):
        return xp.power(x, y)
    out = xp.power(x, abs(y))
    return xp.where((y < 0) & (abs(x) != 1), out.dtype.type(0), out)


@op(
    dtype_kinds=_REAL_FIRST,
    infer=infer.broadcast,
    samples=samples.binary(low=0.2),
    vjp={
        "x": lambda dout, x, y: dout * y * REGISTRY["elementwise_pow"](x, y - 1.0),
        "y": lambda dout, x, out: dout * out * _log(x),
    },
)
def elementwise_pow(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x to the power of y, elementwise with broadcasting. The gradient of y needs x > 0."""
    return _power(xp, *common(xp, x, y))


def _log(x: Array) -> Any:
    """Return the logarithm of a tensor, or of a number such as the base in 2 ** y."""
    if not isinstance(x, int | float):
        return REGISTRY["log"](x)
    return math.log(x) if x > 0 else math.nan if x < 0 else -math.inf


def _clipped(x: Array, min: Any, max: Any) -> Any:
    inside = True
    if min is not None:
        inside = x > min
    if max is not None:
        inside = (x < max) if inside is True else inside & (x < max)
    return inside


def _clip_infer(x: TensorSpec, *, min: float | None = None, max: float | None = None) -> TensorSpec:
    _check_bounds(min, max)
    return infer.same(x)


def _check_bounds(min: float | None, max: float | None) -> None:
    if min is not None and max is not None:
        in_order(min, max)


@op(
    dtype_kinds="if",
    infer=_clip_infer,
    samples=lambda: [
        Sample((samples.array(3, 4),), {"min": -1.0, "max": 1.0}),
        Sample((samples.array(5),), {"min": -0.5}),
        Sample((samples.array(),), {"max": 0.5}),
        Sample((samples.array(2),), {}),
    ],
    vjp={"x": lambda dout, x, min, max: dout if min is max is None else dout * _clipped(x, min, max)},
)
def clip(xp: ArrayModule, x: Array, *, min: float | None = None, max: float | None = None) -> Array:
    """Clip x to [min, max], elementwise; None means no bound. The gradient is 0 at the bounds and outside."""
    _check_bounds(min, max)
    out = x if min is None else xp.maximum(x, x.dtype.type(min))
    out = out if max is None else xp.minimum(out, x.dtype.type(max))
    return out.copy() if out is x else out


@op(infer=infer.same, samples=samples.unary(), vjp={"x": lambda dout: dout})
def assign(xp: ArrayModule, x: Array) -> Array:
    """Return a copy of x."""
    return xp.array(x)


def _scale(x: Array, *, scale: float = 1.0, bias: float = 0.0, bias_after_scale: bool = True) -> Any:
    return x


@op(
    infer=_scale,
    vjp={"x": lambda dout, scale: dout * scale},
    samples=lambda: [
        Sample((samples.array(2, 3),), {"scale": 2.0, "bias": 1.0}),
        Sample((samples.array(3),), {"scale": -0.5, "bias": 1.0, "bias_after_scale": False}),
    ],
)
def scale(xp: ArrayModule, x: Array, *, scale: float = 1.0, bias: float = 0.0, bias_after_scale: bool = True) -> Array:
    """Return scale * x + bias in the dtype of x; with bias_after_scale=False, return scale * (x + bias).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/scale_en.html
    """
    if x.dtype.char not in "fd":  # where a Python number would not become one of x's without a word
        scale, bias = as_number(scale, x.dtype), as_number(bias, x.dtype)
    if bias_after_scale:
        scaled = x if scale == 1 else x * scale
        return scaled + bias if bias else scaled
    return (x + bias) * scale


def _cast(x: Array, *, dtype: DTypeLike) -> Any:
    return x.with_dtype(as_dtype(dtype))


@op(
    infer=_cast,
    vjp={"x": lambda dout, x: cast_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(2, 3),), {"dtype": "float64"}),
        Sample((samples.array(2, 3),), {"dtype": "int32"}, smooth=False),
    ],
)
def cast(xp: ArrayModule, x: Array, *, dtype: DTypeLike) -> Array:
    """Cast x to another dtype.

    Floats are truncated towards 0 to integers. Complex numbers lose their imaginary part.
    """
    return in_dtype(xp.asarray(x), as_dtype(dtype).dtype)


@op(
    infer=lambda x, like: x.with_dtype(like.dtype),
    vjp={"x": lambda dout, x: REGISTRY["cast_like"](dout, x)},
    samples=lambda: [Sample((samples.array(2, 3), samples.array(2)))],
)
def cast_like(xp: ArrayModule, x: Array, like: Array) -> Array:
    """Cast x to the dtype of `like`: the gradient of cast."""
    return in_dtype(xp.asarray(x), like.dtype)
