"""Lookup of the thread to which commands about frames refer, and of the values of tensors in this thread."""

from __future__ import annotations

from typing import Any

from opscope.debug.drivers.thread_calls import CallsOfThreads
from opscope.debug.frames.variables import PlaceValues
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.state.program_threads import ProgramThread, ProgramThreads
from opscope.debug.values import place_values
from opscope.errors import NotFound


class ShownThread:
    """The thread that the user has chosen while the run has stopped."""

    def __init__(self, threads: ProgramThreads, calls: CallsOfThreads, navigator: Navigator) -> None:
        self._threads = threads
        self._calls = calls
        self._navigator = navigator

    def other(self) -> int | None:
        """Return the ident of the chosen thread. Returns None if the run has stopped in the chosen thread."""
        chosen = self._other()
        return None if chosen is None else chosen.ident

    def _other(self) -> ProgramThread | None:
        chosen = self._threads.chosen
        return None if chosen is None or chosen is self._threads.current else chosen

    def values(self) -> PlaceValues:
        """Return the values of the tensors that are known in the chosen thread."""
        navigator, other = self._navigator, self._other()
        if other is not None:
            return PlaceValues(self._calls.of(other).name_of, lambda name: None, False, lambda name: "")

        def lookup(name: str) -> Any:
            try:
                return place_values.find_value(navigator, name)
            except NotFound:
                return None

        def bound(name: str) -> str:
            here, operator = navigator.shown_cursor, navigator.unassigned
            if here is None or (navigator.past is None and operator is None):
                return ""
            value = here.local_value(name)
            return value if operator is None or value in operator.outputs else ""

        return PlaceValues(self._calls.current.name_of, lookup, navigator.past is not None, bound)
