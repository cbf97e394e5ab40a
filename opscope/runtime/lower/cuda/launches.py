"""LaunchPlan, which converts a kernel graph to a few kernel launches. Each kernel is compiled once per process."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.runtime.lower.cuda.array_access import C_TYPES, ArrayAccess
from opscope.runtime.lower.cuda.kernel_source import KernelSink, KernelSource, fold
from opscope.runtime.lower.kernel_graph import REDUCTIONS, KernelGraph, KernelValue

# no fused multiply-add: NumPy's arithmetic, except that cupy flushes float32's subnormal numbers to 0
OPTIONS = ("--std=c++14", "--fmad=false")
THREADS = 256
MAX_BLOCKS = 4096  # of one launch at most: each block does several parts, one after the other
WARP_COLUMNS = 1024  # columns up to which one warp does a row
LONG_ROW, FEW_ROWS = 1 << 14, 64  # columns from which, and rows up to which, several blocks share a row
MIN_CHUNK_ROWS = 64  # rows at least of one part of a sum over rows
MAX_PARTS = 256  # of one sum at most
MAX_INT32_SIZE = 1 << 30  # elements up to which a 32-bit index is used

Target = tuple[KernelValue, str, Any]  # (value, sink, array)


class Launch(NamedTuple):
    """Source, grid, block and arguments of a kernel launch."""

    source: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    args: tuple[Any, ...]

    def call(self, xp: ArrayModule) -> Callable[[], None]:
        """Return the call that launches the kernel."""
        return functools.partial(_kernel(xp, self.source), self.grid, self.block, self.args)


@functools.cache
def _kernel(xp: ArrayModule, source: str) -> Any:
    return xp.RawKernel(source, "kernel", options=OPTIONS)


def _block_count(size: int, per: int, most: int = MAX_BLOCKS) -> int:
    return max(1, min(-(-size // per), most))


class LaunchPlan:
    """Launches of one graph on arrays with these accesses. `temp(count, dtype)` allocates scratch memory."""

    def __init__(
        self, graph: KernelGraph, key: tuple[int, int], inputs: Sequence[ArrayAccess], arrays: Sequence[Any],
        temp: Callable[[int, Any], Any],
    ) -> None:  # fmt: skip
        self.graph = graph
        self.rows, self.columns = key
        self.inputs = inputs
        self.arrays = arrays
        self.temp = temp
        self.launches: list[Launch] = []
        furthest = max([math.prod(key), *(access.extent for access in inputs)])
        self.index_type: Any = np.int32 if furthest <= MAX_INT32_SIZE else np.int64
        self.index = "int" if self.index_type is np.int32 else "long long"
        self.type = C_TYPES[graph.dtype.name]
        self.known_rows: dict[KernelValue, Any] = {}  # values of rows that are already computed

    def store(self, targets: Sequence[Target], divisors: Mapping[int, int]) -> None:
        """Launch all kernels. The targets are triples (value, sink, array). `divisors` of sums by their position."""
        stored = [t for t in targets if t[1] in ("store", "store row")]
        sums = [(i, t) for i, t in enumerate(targets) if t[1] not in ("store", "store row")]
        inside = reductions_of([t[0] for t in stored])
        needed = reductions_of([t[0].operands[0] if t[1] == "add all" else t[0] for _, t in sums])
        if self.columns >= LONG_ROW and self.rows <= FEW_ROWS and (inside or needed):
            self._reduce_long_rows(reductions_of([*inside, *needed]))
            self._store_with_known_rows(stored)
        else:
            rows = {value: self._row_scratch() for value in needed}
            stored += [(value, "store row", array) for value, array in rows.items()]
            self._store_elements_and_rows(stored, bool(inside or needed))
            self.known_rows = rows
        over_rows = [(t, divisors.get(i, 0)) for i, t in sums if t[1] == "add rows"]
        if over_rows:
            self._sum_over_rows(over_rows)
        for i, (value, _, array) in [(i, t) for i, t in sums if t[1] == "add all"]:
            self._reduce_lines(value.operands[0], "total", array, 1, self.rows * self.columns, divisors.get(i, 0))

    def _row_scratch(self) -> Any:
        """Return scratch memory with one value for each row."""
        return self.temp(self.rows, self.graph.dtype)

    @property
    def _source(self) -> KernelSource:
        return KernelSource(self.graph, self.inputs, list(self.known_rows), self.index)

    def _store_elements_and_rows(self, targets: Sequence[Target], reduces: bool) -> None:
        if not targets:
            return
        sinks, arrays = self._sinks(targets)
        if not reduces and all(sink == "store" for _, sink, _ in targets):
            blocks = (_block_count(self.rows * self.columns, THREADS),)
            self._add_launch(self._source.elements(sinks), blocks, (THREADS,), arrays)
            return
        whole_block = self.columns > WARP_COLUMNS
        block = (THREADS, 1) if whole_block else (32, THREADS // 32)
        self._add_launch(self._source.rows(sinks, whole_block), (_block_count(self.rows, block[1]),), block, arrays)

    def _reduce_long_rows(self, values: Sequence[KernelValue]) -> None:
        """Reduce long rows. Several blocks reduce each row, and the reductions run one after the other."""
        for value in values:
            place = self._row_scratch()
            self._reduce_lines(value.operands[0], value.op, place, self.rows, self.columns)
            self.known_rows[value] = place

    def _store_with_known_rows(self, stored: Sequence[Target]) -> None:
        for sink, count in (("store", self.rows * self.columns), ("store row", self.rows)):
            targets = [target for target in stored if target[1] == sink]
            if targets:
                sinks, arrays = self._sinks(targets)
                text = self._source.elements(sinks) if sink == "store" else self._source.each_row(sinks)
                self._add_launch(text, (_block_count(count, THREADS),), (THREADS,), arrays)

    def _sum_over_rows(self, targets: Sequence[tuple[Target, int]]) -> None:
        across = -(-self.columns // 32)
        chunks = _block_count(self.rows, MIN_CHUNK_ROWS, max(1, min(MAX_PARTS, MAX_BLOCKS // across)))
        chunk = -(-self.rows // chunks)
        chunks = -(-self.rows // chunk)
        parts = [
            array.reshape(-1) if chunks == 1 and not divisor else self.temp(chunks * self.columns, self.graph.dtype)
            for (_, _, array), divisor in targets
        ]
        sinks, arrays = self._sinks([(t[0], t[1], p) for (t, _), p in zip(targets, parts, strict=True)])
        self._add_launch(self._source.columns(sinks), (across, chunks), (32, 8), [*arrays, self.index_type(chunk)])
        for ((_, _, array), divisor), part in zip(targets, parts, strict=True):
            if chunks > 1 or divisor:
                self._fold("total", self.columns, chunks, part, array, 1, self.columns, divisor)

    def _reduce_lines(
        self, value: KernelValue, op: str, array: Array, rows: int, length: int, divisor: int = 0
    ) -> None:
        """A reduction of `rows` lines of `length` elements each."""
        blocks = _block_count(length, 4 * THREADS, MAX_PARTS)
        part = array if blocks == 1 else self.temp(rows * blocks, self.graph.dtype)
        sinks, arrays = self._sinks([(value, op, part)])
        over = self.graph.dtype.type(divisor if blocks == 1 and divisor else 1)
        self._add_launch(self._source.line(sinks), (blocks, rows), (THREADS,), [*arrays, self.index_type(length), over])
        if blocks > 1:
            self._fold(op, rows, blocks, part, array, blocks, 1, divisor)

    def _fold(
        self, op: str, size: int, count: int, parts: Any, out: Array, distance: int, step: int, divisor: int
    ) -> None:
        n = np.int64
        args = (n(size), n(count), parts, out, n(distance), n(step), self.graph.dtype.type(divisor or 1))
        self.launches.append(Launch(fold(op, self.type), (_block_count(size, 8, 1 << 30),), (32, 8), args))

    def _sinks(self, targets: Sequence[Target]) -> tuple[list[KernelSink], list[Any]]:
        return [KernelSink(v, sink, C_TYPES[a.dtype.name]) for v, sink, a in targets], [a for _, _, a in targets]

    def _add_launch(self, source: str, grid: tuple[int, ...], block: tuple[int, ...], arrays: Sequence[Any]) -> None:
        args = (
            self.index_type(self.rows),
            self.index_type(self.columns),
            *self.arrays,
            *self.known_rows.values(),
            *arrays,
        )
        self.launches.append(Launch(source, grid, block, args))


def reductions_of(values: Sequence[KernelValue]) -> list[KernelValue]:
    """Return the reductions that these values need, in dependency order."""
    found: list[KernelValue] = []
    visited: set[KernelValue] = set()

    def visit(value: KernelValue) -> None:
        if value in visited:
            return
        visited.add(value)
        for operand in value.operands:
            visit(operand)
        if value.op in REDUCTIONS:
            found.append(value)

    for value in values:
        visit(value)
    return found
