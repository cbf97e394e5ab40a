"""Nested structures of paddle.utils."""

from opscope.core.nested_structure import (
    assert_same_structure,
    flatten,
    is_sequence,
    map_structure,
    pack_sequence_as,
    to_sequence,
)

__all__ = [
    "assert_same_structure",
    "flatten",
    "is_sequence",
    "map_structure",
    "pack_sequence_as",
    "to_sequence",
]
