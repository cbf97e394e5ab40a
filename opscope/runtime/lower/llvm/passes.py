"""Passes: which pass over the columns of a row makes which value.

A pass ends where a sum over the row must be known. What a later pass needs again is computed again if that is cheap,
else kept for the row.
"""

from __future__ import annotations

from opscope.runtime.lower.llvm.kernel_graph import COLUMN, COSTS, FULL, LEAVES, REDUCED, WIDE, Program, Value

CHEAP = 4  # operations that are rather done again than kept


class Passes:
    """Which pass of a row makes which value, and what is kept from one pass to the next."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.ready: dict[Value, int] = {}
        self.kept: dict[Value, int] = {}  # to the number of its row of scratch
        self.wanted: dict[int, list[Value]] = {}  # of a pass: values to be made
        self.reduced: dict[int, list[Value]] = {}  # of a pass: reductions
        self._costs: dict[Value, int] = {}
        for value, _ in program.sinks:
            self._order(value)
        for value in self.ready:
            if value.op in REDUCED:
                at = self.ready[value] - 1
                self.reduced.setdefault(at, []).append(value)
                self.wanted.setdefault(at, []).append(value.operands[0])
        for value, how in program.sinks:
            if how in WIDE:
                self.wanted.setdefault(self.ready[value], []).append(value)
        self.count = 1 + max(self.wanted, default=-1)
        for at in reversed(range(self.count)):
            seen: set[Value] = set()
            for value in list(self.wanted.get(at, ())):
                self._need(value, at, seen)

    def _order(self, value: Value) -> int:
        found = self.ready.get(value)
        if found is None:
            found = max(map(self._order, value.operands), default=0) + (value.op in REDUCED)
            self.ready[value] = found
        return found

    def _need(self, value: Value, at: int, seen: set[Value]) -> None:
        """Find out what must be kept for a value that is wanted in a pass."""
        if value in seen or value.kind != FULL or value.op in LEAVES:
            return
        seen.add(value)
        if self.ready[value] < at and self._cost(value) > CHEAP:
            if value not in self.kept:
                self.kept[value] = len(self.kept)
                self.wanted.setdefault(self.ready[value], []).append(value)
            return
        for operand in value.operands:
            self._need(operand, at, seen)

    def _cost(self, value: Value) -> int:
        """How many operations it takes to make a value again from what comes in."""
        if value.kind != FULL or value.op in LEAVES:
            return 0
        found = self._costs.get(value)
        if found is None:
            found = self._costs[value] = COSTS.get(value.op, 1) + sum(map(self._cost, value.operands))
        return found

    def work(self, at: int) -> int:
        """How many operations a pass has for a vector."""
        return sum(map(self._cost, dict.fromkeys(self.wanted.get(at, ()))))

    def inside(self, at: int) -> list[Value]:
        """What a pass makes or reads, down to what was made before it."""
        found: dict[Value, None] = {}
        stack = list(self.wanted.get(at, ()))
        while stack:
            value = stack.pop()
            if value in found:
                continue
            found[value] = None
            if value.kind in (FULL, COLUMN) and not (value in self.kept and self.ready[value] < at):
                stack += value.operands
        return list(found)

    def reads(self, number: int) -> int:
        """The last pass that reads an input."""
        return max(
            (at for at in range(self.count) if any(v.op == "input" and v.extra == number for v in self.inside(at))),
            default=-1,
        )
