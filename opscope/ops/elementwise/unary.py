"""Mathematical functions of one input, elementwise."""

from __future__ import annotations

import math
from typing import Any

from opscope.ops import infer, samples
from opscope.ops.complex_numbers import of_parts, sgn
from opscope.ops.grad_ops import zeros_like
from opscope.ops.registry import op


def real(x: Any) -> Any:
    """x itself, integers as float32 (NumPy alone would make them float64)."""
    return x if x.dtype.kind in "fc" else x.astype("float32")


_LN2 = math.log(2)
_LN10 = math.log(10)


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: dout * (1.0 - out * out)},
)
def tanh(xp: Any, x: Any) -> Any:
    """Hyperbolic tangent, elementwise."""
    return xp.tanh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: dout * out},
)
def exp(xp: Any, x: Any) -> Any:
    """e to the x, elementwise."""
    return xp.exp(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, x: dout / x},
)
def log(xp: Any, x: Any) -> Any:
    """Natural logarithm, elementwise; -inf at 0, NaN below."""
    return xp.log(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, x: dout / (x * _LN2)},
)
def log2(xp: Any, x: Any) -> Any:
    """Logarithm to base 2, elementwise."""
    return xp.log2(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, x: dout / (x * _LN10)},
)
def log10(xp: Any, x: Any) -> Any:
    """Logarithm to base 10, elementwise."""
    return xp.log10(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8),
    vjp={"x": lambda dout, x: dout / (x + 1.0)},
)
def log1p(xp: Any, x: Any) -> Any:
    """log(1 + x), exact for small x, elementwise."""
    return xp.log1p(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: dout * (out + 1.0)},
)
def expm1(xp: Any, x: Any) -> Any:
    """exp(x) - 1, exact for small x, elementwise."""
    return xp.expm1(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, out: dout * 0.5 / out},
)
def sqrt(xp: Any, x: Any) -> Any:
    """Square root, elementwise; NaN below 0."""
    return xp.sqrt(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=0.2),
    vjp={"x": lambda dout, out: dout * -0.5 * (out * out * out)},
)
def rsqrt(xp: Any, x: Any) -> Any:
    """1 / sqrt(x), elementwise."""
    return xp.reciprocal(xp.sqrt(real(x)))


@op(
    dtype_kinds="iuf",
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * x * 2.0},
)
def square(xp: Any, x: Any) -> Any:
    """x * x, elementwise."""
    return xp.square(x)


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, out: -(dout * out * out)},
)
def reciprocal(xp: Any, x: Any) -> Any:
    """1 / x, elementwise."""
    return xp.reciprocal(real(x))


@op(
    infer=of_parts,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * (sgn if x.dtype.kind == "c" else sign)(x)},
)
def abs(xp: Any, x: Any) -> Any:
    """Absolute value, elementwise, real for complex x; the gradient at 0 is 0."""
    return xp.abs(x)


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * cos(x)},
)
def sin(xp: Any, x: Any) -> Any:
    """Sine of radians, elementwise."""
    return xp.sin(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: -(dout * sin(x))},
)
def cos(xp: Any, x: Any) -> Any:
    """Cosine of radians, elementwise."""
    return xp.cos(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-1.2, high=1.2),
    vjp={"x": lambda dout, out: dout * (out * out + 1.0)},
)
def tan(xp: Any, x: Any) -> Any:
    """Tangent of radians, elementwise."""
    return xp.tan(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8, high=0.8),
    vjp={"x": lambda dout, x: dout * rsqrt(1.0 - x * x)},
)
def asin(xp: Any, x: Any) -> Any:
    """Inverse sine in radians, elementwise; NaN outside [-1, 1]."""
    return xp.arcsin(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8, high=0.8),
    vjp={"x": lambda dout, x: -(dout * rsqrt(1.0 - x * x))},
)
def acos(xp: Any, x: Any) -> Any:
    """Inverse cosine in radians, elementwise; NaN outside [-1, 1]."""
    return xp.arccos(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout / (x * x + 1.0)},
)
def atan(xp: Any, x: Any) -> Any:
    """Inverse tangent in radians, elementwise."""
    return xp.arctan(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * cosh(x)},
)
def sinh(xp: Any, x: Any) -> Any:
    """Hyperbolic sine, elementwise."""
    return xp.sinh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * sinh(x)},
)
def cosh(xp: Any, x: Any) -> Any:
    """Hyperbolic cosine, elementwise."""
    return xp.cosh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * rsqrt(x * x + 1.0)},
)
def asinh(xp: Any, x: Any) -> Any:
    """Inverse hyperbolic sine, elementwise."""
    return xp.arcsinh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=1.3, high=3.0),
    vjp={"x": lambda dout, x: dout * (rsqrt(x - 1.0) * rsqrt(x + 1.0))},
)
def acosh(xp: Any, x: Any) -> Any:
    """Inverse hyperbolic cosine, elementwise; NaN below 1."""
    return xp.arccosh(real(x))


@op(
    infer=infer.floating,
    samples=samples.unary(low=-0.8, high=0.8),
    vjp={"x": lambda dout, x: dout / (1.0 - x * x)},
)
def atanh(xp: Any, x: Any) -> Any:
    """Inverse hyperbolic tangent, elementwise."""
    return xp.arctanh(real(x))


@op(
    dtype_kinds="iuf",
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def sign(xp: Any, x: Any) -> Any:
    """-1, 0 or 1, elementwise; the gradient is 0."""
    return xp.sign(x)


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def floor(xp: Any, x: Any) -> Any:
    """The largest integer not above x, in the dtype of x; the gradient is 0."""
    return xp.floor(x) if x.dtype.kind == "f" else x.copy()


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def ceil(xp: Any, x: Any) -> Any:
    """The smallest integer not below x, in the dtype of x; the gradient is 0."""
    return xp.ceil(x) if x.dtype.kind == "f" else x.copy()


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def trunc(xp: Any, x: Any) -> Any:
    """x without its fraction, in the dtype of x; the gradient is 0."""
    return xp.trunc(x) if x.dtype.kind == "f" else x.copy()


@op(
    infer=infer.same,
    samples=samples.unary(),
    vjp={"x": lambda dout: zeros_like(dout)},
)
def round(xp: Any, x: Any) -> Any:
    """The nearest integer, halves away from 0, in the dtype of x; the gradient is 0."""
    if x.dtype.kind not in "fc":
        return x.copy()
    fraction, whole = xp.modf(x)
    return whole + xp.trunc(fraction * 2)
