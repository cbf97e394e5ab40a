"""Compiled transposed copies: rows of matrices become lanes; a square block is copied at a time.

NumPy copies element by element across rows. Such a copy takes a third of the time of the products that read the copy.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.machine_code import llvm_compiler
from opscope.core.machine_code.ir_builder import IRBuilder
from opscope.ops.nn.product_sums import SCALARS, lanes

TABLE = (
    *("source", "target", "images", "source_image", "target_image", "rows", "blocks", "columns", "squares"),
    "target_row",
)
_numbers = itertools.count()


def copy_transposed(source: Array, target: Array) -> None:
    """Copy matrices [count, rows, columns] to [count, columns, lanes], with enough vectors of lanes for all rows.

    Lanes beyond the rows have undefined values. Both arrays are contiguous. There is at least one vector of columns.
    """
    count, rows, columns = source.shape
    width, size = lanes(source.dtype), source.itemsize
    row_starts, column_starts = _starts(rows, columns, width)
    table = np.array(
        [
            *(source.ctypes.data, target.ctypes.data, count, rows * columns * size, target[0].nbytes),
            *(row_starts.ctypes.data, len(row_starts) // width, column_starts.ctypes.data, len(column_starts)),
            target.shape[2] * size,
        ],
        np.int64,
    )
    _kernel(source.dtype.char, width).call(table.ctypes.data)


@functools.lru_cache(64)
def _starts(rows: int, columns: int, width: int) -> tuple[Any, Any]:
    """Return the first element of each row, and the first column of each block.

    The last row is repeated until the vector is full.
    """
    whole = -(-rows // width) * width
    squares = np.arange(0, columns, width)
    squares[-1] = columns - width  # over the one before it: whole vectors only
    return np.minimum(np.arange(whole), rows - 1) * columns, squares


@functools.cache
def _kernel(kind: str, width: int) -> llvm_compiler.CompiledFunction:
    name = f"lane_copy_{next(_numbers)}"
    return llvm_compiler.compile_module(name, _text(name, SCALARS[kind], np.dtype(kind).itemsize, width))


def _text(name: str, scalar: str, size: int, width: int) -> str:
    """Return the kernel as LLVM assembly: loops over images, blocks of rows and blocks of columns."""
    code, vector, shift = IRBuilder(), f"<{width} x {scalar}>", size.bit_length() - 1
    code.label("entry")
    table = {field: code(f"load i64, ptr {_element(code, '%table', str(i))}") for i, field in enumerate(TABLE)}
    pointers = {field: code(f"inttoptr i64 {table[field]} to ptr") for field in ("source", "target", "rows", "columns")}
    loops = [("image", "images"), ("block", "blocks"), ("square", "squares")]
    before = "entry"
    for loop, _ in loops:
        code.emit(f"br label %{loop}s")
        code.label(f"{loop}s")
        code.emit(f"%{loop} = phi i64 [ 0, %{before} ], [ %{loop}_next, %{loop}_end ]")
        before = f"{loop}s"
    column = code(f"load i64, ptr {_element(code, pointers['columns'], '%square')}")
    source, target = (
        _moved(code, pointers[side], code(f"mul i64 %image, {table[f'{side}_image']}")) for side in ("source", "target")
    )
    first = code(f"mul i64 %block, {width}")
    vectors: list[str] = []
    for lane in range(width):
        row = code(f"load i64, ptr {_element(code, pointers['rows'], code(f'add i64 {first}, {lane}'))}")
        place = _moved(code, source, code(f"shl i64 {code(f'add i64 {row}, {column}')}, {shift}"))
        vectors.append(code(f"load {vector}, ptr {place}, align {size}"))
    target = _moved(code, target, code(f"mul i64 {column}, {table['target_row']}"))
    target = _moved(code, target, code(f"shl i64 {first}, {shift}"))
    for made in _transposed(code, vectors, vector):
        code.emit(f"store {vector} {made}, ptr {target}, align {size}")
        target = _moved(code, target, table["target_row"])
    for loop, count in reversed(loops):
        code.emit(f"br label %{loop}_end")
        code.label(f"{loop}_end")
        code.emit(f"%{loop}_next = add i64 %{loop}, 1")
        more = code(f"icmp slt i64 %{loop}_next, {table[count]}")
        code.emit(f"br i1 {more}, label %{loop}s, label %{loop}_over")
        code.label(f"{loop}_over")
    code.emit("ret void")
    return "\n".join([f"define void @{name}(ptr %table) {{", *code.lines, "}"])


def _transposed(code: IRBuilder, vectors: list[str], vector: str) -> list[str]:
    """Transpose squares by swaps of the blocks beside the diagonal: first blocks of 16 rows, then of 8, and so on."""
    count, half = len(vectors), len(vectors) // 2
    while half:
        for i in range(count):
            if i & half:
                continue
            upper, lower = vectors[i], vectors[i + half]
            left = [count + j - half if j & half else j for j in range(count)]
            right = [count + j if j & half else j + half for j in range(count)]
            vectors[i], vectors[i + half] = (_shuffled(code, vector, upper, lower, order) for order in (left, right))
        half //= 2
    return vectors


def _shuffled(code: IRBuilder, vector: str, first: str, second: str, order: list[int]) -> str:
    lanes = ", ".join(f"i32 {lane}" for lane in order)
    return code(f"shufflevector {vector} {first}, {vector} {second}, <{len(order)} x i32> <{lanes}>")


def _element(code: IRBuilder, base: str, index: str) -> str:
    return code(f"getelementptr i64, ptr {base}, i64 {index}")


def _moved(code: IRBuilder, base: str, offset: str) -> str:
    return code(f"getelementptr i8, ptr {base}, i64 {offset}")
