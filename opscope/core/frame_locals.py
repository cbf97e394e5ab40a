"""Locals of the user's functions at a call, where its source looks at their frames: names by what they are bound to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from opscope.core.source import UserCall


class FrameLocals(NamedTuple):
    """Values by the names that they have in running calls of the user's functions, innermost first.

    A function is there if its names may have changed since the last call; then a name without a value means none.
    The values are arrays, and in a record the names of values.
    """

    frames: tuple[tuple[UserCall, Mapping[str, Any]], ...]

    def renamed(self, name_of: Callable[[Any], str]) -> FrameLocals:
        """The same with the names of the values."""
        named = (
            (call, {text: name for text, array in bound.items() if (name := name_of(array))})
            for call, bound in self.frames
        )
        return FrameLocals(tuple(named))
