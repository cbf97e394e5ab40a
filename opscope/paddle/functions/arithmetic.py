"""Elementwise functions whose signatures differ from the op's, and other names of ops."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.dtype import as_dtype, float32, float64
from opscope.core.state import mode
from opscope.errors import ArgumentError, DTypeError, ModeError, UsageError
from opscope.ops import complex_numbers, creation
from opscope.ops.attr_values import eager_number, is_symbolic
from opscope.ops.elementwise import arithmetic, binary, numeric_parts
from opscope.ops.elementwise.comparison import less_than
from opscope.ops.elementwise.unary import cos, sin
from opscope.ops.manipulation.reshape import reshape, unsqueeze
from opscope.ops.public_functions import public
from opscope.ops.reduction import sum
from opscope.ops.registry import REGISTRY
from opscope.ops.special import functions
from opscope.ops.tensor_operators import is_number, power
from opscope.paddle.functions.fill import arange
from opscope.paddle.functions.signatures import bitwise_not

mod = floor_mod = arithmetic.remainder
less = less_than
bitwise_invert = bitwise_not
gammaln = functions.lgamma


def tensors_only(function: str, **given: Any) -> None:
    """Decorator: raise UsageError with the name of the first argument that is not a tensor."""
    for name, value in given.items():
        if not hasattr(value, "shape"):
            raise UsageError(
                f"{function}: {name} must be a Tensor, but received {type(value)}",
                fix="convert the value with paddle.to_tensor(...)",
            )


@public
def cast(x: Any, dtype: Any) -> Any:
    """Cast x to another dtype."""
    return arithmetic.cast(x, dtype=as_dtype(dtype).name)


@public
def scale(
    x: Any,
    scale: Any = 1.0,
    bias: float = 0.0,
    bias_after_scale: bool = True,
    act: str | None = None,
    name: str | None = None,
) -> Any:
    """Return scale * x + bias, or scale * (x + bias), in the dtype of x; scale is a number or a tensor of one element.

    act names an activation that is applied to the result.
    """
    if is_symbolic(scale):
        factor = arithmetic.cast_like(reshape(scale, shape=()), x)
        out = x * factor + bias if bias_after_scale else (x + bias) * factor
    else:
        out = arithmetic.scale(x, scale=eager_number(scale), bias=bias, bias_after_scale=bias_after_scale)
    return out if act is None else REGISTRY.public[act](out)


@public
def clip(x: Any, min: Any = None, max: Any = None, name: str | None = None) -> Any:
    """Clip x to [min, max], elementwise; the bounds are numbers, tensors of one element, or None for no bound."""
    if not (is_symbolic(min) or is_symbolic(max)):
        low, high = eager_number(min), eager_number(max)
        return arithmetic.clip(x, min=low, max=high)
    for bound, nearer in ((min, arithmetic.maximum), (max, arithmetic.minimum)):
        if bound is not None:
            x = nearer(
                x, arithmetic.cast_like(reshape(bound, shape=()), x) if is_symbolic(bound) else eager_number(bound)
            )
    return x


@public
def pow(x: Any, y: Any, name: str | None = None) -> Any:
    """Return x to the power of y, a number or a tensor."""
    return power(x, y)


@public
def neg(x: Any, name: str | None = None) -> Any:
    """Return -x, elementwise."""
    return arithmetic.scale(x, scale=-1)


@public
def hypot(x: Any, y: Any, name: str | None = None) -> Any:
    """Return sqrt(x * x + y * y) without overflow, with broadcasting. Raises UsageError for numbers."""
    tensors_only("hypot", x=x, y=y)
    return binary.hypot(x, y)


@public
def ldexp(x: Any, y: Any, name: str | None = None) -> Any:
    """Return x * 2 ** y, with broadcasting; float64 if an input is float64, else the default dtype."""
    tensors_only("ldexp", x=x, y=y)
    kind = float64 if float64 in (x.dtype, y.dtype) else mode.dtype
    x, y = (arithmetic.cast(v, dtype=kind.name) for v in (x, y))
    return x * arithmetic.elementwise_pow(2.0, y)


@public
def lerp(x: Any, y: Any, weight: Any, name: str | None = None) -> Any:
    """Return x + weight * (y - x), elementwise with broadcasting; weight is a number or a tensor."""
    if is_number(weight):
        weight = creation.full(shape=[], fill_value=weight, dtype=as_dtype(x.dtype).name)
    return binary.lerp(x, y, weight)


@public
def frexp(x: Any, name: str | None = None) -> tuple[Any, Any]:
    """Return the mantissa and exponent in the dtype of x: x = mantissa * 2 ** exponent with 0.5 <= |mantissa| < 1."""
    return tuple(numeric_parts.frexp(x))


def _degrees(x: Any, factor: float) -> Any:
    if x.dtype.kind in "iu":
        x = arithmetic.cast(x, dtype=float32.name)
    return arithmetic.scale(x, scale=factor)


@public
def rad2deg(x: Any, name: str | None = None) -> Any:
    """Convert radians to degrees, elementwise; integers give float32."""
    return _degrees(x, 180.0 / math.pi)


@public
def deg2rad(x: Any, name: str | None = None) -> Any:
    """Convert degrees to radians, elementwise; integers give float32."""
    return _degrees(x, math.pi / 180.0)


@public
def sgn(x: Any, name: str | None = None) -> Any:
    """Return x / |x|, and 0 at 0, elementwise; for real x, this is the sign.

    Raises DTypeError for integers, as in Paddle.
    """
    if x.dtype.kind not in "fc":
        raise DTypeError(
            "The data type of input must be one of ['float16', 'float32', 'float64', 'complex64', 'complex128'], "
            f"but got {x.dtype}",
            fix="for integers, call paddle.sign(x)",
        )
    return complex_numbers.sgn(x)


@public
def polar(abs: Any, angle: Any, name: str | None = None) -> Any:
    """Return complex numbers from magnitudes and angles, both float32 or float64, with broadcasting."""
    for given, value in (("abs", abs), ("angle", angle)):
        if as_dtype(value.dtype) not in (float32, float64):
            raise DTypeError(
                f"The data type of '{given}' in paddle.polar must be ['float32', 'float64'], "
                f"but received {value.dtype}",
                fix="cast the value to float32 or float64 first",
            )
    return complex_numbers.complex(abs * cos(angle), abs * sin(angle))


@public
def positive(x: Any, name: str | None = None) -> Any:
    """Return x. Raises UsageError for booleans, which have no sign."""
    if x.dtype.kind == "b":
        raise UsageError("positive: x is bool, which has no sign", fix="cast x to a number type first")
    return x


@public
def polygamma(x: Any, n: int, name: str | None = None) -> Any:
    """Return the derivative of order n (0 to 170) of digamma, elementwise."""
    if not isinstance(n, int):
        raise UsageError(f"polygamma: n must be an int, but received {type(n)}", fix="pass a whole number")
    if n < 0:
        raise ArgumentError(
            f"polygamma: n must be at least 0, but received n = {n}",
            fix="pass a whole number that is not negative",
        )
    if n > 170:
        raise ArgumentError(
            f"polygamma: the factorial of n = {n} is too large for float64", fix="pass an n of at most 170"
        )
    return functions.polygamma(x, n=n) if n else functions.digamma(x)


@public
def multigammaln(x: Any, p: int, name: str | None = None) -> Any:
    """Return the logarithm of the multivariate gamma function of dimension p, elementwise.

    Raises ModeError (an AssertionError) for a p below 1.
    """
    if p < 1:
        raise ModeError(f"p must be greater than or equal to 1, but it is {p}.", fix="pass a p of at least 1")
    steps = arithmetic.cast(arange(1 - p, 1), dtype=x.dtype) * 0.5
    return sum(functions.lgamma(unsqueeze(x, axis=-1) + steps), axis=-1) + 0.25 * p * (p - 1) * math.log(math.pi)


REGISTRY.public.update(mod=mod, floor_mod=floor_mod, less=less, bitwise_invert=bitwise_invert, gammaln=gammaln)
