"""Pause of Python's garbage collector during work that creates many long-lived objects."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_pauses: list[bool] = []  # of all threads; the first item is True if the collector was on before


@contextmanager
def collector_paused() -> Iterator[None]:
    """Disable the search for cyclic garbage inside the block, in all threads. The block must be short.

    A full collection visits all objects of the process. It runs when a quarter of all objects is new. So 100,000 new
    objects would cause several collections, which find no garbage.

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
