"""paddle.fluid.incubate.fleet: the fleet of Paddle 1.8, with one process."""

from opscope.paddle.fluid.incubate.fleet import base, collective

__all__ = ["base", "collective"]
