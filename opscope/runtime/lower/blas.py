"""BLAS threads: a few large matrix products are shared inside BLAS, many small ones among opscope's threads.

When images or attention heads are shared among our threads, each product must run on one BLAS thread.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

from opscope.runtime.lower import thread_pool

Call = Callable[[], Any]


@functools.cache
def _controls() -> list[Any]:
    """The thread controls of NumPy's BLAS; empty if it has none, such as Accelerate."""
    import numpy as np

    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:  # the core runs with NumPy alone; its products then keep their threads
        return []
    found = [c for c in ThreadpoolController().lib_controllers if c.user_api == "blas"]
    numpy_folder = np.__file__.rsplit("/", 2)[0]
    return [c for c in found if c.filepath.startswith(numpy_folder)] or found


def num_threads() -> int:
    """The number of opscope threads that can share matrix products."""
    return thread_pool.num_threads() if thread_pool.num_threads() > 1 and _controls() else 1


def parallel(lists: list[list[Call]]) -> Call:
    """One call that runs these lists of calls in parallel; matrix products inside use one BLAS thread each."""
    return functools.partial(_run_single_threaded, thread_pool.parallel(lists))


class _SingleThreadedBlas:
    """Sets BLAS to one thread while any thread is inside; the last to leave restores the former number."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._before: list[int] = []

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before = [c.num_threads for c in _controls()]
                _set_num_threads([1] * len(self._before))
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                _set_num_threads(self._before)


def _set_num_threads(counts: list[int]) -> None:
    for control, count in zip(_controls(), counts, strict=True):
        # threadpoolctl applies the limit of one thread only and ignores others; here the lock makes them agree
        getattr(control, "_real_set_num_threads", control.set_num_threads)(count)


_SINGLE_THREADED = _SingleThreadedBlas()


def _run_single_threaded(call: Call) -> None:
    with _SINGLE_THREADED:
        call()
