"""Sampling rate of a session's taps; the rate is limited by an interval and by a share of the program's time."""

from __future__ import annotations

SHARE = 0.05  # share of the program's time that summaries, and checks for NaN and Inf, may use
CHECK_SHARE = SHARE / 5  # of the checks
LOOK_SHARE = SHARE - CHECK_SHARE
FREE_CHECKS = 0.05  # seconds of checks that a run does not save, so that a short run checks every step


class SamplingRate:
    """Minimum number of seconds between two summaries of one value: `interval`, or more seconds if summaries are slow.

    If the interval is 0, every step is summarized, whatever the cost is. In steps without a summary, results are
    checked for NaN and Inf, as often as `CHECK_SHARE` allows. The first `FREE_CHECKS` seconds of checks are not
    limited.
    """

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.period = interval  # last interval, including the cost of summaries
        self._free_at = 0.0  # time at which the cost of summaries and checks so far equals their share
        self._next_check = 0.0
        self._checking = 0.0  # seconds of all checks

    def next_due(self, now: float, seconds: float) -> float:
        """Return the time at which the next summary of a value is due.

        `now` is the time of the current summary. All current summaries together take `seconds`.
        """
        if not self.interval:
            return now
        self._free_at = max(self._free_at, now) + seconds / SHARE
        due = max(now + self.interval, self._free_at)
        self.period = due - now
        return due

    def may_check(self, now: float) -> bool:
        """Return True if the results of a step without a summary may be checked now."""
        return now >= self._next_check

    def end_check(self, now: float, seconds: float) -> None:
        """Add the cost of a check of all results, which began at the time `now` and took `seconds`."""
        self._checking += seconds
        if self._checking > FREE_CHECKS:
            self._next_check = now + seconds / CHECK_SHARE
        self._free_at = max(self._free_at, now) + seconds / SHARE

    @property
    def hz(self) -> float:
        """Number of summaries of a value per second if this number is clearly lower than requested; otherwise 0."""
        return 1.0 / self.period if self.period > 1.25 * self.interval else 0.0
