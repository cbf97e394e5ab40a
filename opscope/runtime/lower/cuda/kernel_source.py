"""Kernels: the CUDA C++ of what a chain computes. Every one begins with rows and columns, then come arrays.

`elements` has a thread an element; `rows` a warp or a block a row, with sums along it; `columns` sums over rows, `line`
along rows that are long and few, or over everything, both in parts that `fold` adds up. Nothing is kept between
passes over a row: what is needed again is computed again, because arithmetic is cheaper than memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from opscope.runtime.lower.cuda.statements import Scope, applied, head, number
from opscope.runtime.lower.cuda.strides import TYPES, Seen
from opscope.runtime.lower.llvm.kernel_graph import ONE, ROW, Program, Value
from opscope.runtime.lower.llvm.passes import Passes

NEUTRAL = {"total": 0.0, "top": -math.inf, "bottom": math.inf, "largest": -math.inf, "smallest": math.inf}
FOLDS = {"total": "add", "top": "top", "bottom": "bottom", "largest": "top", "smallest": "bottom"}
ALONG_WARP = """
__device__ inline real warp_{how}(real x) {{
  for (int d = 16; d; d >>= 1) {{
    const real y = __shfl_xor_sync(0xffffffffu, x, d);
    x = {fold};
  }}
  return x;
}}
"""
ALONG_BLOCK = """
__device__ inline real block_{how}(real x) {{
  __shared__ real parts[32];
  x = warp_{how}(x);
  __syncthreads();
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = x;
  __syncthreads();
  x = parts[0];
  for (int i = 1; i < (int)blockDim.x / 32; ++i) {{
    const real y = parts[i];
    x = {fold};
  }}
  return x;
}}
"""


class Sink(NamedTuple):
    """A value and the array that it goes to."""

    value: Value
    how: str  # "store", "store row", or, for parts, the reduction
    type: str


class Source:
    """Writes kernels of one program. `known` are values of rows that come in as arrays, behind the inputs."""

    def __init__(self, program: Program, inputs: Sequence[Seen], known: Sequence[Value], index: str) -> None:
        self.program = program
        self.inputs = inputs
        self.known = known
        self.index = index
        self.real = TYPES[program.dtype.name]

    def elements(self, sinks: Sequence[Sink]) -> str:
        """Stores for each element; nothing is summed."""
        outer, inner = self._opened([s.value for s in sinks])
        stores = [f"s{i}[e] = {inner.value(s.value)};" for i, s in enumerate(sinks)]
        body = [
            *outer.lines, "const Index size = rows * columns;", _loop("e", "0", "size"),
            *self._places(*inner.lines, *stores), "}",
        ]  # fmt: skip
        return self._kernel(sinks, body, ())

    def each_row(self, sinks: Sequence[Sink]) -> str:
        """Stores for each row, of values that are known or come in."""
        outer, inner = self._opened([s.value for s in sinks])
        stores = [f"s{i}[row] = {inner.value(s.value)};" for i, s in enumerate(sinks)]
        return self._kernel(sinks, [*outer.lines, _loop("row", "0", "rows"), *inner.lines, *stores, "}"], ())

    def rows(self, sinks: Sequence[Sink], whole_block: bool) -> str:
        """All of it, row by row."""
        program = Program(self.program.dtype)
        program.inputs = self.program.inputs
        program.sinks = [(s.value, s.how) for s in sinks]
        passes = Passes(program)
        outer, row = self._opened(list(passes.ready))
        group = "block" if whole_block else "warp"
        for at in range(passes.count):
            reduced = passes.reduced.get(at, [])
            stored = [(i, s) for i, s in enumerate(sinks) if s.how == "store" and passes.ready[s.value] == at]
            wanted = [*(v.operands[0] for v in reduced), *(s.value for _, s in stored)]
            self._make(row, wanted, ROW)
            sums = {v: row.name() for v in reduced}
            row.lines += [f"real {name} = {number(NEUTRAL[v.op], self.real)};" for v, name in sums.items()]
            column = row.inner()
            for value, name in sums.items():
                new = applied(FOLDS[value.op], [name, column.value(value.operands[0])], self.real)
                column.lines.append(f"{name} = {new};")
            column.lines += [f"s{i}[e] = {column.value(s.value)};" for i, s in stored]
            row.lines.append("for (Index col = threadIdx.x; col < columns; col += blockDim.x) {")
            row.lines += [*self._element(*column.lines), "}"]
            for value, name in sums.items():
                total = row.names[value] = row.name()
                row.lines.append(f"const real {total} = {group}_{FOLDS[value.op]}({name});")
        lasts = [(i, s) for i, s in enumerate(sinks) if s.how == "store row"]
        stores = [f"s{i}[row] = {row.value(s.value)};" for i, s in lasts]
        first, step = "blockIdx.x * blockDim.y + threadIdx.y", "gridDim.x * blockDim.y"
        body = [
            *outer.lines, f"for (Index row = {first}; row < rows; row += {step}) {{", *row.lines,
            "if (threadIdx.x == 0) {", *stores, "}", "}",
        ]  # fmt: skip
        return self._kernel(sinks, body, {v.op for v in passes.ready if v.op in FOLDS})

    def columns(self, sinks: Sequence[Sink]) -> str:
        """Parts of sums over rows: each block has 32 columns and `chunk` rows."""
        (outer, inner), sums = self._opened([s.value for s in sinks]), [f"sum{i}" for i in range(len(sinks))]
        added = [f"{name} += {inner.value(s.value)};" for name, s in zip(sums, sinks, strict=True)]
        body = [
            *outer.lines, "const Index col = blockIdx.x * 32 + threadIdx.x;", "const Index begin = blockIdx.y * chunk;",
            "const Index end = begin + chunk < rows ? begin + chunk : rows;", *(f"real {name} = 0;" for name in sums),
            "if (col < columns) for (Index row = begin + threadIdx.y; row < end; row += 8) {",
            *self._element(*inner.lines, *added), "}", "__shared__ real parts[8][32];",
        ]  # fmt: skip
        for i, name in enumerate(sums):
            body += [
                "__syncthreads();", f"parts[threadIdx.y][threadIdx.x] = {name};", "__syncthreads();",
                "if (threadIdx.y == 0 && col < columns) {",
                f"for (int i = 1; i < 8; ++i) {name} += parts[i][threadIdx.x];",
                f"s{i}[blockIdx.y * columns + col] = {name};", "}",
            ]  # fmt: skip
        return self._kernel(sinks, body, (), ", const Index chunk")

    def line(self, sinks: Sequence[Sink]) -> str:
        """Parts of reductions along row blockIdx.y, `length` elements: a row's, or all there are."""
        (outer, inner), sums = self._opened([s.value for s in sinks]), [f"sum{i}" for i in range(len(sinks))]
        folds: list[str] = []
        for name, s in zip(sums, sinks, strict=True):
            folds.append(f"{name} = {applied(FOLDS[s.how], [name, inner.value(s.value)], self.real)};")
        firsts = [f"real {name} = {number(NEUTRAL[s.how], self.real)};" for name, s in zip(sums, sinks, strict=True)]
        ends = [f"{name} = block_{FOLDS[s.how]}({name});" for name, s in zip(sums, sinks, strict=True)]
        stores = [f"s{i}[blockIdx.y * gridDim.x + blockIdx.x] = {name} / divisor;" for i, name in enumerate(sums)]
        body = [
            *outer.lines, *firsts, "const Index first = blockIdx.y * length;",
            _loop("e", "first", "first + length"), *self._places(*inner.lines, *folds), "}", *ends,
            "if (threadIdx.x == 0) {", *stores, "}",
        ]  # fmt: skip
        return self._kernel(sinks, body, {s.how for s in sinks}, ", const Index length, const real divisor")

    # --- parts of them -------------------------------------------------------------------------------

    def _opened(self, values: Sequence[Value]) -> tuple[Scope, Scope]:
        """The function, which has made what these need of one for all, and the outermost loop in it."""
        outer = Scope(self.real, self.inputs, {value: f"k{i}[row]" for i, value in enumerate(self.known)})
        self._make(outer, values, ONE)
        return outer, outer.inner()

    def _make(self, scope: Scope, values: Sequence[Value], kind: str) -> None:
        """Name what these need of a kind: outside of a loop that does not change it."""
        stack, seen = list(values), set[Value]()
        while stack:
            value = stack.pop()
            if value in seen or value in scope.names or value in scope.known:
                continue
            seen.add(value)
            if value.kind == kind:
                scope.value(value)
            else:
                stack += value.operands

    def _places(self, *lines: str) -> list[str]:
        """The row and the column of element `e`, where these need them; the lines behind it."""
        column = _uses("col", lines)
        row = ["const Index row = e / columns;"] if column or _uses("row", lines) else []
        return [*row, *(["const Index col = e - row * columns;"] if column else []), *lines]

    def _element(self, *lines: str) -> list[str]:
        """The number of the element in this row and column, where these need it; the lines behind it."""
        return [*(["const Index e = row * columns + col;"] if _uses("e", lines) else []), *lines]

    def _kernel(self, sinks: Sequence[Sink], body: Sequence[str], folds: Iterable[str], more: str = "") -> str:
        parts = [head(self.real, self.index)]
        for how in sorted({FOLDS[op] for op in folds}):
            fold = applied(how, ["x", "y"], self.real)
            parts += [ALONG_WARP.format(how=how, fold=fold), ALONG_BLOCK.format(how=how, fold=fold)]
        arrays = [f"const {seen.type} *a{i}" for i, seen in enumerate(self.inputs)]
        arrays += [f"const real *k{i}" for i in range(len(self.known))]
        arrays += [f"{s.type} *s{i}" for i, s in enumerate(sinks)]
        given = ", ".join(["const Index rows", "const Index columns", *arrays]) + more
        return "".join(parts) + f'\nextern "C" __global__ void kernel({given}) {{\n{_indented(body)}}}\n'


