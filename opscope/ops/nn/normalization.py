"""Batch and layer normalization."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import float32
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.elementwise.unary import rsqrt
from opscope.ops.grad_ops import zeros_like
from opscope.ops.manipulation.reshape import reshape, reshape_like
from opscope.ops.reduction import mean as mean_of
from opscope.ops.reduction import spread as spread_over
from opscope.ops.reduction import sum
from opscope.ops.registry import Sample, op


def all_but_channels(rank: int) -> list[int]:
    """Return all axes except the axis of the channels."""
    return [0, *range(2, rank)]


def widened(x: Array) -> Any:
    """Cast x to the dtype of its statistics, which is at least float32."""
    return x.astype("float32") if x.dtype == "float16" else x


def _batch_norm(
    x: TensorSpec, mean: TensorSpec, variance: TensorSpec, scale: TensorSpec, bias: TensorSpec, **attrs: Any
) -> list[TensorSpec]:
    check_epsilon(**attrs)
    if x.rank < 2:
        raise ShapeError("batch_norm: x must be [N, C, ...]", facts={"x": x}, fix="add a dim with unsqueeze")
    channels = x.shape[1]
    for name, spec in (("mean", mean), ("variance", variance), ("scale", scale), ("bias", bias)):
        if spec.rank != 1 or (None not in (channels, *spec.shape) and spec.shape[0] != channels):
            raise ShapeError(
                f"batch_norm: {name} must be [{channels}], one value per channel",
                facts={"x": x, name: spec},
                fix=f"reshape {name}",
            )
    batch = TensorSpec((channels,) if channels is not None else scale.shape, _statistics(x))
    return [x, mean, variance, batch, batch]


def _statistics(x: TensorSpec) -> Any:
    return float32 if x.dtype.name == "float16" else x.dtype


def _channels(value: Array, rank: int) -> Any:
    """Reshape [C] to [C, 1, ...], which broadcasts against [N, C, ...]."""
    return reshape(value, shape=[-1, *[1] * (rank - 2)]) if rank > 2 else value


def _normalized(x: Array, saved_mean: Any, saved_inv_std: Any) -> Any:
    rank = len(x.shape)
    return (x - _channels(saved_mean, rank)) * _channels(saved_inv_std, rank)


def _alone(x: Array) -> bool:
    """Return True if each channel has one element.

    One element has no variance, so x is returned unchanged, as in Paddle.
    """
    return all(d == 1 for i, d in enumerate(x.shape) if i != 1)


def _dx(
    dy: Array,
    x: Array,
    scale: Any,
    saved_mean: Any,
    saved_inv_std: Any,
    is_test: bool,
    dsaved_mean: Any = None,
    dsaved_inv_std: Any = None,
) -> Any:
    if not is_test and _alone(x):
        return cast_like(dy, x)
    rank, axes = len(x.shape), all_but_channels(len(x.shape))
    x_hat = _normalized(x, saved_mean, saved_inv_std)
    inv_std = _channels(saved_inv_std, rank)
    flow = dy * _channels(scale, rank) * inv_std
    if is_test:
        return cast_like(flow, x)
    through = mean_of(flow * x_hat, axis=axes, keepdim=True)
    dx = flow - mean_of(flow, axis=axes, keepdim=True) - x_hat * through
    if dsaved_mean is not None:  # reached when a gradient is differentiated again
        dx = dx + _shared(dsaved_mean, x)
    if dsaved_inv_std is not None:
        dx = dx - x_hat * inv_std * inv_std * _shared(dsaved_inv_std, x)
    return cast_like(dx, x)


def _shared(total: Array, x: Array) -> Any:
    """Return the gradient of a mean per channel, in the shape of x."""
    rank = len(x.shape)
    kept = reshape(total, shape=[1, -1, *[1] * (rank - 2)])
    return spread_over(kept, x, axis=all_but_channels(rank), mean=True)


def _dscale(dy: Array, x: Array, scale: Any, saved_mean: Any, saved_inv_std: Any, is_test: bool) -> Any:
    if not is_test and _alone(x):
        return zeros_like(scale)
    return cast_like(sum(dy * _normalized(x, saved_mean, saved_inv_std), axis=all_but_channels(len(x.shape))), scale)


def _dbias(dy: Array, x: Array, bias: Array, is_test: bool) -> Any:
    if not is_test and _alone(x):
        return zeros_like(bias)
    return cast_like(sum(dy, axis=all_but_channels(len(x.shape))), bias)


def _batch_norm_samples() -> list[Sample]:
    a = samples.array
    statistics = (a(3), a(3, low=0.5, seed=1), a(3, seed=2), a(3, seed=3))
    return [
        Sample((a(4, 3), *statistics), {}),
        Sample((a(2, 3, 2, 2), *statistics), {"momentum": 0.5}),
        Sample((a(2, 3, 2, 2), *statistics), {"is_test": True}),
        Sample((a(1, 3, 1, 1), *statistics), {}),
    ]


@op(
    check_shapes=True,
    dtype_kinds="f",
    infer=_batch_norm,
    outputs=("y", "mean_out", "variance_out", "saved_mean", "saved_inv_std"),
    vjp={
        "x": _dx,
        "scale": _dscale,
        "bias": _dbias,
    },
    samples=_batch_norm_samples,
)
def batch_norm(
    xp: ArrayModule,
    x: Array,
    mean: Array,
    variance: Array,
    scale: Array,
    bias: Array,
    *,
    momentum: float = 0.9,
    epsilon: float = 1e-5,
    is_test: bool = False,
) -> Array:
    """Normalize x [N, C, ...] per channel; then * scale + bias, all [C].

    Training uses the statistics of the batch (biased variance). The running statistics become momentum * old + (1 -
    momentum) * new, and are returned as mean_out and variance_out. is_test uses mean and variance, and returns them
    unchanged. epsilon is added to the variance. Statistics are float32 even for float16 x. If each channel has one
    element in training, x and the running statistics do not change, as in Paddle.
    Source: Ioffe & Szegedy 2015, algorithm 1.
    """
    wide, axes = widened(x), tuple(all_but_channels(x.ndim))
    if not is_test and _alone(x):
        still = xp.zeros(x.shape[1], wide.dtype)
        return [xp.array(x), xp.array(mean), xp.array(variance), still, xp.array(still)]
    if is_test:
        center, spread = mean.astype(wide.dtype, copy=False), variance.astype(wide.dtype, copy=False)
        running = [xp.array(mean), xp.array(variance)]
    else:
        center, spread = xp.mean(wide, axis=axes), xp.var(wide, axis=axes)
        fresh = ((mean, center), (variance, spread))
        running = [(old * momentum + new * (1.0 - momentum)).astype(old.dtype, copy=False) for old, new in fresh]
    inv_std = 1.0 / xp.sqrt(spread + epsilon)
    column = (-1, *[1] * (x.ndim - 2))
    factor = inv_std * scale
    y = (wide - xp.reshape(center, column)) * xp.reshape(factor, column) + xp.reshape(bias, column)
    return [y.astype(x.dtype, copy=False), *running, center, inv_std]


def check_epsilon(epsilon: float = 1e-5, **_: Any) -> None:
    """Raise ArgumentError for an epsilon that makes the root NaN."""
    if not epsilon >= 0:
        raise ArgumentError(f"epsilon must be at least 0, but received {epsilon}", fix="use, for example, 1e-5")


def _layer_norm(x: TensorSpec, *_: Any, normalized_shape: Sequence[int], **attrs: Any) -> TensorSpec:
    check_epsilon(**attrs)
    wanted = tuple(normalized_shape)
    last = x.shape[x.rank - len(wanted) :]
    if len(wanted) > x.rank or any(d is not None and d != w for d, w in zip(last, wanted, strict=True)):
        raise ShapeError(
            f"layer_norm: the last dims of x must be {list(wanted)}", facts={"x": x}, fix="change normalized_shape"
        )
    return x


def _trailing(x: Array, normalized_shape: Sequence[int]) -> list[int]:
    rank = len(x.shape)
    return list(range(rank - len(normalized_shape), rank))


def _layer_hat(x: Array, normalized_shape: Sequence[int], epsilon: float) -> tuple[Any, Any]:
    axes = _trailing(x, normalized_shape)
    centered = x - mean_of(x, axis=axes, keepdim=True)
    inv_std = rsqrt(mean_of(centered * centered, axis=axes, keepdim=True) + epsilon)
    return centered * inv_std, inv_std


def _layer_dx(dout: Array, x: Array, weight: Array, normalized_shape: Sequence[int], epsilon: float) -> Any:
    axes = _trailing(x, normalized_shape)
    x_hat, inv_std = _layer_hat(x, normalized_shape, epsilon)
    flow = dout if weight is None else dout * reshape(weight, shape=list(normalized_shape))
    through = mean_of(flow * x_hat, axis=axes, keepdim=True)
    return (flow - mean_of(flow, axis=axes, keepdim=True) - x_hat * through) * inv_std


def _leading_sum(value: Array, like: Any, normalized_shape: Sequence[int]) -> Any:
    lead = list(range(len(value.shape) - len(normalized_shape)))
    return reshape_like(sum(value, axis=lead) if lead else value, like)


@op(
    check_shapes=True,
    dtype_kinds="f",
    infer=_layer_norm,
    vjp={
        "x": _layer_dx,
        "weight": lambda dout, x, weight, normalized_shape, epsilon: _leading_sum(
            dout * _layer_hat(x, normalized_shape, epsilon)[0], weight, normalized_shape
        ),
        "bias": lambda dout, bias, normalized_shape: _leading_sum(dout, bias, normalized_shape),
    },
    samples=lambda: [
        Sample((samples.array(2, 3, 4), samples.array(4), samples.array(4, seed=1)), {"normalized_shape": (4,)}),
        Sample((samples.array(2, 3, 4), samples.array(12), None), {"normalized_shape": (3, 4)}),
        Sample((samples.array(2, 3), None, None), {"normalized_shape": [3], "epsilon": 1e-3}),
    ],
)
def layer_norm(
    xp: ArrayModule,
    x: Array,
    weight: Array = None,
    bias: Array = None,
    *,
    normalized_shape: Sequence[int],
    epsilon: float = 1e-5,
) -> Array:
    """Normalize x over its last dims `normalized_shape`; then * weight + bias, which have the same size.

    epsilon is added to the variance. Source: Ba, Kiros & Hinton 2016, Layer normalization.
    """
    axes = tuple(_trailing(x, normalized_shape))
    wide = widened(x)
    centered = wide - xp.mean(wide, axis=axes, keepdims=True)
    out = centered * (1.0 / xp.sqrt(xp.mean(xp.square(centered), axis=axes, keepdims=True) + epsilon))
    out = out if weight is None else out * xp.reshape(weight, tuple(normalized_shape))
    out = out if bias is None else out + xp.reshape(bias, tuple(normalized_shape))
    return out.astype(x.dtype, copy=False)
