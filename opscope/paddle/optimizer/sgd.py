"""SGD: gradient descent."""

from __future__ import annotations

from typing import Any

from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.optimizer import Optimizer


class SGD(Optimizer):
    """Gradient descent: param -= learning_rate * grad.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/SGD_en.html
    """

    op_name, rows_op_name = "sgd", "sgd_rows"

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        multi_precision: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name, multi_precision=multi_precision)
