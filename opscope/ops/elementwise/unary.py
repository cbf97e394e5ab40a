"""Mathematical functions of one input, elementwise."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.ops import infer, samples
from opscope.ops.complex_numbers import of_parts, sgn
from opscope.ops.grad_ops import zeros_like
from opscope.ops.registry import op


def real(x: Array) -> Any:
    """Return x; integers become float32 (NumPy alone would use float64)."""
    return x if x.dtype.kind in "fc" else x.astype("float32")


_LN2 = math.log(2)
_LN10 = math.log(10)


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: dout * (1.0 - out * out)},
)
def tanh(xp: ArrayModule, x: Array) -> Array:
    """Return the hyperbolic tangent, elementwise."""
    return xp.tanh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: dout * out},
)
def exp(xp: ArrayModule, x: Array) -> Array:
    """Return e to the power of x, elementwise."""
    return xp.exp(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, x: dout / x},
)
def log(xp: ArrayModule, x: Array) -> Array:
    """Return the natural logarithm, elementwise; -inf at 0, NaN below 0."""
    return xp.log(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, x: dout / (x * _LN2)},
)
def log2(xp: ArrayModule, x: Array) -> Array:
    """Return the logarithm to base 2, elementwise."""
    return xp.log2(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, x: dout / (x * _LN10)},
)
def log10(xp: ArrayModule, x: Array) -> Array:
    """Return the logarithm to base 10, elementwise."""
    return xp.log10(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8),
    vjp={"x": lambda dout, x: dout / (x + 1.0)},
)
def log1p(xp: ArrayModule, x: Array) -> Array:
    """Return log(1 + x), accurate for small x, elementwise."""
    return xp.log1p(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: dout * (out + 1.0)},
)
def expm1(xp: ArrayModule, x: Array) -> Array:
    """Return exp(x) - 1, accurate for small x, elementwise."""
    return xp.expm1(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, out: dout * 0.5 / out},
)
def sqrt(xp: ArrayModule, x: Array) -> Array:
    """Return the square root, elementwise; NaN below 0."""
    return xp.sqrt(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, out: dout * -0.5 * (out * out * out)},
)
def rsqrt(xp: ArrayModule, x: Array) -> Array:
    """Return 1 / sqrt(x), elementwise."""
    return xp.reciprocal(xp.sqrt(real(x)))


@op(
    dtype_kinds="iuf",
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * x * 2.0},
)
def square(xp: ArrayModule, x: Array) -> Array:
    """Return x * x, elementwise."""
    return xp.square(x)


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: -(dout * out * out)},
)
def reciprocal(xp: ArrayModule, x: Array) -> Array:
    """Return 1 / x, elementwise."""
    return xp.reciprocal(real(x))


@op(
    infer=of_parts,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * (sgn if x.dtype.kind == "c" else sign)(x)},
)
def abs(xp: ArrayModule, x: Array) -> Array:
    """Return the absolute value, elementwise; it is real for complex x. The gradient at 0 is 0."""
    return xp.abs(x)


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * cos(x)},
)
def sin(xp: ArrayModule, x: Array) -> Array:
    """Return the sine of x in radians, elementwise."""
    return xp.sin(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: -(dout * sin(x))},
)
def cos(xp: ArrayModule, x: Array) -> Array:
    """Return the cosine of x in radians, elementwise."""
    return xp.cos(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-1.2, high=1.2),
    vjp={"x": lambda dout, out: dout * (out * out + 1.0)},
)
def tan(xp: ArrayModule, x: Array) -> Array:
    """Return the tangent of x in radians, elementwise."""
    return xp.tan(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8, high=0.8),
    vjp={"x": lambda dout, x: dout * rsqrt(1.0 - x * x)},
)
def asin(xp: ArrayModule, x: Array) -> Array:
    """Return the inverse sine in radians, elementwise; NaN outside [-1, 1]."""
    return xp.arcsin(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8, high=0.8),
    vjp={"x": lambda dout, x: -(dout * rsqrt(1.0 - x * x))},
)
def acos(xp: ArrayModule, x: Array) -> Array:
    """Return the inverse cosine in radians, elementwise; NaN outside [-1, 1]."""
    return xp.arccos(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout / (x * x + 1.0)},
)
def atan(xp: ArrayModule, x: Array) -> Array:
    """Return the inverse tangent in radians, elementwise."""
    return xp.arctan(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * cosh(x)},
)
def sinh(xp: ArrayModule, x: Array) -> Array:
    """Return the hyperbolic sine, elementwise."""
    return xp.sinh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * sinh(x)},
)
def cosh(xp: ArrayModule, x: Array) -> Array:
    """Return the hyperbolic cosine, elementwise."""
    return xp.cosh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * rsqrt(x * x + 1.0)},
)
def asinh(xp: ArrayModule, x: Array) -> Array:
    """Return the inverse hyperbolic sine, elementwise."""
    return xp.arcsinh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=1.3, high=3.0),
    vjp={"x": lambda dout, x: dout * (rsqrt(x - 1.0) * rsqrt(x + 1.0))},
)
def acosh(xp: ArrayModule, x: Array) -> Array:
    """Return the inverse hyperbolic cosine, elementwise; NaN below 1."""
    return xp.arccosh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8, high=0.8),
    vjp={"x": lambda dout, x: dout / (1.0 - x * x)},
)
def atanh(xp: ArrayModule, x: Array) -> Array:
    """Return the inverse hyperbolic tangent, elementwise."""
    return xp.arctanh(real(x))


@op(
    dtype_kinds="iuf",
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def sign(xp: ArrayModule, x: Array) -> Array:
    """Return -1, 0 or 1, elementwise; the gradient is 0."""
    return xp.sign(x)


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def floor(xp: ArrayModule, x: Array) -> Array:
    """Return the largest integer that is at most x, elementwise, in the dtype of x; the gradient is 0."""
    return xp.floor(x) if x.dtype.kind == "f" else x.copy()


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def ceil(xp: ArrayModule, x: Array) -> Array:
    """Return the smallest integer that is at least x, elementwise, in the dtype of x; the gradient is 0."""
    return xp.ceil(x) if x.dtype.kind == "f" else x.copy()


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def trunc(xp: ArrayModule, x: Array) -> Array:
    """Return x without its fraction, in the dtype of x; the gradient is 0."""
    return xp.trunc(x) if x.dtype.kind == "f" else x.copy()


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def round(xp: ArrayModule, x: Array) -> Array:
    """Round to the nearest integer, halves away from 0, in the dtype of x; the gradient is 0."""
    if x.dtype.kind not in "fc":
        return x.copy()
    fraction, whole = xp.modf(x)
    return whole + xp.trunc(fraction * 2)


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def rint(xp: ArrayModule, x: Array) -> Array:
    """Round to the nearest integer, halves to even (as in IEEE and ONNX), in the dtype of x; the gradient is 0."""
    return xp.rint(x) if x.dtype.kind in "fc" else x.copy()
