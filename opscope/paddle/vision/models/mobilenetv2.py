"""MobileNetV2: inverted residual blocks, with few channels between blocks and many inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.vision.models._utils import _make_divisible
from opscope.paddle.vision.models.pretrained import refuse_pretrained
from opscope.paddle.vision.ops import ConvNormActivation

# how much wider inside, channels, blocks, stride of the first
_STAGES = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))


class InvertedResidual(nn.Layer):
    """A block that adds channels, convolves each channel, and removes channels again.

    The input is added to the result if the shapes are equal.
    """

    def __init__(
        self, inp: int, oup: int, stride: int, expand_ratio: float, norm_layer: Callable[..., Any] = nn.BatchNorm2D
    ) -> None:
        super().__init__()
        self.stride = stride
        hidden = round(inp * expand_ratio)
        self.use_res_connect = stride == 1 and inp == oup
        options: dict[str, Any] = {"norm_layer": norm_layer, "activation_layer": nn.ReLU6}
        layers: list[Any] = [] if expand_ratio == 1 else [ConvNormActivation(inp, hidden, kernel_size=1, **options)]
        layers += [
            ConvNormActivation(hidden, hidden, stride=stride, groups=hidden, **options),
            nn.Conv2D(hidden, oup, 1, 1, 0, bias_attr=False),
            norm_layer(oup),
        ]
        self.conv = nn.Sequential(*layers)

    def forward(self, x: Any) -> Any:
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class MobileNetV2(nn.Layer):
    """MobileNetV2: [N, 3, H, W] to [N, num_classes]; `scale` multiplies all channels.

    Source: Sandler et al. 2018.
    """

    def __init__(self, scale: float = 1.0, num_classes: int = 1000, with_pool: bool = True) -> None:
        super().__init__()
        self.num_classes, self.with_pool = num_classes, with_pool
        channels = _make_divisible(32 * scale)
        self.last_channel = _make_divisible(1280 * max(1.0, scale))
        features: list[Any] = [ConvNormActivation(3, channels, stride=2, activation_layer=nn.ReLU6)]
        for ratio, c, count, stride in _STAGES:
            made = _make_divisible(c * scale)
            for i in range(count):
                features.append(InvertedResidual(channels, made, 1 if i else stride, ratio))
                channels = made
        features.append(ConvNormActivation(channels, self.last_channel, kernel_size=1, activation_layer=nn.ReLU6))
        self.features = nn.Sequential(*features)
        if with_pool:
            self.pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(self.last_channel, num_classes))

    def forward(self, x: Any) -> Any:
        x = self.features(x)
        if self.with_pool:
            x = self.pool2d_avg(x)
        return self.classifier(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


def mobilenet_v2(pretrained: bool = False, scale: float = 1.0, **kwargs: Any) -> MobileNetV2:
    """Return a MobileNetV2 with the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "mobilenet_v2")
    return MobileNetV2(scale=scale, **kwargs)


__all__ = ["MobileNetV2", "mobilenet_v2"]
