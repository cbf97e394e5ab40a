"""Activations with thresholds, and smooth activations such as selu and mish."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.number_checks import not_negative
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import clip
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import abs, exp, real, tanh
from opscope.ops.grad_ops import sum_to, zeros_like
from opscope.ops.manipulation.reshape import reshape, reshape_like
from opscope.ops.nn.activation import sigmoid, softplus
from opscope.ops.registry import Sample, op

SELU_SCALE = 1.0507009873554804934193349852946
SELU_ALPHA = 1.6732632423543772848170429916717


def _with(**attrs: Any) -> Any:
    """Return samples: the defaults, the given attributes, and integers, which become float32."""
    return lambda: [
        Sample((samples.array(2, 3),)),
        Sample((samples.array(5),), attrs),
        Sample((samples.integers(4, below=5) - 2,)),
    ]


def _inside(dout: Array, keep: Any) -> Any:
    return where(keep, dout, zeros_like(dout))


@op(
    infer=infer.floating,
    samples=_with(threshold=1.0),
    vjp={"x": lambda dout, x, threshold: _inside(dout, abs(x) > threshold)},
)
def hardshrink(xp: ArrayModule, x: Array, *, threshold: float = 0.5) -> Array:
    """Return x where |x| > threshold, and 0 elsewhere; NaN stays NaN."""
    x = real(x)
    return xp.where(xp.abs(x) <= threshold, x.dtype.type(0), x)


def _shrunk(x: TensorSpec, *, threshold: float = 0.5) -> TensorSpec:
    not_negative(threshold, "threshold")
    return infer.floating(x)


@op(
    infer=_shrunk,
    samples=_with(threshold=1.0),
    vjp={"x": lambda dout, x, threshold: _inside(dout, abs(x) > threshold)},
)
def softshrink(xp: ArrayModule, x: Array, *, threshold: float = 0.5) -> Array:
    """Return x moved towards 0 by threshold, and 0 where |x| is at most threshold."""
    not_negative(threshold, "threshold")
    x = real(x)
    return xp.sign(x) * xp.maximum(xp.abs(x) - x.dtype.type(threshold), x.dtype.type(0))


@op(infer=infer.floating, samples=_with(), vjp={"x": lambda dout, x: dout * tanh(x) * tanh(x)})
def tanhshrink(xp: ArrayModule, x: Array) -> Array:
    """Return x - tanh(x), elementwise."""
    x = real(x)
    return x - xp.tanh(x)


@op(
    infer=infer.floating,
    samples=_with(threshold=-0.5, value=0.25),
    vjp={"x": lambda dout, x, threshold: _inside(dout, x > threshold)},
)
def thresholded_relu(xp: ArrayModule, x: Array, *, threshold: float = 1.0, value: float = 0.0) -> Array:
    """Return x where x > threshold, and value elsewhere; NaN stays NaN."""
    x = real(x)
    return xp.where(x <= threshold, x.dtype.type(value), x)


def _between(x: Array, slope: float, offset: float) -> Any:
    line = x * slope + offset
    return (line > 0.0) & (line < 1.0)


@op(
    infer=infer.floating,
    samples=_with(slope=0.4, offset=0.3),
    vjp={"x": lambda dout, x, slope, offset: _inside(dout * slope, _between(x, slope, offset))},
)
def hardsigmoid(xp: ArrayModule, x: Array, *, slope: float = 1.0 / 6.0, offset: float = 0.5) -> Array:
    """Return slope * x + offset, clipped to [0, 1], elementwise. Source: Courbariaux et al. 2015."""
    x = real(x)
    return xp.clip(x * x.dtype.type(slope) + x.dtype.type(offset), x.dtype.type(0), x.dtype.type(1))


def _hardswish_rule(dout: Array, x: Array) -> Any:
    middle = where((x > -3.0) & (x < 3.0), x * (1.0 / 3.0) + 0.5, zeros_like(x))
    return dout * where(x >= 3.0, zeros_like(x) + 1.0, middle)


@op(
    infer=infer.floating,
    samples=lambda: [Sample((samples.array(2, 3, low=-4.0, high=4.0),)), *_with()()],
    vjp={"x": _hardswish_rule},
)
def hardswish(xp: ArrayModule, x: Array) -> Array:
    """Return x * min(max(x + 3, 0), 6) / 6, elementwise. Source: Howard et al. 2019, MobileNetV3."""
    x = real(x)
    return x * (xp.clip(x + x.dtype.type(3), x.dtype.type(0), x.dtype.type(6)) * x.dtype.type(1 / 6))


def _low(x: Array) -> Any:
    """Return x where x is negative, and 0 elsewhere, so that exp does not overflow."""
    return clip(x, max=0.0)


@op(
    infer=infer.floating,
    samples=_with(scale=1.5, alpha=0.5),
    vjp={
        "x": lambda dout, x, scale, alpha: dout * scale * where(x > 0, zeros_like(x) + 1.0, exp(_low(x)) * alpha),
    },
)
def selu(xp: ArrayModule, x: Array, *, scale: float = SELU_SCALE, alpha: float = SELU_ALPHA) -> Array:
    """Return scale * x where x > 0, and scale * alpha * (exp(x) - 1) elsewhere. Source: Klambauer et al. 2017."""
    x = real(x)
    return scale * xp.where(x > 0, x, alpha * xp.expm1(xp.minimum(x, x.dtype.type(0))))


@op(
    infer=infer.floating,
    samples=_with(alpha=0.5),
    vjp={"x": lambda dout, x, alpha: dout * where(x > 0, zeros_like(x) + 1.0, exp(_low(x) * (1.0 / alpha)))},
)
def celu(xp: ArrayModule, x: Array, *, alpha: float = 1.0) -> Array:
    """Return x where x > 0, and alpha * (exp(x / alpha) - 1) elsewhere. Source: Barron 2017."""
    x = real(x)
    return xp.where(x > 0, x, alpha * xp.expm1(xp.minimum(x, x.dtype.type(0)) / alpha))


def _mish_rule(dout: Array, x: Array) -> Any:
    bend = tanh(softplus(x))
    return dout * (bend + x * (1.0 - bend * bend) * sigmoid(x))


@op(infer=infer.floating, samples=_with(), vjp={"x": _mish_rule})
def mish(xp: ArrayModule, x: Array) -> Array:
    """Return x * tanh(log(1 + exp(x))), elementwise. Source: Misra 2019."""
    x = real(x)
    return x * xp.tanh(xp.logaddexp(x, x.dtype.type(0)))


@op(
    infer=infer.floating,
    samples=_with(),
    vjp={"x": lambda dout, x: dout / ((abs(x) + 1.0) * (abs(x) + 1.0))},
)
def softsign(xp: ArrayModule, x: Array) -> Array:
    """Return x / (1 + |x|), elementwise."""
    x = real(x)
    return x / (1.0 + xp.abs(x))


@op(
    infer=infer.floating,
    samples=_with(scale_a=0.5, scale_b=2.0),
    vjp={
        "x": lambda dout, out, scale_a, scale_b: dout * (out * out * (-scale_a / scale_b) + scale_a * scale_b),
    },
)
def stanh(xp: ArrayModule, x: Array, *, scale_a: float = 0.67, scale_b: float = 1.7159) -> Array:
    """Return scale_b * tanh(scale_a * x), elementwise."""
    x = real(x)
    return scale_b * xp.tanh(x * x.dtype.type(scale_a))


def _prelu(x: TensorSpec, weight: TensorSpec, *, data_format: str = "NCHW") -> TensorSpec:
    count = weight.shape[0] if weight.rank == 1 else None
    if weight.rank > 1 or (count not in (None, 1) and x.rank < 2):
        raise ShapeError("prelu: weight must be [1] or [C]", facts={"x": x, "weight": weight})
    if weight.rank and count not in (None, 1):
        channels = x.shape[_channel(x.rank, data_format)]
        if channels not in (None, count):
            raise ShapeError(
                f"prelu: weight must have 1 or {channels} values, one for each channel of x, but has {count}",
                facts={"x": x, "weight": weight},
            )
    return infer.floating(x)


def _channel(rank: int, data_format: str) -> int:
    return rank - 1 if data_format.endswith("C") and rank > 1 else 1


def _slopes(weight: Array, rank: int, data_format: str) -> Any:
    """Return the slopes, one or one per channel, in a shape that broadcasts against x; a size of 1 is also valid."""
    shape = [1] * rank
    if rank > 1:
        shape[_channel(rank, data_format)] = -1
    return reshape(weight, shape=shape)


def _prelu_dweight(dout: Array, x: Array, weight: Array, data_format: str) -> Any:
    low = dout * where(x > 0, zeros_like(x), x)
    return reshape_like(sum_to(low, _slopes(weight, len(x.shape), data_format)), weight)


@op(
    check_shapes=True,
    infer=_prelu,
    samples=lambda: [
        Sample((samples.array(2, 3, 4), samples.array(3))),
        Sample((samples.array(2, 3), samples.array(1))),
        Sample((samples.array(2, 4, 3), samples.array(3)), {"data_format": "NLC"}),
        Sample((samples.array(), samples.array(1))),
    ],
    vjp={
        "x": lambda dout, x, weight, data_format: where(x > 0, dout, dout * _slopes(weight, len(x.shape), data_format)),
        "weight": _prelu_dweight,
    },
)
def prelu(xp: ArrayModule, x: Array, weight: Array, *, data_format: str = "NCHW") -> Array:
    """Return x where x > 0, and weight * x elsewhere; weight is [1], or [C] with a slope for each channel.

    Source: He et al. 2015, Delving deep into rectifiers.
    """
    x, shape = real(x), [1] * x.ndim
    if x.ndim > 1:
        shape[_channel(x.ndim, data_format)] = -1
    return xp.where(x > 0, x, x * xp.reshape(weight, shape).astype(x.dtype, copy=False))
