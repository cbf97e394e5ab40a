"""Flatten nested tuples, lists and dicts, and pack leaves into the same structure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def flatten(structure: Any) -> list[Any]:
    """Return the leaves in order. A dict is visited by sorted keys, as in Paddle, and not in the order of insertion.

    >>> flatten((1, [2, {"b": 4, "a": 3}]))
    [1, 2, 3, 4]
    """
    if isinstance(structure, list | tuple):
        return [leaf for item in structure for leaf in flatten(item)]
    if isinstance(structure, dict):
        return [leaf for key in _sorted(structure) for leaf in flatten(structure[key])]
    return [structure]


def pack(structure: Any, leaves: Iterator[Any]) -> Any:
    """Return the structure with other leaves.

    >>> pack((1, [2]), iter("ab"))
    ('a', ['b'])
    """
    if isinstance(structure, list | tuple):
        items = [pack(item, leaves) for item in structure]
        return type(structure)(*items) if hasattr(structure, "_fields") else type(structure)(items)
    if isinstance(structure, dict):
        packed = {key: pack(structure[key], leaves) for key in _sorted(structure)}
        return {key: packed[key] for key in structure}
    return next(leaves)


def difference(one: Any, other: Any) -> str:
    """Return a text with the first difference of two structures. Return "" if the structures are equal.

    A list is equal to a tuple with the same items.

    >>> difference({"a": 1}, {"b": 1}), difference((1, [2]), [1, 2]), difference((1, 2), [3, 4])
    ("the keys 'a' and 'b'", 'list and int', '')
    """
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return "the keys " + " and ".join(", ".join(map(repr, each)) or "none" for each in (one, other))
        return next(filter(None, (difference(one[key], other[key]) for key in one)), "")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            return f"{len(one)} and {len(other)} items"
        return next(filter(None, map(difference, one, other)), "")
    nested = any(isinstance(each, list | tuple | dict) for each in (one, other))
    return f"{type(one).__name__} and {type(other).__name__}" if nested else ""


def _sorted(structure: dict[Any, Any]) -> list[Any]:
    try:
        return sorted(structure)
    except TypeError:  # keys of several types
        return sorted(structure, key=repr)
