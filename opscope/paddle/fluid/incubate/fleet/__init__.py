"""paddle.fluid.incubate.fleet: Paddle 1.8's fleet, of one process."""

from opscope.paddle.fluid.incubate.fleet import base, collective

__all__ = ["base", "collective"]
