"""Summaries of the values of logged eager calls, made from time to time, and at once if a value is NaN or Inf."""

from __future__ import annotations

import time
from typing import Any

from opscope.core.checks.finite import all_finite
from opscope.core.place import is_array
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager_calls.step_recorder import StepRecorder
from opscope.debug.taps.sampling_rate import SHARE
from opscope.debug.values.value_monitor import ValueMonitor


class CallSummaries:
    """Summarizes the tapped values of records of logged calls, at the rate of the monitor."""

    def __init__(self, values: ValueMonitor, recorder: StepRecorder) -> None:
        self._values = values
        self._recorder = recorder
        self._is_healthy = True  # as far as known for the values of logged calls
        self._next = 0.0  # time of the next summary
        self._seconds = 0.0  # duration of the last summary
        self._unseen: EagerRecord | None = None  # the newest record, if its values were not summarized

    def note_health(self, made: list[Any]) -> None:
        """Note the results of a call: a NaN or Inf makes the next summary due."""
        if self._is_healthy:
            self._is_healthy = all(all_finite(array) for array in made if is_array(array))

    def summarize(self, record: EagerRecord) -> None:
        """Summarize the values of a record, if due."""
        if not self._values.active:
            return
        is_wanted = self._values.levels.is_any_due(record.step)
        if time.perf_counter() < self._next and self._is_healthy and not is_wanted:
            self._unseen = record
            return
        self._is_healthy, self._unseen = True, None
        start, former = time.thread_time(), self._seconds
        self._observe(record)
        self._seconds = time.thread_time() - start
        taken = min(former, self._seconds)  # the first time compiles kernels
        self._next = time.perf_counter() + max(self._values.cache.rate.interval, taken / SHARE)

    def observe_last_step(self) -> None:
        """Summarize the values of the last step at the end of the run, regardless of the rate."""
        record, self._unseen = self._unseen, None
        if record is not None:
            self._observe(record, record.step)

    def _observe(self, record: EagerRecord, past: int | None = None) -> None:
        self._recorder.use_names(record)
        variables = self._recorder.program.global_block().vars
        for place in record.places:
            if place.after and place.operator is not None:
                self._values.observe_eager(place.operator, place.values, variables, past)
