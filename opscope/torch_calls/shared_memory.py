"""Memory of PyTorch tensors to which NumPy can also write, such as after `torch.from_numpy(buffer)` or `x.numpy()`.

PyTorch does not report writes by NumPy. Therefore, the elements are compared with a copy before each PyTorch call of
the user's code. If they differ, a write is recorded.
"""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from opscope.core.checks.sample_checksum import sample_checksum
from opscope.eager.array_versions import ArrayVersions
from opscope.eager.op_calls import array_versions, thread_state
from opscope.eager.tensor_memory import owner_of, view_like
from opscope.torch_calls.storages import PLAIN, Storages, torch
from opscope.torch_calls.wrapped_methods import wrap_while_open

MAX_COPIED = 1 << 20  # bytes of an array that is copied; of a larger array, only some elements are compared
MAX_EXAMINED = 1 << 16  # bytes of an array that is compared before each call; a larger one only where a call uses it
MOST_EXAMINED = 32  # arrays that are compared before each call
_STRIDED: Any = torch.strided


class _Examined:
    """An array with its elements (or their checksum) and the number of writes at the time of the last comparison."""

    __slots__ = ("count", "elements", "nbytes", "ref")

    def __init__(self, array: Any, gone: Callable[[Any], None], count: int) -> None:
        self.ref: weakref.ref[Any] = weakref.ref(array, gone)
        self.nbytes = array.nbytes
        self.take(array, count)

    def take(self, array: Any, count: int) -> None:
        """Store the present elements of the array for the next comparison. count: the number of writes so far."""
        self.elements, self.count = _elements(array), count


class SharedMemory:
    """The arrays of a thread's tensors whose memory NumPy can write to."""

    def __init__(self, storages: Storages, versions: ArrayVersions) -> None:
        self._storages, self._versions = storages, versions
        self._examined: dict[int, _Examined] = {}  # by id of the array
        self.thread = threading.get_ident()

    def use(self, tensors: Iterable[Any]) -> None:
        """Compare the memory of a call's tensors, if NumPy can write to it, now and before each later call."""
        for tensor in tensors:
            if type(tensor) in PLAIN and is_shared(tensor):
                array = self._storages.array(tensor)
                if array is not None:
                    self._use(array)

    def examine(self, limited: bool = True) -> None:
        """Record the writes to the arrays since the last comparison. limited: skip large arrays, or too many arrays."""
        if not self._examined or (limited and len(self._examined) > MOST_EXAMINED):
            return
        found = [each for each in list(self._examined.values()) if not limited or each.nbytes <= MAX_EXAMINED]
        self._compare([(each, array) for each in found if (array := each.ref()) is not None])

    def note_write(self, owner: Any, former: Callable[[], Any]) -> None:
        """Record a write to the memory of an array that was noticed only after it was made.

        `former` is a function that returns the elements before the write, or None if these elements are unknown.
        """
        for versions in array_versions:
            versions.note_late_write(owner, former)
        self._storages.note_late_write(owner)

    def take(self, tensors: Iterable[Any]) -> None:
        """Store the present elements of tensors after a call has written to them."""
        if not self._examined:
            return
        owners = {id(owner_of(array)) for tensor in tensors if (array := self._storages.known(tensor)) is not None}
        for each in list(self._examined.values()):
            array = each.ref()
            if array is not None and id(owner_of(array)) in owners:
                each.take(array, self._versions.count)

    def _use(self, array: Any) -> None:
        key = id(array)
        known = self._examined.get(key)
        if known is not None and known.ref() is array:
            self._compare([(known, array)])
            return

        def gone(ref: Any) -> None:
            found = self._examined.get(key)
            if found is not None and found.ref is ref:
                del self._examined[key]

        for versions in array_versions:
            versions.keep_present(array)
        self._examined[key] = _Examined(array, gone, self._versions.count)

    def _compare(self, pairs: Sequence[tuple[_Examined, Any]]) -> None:
        changed: dict[int, list[tuple[_Examined, Any]]] = {}
        for each, array in pairs:
            if self._versions.is_written_since(array, each.count):  # its elements at that time are unknown
                each.take(array, self._versions.count)
            elif _elements(array) != each.elements:
                changed.setdefault(id(owner_of(array)), []).append((each, array))
        for found in changed.values():
            owner = owner_of(found[0][1])
            self.note_write(owner, functools.partial(_former, owner, found))
            for each, array in found:
                each.take(array, self._versions.count)


def is_shared(tensor: Any) -> bool:
    """Return True if NumPy, another library or another process can also write to the memory of a tensor."""
    try:
        return tensor.layout is _STRIDED and not tensor.untyped_storage().resizable()
    except RuntimeError:  # inside torch.func
        return False


def is_written_elsewhere(tensor: Any) -> bool:
    """Return True if NumPy or another process may write to a tensor. opscope may not notice each of these writes."""
    try:
        storage = tensor.untyped_storage()
        return not storage.resizable() or storage.is_shared()
    except RuntimeError:  # sparse, or inside torch.func
        return True


def _elements(array: Any) -> bytes | int:
    """Return the elements of an array. For a large array, return the checksum of a sample of the elements."""
    if array.nbytes <= MAX_COPIED:
        return array.tobytes()
    return sample_checksum(array)


def _former(owner: Any, changed: Sequence[tuple[_Examined, Any]]) -> Any:
    """Return a copy of the memory with the former elements of the changed arrays. Return None if they are unknown."""
    known = [(array, each.elements) for each, array in changed if not isinstance(each.elements, int)]
    if len(known) < len(changed):
        return None
    former = owner.copy(order="K")
    for array, elements in known:
        view_like(former, owner, array)[...] = np.frombuffer(elements, array.dtype).reshape(array.shape)
    return former


_open: list[SharedMemory] = []


def examine_shared(shared: SharedMemory) -> Callable[[], None]:
    """Notice this thread's calls of `Tensor.numpy()`, until the returned function is called."""
    return wrap_while_open(torch.Tensor, "numpy", _noting, _open, shared)


def _noting(plain: Any) -> Any:
    def numpy(self: Any, *args: Any, **kwargs: Any) -> Any:
        found = plain(self, *args, **kwargs)
        for shared in _open:
            if (thread_state.log is not None or thread_state.watches) and shared.thread == threading.get_ident():
                shared.use((self,))
        return found

    return functools.wraps(plain)(numpy)
