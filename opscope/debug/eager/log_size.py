"""Size in bytes of a log of eager calls. If the arrays are large, the size is measured more often."""

from __future__ import annotations

from collections.abc import Callable

from opscope.eager.op_call_log import CallLog

FEWEST, MOST = 4, 500  # calls from one count to the next
GROWTH = 2  # factor between the calls at successive counts: larger arrays may follow


class LogSize:
    """The number of bytes of all arrays that the logged calls have made.

    When the log has `limit` calls, the bytes are counted again. The function `share` returns the largest number of
    bytes that the log may take.
    """

    def __init__(self, log: CallLog, share: Callable[[], int]) -> None:
        self.limit = FEWEST
        self._log = log
        self._share = share
        self._bytes = self._calls = 0  # as of the last count
        self._largest = 0.0  # average bytes of a call, in a log of this or the last step
        self._largest_now = 0.0  # the same in this step

    def is_full(self) -> bool:
        """Return True if the arrays of the calls take more bytes than the log may take.

        This method also sets the number of calls after which the bytes are counted again.
        """
        calls = self._log.calls
        for call in calls[self._calls :]:
            self._bytes += call.made_bytes
        self._calls = len(calls)
        if self._calls:
            self._largest_now = max(self._largest_now, self._bytes / self._calls)
        room = self._room(self._bytes / max(self._calls, 1))
        self.limit = self._calls + min(room, max(FEWEST, (GROWTH - 1) * self._calls))
        return self._bytes > self._share()

    def restart(self) -> None:
        """Restart the count of bytes for a new log."""
        self._bytes = self._calls = 0
        expected = max(self._largest, self._largest_now)
        self.limit = self._room(expected) if expected else FEWEST

    def end_step(self) -> None:
        """Store the sizes of the arrays of a finished step, to estimate the sizes in the next step."""
        self._largest, self._largest_now = self._largest_now, 0.0
        self.restart()

    def _room(self, of_a_call: float) -> int:
        return max(FEWEST, min(MOST, int((self._share() - self._bytes) / max(of_a_call, 1.0))))
