"""Inside: the rule of a `*_grad` operator, stepped op by op.

A gradient rule is made of ops only, so it can be traced into a small program of its own and walked on the values that
the operator is about to read. Nothing of the run is touched by that.
"""

from __future__ import annotations

from typing import Any

from opscope.core import random
from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.debug.replay.interpreter import Walk, nowhere
from opscope.debug.replay.journal import RunRecord
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Operator, Program
from opscope.runtime.compile import compile_block
from opscope.runtime.frame import Context, Frame


class Inside:
    """A place in the rule of `operator`; `walk` is that of the rule's program."""

    def __init__(self, operator: Operator, walk: Walk) -> None:
        self.operator = operator
        self.walk = walk

    @property
    def over(self) -> bool:
        """True at the end of the rule."""
        return self.walk.over

    def forwards(self) -> bool:
        """One op on; False at the end."""
        if self.over:
            return False
        self.walk.goto(self.walk.tick + 1)
        return True

    def backwards(self) -> bool:
        """One op back; False at the beginning."""
        if self.walk.tick == 0:
            return False
        self.walk.goto(self.walk.tick - 1)
        return True


def inside(walk: Walk) -> Inside | None:
    """The beginning of the rule of the operator that is next; None if it has none that is made of ops."""
    operator, frame = walk.operator, walk.frame
    if operator is None or operator.op.evaluate is None or operator.op.opaque:
        return None
    values = [None if n is None else frame.value(n) for n in operator.inputs]
    program = Program()
    with program_guard(program, Program()), names.guard():  # what the user builds later is called as ever
        static, mode.static = mode.static, True
        try:
            given = [_declared(program, n, v) for n, v in zip(operator.inputs, values, strict=True)]
            operator.op.evaluate(given, operator.attrs)
        finally:
            mode.static = static
    feeds = {n: v for n, v in zip(operator.inputs, values, strict=True) if n is not None}
    plan = compile_block(program.global_block(), place=frame.plan.place, params=tuple(feeds))
    run, step, count = walk.record.run, walk.record.step, walk.record.count
    within = Walk(RunRecord(run=run, step=step, count=count, plan=plan, feeds={}, changed={}), nowhere)
    context = Context(within.drive, random.Generator(), count)
    within.begin(Frame(plan, context, list(feeds.values())))
    return Inside(operator, within)


def _declared(program: Program, name: str | None, value: Any) -> Any:
    if name is None or value is None:
        return None
    block = program.global_block()
    if name in block.vars:
        return block.vars[name]
    spec = TensorSpec(tuple(value.shape), as_dtype(value.dtype))
    return block.create_var(name=name, shape=spec.shape, dtype=spec.dtype)
