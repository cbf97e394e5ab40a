"""BLAS: how many threads matrix products have. Some large ones are better shared inside BLAS, many small ones outside.

Where images or heads are shared among our threads, each product must keep to its own.
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
    """The controls of the BLAS that NumPy uses; none where it has none, as Accelerate."""
    import numpy as np

    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:  # the core runs with NumPy alone; its products then keep their threads
        return []
    found = [c for c in ThreadpoolController().lib_controllers if c.user_api == "blas"]
    home = np.__file__.rsplit("/", 2)[0]
    return [c for c in found if c.filepath.startswith(home)] or found


def width() -> int:
    """Among how many threads of ours matrix products can be shared."""
    return thread_pool.width() if thread_pool.width() > 1 and _controls() else 1


def beside(lists: list[list[Call]]) -> Call:
    """One call that makes these lists of calls at the same time; products inside have one thread each."""
    return functools.partial(_alone, thread_pool.parallel(lists))


class _Alone:
    """BLAS has one thread while anyone is inside; who leaves last gives it back what it had."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._before: list[int] = []

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before = [c.num_threads for c in _controls()]
                _set([1] * len(self._before))
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                _set(self._before)


def _set(counts: list[int]) -> None:
    for control, count in zip(_controls(), counts, strict=True):
        # threadpoolctl lets only one thread decide, and ignores the others; here they agree among themselves
        getattr(control, "_real_set_num_threads", control.set_num_threads)(count)


_ALONE = _Alone()


def _alone(call: Call) -> None:
    with _ALONE:
        call()
