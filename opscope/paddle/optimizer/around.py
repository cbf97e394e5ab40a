"""Base of optimizers that wrap another optimizer: they compute gradients, and the inner optimizer applies updates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ModeError
from opscope.ir.gradients.backward import Pairs
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Operator, Program, Variable


def check_loss(loss: object) -> None:
    """Raise ModeError (an AssertionError) for a loss that is not a Variable."""
    if not isinstance(loss, Variable):
        raise ModeError("The loss should be a Variable.", facts={"given": type(loss).__name__}, site=site())


class Around(Described):
    """Wrapper of an optimizer: other names refer to the inner optimizer. Subclasses define `backward`."""

    def __init__(self, optimizer: Any) -> None:
        self._optimizer = optimizer

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_optimizer"], name)

    def apply_gradients(self, params_grads: Pairs) -> list[Operator]:
        """Append the updates to the default programs."""
        return self._optimizer.apply_gradients(params_grads)

    def apply_optimize(self, loss: Variable, startup_program: Program | None, params_grads: Pairs) -> list[Operator]:
        """Call `apply_gradients` in the loss's program."""
        with program_guard(loss.program, startup_program):
            return self.apply_gradients(params_grads)

    def minimize(
        self,
        loss: Variable,
        startup_program: Program | None = None,
        parameter_list: Sequence[Any] | None = None,
        no_grad_set: Any = None,
    ) -> tuple[list[Operator], Pairs]:
        """Call `backward` and `apply_optimize`; return (optimize operators, [(parameter, gradient)])."""
        pairs = self.backward(loss, startup_program, parameter_list, no_grad_set)
        return self.apply_optimize(loss, startup_program, pairs), pairs
