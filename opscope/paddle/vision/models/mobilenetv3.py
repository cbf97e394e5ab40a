"""MobileNetV3: blocks as in MobileNetV2, some of which weigh their channels."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import RunError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.vision.models._utils import _make_divisible
from opscope.paddle.vision.models.pretrained import refuse_pretrained
from opscope.paddle.vision.ops import ConvNormActivation

Make = Callable[..., Any] | None

_R, _H = "relu", "hardswish"
# channels in, kernel, channels inside, channels out, channels weighed, activation, stride
_SMALL = (
    (16, 3, 16, 16, True, _R, 2), (16, 3, 72, 24, False, _R, 2), (24, 3, 88, 24, False, _R, 1),
    (24, 5, 96, 40, True, _H, 2), (40, 5, 240, 40, True, _H, 1), (40, 5, 240, 40, True, _H, 1),
    (40, 5, 120, 48, True, _H, 1), (48, 5, 144, 48, True, _H, 1), (48, 5, 288, 96, True, _H, 2),
    (96, 5, 576, 96, True, _H, 1), (96, 5, 576, 96, True, _H, 1),
)  # fmt: skip
_LARGE = (
    (16, 3, 16, 16, False, _R, 1), (16, 3, 64, 24, False, _R, 2), (24, 3, 72, 24, False, _R, 1),
    (24, 5, 72, 40, True, _R, 2), (40, 5, 120, 40, True, _R, 1), (40, 5, 120, 40, True, _R, 1),
    (40, 3, 240, 80, False, _H, 2), (80, 3, 200, 80, False, _H, 1), (80, 3, 184, 80, False, _H, 1),
    (80, 3, 184, 80, False, _H, 1), (80, 3, 480, 112, True, _H, 1), (112, 3, 672, 112, True, _H, 1),
    (112, 5, 672, 160, True, _H, 2), (160, 5, 960, 160, True, _H, 1), (160, 5, 960, 160, True, _H, 1),
)  # fmt: skip


class SqueezeExcitation(nn.Layer):
    """Each channel times a weight that the means of all channels decide."""

    def __init__(
        self,
        input_channels: int,
        squeeze_channels: int,
        activation: Callable[..., Any] = nn.ReLU,
        scale_activation: Callable[..., Any] = nn.Sigmoid,
    ) -> None:
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2D(1)
        self.fc1 = nn.Conv2D(input_channels, squeeze_channels, 1)
        self.fc2 = nn.Conv2D(squeeze_channels, input_channels, 1)
        self.activation = activation()
        self.scale_activation = scale_activation()

    def forward(self, input: Any) -> Any:
        return self.scale_activation(self.fc2(self.activation(self.fc1(self.avgpool(input))))) * input


class InvertedResidualConfig:
    """What a block is made of; scale multiplies its channels. Raises RunError for another activation."""

    def __init__(
        self,
        in_channels: int,
        kernel: int,
        expanded_channels: int,
        out_channels: int,
        use_se: bool,
        activation: str | None,
        stride: int,
        scale: float = 1.0,
    ) -> None:
        known: dict[str | None, Make] = {None: None, "relu": nn.ReLU, "hardswish": nn.Hardswish}
        if activation not in known:
            raise RunError(f"The activation function is not supported: {activation}", site=site())
        self.in_channels = self.adjust_channels(in_channels, scale)
        self.expanded_channels = self.adjust_channels(expanded_channels, scale)
        self.out_channels = self.adjust_channels(out_channels, scale)
        self.kernel, self.use_se, self.stride = kernel, use_se, stride
        self.activation_layer = known[activation]

    @staticmethod
    def adjust_channels(channels: int, scale: float = 1.0) -> int:
        """So many times scale, a multiple of 8."""
        return _make_divisible(channels * scale, 8)


class InvertedResidual(nn.Layer):
    """Wider, a convolution of each channel, channels weighed, narrow again; the input is added where it fits."""

    def __init__(
        self,
        in_channels: int,
        expanded_channels: int,
        out_channels: int,
        filter_size: int,
        stride: int,
        use_se: bool,
        activation_layer: Make,
        norm_layer: Make,
    ) -> None:
        super().__init__()
        self.use_res_connect = stride == 1 and in_channels == out_channels
        self.use_se, self.expand = use_se, in_channels != expanded_channels
        wide: dict[str, Any] = {"norm_layer": norm_layer, "activation_layer": activation_layer}
        if self.expand:
            self.expand_conv = ConvNormActivation(in_channels, expanded_channels, 1, padding=0, **wide)
        self.bottleneck_conv = ConvNormActivation(
            expanded_channels, expanded_channels, filter_size, stride, (filter_size - 1) // 2, expanded_channels, **wide
        )
        if use_se:
            squeezed = _make_divisible(expanded_channels // 4)
            self.mid_se = SqueezeExcitation(expanded_channels, squeezed, scale_activation=nn.Hardsigmoid)
        self.linear_conv = ConvNormActivation(
            expanded_channels, out_channels, 1, padding=0, norm_layer=norm_layer, activation_layer=None
        )

    def forward(self, x: Any) -> Any:
        out = self.bottleneck_conv(self.expand_conv(x) if self.expand else x)
        out = self.linear_conv(self.mid_se(out) if self.use_se else out)
        return x + out if self.use_res_connect else out


class MobileNetV3(nn.Layer):
    """[N, 3, H, W] to [N, num_classes], of the blocks of a configuration. Source: Howard et al. 2019."""

    def __init__(
        self,
        config: Sequence[InvertedResidualConfig],
        last_channel: int,
        scale: float = 1.0,
        num_classes: int = 1000,
        with_pool: bool = True,
    ) -> None:
        super().__init__()
        self.config, self.scale, self.last_channel = config, scale, last_channel
        self.num_classes, self.with_pool = num_classes, with_pool
        self.firstconv_in_channels = config[0].in_channels
        self.lastconv_in_channels = config[-1].in_channels
        self.lastconv_out_channels = self.lastconv_in_channels * 6
        norm = functools.partial(nn.BatchNorm2D, epsilon=0.001, momentum=0.99)
        ends: dict[str, Any] = {"norm_layer": norm, "activation_layer": nn.Hardswish}
        self.conv = ConvNormActivation(3, self.firstconv_in_channels, 3, 2, padding=1, **ends)
        self.blocks = nn.Sequential(*(
            InvertedResidual(
                c.in_channels, c.expanded_channels, c.out_channels, c.kernel, c.stride, c.use_se, c.activation_layer,
                norm,
            )
            for c in config
        ))  # fmt: skip
        self.lastconv = ConvNormActivation(self.lastconv_in_channels, self.lastconv_out_channels, 1, padding=0, **ends)
        if with_pool:
            self.avgpool = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self.classifier = nn.Sequential(
                nn.Linear(self.lastconv_out_channels, last_channel), nn.Hardswish(), nn.Dropout(p=0.2),
                nn.Linear(last_channel, num_classes),
            )  # fmt: skip

    def forward(self, x: Any) -> Any:
        x = self.lastconv(self.blocks(self.conv(x)))
        x = self.avgpool(x) if self.with_pool else x
        return self.classifier(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


class MobileNetV3Small(MobileNetV3):
    """MobileNetV3 with 11 blocks; `scale` multiplies all channels."""

    def __init__(self, scale: float = 1.0, num_classes: int = 1000, with_pool: bool = True) -> None:
        config = [InvertedResidualConfig(*block, scale) for block in _SMALL]
        super().__init__(config, _make_divisible(1024 * scale, 8), scale, num_classes, with_pool)


class MobileNetV3Large(MobileNetV3):
    """MobileNetV3 with 15 blocks; `scale` multiplies all channels."""

    def __init__(self, scale: float = 1.0, num_classes: int = 1000, with_pool: bool = True) -> None:
        config = [InvertedResidualConfig(*block, scale) for block in _LARGE]
        super().__init__(config, _make_divisible(1280 * scale, 8), scale, num_classes, with_pool)


def mobilenet_v3_small(pretrained: bool = False, scale: float = 1.0, **kwargs: Any) -> MobileNetV3Small:
    """MobileNetV3Small; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "mobilenet_v3_small")
    return MobileNetV3Small(scale=scale, **kwargs)


def mobilenet_v3_large(pretrained: bool = False, scale: float = 1.0, **kwargs: Any) -> MobileNetV3Large:
    """MobileNetV3Large; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "mobilenet_v3_large")
    return MobileNetV3Large(scale=scale, **kwargs)


__all__ = ["MobileNetV3Large", "MobileNetV3Small", "mobilenet_v3_large", "mobilenet_v3_small"]
