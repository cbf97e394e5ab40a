"""paddle.fluid.incubate."""

from opscope.paddle.fluid.incubate import fleet

__all__ = ["fleet"]
