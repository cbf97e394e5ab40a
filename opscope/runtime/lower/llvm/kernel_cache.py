"""Kernel cache, which compiles each kernel graph only once while a plan uses it, and binds kernels to arrays.

Compiled code is deleted when no plan calls it any more. The latest kernels stay in the cache for programs that are
built again.
"""

from __future__ import annotations

import collections
import functools
import itertools
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.machine_code import llvm_compiler
from opscope.core.machine_code.ir_builder import WIDTH
from opscope.runtime.lower.column_passes import ColumnPasses
from opscope.runtime.lower.kernel_graph import REDUCTIONS, KernelGraph
from opscope.runtime.lower.llvm.kernel_writer import KernelWriter
from opscope.runtime.lower.llvm.vector_functions import VECTOR_FUNCTIONS

MAX_KEPT = 128  # kernels that need not be in use, of about 40 kB

compiled: weakref.WeakValueDictionary[Any, llvm_compiler.CompiledFunction] = weakref.WeakValueDictionary()
_kept: collections.OrderedDict[Any, llvm_compiler.CompiledFunction] = collections.OrderedDict()  # the oldest first
_numbers = itertools.count()
_lock = threading.Lock()


def rounds_differently(graph: KernelGraph) -> bool:
    """Return True if the last bits of the graph's results may differ from NumPy's results."""
    return any(v.op in VECTOR_FUNCTIONS or v.op in REDUCTIONS for v in graph.values())


def compile_kernel(graph: KernelGraph, columns: int) -> llvm_compiler.CompiledFunction:
    """Return the kernel of a graph for rows with this number of columns."""
    width = WIDTH[{4: "float", 8: "double"}[graph.dtype.itemsize]]
    whole_vectors = columns % width == 0
    return _compile((graph.key(), whole_vectors), lambda name: KernelWriter(graph, whole_vectors).text(name))


def _compile(key: Any, text: Callable[[str], str]) -> llvm_compiler.CompiledFunction:
    with _lock:
        found = compiled.get(key)
        if found is None:
            name = f"kernel{next(_numbers)}"
            found = compiled[key] = llvm_compiler.compile_module(name, text(name))
        _kept[key] = found
        _kept.move_to_end(key)
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    return found


def scratch_size(passes: ColumnPasses, columns: int) -> int:
    """Return the number of scratch elements that one call needs."""
    return len(passes.scratch_rows) * -(-columns // 16) * 16


class BoundKernel(functools.partial[None]):
    """Call of a kernel, with a table of the addresses of its arrays. It has references to the arrays."""

    function: llvm_compiler.CompiledFunction
    keeps: tuple[Any, ...]


def bind(
    function: llvm_compiler.CompiledFunction, rows: int, columns: int, scratch: Any, arrays: Sequence[Any]
) -> BoundKernel:
    """Return a call of a kernel on arrays. Each array begins at the first row of the call."""
    table = np.array([rows, columns, *(a.ctypes.data for a in (scratch, *arrays))], np.int64)
    return _call(function, table, (scratch, *arrays))


def _call(function: llvm_compiler.CompiledFunction, table: Any, keeps: Sequence[Any]) -> BoundKernel:
    call = BoundKernel(function.call, table.ctypes.data)
    call.function, call.keeps = function, (table, *keeps)
    return call


def batch_calls(calls: Sequence[BoundKernel]) -> BoundKernel:
    """Join these calls into one call, in the same order.

    Threads with many short calls would wait for the GIL most of the time.
    """
    table = [len(calls)]
    for call in calls:
        table += call.function.address, call.args[0]
    function = _compile("batch", lambda name: BATCH_SOURCE.replace("@batch", f"@{name}"))
    return _call(function, np.array(table, np.int64), calls)


BATCH_SOURCE = """
define void @batch(ptr %table) {
entry:
  %count = load i64, ptr %table
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %twice = shl i64 %i, 1
  %here = getelementptr i64, ptr %table, i64 %twice
  %first = getelementptr i64, ptr %here, i64 1
  %second = getelementptr i64, ptr %here, i64 2
  %function = load ptr, ptr %first
  %given = load ptr, ptr %second
  call void %function(ptr %given)
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret void
}
"""
