"""The latest value of each variable that a session taps, and when each was summarized last.

A value that passes its probe is stored at once, but summarized only when it is due. In a lowered run the probe is one
bound call that shows every NaN and Inf, and its numbers are read when the run is over.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.finite import all_finite
from opscope.debug.taps.device_probes import add_device_probe, flush_device_probes
from opscope.debug.taps.probe_lowering import accumulator_dtype, add_health_calls, dense_view
from opscope.debug.taps.probes import Observer, ProbePoint
from opscope.debug.taps.stats_buffer import StatsBuffer, TappedValue
from opscope.debug.taps.value_events import detail_seen, value_seen
from opscope.events import Event
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.lower.cuda.statistics_kernels import is_measurable
from opscope.runtime.lower.emitter import Emitter


class Observation(NamedTuple):
    """A value at its probe; `operator` wrote it (None: it was fed or loaded)."""

    variable: Variable
    operator: Operator | None
    value: Any
    step: int


class SampledBuffer(StatsBuffer):
    """The buffer of a session in one lowered plan: which values have passed in this run, and when each is due."""

    def __init__(self, dtype: Any) -> None:
        super().__init__("health", dtype)
        self.passed: list[int] = []
        self.due = np.zeros(0)
        self.healthy = np.ones(0, bool)
        self.health_only = np.zeros(0, bool)  # never due, unless they turn unhealthy


class LatestValues:
    """Rate-limited summaries: each value at most once per `interval` seconds, at once if it turns unhealthy.

    `step` returns the current step; `is_tracked` is False for variables of programs that are not summarized.
    """

    def __init__(
        self,
        emit: Callable[[Event], None],
        interval: float,
        step: Callable[[], int],
        is_tracked: Callable[[Variable], bool],
    ) -> None:
        self.emit = emit
        self.interval = interval
        self.step = step
        self.is_tracked = is_tracked
        self.detailed = ""  # each summary of this value is followed by its details
        self.is_health_only: Callable[[Variable, Operator | None], bool] = lambda variable, operator: False
        self._latest: dict[str, Observation] = {}
        self._summarized_at: dict[str, int] = {}  # the step of the newest summary
        self._due: dict[str, float] = {}
        self._healthy: dict[str, bool] = {}
        self._buffers: list[SampledBuffer] = []
        self._unread: dict[SampledBuffer, int] = {}  # buffers whose values are newer than `_latest`, and their step

    # --- observing ----------------------------------------------------------------------------------

    def observe(self, variable: Variable, operator: Operator | None, value: Any) -> None:
        """Store a value at its probe, and summarize it if it is due."""
        if not self.is_tracked(variable):
            return
        name, now = variable.name, time.monotonic()
        observation = self._latest[name] = Observation(variable, operator, value, self.step())
        health_only = self.is_health_only(variable, operator)
        if health_only or (self.interval and now < self._due.get(name, 0.0)):
            healthy = all_finite(value)
            if healthy or not self._healthy.get(name, True):
                if health_only and healthy:
                    self._healthy[name] = True  # so the next unhealthy value is reported
                return
        self._due[name] = now + self.interval
        self._emit_summary(observation)

    def buffer(self, emission: Emitter, dtype: Any) -> SampledBuffer:
        """The buffer of a plan that is being lowered."""
        buffers = emission.pass_state.setdefault(self, {})
        if dtype not in buffers:
            buffers[dtype] = SampledBuffer(dtype)
        return buffers[dtype]

    def register(self, buffer: SampledBuffer) -> None:
        """Read this buffer from now on; it has all its values."""
        names = [value.point.variable.name for value in buffer.values]
        buffer.health_only = np.array([self.is_health_only(*value.point) for value in buffer.values])
        buffer.due = np.where(buffer.health_only, np.inf, [self._due.get(n, 0.0) for n in names])
        buffer.healthy = np.array([self._healthy.get(n, True) for n in names])
        self._buffers.append(buffer)

    def read(self, buffer: SampledBuffer) -> None:
        """At the end of a lowered run: summarize the values that are due or have turned unhealthy."""
        buffer.passed.clear()
        if not self.is_tracked(buffer.values[0].point.variable):
            return
        self._unread.pop(buffer, None)
        self._unread[buffer] = self.step()
        now = time.monotonic()
        healthy = buffer.finite_mask()
        due = (buffer.due <= now) | (buffer.healthy & ~healthy)
        buffer.healthy |= buffer.health_only & healthy  # so the next unhealthy value is reported
        if due.any():
            buffer.due[due] = np.where(buffer.health_only[due], np.inf, now + self.interval)
            buffer.healthy[due] = healthy[due]
            for index in np.flatnonzero(due):
                self._emit_summary(_observation(buffer.values[index], self.step()))

    # --- results ------------------------------------------------------------------------------------

    @property
    def latest(self) -> dict[str, Observation]:
        """The newest observation of each value, by name."""
        for buffer, step in self._unread.items():
            for value in buffer.values:
                self._latest[value.point.variable.name] = _observation(value, step)
        self._unread.clear()
        for buffer in self._buffers:
            for index in buffer.passed:
                value = buffer.values[index]
                self._latest[value.point.variable.name] = _observation(value, self.step())
        return self._latest

    def follow_details(self, name: str) -> None:
        """From now on emit details of this value too, and make it due."""
        self.detailed = name
        self._due.pop(name, None)
        for buffer in self._buffers:
            buffer.due[[value.point.variable.name == name for value in buffer.values]] = 0.0

    def _emit_summary(self, observation: Observation) -> None:
        event = value_seen(*observation)
        self._summarized_at[event.name] = observation.step
        self._healthy[event.name] = event.healthy
        self.emit(event)
        if event.name == self.detailed:
            self.emit(detail_seen(event.name, observation.value, observation.step))

    def close(self) -> None:
        """Summarize the last observation of each value, and copy it: later runs may overwrite its memory."""
        for name, observation in list(self.latest.items()):
            if self._summarized_at.get(name) != observation.step:
                self._emit_summary(observation)
            self._latest[name] = observation._replace(value=observation.value.copy())
        self._buffers.clear()


def _observation(value: TappedValue, step: int) -> Observation:
    return Observation(*value.point, value.array, step)


class SessionProbeLowering:
    """The probes of a session in lowered runs. Plans outlive sessions, so they refer to it weakly."""

    def __init__(self, values: LatestValues) -> None:
        self._values = weakref.ref(values)

    def add(self, emission: Emitter, point: ProbePoint, array: Array) -> bool:
        """Add a health check (on a GPU, a part of the launch at the end), and a note that the value has passed."""
        values = self._values()
        flat = (array if is_measurable(array) else None) if emission.device else dense_view(array)
        if values is None or flat is None:
            return False
        buffer = values.buffer(emission, array.dtype if emission.device else accumulator_dtype(array))
        value = TappedValue(point, array, flat)
        emission.call(buffer.passed.append, len(buffer.values))
        if emission.device:
            add_device_probe(emission, buffer, value)
        else:
            add_health_calls(emission, buffer, value)
        return True

    def finish(self, emission: Emitter) -> None:
        """Read the buffers at the end of the run."""
        values = self._values()
        if values is not None:
            for buffer in emission.pass_state.get(values, {}).values():
                if emission.device:
                    flush_device_probes(emission, buffer)
                if not emission.memory.dry_run:  # a dry run is never read, and its buffer would keep arrays alive
                    values.register(buffer)
                emission.call(_read, self._values, buffer)


def _read(reference: weakref.ref[LatestValues], buffer: SampledBuffer) -> None:
    values = reference()
    if values is not None:
        values.read(buffer)


def weak_observer(values: LatestValues) -> Observer:
    """An observer that keeps no session alive: executors keep plans with its probes when the session is over."""
    reference = weakref.ref(values)

    def observe(variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        alive = reference()
        if alive is not None:
            alive.observe(variable, operator, value)

    return observe
