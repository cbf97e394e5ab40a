"""fluid.Executor: runs in either mode."""

from __future__ import annotations

from opscope.fluid.statically import statically
from opscope.runtime import executor


class Executor(executor.Executor):
    """As paddle.static.Executor, without the need to call enable_static()."""

    run = statically(executor.Executor.run)
