"""Activations whose attributes differ from opscope's functions."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.compat.composite_ops import composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.nn import functional as F  # noqa: N812


@composed("brelu")
def brelu(X: Any, *, t_min: float = 0.0, t_max: float = 24.0) -> Any:
    return T.clip(X, t_min, t_max)


@composed("relu6")
def relu6(X: Any, *, threshold: float = 6.0) -> Any:
    return T.clip(X, 0.0, threshold)


@composed("soft_relu")
def soft_relu(X: Any, *, threshold: float = 40.0) -> Any:
    return T.log(1.0 + T.exp(T.clip(X, -threshold, threshold)))


@composed("swish")
def swish(X: Any, *, beta: float = 1.0) -> Any:
    return X * F.sigmoid(X * beta)


@composed("hard_swish")
def hard_swish(X: Any, *, threshold: float = 6.0, scale: float = 6.0, offset: float = 3.0) -> Any:
    return X * T.clip(X + offset, 0.0, threshold) / scale


@composed("hard_sigmoid")
def hard_sigmoid(X: Any, *, slope: float = 0.2, offset: float = 0.5) -> Any:
    return T.clip(X * slope + offset, 0.0, 1.0)


@composed("leaky_relu")
def leaky_relu(X: Any, *, alpha: float = 0.02) -> Any:
    return F.leaky_relu(X, alpha)


@composed("mish")
def mish(X: Any, *, threshold: float = 20.0) -> Any:
    return X * T.tanh(F.softplus(X, 1.0, threshold))


@composed("stanh")
def stanh(X: Any, *, scale_a: float = 0.67, scale_b: float = 1.7159) -> Any:
    return T.stanh(X, scale_a, scale_b)


@composed("maxout")
def maxout(X: Any, *, groups: int, axis: int = 1) -> Any:
    return F.maxout(X, groups, axis)


@composed("prelu")
def prelu(X: Any, Alpha: Any, *, mode: str = "all", data_format: str = "NCHW") -> Any:
    """Alpha has one slope, a slope for each channel, or a slope for each element (without the batch)."""
    rank = len(X.shape)
    if mode == "element":
        slope = T.reshape(Alpha, [1, *X.shape[1:]])
    elif mode == "channel":
        at = 1 if data_format == "NCHW" else rank - 1
        slope = T.reshape(Alpha, [-1 if axis == at else 1 for axis in range(rank)])
    else:
        slope = T.reshape(Alpha, [1] * rank)
    return REGISTRY["where"](X > 0.0, X, X * slope)


@composed("gumbel_softmax")
def gumbel_softmax(X: Any, *, temperature: float = 1.0, hard: bool = False, axis: int = -1) -> Any:
    return F.gumbel_softmax(X, temperature, hard, axis)


@composed("rrelu")
def rrelu(X: Any, *, is_test: bool = False, lower: float = 1.0 / 8, upper: float = 1.0 / 3) -> Any:
    return F.rrelu(X, lower, upper, not is_test)


@composed("dropout", out="Out Mask")
def dropout(
    X: Any, Seed: Any = None, *, dropout_prob: float = 0.5, is_test: bool = False, fix_seed: bool = False,
    seed: int = 0, dropout_implementation: str = "downgrade_in_infer",
) -> Any:  # fmt: skip
    if Seed is not None:
        raise UnsupportedError(
            "dropout does not support a seed that is a tensor", site=site(), fix="set the attributes seed and fix_seed"
        )
    out, mask = REGISTRY["dropout"](
        X, p=dropout_prob, training=not is_test, mode=dropout_implementation, seed=seed if fix_seed else 0
    )
    return out, None if is_test else mask
