"""Launches: kernels compiled, each once in a process, and how a program becomes a few launches of them."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.runtime.lower.cuda.kernel_source import Sink, Source, fold
from opscope.runtime.lower.cuda.strides import TYPES, Seen
from opscope.runtime.lower.llvm.kernel_graph import REDUCED, Program, Value

# no product and sum in one rounding: NumPy's arithmetic, but that cupy has float32's subnormal numbers flushed to 0
OPTIONS = ("--std=c++14", "--fmad=false")
THREADS = 256
BLOCKS = 4096  # of one launch at most: each takes several parts, one after the other
NARROW = 1024  # columns up to which a warp does a row
LONG, FEW = 1 << 14, 64  # columns from which, and rows up to which, several blocks share a row
CHUNK = 64  # rows at least of one part of a sum over rows
PARTS = 256  # of one sum at most
NEAR = 1 << 30  # elements up to which a number of 32 bits counts them

Target = tuple[Value, str, Any]  # a value, how it is stored or summed, and where


class Launch(NamedTuple):
    """A kernel's source, how many blocks of how many threads, and what it is given."""

    source: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    args: tuple[Any, ...]

    def call(self, xp: Any) -> Callable[[], None]:
        """The call that makes it."""
        return functools.partial(_kernel(xp, self.source), self.grid, self.block, self.args)


@functools.cache
def _kernel(xp: Any, source: str) -> Any:
    return xp.RawKernel(source, "kernel", options=OPTIONS)


