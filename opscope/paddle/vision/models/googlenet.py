"""GoogLeNet: convolutions of several sizes side by side, and two more outputs on the way."""

from __future__ import annotations

from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.initializer import Uniform
from opscope.paddle.vision.models.pretrained import refuse_pretrained

# name, channels in; of 1 x 1; before and of 3 x 3; before and of 5 x 5; behind the pooling
_INCEPTIONS = (
    ("3a", 192, 64, 96, 128, 16, 32, 32), ("3b", 256, 128, 128, 192, 32, 96, 64),
    ("4a", 480, 192, 96, 208, 16, 48, 64), ("4b", 512, 160, 112, 224, 24, 64, 64),
    ("4c", 512, 128, 128, 256, 24, 64, 64), ("4d", 512, 112, 144, 288, 32, 64, 64),
    ("4e", 528, 256, 160, 320, 32, 128, 128), ("5a", 832, 256, 160, 320, 32, 128, 128),
    ("5b", 832, 384, 192, 384, 48, 128, 128),
)  # fmt: skip
_POOLED = ("3b", "4e")  # a pooling comes behind them


def xavier(channels: int, filter_size: int) -> nn.ParamAttr:
    """Weights that keep the spread of their inputs."""
    bound = (3.0 / (filter_size**2 * channels)) ** 0.5
    return nn.ParamAttr(initializer=Uniform(-bound, bound))


class ConvLayer(nn.Layer):
    """A convolution that keeps the size at stride 1, without bias."""

    def __init__(self, num_channels: int, num_filters: int, filter_size: int, stride: int = 1, groups: int = 1) -> None:
        super().__init__()
        self._conv = nn.Conv2D(
            num_channels, num_filters, filter_size, stride=stride, padding=(filter_size - 1) // 2, groups=groups,
            bias_attr=False,
        )  # fmt: skip

    def forward(self, inputs: Any) -> Any:
        return self._conv(inputs)


class Inception(nn.Layer):
    """Kernels 1 x 1, 3 x 3, 5 x 5 and a max pooling side by side."""

    def __init__(
        self,
        input_channels: int,
        output_channels: int,  # Paddle takes it, and has no use for it
        filter1: int,
        filter3R: int,
        filter3: int,
        filter5R: int,
        filter5: int,
        proj: int,
    ) -> None:
        super().__init__()
        self._conv1 = ConvLayer(input_channels, filter1, 1)
        self._conv3r = ConvLayer(input_channels, filter3R, 1)
        self._conv3 = ConvLayer(filter3R, filter3, 3)
        self._conv5r = ConvLayer(input_channels, filter5R, 1)
        self._conv5 = ConvLayer(filter5R, filter5, 5)
        self._pool = nn.MaxPool2D(kernel_size=3, stride=1, padding=1)
        self._convprj = ConvLayer(input_channels, proj, 1)

    def forward(self, inputs: Any) -> Any:
        parts = [
            self._conv1(inputs), self._conv3(self._conv3r(inputs)), self._conv5(self._conv5r(inputs)),
            self._convprj(self._pool(inputs)),
        ]  # fmt: skip
        return F.relu(REGISTRY.public["concat"](parts, axis=1))


class GoogLeNet(nn.Layer):
    """[N, 3, 224, 224] to [out, out1, out2], each [N, num_classes]; the last two help while training.

    Source: Szegedy et al. 2014.
    """

    def __init__(self, num_classes: int = 1000, with_pool: bool = True) -> None:
        super().__init__()
        self.num_classes, self.with_pool = num_classes, with_pool
        self._conv = ConvLayer(3, 64, 7, 2)
        self._pool = nn.MaxPool2D(kernel_size=3, stride=2)
        self._conv_1 = ConvLayer(64, 64, 1)
        self._conv_2 = ConvLayer(64, 192, 3)
        for name, channels, *widths in _INCEPTIONS:
            self.add_sublayer(f"_ince{name}", Inception(channels, channels, *widths))
        if with_pool:
            self._pool_5 = nn.AdaptiveAvgPool2D(1)
            self._pool_o1 = nn.AvgPool2D(kernel_size=5, stride=3)
            self._pool_o2 = nn.AvgPool2D(kernel_size=5, stride=3)
        if num_classes > 0:
            self._drop = nn.Dropout(p=0.4, mode="downscale_in_infer")
            self._fc_out = nn.Linear(1024, num_classes, weight_attr=xavier(1024, 1))
            for which, channels in (("1", 512), ("2", 528)):
                self.add_sublayer(f"_conv_o{which}", ConvLayer(channels, 128, 1))
                self.add_sublayer(f"_fc_o{which}", nn.Linear(1152, 1024, weight_attr=xavier(2048, 1)))
                self.add_sublayer(f"_drop_o{which}", nn.Dropout(p=0.7, mode="downscale_in_infer"))
                self.add_sublayer(f"_out{which}", nn.Linear(1024, num_classes, weight_attr=xavier(1024, 1)))

    def forward(self, inputs: Any) -> list[Any]:
        x = self._pool(self._conv(inputs))
        x = self._pool(self._conv_2(self._conv_1(x)))
        seen: dict[str, Any] = {}
        for name, *_ in _INCEPTIONS:
            seen[name] = getattr(self, f"_ince{name}")(x)
            x = self._pool(seen[name]) if name in _POOLED else seen[name]
        outs = [x, seen["4a"], seen["4d"]]
        if self.with_pool:
            outs = [self._pool_5(outs[0]), self._pool_o1(outs[1]), self._pool_o2(outs[2])]
        return self._classes(*outs) if self.num_classes > 0 else outs

    def _classes(self, out: Any, out1: Any, out2: Any) -> list[Any]:
        flatten = REGISTRY.public["flatten"]
        out = self._fc_out(REGISTRY.public["squeeze"](self._drop(out), axis=[2, 3]))
        out1 = F.relu(self._fc_o1(flatten(self._conv_o1(out1), 1)))
        out2 = self._fc_o2(flatten(self._conv_o2(out2), 1))  # without relu: so does Paddle, whose weights are made so
        return [out, self._out1(self._drop_o1(out1)), self._out2(self._drop_o2(out2))]


def googlenet(pretrained: bool = False, **kwargs: Any) -> GoogLeNet:
    """GoogLeNet; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "googlenet")
    return GoogLeNet(**kwargs)


__all__ = ["GoogLeNet", "googlenet"]
