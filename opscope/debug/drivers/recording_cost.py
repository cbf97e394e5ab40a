"""Cost of recording: the share of the time of compiled (lowered) runs that the journal takes."""

from __future__ import annotations


class RecordingCost:
    """Sums of the time of whole runs, and of the time for the journal (feeds, keyframes, records), in seconds.

    Runs that are executed operator by operator are not measured, because they are slow for another reason.
    """

    __slots__ = ("_runs", "_seconds", "_total")

    def __init__(self) -> None:
        self._runs = 0  # since the last call of `share`
        self._seconds = self._total = 0.0

    def add(self, seconds: float, total: float) -> None:
        """Add a run that took `total` seconds, of which the journal took `seconds`."""
        self._runs += 1
        self._seconds += seconds
        self._total += total

    def share(self) -> float | None:
        """Return the share of the time that the journal has taken.

        Each call of this method halves the weight of the runs so far. Returns None if no run was measured since the
        last call.
        """
        if not self._runs:
            return None
        found = self._seconds / self._total
        self._runs, self._seconds, self._total = 0, self._seconds / 2, self._total / 2
        return found
