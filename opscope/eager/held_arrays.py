"""Current arrays and gradients of Tensors, by the names of the Tensors."""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

from opscope.eager import named_tensors

FEWEST_GRADIENTS = 1000
BEFORE = -1  # the number of what was held before the first change


class Held(NamedTuple):
    """Array and gradient of a Tensor after a change. `name` is "" if the gradient of an unnamed Tensor has changed.

    `gradient` is an array, SelectedRows for a gradient that is stored as rows, or None. `tensor` is None if no Tensor
    has the name any more.
    """

    number: int
    name: str
    tensor: weakref.ref[Any] | None
    array: Any
    gradient: Any

    @classmethod
    def of(cls, number: int, name: str, tensor: Any, ref: weakref.ref[Any] | None = None) -> Held:
        """Return the current array and gradient of a Tensor. For a sparse Tensor, both are None.

        `ref` is a weak reference to the Tensor, if known.
        """
        ref = ref or weakref.ref(tensor)
        if tensor.is_sparse():
            return cls(number, name, ref, None, None)
        grad = tensor._grad
        found = None if grad is None else getattr(grad, "selected", None) or grad._value
        return cls(number, name, ref, tensor._value, found)


class HeldArrays:
    """The current array and gradient of the Tensor to which each name refers.

    If Tensors have got a name after `fill`, the name refers to the last of these Tensors. Otherwise, it refers to the
    Tensor that had the name at `fill`. If several Tensors have the name, it refers to the Tensor that has changed,
    because the other Tensors belong to other code.
    """

    def __init__(self) -> None:
        self.states: dict[str, Held] = {}
        self._named: dict[str, weakref.ref[Any]] = {}  # the last Tensor that got each name
        self._changed: dict[str, list[weakref.ref[Any]]] = {}
        self._by_gradient: dict[int, weakref.ref[Any]] = {}  # by id of `_grad`
        self._next_removal = FEWEST_GRADIENTS  # their number at which those of dead Tensors are removed

    def fill(self) -> None:
        """Read the arrays of all Tensors that have names."""
        for name, found in named_tensors.all_named():
            if len(found) == 1:
                self.states[name] = Held.of(BEFORE, name, found[0])
                if not found[0].is_sparse():
                    self.note_gradient(found[0])

    def note_name(self, tensor: Any, name: str) -> None:
        """Record that a Tensor has got a name."""
        self._named[name] = weakref.ref(tensor)

    def note_change(self, tensor: Any, name: str) -> None:
        """Record that a Tensor with this name was changed."""
        found = self._changed.get(name)
        if found is None:
            self._changed[name] = [weakref.ref(tensor)]
        elif found[0]() is not tensor and not any(ref() is tensor for ref in found):
            self._changed[name] = [*(ref for ref in found if ref() is not None), weakref.ref(tensor)]

    def update(self, number: int, name: str) -> Held:
        """Read and return the current array and gradient of the Tensor with a name, after change `number`."""
        former = self.states.get(name)
        ref = None if former is None else former.tensor
        tensor = None if ref is None else ref()
        if tensor is None or tensor._name != name or named_tensors.is_shared(name):
            tensor, ref = self._meant(name), None
        if tensor is None:
            self.states.pop(name, None)
            return Held(number, name, None, None, None)
        found = self.states[name] = Held.of(number, name, tensor, ref)
        return found

    def take_result(self, number: int, name: str, tensor: Any) -> None:
        """Read the current array of a Tensor after change `number`. The gradient of the Tensor has not changed."""
        former = self.states.get(name)
        ref = None if former is None else former.tensor
        is_same = ref is not None and ref() is tensor and tensor._name == name
        if former is None or not is_same or named_tensors.is_shared(name):
            self.update(number, name)
        else:
            self.states[name] = Held(number, name, ref, tensor._value, former.gradient)

    def _meant(self, name: str) -> Any:
        if (last := self._named.get(name)) is not None:
            tensor = last()  # none, though former Tensors may be alive in a log
            return tensor if tensor is not None and tensor._name == name else None
        found = named_tensors.of_name(name)
        if len(found) > 1:
            changed = [ref() for ref in self._changed.get(name, ())]
            found = [tensor for tensor in found if any(tensor is other for other in changed)]
        return found[0] if len(found) == 1 else None

    def note_gradient(self, tensor: Any) -> None:
        """Record a Tensor that has a gradient."""
        if tensor._grad is None:
            return
        known = self.states.get(tensor._name)
        ref = None if known is None else known.tensor
        self._by_gradient[id(tensor._grad)] = weakref.ref(tensor) if ref is None or ref() is not tensor else ref
        if len(self._by_gradient) >= self._next_removal:
            self._by_gradient = {key: ref for key, ref in self._by_gradient.items() if ref() is not None}
            self._next_removal = max(FEWEST_GRADIENTS, 2 * len(self._by_gradient))

    def with_gradient(self, gradient: Any) -> Any:
        """Return the Tensor whose gradient is `gradient`. Return None if there is no such Tensor."""
        ref = self._by_gradient.get(id(gradient))
        found = None if ref is None else ref()
        return found if found is not None and found._grad is gradient else None
