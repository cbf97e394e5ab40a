"""Convolution in three dims: three ops; each op is linear in its two operands, and its gradients are the other ops."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.number_checks import positive_whole
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import infer, samples
from opscope.ops.nn import windows_nd
from opscope.ops.nn.windows_nd import Axes
from opscope.ops.registry import Sample, op


def convolve(xp: ArrayModule, x: Array, weight: Array, axes: Axes, groups: int) -> Any:
    """Return the cross-correlation of x [N, C, *] with weight [O, C / groups, *]."""
    sizes: Any = windows_nd.counts(x.shape[2:], axes)
    filters = xp.reshape(weight, (groups, weight.shape[0] // groups, -1))
    out = xp.matmul(filters, windows_nd.columns(xp, x, axes, sizes, groups))
    return xp.reshape(out, (x.shape[0], weight.shape[0], *sizes))


def conv_transposed(xp: ArrayModule, x: Array, weight: Array, dims: Any, axes: Axes, groups: int) -> Any:
    """Return the transpose of `convolve` for its input: from [N, O, *] to [N, C, *dims]."""
    n, outs, *sizes = x.shape
    filters = xp.swapaxes(xp.reshape(weight, (groups, outs // groups, -1)), 1, 2)
    columns = xp.matmul(filters, xp.reshape(x, (n, groups, outs // groups, math.prod(sizes))))
    parts = xp.reshape(columns, (n, groups * weight.shape[1], *weight.shape[2:], *sizes))
    return windows_nd.fold(xp, parts, dims, axes)


def _conv3d(
    x: TensorSpec,
    weight: TensorSpec,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> TensorSpec:
    facts = {"x": x, "weight": weight}
    if x.rank != 5 or weight.rank != 5:
        raise ShapeError(
            "conv3d: x must be [N, C, D, H, W] and weight [O, C / groups, KD, KH, KW]", facts=facts, fix="add dims"
        )
    fit(x, weight, groups, "conv3d")
    kernel = weight.shape[2:]
    known = tuple(1 if k is None else k for k in kernel)
    axes = windows_nd.axes(x.shape[2:], known, stride, padding, dilation)
    dims = tuple(None if k is None else d for k, d in zip(kernel, x.shape[2:], strict=True))
    return TensorSpec((x.shape[0], weight.shape[0], *windows_nd.counts(dims, axes)), infer.promoted(x, weight))


def fit(x: TensorSpec, weight: TensorSpec, groups: int, name: str) -> None:
    """Raise ShapeError if channels and groups do not agree, and ArgumentError for groups below 1."""
    facts = {"x": x, "weight": weight}
    positive_whole(groups, "groups")
    channels, outs, per_group = x.shape[1], weight.shape[0], weight.shape[1]
    if channels is not None and per_group is not None and channels != per_group * groups:
        raise ShapeError(
            f"{name}: x has {channels} channels, but weight needs {per_group} in each of {groups} groups",
            facts=facts,
            fix="make weight [O, C / groups, ...]",
        )
    if outs is not None and outs % groups:
        raise ShapeError(
            f"{name}: {outs} output channels cannot be divided into {groups} groups",
            facts=facts,
            fix="change groups, or the first dim of weight",
        )


def _samples() -> list[Sample]:
    a = samples.array
    return [
        Sample((a(2, 2, 3, 4, 3), a(3, 2, 2, 2, 2))),
        Sample((a(1, 4, 3, 3, 4), a(2, 2, 2, 1, 3)), {"stride": [1, 2, 1], "padding": 1, "groups": 2}),
        Sample((a(1, 1, 4, 3, 3), a(2, 1, 2, 2, 1)), {"padding": [1, 0, 0, 1, 0, 0], "dilation": (2, 1, 1)}),
        Sample((a(1, 1, 3, 4, 3), a(1, 1, 2, 2, 2)), {"padding": "SAME", "stride": 2}),
    ]


def _as_grad_of(position: int) -> list[Sample]:
    """Samples of the gradient ops, made from the samples of conv3d: (grad, other operand, like)."""
    made = []
    for s in _samples()[:3]:
        x, weight = s.args
        shape: Any = _conv3d(*(TensorSpec(v.shape, infer.float32) for v in s.args), **s.attrs).shape
        grad = samples.array(*shape, seed=3)
        made.append(Sample((grad, weight, x) if position == 0 else (grad, x, weight), s.attrs))
    return made


@op(
    infer=_conv3d,
    samples=_samples,
    vjp={
        "x": lambda dout, x, weight, attrs: conv3d_grad_input(dout, weight, x, **attrs),
        "weight": lambda dout, x, weight, attrs: conv3d_grad_weight(dout, x, weight, **attrs),
    },
)
def conv3d(
    xp: ArrayModule, x: Array, weight: Array, *, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1
) -> Array:
    """Return the cross-correlation [N, O, D', H', W'] of x [N, C, D, H, W] with weight [O, C / groups, KD, KH, KW].

    stride, dilation: an int or three ints. padding: an int, three, six (before and after), 'SAME' or 'VALID'.
    Raises ShapeError if channels or sizes do not fit.
    """
    return convolve(xp, x, weight, windows_nd.axes(x.shape[2:], weight.shape[2:], stride, padding, dilation), groups)


@op(
    infer=lambda x, weight, like, **_: x.with_shape(like.shape),
    samples=lambda: _as_grad_of(0),
    vjp={
        "x": lambda dout, weight, attrs: conv3d(dout, weight, **attrs),
        "weight": lambda dout, x, weight, attrs: conv3d_grad_weight(x, dout, weight, **attrs),
    },
)
def conv3d_grad_input(
    xp: ArrayModule,
    x: Array,
    weight: Array,
    like: Array,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Array:
    """Return the gradient of conv3d for its input, in the shape of `like`; x is the gradient of the output."""
    axes = windows_nd.axes(like.shape[2:], weight.shape[2:], stride, padding, dilation)
    return conv_transposed(xp, x, weight, like.shape[2:], axes, groups)


@op(
    dtype_kinds="f",
    infer=lambda grad, x, like, **_: grad.with_shape(like.shape),
    samples=lambda: _as_grad_of(1),
    vjp={
        "grad": lambda dout, x, attrs: conv3d(x, dout, **attrs),
        "x": lambda dout, grad, x, attrs: conv3d_grad_input(grad, dout, x, **attrs),
    },
)
def conv3d_grad_weight(
    xp: ArrayModule,
    grad: Array,
    x: Array,
    like: Array,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Array:
    """Return the gradient of conv3d for its weight, in the shape of `like`; grad is the gradient of the output."""
    axes = windows_nd.axes(x.shape[2:], like.shape[2:], stride, padding, dilation)
    n, outs, *sizes = grad.shape
    wanted = xp.reshape(grad, (n, groups, outs // groups, math.prod(sizes)))
    columns = windows_nd.columns(xp, x, axes, sizes, groups)
    return xp.reshape(xp.sum(xp.matmul(wanted, xp.swapaxes(columns, 2, 3)), axis=0), like.shape)
