"""Copies of arrays in slabs: large blocks of memory that the operating system maps in huge pages.

The first use of a memory page takes longer than a copy of the 4 KiB in the page. A history that grows always uses new
pages. A copy of 16 KiB takes 12 us in separate memory, and 3.5 us in a slab (measured). In a virtual machine, new huge
pages are as slow as new small pages, because the host also maps memory. Therefore, a slab is used again when all arrays
in the slab are deleted.
"""

from __future__ import annotations

import contextlib
import math
import mmap
import weakref
from typing import Any

import numpy as np

SLAB_BYTES = 8 << 20
LEAST_SLABS = 16  # minimum budget for slabs, in slabs: the first and the last may be mostly empty
LEAST_BYTES = 4 << 10  # smaller arrays share pages anyway
ALIGNMENT = 64  # bytes: a cache line, and the widest vectors


class ArraySlabs:
    """Allocator that copies arrays into slabs, one array after the other.

    A slab is free as soon as the last array in the slab is deleted. `budget` is the expected number of bytes of all
    arrays. If the budget is small, no slabs are used. Free slabs are reused for later copies until `release` is
    called, or until this object is deleted.
    """

    def __init__(self, budget: int) -> None:
        self._is_used = budget >= LEAST_SLABS * SLAB_BYTES
        self._slab = np.empty(0, np.uint8)
        self._begin = 0  # start of the free part
        self._free: list[mmap.mmap] = []

    def copy(self, array: Any) -> Any:
        """Return a copy of an array; the copy has its elements in C order."""
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
        """Give the free slabs back to the operating system."""
        self._slab, self._begin = np.empty(0, np.uint8), 0
        self._free.clear()

    def _next_slab(self) -> Any:
        memory = self._free.pop() if self._free else _mapped()
        # The base of every array in the slab: NumPy follows bases only as long as they are arrays.
        slab = np.frombuffer(memory, np.uint8)
        weakref.finalize(slab, _take_back, weakref.ref(self), memory).atexit = False
        return slab


def _mapped() -> mmap.mmap:
    if not hasattr(mmap, "MAP_ANONYMOUS"):
        return mmap.mmap(-1, SLAB_BYTES)
    memory = mmap.mmap(-1, SLAB_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)  # a forked process has its own copy
    with contextlib.suppress(AttributeError, OSError):  # on systems without huge pages
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _take_back(slabs: weakref.ref[ArraySlabs], memory: mmap.mmap) -> None:
    owner = slabs()
    if owner is not None:
        owner._free.append(memory)
