"""The table of decompositions, by op name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Decomposition = Callable[..., Any]  # (graph, *operands, **attributes) -> a value, several, or None
DECOMPOSITIONS: dict[str, Decomposition] = {}


def decomposition(*names: str) -> Callable[[Decomposition], Decomposition]:
    """Register the decomposition of ops."""

    def register(function: Decomposition) -> Decomposition:
        DECOMPOSITIONS.update(dict.fromkeys(names, function))
        return function

    return register
