"""Convolution of sparse tensors as layers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError
from opscope.ops.nn import windows_nd
from opscope.paddle.nn.initializer import Normal
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.sparse.nn import functional as F  # noqa: N812 (as everywhere)


class _Conv(Layer):
    """Base class with a weight [*kernel, C, O] and a bias [O]."""

    dims: ClassVar[int]
    format: ClassVar[str]
    function: ClassVar[Callable[..., Any]]

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0,
        dilation: Any = 1, groups: int = 1, padding_mode: str = "zeros", weight_attr: Any = None,
        bias_attr: Any = None, data_format: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        for right, words in (
            (weight_attr is not False, "weight_attr of a convolution should not be False."),
            (padding_mode == "zeros", "a sparse convolution supports only padding_mode='zeros'"),
            (groups == 1, "a sparse convolution supports only groups=1"),
        ):
            if not right:
                raise ModeError(words, site=site())
        self._data_format = self.format if data_format is None else data_format
        if self._data_format != self.format:
            raise ArgumentError(f"data_format must be '{self.format}', but it is '{data_format}'", site=site())
        self._in_channels, self._out_channels, self._groups, self._padding = in_channels, out_channels, groups, padding
        self._stride = list(windows_nd.many(stride, self.dims, "stride"))
        self._dilation = list(windows_nd.many(dilation, self.dims, "dilation"))
        self._kernel_size = list(windows_nd.many(kernel_size, self.dims, "kernel_size"))
        std = math.sqrt(2.0 / (math.prod(self._kernel_size) * in_channels))
        shape = [*self._kernel_size, in_channels, out_channels]
        self.weight = self.create_parameter(shape, weight_attr, default_initializer=Normal(0.0, std))
        self.bias = self.create_parameter([out_channels], bias_attr, is_bias=True)

    def forward(self, x: Any) -> Any:
        return type(self).function(
            x, self.weight, self.bias, self._stride, self._padding, self._dilation, self._groups, self._data_format
        )

    def extra_repr(self) -> str:
        text = f"{self._in_channels}, {self._out_channels}, kernel_size={self._kernel_size}"
        ones = [1] * self.dims
        parts = {
            "stride": (self._stride, ones), "padding": (self._padding, 0), "dilation": (self._dilation, ones),
        }  # fmt: skip
        text += "".join(f", {name}={value}" for name, (value, usual) in parts.items() if value != usual)
        return f"{text}, data_format={self._data_format}"


class Conv3D(_Conv):
    """Convolution of a SparseCooTensor [N, D, H, W, C], C dense; the weight is [KD, KH, KW, C, O]."""

    dims, format, function = 3, "NDHWC", staticmethod(F.conv3d)


class Conv2D(_Conv):
    """Convolution of a SparseCooTensor [N, H, W, C], C dense; the weight is [KH, KW, C, O]."""

    dims, format, function = 2, "NHWC", staticmethod(F.conv2d)


class _SubmConv(_Conv):
    """Base class of submanifold convolutions: `key` comes before the attributes of the parameters."""

    def __init__(
        self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0,
        dilation: Any = 1, groups: int = 1, padding_mode: str = "zeros", key: str | None = None,
        weight_attr: Any = None, bias_attr: Any = None, data_format: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            in_channels, out_channels, kernel_size, stride, padding, dilation, groups, padding_mode, weight_attr,
            bias_attr, data_format,
        )  # fmt: skip
        self._key = key


class SubmConv3D(_SubmConv):
    """Submanifold convolution of a SparseCooTensor [N, D, H, W, C]: the result has elements at the sites of x."""

    dims, format, function = 3, "NDHWC", staticmethod(F.subm_conv3d)


class SubmConv2D(_SubmConv):
    """Submanifold convolution of a SparseCooTensor [N, H, W, C]: the result has elements at the sites of x."""

    dims, format, function = 2, "NHWC", staticmethod(F.subm_conv2d)
