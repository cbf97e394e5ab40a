"""Tensors in the local variables of a running function, in the form in which the log stores them.

A function is read again at each of its calls, and most of its variables then refer to the same tensors as before.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any

from opscope.core.frame_locals import FunctionLocals
from opscope.core.source import UserCall
from opscope.torch_calls.shown_tensors import NamedTensors, ShownMemory
from opscope.torch_calls.storages import PLAIN


class _KeptTensor:
    """A tensor in a variable, the memory that it showed, and the form in which the log stores it."""

    __slots__ = ("item", "memory", "ref")

    def __init__(self, tensor: Any, item: Any) -> None:
        self.item = item
        self.ref: Any = weakref.ref(tensor)
        self.memory = _memory_of(tensor) if type(item) in PLAIN else None

    def is_of(self, tensor: Any) -> bool:
        """Return True if the tensor is the same as before and shows the same memory, so that its form is the same."""
        return self.memory is not None and self.ref() is tensor and self.memory.is_same(tensor)


class KeptLocals:
    """The tensors in the variables of a function when the function was last read."""

    __slots__ = ("_found", "_kept")

    def __init__(self) -> None:
        self._kept: dict[str, _KeptTensor] = {}
        self._found: FunctionLocals | None = None

    def read(
        self, call: UserCall, tensors: Mapping[str, Any], left: frozenset[str], named: NamedTensors
    ) -> FunctionLocals:
        """Return the tensors by variable. The result is the former object if it would be equal to this object."""
        former, kept, found = self._kept, dict[str, _KeptTensor](), self._found
        is_new = found is None or len(former) != len(tensors) or found.left != left
        for name, tensor in tensors.items():
            each = former.get(name)
            if each is None or not each.is_of(tensor) or named.is_shown(tensor):  # it may have got a name
                item = named.kept(tensor)
                is_new = is_new or each is None or each.item is not item
                each = _KeptTensor(tensor, item)
            kept[name] = each
        self._kept = kept
        if found is None or is_new:
            bound = {name: each.item for name, each in kept.items()}
            found = self._found = FunctionLocals(call, bound, left)
        return found


def _memory_of(tensor: Any) -> ShownMemory | None:
    """Return the memory that a tensor shows. Return None for a tensor without memory, such as a sparse tensor."""
    try:
        return ShownMemory(tensor)
    except RuntimeError:
        return None
