"""Numbers of the results that a call in a loop returns, as in `outs[0]`, `outs[1]`."""

from __future__ import annotations

from typing import Any

from opscope.core.source import CodePosition, UserCall
from opscope.names.assignment_targets import AssignmentTarget, inside
from opscope.names.call_node import node_at


class LoopNumbers:
    """The number of the latest result in each loop, for each name of results and each function that contains a loop."""

    def __init__(self) -> None:
        self._last: dict[tuple[UserCall, Any, str], tuple[int, Any, str]] = {}

    def number(self, target: AssignmentTarget, call: UserCall, source: Any, value: str) -> int:
        """Return the number of a result in its loop. Results that have the same `source` have the same number.

        If a user's function returns a value to a public function, as `forward` does to a Layer, both functions return
        the same value, which counts as one result.
        """
        key = call, target.loop, target.name
        last, of, seen = self._last.get(key, (-1, None, ""))
        is_same = of is not None and (of == source or (seen == value and type(of) is not type(source)))
        number = last if is_same else last + 1
        self._last[key] = number, source, value
        return number

    def leave(self, position: CodePosition, call: UserCall) -> None:
        """Remove the numbers of the loops that the program has left, so that the numbers start from 0 again."""
        at: CodePosition | None = position
        frame: UserCall | None = call
        while frame is not None and at is not None and self._last:
            node = node_at(*at)
            for key in [k for k in self._last if k[0] is frame and not inside(node, k[1])]:
                del self._last[key]
            at, frame = frame.caller, frame.outer
