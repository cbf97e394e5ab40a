"""Adagrad and Adadelta: steps divided by the size of earlier gradients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.paddle.optimizer.homes import State
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.optimizer import Optimizer
from opscope.paddle.optimizer.ranges import finite, not_negative


class Adagrad(Optimizer):
    """Adagrad: param -= learning_rate * grad / (sqrt(sum of all squared gradients) + epsilon).

    Source: Duchi, Hazan & Singer 2011;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Adagrad_en.html
    """

    op_name, rows_op_name = "adagrad", "adagrad_rows"

    def __init__(
        self,
        learning_rate: float | LRScheduler,
        epsilon: float = 1e-6,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        name: str | None = None,
        initial_accumulator_value: float = 0.0,
    ) -> None:
        options = {"epsilon": epsilon, "initial_accumulator_value": initial_accumulator_value}
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name, options=options)

    def checked(self, options: Mapping[str, Any]) -> None:
        not_negative(options, "epsilon", "initial_accumulator_value")

    def attrs(self, parameter: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        return {"epsilon": options["epsilon"]}

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return [State("moment", options["initial_accumulator_value"])]


class Adadelta(Optimizer):
    """Adadelta: the gradient times the size of earlier steps, divided by the size of earlier gradients.

    Source: Zeiler 2012; https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Adadelta_en.html
    """

    op_name = "adadelta"

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        epsilon: float = 1e-6,
        rho: float = 0.95,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        name: str | None = None,
    ) -> None:
        options = {"rho": rho, "epsilon": epsilon}
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name, options=options)

    def checked(self, options: Mapping[str, Any]) -> None:
        finite(options, "rho")
        not_negative(options, "epsilon")

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return [State("_avg_squared_grad"), State("_avg_squared_update")]
