"""LLVM code of each scalar operation, on vectors or on one number."""

from __future__ import annotations

from opscope.core.machine_code.ir_builder import VectorBuilder
from opscope.runtime.lower.kernel_graph import KernelValue
from opscope.runtime.lower.llvm.vector_functions import VECTOR_FUNCTIONS


def emit_value(lanes: VectorBuilder, value: KernelValue, operands: list[str]) -> str:
    """Emit the operation of a value. Returns the name of the result."""
    op = value.op
    if op == "compare":
        return lanes.compare(value.payload, *operands)
    if op in ("and", "or"):
        return lanes.mask(op, *operands)
    if op == "ieq":  # a column of labels and the column numbers
        return lanes.code(f"icmp eq <{lanes.count} x i32> {operands[0]}, {operands[1]}")
    if op == "ine":  # a label and a constant
        return lanes.code(f"icmp ne i64 {operands[0]}, {value.payload}")
    if op == "ult":  # a label and the number of classes
        return lanes.code(f"icmp ult i64 {operands[0]}, {operands[1]}")
    function = VECTOR_FUNCTIONS.get(op)
    return getattr(lanes, op)(*operands) if function is None else function(lanes, *operands)
