"""ColumnPasses, which assigns the values of a kernel graph to passes over the columns of a row.

A pass ends before values that need a reduction of the row. A later pass that needs the value computes it
again if this is cheap. Otherwise, the value is stored in scratch memory.
"""

from __future__ import annotations

from opscope.runtime.lower.kernel_graph import (
    COLUMN,
    FULL,
    LEAF_OPS,
    OP_COSTS,
    PER_COLUMN_SINKS,
    REDUCTIONS,
    KernelGraph,
    KernelValue,
)

MAX_RECOMPUTE_COST = 4  # operations: more expensive values are kept, not recomputed


class ColumnPasses:
    """Assignment of each value to the pass that computes it, and the values that are stored between passes."""

    def __init__(self, graph: KernelGraph) -> None:
        self.graph = graph
        self.ready_pass: dict[KernelValue, int] = {}
        self.scratch_rows: dict[KernelValue, int] = {}  # the scratch row of each kept value
        self.computed_values: dict[int, list[KernelValue]] = {}  # by pass: the values to compute
        self.reductions: dict[int, list[KernelValue]] = {}  # by pass: the reductions
        self._costs: dict[KernelValue, int] = {}
        for value, _ in graph.sinks:
            self._assign_pass(value)
        for value in self.ready_pass:
            if value.op in REDUCTIONS:
                at = self.ready_pass[value] - 1
                self.reductions.setdefault(at, []).append(value)
                self.computed_values.setdefault(at, []).append(value.operands[0])
        for value, predicate in graph.sinks:
            if predicate in PER_COLUMN_SINKS:
                self.computed_values.setdefault(self.ready_pass[value], []).append(value)
        self.count = 1 + max(self.computed_values, default=-1)
        for at in reversed(range(self.count)):
            seen: set[KernelValue] = set()
            for value in list(self.computed_values.get(at, ())):
                self._mark_needed(value, at, seen)

    def _assign_pass(self, value: KernelValue) -> int:
        found = self.ready_pass.get(value)
        if found is None:
            found = max(map(self._assign_pass, value.operands), default=0) + (value.op in REDUCTIONS)
            self.ready_pass[value] = found
        return found

    def _mark_needed(self, value: KernelValue, at: int, seen: set[KernelValue]) -> None:
        """Mark the values that must be stored for a value that a pass needs."""
        if value in seen or value.kind != FULL or value.op in LEAF_OPS:
            return
        seen.add(value)
        if self.ready_pass[value] < at and self._cost(value) > MAX_RECOMPUTE_COST:
            if value not in self.scratch_rows:
                self.scratch_rows[value] = len(self.scratch_rows)
                self.computed_values.setdefault(self.ready_pass[value], []).append(value)
            return
        for operand in value.operands:
            self._mark_needed(operand, at, seen)

    def _cost(self, value: KernelValue) -> int:
        """Return the number of operations that are needed to compute a value from the inputs again."""
        if value.kind != FULL or value.op in LEAF_OPS:
            return 0
        found = self._costs.get(value)
        if found is None:
            found = self._costs[value] = OP_COSTS.get(value.op, 1) + sum(map(self._cost, value.operands))
        return found

    def operation_count(self, at: int) -> int:
        """Return the number of operations of a pass for each vector."""
        return sum(map(self._cost, dict.fromkeys(self.computed_values.get(at, ()))))

    def values_in_pass(self, at: int) -> list[KernelValue]:
        """Return the values that a pass computes, and the values of earlier passes that it reads."""
        found: dict[KernelValue, None] = {}
        stack = list(self.computed_values.get(at, ()))
        while stack:
            value = stack.pop()
            if value in found:
                continue
            found[value] = None
            if value.kind in (FULL, COLUMN) and not (value in self.scratch_rows and self.ready_pass[value] < at):
                stack += value.operands
        return list(found)

    def reads(self, number: int) -> int:
        """Return the last pass that reads an input."""
        return max(
            (
                at
                for at in range(self.count)
                if any(v.op == "input" and v.payload == number for v in self.values_in_pass(at))
            ),
            default=-1,
        )
