"""Lowering rules of activation functions. Each function needs several calls.

In a group of blocks, the scratch memory stays in the cache.
"""

from __future__ import annotations

import functools
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.ops.nn.activation import CUBE, GELU_ERF, GELU_TANH
from opscope.ops.special.erf import ATANH_ERF
from opscope.runtime.lower.emitter import Emitter, lowering
from opscope.runtime.lower.lowerings.elementwise_lowerings import number


def _floating(e: Emitter, x: Array) -> bool:
    return x.dtype.kind == "f" and e.node.outs[0].dtype == x.dtype


ZEROS = 1 << 17  # elements up to which an array of zeros is kept


@lowering("relu")
def _relu(e: Emitter, x: Array) -> Any:
    out = e.out(0, x)
    e.call(e.xp.maximum, x, _zeros(e.xp, x.dtype)[: x.size].reshape(x.shape) if _kept(x) else number(e, x, 0), out=out)
    return out


def _kept(x: Array) -> bool:
    """Return True if a maximum with an array of zeros is faster than a maximum with a scalar.

    NumPy's maximum with a scalar has no vector loop.
    """
    return 1 << 10 <= x.size <= ZEROS and x.flags.c_contiguous


@functools.cache
def _zeros(xp: ArrayModule, dtype: Any) -> Any:
    zeros = xp.zeros(ZEROS, dtype)
    zeros.flags.writeable = False
    return zeros


def logistic(e: Emitter, x: Array, out: Array, scratch: Any) -> None:
    """The logistic function 1 / (1 + exp(-x)), computed as in the kernel: min(1, exp(x)) / (1 + exp(-|x|))."""
    one, zero = number(e, x, 1), number(e, x, 0)
    e.call(e.xp.abs, x, scratch)
    e.call(e.xp.negative, scratch, scratch)
    e.call(e.xp.exp, scratch, scratch)
    e.call(e.xp.add, scratch, one, scratch)
    e.call(e.xp.minimum, x, zero, out=out)
    e.call(e.xp.exp, out, out)
    e.call(e.xp.true_divide, out, scratch, out)


@lowering("sigmoid")
def _sigmoid(e: Emitter, x: Array) -> Any:
    if not _floating(e, x):
        return None
    out = e.out(0, x)
    logistic(e, x, out, e.temp(x.shape, x.dtype))
    return out


@lowering("silu")
def _silu(e: Emitter, x: Array) -> Any:
    if not _floating(e, x):
        return None
    gate = e.temp(x.shape, x.dtype)
    logistic(e, x, gate, e.temp(x.shape, x.dtype))
    out = e.out(0, x)
    e.call(e.xp.multiply, x, gate, out)
    return out


@lowering("leaky_relu")
def _leaky_relu(e: Emitter, x: Array, negative_slope: float) -> Any:
    if not _floating(e, x) or not 0 <= negative_slope <= 1:
        return None
    small = e.temp(x.shape, x.dtype)
    e.call(e.xp.multiply, x, number(e, x, negative_slope), small)
    out = e.out(0, x)
    e.call(e.xp.maximum, x, small, out=out)
    return out


@lowering("softplus")
def _softplus(e: Emitter, x: Array, beta: float, threshold: float) -> Any:
    if not _floating(e, x):
        return None
    scaled, mask, bent = e.temp(x.shape, x.dtype), e.temp(x.shape, bool), e.temp(x.shape, x.dtype)
    e.call(e.xp.multiply, x, number(e, x, beta), scaled)
    e.call(e.xp.greater, scaled, number(e, x, threshold), mask)
    _log_one_plus_exp(e, scaled, bent)
    e.call(e.xp.true_divide, bent, number(e, x, beta), bent)
    e.call(e.xp.copyto, bent, x, where=mask)
    out = e.out(0, x)
    e.call(e.xp.copyto, out, bent)
    return out


def _log_one_plus_exp(e: Emitter, x: Array, out: Array) -> None:
    """logaddexp(x, 0), computed by functions that have vector loops. Overwrites x."""
    e.call(e.xp.abs, x, out)
    e.call(e.xp.negative, out, out)
    e.call(e.xp.exp, out, out)
    e.call(e.xp.log1p, out, out)
    e.call(e.xp.maximum, x, number(e, x, 0), out=x)
    e.call(e.xp.add, x, out, out)


@lowering("log_sigmoid")
def _log_sigmoid(e: Emitter, x: Array) -> Any:
    if not _floating(e, x):
        return None
    minus = e.temp(x.shape, x.dtype)
    e.call(e.xp.negative, x, minus)
    out = e.out()
    _log_one_plus_exp(e, minus, out)
    e.call(e.xp.negative, out, out)
    return out


def _odd(e: Emitter, x: Array, coefficients: tuple[float, ...], out: Array, scratch: Any) -> None:
    """Add the calls that compute tanh(x * P(x * x)).

    `coefficients` are the coefficients of P, from the highest power down.
    """
    numbers = [number(e, x, c) for c in coefficients]
    e.call(e.xp.multiply, x, x, scratch)
    e.call(_horner, e.xp, scratch, out, numbers)
    e.call(e.xp.multiply, out, x, out)
    e.call(e.xp.tanh, out, out)


def _horner(xp: ArrayModule, square: Any, out: Array, numbers: list[Array]) -> None:
    with xp.errstate(over="ignore"):  # tanh makes 1 of it
        xp.multiply(square, numbers[0], out)
        xp.add(out, numbers[1], out)
        for number in numbers[2:]:
            xp.multiply(out, square, out)
            xp.add(out, number, out)


@lowering("erf")
def _erf(e: Emitter, x: Array) -> Any:
    if x.dtype != "float32" or not _floating(e, x):
        return None
    out = e.out()
    _odd(e, x, ATANH_ERF, out, e.temp(x.shape, x.dtype))
    return out


@lowering("gelu")
def _gelu(e: Emitter, x: Array, approximate: bool) -> Any:
    if not _floating(e, x) or not (approximate or x.dtype == "float32"):
        return None
    coefficients = (GELU_TANH * CUBE, GELU_TANH) if approximate else GELU_ERF
    bend, half = e.temp(x.shape, x.dtype), number(e, x, 0.5)
    _odd(e, x, coefficients, bend, e.temp(x.shape, x.dtype))
    e.call(e.xp.multiply, bend, half, bend)
    e.call(e.xp.add, bend, half, bend)
    out = e.out(0, x)
    e.call(e.xp.multiply, bend, x, out)
    return out


@lowering("square_error_cost")
def _square_error(e: Emitter, x: Array, y: Array) -> Any:
    if x.dtype != y.dtype or not _floating(e, x):
        return None
    out = e.out(0, x, y)
    e.call(e.xp.subtract, x, y, out)
    e.call(e.xp.square, out, out)
    return out
