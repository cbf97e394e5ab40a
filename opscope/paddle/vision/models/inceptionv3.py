"""InceptionV3: branches of convolutions side by side, large kernels taken apart."""

from __future__ import annotations

import math
from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.nn.initializer import Uniform
from opscope.paddle.vision.models.pretrained import refuse_pretrained
from opscope.paddle.vision.ops import ConvNormActivation


def _conv(in_channels: int, out_channels: int, kernel: Any = 1, stride: int = 1, padding: Any = 0) -> Any:
    return ConvNormActivation(in_channels, out_channels, kernel, stride, padding)


def _wide(in_channels: int, out_channels: int, size: int) -> Any:
    """A kernel of one row."""
    return _conv(in_channels, out_channels, (1, size), padding=(0, size // 2))


def _high(in_channels: int, out_channels: int, size: int) -> Any:
    """A kernel of one column."""
    return _conv(in_channels, out_channels, (size, 1), padding=(size // 2, 0))


def _averages() -> Any:
    return nn.AvgPool2D(kernel_size=3, stride=1, padding=1, exclusive=False)


class InceptionStem(nn.Layer):
    """The first convolutions, and two poolings."""

    def __init__(self) -> None:
        super().__init__()
        self.conv_1a_3x3 = _conv(3, 32, 3, 2)
        self.conv_2a_3x3 = _conv(32, 32, 3)
        self.conv_2b_3x3 = _conv(32, 64, 3, padding=1)
        self.max_pool = nn.MaxPool2D(kernel_size=3, stride=2, padding=0)
        self.conv_3b_1x1 = _conv(64, 80)
        self.conv_4a_3x3 = _conv(80, 192, 3)

    def forward(self, x: Any) -> Any:
        x = self.max_pool(self.conv_2b_3x3(self.conv_2a_3x3(self.conv_1a_3x3(x))))
        return self.max_pool(self.conv_4a_3x3(self.conv_3b_1x1(x)))


class _Branches(nn.Layer):
    """Base: branches, each the names of its layers, the outputs of a last tuple of them side by side."""

    branches: tuple[tuple[Any, ...], ...] = ()

    def forward(self, x: Any) -> Any:
        outs: list[Any] = []
        for branch in self.branches:
            out = x
            for name in branch:
                if isinstance(name, tuple):
                    outs += [getattr(self, each)(out) for each in name]
                    break
                out = getattr(self, name)(out)
            else:
                outs.append(out)
        return REGISTRY.public["concat"](outs, axis=1)


class InceptionA(_Branches):
    """Kernels 1 x 1, 5 x 5, two of 3 x 3, and a pooling."""

    branches = (
        ("branch1x1",), ("branch5x5_1", "branch5x5_2"), ("branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3"),
        ("branch_pool", "branch_pool_conv"),
    )  # fmt: skip

    def __init__(self, num_channels: int, pool_features: int) -> None:
        super().__init__()
        self.branch1x1 = _conv(num_channels, 64)
        self.branch5x5_1 = _conv(num_channels, 48)
        self.branch5x5_2 = _conv(48, 64, 5, padding=2)
        self.branch3x3dbl_1 = _conv(num_channels, 64)
        self.branch3x3dbl_2 = _conv(64, 96, 3, padding=1)
        self.branch3x3dbl_3 = _conv(96, 96, 3, padding=1)
        self.branch_pool = _averages()
        self.branch_pool_conv = _conv(num_channels, pool_features)


class InceptionB(_Branches):
    """Half the size: by a kernel 3 x 3, two of them, and a pooling."""

    branches = (("branch3x3",), ("branch3x3dbl_1", "branch3x3dbl_2", "branch3x3dbl_3"), ("branch_pool",))

    def __init__(self, num_channels: int) -> None:
        super().__init__()
        self.branch3x3 = _conv(num_channels, 384, 3, 2)
        self.branch3x3dbl_1 = _conv(num_channels, 64)
        self.branch3x3dbl_2 = _conv(64, 96, 3, padding=1)
        self.branch3x3dbl_3 = _conv(96, 96, 3, 2)
        self.branch_pool = nn.MaxPool2D(kernel_size=3, stride=2)


class InceptionC(_Branches):
    """Kernels 1 x 1, 7 x 7, two of them, and a pooling; those of 7 x 7 as a row and a column."""

    branches = (
        ("branch1x1",), tuple(f"branch7x7_{i}" for i in (1, 2, 3)), tuple(f"branch7x7dbl_{i}" for i in (1, 2, 3, 4, 5)),
        ("branch_pool", "branch_pool_conv"),
    )  # fmt: skip

    def __init__(self, num_channels: int, channels_7x7: int) -> None:
        super().__init__()
        self.branch1x1 = _conv(num_channels, 192)
        self.branch7x7_1 = _conv(num_channels, channels_7x7)
        self.branch7x7_2 = _wide(channels_7x7, channels_7x7, 7)
        self.branch7x7_3 = _high(channels_7x7, 192, 7)
        self.branch7x7dbl_1 = _conv(num_channels, channels_7x7)
        self.branch7x7dbl_2 = _high(channels_7x7, channels_7x7, 7)
        self.branch7x7dbl_3 = _wide(channels_7x7, channels_7x7, 7)
        self.branch7x7dbl_4 = _high(channels_7x7, channels_7x7, 7)
        self.branch7x7dbl_5 = _wide(channels_7x7, 192, 7)
        self.branch_pool = _averages()
        self.branch_pool_conv = _conv(num_channels, 192)


class InceptionD(_Branches):
    """Half the size: by a kernel 3 x 3, one behind 7 x 7, and a pooling."""

    branches = (
        ("branch3x3_1", "branch3x3_2"), tuple(f"branch7x7x3_{i}" for i in (1, 2, 3, 4)), ("branch_pool",),
    )  # fmt: skip

    def __init__(self, num_channels: int) -> None:
        super().__init__()
        self.branch3x3_1 = _conv(num_channels, 192)
        self.branch3x3_2 = _conv(192, 320, 3, 2)
        self.branch7x7x3_1 = _conv(num_channels, 192)
        self.branch7x7x3_2 = _wide(192, 192, 7)
        self.branch7x7x3_3 = _high(192, 192, 7)
        self.branch7x7x3_4 = _conv(192, 192, 3, 2)
        self.branch_pool = nn.MaxPool2D(kernel_size=3, stride=2)


class InceptionE(_Branches):
    """Kernels 1 x 1, 3 x 3 and two of them, rows and columns side by side, and a pooling."""

    branches = (
        ("branch1x1",), ("branch3x3_1", ("branch3x3_2a", "branch3x3_2b")),
        ("branch3x3dbl_1", "branch3x3dbl_2", ("branch3x3dbl_3a", "branch3x3dbl_3b")),
        ("branch_pool", "branch_pool_conv"),
    )  # fmt: skip

    def __init__(self, num_channels: int) -> None:
        super().__init__()
        self.branch1x1 = _conv(num_channels, 320)
        self.branch3x3_1 = _conv(num_channels, 384)
        self.branch3x3_2a = _wide(384, 384, 3)
        self.branch3x3_2b = _high(384, 384, 3)
        self.branch3x3dbl_1 = _conv(num_channels, 448)
        self.branch3x3dbl_2 = _conv(448, 384, 3, padding=1)
        self.branch3x3dbl_3a = _wide(384, 384, 3)
        self.branch3x3dbl_3b = _high(384, 384, 3)
        self.branch_pool = _averages()
        self.branch_pool_conv = _conv(num_channels, 192)


class InceptionV3(nn.Layer):
    """[N, 3, 299, 299] to [N, num_classes]; with num_classes <= 0 the features. Source: Szegedy et al. 2015."""

    def __init__(self, num_classes: int = 1000, with_pool: bool = True) -> None:
        super().__init__()
        self.num_classes, self.with_pool = num_classes, with_pool
        self.inception_stem = InceptionStem()
        self.inception_block_list = nn.LayerList([
            InceptionA(192, 32), InceptionA(256, 64), InceptionA(288, 64), InceptionB(288),
            InceptionC(768, 128), InceptionC(768, 160), InceptionC(768, 160), InceptionC(768, 192),
            InceptionD(768), InceptionE(1280), InceptionE(2048),
        ])  # fmt: skip
        if with_pool:
            self.avg_pool = nn.AdaptiveAvgPool2D(1)
        if num_classes > 0:
            bound = 1.0 / math.sqrt(2048)
            self.dropout = nn.Dropout(p=0.2, mode="downscale_in_infer")
            self.fc = nn.Linear(2048, num_classes, weight_attr=nn.ParamAttr(initializer=Uniform(-bound, bound)))

    def forward(self, x: Any) -> Any:
        x = self.inception_stem(x)
        for block in self.inception_block_list:
            x = block(x)
        x = self.avg_pool(x) if self.with_pool else x
        return self.fc(self.dropout(REGISTRY.public["reshape"](x, [-1, 2048]))) if self.num_classes > 0 else x


def inception_v3(pretrained: bool = False, **kwargs: Any) -> InceptionV3:
    """InceptionV3; kwargs go to it. Raises UnsupportedError for pretrained=True."""
    refuse_pretrained(pretrained, "inception_v3")
    return InceptionV3(**kwargs)


__all__ = ["InceptionV3", "inception_v3"]
