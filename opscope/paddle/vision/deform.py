"""Deformable convolution: function and layer."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError
from opscope.ops.manipulation.reshape import reshape
from opscope.ops.nn import windows_nd
from opscope.ops.public_functions import public
from opscope.paddle.nn.functional import deform
from opscope.paddle.nn.initializer import Normal
from opscope.paddle.nn.layer.layers import Layer


@public
def deform_conv2d(
    x: Any,
    offset: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    deformable_groups: int = 1,
    groups: int = 1,
    mask: Any = None,
    name: str | None = None,
) -> Any:
    """Return the convolution [N, O, h, w] of x [N, C, H, W] with windows whose pixels are moved by offset.

    weight is [O, C / groups, KH, KW], bias [O], offset [N, 2 * deformable_groups * KH * KW, h, w] (y, then x, for each
    pixel of a window). mask [N, deformable_groups * KH * KW, h, w] multiplies the moved pixels (v2). Raises ShapeError
    for shapes that do not match.
    Source: Dai et al. 2017; Zhu et al. 2018;
    https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/deform_conv2d_en.html
    """
    out = deform.deform_conv2d(
        x, offset, weight, mask,
        stride=windows_nd.many(stride, 2, "stride"), padding=windows_nd.many(padding, 2, "padding"),
        dilation=windows_nd.many(dilation, 2, "dilation"), deformable_groups=deformable_groups, groups=groups,
    )  # fmt: skip
    return out if bias is None else out + reshape(bias, shape=[1, -1, 1, 1])


class DeformConv2D(Layer):
    """deform_conv2d with the parameters weight and bias: layer(x, offset, mask=None).

    Raises ModeError (an AssertionError) for weight_attr=False, ArgumentError if groups do not divide in_channels.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        deformable_groups: int = 1,
        groups: int = 1,
        weight_attr: Any = None,
        bias_attr: Any = None,
    ) -> None:
        super().__init__()
        if weight_attr is False:
            raise ModeError("weight_attr of DeformConv2D should not be False.", site=site())
        if in_channels % groups:
            raise ArgumentError("DeformConv2D: in_channels must be divisible by groups.", site=site())
        self._deformable_groups, self._groups = deformable_groups, groups
        self._in_channels, self._out_channels = in_channels, out_channels
        self._stride, self._padding, self._dilation, self._kernel_size = (
            list(windows_nd.many(value, 2, name))
            for value, name in (
                (stride, "stride"), (padding, "padding"), (dilation, "dilation"), (kernel_size, "kernel_size"),
            )
        )  # fmt: skip
        std = math.sqrt(2.0 / (math.prod(self._kernel_size) * in_channels))
        self.weight = self.create_parameter(
            [out_channels, in_channels // groups, *self._kernel_size], weight_attr, default_initializer=Normal(0.0, std)
        )
        self.bias = self.create_parameter([out_channels], bias_attr, is_bias=True)

    def forward(self, x: Any, offset: Any, mask: Any = None) -> Any:
        return deform_conv2d(
            x, offset, self.weight, self.bias, self._stride, self._padding, self._dilation, self._deformable_groups,
            self._groups, mask,
        )  # fmt: skip
