"""Cost of recording: the measured share of the journal in the time of lowered runs."""

from __future__ import annotations


class RecordingCost:
    """Sums of the seconds of whole runs, and of the seconds for the journal (feeds, keyframes, records).

    Runs that execute operator by operator are not measured, because the journal is not the reason for their slowness.
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
        """Return the journal's share of the time since the last call of this method.

        After each call of this method, earlier runs count half as much. Returns None if no run was measured.
        """
        if not self._runs:
            return None
        found = self._seconds / self._total
        self._runs, self._seconds, self._total = 0, self._seconds / 2, self._total / 2
        return found
