"""Former elements of arrays. If a write changes a small part of a large array, only this part is copied before.

The elements of the whole array before a write are restored from its later elements: those of the next whole copy, or
the present ones. The parts that were written to in between get their former elements again, latest part first.
"""

from __future__ import annotations

import weakref
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array

LEAST_BYTES = 1 << 16  # of an array; a copy of a smaller one takes as long as a copy of its part
LEAST_RATIO = 8  # of the bytes of an array and of its part
MOST_PARTS = 64  # successive writes without a copy of the whole array; all their parts take fewer bytes than the array
SAMPLE = 4096  # bytes of an array in its checksum


class PartsSeries:
    """A series of parts of an array that were copied, without a copy of the whole array in between.

    `end` are the elements after all writes to these parts; None if the next write has a copy of the whole array, or if
    they are the present elements.
    """

    __slots__ = ("end", "nbytes", "number", "owner")

    def __init__(self, owner: weakref.ref[Any]) -> None:
        self.owner = owner
        self.number = self.nbytes = 0
        self.end: Any = None


class FormerPart:
    """The elements of a part of an array before a write that has changed only this part.

    `nbytes` is the size of the whole array, because a reader of the elements makes a copy of the whole array.
    """

    __slots__ = ("_checksum", "_offset", "_strides", "_whole", "elements", "nbytes", "series")

    def __init__(self, owner: Array, part: Array, series: PartsSeries) -> None:
        self.elements, self.series = part.copy(), series
        self.nbytes: int = owner.nbytes
        self._offset, self._strides = _address(part) - _address(owner), part.strides
        self._checksum = _sample_checksum(_memory(owner))
        self._whole: Callable[[], Any] = _nothing  # the restored array, while a reader keeps it

    @property
    def whole(self) -> Any:
        """The whole array before the write, if a reader keeps the restored array; otherwise None."""
        return self._whole()

    def take_whole(self, whole: Array) -> bool:
        """Let later readers use a restored array. Return False if it is not the array of the time of the write."""
        if _sample_checksum(_memory(whole)) != self._checksum:
            return False
        self._whole = weakref.ref(whole)
        return True

    def write_to(self, memory: Array) -> None:
        """Write the former elements of the part to the memory of the whole array."""
        if self.elements.size:
            shape, dtype = self.elements.shape, self.elements.dtype
            np.ndarray(shape, dtype, memory, self._offset, self._strides)[...] = self.elements


def restored(parts: Sequence[FormerPart], later: Array) -> Any:
    """Return an array with the elements that it had before the write of the first of successive parts.

    `later` are its elements after all these writes. The result is None if the array has also changed in another way.
    """
    for number, part in enumerate(parts):
        if (whole := part.whole) is not None:
            parts, later = parts[:number], whole
            break
    if not parts:
        return later
    found = later.copy(order="K")
    memory = _memory(found)
    for part in reversed(parts):
        part.write_to(memory)
    return found if parts[0].take_whole(found) else None


class FormerCopies:
    """Copies of arrays, or of their parts, before writes."""

    def __init__(self) -> None:
        self._series: dict[int, PartsSeries] = {}  # by id of an array whose last copies are parts

    def before_write(self, owner: Array, part: Array) -> Any:
        """Return the elements of an array before a write to a part of its memory: a FormerPart or a whole copy."""
        if not _is_small_part(owner, part):
            return self.whole(owner)
        series = self._series.get(id(owner))
        if series is None or series.owner() is not owner:
            series = self._series[id(owner)] = PartsSeries(weakref.ref(owner, self._forgetting(id(owner))))
        if series.number == MOST_PARTS or series.nbytes + part.nbytes > owner.nbytes:
            return self.whole(owner)
        series.number, series.nbytes = series.number + 1, series.nbytes + part.nbytes
        return FormerPart(owner, part, series)

    def whole(self, owner: Array) -> Any:
        """Return a copy of a whole array."""
        self.end_parts(owner)
        return owner.copy(order="K")

    def end_parts(self, owner: Array) -> None:
        """End the series of parts of an array, because its next write has a copy of the whole array or of nothing."""
        self._series.pop(id(owner), None)

    def keep_present(self, owner: Array) -> int:
        """Copy the present elements of an array if former elements are restored from them. Return the copied bytes."""
        series = self._series.pop(id(owner), None)
        if series is None or series.owner() is not owner:
            return 0
        series.end = owner.copy(order="K")
        return owner.nbytes

    def owners(self) -> list[Any]:
        """Return the arrays whose former elements are restored from their present elements."""
        return [owner for series in list(self._series.values()) if (owner := series.owner()) is not None]

    def _forgetting(self, key: int) -> Callable[[Any], None]:
        def forget(ref: Any) -> None:
            series = self._series.get(key)
            if series is not None and series.owner is ref:
                del self._series[key]

        return forget


def _is_small_part(owner: Array, part: Array) -> bool:
    return (
        owner.nbytes >= LEAST_BYTES
        and part.nbytes * LEAST_RATIO <= owner.nbytes
        and type(owner) is type(part) is np.ndarray
        and owner.flags.c_contiguous
        and min(part.strides, default=0) >= 0
        and not (owner.dtype.hasobject or part.dtype.hasobject)
    )


def _memory(array: Array) -> Any:
    return array.reshape(-1).view(np.uint8)


def _address(array: Array) -> int:
    return int(array.__array_interface__["data"][0])


def _sample_checksum(memory: Array) -> int:
    step = memory.size // SAMPLE | 1  # odd: the sample has bytes of each place in an element
    return zlib.crc32(memory[::step].tobytes())


def _nothing() -> None:
    return None
