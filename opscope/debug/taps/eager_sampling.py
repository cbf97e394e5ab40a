"""Sampling of eager code: selects the steps in which taps summarize values, so that taps stay below a time limit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.core.checks.finite import all_finite
from opscope.core.collector_pause import collector_paused
from opscope.core.place import is_array
from opscope.debug.taps.levels import TapLevels
from opscope.debug.taps.sampling_rate import CHECK_SHARE, LOOK_SHARE, SamplingRate
from opscope.debug.taps.tap_costs import TapCosts

NEWEST = 0.1  # weight of the newest step in the mean of ordinary steps
MOST_UNSEEN = 5  # a step takes at most so many times the measured seconds for its look: other steps are longer, too


class EagerSampling:
    """Object that decides for each step if taps summarize values, and if results are checked for NaN and Inf.

    A summary covers the tapped values of a whole step. Reading the calls of a step takes longer than the step itself.
    The cost of a summary determines when the next summary is allowed. Taps with an interval in steps have no time
    limit. In steps without summaries, results are checked for NaN and Inf, as often as the time limit of taps allows.
    If a check finds the first NaN or Inf, the values are summarized at once. The function `clock` returns the seconds
    that the run has taken. The cost of a summary or a check is the difference between the time of its step and the mean
    time of ordinary steps. The cost is at least the measured time of the summary or check, and at most 5 times the
    measured time.
    """

    def __init__(self, levels: TapLevels, rate: SamplingRate, clock: Callable[[], float] = time.perf_counter) -> None:
        self.looks = True
        self.checks = False
        self._levels = levels
        self._rate = rate
        self._clock = clock
        self._start = self._began = self._now = clock()  # of the run, of this step, and at the last decision
        self._is_healthy = True  # at the last step that was checked
        self._is_unhealthy_now = False  # this step, as far as it was checked
        self._has_turned = False  # unhealthy, in this step
        self._next_look = 0.0
        self._ordinary = 0.0  # mean seconds of the latest steps without a look or a check
        self._former = 0.0  # seconds of the look before the last one
        self._spent = 0.0  # seconds of the look in progress
        self._checked = 0.0  # seconds of the checks in progress
        self._costs = TapCosts(levels)
        self._steps = 0

    def start_step(self, step: int) -> None:
        """At the beginning of a step, decide if the step is summarized or checked.

        The costs of the previous step are known at the beginning of a step.
        """
        now = self._clock()
        self._end_step(now - self._began)
        self._began = self._now = now
        self._steps += 1
        self.looks = now >= self._next_look or self._levels.is_any_due(step)
        if self.checks and not self._is_unhealthy_now:
            self._is_healthy = True  # the next NaN is news
        self._has_turned = self._is_unhealthy_now = False
        self.checks = not self.looks and self._costs.checking <= CHECK_SHARE * (now - self._start)

    def _end_step(self, taken: float) -> None:
        """Add the costs of the taps in a step that took `taken` seconds."""
        self._costs.checking += self._cost(self._checked, taken)
        self._checked = 0.0
        if self._spent:
            self._end_look(self._cost(self._spent, taken))
        elif not self.checks and not self.looks:
            self._ordinary += (taken - self._ordinary) * (NEWEST if self._ordinary else 1.0)

    def _cost(self, measured: float, taken: float) -> float:
        """Return the cost in seconds of a summary or of checks.

        The summary or checks took `measured` seconds, and their step took `taken` seconds.
        """
        above = taken - self._ordinary if self._ordinary else 0.0
        return max(measured, min(above, MOST_UNSEEN * measured))

    def _end_look(self, seconds: float) -> None:
        taken = min(self._former, seconds)  # the first look compiles kernels
        self._former = seconds
        self._costs.add_look(seconds)
        self._spent = 0.0
        self._rate.period = max(self._rate.interval, taken / LOOK_SHARE)
        self._next_look = self._began + self._rate.period if taken else 0.0

    @property
    def is_due(self) -> bool:
        """True if this step must be summarized: a summary is due, or a check has found the first NaN or Inf."""
        return self.looks or self._has_turned

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Add the time of the `with` block, which summarizes values, to the cost of the taps."""
        start = self._clock()
        try:
            with collector_paused():  # the places of a step are hundreds of objects that are soon gone
                yield
        finally:
            self._spent += self._clock() - start

    def check(self, made: Sequence[Any]) -> bool:
        """Check the results of a call for NaN and Inf.

        Returns False if the results contain NaN or Inf, but the earlier checked results did not.
        """
        start = time.perf_counter()
        is_healthy = all(all_finite(array) for array in made if is_array(array))
        self._checked += time.perf_counter() - start
        self._is_unhealthy_now |= not is_healthy
        if is_healthy or not self._is_healthy:
            return True
        self._is_healthy, self._has_turned = False, True
        return False

    def spend(self, seconds: float) -> None:
        """Add seconds to the cost of the summary that is in progress."""
        self._spent += seconds

    def spend_on_checks(self, seconds: float) -> None:
        """Add seconds to the cost of the checks in this step."""
        self._checked += seconds

    def notice(self) -> str:
        """Return a text about the cost if taps with an interval in steps exceed their time limit for the first time.

        At all other times, return "".
        """
        return self._costs.notice(self._now - self._start, self._steps)

    def cost(self) -> str:
        """Return a text about the cost of taps so far; "" if taps have summarized no value yet."""
        if self._spent:
            self._end_look(self._spent)
        return self._costs.text(self._now - self._start, self._steps)
