"""Kernels: programs compiled, each once in a process, and calls of them on arrays."""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.runtime.lower.machine import llvm
from opscope.runtime.lower.machine.functions import FUNCTIONS
from opscope.runtime.lower.machine.lanes import WIDTH
from opscope.runtime.lower.machine.loops import Kernel
from opscope.runtime.lower.machine.passes import Passes
from opscope.runtime.lower.machine.program import Program

_compiled: dict[Any, llvm.Function] = {}
_lock = threading.Lock()


def functions_in(program: Program) -> bool:
    """True if it has functions whose results are not NumPy's to the last bit."""
    return any(v.op in FUNCTIONS or v.op == "bend" for v in program.values())


def function_of(program: Program, columns: int) -> llvm.Function:
    """The kernel of a program for rows of so many columns."""
    width = WIDTH[{4: "float", 8: "double"}[program.dtype.itemsize]]
    key = program.key(), columns % width == 0
    with _lock:
        found = _compiled.get(key)
        if found is None:
            name = f"kernel{len(_compiled)}"
            found = _compiled[key] = llvm.compiled(name, Kernel(program, key[1]).text(name))
    return found


def scratch(passes: Passes, columns: int) -> int:
    """How many numbers a call needs scratch for."""
    return len(passes.kept) * -(-columns // 16) * 16


def bound(function: llvm.Function, rows: int, columns: int, scratch: Any, arrays: Sequence[Any]) -> Any:
    """A call on arrays that begin where the call is to begin. It keeps them, and makes no object when it is made."""
    addresses = [a.ctypes.data for a in (scratch, *arrays)]
    table = np.array([rows, columns, *addresses], np.int64)
    call = functools.partial(function, table.ctypes.data)
    call.keeps = (table, scratch, *arrays)  # pyright: ignore[reportAttributeAccessIssue]  (a partial has a __dict__)
    return call
