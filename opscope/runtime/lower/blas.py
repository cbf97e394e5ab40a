"""Number of threads that BLAS uses for matrix products.

BLAS divides products of medium size among its threads. opscope divides all larger work among its own threads. When
opscope's threads divide images or attention heads, each product must run on one BLAS thread. Products of medium size
may use all BLAS threads if the result has the same bits with any number of threads. On Haswell and Zen CPUs, OpenBLAS
computes other bits on two threads than on one. On such CPUs, each product of a lowered run uses one thread. Therefore,
the number of BLAS threads does not change the results of a lowered run.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import math
import threading
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from opscope.runtime.lower import thread_pool

Call = Callable[[], Any]
MAX_SINGLE_FLOPS = 1 << 19  # operations up to which BLAS uses one thread anyway
WINDOW = 3e-3  # seconds of shared products after which they are compared with the same products on one thread
LONG_SUMS = ((300, "float32"), (512, "float32"), (1100, "float32"), (300, "float64"), (700, "float64"))
MIN_PAUSE, MAX_PAUSE = 0.05, 2.0  # seconds on one thread before threads are tried again


class _ThreadControl(NamedTuple):
    """Control for the number of threads of one BLAS library."""

    get: Callable[[], int]
    set: Callable[[int], Any]


@functools.cache
def _controls() -> list[_ThreadControl]:
    """Return the thread controls of NumPy's BLAS. A library such as Accelerate has none, so the result is empty."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:  # the core runs with NumPy alone; its products then keep their threads
        return []
    found = [c for c in ThreadpoolController().lib_controllers if c.user_api == "blas"]
    numpy_folder = np.__file__.rsplit("/", 2)[0]
    return [_control(c) for c in [c for c in found if c.filepath.startswith(numpy_folder)] or found]


def _control(library: Any) -> _ThreadControl:
    # threadpoolctl applies the limit of one thread only and ignores others; here the lock makes them agree
    slow = _ThreadControl(
        lambda: library.num_threads, getattr(library, "_real_set_num_threads", library.set_num_threads)
    )
    if getattr(library, "threading_layer", "") != "pthreads":
        return slow
    # It also looks for the functions at each call, and leaves the GIL in them: 10 us for each product.
    functions, name = ctypes.PyDLL(library.filepath), "{}openblas_{}_num_threads{}".format
    for prefix, suffix in itertools.product(("", "scipy_"), ("", "64_", "_64")):
        if hasattr(functions, name(prefix, "get", suffix)):
            return _ThreadControl(*(getattr(functions, name(prefix, verb, suffix)) for verb in ("get", "set")))
    return slow


@functools.cache
def threads_change_no_bit() -> bool:
    """Return True if this BLAS computes the same bits with any number of threads.

    The function tests this with long sums. The test takes milliseconds.
    """
    before, found = [c.get() for c in _controls()], set[bytes]()
    random = np.random.default_rng(0)
    sums = [random.standard_normal((2, 128, length)).astype(dtype) for length, dtype in LONG_SUMS]
    try:
        for count in {1, 2, *before}:
            _set_num_threads([count] * len(before))
            found.add(b"".join((a @ b.T).tobytes() for a, b in sums))
    finally:
        _set_num_threads(before)
    return len(found) == 1


def _has_threads() -> bool:
    return any(c.get() > 1 for c in _controls())


def _may_change_threads() -> bool:
    return thread_pool.num_threads() > 1 and bool(_controls())


def num_threads() -> int:
    """Return the number of opscope threads that can share matrix products."""
    return thread_pool.num_threads() if _may_change_threads() else 1


def parallel(lists: list[list[Call]]) -> Call:
    """Return a call that runs these lists of calls in parallel. Each matrix product in a list uses one BLAS thread."""
    return functools.partial(_run_single_threaded, thread_pool.parallel(lists))


class _SingleThreadedBlas:
    """Context manager: BLAS uses only one thread.

    When the last thread leaves such a block, the earlier number of BLAS threads is restored.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._before: list[int] = []

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before = [c.get() for c in _controls()]
                _set_num_threads([1] * len(self._before))
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                _set_num_threads(self._before)


def _set_num_threads(counts: list[int]) -> None:
    for control, count in zip(_controls(), counts, strict=True):
        control.set(count)


_SINGLE_THREADED = _SingleThreadedBlas()


def _run_single_threaded(call: Call) -> None:
    with _SINGLE_THREADED:
        call()


class _SharingMonitor:
    """Measurement that shows if several BLAS threads currently save time.

    BLAS threads wait for each other in a loop. If another process needs a core, a product on several threads takes much
    longer than on one thread. Therefore, opscope measures the time on several threads and on one thread. If products on
    several threads take longer, opscope computes products on one thread for some time. This time increases until
    several threads save time again. For example, a browser needs a core for short times while it draws.
    """

    def __init__(self) -> None:
        self.single_until = 0.0  # on the clock of perf_counter
        self._pause = MIN_PAUSE
        self._shared = self._single = 0.0  # seconds in this window; and what one thread would have taken

    def add(self, shared: float, single: float, now: float) -> None:
        """Add a measurement of a product: `shared` seconds on several threads, and `single` seconds on one thread."""
        self._shared += shared
        self._single += single
        if self._shared < WINDOW:
            return
        if self._shared > self._single:
            self.single_until = now + self._pause
            self._pause = min(2 * self._pause, MAX_PAUSE)
        elif now - self.single_until >= self._pause:
            self._pause = MIN_PAUSE
        self._shared = self._single = 0.0


sharing = _SharingMonitor()


class Product:
    """Call of a matrix product. BLAS divides the product among its threads only if this saves time."""

    __slots__ = ("_call", "_single")

    def __init__(self, call: Call) -> None:
        self._call = call
        self._single = math.inf  # the fewest seconds that it took on one thread

    def __call__(self) -> None:
        start = perf_counter()
        if self._single == math.inf or start < sharing.single_until:
            with _SINGLE_THREADED:
                start = perf_counter()
                self._call()
                self._single = min(self._single, perf_counter() - start)
            return
        self._call()
        now = perf_counter()
        sharing.add(now - start, self._single, now)


def product(call: Call, flops: int) -> Call:
    """Return a function that computes a product with this number of operations.

    The function uses several threads if this currently saves time, and otherwise one thread.
    """
    if flops <= MAX_SINGLE_FLOPS or not _has_threads():
        return call
    return Product(call) if threads_change_no_bit() else functools.partial(_run_single_threaded, call)
