"""Kernels: programs compiled, each once in a process, and calls of them on arrays."""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.runtime.lower.llvm import compiler
from opscope.runtime.lower.llvm.kernel_code import Kernel
from opscope.runtime.lower.llvm.kernel_graph import Program
from opscope.runtime.lower.llvm.passes import Passes
from opscope.runtime.lower.llvm.vector_code import WIDTH
from opscope.runtime.lower.llvm.vector_functions import FUNCTIONS

_compiled: dict[Any, compiler.Function] = {}
_lock = threading.Lock()


def functions_in(program: Program) -> bool:
    """True if it has functions whose results are not NumPy's to the last bit."""
    return any(v.op in FUNCTIONS for v in program.values())


def function_of(program: Program, columns: int) -> compiler.Function:
    """The kernel of a program for rows of so many columns."""
    width = WIDTH[{4: "float", 8: "double"}[program.dtype.itemsize]]
    key = program.key(), columns % width == 0
    with _lock:
        found = _compiled.get(key)
        if found is None:
            name = f"kernel{len(_compiled)}"
            found = _compiled[key] = compiler.compiled(name, Kernel(program, key[1]).text(name))
    return found


def scratch(passes: Passes, columns: int) -> int:
    """How many numbers a call needs scratch for."""
    return len(passes.kept) * -(-columns // 16) * 16


class Bound(functools.partial[None]):
    """A call of a kernel on its table. It keeps what the table has the addresses of."""

    function: compiler.Function
    keeps: tuple[Any, ...]


def bound(function: compiler.Function, rows: int, columns: int, scratch: Any, arrays: Sequence[Any]) -> Bound:
    """A call on arrays that begin where the call is to begin."""
    table = np.array([rows, columns, *(a.ctypes.data for a in (scratch, *arrays))], np.int64)
    return _call(function, table, (scratch, *arrays))


def _call(function: compiler.Function, table: Any, keeps: Sequence[Any]) -> Bound:
    call = Bound(function.call, table.ctypes.data)
    call.function, call.keeps = function, (table, *keeps)
    return call


def together(calls: Sequence[Bound]) -> Bound:
    """One call that makes these, in order: threads with many short ones would wait for the GIL most of the time."""
    table = [len(calls)]
    for call in calls:
        table += call.function.address, call.args[0]
    with _lock:
        if "together" not in _compiled:
            _compiled["together"] = compiler.compiled("together", TOGETHER)
    return _call(_compiled["together"], np.array(table, np.int64), calls)


TOGETHER = """
define void @together(ptr %table) {
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
