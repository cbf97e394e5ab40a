"""Values of Tensors and gradients at the places of a record, including changes between the recorded calls."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.formats.narrow_arrays import widened
from opscope.core.place import is_array
from opscope.eager.array_versions import WritesPart, WrittenArray
from opscope.eager.held_arrays import Held
from opscope.eager.tensor_memory import owner_of
from opscope.ir.program.program import GRAD

FEW_BYTES = 1 << 16  # largest size of arrays that are compared by copies of their elements

NamedStates = tuple[tuple[str, Any], ...]  # None: no value, or unknown
UNNAMED = ""  # the name of the state that stands for a write between two calls to memory of no named Tensor


class _Shown(NamedTuple):
    """A copy in the record, and the array from which it was copied; `array` is None if the array was changed later."""

    array: weakref.ref[Any] | None
    copy: weakref.ref[Any]


class TensorStates:
    """Reader of the recorded changes of Tensors.

    It applies these changes, beginning with a part of the list of writes.
    """

    def __init__(self, part: WritesPart) -> None:
        self._start = part
        self._part: WritesPart = part  # the changes before `_next` have been applied
        self._next = 0
        self._arrays: dict[str, Any] = {}  # arrays of the Tensors with their own names, and of their gradients
        self._holders: dict[str, weakref.ref[Any]] = {}  # Tensors with their own names
        self._used: dict[str, weakref.ref[Any]] = {}  # arrays of the Tensors that calls have used, by name
        self._by_owner: dict[int, set[str]] = {}
        self._shown: dict[str, _Shown] = {}  # elements that the record has as the last ones of a name
        for name, state in part.initial.items():
            self._take(name, state)

    def array(self, name: str) -> Any:
        """Return the array of a Tensor or of a gradient by its name; None if the array is not known."""
        return self._arrays.get(name)

    def belongs_to_another(self, name: str, tensor: Any) -> bool:
        """Return True if another Tensor already has the name that this Tensor has."""
        holder = self._holders.get(name)
        return holder is not None and holder() is not tensor

    def copy_of(self, name: str, array: Any) -> Any:
        """Return the copy of an array in the record, if it is the latest copy with this name and is still valid."""
        shown = self._shown.get(name)
        return shown.copy() if shown is not None and shown.array is not None and shown.array() is array else None

    def forget_copies(self) -> None:
        """Discard all copies, because code may have written to arrays without a record of the write."""
        self._shown.clear()

    def note_used(self, name: str, array: Any, copy: Any) -> None:
        """Record that an array is shown under a name from now on; `copy` is a copy of its current elements."""
        if isinstance(array, np.generic):  # it cannot be weakly referenced or written to
            return
        ref = weakref.ref(array)
        self._shown[name] = _Shown(ref, weakref.ref(copy))
        self._by_owner.setdefault(id(owner_of(array)), set()).add(name)
        if name not in self._arrays:
            self._used[name] = ref

    def take_result(self, name: str, array: Any) -> None:
        """Set the array of a named Tensor to the result that an op of an optimizer has made."""
        if name in self._holders and is_array(array):
            self._arrays[name] = array
            self._by_owner.setdefault(id(owner_of(array)), set()).add(name)

    def until(self, count: int, name_of: Callable[[Any], str], is_between: bool = False) -> NamedStates:
        """Return the changes from the last place up to change number `count`, which belongs to the next place.

        The function `name_of` returns a name for the array of a Tensor that has no name. If `is_between` is True, no
        call has made these changes.
        """
        changed: dict[str, None] = {}
        while self._part.next is not None or self._next < len(self._part.changes):
            if self._next == len(self._part.changes):
                assert self._part.next is not None
                self._part, self._next = self._part.next, 0
                continue
            change = self._part.changes[self._next]
            if change.number >= count:
                break
            self._next += 1
            if isinstance(change, Held):
                changed.update(dict.fromkeys(self._held(change, name_of)))
            elif isinstance(change, WrittenArray):
                names = self._written(change)
                changed.update(dict.fromkeys(names))
                if is_between and not any(name in self._arrays for name in names):
                    changed[UNNAMED] = None
        return tuple((name, copy) for name in changed for copy in self._elements(name, count))

    def _elements(self, name: str, count: int) -> tuple[Any, ...]:
        """Return the elements that a name has after `count` writes, as a tuple; (None,) if they are unknown.

        Return () if the record already contains these elements.
        """
        array = self._array(name)
        copy = widened(self._start.elements_then(array, count))
        if copy is None:
            self._shown.pop(name, None)
            return (None,)
        shown = self._shown.get(name)
        is_same = shown is not None and have_same_bits(shown.copy(), copy)
        found = shown.copy() if shown is not None and is_same else copy
        if isinstance(array, np.generic) or not is_array(array):
            self._shown.pop(name, None)
        else:
            self._shown[name] = _Shown(weakref.ref(array), weakref.ref(found))
        return () if is_same else (copy,)

    def _array(self, name: str) -> Any:
        if name in self._arrays:
            return self._arrays[name]
        used = self._used.get(name)
        return None if used is None else used()

    def _held(self, change: Held, name_of: Callable[[Any], str]) -> list[str]:
        name = change.name or name_of(change.array)
        return self._take(name, change) if name else []

    def _take(self, name: str, held: Held) -> list[str]:
        """Set the arrays that a named Tensor has. Returns the names that now have unknown values."""
        if held.tensor is None:
            self._holders.pop(name, None)
        else:
            self._holders[name] = held.tensor
        found: list[str] = []
        for called, array in ((name, held.array), (name + GRAD, held.gradient)):
            if called in self._arrays and self._arrays[called] is array:
                continue
            self._arrays[called] = array
            if is_array(array):
                self._by_owner.setdefault(id(owner_of(array)), set()).add(called)
            if array is None or self.copy_of(called, array) is None:
                found.append(called)
        return found

    def _written(self, change: WrittenArray) -> list[str]:
        found: list[str] = []
        for name in self._by_owner.get(id(change.owner), ()):
            if _is_part(self._array(name), change.owner):
                found.append(name)
            shown = self._shown.get(name)  # a gradient that is not yet complete is not what the Tensor has
            if shown is not None and shown.array is not None and _is_part(shown.array(), change.owner):
                self._shown[name] = shown._replace(array=None)
        return found


def _is_part(array: Any, owner: Any) -> bool:
    """Return True if the memory of an array belongs to `owner`."""
    return is_array(array) and owner_of(array) is owner


def have_same_bits(a: Any, b: Any) -> bool:
    """Return True for two arrays that have the same dtype, shape and bits."""
    if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray) or a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.nbytes <= FEW_BYTES:
        return a.tobytes() == b.tobytes()
    now, then = (np.ascontiguousarray(x).reshape(-1).view("u1") for x in (a, b))
    return bool(np.array_equal(now, then))
