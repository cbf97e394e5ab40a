"""Learning rates of fluid.dygraph: each step of the optimizer advances the rate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ModeError, UsageError
from opscope.paddle.optimizer import lr


class LearningRateDecay(Described):
    """Base class of schedules. A subclass defines `step`, which returns the rate at step_num.

    A call returns the rate, [1], and adds step_size to step_num.
    """

    def __init__(self, begin: int = 0, step: int = 1, dtype: str = "float32") -> None:
        self.step_num, self.step_size, self.dtype = begin, step, dtype

    def step(self) -> float:
        """Return the rate at step_num."""
        raise NotImplementedError(f"{type(self).__name__} must define step()")

    def __call__(self) -> Tensor:
        rate = self.step()
        self.step_num += self.step_size
        return to_tensor([rate], dtype=self.dtype)

    def state_dict(self) -> dict[str, Any]:
        """Return the state, which set_dict restores."""
        return {key: getattr(self, key) for key in self._keys()}

    def _keys(self) -> Sequence[str]:
        return ("step_num",)

    def set_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Restore a state of state_dict."""
        for key in self._keys():
            setattr(self, key, int(state_dict[key]) if key == "step_num" else state_dict[key])

    set_dict = set_state_dict


class PiecewiseDecay(LearningRateDecay):
    """The rate values[i] before step boundaries[i], and the last of the values after all boundaries."""

    def __init__(
        self, boundaries: Sequence[int], values: Sequence[float], begin: int, step: int = 1, dtype: str = "float32"
    ) -> None:
        super().__init__(begin, step, dtype)
        self.boundaries, self.values = list(boundaries), list(values)

    def step(self) -> float:
        return self.values[next((i for i, b in enumerate(self.boundaries) if self.step_num < b), -1)]


