"""Matrix products that can be captured in a CUDA graph. They call cuBLAS directly.

cupy rejects each call of cuBLAS during a capture, but cuBLAS itself allows such calls. During a capture, cuBLAS needs
memory. Without a workspace from opscope, it would allocate memory in each launch of the graph. Transposed or broadcast
operands are not copied. A batch is copied only if the distance between its matrices is not constant. The products use
IEEE arithmetic, without TensorFloat-32.
"""

from __future__ import annotations

import ctypes
import functools
import math
import threading
from typing import Any, NamedTuple

from opscope.core.annotations import Array, ArrayModule
from opscope.errors import RunError

WORKSPACE = 32 << 20  # bytes; what NVIDIA recommends for Hopper, and more than for other GPUs
# (cudaDataType, cublasComputeType, the type of the factors) of what is multiplied
_TYPES = {"float16": (2, 68, ctypes.c_float), "float32": (0, 68, ctypes.c_float), "float64": (1, 70, ctypes.c_double)}
_AS_IT_LIES, _TRANSPOSED, _DEFAULT_ALGORITHM = 0, 1, -1
_int, _long, _pointer = ctypes.c_int, ctypes.c_longlong, ctypes.c_void_p
_SIGNATURES = {
    "cublasSetStream_v2": (_pointer, _pointer),
    "cublasSetWorkspace_v2": (_pointer, _pointer, ctypes.c_size_t),
    "cublasGemmStridedBatchedEx": (
        _pointer, *(_int,) * 5, _pointer, *(_pointer, _int, _int, _long) * 2, _pointer, _pointer, _int, _int, _long,
        *(_int,) * 3,
    ),
}  # fmt: skip
_workspaces = threading.local()  # by device: graphs belong to a thread, which launches them one after the other


@functools.cache
def _library(xp: ArrayModule) -> Any:
    """Return the cuBLAS library that cupy has loaded, or None.

    On Windows, its functions cannot be found in this way.
    """
    try:
        library = ctypes.CDLL(xp.cuda.cublas.__file__)
        for name, types in _SIGNATURES.items():
            getattr(library, name).argtypes = types
    except (AttributeError, ImportError, OSError):
        return None
    return library


def _workspace(xp: ArrayModule, device: int) -> Any:
    known: dict[Any, Any] = vars(_workspaces)
    if device not in known:
        known[device] = xp.empty(WORKSPACE, "uint8")
    return known[device]


def product(xp: ArrayModule, x: Array, y: Array, out: Array) -> None:
    """Compute out = x @ y, for matrices or batches of matrices. Raises RunError if cuBLAS fails."""
    fits = out.dtype.name in _TYPES and x.dtype == y.dtype == out.dtype and out.flags.c_contiguous
    library = _library(xp) if fits and x.size and y.size else None
    if library is None:
        xp.matmul(x, y, out=out)
        return
    gemm = _gemm(xp, x, y, out)
    kind, compute, factor = _TYPES[out.dtype.name]
    one, zero = factor(1.0), factor(0.0)
    handle, workspace = xp.cuda.get_cublas_handle(), _workspace(xp, int(out.device.id))
    # cuBLAS counts along columns: it multiplies the transposes, in the other order
    status = (
        library.cublasSetStream_v2(handle, xp.cuda.get_current_stream().ptr)
        or library.cublasSetWorkspace_v2(handle, workspace.data.ptr, WORKSPACE)  # which the line above reset
        or library.cublasGemmStridedBatchedEx(
            handle, gemm.right.turn, gemm.left.turn, gemm.columns, gemm.rows, gemm.inner, ctypes.byref(one),
            gemm.right.array.data.ptr, kind, gemm.right.distance, gemm.right.step,
            gemm.left.array.data.ptr, kind, gemm.left.distance, gemm.left.step,
            ctypes.byref(zero), out.data.ptr, kind, gemm.columns, gemm.rows * gemm.columns, gemm.matrices,
            compute, _DEFAULT_ALGORITHM,
        )
    )  # fmt: skip
    if status:
        raise RunError(
            f"a matrix product on the GPU failed: cuBLAS answers {status}",
            facts={"x": (x.shape, x.dtype), "y": (y.shape, y.dtype)},
            fix="see cublasStatus_t in NVIDIA's documentation; an earlier kernel may have failed",
        )


class _Operand(NamedTuple):
    """Batch of matrices in the form that cuBLAS accepts."""

    array: Any
    turn: int
    distance: int  # between two rows, or two columns
    step: int  # between two matrices


class _Gemm(NamedTuple):
    """Numbers that describe one call of cuBLAS."""

    left: _Operand
    right: _Operand
    rows: int
    columns: int
    inner: int
    matrices: int


def _gemm(xp: ArrayModule, x: Array, y: Array, out: Array) -> _Gemm:
    batch, (rows, columns), inner = out.shape[:-2], out.shape[-2:], x.shape[-1]
    left, right = _operand(xp, x, batch), _operand(xp, y, batch)
    count = math.prod(batch)
    if count > 1 and not right.step and left.turn == _AS_IT_LIES and left.step == rows * left.distance:
        rows, count = rows * count, 1  # one y for all, and the rows of x lie behind each other: one product
    return _Gemm(left, right, rows, columns, inner, count)


def _operand(xp: ArrayModule, array: Array, batch: tuple[int, ...]) -> _Operand:
    """Return the layout of the matrices for cuBLAS. Copy matrices in a layout that cuBLAS does not support."""
    lie, step = _lie(array), _batch_step(array, batch)
    if lie is None or step is None:
        array = xp.ascontiguousarray(array)
        lie, step = _lie(array), _batch_step(array, batch)
        if step is None:  # it is broadcast along some of the batch's dims
            array = xp.ascontiguousarray(xp.broadcast_to(array, (*batch, *array.shape[-2:])))
            step = _batch_step(array, batch)
    assert lie is not None and step is not None
    return _Operand(array, *lie, step)


def _lie(array: Array) -> tuple[int, int] | None:
    """Return (True if cuBLAS must transpose, distance of rows or columns).

    The elements of a row, or of a column, are adjacent.
    """
    (rows, columns), (down, along) = array.shape[-2:], (s // array.itemsize for s in array.strides[-2:])
    if columns == 1 or along == 1:
        distance = columns if rows == 1 else down
        if distance >= columns:
            return _AS_IT_LIES, distance
    if rows == 1 or down == 1:
        distance = rows if columns == 1 else along
        if distance >= rows:
            return _TRANSPOSED, distance
    return None


def _batch_step(array: Array, batch: tuple[int, ...]) -> int | None:
    """Return the number of elements between the starts of two matrices of a batch, in C order.

    Return None if these numbers differ.
    """
    missing = len(batch) - (array.ndim - 2)
    shape, strides = array.shape[:-2], array.strides[:-2]
    step, covered = None, 1
    for i in reversed(range(len(batch))):
        if batch[i] == 1:
            continue
        stride = 0 if i < missing or shape[i - missing] == 1 else strides[i - missing] // array.itemsize
        if step is None:
            step = stride
        elif stride != step * covered:
            return None
        covered *= batch[i]
    return step or 0
