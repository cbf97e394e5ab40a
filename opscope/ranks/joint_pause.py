"""JointPause: the ranks of a job stop together, at the same collective.

Two phases, in the agreement that every collective of all ranks begins with. Each rank adds to it the number of the last
request to pause that it has received from the launcher; the largest number is the same on all ranks when the agreement
ends. So either every rank pauses there or none, however late a request reaches some of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

Stop = Callable[[], bool]


class JointPause:
    """Requests to pause, of this rank.

    asked, agreed: the numbers of the last request that this rank has received, and that all ranks have agreed on.
    stop_later: a debugger's function, which makes the program stop at its next step and returns True if it will. With
    no debugger, the rank stands still inside the collective. place: a debugger's function, which describes where the
    program has stopped; "" while it runs. go_on: a debugger's function, which continues the stopped program and then
    sets `released`, the number of the launcher's last request to go on.
    """

    def __init__(self) -> None:
        self.asked = self.agreed = self.released = 0
        self.stop_later: Stop = lambda: False
        self.place: Callable[[], str] = lambda: ""
        self.go_on = self.note_release
        self._free = threading.Event()
        self._free.set()

    @property
    def is_held(self) -> bool:
        """True while the rank stands still inside a collective."""
        return not self._free.is_set()

    def ask(self, number: int) -> None:
        """Take in a request of the launcher."""
        self.asked = max(self.asked, number)

    def release(self, number: int, again: int = 0) -> None:
        """Withdraw the request, and let the rank go on. again: the request to pause that holds from now on, 0: none."""
        self.asked = max(self.agreed, again)
        self._free.set()
        self.go_on(number)

    def note_release(self, number: int) -> None:
        """Note that the rank goes on."""
        self.released = max(self.released, number)

    def agree(self, number: int) -> None:
        """Pause if the number that all ranks have agreed on is a new one. Called in the thread of the collective."""
        if number <= self.agreed:
            return
        self.asked = self.agreed = number
        if not self.stop_later():
            self._free.clear()
            self._free.wait()
