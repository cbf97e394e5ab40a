"""BackwardStrategy: an argument of `loss.backward` in Paddle 1.8."""

from __future__ import annotations

from opscope.core.described import Described


class BackwardStrategy(Described):
    """Order of the sums of gradients.

    The order is the reverse order of the operators, even if sort_sum_gradient is False.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/BackwardStrategy.html
    """

    def __init__(self) -> None:
        self.sort_sum_gradient = False
