"""NVIDIA's own compiler for kernels, which needs no GPU: whether it takes a source without a word."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
from pathlib import Path
from typing import Any

ARCHITECTURES = ("compute_75", "compute_90")


@functools.cache
def _library() -> Any:
    """None where there is no such package for this machine."""
    spec = importlib.util.find_spec("nvidia")
    folders = spec.submodule_search_locations if spec is not None else None
    found = sorted(lib for folder in folders or () for lib in Path(folder).glob("**/libnvrtc.so*"))
    return ctypes.CDLL(str(found[0])) if found else None


def available() -> bool:
    """Whether it is here."""
    return _library() is not None


@functools.cache
def complaints(code: str, options: tuple[str, ...], architecture: str = ARCHITECTURES[0]) -> str:
    """What it says of a source; "" if it is content. Options come as from cupy, which adds one of its own."""
    library, program, size = _library(), ctypes.c_void_p(), ctypes.c_size_t()
    assert not library.nvrtcCreateProgram(ctypes.byref(program), code.encode(), b"kernel.cu", 0, None, None)
    given = [o.encode() for o in (*options, "-ftz=true", f"--gpu-architecture={architecture}")]
    failed = library.nvrtcCompileProgram(program, len(given), (ctypes.c_char_p * len(given))(*given))
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    library.nvrtcDestroyProgram(ctypes.byref(program))
    return log.value.decode() or ("it failed without a word" if failed else "")
