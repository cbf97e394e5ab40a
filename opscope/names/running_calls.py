"""Calls of public functions that run functions of the user in between: `apply` of a PyLayer."""

from __future__ import annotations

from typing import NamedTuple

from opscope.core.source import CodePosition, UserCall
from opscope.names.user_functions import functions_around


class _Running(NamedTuple):
    call: UserCall
    position: CodePosition
    tick: int


class RunningCalls:
    """The calls that have begun and not returned, innermost last.

    Values that the user's function returns inside such a call are not those that the call returns.
    """

    def __init__(self) -> None:
        self._running: list[_Running] = []

    def begin(self, call: UserCall, position: CodePosition, tick: int) -> None:
        """Note that the user's function `call` calls the public function at a position, at a tick."""
        self._running.append(_Running(call, position[:2], tick))

    def end(self, call: UserCall, position: CodePosition) -> int | None:
        """Note that the call at a position has returned. Returns the tick at which it began, None if it is unknown."""
        index = self._index(call, position)
        if index is None:
            return None
        tick = self._running[index].tick
        del self._running[index:]
        return tick

    def keep(self, position: CodePosition, call: UserCall) -> None:
        """Drop the calls that an error has ended: the program is at a position outside of them."""
        if not self._running:
            return
        at = {call: position[:2]} | {
            f: (f.code, inner.called_at) for inner in (call, *functions_around(call)) if (f := inner.outer)
        }
        self._running = [each for each in self._running if at.get(each.call) == each.position]

    def includes(self, call: UserCall, position: CodePosition) -> bool:
        """Return True if the call at a position has begun and not returned."""
        return self._index(call, position) is not None

    def _index(self, call: UserCall, position: CodePosition) -> int | None:
        found = (i for i, each in enumerate(self._running) if each.call is call and each.position == position[:2])
        return next(found, None)
