"""Transposed convolution in two and three dims: from the output's shape of a convolution to its input's shape."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.number_checks import positive_whole
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.nn import windows_nd
from opscope.ops.nn.conv2d import conv2d, conv2d_grad_weight
from opscope.ops.nn.conv3d import conv3d, conv3d_grad_weight, conv_transposed
from opscope.ops.nn.windows_2d import Axis
from opscope.ops.registry import Sample, op


def _output_size(count: dims.Dim, axis: Axis, extra: int) -> dims.Dim:
    if count is None:
        return None
    size = axis.span(count) - axis.before - axis.after + extra
    if size < 1:
        raise ShapeError(
            f"a transposed window of {axis.extent} gives {size} output values, but at least 1 is needed",
            fix="use less padding",
        )
    return size


def _axes_and_sizes(shape: Any, kernel: Array, stride: Any, padding: Any, dilation: Any, output_padding: Any) -> Any:
    """Return the windows in the output, and its dims. Raises ArgumentError if output_padding is too large."""
    n = len(kernel)
    axes = windows_nd.axes(shape, kernel, stride, padding, dilation)
    extra = windows_nd.many(output_padding, n, "output_padding")
    if any(not 0 <= e < max(a.stride, 1) for e, a in zip(extra, axes, strict=True)):
        raise ArgumentError(
            f"output_padding {list(extra)} must be smaller than the stride {[a.stride for a in axes]}",
            fix="pass 0, or a larger stride",
        )
    return axes, tuple(_output_size(d, a, e) for d, a, e in zip(shape, axes, extra, strict=True))


def _transposed(
    x: TensorSpec,
    weight: TensorSpec,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    output_padding: Any = 0,
) -> TensorSpec:
    facts = {"x": x, "weight": weight}
    if x.rank != weight.rank or x.rank < 3:
        raise ShapeError(
            "conv_transpose: weight must be [C, O / groups, *kernel] for x [N, C, *]",
            facts=facts,
            fix="add dims with unsqueeze",
        )
    positive_whole(groups, "groups")
    channels, rows, outs = x.shape[1], weight.shape[0], weight.shape[1]
    if channels is not None and (rows not in (None, channels) or channels % groups):
        raise ShapeError(
            f"conv_transpose: x has {channels} channels in {groups} groups, but the first dim of weight is {rows}",
            facts=facts,
            fix="make weight [C, O / groups, *kernel]",
        )
    kernel = weight.shape[2:]
    known = tuple(1 if k is None else k for k in kernel)
    inner = tuple(None if k is None else d for k, d in zip(kernel, x.shape[2:], strict=True))
    sizes = _axes_and_sizes(inner, known, stride, padding, dilation, output_padding)[1]
    return TensorSpec((x.shape[0], dims.product((outs, groups)), *sizes), infer.promoted(x, weight))


def _kernel(
    xp: ArrayModule, x: Array, weight: Array, stride: Any, padding: Any, dilation: Any, groups: int, output_padding: Any
) -> Any:
    axes, sizes = _axes_and_sizes(x.shape[2:], weight.shape[2:], stride, padding, dilation, output_padding)
    return conv_transposed(xp, x, weight, sizes, axes, groups)


def _samples_2d() -> list[Sample]:
    a = samples.array
    return [
        Sample((a(2, 3, 3, 4), a(3, 2, 2, 3))),
        Sample((a(1, 4, 3, 3), a(4, 1, 3, 3)), {"stride": 2, "padding": 1, "groups": 2, "output_padding": 1}),
        Sample((a(1, 2, 3, 3), a(2, 2, 2, 2)), {"padding": [1, 0, 2, 1], "dilation": (3, 2), "stride": [2, 3]}),
    ]


@op(
    infer=_transposed,
    samples=_samples_2d,
    vjp={
        "x": lambda dout, weight, stride, padding, dilation, groups: conv2d(
            dout, weight, stride=stride, padding=padding, dilation=dilation, groups=groups
        ),
        "weight": lambda dout, x, weight, stride, padding, dilation, groups: conv2d_grad_weight(
            x, dout, weight, stride=stride, padding=padding, dilation=dilation, groups=groups
        ),
    },
)
def conv2d_transpose(
    xp: ArrayModule,
    x: Array,
    weight: Array,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    output_padding: Any = 0,
) -> Array:
    """Return the transpose of conv2d: x [N, C, H, W] with weight [C, O / groups, KH, KW] gives [N, O, H', W'].

    padding: an int, two or four; rows and columns to remove from the result. output_padding: an int or two ints; rows
    and columns to add at the end, fewer than the stride. Raises ShapeError if channels or sizes do not fit.
    """
    return _kernel(xp, x, weight, stride, padding, dilation, groups, output_padding)


def _samples_3d() -> list[Sample]:
    a = samples.array
    return [
        Sample((a(1, 2, 2, 3, 2), a(2, 2, 2, 1, 2))),
        Sample((a(2, 2, 2, 2, 2), a(2, 1, 2, 2, 3)), {"stride": 2, "padding": 1, "groups": 2, "output_padding": 1}),
    ]


@op(
    infer=_transposed,
    samples=_samples_3d,
    vjp={
        "x": lambda dout, weight, stride, padding, dilation, groups: conv3d(
            dout, weight, stride=stride, padding=padding, dilation=dilation, groups=groups
        ),
        "weight": lambda dout, x, weight, stride, padding, dilation, groups: conv3d_grad_weight(
            x, dout, weight, stride=stride, padding=padding, dilation=dilation, groups=groups
        ),
    },
)
def conv3d_transpose(
    xp: ArrayModule,
    x: Array,
    weight: Array,
    *,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    output_padding: Any = 0,
) -> Array:
    """Return the transpose of conv3d: [N, O, D', H', W'] from x [N, C, D, H, W].

    weight: [C, O / groups, KD, KH, KW]. The parameters are as in conv2d_transpose, with three dims instead of two.
    """
    return _kernel(xp, x, weight, stride, padding, dilation, groups, output_padding)
