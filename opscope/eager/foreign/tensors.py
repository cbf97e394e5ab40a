"""Tensors of other libraries: as opscope Tensors on the memory of the original tensor, and as arrays to look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from opscope.eager.tape import Tracked


class TensorReader(Protocol):
    """A source of Tensors for the tensors of another library."""

    def read(self, value: Any) -> Tracked | None:
        """Return the Tensor for a tensor that calls of the run have used; None for other objects."""
        ...

    def show(self, value: Any) -> Tracked | None:
        """Return the Tensor for a tensor of this thread, whether or not it was used.

        Return None for a tensor that NumPy cannot show.
        """
        ...


readers: list[TensorReader] = []


class ForeignTensor(NamedTuple):
    """A tensor of another library, for display. A call of the run may have used it or not.

    `array` shows the elements that the tensor has now. `attributes` are the names of attributes to show beside the
    elements. `missing` is the text to show for a tensor whose memory has been released: its own repr would read other
    memory.
    """

    array: Any
    attributes: tuple[str, ...]
    missing: str = ""


tensor_kinds: list[Callable[[Any], ForeignTensor | None]] = []
"""For each library, a function that returns None for objects that are not tensors, and for tensors that NumPy cannot
show."""


def as_tracked(value: Any) -> Tracked | None:
    """Return the Tensor for a Tensor or for a tensor of another recorded library; None for other objects."""
    if isinstance(value, Tracked):
        return value
    return next((found for reader in readers if (found := reader.read(value)) is not None), None)


def as_writable(value: Any) -> Tracked | None:
    """Return the Tensor for any tensor, whether or not a call of the run has used it. Otherwise return None."""
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
    """Return the text for a tensor of another library whose memory has been released; "" for other objects."""
    found = _look_at(value)
    return "" if found is None else found.missing


def _look_at(value: Any) -> ForeignTensor | None:
    return next((found for look in tensor_kinds if (found := look(value)) is not None), None)
