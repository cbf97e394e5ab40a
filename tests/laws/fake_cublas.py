"""cuBLAS without a GPU: a real shared library, whose product NumPy computes, a captured one when the graph is launched.

cupy's own functions refuse to call cuBLAS during a capture: `REFUSED` are those.
"""

from __future__ import annotations

import ctypes
import functools
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tests.laws.fake_cuda import capture
from tests.need import need

REFUSED = {"matmul", "__matmul__", "__rmatmul__", "dot", "tensordot", "einsum", "inner", "vdot"}
HANDLE = 7
NOT_SUPPORTED = 15
_ARGUMENTS = (
    "void *handle, int turn_a, int turn_b, int m, int n, int k, const void *alpha, const void *a, int type_a, "
    "int ld_a, long long step_a, const void *b, int type_b, int ld_b, long long step_b, const void *beta, void *c, "
    "int type_c, int ld_c, long long step_c, int count, int compute, int algorithm"
)
_NAMES = [part.split()[-1].lstrip("*") for part in _ARGUMENTS.split(",")]
_KINDS = [
    ctypes.c_void_p if "*" in part else ctypes.c_longlong if "long" in part else ctypes.c_int
    for part in _ARGUMENTS.split(",")
]
_SOURCE = f"""
#include <cstddef>
typedef int (*Gemm)({_ARGUMENTS});
static Gemm gemm;
static void *workspace;
extern "C" {{
void install(Gemm given) {{ gemm = given; }}
int cublasSetStream_v2(void *handle, void *stream) {{ workspace = 0; return handle != (void *){HANDLE}; }}
int cublasSetWorkspace_v2(void *handle, void *given, size_t size) {{ workspace = given; return !given || !size; }}
int cublasGemmStridedBatchedEx({_ARGUMENTS}) {{ return workspace ? gemm({", ".join(_NAMES)}) : 1; }}
}}
"""
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, *_KINDS)
_DTYPES = {2: ("f2", 68, "f4"), 0: ("f4", 68, "f4"), 1: ("f8", 70, "f8")}


def _matrices(address: int, dtype: str, shape: tuple[int, int], ld: int, step: int, count: int, turned: bool) -> Any:
    """A batch of matrices that lie column after column; turned: transposed."""
    size, rows = np.dtype(dtype).itemsize, shape[::-1] if turned else shape
    assert ld >= rows[0], "cuBLAS refuses a distance that is less than a column"
    extent = step * (count - 1) + ld * (rows[1] - 1) + rows[0]
    flat = np.frombuffer((ctypes.c_char * (extent * size)).from_address(address), dtype)
    view = np.lib.stride_tricks.as_strided(flat, (count, *rows), (step * size, size, ld * size))
    return view.swapaxes(1, 2) if turned else view


def _gemm(*given: Any) -> int:
    g = dict(zip(_NAMES, given, strict=True))
    if g["type_a"] not in _DTYPES:
        return NOT_SUPPORTED
    dtype, compute, factor = _DTYPES[g["type_a"]]
    assert g["compute"] == compute and g["type_a"] == g["type_b"] == g["type_c"] and g["algorithm"] == -1
    alpha, beta = (np.frombuffer((ctypes.c_char * 8).from_address(g[p]), factor, 1)[0] for p in ("alpha", "beta"))
    assert (alpha, beta) == (1, 0)
    count = g["count"]
    a = _matrices(g["a"], dtype, (g["m"], g["k"]), g["ld_a"], g["step_a"], count, g["turn_a"] == 1)
    b = _matrices(g["b"], dtype, (g["k"], g["n"]), g["ld_b"], g["step_b"], count, g["turn_b"] == 1)
    c = _matrices(g["c"], dtype, (g["m"], g["n"]), g["ld_c"], g["step_c"], count, turned=False)
    capture.run(_multiply, (a, b, c), {})
    return 0


def _multiply(a: Any, b: Any, c: Any) -> None:
    c[...] = np.matmul(a.astype(np.result_type(a, "f4")), b.astype(np.result_type(b, "f4")))


_callback = _CALLBACK(_gemm)


@functools.cache
def library() -> str:
    """The path of the library."""
    folder = Path(tempfile.mkdtemp(prefix="fake_cublas"))
    (folder / "cublas.cpp").write_text(_SOURCE)
    path = folder / "cublas.so"
    subprocess.run([need("g++"), "-shared", "-fPIC", "-o", path, folder / "cublas.cpp"], check=True)
    ctypes.CDLL(str(path)).install(_callback)
    return str(path)


class _Module(ModuleType):
    @property
    def __file__(self) -> str:  # type: ignore[override]
        return library()


def module() -> Any:
    """cupy.cuda.cublas."""
    return _Module("cupy.cuda.cublas")
