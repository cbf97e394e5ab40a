"""Losses of eager steps: a loss is a result with one element at which a backward pass starts."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from opscope.core.formats.narrow_arrays import is_float, widened
from opscope.core.place import to_host
from opscope.debug.eager.tensor_names import own_name
from opscope.debug.replay.program_kind import Cursor
from opscope.eager.op_call_log import Caller, LoggedCall
from opscope.eager.op_calls import MOST_ROOTS
from opscope.eager.optimizers.loss_scaling import is_scaled
from opscope.eager.tape import Tracked
from opscope.ir.program.program import Operator
from opscope.names.result_name import result_name

MOST_SCALARS = 100  # latest one-element results that may be losses


class _Scalar(NamedTuple):
    """A one-element result: its array, the name that the user has passed to the op, the op, and the user's call."""

    array: Any
    given: str
    op: str
    caller: Caller


class StepLosses:
    """The losses of a thread's steps.

    `roots` are the values at which the latest backward passes of the current step start. The number of stored roots is
    limited, because a step never ends if the code updates its parameters without an optimizer.
    """

    def __init__(self) -> None:
        self.roots: deque[Tracked] = deque(maxlen=MOST_ROOTS)
        self._scalars: deque[_Scalar] = deque(maxlen=MOST_SCALARS)
        self._scaled_steps: set[int] = set()  # steps with scaled losses

    def note(self, value: Any, given: str, op: str, caller: Caller) -> None:
        """Store the first result of an op if the result may be a loss."""
        if isinstance(value, Tracked) and value._value.size == 1 and is_float(value._value):
            self._scalars.append(_Scalar(value._value, given, op, caller))

    def note_logged(self, calls: Sequence[LoggedCall]) -> None:
        """Store the results of logged calls that may be losses."""
        for call in calls:
            if call.phase == "forward" and call.makes_scalar and call.outputs:
                self.note(call.outputs[0], call.result_name, call.op.name, call.caller)

    def of_step(self, calls: Sequence[LoggedCall], names: dict[int, str]) -> dict[str, float]:
        """Return the losses of the current step, with their names as keys.

        `calls` are the logged calls of the step, without the calls that were passed to `note_logged`. `names` has the
        names of the roots by their `id()`. If a root in `names` has an empty name, this method sets the name.
        """
        found: dict[str, float] = {}
        for root in self.roots:
            is_loss = root._value.size == 1 and is_float(root._value)
            given = names.get(id(root))
            if is_loss and (name := given or own_name(root) or self._result_name(root, calls)):
                if given is not None:
                    names[id(root)] = name
                found[name] = float(to_host(widened(root._value)).reshape(()))
        return found

    def end_step(self, step: int) -> None:
        """Store True if loss scaling has scaled the losses of the step that ends."""
        if any(map(is_scaled, self.roots)):
            self._scaled_steps.add(step)

    def start_step(self) -> None:
        """Forget the roots and results of the last step."""
        self.roots.clear()
        self._scalars.clear()

    def is_left_to_scaling(self, cursor: Cursor, operator: Operator | None) -> bool:
        """Return True if an operator computes a gradient of a scaled loss.

        Loss scaling skips the update of a step in which a gradient of the scaled loss has NaN or Inf.
        """
        if not cursor.record.kind.interleaved or operator is None or operator.phase != "backward":
            return False
        return cursor.record.step in self._scaled_steps or (
            cursor.live and bool(self.roots) and is_scaled(self.roots[-1])
        )

    def _result_name(self, tensor: Tracked, calls: Sequence[LoggedCall]) -> str:
        """Return a name for a one-element result.

        The name is the first of these names that exists: the name that the user has passed to the op, the name of the
        user's variable, the name of the op. The name of the op comes last, because the losses of two models may both
        come from the op `mean`.
        """
        made = next((s for s in reversed(self._scalars) if s.array is tensor._value), None)
        made = made or _logged_scalar(tensor, calls)
        return "" if made is None else made.given or result_name(*made.caller) or made.op


def _logged_scalar(tensor: Tracked, calls: Sequence[LoggedCall]) -> _Scalar | None:
    for call in reversed(calls):
        if (
            call.phase == "forward"
            and not call.updating
            and call.makes_scalar
            and any(made is tensor for made in call.outputs or ())
        ):
            return _Scalar(tensor._value, call.result_name, call.op.name, call.caller)
    return None
