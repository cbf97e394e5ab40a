"""Search inside the blocks of an operator (loop iterations, or a branch) for the origin of the operator's results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from opscope.core.checks.finite import all_finite
from opscope.core.place import has_numbers, to_host
from opscope.debug.why.executions import ExecutedOp
from opscope.ir.control_flow.cond import COND
from opscope.ir.control_flow.static_pylayer import PYLAYER
from opscope.ir.control_flow.while_loop import WHILE
from opscope.ir.program.program import Operator


class InnerValue(NamedTuple):
    """An inner value that became a result of an operator with blocks.

    The value exists before the place `tick`. `what` is a text about the iteration or the branch.
    """

    name: str
    array: Any
    tick: int
    what: str = ""


def result_of_blocks(
    executions: Sequence[ExecutedOp], owner: ExecutedOp, position: int, tick: int
) -> InnerValue | None:
    """Return the value, inside or around an operator, that has become a result of this operator.

    Returns None if this value is unknown, for example for gradients.
    """
    inside = _inside(executions, owner, tick)
    if owner.op is WHILE:
        return _result_of_loop(inside, owner, position)
    if owner.op is not COND and owner.op is not PYLAYER:
        return None
    results, params = owner.attrs["results"], owner.attrs["params"]
    branch = _branch(inside, owner) if owner.op is COND else 0
    if position >= len(results[branch]) or (name := results[branch][position]) is None:
        return None
    what = f"the condition is {not branch}" if owner.op is COND else ""
    if name in params:
        return _around(owner, params.index(name) + (owner.op is COND), what)
    return _written(inside, name, what)


def bad_value_inside(
    executions: Sequence[ExecutedOp], owner: ExecutedOp, position: int, tick: int
) -> InnerValue | None:
    """Return the first NaN or Inf inside the blocks of an operator on which a result of the operator depends.

    Returns None if there is no such NaN or Inf.
    """
    starts = _turns(_inside(executions, owner, tick), owner)
    needed = _names_behind(owner, position)
    for call in executions:
        if owner.tick < call.tick < tick and call.depth > owner.depth:
            for name, array in call.outputs:
                if name in needed and has_numbers(array) and not all_finite(array):
                    number = sum(1 for start in starts if start <= call.tick)
                    what = f"in iteration {number} of {len(starts)}" if number else ""
                    return InnerValue(name or "", array, call.tick + 1, what)
    return None


def parameter_before(executions: Sequence[ExecutedOp], loop: ExecutedOp, name: str, tick: int) -> InnerValue | None:
    """Return the value of a loop variable after the previous iteration. Return None in the first iteration."""
    attrs, inside = loop.attrs, _inside(executions, loop, tick + 1)
    if loop.op is not WHILE or not inside or (position := attrs["params"].index(name)) >= attrs["n_loop"]:
        return None
    starts = _turns(inside, loop)
    if _is_in_body(inside[-1], loop):
        if len(starts) < 2:
            return None
        begin, before = starts[-1], starts[-2]
    elif starts:
        begin, before = tick, starts[-1]
    else:
        return None
    made = attrs["results"][position]
    if made in attrs["params"]:
        return _parameter(loop, made, before, "")
    return _written(_inside(executions, loop, begin), made, "")


def _result_of_loop(inside: Sequence[ExecutedOp], loop: ExecutedOp, position: int) -> InnerValue | None:
    attrs = loop.attrs
    if position >= attrs["n_loop"]:
        return None
    starts = _turns(inside, loop)
    if not starts:  # also for a body without operators, which returns its variables unchanged
        return _around(loop, position, "")
    name, what = attrs["results"][position], f"in the last of {len(starts)} iterations"
    if name in attrs["params"]:
        return _parameter(loop, name, starts[-1], what)
    return _written(inside, name, what)


def _parameter(loop: ExecutedOp, name: str, tick: int, what: str) -> InnerValue | None:
    """Return the value of a parameter of a loop's body at a position in the loop.

    If the loop does not change the parameter, return the value outside of the loop.
    """
    position = loop.attrs["params"].index(name)
    if position >= loop.attrs["n_loop"] or loop.attrs["results"][position] == name:
        return _around(loop, position, what)
    return InnerValue(name, None, tick, what)


def _around(owner: ExecutedOp, position: int, what: str) -> InnerValue | None:
    name, array = owner.inputs[position]
    return InnerValue(name, array, owner.tick, what) if name is not None and has_numbers(array) else None


def _written(inside: Sequence[ExecutedOp], name: str, what: str) -> InnerValue | None:
    for call in reversed(inside):
        if any(made == name for made, _ in call.outputs):
            array = call.outputs[call.output(name)][1]
            return InnerValue(name, array, call.tick + 1, what) if has_numbers(array) else None
    return None


def _inside(executions: Sequence[ExecutedOp], owner: ExecutedOp, tick: int) -> list[ExecutedOp]:
    """Return the calls that ran in the blocks of an operator before a place.

    Calls in nested blocks are not included.
    """
    return [e for e in executions if owner.tick < e.tick < tick and e.depth == owner.depth + 1]


def _block(call: ExecutedOp) -> int:
    return -1 if call.operator is None else call.operator.block.idx


def _is_in_body(call: ExecutedOp, loop: ExecutedOp) -> bool:
    return _block(call) == loop.attrs["blocks"][1]


def _turns(inside: Sequence[ExecutedOp], loop: ExecutedOp) -> list[int]:
    """Return the positions (ticks) at which the iterations of a loop began; [] for an operator that is not a loop."""
    found: list[int] = []
    ran: set[int] = set()  # operators of this iteration; a condition may have none
    for call in inside if loop.op is WHILE else ():
        number = -1 if call.operator is None else call.operator.id
        if not _is_in_body(call, loop):
            ran = set()
        elif not ran or number in ran:
            found.append(call.tick)
            ran = {number}
        else:
            ran.add(number)
    return found


def _branch(inside: Sequence[ExecutedOp], owner: ExecutedOp) -> int:
    if inside:
        return owner.attrs["blocks"].index(_block(inside[0]))
    return 0 if bool(to_host(owner.inputs[0][1])) else 1


def _names_behind(owner: ExecutedOp, position: int) -> set[str]:
    """Return the names of the inner values from which a result is computed. For a gradient, include all results."""
    if owner.operator is None:
        return set()
    results, loops = owner.attrs["results"], owner.op is WHILE
    ends = [results[position]] if loops else [n for r in results for n in ((r,) if isinstance(r, str) else r or ())]
    carried = dict(zip(owner.attrs["params"], results, strict=False)) if loops else {}
    operators = [o for block in owner.operator.blocks for o in block.ops]
    found: set[str] = set()
    new = {n for n in ends if n is not None}
    while new:
        found |= new
        made_by = [o for o in operators if not new.isdisjoint(o.outputs)]
        read = {n for o in made_by for n in _names_read(o) if n is not None}
        new = (read | {carried[n] for n in new if n in carried}) - found
    return found


def _names_read(operator: Operator) -> Iterator[str | None]:
    yield from operator.inputs
    for inner in (o for block in operator.blocks for o in block.ops):
        yield from _names_read(inner)
        yield from inner.outputs
