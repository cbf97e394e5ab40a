"""Tensors of other libraries, each as an opscope Tensor on the memory of the original tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.eager.tape import Tracked

readers: list[Callable[[Any], Tracked | None]] = []  # each gives the Tensor of a tensor that it knows


def as_tracked(value: Any) -> Tracked | None:
    """Return the Tensor for a Tensor or for a tensor of another recorded library; None for other objects."""
    if isinstance(value, Tracked):
        return value
    for read in readers:
        found = read(value)
        if found is not None:
            return found
    return None
