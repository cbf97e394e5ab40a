"""Operations: each of a program's as code, on vectors or on one number."""

from __future__ import annotations

from opscope.runtime.lower.llvm.kernel_graph import Value
from opscope.runtime.lower.llvm.vector_code import Lanes
from opscope.runtime.lower.llvm.vector_functions import FUNCTIONS


def done(lanes: Lanes, value: Value, operands: list[str]) -> str:
    """The result of a value's operation."""
    op = value.op
    if op == "compare":
        return lanes.compare(value.extra, *operands)
    if op in ("and", "or"):
        return lanes.mask(op, *operands)
    if op == "same":  # two columns of integers
        return lanes.code(f"icmp eq <{lanes.count} x i32> {operands[0]}, {operands[1]}")
    if op == "unlike":  # a label and one that is known
        return lanes.code(f"icmp ne i64 {operands[0]}, {value.extra}")
    if op == "below":  # a label and their number
        return lanes.code(f"icmp ult i64 {operands[0]}, {operands[1]}")
    function = FUNCTIONS.get(op)
    return getattr(lanes, op)(*operands) if function is None else function(lanes, *operands)
