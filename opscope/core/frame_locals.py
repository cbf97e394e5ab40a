"""Local variables of the user's functions at a call. The source of this call reads the frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from opscope.core.source import UserCall


class FunctionLocals(NamedTuple):
    """The locals of a running call of a user's function.

    A name without a value is not listed. The names in `left` have referred to the same objects since the end of the
    previous step. These objects were not written to since.
    """

    call: UserCall
    bound: Mapping[str, Any]
    left: frozenset[str] = frozenset()


class FrameLocals(NamedTuple):
    """Values by the names that they have in running calls of the user's functions, innermost first.

    The result contains a function if its names may have changed since the last call. The values are arrays, or, in a
    record, the names of values.
    """

    frames: tuple[FunctionLocals, ...]

    def replaced(self, values: Callable[[FunctionLocals], dict[str, Any]]) -> FrameLocals:
        """Return a copy in which the names have other values."""
        return FrameLocals(tuple([each._replace(bound=values(each)) for each in self.frames]))

    def renamed(self, name_of: Callable[[Any], str]) -> FrameLocals:
        """Return a copy with the names of the values in place of the values."""
        return self.replaced(lambda of: {text: name for text, array in of.bound.items() if (name := name_of(array))})
