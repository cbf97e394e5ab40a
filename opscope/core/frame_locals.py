"""Locals of the user's functions at a call, where its source looks at their frames: names by what they are bound to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from opscope.core.source import UserCall


class FunctionLocals(NamedTuple):
    """The locals of a running call of a user's function.

    A name without a value means none. The names `left` have the objects that they had when the step before ended, and
    nothing has written to these since.
    """

    call: UserCall
    bound: Mapping[str, Any]
    left: frozenset[str] = frozenset()


class FrameLocals(NamedTuple):
    """Values by the names that they have in running calls of the user's functions, innermost first.

    A function is there if its names may have changed since the last call. The values are arrays, and in a record the
    names of values.
    """

    frames: tuple[FunctionLocals, ...]

    def replaced(self, values: Callable[[Mapping[str, Any]], dict[str, Any]]) -> FrameLocals:
        """The same with other values of the names."""
        return FrameLocals(tuple([each._replace(bound=values(each.bound)) for each in self.frames]))

    def renamed(self, name_of: Callable[[Any], str]) -> FrameLocals:
        """The same with the names of the values."""
        return self.replaced(lambda bound: {text: name for text, array in bound.items() if (name := name_of(array))})
