"""KernelSource, which creates CUDA C++ kernels for a kernel graph.

The first arguments of each kernel are the numbers of rows and columns, followed by arrays. `elements` has a thread for
each element. `rows` has a warp or a block for each row, and reduces along the row. `columns` sums over rows. `line`
reduces long rows, or the whole array, in parts, and `fold` adds the parts. Values are not stored between passes over a
row. They are computed again, because arithmetic is faster than memory.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from opscope.runtime.lower.column_passes import ColumnPasses
from opscope.runtime.lower.cuda.array_access import C_TYPES, ArrayAccess
from opscope.runtime.lower.cuda.statements import StatementScope, constant, operation, preamble
from opscope.runtime.lower.kernel_graph import ONE, ROW, KernelGraph, KernelValue

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


class KernelSink(NamedTuple):
    """Value, and the array to which it is written."""

    value: KernelValue
    mode: str  # "store", "store row", or, for parts, the reduction
    type: str


class KernelSource:
    """Builder of the kernels of one graph.

    `known_rows` are values of rows that are inputs. They follow the other inputs.
    """

    def __init__(
        self, graph: KernelGraph, inputs: Sequence[ArrayAccess], known_rows: Sequence[KernelValue], index: str
    ) -> None:
        self.graph = graph
        self.inputs = inputs
        self.known_rows = known_rows
        self.index = index
        self.real = C_TYPES[graph.dtype.name]

    def elements(self, sinks: Sequence[KernelSink]) -> str:
        """Return the kernel that computes each element separately, without reductions, and stores the results."""
        outer, inner = self._opened([s.value for s in sinks])
        stores = [f"s{i}[e] = {inner.name_of(s.value)};" for i, s in enumerate(sinks)]
        body = [
            *outer.lines, "const Index size = rows * columns;", _loop("e", "0", "size"),
            *self._places(*inner.lines, *stores), "}",
        ]  # fmt: skip
        return self._kernel(sinks, body, ())

    def each_row(self, sinks: Sequence[KernelSink]) -> str:
        """Return the kernel that stores one value for each row. Reductions of rows are inputs of this kernel."""
        outer, inner = self._opened([s.value for s in sinks])
        stores = [f"s{i}[row] = {inner.name_of(s.value)};" for i, s in enumerate(sinks)]
        return self._kernel(sinks, [*outer.lines, _loop("row", "0", "rows"), *inner.lines, *stores, "}"], ())

    def rows(self, sinks: Sequence[KernelSink], whole_block: bool) -> str:
        """Return the kernel that computes all values, including the reductions of rows, row by row."""
        graph = KernelGraph(self.graph.dtype)
        graph.inputs = self.graph.inputs
        graph.sinks = [(s.value, s.mode) for s in sinks]
        passes = ColumnPasses(graph)
        outer, row = self._opened(list(passes.ready_pass))
        group = "block" if whole_block else "warp"
        for at in range(passes.count):
            reductions_of = passes.reductions.get(at, [])
            stored = [(i, s) for i, s in enumerate(sinks) if s.mode == "store" and passes.ready_pass[s.value] == at]
            wanted = [*(v.operands[0] for v in reductions_of), *(s.value for _, s in stored)]
            self._make(row, wanted, ROW)
            sums = {v: row.new_name() for v in reductions_of}
            row.lines += [f"real {name} = {constant(NEUTRAL[v.op], self.real)};" for v, name in sums.items()]
            column = row.inner()
            for value, name in sums.items():
                new = operation(FOLDS[value.op], [name, column.name_of(value.operands[0])], self.real)
                column.lines.append(f"{name} = {new};")
            column.lines += [f"s{i}[e] = {column.name_of(s.value)};" for i, s in stored]
            row.lines.append("for (Index col = threadIdx.x; col < columns; col += blockDim.x) {")
            row.lines += [*self._element(*column.lines), "}"]
            for value, name in sums.items():
                total = row.names[value] = row.new_name()
                row.lines.append(f"const real {total} = {group}_{FOLDS[value.op]}({name});")
        lasts = [(i, s) for i, s in enumerate(sinks) if s.mode == "store row"]
        stores = [f"s{i}[row] = {row.name_of(s.value)};" for i, s in lasts]
        first, step = "blockIdx.x * blockDim.y + threadIdx.y", "gridDim.x * blockDim.y"
        body = [
            *outer.lines, f"for (Index row = {first}; row < rows; row += {step}) {{", *row.lines,
            "if (threadIdx.x == 0) {", *stores, "}", "}",
        ]  # fmt: skip
        return self._kernel(sinks, body, {v.op for v in passes.ready_pass if v.op in FOLDS})

    def columns(self, sinks: Sequence[KernelSink]) -> str:
        """Return the kernel that computes partial sums over rows. Each block sums 32 columns of `chunk` rows."""
        (outer, inner), sums = self._opened([s.value for s in sinks]), [f"sum{i}" for i in range(len(sinks))]
        added = [f"{name} += {inner.name_of(s.value)};" for name, s in zip(sums, sinks, strict=True)]
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

    def line(self, sinks: Sequence[KernelSink]) -> str:
        """Return the kernel that computes partial reductions of long rows.

        The row of a block is `blockIdx.y`, and has `length` elements. It is a row of the array, or the whole array.
        """
        (outer, inner), sums = self._opened([s.value for s in sinks]), [f"sum{i}" for i in range(len(sinks))]
        folds: list[str] = []
        for name, s in zip(sums, sinks, strict=True):
            folds.append(f"{name} = {operation(FOLDS[s.mode], [name, inner.name_of(s.value)], self.real)};")
        firsts = [f"real {name} = {constant(NEUTRAL[s.mode], self.real)};" for name, s in zip(sums, sinks, strict=True)]
        ends = [f"{name} = block_{FOLDS[s.mode]}({name});" for name, s in zip(sums, sinks, strict=True)]
        stores = [f"s{i}[blockIdx.y * gridDim.x + blockIdx.x] = {name} / divisor;" for i, name in enumerate(sums)]
        body = [
            *outer.lines, *firsts, "const Index first = blockIdx.y * length;",
            _loop("e", "first", "first + length"), *self._places(*inner.lines, *folds), "}", *ends,
            "if (threadIdx.x == 0) {", *stores, "}",
        ]  # fmt: skip
        return self._kernel(sinks, body, {s.mode for s in sinks}, ", const Index length, const real divisor")

    # --- parts of them -------------------------------------------------------------------------------

    def _opened(self, values: Sequence[KernelValue]) -> tuple[StatementScope, StatementScope]:
        """Return the scope of the function, with the scalars that `values` need, and the scope of its outer loop."""
        outer = StatementScope(self.real, self.inputs, {value: f"k{i}[row]" for i, value in enumerate(self.known_rows)})
        self._make(outer, values, ONE)
        return outer, outer.inner()

    def _make(self, scope: StatementScope, values: Sequence[KernelValue], kind: str) -> None:
        """Add the values of this kind that `values` need to a scope outside of the loop, which does not change them."""
        stack, visited = list(values), set[KernelValue]()
        while stack:
            value = stack.pop()
            if value in visited or value in scope.names or value in scope.known_rows:
                continue
            visited.add(value)
            if value.kind == kind:
                scope.name_of(value)
            else:
                stack += value.operands

    def _places(self, *lines: str) -> list[str]:
        """Add statements for the row and the column of element `e` before the lines, if the lines need them."""
        column = _uses("col", lines)
        row = ["const Index row = e / columns;"] if column or _uses("row", lines) else []
        return [*row, *(["const Index col = e - row * columns;"] if column else []), *lines]

    def _element(self, *lines: str) -> list[str]:
        """Add the number of the element in this row and column before the lines, if the lines need it."""
        return [*(["const Index e = row * columns + col;"] if _uses("e", lines) else []), *lines]

    def _kernel(self, sinks: Sequence[KernelSink], body: Sequence[str], folds: Iterable[str], more: str = "") -> str:
        parts = [preamble(self.real, self.index)]
        for how in sorted({FOLDS[op] for op in folds}):
            fold = operation(how, ["x", "y"], self.real)
            parts += [
                ALONG_WARP.format(how=how, fold=fold),
                ALONG_BLOCK.format(how=how, fold=fold),
            ]
        arrays = [f"const {access.type} *a{i}" for i, access in enumerate(self.inputs)]
        arrays += [f"const real *k{i}" for i in range(len(self.known_rows))]
        arrays += [f"{s.type} *s{i}" for i, s in enumerate(sinks)]
        given = ", ".join(["const Index rows", "const Index columns", *arrays]) + more
        return "".join(parts) + f'\nextern "C" __global__ void kernel({given}) {{\n{_indented(body)}}}\n'


def fold(op: str, real: str) -> str:
    """Make the kernel that folds parts.

    Element i of `out` is the fold of `count` parts: the first part is at i * apart, and the distance between parts is
    `step`.
    """
    how = FOLDS[op]
    once = operation(how, ["x", "y"], real)
    return preamble(real, "long long") + ALONG_WARP.format(how=how, fold=once) + FOLD.format(
        first=constant(NEUTRAL[op], real), fold=once, how=how
    )  # fmt: skip


FOLD = """
extern "C" __global__ void kernel(const Index size, const Index count, const real *parts, real *out, const Index
                                  apart, const Index step, const real divisor) {{ const Index i = blockIdx.x *
                                  blockDim.y + threadIdx.y; real x = {first}; if (i < size) for (Index k =
                                  threadIdx.x; k < count; k += 32) {{ const real y = parts[i * apart + k * step]; x =
                                  {fold}; }} x = warp_{how}(x); if (i < size && threadIdx.x == 0) out[i] = x /
                                  divisor; }}
"""


def _loop(name: str, first: str, end: str) -> str:
    """Return the head of a loop over [first, end), which is divided among all threads of the grid."""
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
