"""Sampling rate of a session's taps, which an interval and a share of the program's time limit."""

from __future__ import annotations

SHARE = 0.05  # share of the program's time that summaries may use


class SamplingRate:
    """Minimum number of seconds between two summaries of a value: `interval`, or more if summaries are slow.

    With an interval of 0, every step is summarized, regardless of the cost.
    """

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.period = interval  # last interval, including the cost of summaries
        self._free_at = 0.0  # time at which the cost of summaries so far equals their share

    def next_due(self, now: float, seconds: float) -> float:
        """Return the time at which a value is due again, if it is summarized now and all summaries take `seconds`."""
        if not self.interval:
            return now
        self._free_at = max(self._free_at, now) + seconds / SHARE
        due = max(now + self.interval, self._free_at)
        self.period = due - now
        return due

    @property
    def hz(self) -> float:
        """Return the summaries of a value per second, if they are fewer than requested; otherwise 0."""
        return 1.0 / self.period if self.period > 1.25 * self.interval else 0.0
