"""Normalization within groups of channels; with one channel per group, it is instance normalization."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.elementwise.unary import rsqrt
from opscope.ops.manipulation.reshape import reshape, reshape_like
from opscope.ops.nn.normalization import all_but_channels, check_epsilon, widened
from opscope.ops.reduction import mean as mean_of
from opscope.ops.reduction import sum
from opscope.ops.registry import Sample, op


def _divides(channels: int | None, groups: int) -> None:
    """Raise ArgumentError if the number of channels is known and not a multiple of the groups."""
    if groups < 1 or (channels is not None and channels % groups):
        raise ArgumentError(
            f"group_norm: {channels} channels cannot be divided into {groups} groups", fix="change groups"
        )


def _group_norm(
    x: TensorSpec, weight: TensorSpec | None = None, bias: TensorSpec | None = None, *, groups: int, **attrs: Any
) -> TensorSpec:
    check_epsilon(**attrs)
    if x.rank < 2:
        raise ShapeError("group_norm: x must be [N, C, ...]", facts={"x": x}, fix="add a dim with unsqueeze")
    channels = x.shape[1]
    _divides(channels, groups)
    for name, spec in (("weight", weight), ("bias", bias)):
        if spec is not None and (spec.rank != 1 or (None not in (channels, *spec.shape) and spec.shape[0] != channels)):
            raise ShapeError(
                f"group_norm: {name} must be [{channels}], one value per channel", facts={"x": x, name: spec}
            )
    return x


def _column(value: Array, x: Array) -> Any:
    """Reshape [C] to [C, 1, ...], which broadcasts against [N, C, ...]."""
    return reshape(value, shape=[-1, *[1] * (len(x.shape) - 2)])


def _hat(x: Array, groups: int, epsilon: float) -> tuple[Any, Any]:
    """Return x normalized, as [N, groups, *], and the inverse of the standard deviation."""
    rows = reshape(x, shape=[0, groups, -1])
    centered = rows - mean_of(rows, axis=2, keepdim=True)
    inv_std = rsqrt(mean_of(centered * centered, axis=2, keepdim=True) + epsilon)
    return centered * inv_std, inv_std


def _dx(dout: Array, x: Array, weight: Array, groups: int, epsilon: float) -> Any:
    x_hat, inv_std = _hat(x, groups, epsilon)
    flow = reshape(dout if weight is None else dout * _column(weight, x), shape=[0, groups, -1])
    through = mean_of(flow * x_hat, axis=2, keepdim=True)
    grad = (flow - mean_of(flow, axis=2, keepdim=True) - x_hat * through) * inv_std
    return cast_like(reshape_like(grad, x), x)


def _dweight(dout: Array, x: Array, weight: Array, groups: int, epsilon: float) -> Any:
    x_hat = reshape_like(_hat(x, groups, epsilon)[0], x)
    return cast_like(sum(dout * x_hat, axis=all_but_channels(len(x.shape))), weight)


@op(
    check_shapes=True,
    dtype_kinds="f",
    infer=_group_norm,
    vjp={
        "x": _dx,
        "weight": _dweight,
        "bias": lambda dout, x, bias: cast_like(sum(dout, axis=all_but_channels(len(x.shape))), bias),
    },
    samples=lambda: [
        Sample((samples.array(2, 4, 3), samples.array(4, seed=1), samples.array(4, seed=2)), {"groups": 2}),
        Sample((samples.array(2, 4), None, None), {"groups": 1, "epsilon": 1e-3}),
        Sample((samples.array(2, 2, 3, 2), samples.array(2), None), {"groups": 2}),
    ],
)
def group_norm(
    xp: ArrayModule, x: Array, weight: Array = None, bias: Array = None, *, groups: int, epsilon: float = 1e-5
) -> Array:
    """Normalize x [N, C, ...] over each of `groups` groups of its channels; then * weight + bias, [C].

    epsilon is added to the variance. Source: Wu & He 2018, Group normalization.
    """
    _divides(x.shape[1], groups)  # else a reshape might cut channels in two
    wide = xp.reshape(widened(x), (x.shape[0], groups, -1))
    centered = wide - xp.mean(wide, axis=2, keepdims=True)
    out = centered * (1.0 / xp.sqrt(xp.mean(xp.square(centered), axis=2, keepdims=True) + epsilon))
    out, column = xp.reshape(out, x.shape), (-1, *[1] * (x.ndim - 2))
    out = out if weight is None else out * xp.reshape(weight, column)
    out = out if bias is None else out + xp.reshape(bias, column)
    return out.astype(x.dtype, copy=False)
