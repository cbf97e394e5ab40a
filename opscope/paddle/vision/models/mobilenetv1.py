"""MobileNetV1: convolutions per channel, followed by convolutions across channels."""

from __future__ import annotations

from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.vision.models.pretrained import refuse_pretrained
from opscope.paddle.vision.ops import ConvNormActivation

# name, channels in, channels out, stride
_LAYERS = (
    ("conv2_1", 32, 64, 1), ("conv2_2", 64, 128, 2), ("conv3_1", 128, 128, 1), ("conv3_2", 128, 256, 2),
    ("conv4_1", 256, 256, 1), ("conv4_2", 256, 512, 2), *((f"conv5_{i}", 512, 512, 1) for i in range(1, 6)),
    ("conv5_6", 512, 1024, 2), ("conv6", 1024, 1024, 1),
)  # fmt: skip


class DepthwiseSeparable(nn.Layer):
    """A 3 x 3 convolution of each channel, followed by a 1 x 1 convolution across channels."""

    def __init__(
        self, in_channels: int, out_channels1: int, out_channels2: int, num_groups: int, stride: int, scale: float
    ) -> None:
        super().__init__()
        middle = int(out_channels1 * scale)
        self._depthwise_conv = ConvNormActivation(
            in_channels, middle, kernel_size=3, stride=stride, padding=1, groups=int(num_groups * scale)
        )
        self._pointwise_conv = ConvNormActivation(middle, int(out_channels2 * scale), kernel_size=1, padding=0)

    def forward(self, x: Any) -> Any:
        return self._pointwise_conv(self._depthwise_conv(x))


class MobileNetV1(nn.Layer):
    """MobileNetV1: [N, 3, H, W] to [N, num_classes]; `scale` multiplies all channels.

    Source: Howard et al. 2017.
    """

    def __init__(self, scale: float = 1.0, num_classes: int = 1000, with_pool: bool = True) -> None:
        super().__init__()
        self.scale, self.num_classes, self.with_pool = scale, num_classes, with_pool
        self.conv1 = ConvNormActivation(3, int(32 * scale), kernel_size=3, stride=2, padding=1)
        self.dwsl = [
            self.add_sublayer(name, DepthwiseSeparable(int(given * scale), given, made, given, stride, scale))
            for name, given, made, stride in _LAYERS
        ]
        if with_pool:
            self.pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self.fc = nn.Linear(int(1024 * scale), num_classes)

    def forward(self, x: Any) -> Any:
        x = self.conv1(x)
        for layer in self.dwsl:
            x = layer(x)
        if self.with_pool:
            x = self.pool2d_avg(x)
        return self.fc(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


def mobilenet_v1(pretrained: bool = False, scale: float = 1.0, **kwargs: Any) -> MobileNetV1:
    """Return a MobileNetV1 with the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "mobilenet_v1")
    return MobileNetV1(scale=scale, **kwargs)


__all__ = ["MobileNetV1", "mobilenet_v1"]
