"""AlexNet: five convolutions and three linear layers."""

from __future__ import annotations

import math
from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.initializer import Uniform
from opscope.paddle.vision.models.pretrained import refuse_pretrained


def _within(bound: float) -> dict[str, Any]:
    """Both parameters between -bound and bound."""
    return {name: nn.ParamAttr(initializer=Uniform(-bound, bound)) for name in ("weight_attr", "bias_attr")}


class ConvPoolLayer(nn.Layer):
    """A convolution, relu where asked for, and a max pooling; stdv bounds the parameters."""

    def __init__(
        self,
        input_channels: int,
        output_channels: int,
        filter_size: int,
        stride: int,
        padding: int,
        stdv: float,
        groups: int = 1,
        act: str | None = None,
    ) -> None:
        super().__init__()
        self.relu = nn.ReLU() if act == "relu" else None
        self._conv = nn.Conv2D(
            input_channels, output_channels, filter_size, stride=stride, padding=padding, groups=groups, **_within(stdv)
        )
        self._pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=0)

    def forward(self, inputs: Any) -> Any:
        x = self._conv(inputs)
        return self._pool(x if self.relu is None else self.relu(x))


class AlexNet(nn.Layer):
    """[N, 3, 224, 224] to [N, num_classes]; with num_classes <= 0 the features. Source: Krizhevsky et al. 2012."""

    def __init__(self, num_classes: int = 1000) -> None:
        super().__init__()
        self.num_classes = num_classes
        self._conv1 = ConvPoolLayer(3, 64, 11, 4, 2, 1 / math.sqrt(3 * 11 * 11), act="relu")
        self._conv2 = ConvPoolLayer(64, 192, 5, 1, 2, 1 / math.sqrt(64 * 5 * 5), act="relu")
        self._conv3 = nn.Conv2D(192, 384, 3, stride=1, padding=1, **_within(1 / math.sqrt(192 * 3 * 3)))
        self._conv4 = nn.Conv2D(384, 256, 3, stride=1, padding=1, **_within(1 / math.sqrt(384 * 3 * 3)))
        self._conv5 = ConvPoolLayer(256, 256, 3, 1, 1, 1 / math.sqrt(256 * 3 * 3), act="relu")
        if num_classes > 0:
            start = _within(1 / math.sqrt(256 * 6 * 6))
            self._drop1 = nn.Dropout(p=0.5, mode="downscale_in_infer")
            self._fc6 = nn.Linear(256 * 6 * 6, 4096, **start)
            self._drop2 = nn.Dropout(p=0.5, mode="downscale_in_infer")
            self._fc7 = nn.Linear(4096, 4096, **start)
            self._fc8 = nn.Linear(4096, num_classes, **start)

    def forward(self, inputs: Any) -> Any:
        x = F.relu(self._conv3(self._conv2(self._conv1(inputs))))
        x = self._conv5(F.relu(self._conv4(x)))
        if self.num_classes <= 0:
            return x
        x = F.relu(self._fc6(self._drop1(REGISTRY.public["flatten"](x, 1))))
        return self._fc8(F.relu(self._fc7(self._drop2(x))))


def alexnet(pretrained: bool = False, **kwargs: Any) -> AlexNet:
    """AlexNet; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "alexnet")
    return AlexNet(**kwargs)


__all__ = ["AlexNet", "alexnet"]
