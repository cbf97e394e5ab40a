"""ShuffleNetV2: half of the channels goes through, the other through convolutions, and then they are shuffled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.errors import RunError, UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.vision.models.pretrained import refuse_pretrained
from opscope.paddle.vision.ops import ConvNormActivation

# of a scale: the channels of the first convolution, the stages and the last convolution
_CHANNELS = {
    0.25: (24, 24, 48, 96, 512),
    0.33: (24, 32, 64, 128, 512),
    0.5: (24, 48, 96, 192, 1024),
    1.0: (24, 116, 232, 464, 1024),
    1.5: (24, 176, 352, 704, 1024),
    2.0: (24, 224, 488, 976, 2048),
}
_REPEATS = (4, 8, 4)
Activation = Callable[..., Any] | None


def create_activation_layer(act: str | None) -> Activation:
    """The class of an activation: 'swish', 'relu' or None. Raises RunError (a RuntimeError) for another."""
    known: dict[str | None, Activation] = {"swish": nn.Swish, "relu": nn.ReLU, None: None}
    if act not in known:
        raise RunError(f"The activation function is not supported: {act}", site=site())
    return known[act]


def channel_shuffle(x: Any, groups: int) -> Any:
    """The channels of groups that stand one behind the other, in turns."""
    return nn.functional.channel_shuffle(x, groups)


def _pointwise(in_channels: int, out_channels: int, activation: Activation) -> ConvNormActivation:
    return ConvNormActivation(in_channels, out_channels, 1, padding=0, activation_layer=activation)


def _depthwise(channels: int, stride: int) -> ConvNormActivation:
    return ConvNormActivation(channels, channels, 3, stride, padding=1, groups=channels, activation_layer=None)


class InvertedResidual(nn.Layer):
    """Half of the channels through three convolutions."""

    def __init__(
        self, in_channels: int, out_channels: int, stride: int, activation_layer: Activation = nn.ReLU
    ) -> None:
        super().__init__()
        half = out_channels // 2
        self._conv_pw = _pointwise(in_channels // 2, half, activation_layer)
        self._conv_dw = _depthwise(half, stride)
        self._conv_linear = _pointwise(half, half, activation_layer)

    def forward(self, inputs: Any) -> Any:
        kept, x = REGISTRY.public["split"](inputs, 2, axis=1)
        x = self._conv_linear(self._conv_dw(self._conv_pw(x)))
        return channel_shuffle(REGISTRY.public["concat"]([kept, x], axis=1), 2)


class InvertedResidualDS(nn.Layer):
    """All channels through both branches, which make the image smaller."""

    def __init__(
        self, in_channels: int, out_channels: int, stride: int, activation_layer: Activation = nn.ReLU
    ) -> None:
        super().__init__()
        half = out_channels // 2
        self._conv_dw_1 = _depthwise(in_channels, stride)
        self._conv_linear_1 = _pointwise(in_channels, half, activation_layer)
        self._conv_pw_2 = _pointwise(in_channels, half, activation_layer)
        self._conv_dw_2 = _depthwise(half, stride)
        self._conv_linear_2 = _pointwise(half, half, activation_layer)

    def forward(self, inputs: Any) -> Any:
        left = self._conv_linear_1(self._conv_dw_1(inputs))
        right = self._conv_linear_2(self._conv_dw_2(self._conv_pw_2(inputs)))
        return channel_shuffle(REGISTRY.public["concat"]([left, right], axis=1), 2)


class ShuffleNetV2(nn.Layer):
    """[N, 3, H, W] to [N, num_classes]; scale is 0.25, 0.33, 0.5, 1.0, 1.5 or 2.0. Source: Ma et al. 2018.

    act: 'relu', 'swish' or None. Raises UnsupportedError (a NotImplementedError) for another scale.
    """

    def __init__(
        self, scale: float = 1.0, act: str | None = "relu", num_classes: int = 1000, with_pool: bool = True
    ) -> None:
        super().__init__()
        activation = create_activation_layer(act)
        if scale not in _CHANNELS:
            raise UnsupportedError(
                f"This scale size:[{scale}] is not implemented!", site=site(), fix=f"one of {list(_CHANNELS)}"
            )
        self.scale, self.num_classes, self.with_pool = scale, num_classes, with_pool
        first, *stages, last = _CHANNELS[scale]
        self._conv1 = ConvNormActivation(3, first, 3, 2, padding=1, activation_layer=activation)
        self._max_pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=1)
        self._block_list: list[Any] = []
        channels = first
        for stage, (wide, repeats) in enumerate(zip(stages, _REPEATS, strict=True), start=2):
            for i in range(repeats):
                block = InvertedResidual(wide, wide, 1, activation) if i else (
                    InvertedResidualDS(channels, wide, 2, activation)
                )  # fmt: skip
                self._block_list.append(self.add_sublayer(f"{stage}_{i + 1}", block))
            channels = wide
        self._last_conv = _pointwise(channels, last, activation)
        if with_pool:
            self._pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            self._out_c = last
            self._fc = nn.Linear(last, num_classes)

    def forward(self, inputs: Any) -> Any:
        x = self._max_pool(self._conv1(inputs))
        for block in self._block_list:
            x = block(x)
        x = self._last_conv(x)
        x = self._pool2d_avg(x) if self.with_pool else x
        return self._fc(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


def _shufflenet_v2(arch: str, pretrained: bool, **options: Any) -> ShuffleNetV2:
    refuse_pretrained(pretrained, f"shufflenet_v2_{arch}")
    return ShuffleNetV2(**options)


def shufflenet_v2_x0_25(pretrained: bool = False, **kwargs: Any) -> ShuffleNetV2:
    """ShuffleNetV2 of scale 0.25; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    return _shufflenet_v2("x0_25", pretrained, scale=0.25, **kwargs)


