"""DenseNet: each layer reads what all those before it in its block have made."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.nn.initializer import Uniform
from opscope.paddle.vision.models.pretrained import refuse_pretrained

# of a depth: channels of the first convolution, channels that a layer adds, layers of the blocks
_SPECS = {
    121: (64, 32, (6, 12, 24, 16)),
    161: (96, 48, (6, 12, 36, 24)),
    169: (64, 32, (6, 12, 32, 32)),
    201: (64, 32, (6, 12, 48, 32)),
    264: (64, 32, (6, 12, 64, 48)),
}


class BNACConvLayer(nn.Layer):
    """A norm, its activation, and a convolution."""

    def __init__(
        self,
        num_channels: int,
        num_filters: int,
        filter_size: int,
        stride: int = 1,
        pad: int = 0,
        groups: int = 1,
        act: str | None = "relu",
    ) -> None:
        super().__init__()
        self._batch_norm = nn.BatchNorm(num_channels, act=act)
        self._conv = nn.Conv2D(
            num_channels, num_filters, filter_size, stride=stride, padding=pad, groups=groups, bias_attr=False
        )

    def forward(self, input: Any) -> Any:
        return self._conv(self._batch_norm(input))


class ConvBNLayer(nn.Layer):
    """A convolution, a norm and its activation."""

    def __init__(
        self,
        num_channels: int,
        num_filters: int,
        filter_size: int,
        stride: int = 1,
        pad: int = 0,
        groups: int = 1,
        act: str | None = "relu",
    ) -> None:
        super().__init__()
        self._conv = nn.Conv2D(
            num_channels, num_filters, filter_size, stride=stride, padding=pad, groups=groups, bias_attr=False
        )
        self._batch_norm = nn.BatchNorm(num_filters, act=act)

    def forward(self, input: Any) -> Any:
        return self._batch_norm(self._conv(input))


class DenseLayer(nn.Layer):
    """growth_rate more channels, behind those of the input."""

    def __init__(self, num_channels: int, growth_rate: int, bn_size: int, dropout: float) -> None:
        super().__init__()
        self.dropout = dropout
        self.bn_ac_func1 = BNACConvLayer(num_channels, bn_size * growth_rate, 1)
        self.bn_ac_func2 = BNACConvLayer(bn_size * growth_rate, growth_rate, 3, pad=1)
        if dropout:
            self.dropout_func = nn.Dropout(p=dropout, mode="downscale_in_infer")

    def forward(self, input: Any) -> Any:
        made = self.bn_ac_func2(self.bn_ac_func1(input))
        made = self.dropout_func(made) if self.dropout else made
        return REGISTRY.public["concat"]([input, made], axis=1)


class DenseBlock(nn.Layer):
    """num_layers of them, called <name>_1 and so on."""

    def __init__(
        self,
        num_channels: int,
        num_layers: int,
        bn_size: int,
        growth_rate: int,
        dropout: float,
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.dropout = dropout
        widths = [num_channels + i * growth_rate for i in range(num_layers)]
        self.dense_layer_func = [
            self.add_sublayer(f"{name}_{i}", DenseLayer(width, growth_rate, bn_size, dropout))
            for i, width in enumerate(widths, start=1)
        ]

    def forward(self, input: Any) -> Any:
        for layer in self.dense_layer_func:
            input = layer(input)
        return input


class TransitionLayer(nn.Layer):
    """Between blocks: fewer channels, and half the size."""

    def __init__(self, num_channels: int, num_output_features: int) -> None:
        super().__init__()
        self.conv_ac_func = BNACConvLayer(num_channels, num_output_features, 1)
        self.pool2d_avg = nn.AvgPool2D(kernel_size=2, stride=2, padding=0)

    def forward(self, input: Any) -> Any:
        return self.pool2d_avg(self.conv_ac_func(input))


class DenseNet(nn.Layer):
    """[N, 3, H, W] to [N, num_classes]; layers is 121, 161, 169, 201 or 264. Source: Huang et al. 2016.

    bn_size: how many times growth_rate are the channels between the two convolutions of a layer.
    Raises ModeError (an AssertionError) for another number of layers.
    """

    def __init__(
        self,
        layers: int = 121,
        bn_size: int = 4,
        dropout: float = 0.0,
        num_classes: int = 1000,
        with_pool: bool = True,
    ) -> None:
        super().__init__()
        if layers not in _SPECS:
            raise ModeError(f"supported layers are {list(_SPECS)} but input layer is {layers}", site=site())
        self.num_classes, self.with_pool = num_classes, with_pool
        channels, growth_rate, counts = _SPECS[layers]
        self.conv1_func = ConvBNLayer(3, channels, 7, stride=2, pad=3)
        self.pool2d_max = nn.MaxPool2D(kernel_size=3, stride=2, padding=1)
        self.block_config = list(counts)
        self._features: list[Any] = []
        for i, count in enumerate(counts, start=2):
            block = DenseBlock(channels, count, bn_size, growth_rate, dropout, name=f"conv{i}")
            self._features.append(self.add_sublayer(f"db_conv_{i}", block))
            channels += count * growth_rate
            if i - 1 < len(counts):
                self._features.append(self.add_sublayer(f"tr_conv{i}_blk", TransitionLayer(channels, channels // 2)))
                channels //= 2
        self.batch_norm = nn.BatchNorm(channels, act="relu")
        if with_pool:
            self.pool2d_avg = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            bound = 1.0 / math.sqrt(channels)
            self.out = nn.Linear(channels, num_classes, weight_attr=nn.ParamAttr(initializer=Uniform(-bound, bound)))

    def forward(self, input: Any) -> Any:
        x = self.pool2d_max(self.conv1_func(input))
        for layer in self._features:
            x = layer(x)
        x = self.batch_norm(x)
        x = self.pool2d_avg(x) if self.with_pool else x
        return self.out(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


def _densenet(layers: int, pretrained: bool, options: dict[str, Any]) -> DenseNet:
    refuse_pretrained(pretrained, f"densenet{layers}")
    return DenseNet(layers=layers, **options)


def densenet121(pretrained: bool = False, **kwargs: Any) -> DenseNet:
    """DenseNet with 121 layers; kwargs go to DenseNet. Raises UnsupportedError for pretrained=True."""
    return _densenet(121, pretrained, kwargs)


def densenet161(pretrained: bool = False, **kwargs: Any) -> DenseNet:
    """DenseNet with 161 layers; kwargs go to DenseNet. Raises UnsupportedError for pretrained=True."""
    return _densenet(161, pretrained, kwargs)


def densenet169(pretrained: bool = False, **kwargs: Any) -> DenseNet:
    """DenseNet with 169 layers; kwargs go to DenseNet. Raises UnsupportedError for pretrained=True."""
    return _densenet(169, pretrained, kwargs)


def densenet201(pretrained: bool = False, **kwargs: Any) -> DenseNet:
    """DenseNet with 201 layers; kwargs go to DenseNet. Raises UnsupportedError for pretrained=True."""
    return _densenet(201, pretrained, kwargs)


def densenet264(pretrained: bool = False, **kwargs: Any) -> DenseNet:
    """DenseNet with 264 layers; kwargs go to DenseNet. Raises UnsupportedError for pretrained=True."""
    return _densenet(264, pretrained, kwargs)


__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201", "densenet264"]
