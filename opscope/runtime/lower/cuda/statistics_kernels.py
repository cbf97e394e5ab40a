"""Measures: what is said of many arrays on a device, by one launch (and one that adds up its parts).

For each array: the range, sum, squares and zeros of its finite elements, how many are NaN and how many infinite. Sums
are float64's, of differences from one of the first elements: so a spread that is small against the mean keeps its
digits.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.place import host_later
from opscope.runtime.lower.cuda.strides import TYPES

LOW, HIGH, SUM, SQUARES, ZEROS, NANS, INFS, ORIGIN = range(8)
THREADS, EACH, BLOCKS = 256, 16, 64  # of a block; elements of a thread at least; blocks of an array at most

SOURCE = """\
typedef {element} Element;

{wide}
__device__ inline double both(int k, double x, double y) {{
  return k == 0 ? (x < y ? x : y) : k == 1 ? (x > y ? x : y) : x + y;
}}

extern "C" __global__ void kernel(const long long *table, const double given, double *parts) {{
  const Element *x = (const Element *)table[2 * blockIdx.y];
  const long long size = table[2 * blockIdx.y + 1];
  double origin = given;
  if (origin != origin) {{
    origin = 0;
    for (int i = 0; i < 32 && i < size; ++i) {{
      const double first = wide(x[i]);
      if (first - first == 0) {{
        origin = first;
        break;
      }}
    }}
  }}
  const double far = 1.7976931348623157e308;
  double m[7] = {{far, -far, 0, 0, 0, 0, 0}};
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {{
    const double value = wide(x[i]), away = value - origin;
    if (value != value) {{
      m[5] += 1;
    }} else if (value - value != 0) {{
      m[6] += 1;
    }} else {{
      m[0] = value < m[0] ? value : m[0];
      m[1] = value > m[1] ? value : m[1];
      m[2] += away;
      m[3] += away * away;
      m[4] += value == 0;
    }}
  }}
  __shared__ double warps[{warps}][7];
  for (int k = 0; k < 7; ++k) {{
    for (int d = 16; d; d >>= 1) m[k] = both(k, m[k], __shfl_xor_sync(0xffffffffu, m[k], d));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32][k] = m[k];
  }}
  __syncthreads();
  double *out = parts + 8 * (blockIdx.y * (long long)gridDim.x + blockIdx.x);
  if (threadIdx.x < 7) {{
    double found = warps[0][threadIdx.x];
    for (int i = 1; i < {warps}; ++i) found = both(threadIdx.x, found, warps[i][threadIdx.x]);
    out[threadIdx.x] = found;
  }} else if (threadIdx.x == 7) {{
    out[7] = origin;
  }}
}}
"""
WIDE = """__device__ inline double wide(Element x) { return (double)x; }
"""
# cupy has kernels compiled so that the conversion would make 0 of a subnormal number
WIDE_FLOAT = """__device__ inline double wide(float x) {
  union { float number; unsigned int bits; } both;
  both.number = x;
  if (both.bits & 0x7f800000u) return (double)x;
  const double small = (double)(both.bits & 0x007fffffu) * 1.401298464324817e-45;
  return both.bits & 0x80000000u ? -small : small;
}
"""
FOLD = """\
__device__ inline double both(int k, double x, double y) {
  return k == 0 ? (x < y ? x : y) : k == 1 ? (x > y ? x : y) : k == 7 ? x : x + y;
}

extern "C" __global__ void kernel(const int count, const double *parts, double *out) {
  const double *mine = parts + 8 * count * (long long)blockIdx.x + threadIdx.x;
  double found = mine[0];
  for (int i = 1; i < count; ++i) found = both(threadIdx.x, found, mine[8 * i]);
  out[8 * blockIdx.x + threadIdx.x] = found;
}
"""


@functools.cache
def _kernel(xp: Any, element: str) -> Any:
    wide = WIDE_FLOAT if element == "float32" else WIDE
    source = SOURCE.format(element=TYPES[element], wide=wide, warps=THREADS // 32) if element else FOLD
    return xp.RawKernel(source, "kernel", options=("--std=c++14",))


def measurable(array: Any) -> bool:
    """True if the elements lie without gaps, in whatever order, and there are some."""
    whole = array.flags.c_contiguous or array.flags.f_contiguous
    return bool(array.size) and whole and array.dtype.name in TYPES


class Measures:
    """The numbers of arrays of one dtype that stay where they are. `origin` replaces the element that sums begin at."""

    def __init__(self, xp: Any, arrays: Sequence[Any], origin: float = np.nan) -> None:
        self.xp = xp
        self.arrays = arrays  # kept: the table has their addresses
        self.element = arrays[0].dtype.name
        self.blocks = max(1, min(BLOCKS, max(a.size for a in arrays) // (THREADS * EACH)))
        self._table = xp.asarray(np.array([(a.data.ptr, a.size) for a in arrays], np.int64).ravel())
        self._origin = np.float64(origin)
        self._parts = xp.empty(len(arrays) * self.blocks * 8)
        self._out = xp.empty(len(arrays) * 8)

    def look(self, start: int = 0, stop: int | None = None) -> None:
        """Measure arrays start to stop."""
        stop = len(self.arrays) if stop is None else stop
        if stop > start:
            table = self._table[2 * start :]
            parts, out = self._parts[8 * self.blocks * start :], self._out[8 * start :]
            count = stop - start
            _kernel(self.xp, self.element)((self.blocks, count), (THREADS,), (table, self._origin, parts))
            _kernel(self.xp, "")((count,), (8,), (np.int32(self.blocks), parts, out))

    def begin(self) -> Callable[[], Any]:
        """Begin the one copy in which the numbers cross; what is returned waits for it, and gives them."""
        arrived = host_later(self._out)
        return lambda: arrived().reshape(-1, 8)

    def numbers(self) -> Any:
        """A row of eight for each array, on the host."""
        return self.begin()()


def measured(xp: Any, array: Any, origin: float = np.nan) -> Any:
    """The eight numbers of one array, on the host."""
    found = Measures(xp, [array], origin)
    found.look()
    return found.numbers()[0]
