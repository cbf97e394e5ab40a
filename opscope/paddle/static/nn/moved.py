"""Layers with other windows than convolutions: deformable convolution, and row convolution over later steps."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, ModeError, ShapeError
from opscope.ir.program.context import require_static
from opscope.ir.program.lod import lod_of, offsets_of
from opscope.ir.program.program import Variable
from opscope.ops.nn import windows_nd
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.functional import deform
from opscope.paddle.nn.initializer import Normal
from opscope.paddle.nn.param_attr import as_attr, layer_parameter, require_sizes
from opscope.paddle.static.nn.checked import check_input
from opscope.paddle.static.nn.layers import activated, appended
from opscope.paddle.static.nn.sequence_rows import picked, with_a_row


def deform_conv2d(
    x: Variable,
    offset: Variable,
    mask: Variable | None,
    num_filters: int,
    filter_size: Any,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    deformable_groups: int = 1,
    im2col_step: int = 1,
    weight_attr: Any = None,
    bias_attr: Any = None,
    name: str | None = None,
) -> Variable:
    """Apply a deformable convolution to x [N, C, H, W]; the layer makes its parameters.

    mask None means the first version of deformable convolution. For offset and mask, see vision.ops.deform_conv2d.
    im2col_step changes no result: it is the number of images that Paddle processes together. Raises ShapeError,
    ArgumentError for groups that do not divide C, ModeError for weight_attr=False.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/deform_conv2d_en.html
    """
    require_static("deform_conv2d")
    check_input(x, "input", "deformable_conv", ("float32", "float64"))
    check_input(offset, "offset", "deformable_conv", ("float32", "float64"))
    channels = x.spec.shape[1] if x.ndim == 4 else None
    if channels is None:
        raise ShapeError(
            f"the input of deform_conv2d should have the shape [N, C, H, W], but its shape is {x.shape}", site=site()
        )
    if weight_attr is False:
        raise ModeError("weight_attr of deform_conv2d should not be False.", site=site())
    if im2col_step < 1 or groups < 1 or channels % groups:
        raise ArgumentError(
            "deform_conv2d: the number of channels of x must be divisible by groups.",
            facts={"groups": groups},
            site=site(),
        )
    layer = name or names("deformable_conv")
    window = windows_nd.many(filter_size, 2, "filter_size")
    require_sizes((num_filters, channels, *window), f"{layer}.w")
    std = math.sqrt(2.0 / (math.prod(window) * channels))
    shape = (num_filters, channels // groups, *window)
    weight = layer_parameter(layer, "w", shape, as_attr(weight_attr), x.dtype, Normal(0.0, std))
    with names.naming(layer):
        out = deform.deform_conv2d(
            x, offset, weight, mask, stride=windows_nd.many(stride, 2, "stride"),
            padding=windows_nd.many(padding, 2, "padding"), dilation=windows_nd.many(dilation, 2, "dilation"),
            deformable_groups=deformable_groups, groups=groups,
        )  # fmt: skip
    bias = as_attr(bias_attr)
    if bias is None:
        return out
    parameter = layer_parameter(layer, "b", (num_filters,), bias, x.dtype)
    return appended(layer, "add", [out, REGISTRY["reshape"](parameter, shape=(1, num_filters, 1, 1))])


def ahead(x: Any, weight: Any) -> Any:
    """Return for each step of x [N, T, D] the weighted sum of this step and later steps; weight is [future + 1, D].

    x can also be rows [rows, D] with a LoD: then the sum contains later rows of the same sequence. Raises ShapeError
    for another rank, or an unknown number of steps.
    Source: Amodei et al. 2016.
    """
    if len(x.shape) == 2:
        rows = REGISTRY["neighboring_rows"](offsets_of(x, "row_conv"), x, start=0, count=weight.shape[0])
        total = REGISTRY["sum"](picked(with_a_row(x, 0.0), rows) * weight, axis=(1,))
        return REGISTRY["lod_reset"](total, *lod_of(x))
    if len(x.shape) != 3 or x.shape[1] < 1:
        raise ShapeError(
            "row_conv: the input must have the shape [N, T, D]",
            facts={"input": list(x.shape)},
            site=site(),
            fix="pad the sequences to one length T",
        )
    future = weight.shape[0] - 1
    after = REGISTRY["pad"](x, paddings=(0, 0, 0, future, 0, 0), value=0.0)
    whole = (None, None, None)
    parts = [
        REGISTRY["getitem"](after, index=(whole, (step, step + x.shape[1], None)))
        * REGISTRY["getitem"](weight, index=(step,))
        for step in range(future + 1)
    ]
    return REGISTRY["add_n"](parts)


def row_conv(input: Variable, future_context_size: int, param_attr: Any = None, act: str | None = None) -> Variable:
    """Return for each step of input [N, T, D] the weighted sum of this step and future_context_size later steps.

    The layer makes its weights. input can also be sequences of different lengths: rows [rows, D] with a LoD.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/static/nn/row_conv_en.html
    """
    require_static("row_conv")
    check_input(input, "input", "row_conv", ("float32",))
    layer = names("row_conv")
    shape = (future_context_size + 1, input.shape[-1])
    weight = layer_parameter(layer, "w", shape, as_attr(param_attr), input.dtype)
    with names.naming(layer):
        out = ahead(input, weight)
    return activated(layer, out, act)


note_functions(__name__)
