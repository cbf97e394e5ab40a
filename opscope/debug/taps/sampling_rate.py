"""Sampling rate of a session's tapped values: at most as often as asked for, and in a small share of the time."""

from __future__ import annotations

SHARE = 0.05  # of the program's time that summaries may take


class SamplingRate:
    """The least seconds between two summaries of a value: `interval`, or more where summaries take long.

    An interval of 0 summarizes at every step, whatever that takes.
    """

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.period = interval  # as it was last, with what summaries took
        self._free_at = 0.0  # when what summaries have taken so far is no more than their share

    def next_due(self, now: float, seconds: float) -> float:
        """Return when a value that is summarized now, in so many seconds together with others, is due again."""
        if not self.interval:
            return now
        self._free_at = max(self._free_at, now) + seconds / SHARE
        due = max(now + self.interval, self._free_at)
        self.period = due - now
        return due

    @property
    def hz(self) -> float:
        """Summaries of a value a second, if that is fewer than asked for; else 0."""
        return 1.0 / self.period if self.period > 1.25 * self.interval else 0.0
