"""paddle.fluid.dygraph.learning_rate_scheduler."""

from opscope.fluid import decay
from opscope.fluid.decay import *

__all__: list[str] = []
__all__ += decay.__all__
