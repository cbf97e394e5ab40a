"""Calls of public functions that run functions of the user in between, for example `apply` of a PyLayer."""

from __future__ import annotations

from opscope.core.source import CodePosition, UserCall
from opscope.names.user_functions import instructions_of


class RunningCalls:
    """The calls that have begun and not returned, innermost last: the user's function, and its instruction.

    Values that the user's function returns inside such a call are not the values that the call returns.
    """

    def __init__(self) -> None:
        self._running: list[tuple[UserCall, int]] = []

    def begin(self, call: UserCall, position: CodePosition) -> None:
        """Note that the user's function `call` calls the public function at a position."""
        self._running.append((call, position[1]))

    def end(self, call: UserCall, position: CodePosition) -> bool:
        """Note that the call at a position has returned. Returns True if the beginning of the call was noted."""
        if not self.includes(call, position):
            return False
        del self._running[self._running.index((call, position[1])) :]
        return True

    def keep(self, position: CodePosition, call: UserCall) -> None:
        """Drop the calls that an error has ended, because the program is at a position outside of them."""
        if self._running:
            at = instructions_of(call, position[1])
            self._running = [each for each in self._running if at.get(each[0]) == each[1]]

    def includes(self, call: UserCall, position: CodePosition) -> bool:
        """Return True if the call at a position has begun and not returned."""
        return (call, position[1]) in self._running
