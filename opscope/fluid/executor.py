"""fluid.Executor: runs in either mode."""

from __future__ import annotations

from typing import Any

from opscope.fluid.statically import statically
from opscope.runtime import executor


class Executor(executor.Executor):
    """As paddle.static.Executor, without the need to call enable_static()."""

    def run(self, *args: Any, **kwargs: Any) -> list[Any]:
        """As paddle.static.Executor.run."""
        return statically(super().run)(*args, **kwargs)
