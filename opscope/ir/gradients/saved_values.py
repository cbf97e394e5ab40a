"""Copies of forward values that the program overwrites before their gradient reads them.

Programs are not in SSA form: `increment(i)` replaces the value of i. A gradient may need the earlier value. The
gradient then reads a copy, which is made right before the overwriting operator.
"""

from __future__ import annotations

from opscope.core.state import names
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import Operator, Variable
from opscope.ops.registry import REGISTRY


def saved_value(operator: Operator, name: str, written: bool = False) -> Variable:
    """Return the variable with the value that `operator` has read under this name, or has written if `written` is True.

    Raises ArgumentError if the variable does not exist.
    """
    block = operator.block
    writer = _overwriter(operator, name, written)
    if writer is None:
        return block.var_of(name)
    at = block.ops.index(writer)
    before = block.ops[at - 1] if at else None
    if before is not None and before.op.name == "assign" and before.inputs == (name,) and before.namescope == _SAVED:
        return block.var_of(str(before.outputs[0]))
    kept = block.var_of(name)
    saved = block.declare(Variable(block, names(f"{name}@SAVED"), kept.spec, stop_gradient=kept.stop_gradient))
    made = block.append(REGISTRY["assign"], [kept], {}, outputs=[saved], specs=[kept.spec], at=at, of=writer)
    made.role, made.namescope = writer.role, _SAVED
    return saved


_SAVED = "/saved/"


def _overwriter(operator: Operator, name: str, written: bool) -> Operator | None:
    """Return the first operator that overwrites a value.

    The value is the value of `name` that `operator` has read or written. Writes of py_func do not count, because its
    backward function gets the current value, as in Paddle. Optimizer updates do not count, because they come after all
    gradients.
    """
    if name not in operator.block.reassigned:
        return None
    if not written and name in operator.outputs and not operator.op.opaque:
        return operator
    ops = operator.block.ops
    later = ops[ops.index(operator) + 1 :]
    return next((o for o in later if name in o.outputs and not o.op.opaque and not o.role & OPTIMIZE), None)