def fold(op: str, real: str) -> str:
    """Folds parts: element i of `out` is of `count` parts, the first at i * apart, with `step` between them."""
    how = FOLDS[op]
    once = applied(how, ["x", "y"], real)
    return head(real, "long long") + ALONG_WARP.format(how=how, fold=once) + FOLD.format(
        first=number(NEUTRAL[op], real), fold=once, how=how
    )  # fmt: skip


FOLD = """
extern "C" __global__ void kernel(const Index size, const Index count, const real *parts, real *out, const Index apart,
                                  const Index step, const real divisor) {{
  const Index i = blockIdx.x * blockDim.y + threadIdx.y;
  real x = {first};
  if (i < size) for (Index k = threadIdx.x; k < count; k += 32) {{
    const real y = parts[i * apart + k * step];
    x = {fold};
  }}
  x = warp_{how}(x);
  if (i < size && threadIdx.x == 0) out[i] = x / divisor;
}}
"""


def _loop(name: str, first: str, end: str) -> str:
    """All threads share what is between two numbers."""
    start, step = "blockIdx.x * (Index)blockDim.x + threadIdx.x", "gridDim.x * (Index)blockDim.x"
    return f"for (Index {name} = {first} + {start}; {name} < {end}; {name} += {step}) {{"


def _uses(name: str, lines: Iterable[str]) -> bool:
    return any(re.search(rf"\b{name}\b", line) for line in lines)


def _indented(lines: Iterable[str]) -> str:
    made, depth = "", 1
    for line in lines:
        depth -= line.startswith("}")
        made += "  " * depth + line + "\n"
        depth += line.endswith("{")
    return made
