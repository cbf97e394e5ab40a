"""Summaries of the values that eager calls compute.

The values of only some steps are summarized, so that the summaries stay below the time limit of taps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager_calls.step_recorder import StepRecorder
from opscope.debug.taps.eager_sampling import EagerSampling
from opscope.debug.taps.working_clock import WorkingClock
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor

WINDOW = 500  # calls of code without steps for which a decision holds


class CallSummaries:
    """Object that summarizes the tapped values of a thread, in the steps that the sampling selects.

    The calls of a recorded run are logged. When a summary is due, the log is read. In an unrecorded run, the calls of a
    step whose values are summarized are reported one by one. The calls of a step whose values are only checked for NaN
    and Inf are logged. All other calls are ignored. Code without steps is divided into windows: a window is a number of
    calls.
    """

    def __init__(
        self,
        values: ValueMonitor,
        recorder: StepRecorder,
        counter: StepCounter,
        records: bool,
        clock: Callable[[], float],
    ) -> None:
        self._values = values
        self._recorder = recorder
        self._counter = counter
        self._records = records
        self.clock = WorkingClock(clock)
        self._sampling = EagerSampling(values.levels, values.cache.rate, self.clock)
        self._window = 0  # number of the call at which the last decision was made in this step
        self._longest = 0  # calls of the longest step
        self._unseen: EagerRecord | None = None  # the newest record, if its values were not summarized

    @property
    def active(self) -> bool:
        """True if there are taps that select values."""
        return self._values.active

    @property
    def cost(self) -> str:
        """Text about the cost of taps so far; "" if taps have summarized no value yet."""
        return self._sampling.cost()

    @property
    def samples(self) -> bool:
        """True if only some steps are summarized; False if the values of all steps are summarized."""
        return bool(self._values.cache.rate.interval)

    # --- which calls ----------------------------------------------------------------------------------

    @property
    def needs_calls(self) -> bool:
        """True if the next calls must be reported one by one, so that their values are summarized at once."""
        if not self._values.active:
            return False
        if not self.samples:
            return True
        if self._recorder.number - self._window >= self.window:  # no step ends here
            self.start_window()
        if self._records:
            return not (self._counter.steps or self._window)
        return self._sampling.is_due

    @property
    def window(self) -> int:
        """The number of calls in a window: in code without steps, the sampling decides again after a window."""
        return max(WINDOW, 2 * self._longest) if self._values.active else sys.maxsize

    @property
    def can_rest(self) -> bool:
        """True if taps do not need the remaining calls of the step or of the window."""
        if self._records:
            return False
        return not self._values.active or (self.samples and not self._sampling.is_due and not self._sampling.checks)

    def end_step(self, calls: int) -> None:
        """Decide if the new step will be summarized.

        `calls` is the number of calls in the step that has ended.
        """
        self._longest = max(self._longest, calls)
        self.start_window()

    def start_window(self) -> None:
        """Decide if the remaining calls of the step, or of a window of calls, will be summarized."""
        self._window = self._recorder.number
        if self._values.active:
            self._sampling.start_step(self._counter.steps + 1)
            self._recorder.versions.note_writes(not self.can_rest)

    def notice(self) -> str:
        """Return a text about the cost when taps with an interval in steps exceed their time limit for the first time.

        At all other times, return "".
        """
        return self._sampling.notice() if self._values.active else ""

    @property
    def health_check(self) -> Callable[[list[Any]], bool] | None:
        """Function that checks the results of a call, and returns False at the first NaN or Inf.

        The function is None if no check is due.
        """
        return self._sampling.check if self._values.active and self._sampling.checks else None

    # --- summaries ------------------------------------------------------------------------------------

    def note_notified(self, start: float) -> None:
        """If the run is not recorded, add the time since `start` to the cost of taps.

        In an unrecorded run, calls are reported only because of taps.
        """
        if not self._records and self._values.active:
            self._sampling.spend(self.clock() - start)

    def note_checked(self, seconds: float) -> None:
        """Add the time of a check of results to the cost of taps, if taps have requested the check."""
        if self.health_check is not None:
            self._sampling.spend_on_checks(seconds)

    def summarize(self, record: EagerRecord) -> None:
        """Summarize the values of a record of logged calls if a summary is due now."""
        if not self._values.active:
            return
        self._unseen = record
        if self._records and self._sampling.is_due:
            self._unseen = None
            with self._sampling.looking():
                self._observe(record)

    def note_seen(self) -> None:
        """Record that the values of the newest calls were already summarized when the calls ran."""
        self._unseen = None

    def observe_last_step(self) -> None:
        """At the end of the run, summarize the values of the last step, unless they were already summarized."""
        record, self._unseen = self._unseen, None
        if record is not None:
            self._observe(record, record.step)

    def _observe(self, record: EagerRecord, past: int | None = None) -> None:
        self._recorder.use_names(record)
        variables = self._recorder.program.global_block().vars
        for place in record.places:
            if place.after and place.operator is not None:
                self._values.observe_eager(place.operator, place.values, variables, past)
