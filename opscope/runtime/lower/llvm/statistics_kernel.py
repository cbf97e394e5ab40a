"""CPU kernels for taps.

One pass computes the range, sum, sum of squares and number of zeros of an array, or checks if all elements are finite.
`runtime/lower/moments.py` documents the numbers and the size of a chunk.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.machine_code import llvm_compiler
from opscope.runtime.lower.kernel_graph import FULL, ROW, KernelGraph
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.moments import CHUNK, HOST_COLUMNS, combine_chunks


@functools.cache
def _moments_program(dtype: Any) -> KernelGraph:
    """Return the kernel that writes LOW .. HOST_ORIGIN of `moments`, in this order.

    The second input of this kernel contains the origins.
    """
    graph = KernelGraph(dtype)
    x, origin = graph.input(FULL, dtype), graph.input(ROW, dtype)
    shifted = graph.apply("sub", x, origin)
    zeros = graph.to_float(graph.compare("oeq", x, 0.0))
    squares = graph.apply("mul", shifted, shifted)
    for op, value in (("bottom", x), ("top", x), ("total", shifted), ("total", squares), ("total", zeros)):
        graph.add_sink(graph.apply(op, value), "store row")
    graph.add_sink(origin, "store row")
    return graph


@functools.cache
def _finite_program(dtype: Any) -> KernelGraph:
    """Return the kernel that writes the sum of x * 0: 0, or NaN if an element is NaN or Inf."""
    graph = KernelGraph(dtype)
    x = graph.input(FULL, dtype)
    graph.add_sink(graph.apply("total", graph.apply("mul", x, 0.0)), "store row")
    return graph


def measure(array: Array) -> tuple[Any, float] | None:
    """Return (LOW .. HOST_ORIGIN of all elements of an array, the sum of the squares). Return None without a kernel.

    The numbers are computed in one pass. If an element is NaN or Inf, SQUARES is not finite, and the other numbers have
    no meaning.
    """
    if not has_kernel(array) or not array.size:
        return None
    columns = np.empty((HOST_COLUMNS, -(-array.size // CHUNK)), array.dtype)
    _write_moments(array, columns, 0)
    numbers, summed = combine_chunks(columns, [0], [array.size])
    return numbers[:, 0].tolist(), float(summed[0])


def measure_all(arrays: Sequence[Array]) -> tuple[Any, Any]:
    """Measure arrays of one dtype that have a kernel.

    Return a pair: the numbers LOW to HOST_ORIGIN of each array [6, arrays], and the sum of the squares of its chunks.
    """
    ends = list(itertools.accumulate(-(-array.size // CHUNK) for array in arrays))
    columns, starts = np.empty((HOST_COLUMNS, ends[-1]), arrays[0].dtype), [0, *ends[:-1]]
    for array, start in zip(arrays, starts, strict=True):
        _write_moments(array, columns, start)
    return combine_chunks(columns, starts, np.array([array.size for array in arrays], "float64"))


def _write_moments(array: Array, columns: Array, start: int) -> None:
    """Write the numbers of each chunk into a column, from column `start` on."""
    itemsize = array.itemsize
    origins = array.reshape(-1)[::CHUNK].copy()
    elements, out, column_bytes = array.ctypes.data, columns.ctypes.data + start * itemsize, columns.strides[0]
    whole, rest = divmod(array.size, CHUNK)
    for rows, size, first in ((whole, CHUNK, 0), (1, rest, whole)):
        if not rows or not size:
            continue
        targets = [out + i * column_bytes + first * itemsize for i in range(HOST_COLUMNS)]
        read = elements + first * CHUNK * itemsize, origins.ctypes.data + first * itemsize
        table = np.array([rows, size, 0, *read, *targets], np.int64)
        _moments_function(array.dtype, size % 16 == 0)(table.ctypes.data)


@functools.cache
def _moments_function(dtype: Any, whole_vectors: bool) -> Callable[[int], None]:
    return kernel_cache.compile_kernel(_moments_program(dtype), 16 if whole_vectors else 1).call


def bind_measure(flat: Array, numbers: Sequence[Any]) -> kernel_cache.BoundKernel | None:
    """Return a call that writes LOW .. HOST_ORIGIN of a flat array of floats into 0-d arrays of its dtype, or None."""
    return _bind(_moments_program, flat, [flat[:1], *numbers])


def bind_finite_check(flat: Array, number: Any) -> kernel_cache.BoundKernel | None:
    """Return a call that writes 0 into a 0-d array, or NaN if an element is NaN or Inf.

    Return None without a kernel, as in `measure`.
    """
    return _bind(_finite_program, flat, [number])


def _bind(graph: Callable[[Any], KernelGraph], flat: Array, numbers: Sequence[Any]) -> kernel_cache.BoundKernel | None:
    if not has_kernel(flat):
        return None
    function = kernel_cache.compile_kernel(graph(flat.dtype), flat.size)
    return kernel_cache.bind(function, 1, flat.size, np.empty(0, flat.dtype), [flat, *numbers])


def has_kernel(array: Array) -> bool:
    """Return True if there is a kernel for an array."""
    return llvm_compiler.available() and array.dtype.char in "fd" and array.flags.c_contiguous
