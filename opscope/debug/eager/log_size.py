"""Size in bytes of a log of eager calls. If the arrays are large, the size is measured more often."""

from __future__ import annotations

from collections.abc import Callable

from opscope.eager.op_call_log import CallLog

FEWEST, MOST = 4, 500  # calls from one count to the next
GROWTH = 2  # factor between the calls at successive counts: larger arrays may follow


class LogSize:
    """Number of bytes of the arrays that the logged calls have made, and of the elements that they have overwritten.

    When the log has `limit` calls, the bytes are counted again. The function `share` returns the largest number of
    bytes that the log may take. The function `overwritten` returns the bytes of the stored elements that the calls have
    overwritten.
    """

    def __init__(self, log: CallLog, share: Callable[[], int], overwritten: Callable[[], int]) -> None:
        self.limit = FEWEST
        self._log = log
        self._share = share
        self._overwritten = overwritten
        self._made = self._calls = 0  # bytes of the made arrays, and number of calls, as of the last count
        self._largest = 0.0  # average bytes of a call, in a log of this or the last step
        self._largest_now = 0.0  # the same in this step

    def is_full(self) -> bool:
        """Return True if the log takes more bytes than it may take.

        This method also sets the number of calls after which the bytes are counted again.
        """
        calls = self._log.calls
        for call in calls[self._calls :]:
            self._made += call.made_bytes
        self._calls = len(calls)
        nbytes = self._made + self._overwritten()
        if self._calls:
            self._largest_now = max(self._largest_now, nbytes / self._calls)
        room = self._room(nbytes, nbytes / max(self._calls, 1))
        self.limit = self._calls + min(room, max(FEWEST, (GROWTH - 1) * self._calls))
        return nbytes > self._share()

    def restart(self) -> None:
        """Restart the count of bytes for a new log."""
        self._made = self._calls = 0
        expected = max(self._largest, self._largest_now)
        self.limit = self._room(0, expected) if expected else FEWEST

    def end_step(self) -> None:
        """Store the sizes of the arrays of a finished step, to estimate the sizes in the next step."""
        self._largest, self._largest_now = self._largest_now, 0.0
        self.restart()

    def _room(self, nbytes: int, of_a_call: float) -> int:
        """Return the number of further calls for which a log of this size probably has room."""
        return max(FEWEST, min(MOST, int((self._share() - nbytes) / max(of_a_call, 1.0))))
