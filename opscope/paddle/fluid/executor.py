"""fluid.Executor and ParallelExecutor, which run programs in static mode and in dygraph mode."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.place import CPUPlace, CUDAPlace
from opscope.core.source import site
from opscope.core.tensors.number_arrays import number_array
from opscope.errors import UnsupportedError
from opscope.ir.program.context import default_main_program
from opscope.paddle.fluid.generated import next_batch
from opscope.paddle.fluid.statically import statically
from opscope.runtime import executor
from opscope.runtime.scope import global_scope, scope_guard


@functools.wraps(executor.Executor.run)
def _run(self: executor.Executor, program: Any = None, feed: Any = None, *args: Any, **kwargs: Any) -> Any:
    if not feed:
        feed = next_batch(default_main_program() if program is None else program)
    values = executor.Executor.run(self, program, feed, *args, **kwargs)
    if not isinstance(values, list):
        return values
    return [number_array(v) for v in values]


class Executor(executor.Executor):
    """paddle.static.Executor without a call of enable_static(). A fetched array of one element converts to a number."""

    run = statically(_run)


class ParallelExecutor(Described):
    """An Executor on the only device. `run` has the fetches as its first argument.

    Raises UnsupportedError for several trainers.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/fluid/ParallelExecutor.html
    """

    def __init__(
        self, use_cuda: bool, loss_name: str | None = None, main_program: Any = None, share_vars_from: Any = None,
        exec_strategy: Any = None, build_strategy: Any = None, num_trainers: int = 1, trainer_id: int = 0,
        scope: Any = None,
    ) -> None:  # fmt: skip
        if num_trainers != 1 or trainer_id:
            raise UnsupportedError(
                "ParallelExecutor does not support num_trainers, because it runs in one process",
                site=site(),
                fix="leave num_trainers out",
            )
        self._executor = Executor(CUDAPlace(0) if use_cuda else CPUPlace())
        self._program, self._scope = main_program or default_main_program(), scope

    def run(self, fetch_list: Sequence[Any], feed: Any = None, feed_dict: Any = None, return_numpy: bool = True) -> Any:
        """Run the program, and return the values of fetch_list; feed is a dict, or a list with one dict."""
        given = feed_dict if feed is None else feed
        if not isinstance(given, Mapping | None):
            (given,) = given
        return self._executor.run(self._program, given, list(fetch_list), scope=self._scope, return_numpy=return_numpy)

    @property
    def device_count(self) -> int:
        """Return 1."""
        return 1

    def drop_local_exe_scopes(self) -> None:
        """No effect: a run leaves no local scopes."""


__all__ = ["Executor", "ParallelExecutor", "global_scope", "scope_guard"]
