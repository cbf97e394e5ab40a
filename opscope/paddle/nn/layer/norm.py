"""Normalization layers: layer, group, instance and local response normalization."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from opscope.core.checks.number_checks import finite_number, whole_numbers, whole_sizes
from opscope.core.state import mode
from opscope.errors import ArgumentError, ModeError, ShapeError
from opscope.ops import reduction
from opscope.ops.elementwise import unary
from opscope.ops.linalg.matmul import matmul
from opscope.ops.manipulation.reshape import reshape, transpose
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.functional.layout import any_channels_last
from opscope.paddle.nn.initializer import Normal
from opscope.paddle.nn.layer.batch_norm import _BatchNorm
from opscope.paddle.nn.layer.dims_family import DimsFamily
from opscope.paddle.nn.layer.layers import Layer, TensorT
from opscope.paddle.nn.layer.scaled import Scaled


class LayerNorm(Scaled):
    """Normalization of the last dims, normalized_shape; weight and bias have the same size. Source: Ba et al. 2016."""

    def __init__(
        self,
        normalized_shape: Any,
        epsilon: float = 1e-05,
        weight_attr: Any = None,
        bias_attr: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(None, mode.dtype)
        self._normalized_shape = whole_sizes(normalized_shape, "normalized_shape")
        self._epsilon = finite_number(epsilon, "epsilon")
        size = math.prod(self._normalized_shape)
        self.weight = self._make(size, weight_attr, False)
        self.bias = self._make(size, bias_attr, True)

    def forward(self, input: TensorT) -> TensorT:
        return F.layer_norm(input, self._normalized_shape, self.weight, self.bias, self._epsilon)

    def extra_repr(self) -> str:
        return f"normalized_shape={self._normalized_shape}, epsilon={self._epsilon}"


class GroupNorm(Scaled):
    """Normalization of [N, C, *] over each of num_groups groups of channels. Source: Wu & He 2018."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        epsilon: float = 1e-05,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(None, mode.dtype)
        whole_numbers(num_groups=num_groups, num_channels=num_channels)
        if num_groups < 1 or num_channels % num_groups:
            raise ArgumentError(
                f"{num_channels} channels cannot be divided into {num_groups} groups",
                fix="change num_channels or num_groups",
            )
        any_channels_last(data_format, "GroupNorm")
        self._num_groups, self._num_channels = num_groups, num_channels
        self._epsilon = finite_number(epsilon, "epsilon")
        self._data_format = data_format
        self.weight = self._frozen(num_channels, weight_attr, False)
        self.bias = self._frozen(num_channels, bias_attr, True)

    def forward(self, input: TensorT) -> TensorT:
        return F.group_norm(input, self._num_groups, self._epsilon, self.weight, self.bias, self._data_format)

    def extra_repr(self) -> str:
        return f"num_groups={self._num_groups}, num_channels={self._num_channels}, epsilon={self._epsilon}"


class _InstanceNorm(Scaled, DimsFamily):
    """Base: scale and bias, [C], or neither if both attributes are False."""

    ranks: ClassVar[tuple[int, ...]]

    def __init__(
        self,
        num_features: int,
        epsilon: float = 1e-5,
        momentum: float = 0.9,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(None, mode.dtype)
        if (weight_attr is False) != (bias_attr is False):
            raise ModeError("InstanceNorm: weight_attr and bias_attr must both be False, or neither of them")
        any_channels_last(data_format, "InstanceNorm")
        self._num_features = num_features
        self._epsilon, self._momentum = finite_number(epsilon, "epsilon"), finite_number(momentum, "momentum")
        self._data_format = data_format
        self.scale = self._make(num_features, weight_attr, False)
        self.bias = self._make(num_features, bias_attr, True)

    def forward(self, input: TensorT) -> TensorT:
        rank = len(input.shape)
        if rank not in self.ranks:
            wanted = " or ".join(f"{r}D" for r in self.ranks)
            raise ShapeError(f"expected {wanted} input (got {rank}D input)", facts={"input": list(input.shape)})
        return F.instance_norm(
            input, weight=self.scale, bias=self.bias, eps=self._epsilon, data_format=self._data_format
        )

    def extra_repr(self) -> str:
        return f"num_features={self._num_features}, epsilon={self._epsilon}"


class InstanceNorm1D(_InstanceNorm, data_format="NCL"):
    """Normalization of [N, C, L] over each channel of each sample. Source: Ulyanov et al. 2016."""

    ranks = (2, 3)


class InstanceNorm2D(_InstanceNorm, data_format="NCHW"):
    """Normalization of [N, C, H, W] over each channel of each sample. Source: Ulyanov et al. 2016."""

    ranks = (4,)


class InstanceNorm3D(_InstanceNorm, data_format="NCDHW"):
    """Normalization of [N, C, D, H, W] over each channel of each sample. Source: Ulyanov et al. 2016."""

    ranks = (5,)


class LocalResponseNorm(Layer):
    """Division of values by the magnitude of neighboring channels. Source: Krizhevsky et al. 2012."""

    def __init__(
        self,
        size: int,
        alpha: float = 0.0001,
        beta: float = 0.75,
        k: float = 1.0,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.size, self.alpha, self.beta, self.k, self.data_format = size, alpha, beta, k, data_format

    def forward(self, input: TensorT) -> TensorT:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k, self.data_format)

    def extra_repr(self) -> str:
        text = f"size={self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
        return text if self.data_format == "NCHW" else f"{text}, data_format={self.data_format}"


class SpectralNorm(Layer):
    """Division of a weight by its largest singular value, estimated by power_iters steps from weight_u and weight_v.

    weight_shape: the shape of forward's input. dim: the dim of the input that becomes the rows. Each call starts from
    the same vectors, as in Paddle; `nn.utils.spectral_norm` follows the weight. Source: Miyato et al. 2018.
    """

    def __init__(
        self,
        weight_shape: Sequence[int],
        dim: int = 0,
        power_iters: int = 1,
        eps: float = 1e-12,
        dtype: str = "float32",
    ) -> None:
        super().__init__(dtype=dtype)
        shape = whole_sizes(weight_shape, "weight_shape")
        whole_numbers(dim=dim, power_iters=power_iters)
        if 0 in shape:
            raise ModeError("No dim of `weight_shape` may be 0.", facts={"weight_shape": shape})
        if dim >= len(shape):
            raise ModeError("`dim` should be less than the length of `weight_shape`, but dim is " + str(dim))
        self._dim, self._power_iters, self._eps = dim, power_iters, eps
        rows = shape[dim]
        normal = Normal(0.0, 1.0)
        self.weight_u = self.create_parameter([rows], dtype=dtype, default_initializer=normal)
        self.weight_v = self.create_parameter([math.prod(shape) // rows], dtype=dtype, default_initializer=normal)
        self.weight_u.stop_gradient = self.weight_v.stop_gradient = True

    def _unit(self, x: Any) -> Any:
        return x / (unary.sqrt(reduction.sum(x * x)) + self._eps)

    def forward(self, x: TensorT) -> TensorT:
        rank = len(x.shape)
        turned = transpose(x, perm=[self._dim, *(i for i in range(rank) if i != self._dim)])
        matrix = reshape(turned, shape=[x.shape[self._dim], -1])
        u, v, fixed = self.weight_u, self.weight_v, matrix.detach()
        for _ in range(self._power_iters):
            v = self._unit(matmul(fixed, u, transpose_x=True))
            u = self._unit(matmul(fixed, v))
        return x / reduction.sum(u * matmul(matrix, v))


_BatchNormBase = _BatchNorm  # Paddle's name, which programs import
