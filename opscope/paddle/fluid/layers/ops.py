"""fluid.layers: activations and elementwise functions with the parameters of Paddle 1.x."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.static import nn


def _plain(op: str, called: str = "") -> Callable[..., Any]:
    def function(x: Any, name: str | None = None) -> Any:
        return REGISTRY[op](x)

    function.__name__ = called or op
    function.__doc__ = REGISTRY[op].__doc__
    return statically(function)


abs, acos, asin, atan, ceil, cos, cosh = (
    _plain(n) for n in ("abs", "acos", "asin", "atan", "ceil", "cos", "cosh")
)  # fmt: skip
erf, exp, floor, log, reciprocal, relu, round = (
    _plain(n) for n in ("erf", "exp", "floor", "log", "reciprocal", "relu", "round")
)
rsqrt, sigmoid, sign, sin, sinh, softplus, softsign = (
    _plain(n) for n in ("rsqrt", "sigmoid", "sign", "sin", "sinh", "softplus", "softsign")
)
sqrt, square, tanh, mish = (_plain(n) for n in ("sqrt", "square", "tanh", "mish"))
logsigmoid, tanh_shrink = _plain("log_sigmoid", "logsigmoid"), _plain("tanhshrink", "tanh_shrink")


@statically
def softmax(input: Any, use_cudnn: bool = False, name: str | None = None, axis: int = -1) -> Any:
    """Return exp(input), divided by the sum along an axis."""
    return REGISTRY["softmax"](input, axis=axis)


@statically
def log_softmax(input: Any, axis: int = -1) -> Any:
    """Return the logarithm of softmax."""
    return REGISTRY["log_softmax"](input, axis=axis)


@statically
def leaky_relu(x: Any, alpha: float = 0.02, name: str | None = None) -> Any:
    """Return x where x > 0, else alpha * x."""
    return REGISTRY["leaky_relu"](x, negative_slope=alpha)


@statically
def elu(x: Any, alpha: float = 1.0, name: str | None = None) -> Any:
    """Return x where x > 0, else alpha * (exp(x) - 1)."""
    return REGISTRY["elu"](x, alpha=alpha)


@statically
def selu(x: Any, scale: float | None = None, alpha: float | None = None, name: str | None = None) -> Any:
    """Return scale * x where x > 0, else scale * alpha * (exp(x) - 1); the constants are from Klambauer et al. 2017."""
    given = {k: v for k, v in (("scale", scale), ("alpha", alpha)) if v is not None}
    return REGISTRY["selu"](x, **given)


@statically
def gelu(x: Any, approximate: bool = False) -> Any:
    """Return x times the probability that a normally distributed number is below x."""
    return REGISTRY["gelu"](x, approximate=approximate)


@statically
def relu6(x: Any, threshold: float = 6.0, name: str | None = None) -> Any:
    """Limit each element of x to the range from 0 to threshold."""
    return REGISTRY["clip"](x, min=0.0, max=float(threshold))


@statically
def brelu(x: Any, t_min: float = 0.0, t_max: float = 24.0, name: str | None = None) -> Any:
    """Limit each element of x to the range from t_min to t_max."""
    return REGISTRY["clip"](x, min=float(t_min), max=float(t_max))


@statically
def clip(x: Any, min: float, max: float, name: str | None = None) -> Any:
    """Limit each element of x to the range from min to max."""
    return REGISTRY["clip"](x, min=float(min), max=float(max))


@statically
def soft_relu(x: Any, threshold: float = 40.0, name: str | None = None) -> Any:
    """log(1 + exp(x)), with x limited to the range from -threshold to threshold."""
    return REGISTRY["log1p"](REGISTRY["exp"](REGISTRY["clip"](x, min=-threshold, max=threshold)))


@statically
def stanh(x: Any, scale_a: float = 0.67, scale_b: float = 1.7159, name: str | None = None) -> Any:
    """scale_b * tanh(scale_a * x)."""
    return REGISTRY["stanh"](x, scale_a=scale_a, scale_b=scale_b)


@statically
def hard_sigmoid(x: Any, slope: float = 0.2, offset: float = 0.5, name: str | None = None) -> Any:
    """Return slope * x + offset, limited to the range from 0 to 1."""
    return REGISTRY["hardsigmoid"](x, slope=slope, offset=offset)


@statically
def swish(x: Any, beta: float = 1.0, name: str | None = None) -> Any:
    """x * sigmoid(beta * x)."""
    return REGISTRY["silu"](x) if beta == 1.0 else x * REGISTRY["sigmoid"](x * beta)


@statically
def hard_swish(x: Any, threshold: float = 6.0, scale: float = 6.0, offset: float = 3.0, name: str | None = None) -> Any:
    """x * min(max(0, x + offset), threshold) / scale."""
    if (threshold, scale, offset) == (6.0, 6.0, 3.0):
        return REGISTRY["hardswish"](x)
    return x * REGISTRY["clip"](x + offset, min=0.0, max=float(threshold)) / scale


@statically
def hard_shrink(x: Any, threshold: float | None = None) -> Any:
    """Return x where |x| > threshold (0.5), else 0."""
    return REGISTRY["hardshrink"](x, threshold=0.5 if threshold is None else threshold)


@statically
def softshrink(x: Any, alpha: float | None = None) -> Any:
    """Move each element of x towards 0 by alpha (0.5); elements with |x| <= alpha become 0."""
    return REGISTRY["softshrink"](x, threshold=0.5 if alpha is None else alpha)


@statically
def thresholded_relu(x: Any, threshold: float | None = None) -> Any:
    """Return x where x > threshold (1), else 0."""
    return REGISTRY["thresholded_relu"](x, threshold=1.0 if threshold is None else threshold)


@statically
def pow(x: Any, factor: Any = 1.0, name: str | None = None) -> Any:
    """Return x to the power of a number or a tensor [1]."""
    if isinstance(factor, int | float):
        return REGISTRY["pow"](x, factor=float(factor))
    return REGISTRY["elementwise_pow"](x, factor)


@statically
def maxout(x: Any, groups: int, name: str | None = None, axis: int = 1) -> Any:
    """Return the maximum of each group of `groups` neighboring channels of x [N, C, H, W]."""
    return F.maxout(x, groups, axis)


@statically
def prelu(x: Any, mode: str, param_attr: Any = None, name: str | None = None) -> Any:
    """Return x where x > 0, and slope * x elsewhere.

    The learned slope is one number ('all'), per 'channel' or 'element'.

    Raises ArgumentError for another mode.
    """
    if mode not in ("all", "channel", "element"):
        raise ArgumentError("mode should be one of all, channel, element.", facts={"mode": mode}, site=site())
    return nn.prelu(x, mode, param_attr, name=name)


__all__ = [
    "abs", "acos", "asin", "atan", "brelu", "ceil", "clip", "cos", "cosh", "elu", "erf", "exp", "floor", "gelu",
    "hard_shrink", "hard_sigmoid", "hard_swish", "leaky_relu", "log", "log_softmax", "logsigmoid", "maxout", "mish",
    "pow", "prelu", "reciprocal", "relu", "relu6", "round", "rsqrt", "selu", "sigmoid", "sign", "sin", "sinh",
    "soft_relu", "softmax", "softplus", "softshrink", "softsign", "sqrt", "square", "stanh", "swish", "tanh",
    "tanh_shrink", "thresholded_relu",
]  # fmt: skip
