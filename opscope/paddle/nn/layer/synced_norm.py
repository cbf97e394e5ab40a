"""Batch normalization over the batches of all ranks: their statistics are joined, in forward and backward passes."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.source import site
from opscope.eager.optimizers.optimizer_steps import optimizer_steps
from opscope.eager.pylayer import PyLayer
from opscope.eager.tensor import Tensor
from opscope.ranks import Channel, Collective


class SyncedNorm(PyLayer):
    """Normalization of x [N, C, ...] per channel with the statistics of all ranks; then * weight + bias, [C]."""

    @staticmethod
    def forward(ctx: Any, x: Any, weight: Any, bias: Any, layer: Any, channel: Channel) -> Any:
        wide = _host(x).astype(np.float64)
        axes = (0, *range(2, wide.ndim))
        ctx.count, mean, variance = _joined(channel, layer.full_name(), wide, axes)
        for running, new in ((layer._mean, mean), (layer._variance, variance)):
            old = _host(running)
            running._write((old * layer._momentum + new * (1.0 - layer._momentum)).astype(old.dtype))
        column = (-1, *[1] * (wide.ndim - 2))
        ctx.inverse = (1.0 / np.sqrt(variance + layer._epsilon)).reshape(column)
        ctx.normal = (wide - mean.reshape(column)) * ctx.inverse
        ctx.scale = 1.0 if weight is None else _host(weight).astype(np.float64).reshape(column)
        ctx.axes, ctx.channel, ctx.name, ctx.like = axes, channel, layer.full_name(), (x, weight, bias)
        shift = 0.0 if bias is None else _host(bias).astype(np.float64).reshape(column)
        return _like(x, ctx.normal * ctx.scale + shift)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        wide = _host(grads[0]).astype(np.float64)
        own = np.stack([wide.sum(axis=ctx.axes), (wide * ctx.normal).sum(axis=ctx.axes)])
        every = own.copy()
        call = Collective("SyncBatchNorm", "gradients", ctx.name, "float64", every.shape, optimizer_steps(), site())
        ctx.channel.perform(call, lambda mpi, comm: comm.Allreduce(mpi.IN_PLACE, every, op=mpi.SUM))
        column = (-1, *[1] * (wide.ndim - 2))
        mean, slope = (each.reshape(column) / ctx.count for each in every)
        x, weight, bias = ctx.like
        made = [_like(x, (wide - mean - ctx.normal * slope) * ctx.inverse * ctx.scale)]
        made += [_like(weight, own[1])] if weight is not None else []
        made += [_like(bias, own[0])] if bias is not None else []
        return tuple(made)


def _joined(channel: Channel, name: str, wide: Any, axes: tuple[int, ...]) -> tuple[float, Any, Any]:
    """Return the number of elements of a channel on all ranks, their mean and their variance, joined in rank order."""
    count, channels = wide.size // wide.shape[1], wide.shape[1]
    own = np.concatenate([[count], wide.mean(axis=axes), wide.var(axis=axes)])
    table = np.empty((channel.size, own.size))
    call = Collective("SyncBatchNorm", "statistics", name, "float64", own.shape, optimizer_steps(), site())
    channel.perform(call, lambda _, comm: comm.Allgather(own, table))
    counts, means, variances = table[:, :1], table[:, 1 : 1 + channels], table[:, 1 + channels :]
    total = counts.sum()
    mean = (counts * means).sum(axis=0) / total
    return float(total), mean, (counts * (variances + (means - mean) ** 2)).sum(axis=0) / total


def _host(tensor: Any) -> Any:
    return places.to_host(tensor._value)


def _like(tensor: Any, array: Any) -> Tensor:
    return Tensor(array.astype(tensor._value.dtype))
