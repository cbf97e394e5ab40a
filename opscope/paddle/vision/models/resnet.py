"""ResNet, ResNeXt and Wide ResNet: blocks whose input is added to their output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.vision.models.pretrained import refuse_pretrained

_BLOCKS = {18: (2, 2, 2, 2), 34: (3, 4, 6, 3), 50: (3, 4, 6, 3), 101: (3, 4, 23, 3), 152: (3, 8, 36, 3)}


class BasicBlock(nn.Layer):
    """Two 3 x 3 convolutions."""

    expansion: ClassVar[int] = 1

    def __init__(
        self,
        inplanes: int,
        planes: int,
        stride: int = 1,
        downsample: Any = None,
        groups: int = 1,
        base_width: int = 64,
        dilation: int = 1,
        norm_layer: Callable[..., Any] | None = None,
    ) -> None:
        super().__init__()
        norm = nn.BatchNorm2D if norm_layer is None else norm_layer
        if dilation > 1:
            raise UnsupportedError("BasicBlock supports only dilation=1", site=site())
        self.conv1 = nn.Conv2D(inplanes, planes, 3, padding=1, stride=stride, bias_attr=False)
        self.bn1 = norm(planes)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv2D(planes, planes, 3, padding=1, bias_attr=False)
        self.bn2 = norm(planes)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x: Any) -> Any:
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return self.relu(out + (x if self.downsample is None else self.downsample(x)))


class BottleneckBlock(nn.Layer):
    """A 1 x 1 convolution, a 3 x 3 convolution, and a 1 x 1 convolution with four times the channels."""

    expansion: ClassVar[int] = 4

    def __init__(
        self,
        inplanes: int,
        planes: int,
        stride: int = 1,
        downsample: Any = None,
        groups: int = 1,
        base_width: int = 64,
        dilation: int = 1,
        norm_layer: Callable[..., Any] | None = None,
    ) -> None:
        super().__init__()
        norm = nn.BatchNorm2D if norm_layer is None else norm_layer
        width = int(planes * (base_width / 64.0)) * groups
        self.conv1 = nn.Conv2D(inplanes, width, 1, bias_attr=False)
        self.bn1 = norm(width)
        self.conv2 = nn.Conv2D(
            width, width, 3, padding=dilation, stride=stride, groups=groups, dilation=dilation, bias_attr=False
        )
        self.bn2 = norm(width)
        self.conv3 = nn.Conv2D(width, planes * self.expansion, 1, bias_attr=False)
        self.bn3 = norm(planes * self.expansion)
        self.relu = nn.ReLU()
        self.downsample = downsample
        self.stride = stride

    def forward(self, x: Any) -> Any:
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        return self.relu(out + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Layer):
    """ResNet: [N, 3, H, W] to [N, num_classes]; with num_classes <= 0 and with_pool=False, the output is the features.

    Source: He et al. 2015; Xie et al. 2016 (groups); Zagoruyko & Komodakis 2016 (width).
    """

    def __init__(
        self,
        block: Any,
        depth: int = 50,
        width: int = 64,
        num_classes: int = 1000,
        with_pool: bool = True,
        groups: int = 1,
    ) -> None:
        super().__init__()
        self.groups, self.base_width = groups, width
        self.num_classes, self.with_pool = num_classes, with_pool
        self.inplanes, self.dilation = 64, 1
        self.conv1 = nn.Conv2D(3, self.inplanes, kernel_size=7, stride=2, padding=3, bias_attr=False)
        self.bn1 = nn.BatchNorm2D(self.inplanes)
        self.relu = nn.ReLU()
        self.maxpool = nn.MaxPool2D(kernel_size=3, stride=2, padding=1)
        counts = _BLOCKS[depth]
        self.layer1 = self._make_layer(block, 64, counts[0])
        self.layer2 = self._make_layer(block, 128, counts[1], 2)
        self.layer3 = self._make_layer(block, 256, counts[2], 2)
        self.layer4 = self._make_layer(block, 512, counts[3], 2)
        if with_pool:
            self.avgpool = nn.AdaptiveAvgPool2D((1, 1))
        if num_classes > 0:
            self.fc = nn.Linear(512 * block.expansion, num_classes)

    def _make_layer(self, block: Any, planes: int, blocks: int, stride: int = 1, dilate: bool = False) -> Any:
        """Return blocks of one width; projects that derive from ResNet call this method.

        dilate: dilate the windows instead of using strides.
        """
        wide = planes * block.expansion
        before, downsample = self.dilation, None
        if dilate:
            self.dilation, stride = self.dilation * stride, 1
        if stride != 1 or self.inplanes != wide:
            downsample = nn.Sequential(
                nn.Conv2D(self.inplanes, wide, 1, stride=stride, bias_attr=False), nn.BatchNorm2D(wide)
            )
        options = {"groups": self.groups, "base_width": self.base_width}
        layers = [block(self.inplanes, planes, stride, downsample, dilation=before, **options)]
        self.inplanes = wide
        layers += [block(wide, planes, dilation=self.dilation, **options) for _ in range(1, blocks)]
        return nn.Sequential(*layers)

    def forward(self, x: Any) -> Any:
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        if self.with_pool:
            x = self.avgpool(x)
        return self.fc(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


def _resnet(arch: str, block: Any, depth: int, pretrained: bool, options: dict[str, Any]) -> ResNet:
    refuse_pretrained(pretrained, arch)
    return ResNet(block, depth, **options)


def resnet18(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNet with 18 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnet18", BasicBlock, 18, pretrained, kwargs)


def resnet34(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNet with 34 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnet34", BasicBlock, 34, pretrained, kwargs)


def resnet50(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNet with 50 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnet50", BottleneckBlock, 50, pretrained, kwargs)


def resnet101(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNet with 101 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnet101", BottleneckBlock, 101, pretrained, kwargs)


def resnet152(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNet with 152 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnet152", BottleneckBlock, 152, pretrained, kwargs)


def resnext50_32x4d(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNeXt with 50 layers, 32 groups of 4. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnext50_32x4d", BottleneckBlock, 50, pretrained, {"groups": 32, "width": 4, **kwargs})


def resnext50_64x4d(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNeXt with 50 layers, 64 groups of 4. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnext50_64x4d", BottleneckBlock, 50, pretrained, {"groups": 64, "width": 4, **kwargs})


def resnext101_32x4d(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNeXt with 101 layers, 32 groups of 4. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnext101_32x4d", BottleneckBlock, 101, pretrained, {"groups": 32, "width": 4, **kwargs})


def resnext101_64x4d(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNeXt with 101 layers, 64 groups of 4. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnext101_64x4d", BottleneckBlock, 101, pretrained, {"groups": 64, "width": 4, **kwargs})


def resnext152_32x4d(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNeXt with 152 layers, 32 groups of 4. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnext152_32x4d", BottleneckBlock, 152, pretrained, {"groups": 32, "width": 4, **kwargs})


def resnext152_64x4d(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNeXt with 152 layers, 64 groups of 4. Raises UnsupportedError for pretrained=True."""
    return _resnet("resnext152_64x4d", BottleneckBlock, 152, pretrained, {"groups": 64, "width": 4, **kwargs})


def wide_resnet50_2(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNet-50 with blocks of twice the width. Raises UnsupportedError for pretrained=True."""
    return _resnet("wide_resnet50_2", BottleneckBlock, 50, pretrained, {"width": 128, **kwargs})


def wide_resnet101_2(pretrained: bool = False, **kwargs: Any) -> ResNet:
    """Return a ResNet-101 with blocks of twice the width. Raises UnsupportedError for pretrained=True."""
    return _resnet("wide_resnet101_2", BottleneckBlock, 101, pretrained, {"width": 128, **kwargs})


__all__ = [
    "BasicBlock",
    "BottleneckBlock",
    "ResNet",
    "resnet18",
    "resnet34",
    "resnet50",
    "resnet101",
    "resnet152",
    "resnext50_32x4d",
    "resnext50_64x4d",
    "resnext101_32x4d",
    "resnext101_64x4d",
    "resnext152_32x4d",
    "resnext152_64x4d",
    "wide_resnet50_2",
    "wide_resnet101_2",
]
