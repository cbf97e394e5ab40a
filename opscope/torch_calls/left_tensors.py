"""Tensors of the previous step that variables of running functions still refer to, and that are unchanged."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Mapping
from typing import Any

from opscope.core.frame_locals import FunctionLocals
from opscope.core.source import UserCall
from opscope.torch_calls.shown_tensors import NamedTensors, ShownArray
from opscope.torch_calls.storages import PLAIN, part_of_memory

_NONE: frozenset[str] = frozenset()


class _LeftTensor:
    """Tensor at the end of a step. `version` is PyTorch's number of writes, or None if opscope records the writes."""

    __slots__ = ("address", "ref", "storage", "version")

    def __init__(self, tensor: Any, is_named: bool) -> None:
        self.ref: Any = weakref.ref(tensor)
        self.address: int = tensor.data_ptr()
        self.version: int | None = None if is_named else tensor._version
        self.storage: int = tensor.untyped_storage()._cdata

    def is_still(self, tensor: Any, written: Collection[int]) -> bool:
        """Return True if `tensor` is the same tensor with the same elements. written: storages that were written to."""
        if self.ref() is not tensor or tensor.data_ptr() != self.address:
            return False
        # `.data` has a counter of its own
        return self.version is None or (tensor._version == self.version and self.storage not in written)


class LeftTensors:
    """Tensors in variables of running functions at the end of the previous step, by function and variable name."""

    def __init__(self, tensors: NamedTensors) -> None:
        self._tensors = tensors
        self._left: dict[UserCall, dict[str, _LeftTensor]] = {}

    def take(self, tensors: Mapping[str, Any], last: FunctionLocals, before: LeftTensors) -> None:
        """Record the tensors in the variables of a function at the end of a step.

        last: the variables of the function at the last call of the step. Two kinds of tensors are omitted. The first
        kind is a tensor whose variable had another value at this call. The second kind is another view of a named
        tensor's memory, because writes to the named tensor are not counted for its other views.
        """
        named, kept = self._tensors.addresses(), last.bound
        lost = last.left - before.names(last.call, tensors)  # written to since
        found = {
            name: _LeftTensor(tensor, type(kept[name]) is ShownArray)
            for name, tensor in tensors.items()
            if name in kept and name not in lost and self._is_kept(tensor, kept[name], named)
        }
        if found:
            self._left[last.call] = found

    def names(self, call: UserCall, tensors: Mapping[str, Any]) -> frozenset[str]:
        """Return the variables of a function that still refer to their unchanged tensors of the previous step."""
        left = self._left.get(call)
        if not left:
            return _NONE
        written = self._tensors.storages.written
        now = [(name, each, tensors.get(name)) for name, each in left.items()]
        return frozenset([name for name, each, tensor in now if tensor is not None and each.is_still(tensor, written)])

    def _is_kept(self, tensor: Any, kept: Any, named: frozenset[int]) -> bool:
        if type(kept) is ShownArray:
            return self._tensors.kept(tensor) is kept
        if (part := part_of_memory(tensor)) is None or tensor.is_inference():
            return False
        is_same = part == part_of_memory(kept) if type(kept) in PLAIN else self._tensors.storages.known(tensor) is kept
        return is_same and tensor.untyped_storage().data_ptr() not in named