def _cut(size: int, per: int, most: int = BLOCKS) -> int:
    return max(1, min(-(-size // per), most))


class Launches:
    """The launches of one program on arrays that lie as `inputs` say. `temp(count, dtype)` gives scratch."""

    def __init__(
        self, program: Program, key: tuple[int, int], inputs: Sequence[Seen], arrays: Sequence[Any],
        temp: Callable[[int, Any], Any],
    ) -> None:  # fmt: skip
        self.program = program
        self.rows, self.columns = key
        self.inputs = inputs
        self.arrays = arrays
        self.temp = temp
        self.made: list[Launch] = []
        furthest = max([math.prod(key), *(seen.extent for seen in inputs)])
        self.number: Any = np.int32 if furthest <= NEAR else np.int64
        self.index = "int" if self.number is np.int32 else "long long"
        self.type = TYPES[program.dtype.name]
        self.known: dict[Value, Any] = {}  # values of rows that lie in memory

    def store(self, targets: Sequence[Target], divisors: Mapping[int, int]) -> None:
        """Everything: (value, how, array) as the program's sinks; `divisors` of sums by their position."""
        near = [t for t in targets if t[1] in ("store", "store row")]
        sums = [(i, t) for i, t in enumerate(targets) if t[1] not in ("store", "store row")]
        inside = reduced([t[0] for t in near])
        needed = reduced([t[0].operands[0] if t[1] == "add all" else t[0] for _, t in sums])
        if self.columns >= LONG and self.rows <= FEW and (inside or needed):
            self._in_stages(reduced([*inside, *needed]))
            self._near_known(near)
        else:
            rows = {value: self._row() for value in needed}
            near += [(value, "store row", array) for value, array in rows.items()]
            self._near(near, bool(inside or needed))
            self.known = rows
        over_rows = [(t, divisors.get(i, 0)) for i, t in sums if t[1] == "add rows"]
        if over_rows:
            self._over_rows(over_rows)
        for i, (value, _, array) in [(i, t) for i, t in sums if t[1] == "add all"]:
            self._along(value.operands[0], "total", array, 1, self.rows * self.columns, divisors.get(i, 0))

    def _row(self) -> Any:
        """Scratch for one value a row."""
        return self.temp(self.rows, self.program.dtype)

    @property
    def _source(self) -> Source:
        return Source(self.program, self.inputs, list(self.known), self.index)

    def _near(self, targets: Sequence[Target], reduces: bool) -> None:
        if not targets:
            return
        sinks, arrays = self._sinks(targets)
        if not reduces and all(how == "store" for _, how, _ in targets):
            blocks = (_cut(self.rows * self.columns, THREADS),)
            self._launch(self._source.elements(sinks), blocks, (THREADS,), arrays)
            return
        whole_block = self.columns > NARROW
        block = (THREADS, 1) if whole_block else (32, THREADS // 32)
        self._launch(self._source.rows(sinks, whole_block), (_cut(self.rows, block[1]),), block, arrays)

    def _in_stages(self, values: Sequence[Value]) -> None:
        """Each reduction of long rows by many blocks, one after the other."""
        for value in values:
            place = self._row()
            self._along(value.operands[0], value.op, place, self.rows, self.columns)
            self.known[value] = place

    def _near_known(self, near: Sequence[Target]) -> None:
        for how, count in (("store", self.rows * self.columns), ("store row", self.rows)):
            targets = [target for target in near if target[1] == how]
            if targets:
                sinks, arrays = self._sinks(targets)
                text = self._source.elements(sinks) if how == "store" else self._source.each_row(sinks)
                self._launch(text, (_cut(count, THREADS),), (THREADS,), arrays)

    def _over_rows(self, targets: Sequence[tuple[Target, int]]) -> None:
        across = -(-self.columns // 32)
        chunks = _cut(self.rows, CHUNK, max(1, min(PARTS, BLOCKS // across)))
        chunk = -(-self.rows // chunks)
        chunks = -(-self.rows // chunk)
        parts = [
            array.reshape(-1) if chunks == 1 and not divisor else self.temp(chunks * self.columns, self.program.dtype)
            for (_, _, array), divisor in targets
        ]
        sinks, arrays = self._sinks([(t[0], t[1], p) for (t, _), p in zip(targets, parts, strict=True)])
        self._launch(self._source.columns(sinks), (across, chunks), (32, 8), [*arrays, self.number(chunk)])
        for ((_, _, array), divisor), part in zip(targets, parts, strict=True):
            if chunks > 1 or divisor:
                self._fold("total", self.columns, chunks, part, array, 1, self.columns, divisor)

    def _along(self, value: Value, op: str, array: Any, rows: int, length: int, divisor: int = 0) -> None:
        """A reduction of `rows` lines of so many elements each."""
        blocks = _cut(length, 4 * THREADS, PARTS)
        part = array if blocks == 1 else self.temp(rows * blocks, self.program.dtype)
        sinks, arrays = self._sinks([(value, op, part)])
        over = self.program.dtype.type(divisor if blocks == 1 and divisor else 1)
        self._launch(self._source.line(sinks), (blocks, rows), (THREADS,), [*arrays, self.number(length), over])
        if blocks > 1:
            self._fold(op, rows, blocks, part, array, blocks, 1, divisor)

    def _fold(self, op: str, size: int, count: int, parts: Any, out: Any, apart: int, step: int, divisor: int) -> None:
        n = np.int64
        args = (n(size), n(count), parts, out, n(apart), n(step), self.program.dtype.type(divisor or 1))
        self.made.append(Launch(fold(op, self.type), (_cut(size, 8, 1 << 30),), (32, 8), args))

    def _sinks(self, targets: Sequence[Target]) -> tuple[list[Sink], list[Any]]:
        return [Sink(v, how, TYPES[a.dtype.name]) for v, how, a in targets], [a for _, _, a in targets]

    def _launch(self, source: str, grid: tuple[int, ...], block: tuple[int, ...], arrays: Sequence[Any]) -> None:
        args = (self.number(self.rows), self.number(self.columns), *self.arrays, *self.known.values(), *arrays)
        self.made.append(Launch(source, grid, block, args))


def reduced(values: Sequence[Value]) -> list[Value]:
    """The reductions that these need, each behind those that it needs itself."""
    found: list[Value] = []
    seen: set[Value] = set()

    def walk(value: Value) -> None:
        if value in seen:
            return
        seen.add(value)
        for operand in value.operands:
            walk(operand)
        if value.op in REDUCED:
            found.append(value)

    for value in values:
        walk(value)
    return found