def shufflenet_v2_x0_33(pretrained: bool = False, **kwargs: Any) -> ShuffleNetV2:
    """ShuffleNetV2 of scale 0.33; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    return _shufflenet_v2("x0_33", pretrained, scale=0.33, **kwargs)


def shufflenet_v2_x0_5(pretrained: bool = False, **kwargs: Any) -> ShuffleNetV2:
    """ShuffleNetV2 of scale 0.5; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    return _shufflenet_v2("x0_5", pretrained, scale=0.5, **kwargs)


def shufflenet_v2_x1_0(pretrained: bool = False, **kwargs: Any) -> ShuffleNetV2:
    """ShuffleNetV2 of scale 1; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    return _shufflenet_v2("x1_0", pretrained, scale=1.0, **kwargs)


def shufflenet_v2_x1_5(pretrained: bool = False, **kwargs: Any) -> ShuffleNetV2:
    """ShuffleNetV2 of scale 1.5; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    return _shufflenet_v2("x1_5", pretrained, scale=1.5, **kwargs)


def shufflenet_v2_x2_0(pretrained: bool = False, **kwargs: Any) -> ShuffleNetV2:
    """ShuffleNetV2 of scale 2; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    return _shufflenet_v2("x2_0", pretrained, scale=2.0, **kwargs)


def shufflenet_v2_swish(pretrained: bool = False, **kwargs: Any) -> ShuffleNetV2:
    """ShuffleNetV2 of scale 1 with swish; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    return _shufflenet_v2("swish", pretrained, scale=1.0, act="swish", **kwargs)


__all__ = [
    "ShuffleNetV2",
    "shufflenet_v2_swish",
    "shufflenet_v2_x0_5",
    "shufflenet_v2_x0_25",
    "shufflenet_v2_x0_33",
    "shufflenet_v2_x1_0",
    "shufflenet_v2_x1_5",
    "shufflenet_v2_x2_0",
]
