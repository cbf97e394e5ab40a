"""Ordered record of changes of arrays and Tensors: writes to elements, copies, and new arrays, gradients and names.

The record is used to find earlier values. Before a write to an array, the elements that the write changes, or all
elements of the array, are stored. If a Tensor gets another array or another gradient, the former array or gradient is
stored. A position in the record is the number of changes before this position.
"""

from __future__ import annotations

import math
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import is_array
from opscope.core.tensors.former_elements import FormerCopies, FormerPart, restored
from opscope.eager import named_tensors
from opscope.eager.held_arrays import Held, HeldArrays
from opscope.eager.sparse_gradient import SelectedRows
from opscope.eager.tensor_memory import owner_of, view_like


class WrittenArray(NamedTuple):
    """A write to elements in the memory of the array `owner`.

    `target` is the array whose elements were written: `owner` or a view of its memory. The write has copied the
    elements of the array `source`. `source` is None if it is unknown where the elements come from.
    """

    number: int
    owner: Any
    target: Any = None
    source: Any = None


class CopiedArray(NamedTuple):
    """A copy of the array `of`. No op call has made it. If `plus_zero` is True, it is the sum of `of` and zeros."""

    number: int
    array: Any
    of: Any
    plus_zero: bool


Change = WrittenArray | CopiedArray | Held


FEWEST_AWAITED = 1000


