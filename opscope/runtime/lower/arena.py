"""ArenaAllocator, which allocates memory for the values of a compiled (lowered) plan.

The memory of values that are no longer needed is used again.

The calls of a plan are created twice. The first time is a dry run, which computes the peak size of the memory. The
second time uses an arena (a block of memory) of this size. Both times, the same requests are made in the same order, so
they get the same addresses.
"""

from __future__ import annotations

import bisect
import math
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.place import array_module

ALIGN = 64  # bytes: a cache line, and the widest vectors


class ArenaBlock:
    """Block of memory in the arena. `users` is the number of values in the block."""

    __slots__ = ("nbytes", "offset", "users")

    def __init__(self, offset: int, nbytes: int) -> None:
        self.offset = offset
        self.nbytes = nbytes
        self.users = 0


class ArenaAllocator:
    """Allocator of blocks in one address space that begins at 0."""

    def __init__(self, xp: ArrayModule, size: int | None = None) -> None:
        self.xp = xp
        self.peak = 0  # the end of the highest block ever allocated
        self.live_bytes = 0  # allocated now
        self.peak_live_bytes = 0  # a lower bound of the peak: no placement of the same requests can use less
        self._end = 0
        self._holes: list[tuple[int, int]] = []  # (offset, nbytes), by offset, never adjacent
        self._arena = None if size is None else aligned_bytes(xp, size)

    @property
    def dry_run(self) -> bool:
        """True if there is no arena, because only the peak size is computed."""
        return self._arena is None

    def allocate(self, nbytes: int) -> ArenaBlock:
        """Return a block of at least `nbytes` bytes.

        The block is the smallest free block that is large enough. If there is none, the block is at the end.
        """
        nbytes = max(ALIGN, -(-nbytes // ALIGN) * ALIGN)
        self.live_bytes += nbytes
        self.peak_live_bytes = max(self.peak_live_bytes, self.live_bytes)
        hole = min((h for h in self._holes if h[1] >= nbytes), key=lambda h: h[1], default=None)
        if hole is not None:
            place = bisect.bisect_left(self._holes, hole)
            left = (hole[0] + nbytes, hole[1] - nbytes)
            self._holes[place : place + 1] = [left] if left[1] else []
            return ArenaBlock(hole[0], nbytes)
        offset = self._end
        self._end += nbytes
        self.peak = max(self.peak, self._end)
        return ArenaBlock(offset, nbytes)

    def free(self, block: ArenaBlock) -> None:
        """Free a block, and join it with the adjacent free blocks."""
        self.live_bytes -= block.nbytes
        offset, nbytes = block.offset, block.nbytes
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

    def array(self, block: ArenaBlock, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return the array at the beginning of a block. In a dry run, no code may write to the array."""
        count = math.prod(shape)
        if self._arena is None:
            return self.xp.empty(shape, dtype)
        used = count * dtype.itemsize
        return self._arena[block.offset : block.offset + used].view(dtype).reshape(shape)


def reshape_view(array: Array, shape: tuple[int, ...]) -> Any:
    """Return a view of the same memory in another shape, or None if a copy would be necessary."""
    made = array.reshape(shape)
    xp: Any = array_module(array)
    return made if not array.size or xp.may_share_memory(made, array) else None


def aligned_bytes(xp: ArrayModule, size: int) -> Any:
    """Return `size` bytes of memory that begins at the start of a cache line."""
    raw = xp.empty(size + ALIGN, "uint8")
    address = raw.ctypes.data if hasattr(raw, "ctypes") else 0  # a GPU's allocations are aligned
    start = -address % ALIGN
    return raw[start : start + size]
