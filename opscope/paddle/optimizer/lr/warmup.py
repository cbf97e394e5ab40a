"""Schedules that begin with a low rate: linear schedules, and the Transformer's schedule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.core.checks.number_checks import finite_number
from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError
from opscope.paddle.optimizer.lr.scheduler import LRScheduler, positive


class NoamDecay(LRScheduler):
    """learning_rate * d_model^-0.5 * min(epoch^-0.5, epoch * warmup_steps^-1.5).

    Source: Vaswani et al. 2017, equation 3.
    """

    def __init__(
        self,
        d_model: int,
        warmup_steps: int,
        learning_rate: float = 1.0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        positive(d_model=d_model, warmup_steps=warmup_steps)
        self.d_model, self.warmup_steps = d_model, warmup_steps
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        falling = 1.0 if self.last_epoch == 0 else self.last_epoch**-0.5
        rising = self.warmup_steps**-1.5 * self.last_epoch
        return self.base_lr * self.d_model**-0.5 * min(falling, rising)


class LinearWarmup(LRScheduler):
    """Linear schedule from start_lr to end_lr in warmup_steps, followed by learning_rate: a number or a schedule.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/LinearWarmup_en.html
    """

    def __init__(
        self,
        learning_rate: float | LRScheduler,
        warmup_steps: int,
        start_lr: float,
        end_lr: float,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if not isinstance(learning_rate, int | float | LRScheduler):
            raise UsageError(
                f"learning_rate should be an int, a float or an LRScheduler, but it is {learning_rate}",
                site=site(),
            )
        positive(warmup_steps=warmup_steps)
        if finite_number(end_lr, "end_lr") <= finite_number(start_lr, "start_lr"):
            raise ArgumentError(
                f"end_lr {end_lr} must be greater than start_lr {start_lr}",
                site=site(),
                fix="pass an end_lr that is greater than start_lr",
            )
        self.learning_rate, self.warmup_steps = learning_rate, warmup_steps
        self.start_lr, self.end_lr = start_lr, end_lr
        super().__init__(start_lr, last_epoch, verbose)

    def get_lr(self) -> float:
        if self.last_epoch < self.warmup_steps:
            return (self.end_lr - self.start_lr) * self.last_epoch / self.warmup_steps + self.start_lr
        if isinstance(self.learning_rate, LRScheduler):
            self.learning_rate.step(self.last_epoch - self.warmup_steps)
            return self.learning_rate()
        return float(self.learning_rate)

    def state_dict(self) -> dict[str, Any]:
        state = super().state_dict()
        if isinstance(self.learning_rate, LRScheduler):
            state["LinearWarmup_LR"] = self.learning_rate.state_dict()
        return state

    def set_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        own = {key: value for key, value in state_dict.items() if key != "LinearWarmup_LR"}
        super().set_state_dict(own)
        if isinstance(self.learning_rate, LRScheduler) and "LinearWarmup_LR" in state_dict:
            self.learning_rate.set_state_dict(state_dict["LinearWarmup_LR"])

    set_dict = set_state_dict


class LinearLR(LRScheduler):
    """Learning_rate times a factor that changes from start_factor to end_factor in total_steps.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/LinearLR_en.html
    """

    def __init__(
        self,
        learning_rate: float,
        total_steps: int,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        positive(total_steps=total_steps)
        if not 0.0 < finite_number(start_factor, "start_factor") <= 1.0:
            raise ArgumentError(f"`start_factor` must be greater than 0 and at most 1, but it is {start_factor}")
        if not 0.0 <= finite_number(end_factor, "end_factor") <= 1.0:
            raise ArgumentError(f"`end_factor` must be in [0, 1], but it is {end_factor}")
        self.total_steps, self.start_factor, self.end_factor = total_steps, start_factor, end_factor
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        part = min(self.last_epoch, self.total_steps) / self.total_steps
        return self.base_lr * (self.start_factor + (self.end_factor - self.start_factor) * part)
