"""Batch normalization layers: a weight, a bias, and running statistics that training updates."""

from __future__ import annotations

from typing import Any, ClassVar

from opscope.core.checks.number_checks import finite_number
from opscope.core.dtype import as_dtype
from opscope.core.modes import in_dynamic_mode
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.functional.layout import any_channels_last, to_first, to_last
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.nn.layer.dims_family import DimsFamily
from opscope.paddle.nn.layer.layers import TensorT
from opscope.paddle.nn.layer.scaled import Scaled
from opscope.paddle.nn.layer.synced_norm import SyncedNorm
from opscope.paddle.nn.param_attr import ParamAttr
from opscope.ranks import job


class _BatchNorm(Scaled):
    """Base: weight and bias (None if the attribute is False), and the running _mean and _variance, all [C]."""

    keeps_float32 = True
    _trainable_statistics = False
    ranks: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    formats: ClassVar[tuple[str, ...]] = ("NC", "NCL", "NLC", "NCHW", "NHWC", "NCDHW", "NDHWC")

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        use_global_stats: bool | None = None,
        name: str | None = None,
        statistics_names: tuple[str | None, str | None] = (None, None),
    ) -> None:
        super().__init__(None, mode.dtype)
        if data_format not in self.formats:
            raise ArgumentError(f"data_format must be one of {', '.join(self.formats)}, but it is {data_format}")
        self._num_features = num_features
        self._momentum, self._epsilon = finite_number(momentum, "momentum"), finite_number(epsilon, "epsilon")
        self._data_format, self._use_global_stats, self._name = data_format, use_global_stats, name
        self.weight = self._make(num_features, weight_attr, False)
        self.bias = self._make(num_features, bias_attr, True)
        mean, variance = (
            ParamAttr(name=given, initializer=Constant(start), trainable=False)
            for given, start in zip(statistics_names, (0.0, 1.0), strict=True)
        )
        self._mean = self.create_parameter([num_features], mean)
        self._variance = self.create_parameter([num_features], variance)

    def forward(self, input: TensorT) -> TensorT:
        rank = len(input.shape)
        if rank not in self.ranks:
            wanted = " or ".join(f"{r}D" for r in self.ranks)
            raise ShapeError(f"expected {wanted} input (got {rank}D input)", facts={"input": list(input.shape)})
        last = any_channels_last(self._data_format, "batch_norm") and rank > 2
        return F.batch_norm(
            input,
            self._mean,
            self._variance,
            self.weight,
            self.bias,
            self.training or self._trainable_statistics,
            self._momentum,
            self._epsilon,
            "NHWC" if last else "NCHW",
            self._use_global_stats,
        )

    def extra_repr(self) -> str:
        text = f"num_features={self._num_features}, momentum={self._momentum}, epsilon={self._epsilon}"
        text += "" if self._data_format == "NCHW" else f", data_format={self._data_format}"
        return text + (f", name={self._name}" if self._name else "")


class _BatchNormNd(_BatchNorm, DimsFamily):
    """Base of batch normalization for inputs of a given rank."""

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(num_features, momentum, epsilon, weight_attr, bias_attr, data_format, use_global_stats, name)


class BatchNorm1D(_BatchNormNd, data_format="NCL"):
    """Batch normalization of [N, C] or [N, C, L] per channel. Source: Ioffe & Szegedy 2015."""

    ranks, formats = (2, 3), ("NC", "NCL", "NLC")


class BatchNorm2D(_BatchNormNd, data_format="NCHW"):
    """Batch normalization of [N, C, H, W] per channel; training updates the running statistics.

    Source: Ioffe & Szegedy 2015.
    """

    ranks, formats = (4,), ("NCHW", "NHWC")


class BatchNorm3D(_BatchNormNd, data_format="NCDHW"):
    """Batch normalization of [N, C, D, H, W] per channel. Source: Ioffe & Szegedy 2015."""

    ranks, formats = (5,), ("NCDHW", "NDHWC")


class SyncBatchNorm(_BatchNorm):
    """Batch normalization over all processes, in dygraph: training uses the statistics of the batches of all ranks.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/SyncBatchNorm_en.html
    """

    def __init__(
        self,
        num_features: int,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        weight_attr: Any = None,
        bias_attr: Any = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(num_features, momentum, epsilon, weight_attr, bias_attr, data_format, None, name)
        found = job("SyncBatchNorm")
        self._channel = None if found is None else found.world
        if found is not None and not in_dynamic_mode():
            raise UnsupportedError(
                "SyncBatchNorm in a program is not supported on several ranks",
                site=site(),
                fix="train in dygraph, or use BatchNorm",
            )

    def forward(self, input: TensorT) -> TensorT:
        if self._channel is None or not self.training:
            return super().forward(input)
        if mode.trace is not None:
            raise UnsupportedError(
                "SyncBatchNorm in a function that to_static traces is not supported on several ranks",
                site=site(),
                fix="run the function without to_static",
            )
        last = any_channels_last(self._data_format, "sync_batch_norm") and len(input.shape) > 2
        made = SyncedNorm.apply(to_first(input, last), self.weight, self.bias, self, self._channel)
        return to_last(made, last)

    @classmethod
    def convert_sync_batchnorm(cls, layer: Any) -> Any:
        """Return the layer with each batch norm replaced by a SyncBatchNorm with the same parameters."""
        made = layer
        if isinstance(layer, BatchNorm1D | BatchNorm2D | BatchNorm3D):
            made = cls(
                layer._num_features, layer._momentum, layer._epsilon, False, False, layer._data_format, layer._name
            )
            made.weight, made.bias = layer.weight, layer.bias
            made._mean, made._variance = layer._mean, layer._variance
            made.training = layer.training
        for name, child in layer.named_children():
            made.add_sublayer(name, cls.convert_sync_batchnorm(child))
        return made


class BatchNorm(_BatchNorm):
    """Batch normalization of Paddle 1.x: like BatchNorm2D, with an activation, and statistics that can be named.

    trainable_statistics: evaluation also uses the statistics of the batch, and updates the running statistics.
    """

    def __init__(
        self,
        num_channels: int,
        act: str | None = None,
        is_test: bool = False,
        momentum: float = 0.9,
        epsilon: float = 1e-05,
        param_attr: Any = None,
        bias_attr: Any = None,
        dtype: Any = "float32",
        data_layout: str = "NCHW",
        in_place: bool = False,
        moving_mean_name: str | None = None,
        moving_variance_name: str | None = None,
        do_model_average_for_mean_and_var: bool = True,
        use_global_stats: bool = False,
        trainable_statistics: bool = False,
    ) -> None:
        if in_place or not do_model_average_for_mean_and_var:
            raise UnsupportedError(
                "BatchNorm supports neither in_place nor do_model_average_for_mean_and_var=False",
                fix="leave both arguments out",
            )
        names = (moving_mean_name, moving_variance_name)
        with mode.block(dtype=as_dtype(dtype)):
            super().__init__(
                num_channels,
                momentum,
                epsilon,
                param_attr,
                bias_attr,
                data_layout,
                use_global_stats or None,
                None,
                names,
            )
        self._act, self._trainable_statistics = act, trainable_statistics
        if is_test:
            self.eval()

    def forward(self, input: TensorT) -> TensorT:
        out = super().forward(input)
        return out if self._act is None else REGISTRY.public[self._act](out)
