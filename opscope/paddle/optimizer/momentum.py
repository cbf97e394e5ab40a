"""Momentum: gradient descent with a velocity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.paddle.optimizer.homes import State
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.optimizer import Optimizer
from opscope.paddle.optimizer.ranges import finite


class Momentum(Optimizer):
    """Momentum: velocity = momentum * velocity + grad; param -= learning_rate * velocity (or Nesterov's step).

    rescale_grad multiplies the gradients before the decay is added. use_multi_tensor has no effect; in Paddle, it
    affects only the speed.
    Source: Sutskever et al. 2013;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Momentum_en.html
    """

    op_name = "momentum"

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        momentum: float = 0.9,
        parameters: Any = None,
        use_nesterov: bool = False,
        weight_decay: Any = None,
        grad_clip: Any = None,
        multi_precision: bool = False,
        rescale_grad: float = 1.0,
        use_multi_tensor: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(
            learning_rate, parameters, weight_decay, grad_clip, name,
            options={"momentum": momentum, "use_nesterov": use_nesterov},
            multi_precision=multi_precision, rescale_grad=rescale_grad,
        )  # fmt: skip

    def checked(self, options: Mapping[str, Any]) -> None:
        finite(options, "momentum")

    def attrs(self, parameter: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"mu": options["momentum"], "use_nesterov": options["use_nesterov"]}

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return [State("velocity")]
