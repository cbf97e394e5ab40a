"""Convolution in two dims: three ops; each op is linear in its two operands, and its gradients are the other ops."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.number_checks import positive_whole
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError, UnsupportedError
from opscope.ops import infer, samples
from opscope.ops.nn import direct_conv, windows_2d, workspace
from opscope.ops.nn.windows_2d import Axis
from opscope.ops.registry import Op, Sample, op


def _nchw(data_format: str) -> None:
    if data_format != "NCHW":
        raise UnsupportedError(
            f"conv2d does not support data_format={data_format!r}", fix="transpose to NCHW, channels first"
        )


def _conv2d(
    x: TensorSpec,
    weight: TensorSpec,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    data_format: str = "NCHW",
) -> TensorSpec:
    _nchw(data_format)
    facts = {"x": x, "weight": weight}
    if x.rank != 4 or weight.rank != 4:
        raise ShapeError(
            "conv2d: x must be [N, C, H, W] and weight [O, C / groups, KH, KW]",
            facts=facts,
            fix="add dims with unsqueeze",
        )
    positive_whole(groups, "groups")
    channels, outs, per_group = x.shape[1], weight.shape[0], weight.shape[1]
    if None not in (channels, per_group) and channels != per_group * groups:  # type: ignore[operator]
        raise ShapeError(
            f"conv2d: x has {channels} channels, but weight needs {per_group} in each of {groups} groups",
            facts=facts,
            fix="make weight [O, C / groups, KH, KW]",
        )
    if outs is not None and outs % groups:
        raise ShapeError(
            f"conv2d: {outs} output channels cannot be divided into {groups} groups",
            facts=facts,
            fix="change groups, or the first dim of weight",
        )
    kernel = tuple(infer.require_known_dim(d, "conv2d", "the kernel size") for d in weight.shape[2:])
    axes = windows_2d.axes(x.shape[2:], kernel, stride, padding, dilation)
    sizes = tuple(a.count(d) for d, a in zip(x.shape[2:], axes, strict=True))
    return TensorSpec((x.shape[0], outs, *sizes), infer.promoted(x, weight))


def _samples() -> list[Sample]:
    a = samples.array
    return [
        Sample((a(2, 3, 5, 4), a(4, 3, 3, 2))),
        Sample((a(2, 4, 5, 5), a(2, 2, 3, 3)), {"stride": 2, "padding": 1, "groups": 2}),
        Sample((a(1, 2, 6, 5), a(3, 2, 2, 2)), {"stride": [2, 1], "padding": [1, 0, 2, 1], "dilation": (2, 1)}),
        Sample((a(1, 2, 5, 4), a(1, 2, 3, 2)), {"padding": "SAME", "stride": 2}),
        Sample((a(1, 3, 4, 4), a(3, 1, 2, 2)), {"padding": "VALID", "groups": 3}),
        Sample((a(2, 3, 2, 2), a(4, 3, 1, 1))),
    ]


def _as_grad_of(position: int) -> list[Sample]:
    """Samples of the gradient ops, made from the samples of conv2d: (grad, other operand, like)."""
    made = []
    for s in _samples()[:4]:
        x, weight = s.args
        shape = _conv2d(*(TensorSpec(v.shape, infer.float32) for v in s.args), **s.attrs).shape
        grad = samples.array(*shape, seed=3)  # type: ignore[arg-type]
        made.append(Sample((grad, weight, x) if position == 0 else (grad, x, weight), s.attrs))
    return made


@op(
    infer=_conv2d,
    samples=_samples,
    vjp={
        "x": lambda dout, x, weight, attrs: conv2d_grad_input(dout, weight, x, **attrs),
        "weight": lambda dout, x, weight, attrs: conv2d_grad_weight(dout, x, weight, **attrs),
    },
)
def conv2d(
    xp: ArrayModule,
    x: Array,
    weight: Array,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    data_format: str = "NCHW",
) -> Array:
    """Return the cross-correlation [N, O, H', W'] of x [N, C, H, W] with weight [O, C / groups, KH, KW].

    stride, dilation: an int or two ints. padding: an int, two (height, width), four (top, bottom, left, right), 'SAME'
    or 'VALID'. Raises ShapeError if channels or sizes do not fit.
    """
    axes = windows_2d.axes(x.shape[2:], weight.shape[2:], stride, padding, dilation)
    columns, sizes = _columns(xp, x, axes, groups)
    filters = xp.reshape(weight, (groups, weight.shape[0] // groups, -1))
    return xp.reshape(xp.matmul(filters, columns), (x.shape[0], weight.shape[0], *sizes))


def _columns(xp: ArrayModule, x: Array, axes: tuple[Axis, Axis], groups: int) -> tuple[Any, tuple[int, int]]:
    """Return the columns of im2col, [N, groups, C / groups * KH * KW, H' * W'], and (H', W').

    The function makes two copies, the first one by columns of the window. The rows of the second copy are then runs of
    H' * W' values, which are few and fast to copy. The columns lie in the workspace, and are valid until the kernel
    returns.
    """
    sizes: Any = tuple(a.count(d) for a, d in zip(axes, x.shape[2:], strict=True))
    big = windows_2d.padded(xp, x, axes, sizes)
    n, c = x.shape[:2]
    high, wide = axes
    view = xp.lib.stride_tricks.as_strided
    image, channel, row, value = big.strides
    shape = (n, c, wide.size, high.span(sizes[0]), sizes[1])
    strip = view(big, shape, (image, channel, value * wide.dilation, row, value * wide.stride))
    strip = workspace.contiguous(xp, "strip", strip)
    image, channel, column, row, value = strip.strides
    strides = (image, channel, row * high.dilation, column, row * high.stride, value)
    windows = workspace.contiguous(xp, "columns", view(strip, (n, c, high.size, wide.size, *sizes), strides))
    return xp.reshape(windows, (n, groups, c // groups * high.size * wide.size, sizes[0] * sizes[1])), sizes


@op(
    infer=lambda x, weight, like, **_: x.with_shape(like.shape),
    samples=lambda: _as_grad_of(0),
    vjp={
        "x": lambda dout, weight, attrs: conv2d(dout, weight, **attrs),
        "weight": lambda dout, x, weight, attrs: conv2d_grad_weight(x, dout, weight, **attrs),
    },
)
def conv2d_grad_input(
    xp: ArrayModule,
    x: Array,
    weight: Array,
    like: Array,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    data_format: str = "NCHW",
) -> Array:
    """Return the gradient of conv2d for its input [N, C, H, W], in the shape of `like`.

    x is the gradient of the output of conv2d.
    """
    axes = windows_2d.axes(like.shape[2:], weight.shape[2:], stride, padding, dilation)
    n, outs, *sizes = x.shape
    filters = xp.swapaxes(xp.reshape(weight, (groups, outs // groups, -1)), 1, 2)
    given = xp.reshape(x, (n, groups, outs // groups, sizes[0] * sizes[1]))
    columns = workspace.product(xp, "columns", filters, given)
    parts = xp.reshape(columns, (n, like.shape[1], *weight.shape[2:], *sizes))
    high, wide = axes
    rows = high.span(sizes[0])
    strip = workspace.empty(xp, "strip", (n, like.shape[1], wide.size, rows, sizes[1]), columns.dtype)
    strip[...] = 0
    for row in range(high.size):
        strip[:, :, :, high.values_at(row, sizes[0])] += parts[:, :, row]
    out = windows_2d.padded_zeros(xp, like, axes, sizes, columns.dtype)
    for column in range(wide.size):
        out[:, :, :rows, wide.values_at(column, sizes[1])] += strip[:, :, column]
    return windows_2d.interior(out, like, axes)


@op(
    dtype_kinds="f",
    infer=lambda grad, x, like, **_: grad.with_shape(like.shape),
    samples=lambda: _as_grad_of(1),
    vjp={
        "grad": lambda dout, x, attrs: conv2d(x, dout, **attrs),
        "x": lambda dout, grad, x, attrs: conv2d_grad_input(grad, dout, x, **attrs),
    },
)
def conv2d_grad_weight(
    xp: ArrayModule,
    grad: Array,
    x: Array,
    like: Array,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    data_format: str = "NCHW",
) -> Array:
    """Return the gradient of conv2d for its weight, in the shape of `like`.

    grad is the gradient of the output of conv2d.
    """
    axes = windows_2d.axes(x.shape[2:], like.shape[2:], stride, padding, dilation)
    columns, sizes = _columns(xp, x, axes, groups)
    n, outs = grad.shape[:2]
    wanted = xp.reshape(grad, (n, groups, outs // groups, sizes[0] * sizes[1]))
    if groups == 1 and outs > sizes[0] * sizes[1]:  # else one matrix product an image takes less memory than one in all
        return xp.reshape(xp.tensordot(wanted[:, 0], columns[:, 0], axes=([0, 2], [0, 2])), like.shape)
    return xp.reshape(xp.sum(xp.matmul(wanted, xp.swapaxes(columns, 2, 3)), axis=0), like.shape)


PART = 1 << 22  # bytes of columns that a CPU's caches hold


def _parts(x: Array, weight: Array) -> list[slice]:
    """Return slices of the batch whose columns fit into a part of the memory, computed for a stride of 1."""
    image = math.prod((*x.shape[1:], *weight.shape[2:])) * x.dtype.itemsize
    count = max(PART // max(image, 1), 1)
    return [slice(first, min(first + count, len(x))) for first in range(0, max(len(x), 1), count)]


def _compiled(op: Op, x: Any, weight: Any, attrs: dict[str, Any], out: Any = None) -> direct_conv.ConvShape | None:
    """Return the convolution if compiled code can compute it; such code sets no floating-point flags."""
    if not {"warn", "ignore"}.issuperset(np.geterr().values()):
        return None
    return direct_conv.conv_shape(x, weight, op.with_defaults(attrs), out)


@conv2d.override("numpy")
def _conv2d_of_numpy(xp: ArrayModule, x: Array, weight: Array, **attrs: Any) -> Array:
    conv = _compiled(conv2d, x, weight, attrs)
    if conv is not None:
        out = xp.empty((len(x), conv.outs, *conv.sizes), x.dtype)
        direct_conv.output(conv, x, weight, out)
        return out
    made = [conv2d.kernel(xp, x[part], weight, **attrs) for part in _parts(x, weight)]
    return made[0] if len(made) == 1 else xp.concatenate(made)


@conv2d_grad_input.override("numpy")
def _grad_input_of_numpy(xp: ArrayModule, x: Array, weight: Array, like: Array, **attrs: Any) -> Array:
    conv = _compiled(conv2d_grad_input, like, weight, attrs, x)
    if conv is not None and conv.backwards is not None:
        out = xp.empty(like.shape, x.dtype)
        direct_conv.input_gradient(conv, x, weight, out)
        return out

    def of(part: slice) -> Any:
        shape = TensorSpec((part.stop - part.start, *like.shape[1:]), infer.float32)
        return conv2d_grad_input.kernel(xp, x[part], weight, shape, **attrs)

    made = [of(part) for part in _parts(x, weight)]
    return made[0] if len(made) == 1 else xp.concatenate(made)


@conv2d_grad_weight.override("numpy")
def _grad_weight_of_numpy(xp: ArrayModule, grad: Array, x: Array, like: Array, **attrs: Any) -> Array:
    conv = _compiled(conv2d_grad_weight, x, like, attrs, grad)
    if conv is not None and conv.outs >= direct_conv.MIN_LANES:
        out = xp.empty(like.shape, x.dtype)
        direct_conv.weight_gradient(conv, grad, x, out)
        return out
    first, *rest = _parts(x, like)
    total = conv2d_grad_weight.kernel(xp, grad[first], x[first], like, **attrs)
    for part in rest:
        total += conv2d_grad_weight.kernel(xp, grad[part], x[part], like, **attrs)
    return total
