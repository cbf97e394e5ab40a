"""DataParallel where Paddle 2.x has it: the class of fluid.dygraph, which supports a single process."""

from __future__ import annotations

from opscope.paddle.fluid.dygraph.parallel import DataParallel

__all__ = ["DataParallel"]
