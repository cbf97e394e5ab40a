"""Local variables of the user's functions at the time of an op call, which were read from the stack frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from opscope.core.source import UserCall


class FunctionLocals(NamedTuple):
    """The local variables of a running call of a user's function.

    A name without a value is not included. The names in `left` still refer to the same objects as at the end of the
    previous step, and nothing was written into these objects since then.
    """

    call: UserCall
    bound: Mapping[str, Any]
    left: frozenset[str] = frozenset()


class FrameLocals(NamedTuple):
    """The local variables of the running calls of the user's functions. The innermost call comes first.

    A function is included only if its variables may have changed since the last op call. The values are arrays. In a
    record, the names of the values replace the arrays.
    """

    frames: tuple[FunctionLocals, ...]

    def replaced(self, values: Callable[[FunctionLocals], dict[str, Any]]) -> FrameLocals:
        """Return a copy in which the names have other values."""
        return FrameLocals(tuple([each._replace(bound=values(each)) for each in self.frames]))

    def renamed(self, name_of: Callable[[Any], str]) -> FrameLocals:
        """Return a copy in which the names of values replace the values."""
        return self.replaced(lambda of: {text: name for text, array in of.bound.items() if (name := name_of(array))})
