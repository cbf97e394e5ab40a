"""Calls of public functions that themselves call functions of the user, such as `apply` of a PyLayer."""

from __future__ import annotations

from opscope.core.source import CodePosition, UserCall
from opscope.names.user_functions import instructions_of


class RunningCalls:
    """The calls that have begun but not returned. The innermost call is last.

    A call consists of the calling function of the user, and the instruction of the call. A value that a user's function
    returns inside such a call is not the value that the call itself returns.
    """

    def __init__(self) -> None:
        self._running: list[tuple[UserCall, int]] = []

    def begin(self, call: UserCall, position: CodePosition) -> None:
        """Record that the user's function `call` calls a public function at a position."""
        self._running.append((call, position[1]))

    def end(self, call: UserCall, position: CodePosition) -> bool:
        """Record that the call at a position has returned. Returns True if the beginning of the call was recorded."""
        if not self.includes(call, position):
            return False
        del self._running[self._running.index((call, position[1])) :]
        return True

    def keep(self, position: CodePosition, call: UserCall) -> None:
        """Remove the calls that an error has ended.

        The program is now at a position outside of these calls.
        """
        if self._running:
            at = instructions_of(call, position[1])
            self._running = [each for each in self._running if at.get(each[0]) == each[1]]

    def includes(self, call: UserCall, position: CodePosition) -> bool:
        """Return True if the call at a position has begun but not returned."""
        return (call, position[1]) in self._running
