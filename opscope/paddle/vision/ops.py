"""paddle.vision.ops: boxes, and a block of convolution, norm and activation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.checks.unsupported import unsupported_function
from opscope.paddle.nn.layer.activation import ReLU
from opscope.paddle.nn.layer.batch_norm import BatchNorm2D
from opscope.paddle.nn.layer.container import Sequential
from opscope.paddle.nn.layer.conv import Conv2D
from opscope.paddle.vision.boxes import box_coder, nms
from opscope.paddle.vision.deform import DeformConv2D, deform_conv2d
from opscope.paddle.vision.detection import (
    distribute_fpn_proposals,
    generate_proposals,
    matrix_nms,
    prior_box,
    yolo_box,
    yolo_loss,
)
from opscope.paddle.vision.regions import PSRoIPool, RoIAlign, RoIPool, psroi_pool, roi_align, roi_pool


class ConvNormActivation(Sequential):
    """A convolution, a norm and an activation; None leaves the norm or the activation out.

    padding=None keeps the size at stride 1. bias=None: the convolution has a bias only without a norm.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int = 3,
        stride: int = 1,
        padding: Any = None,
        groups: int = 1,
        norm_layer: Callable[..., Any] | None = BatchNorm2D,
        activation_layer: Callable[..., Any] | None = ReLU,
        dilation: int = 1,
        bias: bool | None = None,
    ) -> None:
        padding = (kernel_size - 1) // 2 * dilation if padding is None else padding
        bias = norm_layer is None if bias is None else bias
        layers: list[Any] = [
            Conv2D(
                in_channels, out_channels, kernel_size, stride, padding, dilation=dilation, groups=groups,
                bias_attr=None if bias else False,
            )
        ]  # fmt: skip
        if norm_layer is not None:
            layers.append(norm_layer(out_channels))
        if activation_layer is not None:
            layers.append(activation_layer())
        super().__init__(*layers)


decode_jpeg = unsupported_function(
    "decode_jpeg", "opscope has no JPEG decoder of its own", "use paddle.vision.image_load"
)
read_file = unsupported_function("read_file", "opscope has no JPEG decoder of its own", "use paddle.vision.image_load")

__all__ = [
    "ConvNormActivation",
    "DeformConv2D",
    "PSRoIPool",
    "RoIAlign",
    "RoIPool",
    "box_coder",
    "decode_jpeg",
    "deform_conv2d",
    "distribute_fpn_proposals",
    "generate_proposals",
    "matrix_nms",
    "nms",
    "prior_box",
    "psroi_pool",
    "read_file",
    "roi_align",
    "roi_pool",
    "yolo_box",
    "yolo_loss",
]
