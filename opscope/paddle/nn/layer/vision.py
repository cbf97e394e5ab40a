"""Layers for images: padding, resizing, and moving values between channels and space."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, ClassVar

from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.dims_family import DimsFamily
from opscope.paddle.nn.layer.layers import Layer, TensorT
from opscope.paddle.nn.layer.unit import Unit


class _Pad(Layer, DimsFamily):
    """Base: an int pads all sides of the dims after N and C."""

    dims: int

    def __init__(
        self, padding: Any, mode: str = "constant", value: float = 0.0, data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._pad = [padding] * 2 * self.dims if isinstance(padding, int) else padding
        self._mode, self._value, self._data_format, self._name = mode, value, data_format, name

    def forward(self, x: TensorT) -> TensorT:
        return F.pad(x, self._pad, self._mode, self._value, self._data_format)

    def extra_repr(self) -> str:
        name = f", name={self._name}" if self._name else ""
        return f"padding={self._pad}, mode={self._mode}, value={self._value}, data_format={self._data_format}{name}"


class Pad1D(_Pad, data_format="NCL"):
    """Padding of the last dim: two numbers, or one for both sides."""

    dims = 1


class Pad2D(_Pad, data_format="NCHW"):
    """Padding of the last 2 dims: two numbers for each dim (last dim first), or one for all sides."""

    dims = 2


class Pad3D(_Pad, data_format="NCDHW"):
    """Padding of the last 3 dims: two numbers for each dim (last dim first), or one for all sides."""

    dims = 3


class ZeroPad2D(_Pad):
    """Padding of [N, C, H, W] with zeros: left, right, top, bottom, or one number for all sides."""

    dims = 2

    def __init__(self, padding: Any, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__(padding, "constant", 0.0, data_format, name)

    def extra_repr(self) -> str:
        return f"padding={self._pad}, data_format={self._data_format}{f', name={self._name}' if self._name else ''}"


class Upsample(Unit, function=F.interpolate):
    """Interpolation of [N, C, *] to the sizes `size`, or to each dim times scale_factor."""

    usual = MappingProxyType({"size": None, "scale_factor": None})

    def __init__(
        self, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool = False,
        align_mode: int = 0, data_format: str = "NCHW", name: str | None = None,
    ) -> None: ...  # fmt: skip


class UpsamplingNearest2D(Unit):
    """Interpolation of [N, C, H, W] with the nearest values."""

    function: Callable[..., Any] = staticmethod(F.interpolate)
    quiet = ("mode",)
    usual = MappingProxyType({"size": None, "scale_factor": None})

    def __init__(
        self, size: Any = None, scale_factor: Any = None, data_format: str = "NCHW", name: str | None = None
    ) -> None:
        super().__init__(name, size=size, scale_factor=scale_factor, mode="nearest", data_format=data_format)


class UpsamplingBilinear2D(Unit):
    """Bilinear interpolation of [N, C, H, W]; the values at the corners keep their positions."""

    function: Callable[..., Any] = staticmethod(F.interpolate)
    quiet = ("mode", "align_corners")
    usual = MappingProxyType({"size": None, "scale_factor": None})

    def __init__(
        self, size: Any = None, scale_factor: Any = None, data_format: str = "NCHW", name: str | None = None
    ) -> None:
        sizes = {"size": size, "scale_factor": scale_factor}
        super().__init__(name, **sizes, mode="bilinear", align_corners=True, data_format=data_format)


class PixelShuffle(Unit, function=F.pixel_shuffle):
    """Layer that converts [N, C * r * r, H, W] to [N, C, H * r, W * r]."""

    usual = MappingProxyType({"data_format": "NCHW"})

    def __init__(self, upscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> None: ...


class PixelUnshuffle(Unit, function=F.pixel_unshuffle):
    """Layer that converts [N, C, H * r, W * r] to [N, C * r * r, H, W]."""

    usual = MappingProxyType({"data_format": "NCHW"})

    def __init__(self, downscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> None: ...


class ChannelShuffle(Unit, function=F.channel_shuffle):
    """Layer that reorders channels: the first of each group, then the second of each group, and so on."""

    usual = MappingProxyType({"data_format": "NCHW"})

    def __init__(self, groups: int, data_format: str = "NCHW", name: str | None = None) -> None: ...


class _Windows(Unit):
    def extra_repr(self) -> str:
        of = self._settings
        sizes = f"kernel_size={of['kernel_sizes']}, dilation={of['dilations']}"
        name = f", name={self._name}" if self._name else ""
        return f"{sizes}, padding={of['paddings']}, stride={of['strides']}{name}"


class Unfold(_Windows, function=F.unfold):
    """Layer that returns windows of [N, C, H, W] as columns."""

    spelled: ClassVar = {"input": "x"}

    def __init__(
        self, kernel_sizes: Any, dilations: Any = 1, paddings: Any = 0, strides: Any = 1, name: str | None = None
    ) -> None: ...


class Fold(_Windows, function=F.fold):
    """Layer that adds columns to an image."""

    spelled: ClassVar = {"input": "x"}

    def __init__(
        self, output_sizes: Any, kernel_sizes: Any, dilations: Any = 1, paddings: Any = 0, strides: Any = 1,
        name: str | None = None,
    ) -> None: ...  # fmt: skip
