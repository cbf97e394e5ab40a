"""Translation: members of a chain, written into a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.runtime.lower.fused_ops import COLUMN, FULL, ROW, Member
from opscope.runtime.lower.llvm import compiler, kernel_cache, kernel_graph
from opscope.runtime.lower.llvm.decompositions import RULES
from opscope.runtime.lower.llvm.decompositions.table import Rule
from opscope.runtime.lower.llvm.kernel_graph import BOOL, Program, Value
from opscope.runtime.lower.trace import Node, Ref

SINGLE = np.dtype("float32")
LABELLED = ("hot_like", "softmax_with_cross_entropy")


class Translation:
    """The program so far; `dtype` is that of its floats, None if there are only masks.

    `labels` are inputs that name classes, by number, with the class that is ignored: they must be checked.
    """

    def __init__(self, dtype: Any, rules: Mapping[str, Rule] = RULES) -> None:
        self.program = Program(dtype or SINGLE)
        self.rules = rules
        self.values: dict[int, Value] = {}  # by id of the Ref
        self.labels: dict[int, int] = {}

    def input(self, ref: Ref, kind: str) -> bool:
        """A value that comes in; False where there is no code for its dtype."""
        dtype = ref.dtype
        if dtype.kind not in "fbiu" or (dtype.kind == "f" and dtype != self.program.dtype):
            return False
        if dtype.kind in "iu" and kind != ROW:
            return False
        if kind == COLUMN:
            kind = kernel_graph.ONE if ref.size == 1 else kernel_graph.COLUMN
        self.values[id(ref)] = self.program.input(kind, dtype)
        return True

    def add(self, member: Member) -> bool:
        """One more member; False where it has no code."""
        node = member.node
        if member.alias:
            self.values[id(node.outs[0])] = self.values[id(node.inputs[0])]
            return True
        rule = self.rules.get(member.op.name)
        if rule is None or any(o.dtype not in (self.program.dtype, bool) for o in node.outs):
            return False
        operands = [self._operand(v) for v in (node.inputs if member.op is node.op else node.inputs[:1])]
        attrs = member.op.with_defaults(member.attrs)
        if any(isinstance(v, Value) and v.what == kernel_graph.INT for v in operands):
            if member.op.name not in LABELLED:
                return False
            if attrs.get("checked", True):
                self.labels[operands[member.reads.index(ROW)].extra] = attrs["ignore_index"]
        # what is summed over rows is a sink of the program
        made = operands[0] if member.gathers else rule(self.program, *operands, **attrs)
        if made is None:
            return False
        for out, value in zip(node.outs, made if isinstance(made, list) else [made], strict=True):
            if (value.what == BOOL) != (out.dtype == bool):
                return False
            self.values[id(out)] = value
        return True

    def _operand(self, value: Any) -> Any:
        if isinstance(value, Ref):
            return self.values[id(value)]
        return float(value) if isinstance(value, bool | int | float) else value


def float_of(node: Node) -> Any:
    """The dtype of the floats of a node, None if it has none."""
    floats = (o.dtype for o in (*node.outs, *node.inputs) if isinstance(o, Ref) and o.dtype.kind == "f")
    return next(floats, None)


def translated(member: Member, dtype: Any, rules: Mapping[str, Rule] = RULES) -> Translation | None:
    """The program of one member by itself, None if it has no code."""
    made = Translation(dtype, rules)
    read = {v: k for v, k in zip(member.node.inputs, member.reads, strict=True) if isinstance(v, Ref)}
    return made if all(made.input(v, k) for v, k in read.items()) and made.add(member) else None


NUMPY, NEUTRAL, MACHINE = "numpy", "neutral", "machine"


def code_of(member: Member) -> tuple[str, Any]:
    """(who does it, its float dtype, None if it has none).

    A kernel, NumPy, or, where results are the same to the last bit, who does the rest of the chain. Whoever looks at
    a value cuts chains in pieces; that changes no result, because it changes nobody's part.
    """
    node = member.node
    dtype = float_of(node)
    if not compiler.available() or member.partial or (dtype is not None and dtype.itemsize not in (4, 8)):
        return NUMPY, None
    made = translated(member, dtype)
    if made is None:
        return NUMPY, None
    for out in node.outs:
        made.program.sink(made.values[id(out)], "store")
    if not (member.gathers or member.reduces or kernel_cache.functions_in(made.program)):
        return NEUTRAL, dtype
    # functions of a value of a row: NumPy does them where they are no member
    full = FULL in member.reads or FULL in member.makes
    return (MACHINE, dtype) if full and dtype == SINGLE else (NUMPY, None)
