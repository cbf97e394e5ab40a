"""Memory: where values live, by liveness. Freed space is given out again, best fit first.

A plan is emitted twice: once on paper, to learn how much it needs at its peak, and once into an arena of that
size. Both times the same requests come in the same order, so they get the same places.
"""

from __future__ import annotations

import bisect
import math
from typing import Any

from opscope.core.place import array_module

ALIGN = 64  # bytes: a cache line, and the widest vectors


class Storage:
    """A piece of the arena. `users` counts the values that lie in it."""

    __slots__ = ("nbytes", "offset", "users")

    def __init__(self, offset: int, nbytes: int) -> None:
        self.offset = offset
        self.nbytes = nbytes
        self.users = 0


class Memory:
    """Gives out and takes back pieces of one address space that begins at 0."""

    def __init__(self, xp: Any, size: int | None = None) -> None:
        self.xp = xp
        self.peak = 0  # the end of the highest piece ever given out
        self.live = 0  # bytes that are given out now,
        self.bound = 0  # and at most: no placing of the same requests can do with less
        self._end = 0
        self._holes: list[tuple[int, int]] = []  # (offset, nbytes), by offset, never adjacent
        self._arena = None if size is None else aligned(xp, size)

    @property
    def paper(self) -> bool:
        """True if this only learns how much is needed."""
        return self._arena is None

    def take(self, nbytes: int) -> Storage:
        """A piece of at least `nbytes`: the smallest hole that is large enough, else at the end."""
        nbytes = max(ALIGN, -(-nbytes // ALIGN) * ALIGN)
        self.live += nbytes
        self.bound = max(self.bound, self.live)
        fitting = min((h for h in self._holes if h[1] >= nbytes), key=lambda h: h[1], default=None)
        if fitting is not None:
            place = bisect.bisect_left(self._holes, fitting)
            left = (fitting[0] + nbytes, fitting[1] - nbytes)
            self._holes[place : place + 1] = [left] if left[1] else []
            return Storage(fitting[0], nbytes)
        offset = self._end
        self._end += nbytes
        self.peak = max(self.peak, self._end)
        return Storage(offset, nbytes)

    def give(self, storage: Storage) -> None:
        """Take a piece back and join it with the holes beside it."""
        self.live -= storage.nbytes
        offset, nbytes = storage.offset, storage.nbytes
        place = bisect.bisect_left(self._holes, (offset, 0))
        if place < len(self._holes) and self._holes[place][0] == offset + nbytes:
            nbytes += self._holes.pop(place)[1]
        if place and sum(self._holes[place - 1]) == offset:
            place -= 1
            before = self._holes.pop(place)
            offset, nbytes = before[0], before[1] + nbytes
        if offset + nbytes == self._end:
            self._end = offset
        else:
            self._holes.insert(place, (offset, nbytes))

    def array(self, storage: Storage, shape: tuple[int, ...], dtype: Any) -> Any:
        """The array at the beginning of a piece; on paper, one that must not be written."""
        count = math.prod(shape)
        if self._arena is None:
            return self.xp.empty(shape, dtype)
        used = count * dtype.itemsize
        return self._arena[storage.offset : storage.offset + used].view(dtype).reshape(shape)


def viewed(array: Any, shape: tuple[int, ...]) -> Any:
    """The same memory in another shape; None where strides cannot say that."""
    made = array.reshape(shape)
    xp: Any = array_module(array)
    return made if not array.size or xp.may_share_memory(made, array) else None


def aligned(xp: Any, size: int) -> Any:
    """`size` bytes that begin at a cache line."""
    raw = xp.empty(size + ALIGN, "uint8")
    address = raw.ctypes.data if hasattr(raw, "ctypes") else 0  # a GPU's allocations are aligned
    start = -address % ALIGN
    return raw[start : start + size]
