"""DataParallel at its place in Paddle 2.x: the class of fluid.dygraph."""

from __future__ import annotations

from opscope.paddle.fluid.dygraph.parallel import DataParallel

__all__ = ["DataParallel"]
