"""fluid.dygraph: data parallelism, in one process or over the ranks of a job."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.described import Described
from opscope.core.modes import in_dynamic_mode
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UnsupportedError
from opscope.paddle import nn
from opscope.paddle.base.job_steps import job, share_parameters, step
from opscope.paddle.fluid.dygraph.averaged_gradients import AveragedGradients
from opscope.ranks import Channel, Collective
from opscope.ranks.channel import as_bytes


class ParallelEnv(Described):
    """The rank and number of processes of the job; without a job, rank 0 of 1."""

    dev_id, device_id = 0, 0
    current_endpoint = ""

    def __init__(self) -> None:
        found = job(type(self).__name__)
        self.rank = 0 if found is None else found.rank
        self.local_rank = 0 if found is None else found.local_rank
        self.nranks = self.world_size = 1 if found is None else found.size

    @property
    def trainer_endpoints(self) -> list[str]:
        """Addresses of the processes: an empty list, because MPI connects the processes."""
        return []


class ParallelStrategy(ParallelEnv):
    """The number and the rank of the processes, as prepare_context returns them."""


def prepare_context(strategy: Any = None) -> Any:
    """Return the strategy of the job's processes; this process is connected to them."""
    job("prepare_context")
    return ParallelStrategy() if strategy is None else strategy


class DataParallel(nn.Layer):
    """A model with a copy in every process. With one process, DataParallel calls the model only.

    Parameters and buffers of all ranks are set to those of rank 0. After each backward pass, the gradients are averaged
    over the ranks, in buckets of comm_buffer_size MB. find_unused_parameters: ranks may use different parameters;
    without it, every rank then raises an error. If the batches of ranks differ in their rows, an error is raised.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/DataParallel_en.html
    """

    def __init__(
        self,
        layers: nn.Layer,
        strategy: Any = None,
        comm_buffer_size: int = 25,
        last_comm_buffer_size: int = 1,
        find_unused_parameters: bool = False,
        group: Any = None,
    ) -> None:
        found = job("DataParallel")
        if found is None and group is not None:
            raise UnsupportedError(
                "DataParallel does not support groups if there is only one process", site=site(), fix="pass group=None"
            )
        super().__init__(layers.full_name() + "_data_parallel")
        self._layers = layers
        self._strategy = strategy
        self.find_unused_parameters = find_unused_parameters
        self.comm_buffer_size, self.last_comm_buffer_size = comm_buffer_size, last_comm_buffer_size
        self._sync = True
        self._gradients: AveragedGradients | None = None
        if found is not None:
            channel = found.world if group is None else group.channel
            if channel is None:
                raise ArgumentError("DataParallel: this rank is not in the group", site=site())
            if not in_dynamic_mode():
                raise UnsupportedError(
                    "DataParallel in static mode is not supported on several ranks", site=site(), fix="train in dygraph"
                )
            share_parameters(layers.parameters())
            send_values(channel, layers)
            named = list(layers.named_parameters())
            self._gradients = AveragedGradients(channel, named, comm_buffer_size << 20, find_unused_parameters)

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        outputs = self._layers(*inputs, **kwargs)
        gradients = self._gradients
        if gradients is not None and mode.grad:
            gradients.enabled = self._sync
            batch = next((v for v in (*inputs, *kwargs.values()) if isinstance(v, Tensor) and v.ndim), None)
            if batch is not None:
                gradients.rows.append(batch.shape[0])
        return outputs

    def scale_loss(self, loss: Any) -> Any:
        """Return the loss unchanged: gradients are averaged, as in Paddle 2, and need no scaled loss."""
        return loss

    def apply_collective_grads(self) -> None:
        """No effect: `backward` has averaged the gradients over the processes."""

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Do not average gradients in the block. The next backward pass outside of the block averages the sums."""
        former, self._sync = self._sync, False
        try:
            yield
        finally:
            self._sync = former

    def state_dict(self, *options: Any, **named: Any) -> Any:
        """Return the model's state_dict, without a prefix."""
        return self._layers.state_dict(*options, **named)

    def set_state_dict(self, *options: Any, **named: Any) -> Any:
        """Set the values of the model."""
        return self._layers.set_state_dict(*options, **named)

    set_dict = load_dict = set_state_dict


def send_values(channel: Channel, layers: nn.Layer) -> None:
    """Copy the parameters and buffers of the channel's first rank to the model of each rank."""
    named = [*layers.named_parameters(), *layers.named_buffers()]
    arrays = [np.array(places.to_host(tensor._value), order="C") for _, tensor in named]
    shapes = ", ".join(f"{n} {a.dtype}{list(a.shape)}" for (n, _), a in zip(named, arrays, strict=True))
    size = sum(array.size for array in arrays)
    call = Collective("DataParallel", "values of rank 0", shapes, "", (size,), step(), site())

    def transfer(_: Any, comm: Any) -> None:
        for array in arrays:
            comm.Bcast(as_bytes(array), root=0)

    channel.perform(call, transfer)
    if channel.rank:
        for (_, tensor), array in zip(named, arrays, strict=True):
            tensor.set_value(array)


Env = ParallelEnv

__all__ = ["DataParallel", "Env", "ParallelEnv", "ParallelStrategy", "prepare_context"]
