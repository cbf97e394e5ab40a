"""Measured limits of this machine: the memory bandwidth, and the speed of a matrix product."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opscope.core.place import CPU, CPUPlace, Place, place_module
from opscope.runtime.lower import thread_pool

MIN_COPIED = 64 << 20  # bytes of the copied arrays, which must not fit into the last cache
MAX_COPIED = 256 << 20
SIDE = {"float32": 768, "float64": 640}  # side of the multiplied matrices; a GPU needs larger ones
TRIES = 50
TIME_LIMIT = 0.2  # seconds after which no further measurement begins


@dataclass(frozen=True, slots=True)
class MachineLimits:
    """Measured limits of a machine.

    Attributes:
        memory: bytes per second that a large copy moves.
        matmul: floating-point operations per second that a large matrix product computes.
        dtype: dtype of the matrix product.
        copied: number of copied bytes.
    """

    memory: float
    matmul: float
    dtype: str = "float32"
    copied: int = MIN_COPIED

    def __str__(self) -> str:
        copied = f"{self.memory / 1e9:.1f} GB/s ({self.copied >> 20} MiB copied)"
        return f"{copied}, {self.matmul / 1e9:.0f} GFLOP/s ({self.dtype} matmul)"


def limits(place: Place = CPU, dtype: str = "float32") -> MachineLimits:
    """Return the limits of a place (a CPU or GPU).

    The limits are measured at the first call, with a copy and a matrix product. The measurement takes less than half a
    second.

    On a CPU, all cores copy data, as in a compiled (lowered) run, and BLAS computes the matrix product.
    """
    dtype = dtype if dtype in SIDE else "float32"
    for key, measure in (((place, "memory"), _memory), ((place, dtype), functools.partial(_matmul, dtype=dtype))):
        if key not in _measured:
            _measured[key] = measure(place)
    return MachineLimits(_measured[place, "memory"], _measured[place, dtype], dtype, _copied(place))


def measure_again(place: Place = CPU, dtype: str = "float32") -> MachineLimits:
    """Measure the limits of a place again, because the machine may have been busy the first time.

    The largest result of all measurements counts.
    """
    dtype = limits(place, dtype).dtype
    _measured[place, "memory"] = max(_measured[place, "memory"], _memory(place))
    _measured[place, dtype] = max(_measured[place, dtype], _matmul(place, dtype))
    return limits(place, dtype)


_measured: dict[tuple[Place, str], float] = {}  # by place: "memory", and by dtype the matmul


def _copied(place: Place) -> int:
    return min(max(MIN_COPIED, 2 * last_cache()), MAX_COPIED) if isinstance(place, CPUPlace) else MAX_COPIED


def last_cache() -> int:
    """Return the size of the machine's largest cache in bytes, or 0 if the size is unknown."""
    try:
        with open("/sys/devices/system/cpu/cpu0/cache/index3/size", encoding="ascii") as file:
            return int(file.read().strip().removesuffix("K")) << 10
    except (OSError, ValueError):
        return 0


def synchronizer(place: Place) -> Callable[[], Any]:
    """Return a function that waits until a place (a CPU or GPU) has finished its work."""
    if isinstance(place, CPUPlace):
        return _no_wait
    return place_module(place).cuda.get_current_stream().synchronize


def _no_wait() -> None:
    """Do nothing, because on a CPU the work is finished when a call returns."""


def _memory(place: Place) -> float:
    xp, size = place_module(place), _copied(place)
    source, target = xp.ones(size // 8), xp.zeros(size // 8)
    threads = thread_pool.num_threads() if isinstance(place, CPUPlace) else 1
    slices = [slice(source.size * i // threads, source.size * (i + 1) // threads) for i in range(threads)]
    copies = [[functools.partial(xp.copyto, target[c], source[c])] for c in slices]
    return 2 * size / _best(thread_pool.parallel(copies) if threads > 1 else copies[0][0], synchronizer(place))


def _matmul(place: Place, dtype: str) -> float:
    xp: Any = place_module(place)
    side = SIDE[dtype] if isinstance(place, CPUPlace) else 4096
    x, y, out = (xp.ones((side, side), dtype) for _ in range(3))
    return 2 * side**3 / _best(functools.partial(xp.dot, x, y, out), synchronizer(place))


def _best(call: Callable[[], Any], wait: Callable[[], Any]) -> float:
    """Return the seconds of the fastest of several tries. The first try is not counted."""
    best, began = math.inf, time.perf_counter()
    for attempt in range(TRIES + 1):
        start = time.perf_counter()
        call()
        wait()
        end = time.perf_counter()
        if attempt:
            best = min(best, end - start)
            if end - began > TIME_LIMIT:
                break
    return best
