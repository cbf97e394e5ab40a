"""SqueezeNet: narrow 1 x 1 convolutions before those of 1 x 1 and 3 x 3 side by side."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.vision.models.pretrained import refuse_pretrained

# of a version: channels, kernel and padding of the first convolution, and after which fires comes a pooling
_VERSIONS = {"1.0": (96, 7, 0, (3, 7)), "1.1": (64, 3, 1, (2, 4))}
_FIRES = ((16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256))  # narrow, wide


class MakeFireConv(nn.Layer):
    """A convolution and relu."""

    def __init__(self, input_channels: int, output_channels: int, filter_size: int, padding: int = 0) -> None:
        super().__init__()
        self._conv = nn.Conv2D(input_channels, output_channels, filter_size, padding=padding)

    def forward(self, x: Any) -> Any:
        return F.relu(self._conv(x))


class MakeFire(nn.Layer):
    """Few channels, and then many, of kernels 1 x 1 and 3 x 3."""

    def __init__(
        self, input_channels: int, squeeze_channels: int, expand1x1_channels: int, expand3x3_channels: int
    ) -> None:
        super().__init__()
        self._conv = MakeFireConv(input_channels, squeeze_channels, 1)
        self._conv_path1 = MakeFireConv(squeeze_channels, expand1x1_channels, 1)
        self._conv_path2 = MakeFireConv(squeeze_channels, expand3x3_channels, 3, padding=1)

    def forward(self, inputs: Any) -> Any:
        x = self._conv(inputs)
        return REGISTRY.public["concat"]([self._conv_path1(x), self._conv_path2(x)], axis=1)


class SqueezeNet(nn.Layer):
    """[N, 3, H, W] to [N, num_classes]; version is '1.0' or '1.1'. Source: Iandola et al. 2016.

    Raises ModeError (an AssertionError) for another version.
    """

    def __init__(self, version: str, num_classes: int = 1000, with_pool: bool = True) -> None:
        super().__init__()
        if version not in _VERSIONS:
            raise ModeError(f"supported versions are {list(_VERSIONS)} but input version is {version}", site=site())
        self.version, self.num_classes, self.with_pool = version, num_classes, with_pool
        channels, kernel, padding, self._pooled = _VERSIONS[version]
        self._conv = nn.Conv2D(3, channels, kernel, stride=2, padding=padding)
        self._pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=0)
        for number, (narrow, wide) in enumerate(_FIRES, start=1):
            self.add_sublayer(f"_conv{number}", MakeFire(channels, narrow, wide, wide))
            channels = 2 * wide
        self._drop = nn.Dropout(p=0.5, mode="downscale_in_infer")
        self._conv9 = nn.Conv2D(512, num_classes, 1)
        self._avg_pool = nn.AdaptiveAvgPool2D(1)

    def forward(self, inputs: Any) -> Any:
        x = self._pool(F.relu(self._conv(inputs)))
        for number in range(1, len(_FIRES) + 1):
            x = getattr(self, f"_conv{number}")(x)
            x = self._pool(x) if number in self._pooled else x
        if self.num_classes > 0:
            x = self._conv9(self._drop(x))
        return REGISTRY.public["squeeze"](self._avg_pool(F.relu(x)), axis=[2, 3]) if self.with_pool else x


def squeezenet1_0(pretrained: bool = False, **kwargs: Any) -> SqueezeNet:
    """SqueezeNet 1.0; kwargs go to SqueezeNet. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "squeezenet1_0")
    return SqueezeNet("1.0", **kwargs)


def squeezenet1_1(pretrained: bool = False, **kwargs: Any) -> SqueezeNet:
    """SqueezeNet 1.1, a third of the work; kwargs go to SqueezeNet. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "squeezenet1_1")
    return SqueezeNet("1.1", **kwargs)


__all__ = ["SqueezeNet", "squeezenet1_0", "squeezenet1_1"]
