"""Activations: elementwise functions of neural networks, and softmax."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.ops import infer, samples
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import exp, real, tanh
from opscope.ops.reduction import sum
from opscope.ops.registry import Sample, op
from opscope.ops.special.erf import ATANH_ERF, SQRT_HALF, erf_of, halved, tanh_erf

_DENSITY = 1.0 / math.sqrt(2.0 * math.pi)
GELU_TANH = math.sqrt(2.0 / math.pi)
CUBE = 0.044715  # of Hendrycks & Gimpel
GELU_ERF = halved(ATANH_ERF)


def _logistic(xp: ArrayModule, x: Array) -> Any:
    if x.dtype.kind == "c":
        return 1.0 / (1.0 + xp.exp(-x))
    small = xp.exp(-xp.abs(x))  # never above 1
    return xp.where(x >= 0, 1.0, small).astype(x.dtype, copy=False) / (1.0 + small)


@op(infer=infer.floating, samples=samples.unary(), vjp={"x": lambda dout, out: dout * out * (1.0 - out)})
def sigmoid(xp: ArrayModule, x: Array) -> Array:
    """Return 1 / (1 + exp(-x)), elementwise, without overflow."""
    return _logistic(xp, real(x))


@op(infer=infer.same, samples=samples.unary(), vjp={"x": lambda dout, out: dout * (out > 0)})
def relu(xp: ArrayModule, x: Array) -> Array:
    """Return max(x, 0), elementwise; NaN stays NaN. The gradient at 0 is 0. Source: Nair & Hinton 2010."""
    return xp.maximum(x, x.dtype.type(0))


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=lambda: [Sample((samples.array(2, 3),)), Sample((samples.array(4),), {"negative_slope": 0.2})],
    vjp={"x": lambda dout, x, negative_slope: where(x < 0, dout * negative_slope, dout)},
)
def leaky_relu(xp: ArrayModule, x: Array, *, negative_slope: float = 0.01) -> Array:
    """Return x where x is positive, and negative_slope * x elsewhere; the slope at 0 is 1.

    Source: Maas et al. 2013.
    """
    return xp.where(x > 0, x, x * negative_slope)


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=lambda: [Sample((samples.array(2, 3),)), Sample((samples.array(4),), {"alpha": 0.5})],
    vjp={"x": lambda dout, x, alpha: where(x > 0, dout, dout * alpha * exp(where(x > 0, 0.0, x)))},
)
def elu(xp: ArrayModule, x: Array, *, alpha: float = 1.0) -> Array:
    """Return x where x is positive, and alpha * (exp(x) - 1) elsewhere. Source: Clevert et al. 2015."""
    return xp.where(x > 0, x, alpha * xp.expm1(xp.minimum(x, x.dtype.type(0))))


def _gelu_rule(dout: Array, x: Array, approximate: bool) -> Any:
    if approximate:
        inner = (x + x * x * x * 0.044715) * GELU_TANH
        slope = (x * x * (3 * 0.044715) + 1.0) * GELU_TANH
        bend = tanh(inner)
        return dout * ((bend + 1.0) * 0.5 + x * (1.0 - bend * bend) * slope * 0.5)
    return dout * ((erf(x * SQRT_HALF) + 1.0) * 0.5 + x * exp(x * x * -0.5) * _DENSITY)


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=lambda: [Sample((samples.array(2, 3),)), Sample((samples.array(4),), {"approximate": True})],
    vjp={"x": _gelu_rule},
)
def gelu(xp: ArrayModule, x: Array, *, approximate: bool = False) -> Array:
    """Return x times the normal distribution function at x, elementwise; approximate=True uses the formula with tanh.

    Source: Hendrycks & Gimpel 2016, Gaussian error linear units.
    """
    if approximate:
        return x * (xp.tanh(x * (x * x * (GELU_TANH * CUBE) + GELU_TANH)) * 0.5 + 0.5)
    if x.dtype == "float32":
        return x * (tanh_erf(xp, x, GELU_ERF) * 0.5 + 0.5)
    return x * 0.5 * (1.0 + erf_of(xp, x * SQRT_HALF))


@op(
    infer=infer.floating,
    samples=samples.unary(),
    vjp={"x": lambda dout, x: dout * exp(-(x * x)) * (2.0 / math.sqrt(math.pi))},
)
def erf(xp: ArrayModule, x: Array) -> Array:
    """Return the error function, elementwise; the error is about 1e-15 in float64. Source: Cody 1969."""
    return erf_of(xp, real(x))


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=lambda: [
        Sample((samples.array(2, 3),)),
        Sample((samples.array(4),), {"beta": 2.0}),
        Sample((samples.array(4),), {"threshold": 1.0}),
    ],
    vjp={
        "x": lambda dout, x, beta, threshold: where(x * beta > threshold, dout, dout * sigmoid(x * beta)),
    },
)
def softplus(xp: ArrayModule, x: Array, *, beta: float = 1.0, threshold: float = 20.0) -> Array:
    """Return log(1 + exp(beta * x)) / beta, elementwise; x where beta * x > threshold."""
    scaled = x * beta
    return xp.where(scaled > threshold, x, xp.logaddexp(scaled, x.dtype.type(0)) / beta)


@op(dtype_kinds="f", infer=infer.same, samples=samples.unary(), vjp={"x": lambda dout, x: _silu_rule(dout, x)})
def silu(xp: ArrayModule, x: Array) -> Array:
    """Return x * sigmoid(x), elementwise. Source: Elfwing et al. 2017."""
    return x * _logistic(xp, x)


def _silu_rule(dout: Array, x: Array) -> Any:
    gate = sigmoid(x)
    return dout * gate * (x * (1.0 - gate) + 1.0)


@op(dtype_kinds="f", infer=infer.same, samples=samples.unary(), vjp={"x": lambda dout, x: dout * sigmoid(-x)})
def log_sigmoid(xp: ArrayModule, x: Array) -> Array:
    """Return log(sigmoid(x)), elementwise, without overflow."""
    return -xp.logaddexp(-x, x.dtype.type(0))


def _along() -> list[Sample]:
    return [
        Sample((samples.array(2, 3),)),
        Sample((samples.array(2, 3, 4),), {"axis": 1}),
        Sample((samples.array(3),), {"axis": 0}),
    ]


@op(
    dtype_kinds="f",
    infer=infer.along_axis,
    samples=_along,
    vjp={"x": lambda dout, out, axis: (dout - sum(dout * out, axis=axis, keepdim=True)) * out},
)
def softmax(xp: ArrayModule, x: Array, *, axis: int = -1) -> Array:
    """Return exp(x) / sum(exp(x)) along an axis, without overflow."""
    weights = xp.exp(x - xp.max(x, axis=axis, keepdims=True))
    return weights * (1.0 / xp.sum(weights, axis=axis, keepdims=True))


@op(
    dtype_kinds="f",
    infer=infer.along_axis,
    samples=_along,
    vjp={"x": lambda dout, out, axis: dout - exp(out) * sum(dout, axis=axis, keepdim=True)},
)
def log_softmax(xp: ArrayModule, x: Array, *, axis: int = -1) -> Array:
    """Return log(softmax(x)) along an axis, without overflow."""
    shifted = x - xp.max(x, axis=axis, keepdims=True)
    return shifted - xp.log(xp.sum(xp.exp(shifted), axis=axis, keepdims=True))
