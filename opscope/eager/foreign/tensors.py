"""Tensors of other libraries whose calls a run sees: each as a Tensor that shows the same memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.eager.tape import Tracked

readers: list[Callable[[Any], Tracked | None]] = []  # each gives the Tensor of a tensor that it knows


def as_tracked(value: Any) -> Tracked | None:
    """The Tensor for a value that is one, or a tensor of a library that is seen; None for other objects."""
    if isinstance(value, Tracked):
        return value
    for read in readers:
        found = read(value)
        if found is not None:
            return found
    return None
