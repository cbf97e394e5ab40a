"""DataParallel of Paddle 2.x in one process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opscope import nn
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.fluid.dygraph import parallel


class DataParallel(parallel.DataParallel):
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
        if group is not None:
            raise UnsupportedError(
                "DataParallel supports no groups: there is one process", site=site(), fix="group=None"
            )
        super().__init__(layers, strategy)
        self.find_unused_parameters = find_unused_parameters
        self.comm_buffer_size, self.last_comm_buffer_size = comm_buffer_size, last_comm_buffer_size

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Inside, gradients are not summed over processes: they never are."""
        yield


__all__ = ["DataParallel"]
