"""RecomputeOptimizer: the backward pass computes values between checkpoints again.

Then an optimizer updates the parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ModeError, UnsupportedError
from opscope.ir.gradients.backward import Pairs, append_backward
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Program, Variable
from opscope.paddle.optimizer import Optimizer
from opscope.paddle.optimizer.around import Around, check_loss


class RecomputeOptimizer(Around):
    """Optimizer whose backward pass runs forward operators between checkpoints again, instead of keeping values.

    Raises ModeError in dygraph.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/incubate/optimizer/RecomputeOptimizer_en.html
    """

    def __init__(self, optimizer: Optimizer) -> None:
        if not mode.static:
            raise ModeError(
                "RecomputeOptimizer works only in static mode.", site=site(), fix="call paddle.enable_static() first"
            )
        super().__init__(optimizer)
        self._checkpoints: list[Variable | str] | None = None

    def _set_checkpoints(self, checkpoints: list[Variable | str]) -> None:
        """Set the kept Variables, as Variables or names. Raises ModeError (an AssertionError) for another type."""
        if not isinstance(checkpoints, list) or not all(isinstance(c, Variable | str) for c in checkpoints):
            raise ModeError("the checkpoints should be a list of Variables, or a list of their names", site=site())
        self._checkpoints = checkpoints

    def _enable_offload(self) -> None:
        """Raise UnsupportedError: opscope does not move values between the memory of devices."""
        raise UnsupportedError(
            "RecomputeOptimizer does not support _enable_offload", site=site(), fix="delete the call of _enable_offload"
        )

    def load(self, state_dict: object) -> None:
        """Raise UnsupportedError, as Paddle does."""
        raise UnsupportedError(
            "RecomputeOptimizer does not support load", site=site(),
            fix="call set_state_dict of the inner optimizer",
        )  # fmt: skip

    def backward(
        self,
        loss: Variable,
        startup_program: Program | None = None,
        parameter_list: Sequence[Any] | None = None,
        no_grad_set: Any = None,
        callbacks: Any = None,
    ) -> Pairs:
        """Call append_backward with the checkpoints, and return [(parameter, gradient)].

        Raises ModeError (an AssertionError) before `_set_checkpoints`, ArgumentError for an unknown name.
        """
        check_loss(loss)
        if self._checkpoints is None:
            raise ModeError("call _set_checkpoints before this method", site=site())
        names = [c if isinstance(c, str) else c.name for c in self._checkpoints]
        for name in names:
            loss.block.var(name)
        with program_guard(loss.program, startup_program):
            made = append_backward(loss, parameter_list, no_grad_set, callbacks, names)
        return made[0] if names else made
