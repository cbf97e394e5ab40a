"""JointPause: stops all ranks of a job at the same collective.

At each collective of all ranks, the ranks first compare their calls. A pause uses this comparison: each rank also sends
the number of the last pause request that it has received from the launcher. After the comparison, all ranks have the
same largest number. So either all ranks pause at this collective, or no rank does, even if a request reaches some ranks
late.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

Stop = Callable[[], bool]


class JointPause:
    """The pause requests that this rank has received.

    asked: the number of the last request that this rank has received.
    agreed: the number of the last request at which all ranks have paused together.
    stop_later: a debugger's function, which makes the program stop at its next step, and returns True if the program
        will stop. Without a debugger, the rank waits inside the collective.
    place: a debugger's function, which returns the place where the program has stopped; "" while it runs.
    go_on: a debugger's function, which continues the stopped program, and then sets `released` to the number of the
        launcher's last request to continue.
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
        """True while the rank waits inside a collective."""
        return not self._free.is_set()

    def ask(self, number: int) -> None:
        """Store a pause request of the launcher."""
        self.asked = max(self.asked, number)

    def release(self, number: int, again: int = 0) -> None:
        """Withdraw the pause request, and continue the rank. `again` is the number of a new pause request; 0: none."""
        self.asked = max(self.agreed, again)
        self._free.set()
        self.go_on(number)

    def note_release(self, number: int) -> None:
        """Record the number of a request to continue, because the rank has handled it."""
        self.released = max(self.released, number)

    def agree(self, number: int) -> None:
        """Pause the rank if `number`, which is the same on all ranks, is the number of a new pause request.

        The method is called in the thread of the collective.
        """
        if number <= self.agreed:
            return
        self.asked = self.agreed = number
        if not self.stop_later():
            self._free.clear()
            self._free.wait()
