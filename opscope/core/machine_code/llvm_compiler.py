"""Compiler of LLVM assembly text for this CPU. No other module imports llvmlite."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import platform
from collections.abc import Callable
from typing import Any

MAX_LIBRARIES = 256  # of one compiler of LLVM
_PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # a ctypes function releases the GIL while it runs


class CompiledFunction:
    """Compiled code. Its memory is freed when no code refers to this object or to its `call` any longer.

    The argument of the function `call` is the address of a table of addresses and sizes.
    """

    def __init__(self, library: Any, name: str) -> None:
        self.address: int = library[name]
        self.call: Callable[[int], None] = _PROTOTYPE(self.address)
        self.call.library = library  # pyright: ignore[reportAttributeAccessIssue] (the code is unloaded when it goes)


@functools.cache
def available() -> bool:
    """Return True if llvmlite is installed."""
    return importlib.util.find_spec("llvmlite") is not None


@functools.cache
def vector_bytes() -> int:
    """Return the size of this CPU's vectors in bytes.

    Return 0 if the CPU has no fused multiply-add, which rounds once.
    """
    import llvmlite.binding as llvm

    if platform.machine().lower() in ("arm64", "aarch64"):
        return 16
    features = llvm.get_host_cpu_features()
    return (64 if features.get("avx512f") else 32) if features.get("fma") else 0


class _Compiler:
    """LLVM compiler for this CPU.

    For each library, LLVM uses 9 kB of memory that it does not free when the library is unloaded. So after
    `MAX_LIBRARIES` libraries, a new LLVM object is used.
    """

    def __init__(self) -> None:
        import llvmlite.binding as llvm

        self._llvm = llvm
        self._jit: Any = None
        self._left = 0
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()

    def _new_jit(self) -> Any:
        llvm = self._llvm
        target = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2, jit=True
        )
        # the older linker may place code and constants too far from each other on ARM
        on_arm = platform.machine().lower() in ("arm64", "aarch64")
        return llvm.create_lljit_compiler(target, use_jit_link=on_arm)

    def library(self, name: str, code: str) -> Any:
        """Compile code to a library that exports the function `name`."""
        if not self._left:
            self._jit, self._left = self._new_jit(), MAX_LIBRARIES
        self._left -= 1
        made = self._llvm.JITLibraryBuilder().add_ir(code).export_symbol(name).link(self._jit, name)
        made.jit = self._jit  # pyright: ignore[reportAttributeAccessIssue] (it goes with its last library)
        return made


_compiler = functools.cache(_Compiler)


def compile_module(name: str, code: str) -> CompiledFunction:
    """Compile the function `name` from LLVM assembly that calls no external function.

    No earlier function may have this name.
    """
    return CompiledFunction(_compiler().library(name, code), name)
