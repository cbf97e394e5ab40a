"""Convolution and transposed convolution layers in one, two and three dims."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from opscope.core.checks.number_checks import whole_numbers
from opscope.core.state import mode
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops.nn import windows_nd
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.functional.layout import channels_last
from opscope.paddle.nn.initializer import Normal
from opscope.paddle.nn.layer.dims_family import DimsFamily
from opscope.paddle.nn.layer.layers import Layer, TensorT
from opscope.paddle.nn.param_attr import require_sizes

_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Layer, DimsFamily):
    """Base: a weight, [O, C / groups, *kernel] or transposed [C, O / groups, *kernel], and a bias [O]."""

    dims: ClassVar[int]
    function: ClassVar[Callable[..., Any]]
    transposed: ClassVar[bool] = False

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any, padding: Any, dilation: Any,
        groups: int, padding_mode: str, weight_attr: Any, bias_attr: Any, data_format: str, output_padding: Any = 0,
    ) -> None:  # fmt: skip
        super().__init__(None, mode.dtype)
        channels_last(data_format, self.dims, type(self).__name__)
        whole_numbers(in_channels=in_channels, out_channels=out_channels, groups=groups)
        if groups < 1 or in_channels % groups or out_channels % groups:
            raise ArgumentError(
                f"in_channels {in_channels} and out_channels {out_channels} must be divisible by groups {groups}.",
                fix="choose other numbers of channels or other groups",
            )
        if padding_mode not in _MODES:
            raise ArgumentError(f"padding_mode must be one of {_MODES}, but it is '{padding_mode}'")
        self._in_channels, self._out_channels, self._groups = in_channels, out_channels, groups
        self._kernel_size = list(windows_nd.many(kernel_size, self.dims, "kernel_size"))
        self._stride = list(windows_nd.many(stride, self.dims, "stride"))
        self._dilation = list(windows_nd.many(dilation, self.dims, "dilation"))
        self._padding, self._padding_mode, self._data_format = padding, padding_mode, data_format
        self.output_padding = output_padding
        filters = [in_channels, out_channels // groups] if self.transposed else [out_channels, in_channels // groups]
        require_sizes([*filters, *self._kernel_size], f"{type(self).__name__}.weight")
        std = math.sqrt(2.0 / (math.prod(self._kernel_size) * in_channels))
        start = None if self.transposed else Normal(0.0, std)
        self.weight = self.create_parameter([*filters, *self._kernel_size], weight_attr, default_initializer=start)
        self.bias = self.create_parameter([out_channels], bias_attr, is_bias=True)

    def forward(self, x: TensorT) -> TensorT:
        padding = self._padding
        if self._padding_mode != "zeros":
            if isinstance(padding, str):
                raise UnsupportedError(
                    f"padding_mode={self._padding_mode!r} cannot be combined with padding={padding!r}",
                    fix="pass the padding as numbers",
                )
            pairs = windows_nd.paddings(padding, self.dims)
            widths = [v for pair in reversed(pairs) for v in pair]
            x, padding = F.pad(x, widths, self._padding_mode, data_format=self._data_format), 0
        return type(self).function(
            x, self.weight, self.bias, self._stride, padding, self._dilation, self._groups, self._data_format
        )

    def extra_repr(self) -> str:
        text = f"{self._in_channels}, {self._out_channels}, kernel_size={self._kernel_size}"
        ones = [1] * self.dims
        parts = {
            "stride": (self._stride, ones),
            "padding": (self._padding, 0),
            "padding_mode": (self._padding_mode, "zeros"),
            "output_padding": (self.output_padding, 0),
            "dilation": (self._dilation, ones),
            "groups": (self._groups, 1),
        }
        text += "".join(f", {name}={value}" for name, (value, usual) in parts.items() if value != usual)
        return f"{text}, data_format={self._data_format}"


class _Conv(_ConvNd):
    """Base of convolution."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        padding_mode: str = "zeros",
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, padding_mode, weight_attr,
            bias_attr, data_format,
        )  # fmt: skip


class Conv1D(_Conv, data_format="NCL"):
    """Convolution of [N, C, L]; weight [out_channels, in_channels / groups, kernel_size]."""

    dims, function = 1, staticmethod(F.conv1d)


class Conv2D(_Conv, data_format="NCHW"):
    """Convolution of [N, C, H, W]; weight [out_channels, in_channels / groups, *kernel_size].

    padding: numbers, 'SAME' or 'VALID'. padding_mode: zeros, reflect, replicate or circular.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/Conv2D_en.html
    """

    dims, function = 2, staticmethod(F.conv2d)


class Conv3D(_Conv, data_format="NCDHW"):
    """Convolution of [N, C, D, H, W]; weight [out_channels, in_channels / groups, *kernel_size]."""

    dims, function = 3, staticmethod(F.conv3d)


# --- transposed -------------------------------------------------------------------------------------


class _Transposed(_ConvNd):
    """Base: the weight is [in_channels, out_channels / groups, *kernel_size]."""

    transposed = True

    def forward(self, x: TensorT, output_size: Any = None) -> TensorT:
        if output_size is not None and self.output_padding not in (0, [0] * self.dims, (0,) * self.dims):
            raise ShapeError("output_size and output_padding must not both be passed", fix="pass one of them")
        return type(self).function(
            x,
            self.weight,
            self.bias,
            stride=self._stride,
            padding=self._padding,
            output_padding=self.output_padding,
            dilation=self._dilation,
            groups=self._groups,
            output_size=output_size,
            data_format=self._data_format,
        )


class Conv1DTranspose(_Transposed):
    """The transpose of Conv1D on [N, C, L]; weight [in_channels, out_channels / groups, kernel_size]."""

    dims, function = 1, staticmethod(F.conv1d_transpose)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        dilation: Any = 1,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCL",
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, "zeros", weight_attr, bias_attr,
            data_format, output_padding,
        )  # fmt: skip


class _TransposedNd(_Transposed):
    """Base of transposed convolution of images and volumes; Conv1DTranspose has groups before dilation."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
    ) -> None:
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, "zeros", weight_attr, bias_attr,
            data_format, output_padding,
        )  # fmt: skip


class Conv2DTranspose(_TransposedNd, data_format="NCHW"):
    """The transpose of Conv2D on [N, C, H, W]; weight [in_channels, out_channels / groups, *kernel_size]."""

    dims, function = 2, staticmethod(F.conv2d_transpose)


class Conv3DTranspose(_TransposedNd, data_format="NCDHW"):
    """The transpose of Conv3D on [N, C, D, H, W]; weight [in_channels, out_channels / groups, *kernel_size]."""

    dims, function = 3, staticmethod(F.conv3d_transpose)