class ArrayVersions:
    """The changes of arrays and Tensors since the call of `open`.

    The changes are stored in parts. To find the elements at a position, the part at this position and all later parts
    are needed. Each part refers to the next part, but not to the part before. So Python frees a part when no object
    refers to this part or to an earlier part any more.
    """

    def __init__(self, limit: int) -> None:
        self.count = 0
        self._held = HeldArrays()
        self._copies = FormerCopies()
        self._results: dict[str, Any] = {}  # named Tensors that have taken results of logged calls in this part
        self.part = WritesPart(0, {})
        self._lock = threading.RLock()  # all threads write to arrays, and Tensors may be collected in between
        self._limit = limit  # in bytes; larger arrays are not copied
        self._notes_writes = limit > 0  # also without copies: it is known then which arrays are as they were
        # sealed parts that need the elements before the next write to an array, by the id of this array
        self._awaited: dict[int, list[weakref.ref[WritesPart]]] = {}
        self._next_removal = FEWEST_AWAITED  # number of these references at which those of released parts are removed
        self._references = 0
        self._last_writes: dict[int, int] = {}  # by id of the array that owns the memory: number of its last write

    def open(self) -> None:
        """Begin to record changes. Tensors that already have names are included."""
        if self._limit:
            self._held.fill()
            self.part.initial = dict(self._held.states)
            named_tensors.listeners.append(self)

    def close(self) -> None:
        """Stop recording changes. Later writes are not noticed, so the present elements are stored where necessary."""
        for owner in self._copies.owners():
            self.keep_present(owner)
        if self in named_tensors.listeners:
            named_tensors.listeners.remove(self)

    def start_part(self) -> WritesPart:
        """Begin a new part, and return it. If the current part contains no changes, return the current part."""
        with self._lock:
            if self.part.changes or self._results:
                for name, tensor in self._results.items():
                    self._held.take_result(self.count, name, tensor)
                self._results.clear()
                following = WritesPart(self.count, dict(self._held.states))
                self.part.next, self.part = following, following
            return self.part

    def note_writes(self, notes: bool) -> None:
        """Start or stop the recording of writes. If the size limit is above 0, writes are always recorded."""
        self._notes_writes = notes or self._limit > 0

    def preserve(self, array: Array, source: Any = None, is_part: bool = True) -> None:
        """Store the elements of an array before a write to it.

        `source` is the array that the write copies from, or None if it is unknown where the new elements come from.
        `is_part` is False if the write may also change other elements of the owner of the memory, or if opscope may not
        notice all writes to this memory. Then the elements of the owner are stored.
        """
        if not self._notes_writes or not (type(array) is np.ndarray or is_array(array)):
            return
        owner = owner_of(array)
        with self._lock:
            former = None
            if owner.nbytes <= self._limit:
                former = self._copies.before_write(owner, array) if is_part else self._copies.whole(owner)
            self._note(owner, former, array, source)

    def keep_present(self, array: Array) -> None:
        """Store the present elements if former elements are restored from them, because writes may not be noticed."""
        with self._lock:
            self.part.nbytes += self._copies.keep_present(owner_of(array))

    def note_late_write(self, owner: Array, former: Callable[[], Array | None]) -> None:
        """Record a write that was noticed only after it was made.

        `former` is a function that returns the elements before the write, or None if these elements are unknown.
        """
        if self._notes_writes:
            self._copies.end_parts(owner)
            self._note(owner, former() if owner.nbytes <= self._limit else None, owner, None)

    def _note(self, owner: Any, former: Any, array: Any, source: Any) -> None:
        with self._lock:
            refs = self._awaited.pop(id(owner), ()) if self._awaited else ()
            waiting = [part for ref in refs if (part := ref()) is not None]
            if waiting and type(former) is FormerPart:  # a sealed part does not get the writes that follow
                former = self._copies.whole(owner)
            self.part.add(id(owner), self.count, former)
            self.part.changes.append(WrittenArray(self.count, owner, array, source))
            for part in waiting:  # before a reader in another thread can find that the array was written to
                part.add(id(owner), self.count, former)
            self._last_writes[id(owner)] = self.count
            self.count += 1

    def sealed(self, part: WritesPart, arrays: Iterable[Any], until: int) -> WritesPart:
        """Return a part without references to later parts.

        The returned part contains the changes before change number `until`. For each array in `arrays`, it also
        contains the elements before the first write at or after `until`. If this write has not happened yet, the
        elements are added when the write happens.
        """
        sealed = WritesPart(part.first, part.initial)
        sealed.versions = self
        owners = {id(owner): owner for owner in (owner_of(array) for array in arrays if is_array(array))}
        with self._lock:
            for each in part.following(until):
                sealed.changes += [change for change in each.changes if change.number < until]
                sealed.replaced += each.replaced
            parts = [*part.following()]
            for key, owner in owners.items():
                number = -1
                is_written = self._last_writes.get(key, -1) >= part.first
                for number, former in chain.from_iterable(each.writes.get(key, ()) for each in parts if is_written):
                    is_last_part = number >= until and type(former) is FormerPart
                    sealed.add(key, number, part.array_then(owner, number) if is_last_part else former)
                    if number >= until:
                        break
                if number < until:
                    self._awaited.setdefault(key, []).append(weakref.ref(sealed))
                    self._references += 1
            if self._references >= self._next_removal:
                self._remove_released()
        return sealed

    def _remove_released(self) -> None:
        """Remove the references to parts that no longer exist. An array may never be written to, so they would stay."""
        living = ((key, [ref for ref in refs if ref() is not None]) for key, refs in self._awaited.items())
        self._awaited = {key: refs for key, refs in living if refs}
        self._references = sum(map(len, self._awaited.values()))
        self._next_removal = max(FEWEST_AWAITED, 2 * self._references)

    def copied(self, copy: Any, of: Any, plus_zero: bool) -> None:
        """Record that the array `copy` is a copy of the array `of`, or the sum of `of` and zeros."""
        if self._limit and is_array(copy):
            with self._lock:
                self.part.changes.append(CopiedArray(self.count, copy, of, plus_zero))
                self.count += 1

    def is_written_since(self, array: Any, count: int) -> bool:
        """Return True if a write to the memory of an array was recorded at or after change number `count`."""
        owner = array if getattr(array, "base", None) is None else owner_of(array)
        return self._last_writes.get(id(owner), -1) >= count

    # --- Tensors ------------------------------------------------------------------------------------

    def array_replaced(self, tensor: Any) -> None:
        """Record that a Tensor has got another array."""
        if self._limit:
            with self._lock:
                if name := tensor._name:
                    self._changed(tensor, name)
                if (owner := self._held.with_gradient(tensor)) is not None:
                    self._gradient_changed(owner)

    def result_taken(self, tensor: Any) -> None:
        """Record that a Tensor has got the array of a logged call's result."""
        if self._limit:
            self._results[tensor._name] = tensor

    def gradient_replaced(self, tensor: Any) -> None:
        """Record that a Tensor has got another gradient, or that its gradient was removed."""
        if self._limit:
            with self._lock:
                self._held.note_gradient(tensor)
                self._gradient_changed(tensor)

    def _gradient_changed(self, tensor: Any) -> None:
        if (name := tensor._name) and named_tensors.is_name(name):
            self._changed(tensor, name)
        else:  # also with a generated name
            self._append(None, Held.of(self.count, "", tensor))

    def named(self, tensor: Any, name: str) -> None:
        """Record that a Tensor has got a name."""
        with self._lock:
            self._held.note_name(tensor, name)
            self._update(name)

    def unnamed(self, name: str) -> None:
        """Record that a Tensor with this name was deleted, or has got another name.

        If several Tensors had the name, the name stays ambiguous, even if only one of them remains. The remaining
        Tensor may belong to other code.
        """
        with self._lock:
            if name in self._held.states:
                self._update(name)

    def _changed(self, tensor: Any, name: str) -> None:
        self._held.note_change(tensor, name)
        self._update(name)

    def _update(self, name: str) -> None:
        former = self._held.states.get(name)
        self._append(former, self._held.update(self.count, name))

    def _append(self, former: Held | None, now: Held) -> None:
        if former is not None:
            if former.array is not now.array:
                self.part.replaced.append(former.array)
            if former.gradient is not None and former.gradient is not now.gradient:
                self.part.replaced.append(former.gradient)
        self.part.changes.append(now)
        self.count += 1


