"""Nested structures, as in paddle.utils. The keys of dicts are visited in sorted order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError


def is_sequence(seq: Any) -> bool:
    """Return True for a dict, list or tuple."""
    return isinstance(seq, dict | list | tuple)


def to_sequence(nest: Any) -> Any:
    """Return the value if it is a sequence. Otherwise, return a list that contains the value."""
    return nest if is_sequence(nest) else [nest]


def _members(nest: Any) -> list[Any]:
    return [nest[key] for key in sorted(nest)] if isinstance(nest, dict) else list(nest)


def flatten(nest: Any) -> list[Any]:
    """Return the leaves of a structure, in order.

    >>> flatten({"b": [1, (2, 3)], "a": 4})
    [4, 1, 2, 3]
    """
    return [leaf for member in _members(nest) for leaf in flatten(member)] if is_sequence(nest) else [nest]


def pack_sequence_as(structure: Any, flat_sequence: Any) -> Any:
    """Return the structure with the leaves `flat_sequence` in place of its own leaves.

    Raises ArgumentError (a ValueError) if the numbers of leaves differ.
    """
    if not is_sequence(flat_sequence):
        raise UsageError("flat_sequence must be a sequence", site=site())
    count = len(flatten(structure))
    if count != len(flat_sequence):
        raise ArgumentError(
            f"Could not pack sequence. Structure had {count} elements, but flat_sequence had {len(flat_sequence)} "
            f"elements.  Structure: {structure}, flat_sequence: {flat_sequence}.", site=site(),
        )  # fmt: skip
    return _packed(structure, iter(flat_sequence))


def _packed(structure: Any, leaves: Iterator[Any]) -> Any:
    if not is_sequence(structure):
        return next(leaves)
    if isinstance(structure, dict):
        made = {key: _packed(structure[key], leaves) for key in sorted(structure)}
        return type(structure)((key, made[key]) for key in structure)
    members = [_packed(member, leaves) for member in structure]
    return type(structure)(*members) if hasattr(structure, "_fields") else type(structure)(members)


def map_structure(func: Callable[..., Any], *structure: Any) -> Any:
    """Apply func to the leaves of structures that have the same form. The result has the form of the first structure.

    >>> map_structure(lambda a, b: a + b, [1, (2,)], [3, (4,)])
    [4, (6,)]
    """
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=False)
    leaves = zip(*map(flatten, structure), strict=True)
    return pack_sequence_as(structure[0], [func(*each) for each in leaves])


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Raise ArgumentError (a ValueError) or UsageError (a TypeError) if two structures differ."""
    first, second = len(flatten(nest1)), len(flatten(nest2))
    if first != second:
        raise ArgumentError(
            "The two structures don't have the same number of elements.\n\n"
            f"First structure ({first} elements): {nest1}\n\nSecond structure ({second} elements): {nest2}",
            site=site(),
        )  # fmt: skip
    _same(nest1, nest2, check_types)


def _same(first: Any, second: Any, check_types: bool) -> None:
    if is_sequence(first) != is_sequence(second):
        raise ArgumentError(
            "The two structures don't have the same nested structure.", facts={"first": first, "second": second},
            site=site(),
        )  # fmt: skip
    if not is_sequence(first):
        return
    if check_types and type(first) is not type(second):
        raise UsageError(
            "The two structures don't have the same sequence type.",
            facts={"first": type(first).__name__, "second": type(second).__name__}, site=site(),
        )  # fmt: skip
    if isinstance(first, dict) and isinstance(second, dict) and set(first) != set(second):
        raise ArgumentError("The two dictionaries don't have the same set of keys.", site=site())
    pairs: Sequence[tuple[Any, Any]] = list(zip(_members(first), _members(second), strict=True))
    for one, other in pairs:
        _same(one, other, check_types)


__all__ = ["assert_same_structure", "flatten", "is_sequence", "map_structure", "pack_sequence_as", "to_sequence"]
