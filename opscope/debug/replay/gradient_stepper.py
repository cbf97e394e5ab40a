"""GradientStepper: steps through the gradient rule of a `*_grad` operator, op by op.

A gradient rule consists of ops, so opscope can trace the rule to get a small program. The small program runs on the
values that the gradient operator is going to read. The run itself is not changed.
"""

from __future__ import annotations

from typing import Any

from opscope.core import random
from opscope.core.formats.narrow_arrays import dtype_of
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.debug.replay.program_kind import Cursor, RunRecord, ignore_place
from opscope.debug.replay.run_cursor import RunCursor
from opscope.debug.replay.static_kind import STATIC
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Operator, Program
from opscope.runtime.compile import compile_block
from opscope.runtime.frame import Context, Frame


class GradientStepper:
    """A position in the gradient rule of `operator`.

    `cursor` is a cursor over a run of the small program that consists of the ops of the rule.
    """

    def __init__(self, operator: Operator, cursor: RunCursor) -> None:
        self.operator = operator
        self.cursor = cursor

    @property
    def at_end(self) -> bool:
        """True if the position is the end of the gradient rule."""
        return self.cursor.at_end

    def step_forward(self) -> bool:
        """Advance by one op inside the gradient rule.

        Returns False if the stepper is already at the end of the rule.
        """
        if self.at_end:
            return False
        self.cursor.seek(self.cursor.tick + 1)
        return True

    def step_back(self) -> bool:
        """Step back by one op inside the gradient rule.

        Returns False if the stepper is already at the beginning of the rule.
        """
        if self.cursor.tick == 0:
            return False
        self.cursor.seek(self.cursor.tick - 1)
        return True


def step_into_gradient(cursor: Cursor) -> GradientStepper | None:
    """Return a stepper at the beginning of the gradient rule of the next operator.

    The result is None if the next operator has no gradient rule that consists of ops.
    """
    operator = cursor.next_operator
    if operator is None or operator.op.evaluate is None or operator.op.opaque:
        return None
    value = cursor.frames()[-1].value
    values = [None if n is None else value(n) for n in operator.inputs]
    program = Program()
    # names.guard(): numbering of the user's later names must not change
    with program_guard(program, Program()), names.guard(), mode.block(static=True):
        given = [_declare_input(program, n, v) for n, v in zip(operator.inputs, values, strict=True)]
        operator.op.evaluate(given, operator.attrs)
    feeds = {n: v for n, v in zip(operator.inputs, values, strict=True) if n is not None}
    plan = compile_block(program.global_block(), place=cursor.record.plan.place, params=tuple(feeds))
    run, step, count = cursor.record.run, cursor.record.step, cursor.record.executor_step
    within = RunCursor(
        RunRecord(run=run, step=step, executor_step=count, plan=plan, feeds={}, scope_changes={}, kind=STATIC),
        ignore_place,
    )
    context = Context(within.call_frame, random.Generator(), count)
    within.start(Frame(plan, context, list(feeds.values())))
    return GradientStepper(operator, within)


def _declare_input(program: Program, name: str | None, value: Any) -> Any:
    if name is None or value is None:
        return None
    block = program.global_block()
    if name in block.vars:
        return block.vars[name]
    spec = TensorSpec(tuple(value.shape), dtype_of(value))
    return block.create_var(name=name, shape=spec.shape, dtype=spec.dtype)
