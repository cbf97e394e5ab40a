"""Images and their like as layers: padding, resizing, channels traded for space."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, ClassVar

from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.dims_family import DimsFamily
from opscope.paddle.nn.layer.layers import Layer, TensorT
from opscope.paddle.nn.layer.unit import Unit


class _Pad(Layer, DimsFamily):
    """Base: an int pads all sides of the dims after N and C alike."""

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
    """More around the last 1 dim: two numbers a dim (the last dim's first), or one for all."""

    dims = 1


class Pad2D(_Pad, data_format="NCHW"):
    """More around the last 2 dims: two numbers a dim (the last dim's first), or one for all."""

    dims = 2


class Pad3D(_Pad, data_format="NCDHW"):
    """More around the last 3 dims: two numbers a dim (the last dim's first), or one for all."""

    dims = 3


class ZeroPad2D(_Pad):
    """Zeros around [N, C, H, W]: left, right, top, bottom, or one number for all."""

    dims = 2

    def __init__(self, padding: Any, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__(padding, "constant", 0.0, data_format, name)

    def extra_repr(self) -> str:
        return f"padding={self._pad}, data_format={self._data_format}{f', name={self._name}' if self._name else ''}"


class Upsample(Unit, function=F.interpolate):
    """[N, C, *] at another size: `size`, or each dim times scale_factor."""

    usual = MappingProxyType({"size": None, "scale_factor": None})

    def __init__(
        self, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool = False,
        align_mode: int = 0, data_format: str = "NCHW", name: str | None = None,
    ) -> None: ...  # fmt: skip


class UpsamplingNearest2D(Unit):
    """[N, C, H, W] at another size, each value the nearest."""

    function: Callable[..., Any] = staticmethod(F.interpolate)
    quiet = ("mode",)
    usual = MappingProxyType({"size": None, "scale_factor": None})

    def __init__(
        self, size: Any = None, scale_factor: Any = None, data_format: str = "NCHW", name: str | None = None
    ) -> None:
        super().__init__(name, size=size, scale_factor=scale_factor, mode="nearest", data_format=data_format)


class UpsamplingBilinear2D(Unit):
    """[N, C, H, W] at another size by bilinear interpolation; the corners stay where they are."""

    function: Callable[..., Any] = staticmethod(F.interpolate)
    quiet = ("mode", "align_corners")
    usual = MappingProxyType({"size": None, "scale_factor": None})

    def __init__(
        self, size: Any = None, scale_factor: Any = None, data_format: str = "NCHW", name: str | None = None
    ) -> None:
        sizes = {"size": size, "scale_factor": scale_factor}
        super().__init__(name, **sizes, mode="bilinear", align_corners=True, data_format=data_format)


class PixelShuffle(Unit, function=F.pixel_shuffle):
    """[N, C * r * r, H, W] as [N, C, H * r, W * r]."""

    usual = MappingProxyType({"data_format": "NCHW"})

    def __init__(self, upscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> None: ...


class PixelUnshuffle(Unit, function=F.pixel_unshuffle):
    """[N, C, H * r, W * r] as [N, C * r * r, H, W]."""

    usual = MappingProxyType({"data_format": "NCHW"})

    def __init__(self, downscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> None: ...


class ChannelShuffle(Unit, function=F.channel_shuffle):
    """Channels in the order of first of each group, second of each group, ..."""

    usual = MappingProxyType({"data_format": "NCHW"})

    def __init__(self, groups: int, data_format: str = "NCHW", name: str | None = None) -> None: ...


class _Windows(Unit):
    def extra_repr(self) -> str:
        of = self._settings
        sizes = f"kernel_size={of['kernel_sizes']}, dilation={of['dilations']}"
        name = f", name={self._name}" if self._name else ""
        return f"{sizes}, padding={of['paddings']}, stride={of['strides']}{name}"


class Unfold(_Windows, function=F.unfold):
    """Windows of [N, C, H, W] as columns."""

    spelled: ClassVar = {"input": "x"}

    def __init__(
        self, kernel_sizes: Any, dilations: Any = 1, paddings: Any = 0, strides: Any = 1, name: str | None = None
    ) -> None: ...


class Fold(_Windows, function=F.fold):
    """Columns added up to an image."""

    spelled: ClassVar = {"input": "x"}

    def __init__(
        self, output_sizes: Any, kernel_sizes: Any, dilations: Any = 1, paddings: Any = 0, strides: Any = 1,
        name: str | None = None,
    ) -> None: ...  # fmt: skip
