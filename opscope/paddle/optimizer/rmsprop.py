"""RMSProp: steps divided by the root mean square of gradients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.ops.registry import REGISTRY, Op
from opscope.paddle.optimizer.homes import State
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.optimizer import Optimizer
from opscope.paddle.optimizer.ranges import finite, not_negative


class RMSProp(Optimizer):
    """RMSProp: the gradient divided by the root of a running mean of squared gradients; centered: of their variance.

    Source: Hinton, Coursera lecture 6e; Graves 2013;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/RMSProp_en.html
    """

    op_name = "rmsprop"

    def __init__(
        self,
        learning_rate: float | LRScheduler,
        rho: float = 0.95,
        epsilon: float = 1e-6,
        momentum: float = 0.0,
        centered: bool = False,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        name: str | None = None,
    ) -> None:
        self._centered = centered
        options = {"rho": rho, "epsilon": epsilon, "momentum": momentum}
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name, options=options)

    @property
    def op(self) -> Op:
        return REGISTRY["centered_rmsprop" if self._centered else "rmsprop"]

    def checked(self, options: Mapping[str, Any]) -> None:
        finite(options, "momentum")
        not_negative(options, "rho", "epsilon")

    def state(self, options: Mapping[str, Any]) -> list[State]:
        means = [State("mean_grad")] if self._centered else []
        return [State("mean_square"), State("momentum"), *means]
