"""What this machine can do at most, measured once: bytes a second through memory, products a second in a matmul."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opscope.core.place import CPU, CPUPlace, Place, module_of
from opscope.runtime.lower import thread_pool

COPIED = 64 << 20  # bytes of the arrays that are copied, at least: they must not fit into the last cache
MOST = 256 << 20
SIDE = {"float32": 768, "float64": 640}  # of the matrices that are multiplied; a GPU needs larger ones
TRIES = 50
PATIENCE = 0.2  # seconds after which no further try begins


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes and floating-point operations a second that this machine was seen to reach."""

    memory: float
    matmul: float
    dtype: str = "float32"
    copied: int = COPIED

    def __str__(self) -> str:
        copied = f"{self.memory / 1e9:.1f} GB/s ({self.copied >> 20} MiB copied)"
        return f"{copied}, {self.matmul / 1e9:.0f} GFLOP/s ({self.dtype} matmul)"


def limits(place: Place = CPU, dtype: str = "float32") -> Limits:
    """Measured when first asked for, in less than half a second: reads and writes of a large copy, and one product.

    On a CPU all cores copy, as in a lowered run, and the product is the BLAS's own.
    """
    dtype = dtype if dtype in SIDE else "float32"
    return Limits(_memory(place), _matmul(place, dtype), dtype, _copied(place))


def _copied(place: Place) -> int:
    return min(max(COPIED, 2 * last_cache()), MOST) if isinstance(place, CPUPlace) else MOST


def last_cache() -> int:
    """Bytes of the largest cache, 0 where the system does not tell."""
    try:
        with open("/sys/devices/system/cpu/cpu0/cache/index3/size", encoding="ascii") as file:
            return int(file.read().strip().removesuffix("K")) << 10
    except (OSError, ValueError):
        return 0


def synchronizer(place: Place) -> Callable[[], Any]:
    """What waits until everything that was asked of a place is done."""
    if isinstance(place, CPUPlace):
        return _nothing
    return module_of(place).cuda.get_current_stream().synchronize


def _nothing() -> None:
    """A CPU is done when a call returns."""


@functools.cache
def _memory(place: Place) -> float:
    xp, size = module_of(place), _copied(place)
    source, target = xp.ones(size // 8), xp.zeros(size // 8)
    parts = thread_pool.width() if isinstance(place, CPUPlace) else 1
    cut = [slice(source.size * i // parts, source.size * (i + 1) // parts) for i in range(parts)]
    copies = [[functools.partial(xp.copyto, target[c], source[c])] for c in cut]
    return 2 * size / _best(thread_pool.parallel(copies) if parts > 1 else copies[0][0], synchronizer(place))


@functools.cache
def _matmul(place: Place, dtype: str) -> float:
    xp: Any = module_of(place)
    side = SIDE[dtype] if isinstance(place, CPUPlace) else 4096
    x, y, out = (xp.ones((side, side), dtype) for _ in range(3))
    return 2 * side**3 / _best(functools.partial(xp.dot, x, y, out), synchronizer(place))


def _best(call: Callable[[], Any], wait: Callable[[], Any]) -> float:
    """Seconds of the fastest of a few tries, the first of which only warms up."""
    best, began = math.inf, time.perf_counter()
    for attempt in range(TRIES + 1):
        start = time.perf_counter()
        call()
        wait()
        end = time.perf_counter()
        if attempt:
            best = min(best, end - start)
            if end - began > PATIENCE:
                break
    return best
