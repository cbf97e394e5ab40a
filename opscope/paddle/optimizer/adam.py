"""Adam, AdamW and Adamax."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from opscope.core.checks.number_checks import finite_number
from opscope.paddle.optimizer.homes import State
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.paddle.optimizer.optimizer import Optimizer
from opscope.paddle.optimizer.ranges import below_one, finite, not_negative


def moments(options: Mapping[str, Any]) -> list[State]:
    """Return the state of Adam and similar optimizers: two moments, and the powers of the betas that correct them."""
    powers = [State(f"beta{i}_pow_acc", options[f"beta{i}"], scalar=True) for i in (1, 2)]
    return [State("moment1"), State("moment2"), *powers]


class Adam(Optimizer):
    """Adam: the running mean of the gradient, divided by the root of the running mean of its square.

    lazy_mode: for a gradient of rows (an embedding with sparse=True), update only these rows; the moments of other rows
    do not decay. For gradients of rows, the correction is that of the next step, as in Paddle on a CPU.
    use_multi_tensor has no effect; in Paddle, it affects only the speed.
    Source: Kingma & Ba 2014; https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Adam_en.html
    """

    op_name = "adam"
    rows_attrs: ClassVar = {"powers_ahead": True}

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        lazy_mode: bool = False,
        multi_precision: bool = False,
        use_multi_tensor: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(
            learning_rate, parameters, weight_decay, grad_clip, name,
            options={"beta1": beta1, "beta2": beta2, "epsilon": epsilon}, multi_precision=multi_precision,
        )  # fmt: skip
        if lazy_mode:
            self.rows_op_name = "adam_rows"

    def checked(self, options: Mapping[str, Any]) -> None:
        below_one(options, "beta1", "beta2")
        not_negative(options, "epsilon")

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return moments(options)


class AdamW(Optimizer):
    """Adam with decoupled weight decay: each parameter is first reduced by the factor learning_rate * weight_decay.

    apply_decay_param_fun(name) selects the parameters with decay (None: all). lr_ratio(parameter) multiplies the
    learning rate of a parameter. lazy_mode has no effect; in Paddle, it affects only sparse gradients.
    Source: Loshchilov & Hutter 2017;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/AdamW_en.html
    """

    op_name = "adamw"
    decoupled = True

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        parameters: Any = None,
        weight_decay: float = 0.01,
        lr_ratio: Callable[[Any], float] | None = None,
        apply_decay_param_fun: Callable[[str], bool] | None = None,
        grad_clip: Any = None,
        lazy_mode: bool = False,
        multi_precision: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(
            learning_rate, parameters, None, grad_clip, name, multi_precision=multi_precision,
            options={
                "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "weight_decay": weight_decay,
                "lr_ratio": lr_ratio, "apply_decay_param_fun": apply_decay_param_fun,
            },
        )  # fmt: skip

    def checked(self, options: Mapping[str, Any]) -> None:
        below_one(options, "beta1", "beta2")
        not_negative(options, "epsilon")
        finite(options, "weight_decay")

    def attrs(self, parameter: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        made = {name: options[name] for name in ("beta1", "beta2", "epsilon")}
        decays = options["apply_decay_param_fun"]
        made["coeff"] = options["weight_decay"] if decays is None or decays(parameter.name) else 0.0
        if options["lr_ratio"] is not None:
            made["lr_ratio"] = finite_number(options["lr_ratio"](parameter), f"lr_ratio of {parameter.name}")
        return made

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return moments(options)


class Adamax(Optimizer):
    """Adam with a decaying maximum of the gradient's magnitude instead of its root mean square.

    Source: Kingma & Ba 2014, algorithm 2;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Adamax_en.html
    """

    op_name = "adamax"

    def __init__(
        self,
        learning_rate: float | LRScheduler = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        parameters: Any = None,
        weight_decay: Any = None,
        grad_clip: Any = None,
        name: str | None = None,
    ) -> None:
        options = {"beta1": beta1, "beta2": beta2, "epsilon": epsilon}
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name, options=options)

    def checked(self, options: Mapping[str, Any]) -> None:
        below_one(options, "beta1", "beta2")
        not_negative(options, "epsilon")

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return [State("moment"), State("inf_norm"), State("beta1_pow_acc", options["beta1"], scalar=True)]