class WritesPart:
    """The changes from number `first` on, and the arrays of the named Tensors before these changes.

    `writes` maps the id of each written array to a list. The list contains the number of each write and the elements
    before the write: a copy of the whole array, a FormerPart, or None if the elements are unknown.
    """

    def __init__(self, first: int, initial: dict[str, Held]) -> None:
        self.first = first
        self.initial = initial
        self.changes: list[Change] = []
        self.writes: dict[int, list[tuple[int, Any]]] = {}
        self.replaced: list[Any] = []  # arrays that Tensors held
        self.nbytes = 0  # bytes of the former elements of whole arrays, which a reader makes
        self.next: WritesPart | None = None
        self.versions: ArrayVersions | None = None  # of a sealed part, which lacks writes to other arrays

    def add(self, owner: int, number: int, former: Any) -> None:
        """Add a write to the array with the id `owner`, and the elements before the write."""
        self.writes.setdefault(owner, []).append((number, former))
        self.nbytes += 0 if former is None else former.nbytes

    def following(self, until: float = math.inf) -> Iterator[WritesPart]:
        """Yield this part and the later parts that begin before change number `until`."""
        part: WritesPart | None = self
        while part is not None and part.first < until:
            yield part
            part = part.next

    def array_then(self, array: Any, writes: int) -> Any:
        """Return an array with the elements that it had at change number `writes`, which must not be less than `first`.

        Return None if these elements are not stored.
        """
        if not is_array(array):
            return array
        owner = owner_of(array)
        for former in self._former(owner, writes):
            whole = self._restored(owner, writes) if type(former) is FormerPart else former
            return whole if owner is array or whole is None else view_like(whole, owner, array)
        is_written = self.versions is not None and self.versions.is_written_since(array, writes)
        return None if is_written else array

    def _former(self, owner: Any, writes: int) -> Iterator[Any]:
        """Yield the former elements of the writes to an array from change number `writes` on."""
        for part in self.following():
            for number, former in part.writes.get(id(owner), ()):
                if number >= writes:
                    yield former

    def _restored(self, owner: Any, writes: int) -> Any:
        """Return the elements of an array before the first write at or after change number `writes`.

        Only a part of these elements is stored. Another thread may write to the array at the same time.
        """
        while True:
            parts: list[FormerPart] = []
            later = owner
            for former in self._former(owner, writes):
                if type(former) is not FormerPart or (parts and former.series is not parts[0].series):
                    later = former
                    break
                parts.append(former)
            if parts[0].series.end is not None:
                later = parts[0].series.end
            if later is None or type(later) is FormerPart:
                return None
            whole = restored(parts, later)
            is_latest = parts[0].series.end is None and len([*self._former(owner, writes)]) == len(parts)
            if later is not owner or is_latest:
                return whole

    def elements_then(self, array: Any, writes: int) -> Any:
        """Return a copy of the elements that an array had at change number `writes`.

        Return None if the elements are unknown.
        """
        if isinstance(array, SelectedRows):
            return array.to_dense()
        if not is_array(array):  # None, or memory that was cleared
            return None
        then = self.array_then(array, writes)
        return then.copy() if then is array else then
