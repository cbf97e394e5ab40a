"""paddle.fluid.dygraph.nn: layers with the parameters of Paddle 1.x, based on the layers of paddle.nn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.checks.unsupported import unsupported_function
from opscope.core.context_settings import SettingsBlock
from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle import nn
from opscope.paddle.fluid.dygraph.units import NCE, BilinearTensorProduct, GRUUnit, PRelu
from opscope.paddle.fluid.layers.arithmetic import activated
from opscope.paddle.fluid.layers.images import pooled
from opscope.paddle.fluid.layers.training import dropout_mode
from opscope.paddle.nn import SpectralNorm

BatchNorm, Flatten = nn.BatchNorm, nn.Flatten


def of_dtype(dtype: object) -> SettingsBlock:
    """Give this dtype to the parameters of layers that are made in the block."""
    return mode.block(dtype=as_dtype(dtype))


class _Acted:
    """Mixin of layers: applies the activation `act` to the results."""

    _act: str | None = None

    def forward(self, *inputs: Any, **named: Any) -> Any:
        return activated(super().forward(*inputs, **named), self._act)  # type: ignore[misc]


class Linear(_Acted, nn.Linear):
    """Linear layer: x [*, input_dim] -> [*, output_dim], then the activation `act`."""

    def __init__(
        self, input_dim: int, output_dim: int, param_attr: Any = None, bias_attr: Any = None, act: str | None = None,
        dtype: object = "float32",
    ) -> None:  # fmt: skip
        with of_dtype(dtype):
            super().__init__(input_dim, output_dim, param_attr, bias_attr)
        self._act = act


class _Convolution(_Acted):
    def __init__(
        self, num_channels: int, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0,
        dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
        use_cudnn: bool = True, act: str | None = None, dtype: object = "float32",
    ) -> None:  # fmt: skip
        kernel = (filter_size, stride, padding, dilation)
        with of_dtype(dtype):
            super().__init__(num_channels, num_filters, *kernel, groups or 1, "zeros", param_attr, bias_attr)  # type: ignore[call-arg]
        self._act = act


class Conv2D(_Convolution, nn.Conv2D):
    """Convolution of [N, num_channels, H, W], then the activation `act`."""


class Conv3D(_Convolution, nn.Conv3D):
    """Convolution of [N, num_channels, D, H, W], then the activation `act`."""


class Conv2DTranspose(_Acted, nn.Conv2DTranspose):
    """Transposed convolution of [N, num_channels, H, W] to output_size, then the activation `act`."""

    def __init__(
        self, num_channels: int, num_filters: int, filter_size: Any, output_size: Any = None, padding: Any = 0,
        stride: Any = 1, dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
        use_cudnn: bool = True, act: str | None = None, dtype: object = "float32",
    ) -> None:  # fmt: skip
        with of_dtype(dtype):
            super().__init__(
                num_channels, num_filters, filter_size, stride, padding, 0, dilation, groups or 1, param_attr, bias_attr
            )
        self._act, self._output_size = act, [output_size] * 2 if isinstance(output_size, int) else output_size

    def forward(self, x: Any, output_size: Any = None) -> Any:
        return super().forward(x, output_size=self._output_size if output_size is None else output_size)


class Conv3DTranspose(_Acted, nn.Conv3DTranspose):
    """Transposed convolution of [N, num_channels, D, H, W], then the activation `act`."""

    def __init__(
        self, num_channels: int, num_filters: int, filter_size: Any, padding: Any = 0, stride: Any = 1,
        dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
        use_cudnn: bool = True, act: str | None = None, dtype: object = "float32",
    ) -> None:  # fmt: skip
        with of_dtype(dtype):
            super().__init__(
                num_channels, num_filters, filter_size, stride, padding, 0, dilation, groups or 1, param_attr, bias_attr
            )
        self._act = act


class Pool2D(nn.Layer):
    """The maximum ('max') or the mean ('avg') of each window of [N, C, H, W], or of the whole image."""

    def __init__(
        self, pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1, pool_padding: Any = 0,
        global_pooling: bool = False, use_cudnn: bool = True, ceil_mode: bool = False, exclusive: bool = True,
        data_format: str = "NCHW",
    ) -> None:  # fmt: skip
        super().__init__()
        self._window = (pool_type, pool_size, pool_stride, pool_padding, global_pooling, ceil_mode, exclusive)
        self._data_format = data_format

    def forward(self, input: Any) -> Any:
        return pooled(input, *self._window, self._data_format)


class Embedding(nn.Embedding):
    """Rows of a table [size[0], size[1]] at integers [*]: [*, size[1]].

    is_sparse: the gradient of the table has the form of rows. Raises UnsupportedError for is_distributed.
    """

    def __init__(
        self, size: Sequence[int], is_sparse: bool = False, is_distributed: bool = False,
        padding_idx: int | None = None, param_attr: Any = None, dtype: object = "float32",
    ) -> None:  # fmt: skip
        if is_distributed:
            raise UnsupportedError(
                "Embedding does not support is_distributed, because the table is not divided among processes",
                site=site(),
                fix="leave is_distributed out",
            )
        with of_dtype(dtype):
            super().__init__(size[0], size[1], padding_idx, is_sparse, param_attr)


class LayerNorm(_Acted, nn.LayerNorm):
    """Normalization over the last dims, then the activation `act`."""

    def __init__(
        self, normalized_shape: Any, scale: bool = True, shift: bool = True, epsilon: float = 1e-5,
        param_attr: Any = None, bias_attr: Any = None, act: str | None = None, dtype: object = "float32",
    ) -> None:  # fmt: skip
        with of_dtype(dtype):
            super().__init__(normalized_shape, epsilon, param_attr if scale else False, bias_attr if shift else False)
        self._act = act


class InstanceNorm(nn.InstanceNorm2D):
    """Normalization of [N, C, *] per sample and channel."""

    ranks = (2, 3, 4, 5)

    def __init__(
        self, num_channels: int, epsilon: float = 1e-5, param_attr: Any = None, bias_attr: Any = None,
        dtype: object = "float32",
    ) -> None:  # fmt: skip
        with of_dtype(dtype):
            super().__init__(num_channels, epsilon, weight_attr=param_attr, bias_attr=bias_attr)


class GroupNorm(_Acted, nn.GroupNorm):
    """Normalization of [N, channels, *] over each of `groups` groups of channels, then the activation `act`."""

    def __init__(
        self, channels: int, groups: int, epsilon: float = 1e-5, param_attr: Any = None, bias_attr: Any = None,
        act: str | None = None, data_layout: str = "NCHW", dtype: object = "float32",
    ) -> None:  # fmt: skip
        with of_dtype(dtype):
            super().__init__(groups, channels, epsilon, param_attr, bias_attr, data_layout)
        self._act = act


class Dropout(nn.Layer):
    """In training, set a share p of the values to zero; with a seed, the same values in each call."""

    def __init__(
        self, p: float = 0.5, seed: int | None = None, dropout_implementation: str = "downgrade_in_infer",
        is_test: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self._p, self._seed, self._is_test = p, seed or 0, is_test
        self._how = dropout_mode(dropout_implementation)

    def forward(self, input: Any) -> Any:
        training = self.training and not self._is_test
        dropout = REGISTRY["dropout"]
        return dropout(input, p=self._p, axis=None, training=training, mode=self._how, seed=self._seed)[0]


TreeConv = unsupported_function(
    "TreeConv", "opscope has no op for it", "write the layer with gather and matmul over the edges"
)

__all__ = [
    "NCE", "BatchNorm", "BilinearTensorProduct", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "Dropout",
    "Embedding", "Flatten", "GRUUnit", "GroupNorm", "InstanceNorm", "LayerNorm", "Linear", "PRelu", "Pool2D",
    "SpectralNorm", "TreeConv",
]  # fmt: skip
