"""ColumnLoop, which writes the code of one pass over the columns of a row.

The code is a loop over full vectors, followed by a masked tail.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from opscope.runtime.lower.kernel_graph import (
    BOOL,
    FLOAT,
    FULL,
    INT,
    ONE,
    PER_COLUMN_SINKS,
    ROW,
    KernelGraph,
    KernelValue,
)
from opscope.runtime.lower.llvm.memory_access import MemoryAccess
from opscope.runtime.lower.llvm.value_code import emit_value

# the operation of each reduction, and its initial value
FOLD_OPS = {
    "total": ("add", 0.0), "top": ("top", -math.inf), "bottom": ("bottom", math.inf),
    "largest": ("maximum", -math.inf), "smallest": ("minimum", math.inf),
}  # fmt: skip
ACCUMULATORS = 4  # of each reduction, whatever else a pass computes: their number decides how a sum is rounded
MAX_UNROLLED_WORK = 12  # operations: with more, the processor has other work while an accumulator waits


class ColumnLoop(MemoryAccess):
    """Writer of the code for passes over the columns."""

    def __init__(self, graph: KernelGraph, whole: bool) -> None:
        super().__init__(graph, whole)
        self._marks = itertools.count()

    def emit_pass(self, at: int) -> None:
        """Emit all code of a pass."""
        reduced, width = self.passes.reductions.get(at, []), self.vector.count
        self._broadcast_scalars(at)
        sums, start = [self._identity(v) for v in reduced], "0"
        if reduced:
            stop = self.code(f"and i64 {self.columns}, {-width * ACCUMULATORS}")
            unrolled = self.passes.operation_count(at) <= MAX_UNROLLED_WORK
            sums, start = self._loop(at, start, stop, sums, ACCUMULATORS, unrolled), stop
        sums = self._loop(at, start, self.body, sums, 1)
        if not self.whole:
            sums = self._emit_tail(at, sums)
        for value, name in zip(reduced, sums, strict=True):
            self.scalars[value] = self.vector.reduce(name, FOLD_OPS[value.op][0])

    def _loop(
        self, at: int, start: str, stop: str, firsts: list[str], accumulators: int, unrolled: bool = True
    ) -> list[str]:
        """Emit a loop over full vectors. The vectors are added to the accumulators in turn.

        If the loop is unrolled, an iteration computes a vector for each accumulator. Otherwise an iteration computes
        one vector, and the accumulators rotate. The number of vectors is a multiple of the number of accumulators, so
        the sums are the same.
        """
        code, reduced, width = self.code, self.passes.reductions.get(at, []), self.vector.count
        before, loop, over = self._guarded_block(start, stop)
        begin = len(code.lines)
        column, following = code.name("column"), code.name("column")
        sums = [[code.name("sum") for _ in reduced] for _ in range(accumulators)]
        if unrolled:
            addresses = [column, *(code(f"add i64 {column}, {k * width}") for k in range(1, accumulators))]
            ends = [self._emit_vector(at, a, None, s) for a, s in zip(addresses, sums, strict=True)]
        else:
            ends = [*sums[1:], self._emit_vector(at, column, None, sums[0])]
        code.lines.append(f"  {following} = add i64 {column}, {width * (accumulators if unrolled else 1)}")
        more = code(f"icmp slt i64 {following}, {stop}")
        code.emit(f"br i1 {more}, label %{loop}, label %{over}")
        neutral = [self._identity(v) for v in reduced]
        given = [firsts, *[neutral] * (accumulators - 1)]

        def phis(names: list[list[str]]) -> list[str]:
            return [
                f"  {name} = phi {self.vector.F} [ {first}, %{before} ], [ {end}, %{loop} ]"
                for group in zip(names, given, ends, strict=True)
                for name, first, end in zip(*group, strict=True)
            ]

        code.lines[begin:begin] = [
            f"  {column} = phi i64 [ {start}, %{before} ], [ {following}, %{loop} ]", *phis(sums)
        ]  # fmt: skip
        code.label(over)
        after = [[code.name("sum") for _ in reduced] for _ in range(accumulators)]
        code.lines += phis(after)
        while len(after) > 1:
            after = [
                [self._accumulate(v, a, b, None) for v, a, b in zip(reduced, *pair, strict=True)]
                for pair in zip(after[::2], after[1::2], strict=True)
            ]
        return after[0]

    def _guarded_block(self, start: str, stop: str) -> tuple[str, str, str]:
        """Emit a block that runs if start is less than stop.

        Returns three labels: before the block, of the block, and after the block.
        """
        code, mark = self.code, next(self._marks)
        before, inner, over = f"before{mark}", f"inner{mark}", f"over{mark}"
        code.emit(f"br label %{before}")
        code.label(before)
        some = code(f"icmp slt i64 {start}, {stop}")
        code.emit(f"br i1 {some}, label %{inner}, label %{over}")
        code.label(inner)
        return before, inner, over

    def _emit_tail(self, at: int, before: list[str]) -> list[str]:
        """Emit the code for the rest of the row."""
        code = self.code
        here, tail, over = self._guarded_block(self.body, self.columns)
        made = self._emit_vector(at, self.body, self._mask(), before)
        code.emit(f"br label %{over}")
        code.label(over)
        sums = [code.name("sum") for _ in made]
        for name, first, end in zip(sums, before, made, strict=True):
            code.lines.append(f"  {name} = phi {self.vector.F} [ {first}, %{here} ], [ {end}, %{tail} ]")
        return sums

    def _identity(self, value: KernelValue) -> str:
        return self.vector.constant(FOLD_OPS[value.op][1])

    def _broadcast_scalars(self, at: int) -> None:
        """Broadcast the scalars that the pass needs to all lanes, outside of its loop."""
        for value in self.passes.values_in_pass(at):
            if value.kind in (ROW, ONE) and value not in self.broadcasts:
                self.broadcast(value)

    def broadcast(self, value: KernelValue) -> str:
        """Return a scalar, copied to all lanes."""
        if value.op == "constant":
            made = self.vector.constant(value.payload[0])
        elif value.dtype_class == BOOL:
            made = self.vector.broadcast(self.scalars[value], "i1")
        elif value.dtype_class == INT:
            made = self._broadcast_int(self.scalars[value])
        else:
            made = self.vector.broadcast(self.scalars[value])
        self.broadcasts[value] = made
        return made

    def _mask(self) -> str:
        """Return the mask of the lanes of the last vector that contain columns."""
        left = self._broadcast_int(self.code(f"sub i64 {self.columns}, {self.body}"))
        return self.code(f"icmp slt <{self.vector.count} x i32> {self._lane_numbers()}, {left}")

    def _broadcast_int(self, integer: str) -> str:
        """Return the number of a column, or a label, in all lanes."""
        return self.vector.broadcast(self.code(f"trunc i64 {integer} to i32"), "i32")

    def _lane_numbers(self) -> str:
        """Return the numbers of the lanes."""
        return "<" + ", ".join(f"i32 {i}" for i in range(self.vector.count)) + ">"

    def _emit_vector(self, at: int, column: str, mask: str | None, sums: list[str]) -> list[str]:
        """Compute one vector of a pass. Returns the accumulators after this vector was added."""
        known: dict[KernelValue, str] = {}

        def made(value: KernelValue) -> str:
            found = known.get(value)
            if found is None:
                found = known[value] = self._vector_value(value, at, column, mask, made)
            return found

        reduced = self.passes.reductions.get(at, [])
        values = {v: made(v) for v in self.passes.computed_values.get(at, ())}
        for value in [v for v in self.passes.scratch_rows if self.passes.ready_pass[v] == at]:
            self.store(self.scratch_address(value, column), values[value], value.dtype_class, None)
        for (value, predicate), address in zip(self.graph.sinks, self.sinks, strict=True):
            if predicate not in PER_COLUMN_SINKS or self.passes.ready_pass[value] != at:
                continue
            if predicate == "store":
                self.store(
                    self.address(address, value.dtype_class, column, self.start), values[value], value.dtype_class, mask
                )
            else:
                self._add_to_row(address, values[value], column, mask)
        return [self._accumulate(v, s, values[v.operands[0]], mask) for v, s in zip(reduced, sums, strict=True)]

    def _vector_value(
        self, value: KernelValue, at: int, column: str, mask: str | None, made: Callable[[KernelValue], str]
    ) -> str:
        if value.kind in (ROW, ONE):
            return self.broadcasts[value]
        if value in self.passes.scratch_rows and self.passes.ready_pass[value] < at:
            return self.load(self.scratch_address(value, column), value.dtype_class, None)
        if value.op == "input":
            start = self.start if value.kind == FULL else None
            return self.load(
                self.address(self.inputs[value.payload], value.dtype_class, column, start), value.dtype_class, mask
            )
        if value.op == "index":
            first = self._broadcast_int(column)
            return self.code(f"add <{self.vector.count} x i32> {first}, {self._lane_numbers()}")
        return emit_value(self.vector, value, [made(v) for v in value.operands])

    def _accumulate(self, value: KernelValue, sum_: str, number: str, mask: str | None) -> str:
        lanes = self.vector
        if mask is not None:
            number = lanes.select(mask, number, self._identity(value))
        return getattr(lanes, FOLD_OPS[value.op][0])(sum_, number)

    def _add_to_row(self, address: str, number: str, column: str, mask: str | None) -> None:
        target = self.address(address, FLOAT, column, None)
        first = self.code(f"icmp eq i64 {self.row}, 0")
        before = self.load(target, FLOAT, mask)
        before = self.code(f"select i1 {first}, {self.vector.F} {self.vector.constant(0)}, {self.vector.F} {before}")
        self.store(target, self.vector.add(before, number), FLOAT, mask)
