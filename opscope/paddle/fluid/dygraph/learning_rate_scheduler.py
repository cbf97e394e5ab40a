"""paddle.fluid.dygraph.learning_rate_scheduler."""

from opscope.paddle.fluid import decay
from opscope.paddle.fluid.decay import *

__all__: list[str] = []
__all__ += decay.__all__
