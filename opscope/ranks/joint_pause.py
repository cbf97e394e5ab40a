"""JointPause: makes the ranks of a job stop together, at the same collective.

Each collective of all ranks begins with an agreement of the ranks on the call. A pause uses this agreement. Each rank
adds the number of the last pause request that it has received from the launcher. When the agreement ends, all ranks
know the same largest number. So either all ranks pause at this collective or none does, even if a request reaches some
ranks late.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

Stop = Callable[[], bool]


class JointPause:
    """Pause requests of this rank.

    asked: the number of the last request that this rank has received. agreed: the number of the last request on which
    all ranks have agreed. stop_later: a debugger's function, which makes the program stop at its next step, and returns
    True if it will stop. Without a debugger, the rank waits inside the collective. place: a debugger's function, which
    describes where the program has stopped; "" while it runs. go_on: a debugger's function, which continues the stopped
    program, and then sets `released` to the number of the launcher's last request to continue.
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
        """Receive a request of the launcher."""
        self.asked = max(self.asked, number)

    def release(self, number: int, again: int = 0) -> None:
        """Withdraw the request, and let the rank continue. again: the pause request that is valid now; 0: none."""
        self.asked = max(self.agreed, again)
        self._free.set()
        self.go_on(number)

    def note_release(self, number: int) -> None:
        """Record that the rank continues."""
        self.released = max(self.released, number)

    def agree(self, number: int) -> None:
        """Pause if all ranks have agreed on a new number. The method is called in the thread of the collective."""
        if number <= self.agreed:
            return
        self.asked = self.agreed = number
        if not self.stop_later():
            self._free.clear()
            self._free.wait()
