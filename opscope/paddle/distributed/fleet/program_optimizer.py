"""RankOptimizer: an optimizer of a program whose gradients are averaged over the ranks of the job."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.ir.gradients.backward import Pairs
from opscope.ir.program.context import defaults, program_guard
from opscope.ir.program.program import Program, Variable
from opscope.paddle.distributed.groups import Group
from opscope.paddle.distributed.program_collectives import average_gradients, compare_rows, send_initial_values
from opscope.paddle.optimizer.around import Around, check_loss


class RankOptimizer(Around):
    """Optimizer whose `minimize` appends `c_allreduce_sum` of each gradient, and a scale, after backward.

    The startup program ends with `c_broadcast` of each parameter from rank 0. Gradient clipping and regularization come
    after the averages, so they are equal on every rank.
    """

    def __init__(self, optimizer: Any, group: Group) -> None:
        super().__init__(optimizer)
        self._group = group

    def backward(
        self,
        loss: Variable,
        startup_program: Program | None = None,
        parameter_list: Sequence[Any] | None = None,
        no_grad_set: Any = None,
        callbacks: Any = None,
    ) -> Pairs:
        """Return [(parameter, averaged gradient)].

        Raises ModeError (an AssertionError) for a loss that is not a Variable.
        """
        check_loss(loss)
        pairs = self._optimizer.backward(loss, startup_program, parameter_list, no_grad_set, callbacks)
        with program_guard(loss.program, startup_program):
            compare_rows(loss, self._group)
            average_gradients(pairs, self._group)
            send_initial_values(loss.program, startup_program or defaults.startup, self._group)
        return pairs