class _Steps(LearningRateDecay):
    """Base class: a rate that depends on step_num / decay_steps; a staircase rounds this quotient down."""

    def __init__(
        self, learning_rate: float, decay_steps: int, decay_rate: float, staircase: bool = False, begin: int = 0,
        step: int = 1, dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(begin, step, dtype)
        self.learning_rate, self.decay_steps, self.decay_rate = learning_rate, decay_steps, decay_rate
        self.staircase = staircase

    def _passed(self) -> float:
        done = self.step_num / self.decay_steps
        return math.floor(done) if self.staircase else done


class NaturalExpDecay(_Steps):
    """learning_rate * e ^ (-decay_rate * step / decay_steps)."""

    def step(self) -> float:
        return self.learning_rate * math.exp(-self.decay_rate * self._passed())


class ExponentialDecay(_Steps):
    """learning_rate * decay_rate ^ (step / decay_steps)."""

    def step(self) -> float:
        return self.learning_rate * self.decay_rate ** self._passed()


class InverseTimeDecay(_Steps):
    """learning_rate / (1 + decay_rate * step / decay_steps)."""

    def step(self) -> float:
        return self.learning_rate / (1 + self.decay_rate * self._passed())


class PolynomialDecay(LearningRateDecay):
    """A rate that falls from learning_rate to end_learning_rate in decay_steps by a power; cycle repeats it."""

    def __init__(
        self, learning_rate: float, decay_steps: int, end_learning_rate: float = 0.0001, power: float = 1.0,
        cycle: bool = False, begin: int = 0, step: int = 1, dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(begin, step, dtype)
        self.learning_rate, self.decay_steps, self.cycle = learning_rate, decay_steps, cycle
        self.end_learning_rate, self.power = end_learning_rate, power

    def step(self) -> float:
        steps = self.decay_steps * (max(math.ceil(self.step_num / self.decay_steps), 1) if self.cycle else 1)
        share = min(self.step_num, steps) / steps
        return (self.learning_rate - self.end_learning_rate) * (1 - share) ** self.power + self.end_learning_rate


class CosineDecay(LearningRateDecay):
    """learning_rate / 2 * (cos(epoch * pi / epochs) + 1). Source: Loshchilov & Hutter 2017."""

    def __init__(
        self, learning_rate: float, step_each_epoch: int, epochs: int, begin: int = 0, step: int = 1,
        dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(begin, step, dtype)
        self.learning_rate, self.step_each_epoch, self.epochs = learning_rate, step_each_epoch, epochs

    def step(self) -> float:
        epoch = math.floor(self.step_num / self.step_each_epoch)
        return self.learning_rate * 0.5 * (math.cos(epoch * math.pi / self.epochs) + 1)


class NoamDecay(LearningRateDecay):
    """learning_rate * d_model^-0.5 * min(step^-0.5, step * warmup_steps^-1.5). Source: Vaswani et al. 2017."""

    def __init__(
        self, d_model: int, warmup_steps: int, begin: int = 1, step: int = 1, dtype: str = "float32",
        learning_rate: float = 1.0,
    ) -> None:  # fmt: skip
        super().__init__(begin, step, dtype)
        self.learning_rate, self.d_model, self.warmup_steps = learning_rate, d_model, warmup_steps

    def step(self) -> float:
        lower = min(self.step_num**-0.5, self.step_num * self.warmup_steps**-1.5)
        return self.learning_rate * self.d_model**-0.5 * lower


class LinearLrWarmup(LearningRateDecay):
    """A rate that rises from start_lr to end_lr in warmup_steps; then learning_rate, a number or a schedule.

    Raises UsageError for another type, ModeError (an AssertionError) if end_lr is not above start_lr.
    """

    def __init__(
        self, learning_rate: Any, warmup_steps: int, start_lr: float, end_lr: float, begin: int = 1, step: int = 1,
        dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(begin, step, dtype)
        if not isinstance(learning_rate, int | float | LearningRateDecay):
            raise UsageError(
                f"learning_rate should be an int, a float or a LearningRateDecay, but received {type(learning_rate)}",
                site=site(),
            )
        if end_lr <= start_lr:
            raise ModeError(f"end_lr {end_lr} must be greater than start_lr {start_lr}", site=site())
        self.learning_rate, self.warmup_steps = learning_rate, warmup_steps
        self.start_lr, self.slope = start_lr, (end_lr - start_lr) / warmup_steps

    def step(self) -> float:
        rate = self.learning_rate  # which goes on during the warm-up too
        after = float(rate().item()) if isinstance(rate, LearningRateDecay) else float(rate)
        return self.start_lr + self.slope * self.step_num if self.step_num < self.warmup_steps else after


class StepDecay(LearningRateDecay):
    """learning_rate * decay_rate ^ (epoch // step_size). Each call of epoch() begins the next epoch."""

    def __init__(self, learning_rate: float, step_size: int, decay_rate: float = 0.1) -> None:
        super().__init__()
        self.learning_rate, self.epoch_size, self.decay_rate, self.epoch_num = learning_rate, step_size, decay_rate, 0

    def epoch(self, epoch: int | None = None) -> None:
        """Begin the next epoch, or the given epoch."""
        self.epoch_num = self.epoch_num + 1 if epoch is None else epoch

    def step(self) -> float:
        return self.learning_rate * self.decay_rate ** (self.epoch_num // self.epoch_size)

    def _keys(self) -> Sequence[str]:
        return ("step_num", "epoch_num")


class MultiStepDecay(StepDecay):
    """learning_rate * decay_rate ^ (the number of reached milestones). Epochs are counted as by StepDecay."""

    def __init__(self, learning_rate: float, milestones: Sequence[int], decay_rate: float = 0.1) -> None:
        super().__init__(learning_rate, 1, decay_rate)
        self.milestones = list(milestones)

    def step(self) -> float:
        return self.learning_rate * self.decay_rate ** sum(self.epoch_num >= m for m in self.milestones)


class LambdaDecay(StepDecay):
    """learning_rate * lr_lambda(epoch). Epochs are counted as by StepDecay."""

    def __init__(self, learning_rate: float, lr_lambda: Any) -> None:
        super().__init__(learning_rate, 1)
        self.lr_lambda = lr_lambda

    def step(self) -> float:
        return self.learning_rate * self.lr_lambda(self.epoch_num)


class ReduceLROnPlateau(lr.ReduceOnPlateau):
    """Multiply the rate by decay_rate if the loss given to step() has not improved for `patience` steps."""

    def __init__(
        self, learning_rate: float, mode: str = "min", decay_rate: float = 0.1, patience: int = 10,
        verbose: bool = False, threshold: float = 1e-4, threshold_mode: str = "rel", cooldown: int = 0,
        min_lr: float = 0, eps: float = 1e-8, dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(
            learning_rate, mode, decay_rate, patience, threshold, threshold_mode, cooldown, min_lr, eps, verbose
        )
        self.dtype = dtype


__all__ = [
    "CosineDecay", "ExponentialDecay", "InverseTimeDecay", "LambdaDecay", "LearningRateDecay", "LinearLrWarmup",
    "MultiStepDecay", "NaturalExpDecay", "NoamDecay", "PiecewiseDecay", "PolynomialDecay", "ReduceLROnPlateau",
    "StepDecay",
]  # fmt: skip
