"""Columns: one pass over the columns of a row: whole vectors in a loop, then what is left of the row, masked."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from opscope.runtime.lower.machine.arrays import Arrays
from opscope.runtime.lower.machine.lanes import Lanes
from opscope.runtime.lower.machine.operations import done
from opscope.runtime.lower.machine.program import BOOL, COLUMN, FLOAT, FULL, INT, LEAVES, ONE, ROW, Program, Value

FOLDS = {"top": "top", "bottom": "bottom", "largest": "maximum", "smallest": "minimum"}  # others are sums


class Columns(Arrays):
    """Writes passes."""

    def __init__(self, program: Program, whole: bool) -> None:
        super().__init__(program, whole)
        self._marks = itertools.count()

    def a_pass(self, at: int) -> None:
        """All that is made in a pass: whole vectors in a loop, then what is left of the row, masked."""
        code, reduced = self.code, self.passes.reduced.get(at, [])
        mark = next(self._marks)
        loop, rest, over = f"loop{mark}", f"rest{mark}", f"over{mark}"
        self._spread_all(at)
        firsts = [self._neutral(v) for v in reduced]
        before = f"before{mark}"
        code.do(f"br label %{before}")
        code.label(before)
        some = code(f"icmp sgt i64 {self.body}, 0")
        code.do(f"br i1 {some}, label %{loop}, label %{rest}")
        code.label(loop)
        column, following = code.name("column"), code.name("column")
        sums = [code.name("sum") for _ in reduced]
        lines = len(code.lines)
        made = self._vector_pass(at, column, None, sums)
        ends = list(made)
        code.lines.append(f"  {following} = add i64 {column}, {self.vector.count}")
        more = code(f"icmp slt i64 {following}, {self.body}")
        code.do(f"br i1 {more}, label %{loop}, label %{rest}")
        phis = [f"  {column} = phi i64 [ 0, %{before} ], [ {following}, %{loop} ]"]
        phis += [
            f"  {s} = phi {self.vector.F} [ {f}, %{before} ], [ {e}, %{loop} ]"
            for s, f, e in zip(sums, firsts, ends, strict=True)
        ]
        code.lines[lines:lines] = phis
        code.label(rest)
        after = [code.name("sum") for _ in reduced]
        for s, f, e in zip(after, firsts, ends, strict=True):
            code.lines.append(f"  {s} = phi {self.vector.F} [ {f}, %{before} ], [ {e}, %{loop} ]")
        if not self.whole:
            tail = f"tail{mark}"
            left = code(f"icmp slt i64 {self.body}, {self.columns}")
            code.do(f"br i1 {left}, label %{tail}, label %{over}")
            code.label(tail)
            made = self._vector_pass(at, self.body, self._mask(), after)
            code.do(f"br label %{over}")
            code.label(over)
            last = [code.name("sum") for _ in reduced]
            for s, a, e in zip(last, after, made, strict=True):
                code.lines.append(f"  {s} = phi {self.vector.F} [ {a}, %{rest} ], [ {e}, %{tail} ]")
            after = last
        for value, name in zip(reduced, after, strict=True):
            how = FOLDS.get(value.op)
            self.scalars[value] = self.vector.folded(name, how) if how else self.vector.total(name)

    def _neutral(self, value: Value) -> str:
        numbers = {"total": 0.0, "top": float("-inf"), "largest": float("-inf")}
        return self.vector.number(numbers.get(value.op, float("inf")))

    def _spread_all(self, at: int) -> None:
        """Numbers that the pass needs in all lanes: outside of its loop."""
        inside = self._inside(at)
        for value in dict.fromkeys(o for v in inside for o in (*v.operands, v) if o.kind in (ROW, ONE)):
            if value not in self.spreads:
                self.spread(value)

    def _inside(self, at: int) -> list[Value]:
        found: dict[Value, None] = {}
        stack = list(self.passes.wanted.get(at, ()))
        while stack:
            value = stack.pop()
            if value in found or (value.kind not in (FULL, COLUMN) and value.op not in LEAVES):
                found.setdefault(value)
                continue
            found[value] = None
            if not (value in self.passes.kept and self.passes.ready[value] < at):
                stack += value.operands
        return list(found)

    def spread(self, value: Value) -> str:
        """A number in all lanes."""
        if value.op == "number":
            made = self.vector.number(value.extra[0])
        elif value.what == BOOL:
            made = self.vector.spread(self.scalars[value], "i1")
        elif value.what == INT:
            small = self.code(f"trunc i64 {self.scalars[value]} to i32")
            made = Lanes(self.code, "float", self.vector.count).spread(small, "i32")
        else:
            made = self.vector.spread(self.scalars[value])
        self.spreads[value] = made
        return made

    def _mask(self) -> str:
        """Which lanes of the last vector are columns."""
        width = self.vector.count
        lanes = "<" + ", ".join(f"i32 {i}" for i in range(width)) + ">"
        left = self.code(f"trunc i64 {self.code(f'sub i64 {self.columns}, {self.body}')} to i32")
        many = Lanes(self.code, "float", width).spread(left, "i32")
        return self.code(f"icmp slt <{width} x i32> {lanes}, {many}")

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
            if value.kind != FULL or self.passes.ready[value] != at:
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
            width = self.vector.count
            lanes = "<" + ", ".join(f"i32 {i}" for i in range(width)) + ">"
            small = Lanes(self.code, "float", width).spread(self.code(f"trunc i64 {column} to i32"), "i32")
            return self.code(f"add <{width} x i32> {small}, {lanes}")
        return done(self.vector, value, [made(v) for v in value.operands])

    def _added(self, value: Value, sum_: str, number: str, mask: str | None) -> str:
        lanes = self.vector
        if mask is not None:
            number = lanes.choose(mask, number, self._neutral(value))
        how = FOLDS.get(value.op)
        return getattr(lanes, how)(sum_, number) if how else lanes.add(sum_, number)

    def _add_row(self, place: str, number: str, column: str, mask: str | None) -> None:
        target = self.place(place, FLOAT, column, None)
        first = self.code(f"icmp eq i64 {self.row}, 0")
        before = self.load(target, FLOAT, mask)
        before = self.code(f"select i1 {first}, {self.vector.F} {self.vector.number(0)}, {self.vector.F} {before}")
        self.store(target, self.vector.add(before, number), FLOAT, mask)
