"""Momentum."""

from __future__ import annotations

from typing import Any

from opscope.optimizer.optimizer import Optimizer


class Momentum(Optimizer):
    """velocity = momentum * velocity + grad; param -= learning_rate * velocity (looking ahead with Nesterov).

    Source: Sutskever et al. 2013;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Momentum_en.html
    """

    op_name = "momentum"

    def __init__(
        self,
        learning_rate: float = 0.001,
        momentum: float = 0.9,
        parameters: Any = None,
        use_nesterov: bool = False,
        weight_decay: float | None = None,
        grad_clip: None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        self._momentum, self._nesterov = momentum, use_nesterov

    def attrs(self) -> dict[str, Any]:
        return {"mu": self._momentum, "use_nesterov": self._nesterov}

    def state(self) -> list[tuple[str, float, bool]]:
        return [("velocity", 0.0, False)]
