"""Events about the costs of a session: the time for recording, the sampling rate of values, and slow programs."""

from __future__ import annotations

from opscope.debug.delivery.event_queue import Emit
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.events import CostMeasured, SlowRunsChanged

INTERVAL = 0.5  # seconds between two `CostMeasured` events


class CostReporter:
    """Reporter that emits events with the measured costs of a run in progress."""

    def __init__(self, emit: Emit, driver: RunDriver, values: ValueMonitor) -> None:
        self._emit = emit
        self._driver = driver
        self._values = values
        self._next_at = 0.0
        self._slow: dict[str, str] = {}
        self._slow_once: dict[str, str] = {}  # slow since the last report; a first run is always slow
        self.recording: float | None = None  # share of recording, as last measured

    def report(self, now: float) -> str:
        """If `INTERVAL` seconds have passed since the last report, emit the events about the costs.

        `now` is from `time.perf_counter`.

        Returns a message about the cost of taps in runs of programs, or "" if there is no message.
        """
        if now < self._next_at:
            return ""
        driver, self._next_at = self._driver, now + INTERVAL
        self.recording = driver.cost.share()
        self._emit(CostMeasured(recording=self.recording, hz=self._values.cache.rate.hz))
        before, self._slow_once = self._slow_once, driver.take_slow_runs()
        slow = {program: reason for program, reason in self._slow_once.items() if program in before}
        if slow != self._slow:
            self._slow = slow
            self._emit(SlowRunsChanged(programs=tuple(slow), reasons=tuple(slow.values())))
        return self._values.cache.notice()
