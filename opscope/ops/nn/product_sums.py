"""Compiled sums of products: a few rows of numbers times vectors of neighbors, at offsets from a table.

An element is out[row, lane] = sum over the terms k of a[row + a_offset(k)] * b[lane + b_offset(k)]. Terms are summed in
order, CHUNK at a time, and each product is added with one rounding (fused multiply-add). Therefore, the bits of an
element do not depend on the vector width, the division of the work or the thread.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.machine_code import llvm_compiler
from opscope.core.machine_code.ir_builder import IRBuilder

CHUNK = 256  # terms that are summed before they are added to the element: shorter sums are more exact
MAX_ROWS = {64: 8, 32: 6, 16: 8}  # by the bytes of a vector: two vectors of each row fit into the registers
SCALARS = {"f": "float", "d": "double"}
TABLE = (
    *("a", "b", "out", "images", "a_image", "b_image", "out_image", "row_offsets", "blocks", "tile_offsets", "tiles"),
    *("terms", "chunks", "last_chunk", "adds"),
)
_numbers = itertools.count()


def is_compiled(dtype: Any) -> bool:
    """Return True if this machine has a kernel for elements of this dtype."""
    return dtype.char in SCALARS and dtype.isnative and llvm_compiler.available() and llvm_compiler.vector_bytes() > 0


def lanes(dtype: Any) -> int:
    """Return the number of elements in a vector."""
    return llvm_compiler.vector_bytes() // dtype.itemsize


class ProductSums:
    """Sum of products for each of `rows` and each lane of each tile; offsets are in elements.

    `rows`: offsets in a and out. `tiles`: offsets in b and out; a tile has `vectors` vectors. `terms`: offsets in a and
    b.
    """

    def __init__(self, dtype: Any, rows: Any, tiles: Any, terms: Any, vectors: int) -> None:
        count = len(rows[0])
        self._blocks = -(-count // MAX_ROWS[llvm_compiler.vector_bytes()])
        per_block = -(-count // self._blocks)
        at = np.minimum(np.arange(self._blocks * per_block), count - 1)  # the last row may be computed twice
        self._size = dtype.itemsize
        self._rows = self._offsets([np.asarray(side)[at] for side in rows])
        self._tiles, self._terms = self._offsets(tiles), self._offsets(terms)
        self._chunks = -(-len(self._terms) // CHUNK)
        self._last_chunk = len(self._terms) - (self._chunks - 1) * CHUNK
        self._call = _kernel(dtype.char, lanes(dtype), per_block, vectors).call

    def _offsets(self, sides: Sequence[Any]) -> Any:
        """Return pairs of offsets in bytes."""
        return np.ascontiguousarray(np.stack(np.broadcast_arrays(*sides), axis=1) * self._size, np.int64)

    def run(self, a: Array, b: Array, out: Array, images: int, strides: tuple[int, int, int], adds: int = 0) -> None:
        """Compute the sums for some images, which lie `strides` elements apart in a, b and out.

        adds: 0 writes all sums; 1 adds the sums of later images to the sums of the first image; 2 adds all sums to
        `out`.
        """
        size = self._size
        a_image, b_image, out_image = (stride * size for stride in strides)
        table = np.array(
            [
                *(a.ctypes.data, b.ctypes.data, out.ctypes.data, images, a_image, b_image, out_image),
                *(self._rows.ctypes.data, self._blocks, self._tiles.ctypes.data, len(self._tiles)),
                *(self._terms.ctypes.data, self._chunks, self._last_chunk, adds),
            ],
            np.int64,
        )
        self._call(table.ctypes.data)


@functools.cache
def _kernel(kind: str, lanes: int, rows: int, vectors: int) -> llvm_compiler.CompiledFunction:
    name = f"product_sums_{next(_numbers)}"
    writer = _Writer(SCALARS[kind], np.dtype(kind).itemsize, lanes, rows, vectors)
    return llvm_compiler.compile_module(name, writer.text(name))


class _Writer:
    """Writer of the kernel as LLVM assembly: loops over images, chunks of terms, blocks of rows, tiles and terms."""

    def __init__(self, scalar: str, size: int, lanes: int, rows: int, vectors: int) -> None:
        self.code = IRBuilder()
        self.scalar, self.size, self.lanes = scalar, size, lanes
        self.vector = f"<{lanes} x {scalar}>"
        self.places = list(itertools.product(range(rows), range(vectors)))
        self.rows, self.vectors = rows, vectors

    def text(self, name: str) -> str:
        """Return the function with a given name."""
        code = self.code
        code.label("entry")
        table = {field: code(f"load i64, ptr {self._element('%table', i)}") for i, field in enumerate(TABLE)}
        a, b, out, rows, tiles, terms = (
            code(f"inttoptr i64 {table[field]} to ptr")
            for field in ("a", "b", "out", "row_offsets", "tile_offsets", "terms")
        )
        last = code(f"sub i64 {table['chunks']}, 1")
        none_adds, all_add = (code(f"icmp eq i64 {table['adds']}, {number}") for number in (0, 2))
        with_loops = [("image", table["images"]), ("chunk", table["chunks"]), ("block", table["blocks"])]

        self._begin("image", "entry")
        a, b, out = (
            self._moved(base, code(f"mul i64 %image, {table[field]}"))
            for base, field in ((a, "a_image"), (b, "b_image"), (out, "out_image"))
        )
        is_first = code(f"select i1 {all_add}, i1 false, i1 {code('icmp eq i64 %image, 0')}")
        is_fresh = code(f"or i1 {is_first}, {none_adds}")

        self._begin("chunk", "image")
        is_last = code(f"icmp eq i64 %chunk, {last}")
        length = code(f"select i1 {is_last}, i64 {table['last_chunk']}, i64 {CHUNK}")
        writes = code(f"and i1 {code('icmp eq i64 %chunk, 0')}, {is_fresh}")
        terms = self._moved(terms, code(f"mul i64 %chunk, {16 * CHUNK}"))

        self._begin("block", "chunk")
        first = self._moved(rows, code(f"mul i64 %block, {16 * self.rows}"))
        pairs = [self._pair(self._moved(first, str(16 * row))) for row in range(self.rows)]
        a_rows = [self._moved(a, offset) for offset, _ in pairs]

        self._begin("tile", "block")
        b_tile, out_tile = self._pair(self._moved(tiles, code("mul i64 %tile, 16")))
        sums = self._sums(a_rows, self._moved(b, b_tile), terms, length)
        self._store(sums, [self._moved(self._moved(out, out_tile), offset) for _, offset in pairs], writes)

        self._end("tile", table["tiles"])
        for loop, count in reversed(with_loops):
            self._end(loop, count)
        code.emit("ret void")
        return "\n".join([*code.declared, f"define void @{name}(ptr %table) {{", *code.lines, "}"])

    def _element(self, base: str, index: int) -> str:
        return self.code(f"getelementptr i64, ptr {base}, i64 {index}")

    def _moved(self, base: str, offset: str) -> str:
        return self.code(f"getelementptr i8, ptr {base}, i64 {offset}")

    def _pair(self, place: str) -> tuple[str, str]:
        return self.code(f"load i64, ptr {place}"), self.code(f"load i64, ptr {self._element(place, 1)}")

    def _begin(self, loop: str, before: str) -> None:
        """Begin a loop inside the loop `before`, or at the entry; %loop is the counter."""
        before = before if before == "entry" else f"{before}s"
        self.code.emit(f"br label %{loop}s")
        self.code.label(f"{loop}s")
        self.code.emit(f"%{loop} = phi i64 [ 0, %{before} ], [ %{loop}_next, %{loop}_end ]")

    def _end(self, loop: str, count: str) -> None:
        code = self.code
        code.emit(f"br label %{loop}_end")
        code.label(f"{loop}_end")
        code.emit(f"%{loop}_next = add i64 %{loop}, 1")
        code.emit(f"br i1 {code(f'icmp slt i64 %{loop}_next, {count}')}, label %{loop}s, label %{loop}_over")
        code.label(f"{loop}_over")

    def _sums(self, a_rows: list[str], b: str, terms: str, length: str) -> dict[tuple[int, int], str]:
        """Write the loop over the terms, with a sum for each row and vector."""
        code, vector = self.code, self.vector
        code.emit("br label %terms")
        code.label("terms")
        start = len(code.lines)
        a_offset, b_offset = self._pair("%place")
        here = self._moved(b, b_offset)
        columns = [self._vector_at(here, index) for index in range(self.vectors)]
        sums = {}
        for row, base in enumerate(a_rows):
            number = code(f"load {self.scalar}, ptr {self._moved(base, a_offset)}, align {self.size}")
            first = code(f"insertelement {vector} poison, {self.scalar} {number}, i32 0")
            factor = code(f"shufflevector {vector} {first}, {vector} poison, <{self.lanes} x i32> zeroinitializer")
            for index, column in enumerate(columns):
                operands = (f"{vector} {column}", f"{vector} {factor}", f"{vector} %sum_{row}_{index}")
                sums[row, index] = code.intrinsic(vector, f"llvm.fma.v{self.lanes}f{8 * self.size}", *operands)
        code.emit("%place_next = getelementptr i8, ptr %place, i64 16")
        code.emit("%term_next = add i64 %term, 1")
        code.emit(f"br i1 {code(f'icmp slt i64 %term_next, {length}')}, label %terms, label %summed")
        begins = [
            "  %term = phi i64 [ 0, %tiles ], [ %term_next, %terms ]",
            f"  %place = phi ptr [ {terms}, %tiles ], [ %place_next, %terms ]",
            *(
                f"  %sum_{row}_{index} = phi {vector} [ zeroinitializer, %tiles ], [ {sums[row, index]}, %terms ]"
                for row, index in self.places
            ),
        ]
        code.lines[start:start] = begins
        code.label("summed")
        return sums

    def _store(self, sums: dict[tuple[int, int], str], rows: list[str], writes: str) -> None:
        """Store or add the sums. A row may occur twice, so all sums are read before the first write."""
        code, vector = self.code, self.vector
        places = {
            (row, index): code(f"getelementptr {vector}, ptr {rows[row]}, i64 {index}") for row, index in self.places
        }
        code.emit(f"br i1 {writes}, label %write, label %add")
        code.label("add")
        found = {at: code(f"load {vector}, ptr {places[at]}, align {self.size}") for at in self.places}
        totals = {at: code(f"fadd {vector} {found[at]}, {sums[at]}") for at in self.places}
        self._write(totals, places)
        code.label("write")
        self._write(sums, places)
        code.label("stored")

    def _write(self, values: dict[tuple[int, int], str], places: dict[tuple[int, int], str]) -> None:
        for at in self.places:
            self.code.emit(f"store {self.vector} {values[at]}, ptr {places[at]}, align {self.size}")
        self.code.emit("br label %stored")

    def _vector_at(self, base: str, index: int) -> str:
        place = self.code(f"getelementptr {self.vector}, ptr {base}, i64 {index}")
        return self.code(f"load {self.vector}, ptr {place}, align {self.size}")
