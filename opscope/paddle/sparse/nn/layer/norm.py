"""Batch normalization of the values of sparse tensors."""

from __future__ import annotations

from typing import Any

from opscope.paddle import nn
from opscope.paddle.sparse.asked import refuse
from opscope.paddle.sparse.formats import SparseCooTensor


class BatchNorm(nn.BatchNorm1D):
    """Normalize the values [nnz, C] of a SparseCooTensor [N, *, C], C dense, per channel.

    eval() uses the running statistics. Raises ArgumentError (a ValueError) for a data_format with C at another
    position.
    """

    formats = ("NDHWC", "NHWC")

    def __init__(
        self, num_features: int, momentum: float = 0.9, epsilon: float = 1e-5, weight_attr: Any = None,
        bias_attr: Any = None, data_format: str = "NDHWC", use_global_stats: bool | None = None,
        name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(num_features, momentum, epsilon, weight_attr, bias_attr, data_format, use_global_stats, name)

    def forward(self, input: Any) -> Any:
        return input.like(super().forward(_values(input, "batch_norm")))


class SyncBatchNorm(nn.SyncBatchNorm):
    """Batch norm over all processes of the job; here it has one process."""

    def __init__(
        self, num_features: int, momentum: float = 0.9, epsilon: float = 1e-5, weight_attr: Any = None,
        bias_attr: Any = None, data_format: str = "NCHW", name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(num_features, momentum, epsilon, weight_attr, bias_attr, data_format, name)

    def forward(self, input: Any) -> Any:
        return input.like(super().forward(_values(input, "sync_batch_norm")))

    @classmethod
    def convert_sync_batchnorm(cls, layer: Any) -> Any:
        """Convert a layer and its batch norms, sparse or dense, to SyncBatchNorm with the same parameters."""
        made = layer
        if isinstance(layer, BatchNorm):
            made = cls(layer._num_features, layer._momentum, layer._epsilon, data_format=layer._data_format)
            made.weight, made.bias = layer.weight, layer.bias
            made._mean, made._variance = layer._mean, layer._variance
            made.training = layer.training
        elif isinstance(layer, nn.BatchNorm1D | nn.BatchNorm2D | nn.BatchNorm3D):
            made = nn.SyncBatchNorm.convert_sync_batchnorm(layer)
        for name, child in layer.named_children():
            made.add_sublayer(name, cls.convert_sync_batchnorm(child))
        return made


def _values(x: Any, name: str) -> Any:
    if not isinstance(x, SparseCooTensor) or x.ndim - x.sparse_dim != 1:
        refuse(name, x)
    return x._values
