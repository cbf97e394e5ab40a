"""Drawn: the calls of a step of eager code as a program, for whoever draws programs.

Where a step calls what the last drawn one called, as far as it has come, the drawing still holds. Numbers of operators
are those of the step, so a drawing shows where one stands in it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerOperator, Stood
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import GRAD, Block, Operator, Parameter, Program, Variable

MOST = 3_000  # operators: a graph of more says nothing, and takes seconds
PAUSE = 2.0  # seconds between two drawings of code that calls something else in each step


class Drawings:
    """What was drawn last of an eager program."""

    def __init__(self, program: EagerProgram) -> None:
        self.program = program
        self._shown: list[Operator] = []
        self._at = 0.0
        self._whole = False  # whether that was a step that had come to its end

    def of(self, places: Iterable[Stood], at_once: bool) -> Program | None:
        """A program to draw; None where the last drawing holds, or (unless `at_once`) is one of a step, and too new."""
        calls = [p for p in places if p.operator is not None and not p.behind]
        operators = [p.operator for p in calls if p.operator is not None]
        if not operators or len(operators) > MOST or operators == self._shown[: len(operators)]:
            return None
        if not at_once and self._whole and time.monotonic() - self._at < PAUSE:
            return None
        self._shown, self._at, self._whole = operators, time.monotonic(), not at_once
        return self._drawn(calls)

    def _drawn(self, calls: list[Stood]) -> Program:
        drawn = Program()
        block = drawn.global_block()
        updated = {o.inputs[0] for p in calls if (o := p.operator) is not None and o.role & OPTIMIZE and o.inputs}
        written: set[str] = set()
        for place in calls:
            operator = place.operator
            assert isinstance(operator, EagerOperator)
            for name in filter(None, operator.inputs):
                self._declare(block, name, name in updated, name not in written and GRAD not in name)
            written.update(filter(None, operator.outputs))
            for name in filter(None, operator.outputs):
                self._declare(block, name, name in updated, False)
            block.ops.append(_copied(operator, block, place.around))
        return drawn

    def _declare(self, block: Block, name: str, updated: bool, given: bool) -> None:
        known = self.program.global_block().vars.get(name)
        if name in block.vars or known is None:
            return
        parameter = updated or isinstance(known, Parameter)
        made = Parameter(block, name, known.spec) if parameter else Variable(block, name, known.spec, is_data=given)
        made.call = known.call
        block.declare(made)


def _copied(operator: EagerOperator, block: Block, around: Stood | None) -> EagerOperator:
    """The operator in a block of its own, in the scope of the PyLayer calls that it is in."""
    made = EagerOperator(
        block,
        operator.id,
        operator.op,
        tuple(n if n in block.vars else None for n in operator.inputs),
        tuple(n if n in block.vars else None for n in operator.outputs),
        operator.attrs,
        operator.role,
        operator.call,
    )
    if operator.role & OPTIMIZE and len(made.inputs) > 1 and made.inputs[0] and made.inputs[1]:
        made.role_var = [made.inputs[0], made.inputs[1]]
    scopes: list[str] = []
    while around is not None and around.operator is not None:
        scopes.append(f"{around.operator.type} {around.operator.id}")
        around = around.around
    made.namescope = "/" + "".join(f"{scope}/" for scope in reversed(scopes))
    return made
