"""CUDA kernels of taps. One launch measures many arrays, and a second launch combines the blocks of each array.

`runtime/lower/moments.py` documents the numbers. Sums are float64 sums of differences from an origin. The origin is an
element near the start that is not 0. Therefore the sums are precise even if the deviation is much smaller than the
mean. If the squares of numbers as large as the origin would leave the range of float64, the differences are scaled
(`origin_scale`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.place import to_host_async
from opscope.runtime.lower import moments
from opscope.runtime.lower.cuda.array_access import C_TYPES

NAMES = ("LOW", "HIGH", "SUM", "SQUARES", "ZEROS", "NANS", "INFS", "ORIGIN")
COLUMNS = len(NAMES)
THREADS = 256  # of a block
ELEMENTS = 16  # of a thread, at least
BLOCKS = 64  # of an array, at most

SAFE = moments.SAFE_EXPONENT
LIMITS = {"LARGE": 2.0**SAFE, "SMALL": 2.0**-SAFE, "UP": 2.0**600, "DOWN": 2.0**-600}

# the columns, as `moments` numbers them, and how two of their numbers combine
DEFINES = "".join(f"#define {name} {value!r}\n" for name, value in LIMITS.items())
PRELUDE = f"""\
{DEFINES}
enum {{ {", ".join(f"{name} = {getattr(moments, name)}" for name in NAMES)}, COLUMNS = {COLUMNS} }};

