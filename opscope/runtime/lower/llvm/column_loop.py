"""Columns: one pass over the columns of a row: whole vectors in a loop, then what is left of the row, masked."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from opscope.runtime.lower.llvm.kernel_graph import BOOL, FLOAT, FULL, INT, ONE, ROW, WIDE, Program, Value
from opscope.runtime.lower.llvm.memory_access import Arrays
from opscope.runtime.lower.llvm.value_code import done

# what a reduction does to two values, and what it begins with
FOLDS = {
    "total": ("add", 0.0), "top": ("top", -math.inf), "bottom": ("bottom", math.inf),
    "largest": ("maximum", -math.inf), "smallest": ("minimum", math.inf),
}  # fmt: skip
TIMES = 4  # vectors in one turn of a loop whose sums would wait for each other
LIGHT = 12  # operations: with more there is enough to do meanwhile


class Columns(Arrays):
    """Writes passes."""

    def __init__(self, program: Program, whole: bool) -> None:
        super().__init__(program, whole)
        self._marks = itertools.count()

    def a_pass(self, at: int) -> None:
        """All that is made in a pass."""
        reduced, width = self.passes.reduced.get(at, []), self.vector.count
        self._spread_all(at)
        sums, start = [self._neutral(v) for v in reduced], "0"
        if reduced and self.passes.work(at) <= LIGHT:
            stop = self.code(f"and i64 {self.columns}, {-width * TIMES}")
            sums, start = self._loop(at, start, stop, sums, TIMES), stop
        sums = self._loop(at, start, self.body, sums, 1)
        if not self.whole:
            sums = self._tail(at, sums)
        for value, name in zip(reduced, sums, strict=True):
            self.scalars[value] = self.vector.folded(name, FOLDS[value.op][0])

    def _loop(self, at: int, start: str, stop: str, firsts: list[str], times: int) -> list[str]:
        """A loop over whole vectors, several in one turn: each has sums of its own, so none waits for another."""
        code, reduced = self.code, self.passes.reduced.get(at, [])
        before, loop, over = self._where(start, stop)
        begin = len(code.lines)
        column, following = code.name("column"), code.name("column")
        sums = [[code.name("sum") for _ in reduced] for _ in range(times)]
        ends: list[list[str]] = []
        for k in range(times):
            place = column if not k else code(f"add i64 {column}, {k * self.vector.count}")
            ends.append(self._vector_pass(at, place, None, sums[k]))
        code.lines.append(f"  {following} = add i64 {column}, {times * self.vector.count}")
        more = code(f"icmp slt i64 {following}, {stop}")
        code.do(f"br i1 {more}, label %{loop}, label %{over}")
        neutral = [self._neutral(v) for v in reduced]
        given = [firsts, *[neutral] * (times - 1)]

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
        after = [[code.name("sum") for _ in reduced] for _ in range(times)]
        code.lines += phis(after)
        while len(after) > 1:
            after = [
                [self._added(v, a, b, None) for v, a, b in zip(reduced, *pair, strict=True)]
                for pair in zip(after[::2], after[1::2], strict=True)
            ]
        return after[0]

    def _where(self, start: str, stop: str) -> tuple[str, str, str]:
        """Go into a block where start is less than stop: the labels before it, of it, and behind it."""
        code, mark = self.code, next(self._marks)
        before, inner, over = f"before{mark}", f"inner{mark}", f"over{mark}"
        code.do(f"br label %{before}")
        code.label(before)
        some = code(f"icmp slt i64 {start}, {stop}")
        code.do(f"br i1 {some}, label %{inner}, label %{over}")
        code.label(inner)
        return before, inner, over

    def _tail(self, at: int, before: list[str]) -> list[str]:
        """What is left of the row."""
        code = self.code
        here, tail, over = self._where(self.body, self.columns)
        made = self._vector_pass(at, self.body, self._mask(), before)
        code.do(f"br label %{over}")
        code.label(over)
        sums = [code.name("sum") for _ in made]
        for name, first, end in zip(sums, before, made, strict=True):
            code.lines.append(f"  {name} = phi {self.vector.F} [ {first}, %{here} ], [ {end}, %{tail} ]")
        return sums

    def _neutral(self, value: Value) -> str:
        return self.vector.number(FOLDS[value.op][1])

    def _spread_all(self, at: int) -> None:
        """Numbers that the pass needs in all lanes: outside of its loop."""
        for value in self.passes.inside(at):
            if value.kind in (ROW, ONE) and value not in self.spreads:
                self.spread(value)

    def spread(self, value: Value) -> str:
        """A number in all lanes."""
        if value.op == "number":
            made = self.vector.number(value.extra[0])
        elif value.what == BOOL:
            made = self.vector.spread(self.scalars[value], "i1")
        elif value.what == INT:
            made = self._everywhere(self.scalars[value])
        else:
            made = self.vector.spread(self.scalars[value])
        self.spreads[value] = made
        return made

    def _mask(self) -> str:
        """Which lanes of the last vector are columns."""
        left = self._everywhere(self.code(f"sub i64 {self.columns}, {self.body}"))
        return self.code(f"icmp slt <{self.vector.count} x i32> {self._ordinals()}, {left}")

    def _everywhere(self, integer: str) -> str:
        """A column's number, or a label, in all lanes."""
        return self.vector.spread(self.code(f"trunc i64 {integer} to i32"), "i32")

    def _ordinals(self) -> str:
        """The numbers of the lanes."""
        return "<" + ", ".join(f"i32 {i}" for i in range(self.vector.count)) + ">"

    def _vector_pass(self, at: int, column: str, mask: str | None, sums: list[str]) -> list[str]:
        """One vector of a pass; the sums with it."""
        known: dict[Value, str] = {}

        def made(value: Value) -> str:
            found = known.get(value)
            if found is None:
                found = known[value] = self._vector_of(value, at, column, mask, made)
            return found

        reduced = self.passes.reduced.get(at, [])
        values = {v: made(v) for v in self.passes.wanted.get(at, ())}
        for value in [v for v in self.passes.kept if self.passes.ready[v] == at]:
            self.store(self.kept_place(value, column), values[value], value.what, None)
        for (value, how), place in zip(self.program.sinks, self.sinks, strict=True):
            if how not in WIDE or self.passes.ready[value] != at:
                continue
            if how == "store":
                self.store(self.place(place, value.what, column, self.start), values[value], value.what, mask)
            else:
                self._add_row(place, values[value], column, mask)
        return [self._added(v, s, values[v.operands[0]], mask) for v, s in zip(reduced, sums, strict=True)]

    def _vector_of(self, value: Value, at: int, column: str, mask: str | None, made: Callable[[Value], str]) -> str:
        if value.kind in (ROW, ONE):
            return self.spreads[value]
        if value in self.passes.kept and self.passes.ready[value] < at:
            return self.load(self.kept_place(value, column), value.what, None)
        if value.op == "input":
            start = self.start if value.kind == FULL else None
            return self.load(self.place(self.inputs[value.extra], value.what, column, start), value.what, mask)
        if value.op == "index":
            first = self._everywhere(column)
            return self.code(f"add <{self.vector.count} x i32> {first}, {self._ordinals()}")
        return done(self.vector, value, [made(v) for v in value.operands])

    def _added(self, value: Value, sum_: str, number: str, mask: str | None) -> str:
        lanes = self.vector
        if mask is not None:
            number = lanes.choose(mask, number, self._neutral(value))
        return getattr(lanes, FOLDS[value.op][0])(sum_, number)

    def _add_row(self, place: str, number: str, column: str, mask: str | None) -> None:
        target = self.place(place, FLOAT, column, None)
        first = self.code(f"icmp eq i64 {self.row}, 0")
        before = self.load(target, FLOAT, mask)
        before = self.code(f"select i1 {first}, {self.vector.F} {self.vector.number(0)}, {self.vector.F} {before}")
        self.store(target, self.vector.add(before, number), FLOAT, mask)
