"""fluid.dygraph: data parallelism of one process, which is what runs here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle import nn
from opscope.paddle.base.launched_processes import require_one_process


class ParallelEnv(Described):
    """The rank and number of processes: the first of 1."""

    nranks, local_rank, dev_id = 1, 0, 0
    world_size, rank, device_id = 1, 0, 0
    current_endpoint = ""

    def __init__(self) -> None:
        require_one_process(type(self).__name__)

    @property
    def trainer_endpoints(self) -> list[str]:
        """Addresses of the processes: there is none to talk to."""
        return []


class ParallelStrategy(ParallelEnv):
    """The processes that prepare_context describes."""


def prepare_context(strategy: Any = None) -> Any:
    """The strategy of one process: there is nothing to set up."""
    require_one_process("prepare_context")
    return ParallelStrategy() if strategy is None else strategy


class DataParallel(nn.Layer):
    """A model of which every process has a copy; with one process it is the model itself.

    The sizes of buffers, and whether parameters may be unused, matter to communication only, of which there is none.
    Raises UnsupportedError for a group of processes.
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
        require_one_process("DataParallel")
        if group is not None:
            raise UnsupportedError(
                "DataParallel supports no groups: there is one process", site=site(), fix="group=None"
            )
        super().__init__(layers.full_name() + "_data_parallel")
        self._layers = layers
        self._strategy = strategy
        self.find_unused_parameters = find_unused_parameters
        self.comm_buffer_size, self.last_comm_buffer_size = comm_buffer_size, last_comm_buffer_size

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        return self._layers(*inputs, **kwargs)

    def scale_loss(self, loss: Any) -> Any:
        """The loss over the number of processes: itself."""
        return loss

    def apply_collective_grads(self) -> None:
        """Sum the gradients over the processes: they are those of this one."""

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Inside, gradients are not summed over the processes: they are those of this one."""
        yield

    def state_dict(self, *options: Any, **named: Any) -> Any:
        """Return the model's state_dict, without a prefix."""
        return self._layers.state_dict(*options, **named)

    def set_state_dict(self, *options: Any, **named: Any) -> Any:
        """Set the model's values."""
        return self._layers.set_state_dict(*options, **named)

    set_dict = load_dict = set_state_dict


Env = ParallelEnv

__all__ = ["DataParallel", "Env", "ParallelEnv", "ParallelStrategy", "prepare_context"]
