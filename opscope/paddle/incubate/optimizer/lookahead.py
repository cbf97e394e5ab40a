"""LookAhead: fast weights of an optimizer, and slow weights that follow them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ModeError
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Operator, Program, Variable
from opscope.paddle.optimizer import Optimizer
from opscope.paddle.optimizer.homes import State
from opscope.paddle.optimizer.optimizer import Pairs


class LookAhead(Optimizer):
    """Optimizer with slow weights: every k steps, slow += alpha * (fast - slow), and the fast weights are set to slow.

    Raises ModeError (an AssertionError, as in Paddle) for alpha outside of 0 to 1 and for k below 1.
    Source: Zhang et al. 2019.
    """

    op_name = "lookahead"

    def __init__(self, inner_optimizer: Any, alpha: float = 0.5, k: int = 5, name: str | None = None) -> None:
        if inner_optimizer is None:
            raise ModeError("inner_optimizer must not be None", site=site())
        if not 0.0 <= alpha <= 1.0:
            raise ModeError("alpha should be between 0.0 and 1.0", site=site())
        if not isinstance(k, int) or k <= 0:
            raise ModeError("k should be a positive integer", site=site())
        parameters = inner_optimizer.parameters or defaults.main.all_parameters()
        super().__init__(alpha, parameters, None, None, name, options={"k": k})
        self.inner_optimizer, self.alpha, self.k = inner_optimizer, alpha, k

    def state(self, options: Mapping[str, Any]) -> list[State]:
        return [State("slow"), State("lookahead_step", scalar=True)]

    def step(self) -> None:
        """Make a step of the inner optimizer, then a step of the slow weights."""
        self.inner_optimizer.step()
        super().step()

    def minimize(
        self,
        loss: Any,
        startup_program: Program | None = None,
        parameters: Sequence[Any] | None = None,
        no_grad_set: Any = None,
    ) -> tuple[list[Operator], Pairs]:
        """Call the inner optimizer's minimize, then make a step of the slow weights."""
        if not isinstance(loss, Tensor | Variable):
            raise ModeError("The loss should be a Tensor.", facts={"given": type(loss).__name__}, site=site())
        made, pairs = self.inner_optimizer.minimize(loss, startup_program, parameters, no_grad_set)
        self.apply_gradients(pairs, startup_program)
        return made, pairs
