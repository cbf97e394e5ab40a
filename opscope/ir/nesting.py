"""Flatten nested tuples, lists and dicts, and pack leaves into the same structure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def flatten(structure: Any) -> list[Any]:
    """The leaves, in order (dicts by insertion).

    >>> flatten((1, [2, {"a": 3}]))
    [1, 2, 3]
    """
    if isinstance(structure, list | tuple):
        return [leaf for item in structure for leaf in flatten(item)]
    if isinstance(structure, dict):
        return [leaf for item in structure.values() for leaf in flatten(item)]
    return [structure]


def pack(structure: Any, leaves: Iterator[Any]) -> Any:
    """The same structure with other leaves.

    >>> pack((1, [2]), iter("ab"))
    ('a', ['b'])
    """
    if isinstance(structure, list | tuple):
        items = [pack(item, leaves) for item in structure]
        return type(structure)(*items) if hasattr(structure, "_fields") else type(structure)(items)
    if isinstance(structure, dict):
        return {key: pack(item, leaves) for key, item in structure.items()}
    return next(leaves)
