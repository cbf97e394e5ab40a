"""The learning rate of an optimizer: a number, or a schedule that programs follow."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, OpscopeWarning, RunError, UsageError
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Program, Variable
from opscope.ir.scheduled_variables import schedule
from opscope.paddle.optimizer.lr import LRScheduler
from opscope.runtime.scope import global_scope


class Paced(Described):
    """Part of Optimizer with the learning rate. Raises UsageError for a value that is not a rate."""

    rate_shape: ClassVar[tuple[int, ...]] = ()  # of the variable that holds it in a program
    uses_rate: bool = True  # False: the updates need no learning rate, or have another source of it

    def __init__(self, learning_rate: Any) -> None:
        if isinstance(learning_rate, bool) or not isinstance(learning_rate, int | float | LRScheduler):
            raise UsageError(
                f"the learning rate should be a float or an LRScheduler, but received {type(learning_rate)}",
                site=site(),
                fix="pass a number, or one of paddle.optimizer.lr",
            )  # fmt: skip
        if self.uses_rate and not isinstance(learning_rate, LRScheduler):
            _check(learning_rate, type(self).__name__)
        self._learning_rate = learning_rate if isinstance(learning_rate, LRScheduler) else float(learning_rate)
        self._rates: dict[int, Variable] = {}  # by program

    def _global_learning_rate(self, program: Program | None = None) -> Variable | None:
        """Return a program's variable with the rate (default: the main program); None before its first update."""
        return self._rates.get((program or defaults.main).id)

    def get_lr(self) -> float:
        """Return the learning rate."""
        rate = self._learning_rate
        return rate() if isinstance(rate, LRScheduler) else rate

    def set_lr(self, value: float) -> None:
        """Change the learning rate for later dygraph steps, and for programs in the global scope.

        Raises RunError if a schedule sets the rate.
        """
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(
                f"The type of 'value' in optimizer.set_lr must be float, but received {type(value)}.", site=site()
            )
        if isinstance(self._learning_rate, LRScheduler):
            raise RunError(
                "set_lr() is not possible, because an LRScheduler sets the learning rate of this optimizer.",
                site=site(), fix="call step() of the scheduler, or set_lr_scheduler()",
            )  # fmt: skip
        if value != 0:  # somebody who sets it by hand may stop the training for a while
            _check(value, f"{type(self).__name__}.set_lr")
        self._learning_rate = float(value)
        for variable in self._rates.values():
            found = global_scope().find_var(variable.name)
            if found is not None:
                found.get_tensor().set(np.full(self.rate_shape, value, variable.dtype.dtype))

    def set_lr_scheduler(self, scheduler: LRScheduler) -> None:
        """Use a schedule from now on; programs use it from their next run on."""
        if not isinstance(scheduler, LRScheduler):
            raise UsageError(
                "The type of 'scheduler' in optimizer.set_lr_scheduler must be LRScheduler, "
                f"but received {type(scheduler)}.", site=site(),
            )  # fmt: skip
        self._learning_rate = scheduler
        for variable in self._rates.values():
            schedule(variable.program, variable.name, scheduler)


def _check(rate: float, what: str) -> None:
    """Warn about a rate with which training is impossible. Raises ArgumentError for NaN and Inf."""
    if not math.isfinite(rate):
        raise ArgumentError(
            f"{what}: the learning rate must be above zero, but is {rate}", site=site(), fix="pass a number above zero"
        )
    if rate <= 0:
        does = "nothing is trained" if rate == 0 else "each step increases the loss"
        warn(
            OpscopeWarning(
                f"{what}: the learning rate is {rate}, so {does}", site=site(), fix="pass a number above zero"
            )
        )
