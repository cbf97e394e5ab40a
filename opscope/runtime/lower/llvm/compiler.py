"""LLVM: compiles assembly text for this CPU. The only module that imports llvmlite."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

_PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # a ctypes function releases the GIL while it runs


class CompiledFunction(NamedTuple):
    """Compiled code. `call` takes the address of a table of addresses and sizes."""

    call: Callable[[int], None]
    address: int


@functools.cache
def available() -> bool:
    """True if llvmlite is installed."""
    return importlib.util.find_spec("llvmlite") is not None


@functools.cache
def _compiler() -> tuple[Any, Any]:
    """(llvmlite.binding, an execution engine that keeps all compiled modules)."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2, jit=True
    )
    return llvm, llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)


def compile_module(name: str, code: str) -> CompiledFunction:
    """The function of that name in a module of LLVM assembly, which calls no external function."""
    llvm, engine = _compiler()
    module = llvm.parse_assembly(code)
    module.verify()
    engine.add_module(module)
    engine.finalize_object()
    address = engine.get_function_address(name)
    return CompiledFunction(_PROTOTYPE(address), address)
