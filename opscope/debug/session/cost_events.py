"""Events about what a session costs: the share that recording takes, how often values are sampled, slow programs."""

from __future__ import annotations

from opscope.debug.delivery.event_queue import Emit
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.events import CostMeasured, SlowRunsChanged

INTERVAL = 0.5  # seconds between two `CostMeasured` events


class CostReporter:
    """Emits the measured cost of a run that goes on."""

    def __init__(self, emit: Emit, driver: RunDriver, values: ValueMonitor) -> None:
        self._emit = emit
        self._driver = driver
        self._values = values
        self._next_at = 0.0
        self._slow: dict[str, str] = {}
        self._slow_once: dict[str, str] = {}  # since the report before: the first run of a program always is
        self.recording: float | None = None  # the share of recording, as it was last measured

    def report(self, now: float) -> None:
        """Emit what has changed, if the last time was `INTERVAL` seconds ago. `now` is of `time.perf_counter`."""
        if now < self._next_at:
            return
        driver, self._next_at = self._driver, now + INTERVAL
        self.recording = driver.cost.share()
        self._emit(CostMeasured(recording=self.recording, hz=self._values.cache.rate.hz))
        before, self._slow_once = self._slow_once, driver.take_slow_runs()
        slow = {program: reason for program, reason in self._slow_once.items() if program in before}
        if slow != self._slow:
            self._slow = slow
            self._emit(SlowRunsChanged(programs=tuple(slow), reasons=tuple(slow.values())))
