"""Schedules that only decrease: by a formula, at milestones, or by a function of the user."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from opscope.core.checks.number_checks import finite_number
from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError
from opscope.paddle.optimizer.lr.scheduler import LRScheduler, function, multiplier, positive


class NaturalExpDecay(LRScheduler):
    """learning_rate * e^(-gamma * epoch).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/NaturalExpDecay_en.html
    """

    def __init__(self, learning_rate: float, gamma: float, last_epoch: int = -1, verbose: bool = False) -> None:
        positive(gamma=gamma)
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * math.exp(-self.gamma * self.last_epoch)


class InverseTimeDecay(LRScheduler):
    """learning_rate / (1 + gamma * epoch).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/InverseTimeDecay_en.html
    """

    def __init__(self, learning_rate: float, gamma: float, last_epoch: int = -1, verbose: bool = False) -> None:
        if finite_number(gamma, "gamma") < 0:
            raise ArgumentError(f"gamma must be at least 0, but received {gamma}", site=site())
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr / (1 + self.gamma * self.last_epoch)


class ExponentialDecay(LRScheduler):
    """learning_rate * gamma^epoch, gamma in (0, 1).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/ExponentialDecay_en.html
    """

    def __init__(self, learning_rate: float, gamma: float, last_epoch: int = -1, verbose: bool = False) -> None:
        if not 0.0 < finite_number(gamma, "gamma") < 1.0:
            raise ArgumentError(f"'gamma' must be in interval (0.0, 1.0), but received {gamma}", site=site())
        self.gamma = gamma
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * self.gamma**self.last_epoch


class PolynomialDecay(LRScheduler):
    """Polynomial schedule from learning_rate to end_lr in decay_steps; with cycle, it starts again.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/PolynomialDecay_en.html
    """

    def __init__(
        self,
        learning_rate: float,
        decay_steps: int,
        end_lr: float = 0.0001,
        power: float = 1.0,
        cycle: bool = False,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        positive(decay_steps=decay_steps, power=power)
        finite_number(end_lr, "end_lr")
        self.decay_steps, self.end_lr, self.power, self.cycle = decay_steps, end_lr, power, cycle
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        epoch, steps = self.last_epoch, self.decay_steps
        if self.cycle:
            steps *= max(math.ceil(epoch / steps), 1)
        return (self.base_lr - self.end_lr) * (1 - min(epoch, steps) / steps) ** self.power + self.end_lr


class StepDecay(LRScheduler):
    """Schedule learning_rate * gamma^(epoch // step_size).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/StepDecay_en.html
    """

    def __init__(
        self, learning_rate: float, step_size: int, gamma: float = 0.1, last_epoch: int = -1, verbose: bool = False
    ) -> None:
        if not isinstance(step_size, int):
            raise UsageError(f"The type of 'step_size' must be 'int', but received {type(step_size)}.", site=site())
        positive(step_size=step_size)
        self.step_size, self.gamma = step_size, _below_one(gamma)
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * self.gamma ** (self.last_epoch // self.step_size)


class MultiStepDecay(LRScheduler):
    """Schedule learning_rate * gamma^(number of milestones reached).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/MultiStepDecay_en.html
    """

    def __init__(
        self,
        learning_rate: float,
        milestones: Sequence[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
        verbose: bool = False,
    ) -> None:
        if not isinstance(milestones, list | tuple):
            raise UsageError(
                f"The type of 'milestones' in 'MultiStepDecay' must be 'tuple, list', but received {type(milestones)}.",
                site=site(),
            )
        for each in milestones:
            finite_number(each, "a number in milestones")
        if any(a >= b for a, b in pairwise(milestones)):
            raise ArgumentError(
                "each element of milestones must be greater than the element before it", facts={"given": milestones}
            )
        self.milestones, self.gamma = tuple(milestones), _below_one(gamma)
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * self.gamma ** sum(self.last_epoch >= m for m in self.milestones)


class PiecewiseDecay(LRScheduler):
    """Piecewise constant schedule: values[i] until boundaries[i], and the last value after the last boundary.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/PiecewiseDecay_en.html
    """

    def __init__(
        self, boundaries: Sequence[int], values: Sequence[float], last_epoch: int = -1, verbose: bool = False
    ) -> None:
        for name, given in (("boundaries", boundaries), ("values", values)):
            if not isinstance(given, list | tuple):
                raise UsageError(f"{name} of PiecewiseDecay must be a list, but received {given!r}", site=site())
            for each in given:
                finite_number(each, f"a number in {name}")
        if not boundaries or len(values) != len(boundaries) + 1:
            raise ArgumentError(
                "PiecewiseDecay needs at least one boundary, and one more value than boundaries",
                facts={"boundaries": len(boundaries), "values": len(values)}, site=site(),
            )  # fmt: skip
        self.boundaries, self.values = tuple(boundaries), tuple(values)
        super().__init__(last_epoch=last_epoch, verbose=verbose)

    def get_lr(self) -> float:
        return self.values[next((i for i, b in enumerate(self.boundaries) if self.last_epoch < b), -1)]


class LambdaDecay(LRScheduler):
    """learning_rate * lr_lambda(epoch).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/LambdaDecay_en.html
    """

    def __init__(
        self, learning_rate: float, lr_lambda: Callable[[int], float], last_epoch: int = -1, verbose: bool = False
    ) -> None:
        self.lr_lambda = function(lr_lambda, "lr_lambda")
        super().__init__(learning_rate, last_epoch, verbose)

    def get_lr(self) -> float:
        return self.base_lr * multiplier(self.lr_lambda(self.last_epoch), "lr_lambda", self.last_epoch)


class MultiplicativeDecay(LambdaDecay):
    """learning_rate * lr_lambda(1) * ... * lr_lambda(epoch).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/lr/MultiplicativeDecay_en.html
    """

    def get_lr(self) -> float:
        rate = self.base_lr
        for epoch in range(1, self.last_epoch + 1):
            rate *= multiplier(self.lr_lambda(epoch), "lr_lambda", epoch)
        return rate


def _below_one(gamma: float) -> float:
    if finite_number(gamma, "gamma") >= 1.0:
        raise ArgumentError(f"gamma should be < 1.0, but received {gamma}", site=site())
    return gamma
