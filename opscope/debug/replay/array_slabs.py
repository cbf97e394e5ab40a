"""Copies of arrays in slabs: large pieces of memory that the system maps in huge pages.

Each page of fresh memory costs more than to copy its 4 KiB, and a history that grows is all fresh memory: measured, a
copy of 16 KiB takes 12 us in memory of its own and 3.5 us in a slab. In a virtual machine, where the host maps its
memory too, huge pages are as slow: so a slab is used again when nothing holds an array in it any more.
"""

from __future__ import annotations

import contextlib
import math
import mmap
import weakref
from typing import Any

import numpy as np

SLAB_BYTES = 8 << 20
LEAST_SLABS = 16  # the budget of a history that has slabs, in slabs: at both of its ends one may be mostly empty
LEAST_BYTES = 4 << 10  # smaller arrays share pages with others as they are
ALIGNMENT = 64  # bytes: of a cache line, and of the widest vectors


class ArraySlabs:
    """Copies arrays into slabs, one after the other. A slab is free when the last array in it is.

    `budget` is how many bytes of copies there will be: with a small one, each array has memory of its own. Free slabs
    are kept for the next copies until `release`, or as long as this object lives.
    """

    def __init__(self, budget: int) -> None:
        self._is_used = budget >= LEAST_SLABS * SLAB_BYTES
        self._slab = np.empty(0, np.uint8)
        self._begin = 0  # of the free part
        self._free: list[mmap.mmap] = []

    def copy(self, array: Any) -> Any:
        """A copy of an array, in C order."""
        nbytes = array.nbytes
        if not (self._is_used and LEAST_BYTES <= nbytes <= SLAB_BYTES // 4 and type(array) is np.ndarray):
            return array.copy()
        if array.dtype.hasobject:
            return array.copy()
        if self._begin + nbytes > len(self._slab):
            self._slab, self._begin = self._next_slab(), 0
        made = np.ndarray(array.shape, array.dtype, self._slab, self._begin)
        self._begin += math.ceil(nbytes / ALIGNMENT) * ALIGNMENT
        made[...] = array
        return made

    def release(self) -> None:
        """Give the free slabs back to the system."""
        self._slab, self._begin = np.empty(0, np.uint8), 0
        self._free.clear()

    def _next_slab(self) -> Any:
        memory = self._free.pop() if self._free else _mapped()
        # The base of every array in the slab: NumPy follows bases as long as they are arrays.
        slab = np.frombuffer(memory, np.uint8)
        weakref.finalize(slab, _take_back, weakref.ref(self), memory).atexit = False
        return slab


def _mapped() -> mmap.mmap:
    if not hasattr(mmap, "MAP_ANONYMOUS"):
        return mmap.mmap(-1, SLAB_BYTES)
    memory = mmap.mmap(-1, SLAB_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)  # a forked process has its own
    with contextlib.suppress(AttributeError, OSError):  # where there are no huge pages
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _take_back(slabs: weakref.ref[ArraySlabs], memory: mmap.mmap) -> None:
    owner = slabs()
    if owner is not None:
        owner._free.append(memory)
