"""Lamb: Adam with steps in proportion to the parameter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from opscope.paddle.optimizer.adam import moments
from opscope.paddle.optimizer.homes import State
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.optimizer import Optimizer
from opscope.paddle.optimizer.ranges import below_one, finite, not_negative


class Lamb(Optimizer):
    """Lamb: Adam's step, scaled for each parameter to the norm of the parameter times learning_rate; for large batches.

    exclude_from_weight_decay_fn(parameter) selects parameters without decay. They take Adam's steps, unless
    always_adapt.
    Source: You et al. 2019; https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Lamb_en.html
    """

    op_name = "lamb"

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        lamb_weight_decay: float = 0.01,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        parameters: Any = None,
        grad_clip: Any = None,
        exclude_from_weight_decay_fn: Callable[[Any], bool] | None = None,
        multi_precision: bool = False,
        always_adapt: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(
            learning_rate, parameters, None, grad_clip, name, multi_precision=multi_precision,
            options={
                "lamb_weight_decay": lamb_weight_decay, "beta1": beta1, "beta2": beta2, "epsilon": epsilon,
                "exclude_from_weight_decay_fn": exclude_from_weight_decay_fn, "always_adapt": always_adapt,
            },
        )  # fmt: skip

    def checked(self, options: Mapping[str, Any]) -> None:
        below_one(options, "beta1", "beta2")
        not_negative(options, "epsilon")
        finite(options, "lamb_weight_decay")

    def attrs(self, parameter: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        made = {k: v for k, v in options.items() if k != "exclude_from_weight_decay_fn"}
        excluded = options["exclude_from_weight_decay_fn"]
        if excluded is not None and excluded(parameter):
            made["lamb_weight_decay"] = 0.0
        return made

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return moments(options)
