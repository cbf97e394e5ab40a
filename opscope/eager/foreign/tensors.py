"""Conversion of tensors of other libraries to opscope Tensors on the same memory, and to arrays for display."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from opscope.eager.tape import Tracked


class TensorReader(Protocol):
    """Reader that converts the tensors of another library to opscope Tensors."""

    def read(self, value: Any) -> Tracked | None:
        """Return the opscope Tensor for a tensor that a call of the run has used. Return None for other objects."""
        ...

    def show(self, value: Any) -> Tracked | None:
        """Return the opscope Tensor for a tensor of this thread, even if no call of the run has used the tensor.

        Return None for a tensor that NumPy cannot show.
        """
        ...


readers: list[TensorReader] = []


class ForeignTensor(NamedTuple):
    """A tensor of another library, for display, even if no call of the run has used the tensor.

    `array` shows the elements that the tensor has now. `attributes` are the names of attributes to show beside the
    elements. `missing` is the text to show if the memory of the tensor was released. The repr of such a tensor is
    not shown, because it would read memory that does not belong to the tensor.
    """

    array: Any
    attributes: tuple[str, ...]
    missing: str = ""


tensor_kinds: list[Callable[[Any], ForeignTensor | None]] = []
"""Functions that return the ForeignTensor for a tensor, one function for each library.

A function returns None for objects that are not tensors of its library, and for tensors that NumPy cannot show.
"""


def as_tracked(value: Any) -> Tracked | None:
    """Return the Tensor for a tensor of another recorded library.

    Return a Tensor unchanged. Return None for other objects.
    """
    if isinstance(value, Tracked):
        return value
    return next((found for reader in readers if (found := reader.read(value)) is not None), None)


def as_writable(value: Any) -> Tracked | None:
    """Return the Tensor for any tensor, even if no call of the run has used it. Return None for other objects."""
    known = as_tracked(value)
    if known is not None:
        return known
    return next((found for reader in readers if (found := reader.show(value)) is not None), None)


def foreign_tensor(value: Any) -> ForeignTensor | None:
    """Return a tensor of another library, for display.

    Return None for other objects, and for a tensor that NumPy cannot show.
    """
    found = _look_at(value)
    return None if found is None or found.missing else found


def missing_elements(value: Any) -> str:
    """Return the text for a tensor of another library whose memory was released. Return "" for other objects."""
    found = _look_at(value)
    return "" if found is None else found.missing


def _look_at(value: Any) -> ForeignTensor | None:
    return next((found for look in tensor_kinds if (found := look(value)) is not None), None)
