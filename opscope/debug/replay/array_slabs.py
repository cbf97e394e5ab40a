"""Copies of arrays in slabs: large pieces of memory that the system maps in huge pages.

Each page of fresh memory costs more than to copy its 4 KiB, and a history that grows is all fresh memory: measured, a
copy of 16 KiB takes 12 us in memory of its own and 3.5 us in a slab. NumPy asks for huge pages from 4 MiB on.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

SLAB_BYTES = 8 << 20
LEAST_SLABS = 16  # the budget of a history that has slabs, in slabs: at both of its ends one may be mostly empty
LEAST_BYTES = 4 << 10  # smaller arrays share pages with others as they are
ALIGNMENT = 64  # bytes: of a cache line, and of the widest vectors


class ArraySlabs:
    """Copies arrays into slabs, one after the other. A slab is free when the last array in it is.

    `budget` is how many bytes of copies there will be: with a small one, each array has memory of its own.
    """

    def __init__(self, budget: int) -> None:
        self._is_used = budget >= LEAST_SLABS * SLAB_BYTES
        self._slab = np.empty(0, np.uint8)
        self._begin = 0  # of the free part

    def copy(self, array: Any) -> Any:
        """A copy of an array, in C order."""
        nbytes = array.nbytes
        if not (self._is_used and LEAST_BYTES <= nbytes <= SLAB_BYTES // 4 and type(array) is np.ndarray):
            return array.copy()
        if array.dtype.hasobject:
            return array.copy()
        if self._begin + nbytes > len(self._slab):
            self._slab, self._begin = np.empty(SLAB_BYTES, np.uint8), 0
        made = np.ndarray(array.shape, array.dtype, self._slab, self._begin)
        self._begin += math.ceil(nbytes / ALIGNMENT) * ALIGNMENT
        made[...] = array
        return made
