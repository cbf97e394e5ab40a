"""VGG: 3 x 3 convolutions, and three large linear layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.vision.models.pretrained import refuse_pretrained

# channels of convolutions; M: a max pooling
cfgs: dict[str, list[int | str]] = {
    "A": [64, "M", 128, "M", 256, 256, "M", 512, 512, "M", 512, 512, "M"],
    "B": [64, 64, "M", 128, 128, "M", 256, 256, "M", 512, 512, "M", 512, 512, "M"],
    "D": [64, 64, "M", 128, 128, "M", *[256] * 3, "M", *[512] * 3, "M", *[512] * 3, "M"],
    "E": [64, 64, "M", 128, 128, "M", *[256] * 4, "M", *[512] * 4, "M", *[512] * 4, "M"],
}


class VGG(nn.Layer):
    """VGG: [N, 3, H, W] to [N, num_classes]; `features` is the result of make_layers.

    Source: Simonyan & Zisserman 2014.
    """

    def __init__(self, features: Any, num_classes: int = 1000, with_pool: bool = True) -> None:
        super().__init__()
        self.features = features
        self.num_classes, self.with_pool = num_classes, with_pool
        if with_pool:
            self.avgpool = nn.AdaptiveAvgPool2D((7, 7))
        if num_classes > 0:
            self.classifier = nn.Sequential(
                nn.Linear(512 * 7 * 7, 4096), nn.ReLU(), nn.Dropout(),
                nn.Linear(4096, 4096), nn.ReLU(), nn.Dropout(),
                nn.Linear(4096, num_classes),
            )  # fmt: skip

    def forward(self, x: Any) -> Any:
        x = self.features(x)
        if self.with_pool:
            x = self.avgpool(x)
        return self.classifier(REGISTRY.public["flatten"](x, 1)) if self.num_classes > 0 else x


def make_layers(cfg: Sequence[int | str], batch_norm: bool = False) -> Any:
    """Return the convolutions of a configuration, as a Sequential."""
    layers: list[Any] = []
    channels = 3
    for v in cfg:
        if not isinstance(v, int):
            layers.append(nn.MaxPool2D(kernel_size=2, stride=2))
            continue
        layers.append(nn.Conv2D(channels, v, kernel_size=3, padding=1))
        layers += [nn.BatchNorm2D(v), nn.ReLU()] if batch_norm else [nn.ReLU()]
        channels = v
    return nn.Sequential(*layers)


def _vgg(arch: str, cfg: str, batch_norm: bool, pretrained: bool, options: dict[str, Any]) -> VGG:
    refuse_pretrained(pretrained, arch)
    return VGG(make_layers(cfgs[cfg], batch_norm), **options)


def vgg11(pretrained: bool = False, batch_norm: bool = False, **kwargs: Any) -> VGG:
    """Return a VGG with 11 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _vgg("vgg11", "A", batch_norm, pretrained, kwargs)


def vgg13(pretrained: bool = False, batch_norm: bool = False, **kwargs: Any) -> VGG:
    """Return a VGG with 13 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _vgg("vgg13", "B", batch_norm, pretrained, kwargs)


def vgg16(pretrained: bool = False, batch_norm: bool = False, **kwargs: Any) -> VGG:
    """Return a VGG with 16 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _vgg("vgg16", "D", batch_norm, pretrained, kwargs)


def vgg19(pretrained: bool = False, batch_norm: bool = False, **kwargs: Any) -> VGG:
    """Return a VGG with 19 layers and the arguments kwargs. Raises UnsupportedError for pretrained=True."""
    return _vgg("vgg19", "E", batch_norm, pretrained, kwargs)


__all__ = ["VGG", "make_layers", "vgg11", "vgg13", "vgg16", "vgg19"]
