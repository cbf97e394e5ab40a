"""A pause of Python's garbage collector, for work that makes many objects that all stay."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_pauses: list[bool] = []  # of all threads; the first one says whether the collector was on before


@contextmanager
def collector_paused() -> Iterator[None]:
    """Do not look for cycles of garbage meanwhile, in any thread; keep it short.

    A full collection goes through all objects of the process. It is due when a quarter of them is new, so work that
    makes a hundred thousand objects has several of them, which find nothing.

    >>> with collector_paused():
    ...     gc.isenabled()
    False
    """
    with _lock:
        _pauses.append(gc.isenabled() if not _pauses else _pauses[0])
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            if _pauses.pop() and not _pauses:
                gc.enable()
