"""BackwardStrategy, an argument of `loss.backward` in Paddle 1.8."""

from __future__ import annotations

from opscope.core.described import Described


class BackwardStrategy(Described):
    """Option for the order in which gradients are summed.

    The order is always the reverse order of the operators, even if sort_sum_gradient is False.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/BackwardStrategy.html
    """

    def __init__(self) -> None:
        self.sort_sum_gradient = False
