"""Array versions: the former elements of arrays that were written to in place, found again by the number of writes."""

from __future__ import annotations

import threading
from typing import Any

from opscope.core.annotations import Array
from opscope.core.place import is_array
from opscope.eager.tensor_memory import owner_of, view_like


class ArrayVersions:
    """The former elements of arrays that were written to, in the order of the writes.

    The writes are kept in parts. Who reads an array at a number of writes needs the parts from then on: each part leads
    to the next, so the older ones go with the records that hold them.
    """

    def __init__(self, limit: int) -> None:
        self.count = 0
        self.part = WritesPart()
        self._lock = threading.Lock()  # all threads write to arrays
        self._limit = limit  # in bytes; larger arrays are not copied

    def start_part(self) -> WritesPart:
        """Begin a new part, and return it."""
        following = WritesPart()
        self.part.next, self.part = following, following
        return following

    def preserve(self, array: Array) -> None:
        """Keep the elements of an array, which is about to be written to, and of the array whose memory it views."""
        if not self._limit or not is_array(array):
            return
        owner = owner_of(array)
        copy = owner.copy(order="K") if owner.nbytes <= self._limit else None
        with self._lock:
            self.part.writes.setdefault(id(owner), []).append((self.count, copy))
            self.part.nbytes += 0 if copy is None else copy.nbytes
            self.count += 1


class WritesPart:
    """Some of the writes: by the id of the written array, the number of each write and the elements before it."""

    def __init__(self) -> None:
        self.writes: dict[int, list[tuple[int, Any]]] = {}
        self.nbytes = 0
        self.next: WritesPart | None = None

    def array_then(self, array: Any, writes: int) -> Any:
        """An array as it was after so many writes, none of them before this part; None if that is not kept."""
        if not is_array(array):
            return array
        owner = owner_of(array)
        part: WritesPart | None = self
        while part is not None:
            for number, copy in part.writes.get(id(owner), ()):
                if number >= writes:
                    return copy if owner is array or copy is None else view_like(copy, owner, array)
            part = part.next
        return array

    def is_written(self, array: Any, first: int, last: int) -> bool:
        """True if one of the writes from number `first` to before `last` was to the memory of the array."""
        if first == last or not is_array(array):
            return False
        key = id(owner_of(array))
        part: WritesPart | None = self
        while part is not None:
            if any(first <= number < last for number, _ in part.writes.get(key, ())):
                return True
            part = part.next
        return False