__device__ inline double combine(int column, double x, double y) {{
  return column == LOW ? (x < y ? x : y) : column == HIGH ? (x > y ? x : y) : column == ORIGIN ? x : x + y;
}}
"""
MEASURE = """
extern "C" __global__ void kernel(const long long *table, const double given, double *blocks) {{
  const Element *x = (const Element *)table[2 * blockIdx.y];
  const long long size = table[2 * blockIdx.y + 1];
  double origin = given;
  if (origin != origin) {{
    origin = 0;
    for (int i = 0; i < 32 && i < size; ++i) {{
      const double first = wide(x[i]);
      if (first - first == 0 && first != 0) {{
        origin = first;
        break;
      }}
    }}
  }}
  const double distance = origin < 0 ? -origin : origin;
  const double scale = distance > LARGE ? DOWN : distance > 0 && distance < SMALL ? UP : 1;
  const double largest = 1.7976931348623157e308;
  double m[ORIGIN] = {{largest, -largest, 0, 0, 0, 0, 0}};
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {{
    const double value = wide(x[i]), shifted = value * scale - origin * scale;
    if (value != value) {{
      m[NANS] += 1;
    }} else if (value - value != 0) {{
      m[INFS] += 1;
    }} else {{
      m[LOW] = value < m[LOW] ? value : m[LOW];
      m[HIGH] = value > m[HIGH] ? value : m[HIGH];
      m[SUM] += shifted;
      m[SQUARES] += shifted * shifted;
      m[ZEROS] += value == 0;
    }}
  }}
  __shared__ double warps[{warps}][ORIGIN];
  for (int k = 0; k < ORIGIN; ++k) {{
    for (int d = 16; d; d >>= 1) m[k] = combine(k, m[k], __shfl_xor_sync(0xffffffffu, m[k], d));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32][k] = m[k];
  }}
  __syncthreads();
  double *out = blocks + COLUMNS * (blockIdx.y * (long long)gridDim.x + blockIdx.x);
  if (threadIdx.x < ORIGIN) {{
    double found = warps[0][threadIdx.x];
    for (int i = 1; i < {warps}; ++i) found = combine(threadIdx.x, found, warps[i][threadIdx.x]);
    out[threadIdx.x] = found;
  }} else if (threadIdx.x == ORIGIN) {{
    out[ORIGIN] = origin;
  }}
}}
"""
WIDE = """__device__ inline double wide(Element x) { return (double)x; }
"""
# cupy compiles kernels with options under which the conversion turns a subnormal number into 0
WIDE_FLOAT = """__device__ inline double wide(float x) {
  union { float number; unsigned int bits; } both;
  both.number = x;
  if (both.bits & 0x7f800000u) return (double)x;
  const double small = (double)(both.bits & 0x007fffffu) * 1.401298464324817e-45;
  return both.bits & 0x80000000u ? -small : small;
}
"""
COMBINE_BLOCKS = """
extern "C" __global__ void kernel(const int count, const double *blocks, double *out) {
  const double *mine = blocks + COLUMNS * count * (long long)blockIdx.x + threadIdx.x;
  double found = mine[0];
  for (int i = 1; i < count; ++i) found = combine(threadIdx.x, found, mine[COLUMNS * i]);
  out[COLUMNS * blockIdx.x + threadIdx.x] = found;
}
"""


@functools.cache
def _kernel(xp: ArrayModule, element: str) -> Any:
    """Return the kernel that measures arrays of this dtype. For "", return the kernel that combines blocks."""
    if not element:
        return _compiled(xp, PRELUDE + COMBINE_BLOCKS)
    wide = WIDE_FLOAT if element == "float32" else WIDE
    measure = MEASURE.format(warps=THREADS // 32)
    return _compiled(xp, f"typedef {C_TYPES[element]} Element;\n\n{wide}{PRELUDE}{measure}")


def _compiled(xp: ArrayModule, source: str) -> Any:
    return xp.RawKernel(source, "kernel", options=("--std=c++14",))


def origin_scale(origin: float) -> float:
    """Return the factor for differences from this origin.

    The factor is 1 unless the squares of the differences may leave the range of float64.
    """
    distance = abs(origin)
    return LIMITS["DOWN"] if distance > LIMITS["LARGE"] else LIMITS["UP"] if 0 < distance < LIMITS["SMALL"] else 1.0


def is_measurable(array: Array) -> bool:
    """Return True if the array has elements, and they are in memory without gaps, in any order."""
    gapless = array.flags.c_contiguous or array.flags.f_contiguous
    return bool(array.size) and gapless and array.dtype.name in C_TYPES


class DeviceMeasurement:
    """Launches that measure arrays of one dtype, and the numbers that they write. Their memory is not freed.

    `origin` replaces the element that is subtracted before the elements are summed.
    """

    def __init__(self, xp: ArrayModule, arrays: Sequence[Any], origin: float = np.nan) -> None:
        self.xp = xp
        self.arrays = arrays  # kept alive: the table holds their addresses
        self.element = arrays[0].dtype.name
        self.blocks = max(1, min(BLOCKS, max(a.size for a in arrays) // (THREADS * ELEMENTS)))
        self._table = xp.asarray(np.array([(a.data.ptr, a.size) for a in arrays], np.int64).ravel())
        self._origin = np.float64(origin)
        self._block_numbers = xp.empty(len(arrays) * self.blocks * COLUMNS)
        self._numbers = xp.empty(len(arrays) * COLUMNS)

    def launch(self, start: int = 0, stop: int | None = None) -> None:
        """Measure arrays `start` to `stop`."""
        stop = len(self.arrays) if stop is None else stop
        count = stop - start
        if count > 0:
            table = self._table[2 * start :]
            blocks = self._block_numbers[COLUMNS * self.blocks * start :]
            out = self._numbers[COLUMNS * start :]
            _kernel(self.xp, self.element)((self.blocks, count), (THREADS,), (table, self._origin, blocks))
            _kernel(self.xp, "")((count,), (COLUMNS,), (np.int32(self.blocks), blocks, out))

    def copy_to_host(self) -> Callable[[], Any]:
        """Start to copy all numbers to the host.

        The returned function waits for the copy and returns `numbers()`.
        """
        copied = to_host_async(self._numbers)
        return lambda: copied().reshape(-1, COLUMNS)

    def numbers(self) -> Any:
        """Return the numbers LOW to ORIGIN of each array, on the host. Each array has a row."""
        return self.copy_to_host()()


def measure_on_device(xp: ArrayModule, array: Array, origin: float = np.nan) -> Any:
    """Return the numbers LOW to ORIGIN of one array, on the host."""
    measurement = DeviceMeasurement(xp, [array], origin)
    measurement.launch()
    return measurement.numbers()[0]
