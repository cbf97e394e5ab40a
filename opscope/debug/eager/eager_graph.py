"""Graph of a step of eager code: the calls of the step as a program that can be drawn.

The last graph stays valid as long as the calls of the steps are equal. Operators have the numbers of their calls in
the step, so a view can mark the current operator in the graph.
"""

from __future__ import annotations

import time

from opscope.debug.eager.eager_program import EagerOperator
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord
from opscope.debug.eager.eager_step import EagerStep
from opscope.debug.replay.program_kind import RunRecord
from opscope.ir.op_roles import BACKWARD, OPTIMIZE
from opscope.ir.program.program import GRAD, Block, Operator, Parameter, Program, Variable
from opscope.names.program_names import register_names

MAX_OPERATORS = 3_000  # a larger graph is unreadable, and takes seconds to draw
MIN_INTERVAL = 2.0  # seconds from one comparison of the calls to the next
SHARE = 0.02  # of the run's time for comparisons: to read the calls of a large step takes seconds


class EagerGraph:
    """The graph of the latest eager step."""

    def __init__(self) -> None:
        self._drawn_operators: list[Operator] = []
        self._next_comparison = 0.0
        self._is_complete_step = False  # True if the last graph shows a complete step

    def update(self, record: RunRecord, force: bool) -> Program | None:
        """Return the program for the graph of an eager step.

        Return None if the last graph is still valid, or if the step has more than MAX_OPERATORS calls. If `force` is
        False, also return None if the last graph was compared with the calls of a step a short time ago.

        The program contains all calls of the step to which the record belongs.
        """
        assert isinstance(record, EagerRecord)
        began = time.monotonic()
        if not force and self._is_complete_step and began < self._next_comparison:
            return None
        step = EagerStep(record.step_records)
        if sum(each.ticks for each in step.records) > 2 * MAX_OPERATORS + 1:  # known before the calls are read
            return None
        drawn = self._new_graph(step, not force)
        now = time.monotonic()
        self._next_comparison = now + max(MIN_INTERVAL, (now - began) / SHARE)
        return drawn

    def _new_graph(self, step: EagerStep, is_complete: bool) -> Program | None:
        calls = [p for p in step.places if p.operator is not None and not p.after]
        operators = [p.operator for p in calls if p.operator is not None]
        if not operators or len(operators) > MAX_OPERATORS:
            return None
        if operators == self._drawn_operators[: len(operators)]:
            self._is_complete_step |= is_complete and len(operators) == len(self._drawn_operators)
            return None
        self._drawn_operators, self._is_complete_step = operators, is_complete
        drawn = _build(calls, step.block.program)
        register_names(drawn, step.names)
        return drawn

    def forget(self) -> None:
        """Force a new graph at the next call, because the panel now shows another program."""
        self._drawn_operators = []


def _build(calls: list[EagerPlace], program: Program) -> Program:
    drawn = Program()
    drawn.is_built = False
    drawn.id = program.id  # events about values contain the id of their program
    block = drawn.global_block()
    updated = {o.inputs[0] for p in calls if (o := p.operator) is not None and o.role & OPTIMIZE and o.inputs}
    written: set[str] = set()
    of_gradients = _calls_on_gradients(calls)
    for number, place in enumerate(calls):
        operator = place.operator
        assert isinstance(operator, EagerOperator)
        for name in filter(None, operator.inputs):
            _declare(block, name, program, name in updated, name not in written and GRAD not in name)
        written.update(filter(None, operator.outputs))
        for name in filter(None, operator.outputs):
            _declare(block, name, program, name in updated, False)
        role = operator.role | BACKWARD if number in of_gradients else operator.role
        block.ops.append(_copy_operator(operator, block, place.parent, role))
    return drawn


def _calls_on_gradients(calls: list[EagerPlace]) -> set[int]:
    """Return the numbers of the calls after the last backward pass that process gradients: clipping, scaling.

    Calls between two backward passes are left out, because such calls may compute a loss from gradients (a gradient
    penalty).
    """
    roles = [0 if p.operator is None else p.operator.role for p in calls]
    last = max((i for i, role in enumerate(roles) if role & BACKWARD), default=len(calls))
    found: set[int] = set()
    made: set[str | None] = set()
    for number in range(last + 1, len(calls)):
        operator = calls[number].operator
        if operator is None or roles[number] & OPTIMIZE:
            continue
        if any(name and (GRAD in name or name in made) for name in operator.inputs):
            found.add(number)
            made.update(operator.outputs)
    return found


def _declare(block: Block, name: str, program: Program, updated: bool, given: bool) -> None:
    known = program.global_block().vars.get(name)
    if name in block.vars or known is None:
        return
    parameter = updated or isinstance(known, Parameter)
    made = Parameter(block, name, known.spec) if parameter else Variable(block, name, known.spec, is_data=given)
    made.call = known.call
    block.declare(made)


def _copy_operator(operator: EagerOperator, block: Block, around: EagerPlace | None, role: int) -> EagerOperator:
    """Copy the operator to another block, with another role.

    The name scope of the copy consists of the PyLayer calls around the operator.
    """
    made = EagerOperator(
        block,
        operator.id,
        operator.op,
        tuple(n if n in block.vars else None for n in operator.inputs),
        tuple(n if n in block.vars else None for n in operator.outputs),
        operator.attrs,
        role,
        operator.call,
        operator.layer_path,
    )
    if operator.role & OPTIMIZE and len(made.inputs) > 1 and made.inputs[0] and made.inputs[1]:
        made.role_var = [made.inputs[0], made.inputs[1]]
    scopes: list[str] = []
    while around is not None and around.operator is not None:
        scopes.append(f"{around.operator.type} {around.operator.id}")
        around = around.parent
    made.namescope = "/" + "".join(f"{scope}/" for scope in reversed(scopes))
    return made
