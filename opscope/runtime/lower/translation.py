"""Translation, which adds the ops of a fusion group to a kernel graph."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.machine_code import llvm_compiler
from opscope.runtime.lower import kernel_graph
from opscope.runtime.lower.fused_ops import COLUMN, FULL, ROW, FusedOp
from opscope.runtime.lower.kernel_graph import BOOL, KernelGraph, KernelValue
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.primitives import PRIMITIVES
from opscope.runtime.lower.trace import TraceNode, TraceValue

SINGLE = np.dtype("float32")


class Translation:
    """Graph under construction. `float_dtype` is the dtype of the floats of the graph.

    The dtype is None if the graph has only masks. `labels` maps the numbers of inputs that contain class labels to the
    class that is ignored. These inputs must be checked.
    """

    def __init__(self, dtype: Any, more_functions: Container[str] = ()) -> None:
        self.graph = KernelGraph(dtype or SINGLE, more_functions)
        self.values: dict[int, KernelValue] = {}  # by id of the Ref
        self.labels: dict[int, int] = {}

    def input(self, ref: TraceValue, kind: str) -> bool:
        """Add an input. Return False if kernels do not support its dtype."""
        dtype = ref.dtype
        if dtype.kind not in "fbiu" or (dtype.kind == "f" and dtype != self.graph.dtype):
            return False
        if dtype.kind in "iu" and kind != ROW:
            return False
        if kind == COLUMN:
            kind = kernel_graph.ONE if ref.size == 1 else kernel_graph.COLUMN
        self.values[id(ref)] = self.graph.input(kind, dtype)
        return True

    def add(self, member: FusedOp) -> bool:
        """Add an op. Return False if the op has no code as scalar operations."""
        node = member.node
        if member.is_view:
            self.values[id(node.outs[0])] = self.values[id(node.inputs[0])]
            return True
        primitive = PRIMITIVES.get(member.op.name)
        if (
            primitive is None
            or primitive.decompose is None
            or any(o.dtype not in (self.graph.dtype, bool) for o in node.outs)
        ):
            return False
        operands = [self._operand(v) for v in (node.inputs if member.op is node.op else node.inputs[:1])]
        attrs = member.op.with_defaults(member.attrs)
        if any(isinstance(v, KernelValue) and v.dtype_class == kernel_graph.INT for v in operands):
            if not primitive.reads_labels:
                return False
            if attrs.get("checked", True):
                self.labels[operands[member.input_kinds.index(ROW)].payload] = attrs["ignore_index"]
        # a sum over rows is a sink of the graph
        made = operands[0] if member.reduces_across_rows else primitive.decompose(self.graph, *operands, **attrs)
        if made is None:
            return False
        for out, value in zip(node.outs, made if isinstance(made, list) else [made], strict=True):
            if (value.dtype_class == BOOL) != (out.dtype == bool):
                return False
            self.values[id(out)] = value
        return True

    def _operand(self, value: Array) -> Any:
        if isinstance(value, TraceValue):
            return self.values[id(value)]
        return float(value) if isinstance(value, bool | int | float) else value


def float_dtype_of(node: TraceNode) -> Any:
    """Return the dtype of the floats of a node, or None if the node has no floats."""
    floats = (o.dtype for o in (*node.outs, *node.inputs) if isinstance(o, TraceValue) and o.dtype.kind == "f")
    return next(floats, None)


def translate_op(member: FusedOp, dtype: Any, more_functions: Container[str] = ()) -> Translation | None:
    """Return the graph of a single op, or None if the op has no code as scalar operations."""
    made = Translation(dtype, more_functions)
    read = {v: k for v, k in zip(member.node.inputs, member.input_kinds, strict=True) if isinstance(v, TraceValue)}
    return made if all(made.input(v, k) for v, k in read.items()) and made.add(member) else None


NUMPY, EITHER, KERNEL = "numpy", "either", "kernel"


def backend_of(member: FusedOp) -> tuple[str, Any]:
    """Return the backend of an op and its float dtype, which may be None.

    The backend is a kernel or NumPy. If both compute the same bits, the backend is EITHER, and depends on the other ops
    of the group. Probes divide groups, but do not change the backend of an op. Therefore, probes do not change results.
    """
    node = member.node
    dtype = float_dtype_of(node)
    if (
        not llvm_compiler.available()
        or member.has_partial_broadcast
        or (dtype is not None and dtype.itemsize not in (4, 8))
    ):
        return NUMPY, None
    made = translate_op(member, dtype)
    if made is None:
        return NUMPY, None
    for out in node.outs:
        made.graph.add_sink(made.values[id(out)], "store")
    if not (member.reduces_across_rows or kernel_cache.rounds_differently(made.graph)):
        return EITHER, dtype
    # functions of values of rows: NumPy also runs them when they are outside of a group
    full = FULL in member.input_kinds or FULL in member.output_kinds
    return (KERNEL, dtype) if full and dtype == SINGLE else (NUMPY, None)
