"""LatestValues: the latest value of each variable that a session taps, and the time of its last summary.

A probe stores each value at once, but a value is summarized only when its next summary is due. At the end of a
lowered (compiled) run, one call checks all values for NaN and Inf, if the time limit of checks allows the call. One
more call measures all values that must be summarized.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from opscope.core.checks.finite import all_finite
from opscope.debug.taps.levels import Level, TapLevels
from opscope.debug.taps.probe_lowering import TapLowering, deferred_calls
from opscope.debug.taps.sampling_rate import SamplingRate
from opscope.debug.taps.scalar_series import number_of, number_reader
from opscope.debug.taps.statistics import Statistics, statistics
from opscope.debug.taps.stats_buffer import StatsBuffer, TappedValue
from opscope.debug.taps.tap_costs import TapCosts
from opscope.debug.taps.value_events import KnownDescriptions, detail_seen, summary
from opscope.debug.taps.working_clock import WorkingClock
from opscope.events import Event, ValueSeen
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.lower.emitter import Emitter
from opscope.runtime.lower.llvm.kernel_cache import BoundKernel, batch_calls
from opscope.runtime.lower.llvm.statistics_kernel import bind_measure
from opscope.runtime.lower.lowered_frame import LoweredFrame
from opscope.runtime.plan import Env

MOST_BYTES = 1 << 28  # of the values that probes outside of lowered runs have observed


class Observation(NamedTuple):
    """A value that was observed at its probe.

    `operator` is the operator that wrote the value; None if the value was fed or loaded.
    """

    variable: Variable
    operator: Operator | None
    value: Any
    step: int


class SampledBuffer(StatsBuffer):
    """The measurement buffer of a session for one lowered plan; `env` is the list of the values in the slots.

    For each value, the buffer stores the time of the next summary. `passed` has the indices of the values that a
    stopped run wrote before it stopped.
    """

    def __init__(self, dtype: Any, env: Env) -> None:
        super().__init__("health", dtype)
        self.env = env
        self.passed: list[int] = []
        self.due = np.zeros(0)
        self.healthy = np.ones(0, bool)
        self.health_only = np.zeros(0, bool)  # due only when they become unhealthy
        self.next_due = 0.0  # time when the first value is due
        self.intervals = np.zeros(0, int)  # summarize at every n-th step; 0: as often as the rate allows
        self.seconds = 0.0  # duration of the last summaries
        self.is_checked = False  # True if the numbers are those of the last run
        self._scalar_reads: tuple[tuple[str, ...], list[Callable[[], float]]] = (), []
        self._measured: StatsBuffer | None = None  # all values, once they are due together
        self._measure: BoundKernel | None = None  # the call that measures them; None without kernels

    def statistics(self, indices: Sequence[int], step: int) -> list[Statistics]:
        """Return the statistics of the values with the indices `indices`."""
        if 2 * len(indices) > len(self.values):
            if self._measured is None:
                self._bind()
            if self._measured is not None and self._measure is not None:
                self._measure()
                snapshot = self._measured.snapshot(step)
                return [snapshot.statistics(index) for index in indices]
        return [statistics(self.values[index].array) for index in indices]

    def _bind(self) -> None:
        buffer, calls = StatsBuffer("statistics", self.dtype), list[BoundKernel | None]()
        self._measured = buffer
        if self.on_device is None:
            for value in self.values:
                buffer.add(value, lambda chunk, numbers: calls.append(bind_measure(chunk, numbers)))
            bound = [call for call in calls if call is not None]
            self._measure = batch_calls(bound) if len(bound) == len(calls) else None

    def is_due(self, now: float, step: int) -> bool:
        """Return True if at least one value must be summarized now, even if all its elements are finite."""
        wanted = self.wanted(step)
        return self.on_device is not None or now >= self.next_due or (wanted is not None and bool(wanted.any()))

    def wanted(self, step: int) -> Any:
        """Return a mask of the values that taps with an interval in steps summarize at this step.

        Returns None if no tap has an interval in steps.
        """
        if not self.intervals.any():
            return None
        return (self.intervals > 0) & (step % np.maximum(self.intervals, 1) == 0)

    def update_next_due(self) -> None:
        """Compute the earliest time in `due` again, and store it in `next_due`."""
        self.next_due = float(self.due.min())

    def prepare_scalars(self) -> None:
        """Prepare to read the numbers of one-element values, except values whose taps only check for NaN and Inf."""
        wanted = [value for index, value in self.scalars if not self.health_only[index]]
        self._scalar_reads = tuple(v.point.variable.name for v in wanted), [number_reader(v.array) for v in wanted]

    def read_scalars(self) -> Iterable[tuple[str, float]]:
        """Return the numbers of the values that have one element, by name."""
        names, reads = self._scalar_reads
        return zip(names, [read() for read in reads], strict=True)

    def note_progress(self, calls: int) -> None:
        """Record that the current lowered run has stopped after the first `calls` of its calls."""
        self.passed[:] = [i for i, value in enumerate(self.values) if value.known_after <= calls]


class LatestValues:
    """Summaries at a limited rate: a value is summarized when `rate` allows it, and at its first NaN or Inf.

    The function `step` returns the number of the current step. The function `is_tracked` returns False for the
    variables of programs whose values are not summarized.
    """

    def __init__(
        self,
        emit: Callable[[Event], None],
        interval: float,
        step: Callable[[], int],
        is_tracked: Callable[[Variable], bool],
        levels: TapLevels,
    ) -> None:
        self.emit = emit
        self.rate = SamplingRate(interval)
        self.step = step
        self.is_tracked = is_tracked
        self.detailed = ""  # details follow each summary of this value
        self._always_detailed: tuple[str, ...] = ()  # patterns of further values with details
        self._levels = levels
        self.is_health_only = levels.is_health_only
        self.interval = levels.interval
        self.descriptions = KnownDescriptions()
        self._scalars: dict[str, Any] = {}  # one-element values written so far in this step
        self._latest: dict[str, Observation] = {}
        self._sizes: dict[str, int] = {}  # in bytes, of the values in `_latest` from outside of lowered runs
        self._nbytes = 0  # sum of these sizes
        self._summarized_at: dict[str, int] = {}  # step of the newest summary
        self._unsummarized: set[str] = set()  # observed after their newest summary, possibly in the same step
        self._due: dict[str, float] = {}
        self._healthy: dict[str, bool] = {}
        self._seconds: dict[str, float] = {}  # duration of a value's last summary, outside of lowered runs
        self._buffers: list[SampledBuffer] = []
        self._costs = TapCosts(levels)  # in lowered runs
        self._runs = 0  # lowered runs
        self._clock = WorkingClock(time.monotonic)
        self._now = 0.0  # at the last lowered run
        self._unread: dict[SampledBuffer, int] = {}  # buffers whose values are newer than `_latest`, with their step

    # --- observing ----------------------------------------------------------------------------------

    def detail_always(self, patterns: tuple[str, ...]) -> None:
        """Emit details (histogram and thumbnail) after each summary of a value that the patterns select."""
        self._always_detailed = patterns

    def observe(self, variable: Variable, operator: Operator | None, value: Any, past: int | None = None) -> None:
        """Store a value that a probe has observed, and summarize the value if its next summary is due.

        If the value belongs to an earlier step, `past` is the number of this step. A value of an earlier step is
        stored, but not summarized.
        """
        if not self.is_tracked(variable):
            return
        if past is not None:
            former = self._latest.get(variable.name)
            if former is None or former.step < past:
                self._keep(Observation(variable, operator, value, past))
            return
        name, now, step = variable.name, self._clock(), self.step()
        observation = Observation(variable, operator, value, step)
        self._unsummarized.add(name)
        self._keep(observation)
        health_only = self.is_health_only(variable, operator)
        if value.size == 1 and not health_only and isinstance(value, np.ndarray | np.generic):
            self._scalars[name] = number_of(value)
        every = self.interval(variable, operator)
        if every and step % every == 0:
            self._emit_summary(observation)
            return
        if health_only or (self.rate.interval and now < self._due.get(name, 0.0)):
            healthy = all_finite(value)
            if healthy or not self._healthy.get(name, True):
                if health_only and healthy:
                    self._healthy[name] = True  # so that the next unhealthy value is reported
                return
        start, former = time.thread_time(), self._seconds.get(name, 0.0)
        self._emit_summary(observation)
        self._seconds[name] = seconds = time.thread_time() - start
        self._due[name] = self.rate.next_due(now, min(former, seconds))

    def _keep(self, observation: Observation) -> None:
        """Store the newest observation of a value, and forget the oldest values if all values take too many bytes.

        In eager code without steps, each call makes a value with a new name.
        """
        name, sizes = observation.variable.name, self._sizes
        self._latest[name] = observation
        self._nbytes += observation.value.nbytes - sizes.get(name, 0)
        sizes[name] = observation.value.nbytes
        while self._nbytes > MOST_BYTES and len(sizes) > 1:
            oldest = next(each for each in sizes if each != name)
            self._nbytes -= sizes.pop(oldest)
            self._unsummarized.discard(oldest)
            self._latest.pop(oldest, None)

    def buffer(self, emission: Emitter, dtype: Any) -> SampledBuffer:
        """Return the buffer for the values of one dtype in a plan that is being lowered."""
        buffers = emission.pass_state.setdefault(self, {})
        if dtype not in buffers:
            buffers[dtype] = SampledBuffer(dtype, emission.env)
        return buffers[dtype]

    def register(self, buffer: SampledBuffer) -> None:
        """Register a buffer to which all values have been added."""
        names = [value.point.variable.name for value in buffer.values]
        buffer.health_only = np.array([self.is_health_only(*value.point) for value in buffer.values])
        buffer.due = np.where(buffer.health_only, np.inf, [self._due.get(n, 0.0) for n in names])
        buffer.healthy = np.array([self._healthy.get(n, True) for n in names])
        buffer.intervals = np.array([self.interval(*value.point) for value in buffer.values])
        buffer.update_next_due()
        buffer.prepare_scalars()
        self._buffers.append(buffer)

    def note_progress(self, frame: Any) -> None:
        """Record how many calls of a frame's lowered run are done, so that `latest` has the values of these calls."""
        for buffer in self._buffers:
            if isinstance(frame, LoweredFrame) and buffer.env is frame.lowered.env:
                buffer.note_progress(frame.pc)
                if frame.pc:
                    self._forget_overwritten(buffer)

    def note_interruption(self, buffer: SampledBuffer, calls: int) -> None:
        """Record that a lowered run has ended early, after the first `calls` of its calls.

        The values that the ended run has written belong to the step of this run.
        """
        buffer.note_progress(calls)
        self._forget_overwritten(buffer)
        self._latest |= {
            value.point.variable.name: _observation(value, self.step())
            for value in (buffer.values[index] for index in buffer.passed)
        }
        buffer.passed.clear()

    def _forget_overwritten(self, buffer: SampledBuffer) -> None:
        """Forget the values of earlier steps whose memory the current step may have overwritten."""
        self._unread.pop(buffer, None)
        for value in buffer.values:
            name = value.point.variable.name
            if (known := self._latest.get(name)) is not None and known.value is value.array:
                del self._latest[name]

    def check(self, buffers: Sequence[SampledBuffer], calls: Sequence[Callable[[], Any]]) -> None:
        """If a summary or check is due, execute `calls`, which check a lowered run's values for NaN and Inf."""
        now, step = self._clock(), self.step()
        self._now = now
        self._runs += 1
        is_due = self.rate.may_check(now) or any(buffer.is_due(now, step) for buffer in buffers)
        for buffer in buffers:
            buffer.is_checked = is_due
        if is_due:
            start = time.thread_time()
            for call in calls:
                call()
            seconds = time.thread_time() - start
            self._costs.checking += seconds
            self.rate.end_check(now, seconds)

    def read(self, buffer: SampledBuffer) -> None:
        """At the end of a lowered run, summarize values whose summary is due, and values that now have NaN or Inf."""
        buffer.passed.clear()
        if not self.is_tracked(buffer.values[0].point.variable):
            return
        self._unread.pop(buffer, None)
        self._unread[buffer] = self.step()
        self._scalars.update(buffer.read_scalars())
        if not buffer.is_checked:
            return
        now, wanted = self._now, buffer.wanted(self.step())
        is_due = now >= buffer.next_due or (wanted is not None and wanted.any())
        if not is_due and buffer.healthy.all() and buffer.is_finite():
            return
        healthy = buffer.finite_mask()
        due = by_rate = (buffer.due <= now) | (buffer.healthy & ~healthy)
        if wanted is not None:
            due = due | wanted
        buffer.healthy |= buffer.health_only & healthy  # so that the next unhealthy value is reported
        former = buffer.seconds
        if due.any():
            start = time.thread_time()
            buffer.healthy[due] = healthy[due]
            indices, step = np.flatnonzero(due).tolist(), self.step()
            for index, found in zip(indices, buffer.statistics(indices, step), strict=True):
                value = buffer.values[index]
                description = self.descriptions.describe(*value.point, value.array)
                self._emit(summary(description, step, found), value.array)
            buffer.seconds = time.thread_time() - start
            self._costs.add_look(buffer.seconds)
        if by_rate.any():
            again = self.rate.next_due(now, min(former, buffer.seconds))  # the first time compiles kernels
            due = by_rate
            buffer.due[due] = np.where(buffer.health_only[due], np.inf, again)
        buffer.update_next_due()

    # --- costs --------------------------------------------------------------------------------------

    def notice(self) -> str:
        """Return a text about the cost if taps with an interval in steps exceed their time limit for the first time.

        Only the costs in lowered runs count. At all other times, return "".
        """
        return self._costs.notice(self._now, self._runs)

    @property
    def cost_of_steps(self) -> str:
        """Text about the cost of taps in lowered runs; "" if no tap has an interval in steps."""
        return self._costs.text(self._now, self._runs) if self._levels.in_steps() else ""

    # --- results ------------------------------------------------------------------------------------

    @property
    def latest(self) -> dict[str, Observation]:
        """Newest observation of each value, by name."""
        for buffer, step in self._unread.items():
            for value in buffer.values:
                self._latest[value.point.variable.name] = _observation(value, step)
        self._unread.clear()
        for buffer in self._buffers:
            for index in buffer.passed:
                value = buffer.values[index]
                self._latest[value.point.variable.name] = _observation(value, self.step())
        return self._latest

    def take_scalars(self) -> dict[str, float]:
        """Return the tapped values with one element that were written since the last call of this method.

        The session calls this method at the end of each step.
        """
        taken, self._scalars = self._scalars, {}
        return taken

    def follow_details(self, name: str) -> None:
        """From now on, emit details (histogram and thumbnail) after each summary of a value.

        The next summary of the value is made as soon as possible.
        """
        self.detailed = name
        self._due.pop(name, None)
        for buffer in self._buffers:
            buffer.due[[value.point.variable.name == name for value in buffer.values]] = 0.0
            buffer.update_next_due()

    def _emit_summary(self, observation: Observation) -> None:
        variable, operator, value, step = observation
        self._emit(summary(self.descriptions.describe(variable, operator, value), step, statistics(value)), value)

    def _emit(self, event: ValueSeen, value: Any) -> None:
        self._summarized_at[event.name] = event.step
        self._unsummarized.discard(event.name)
        self._healthy[event.name] = event.healthy
        self.emit(event)
        if event.name == self.detailed or any(fnmatchcase(event.name, p) for p in self._always_detailed):
            self.emit(detail_seen(event.name, value, event.step))

    def close(self) -> None:
        """Summarize the last observation of each value, and then copy the value.

        Without a copy, later runs could overwrite the memory of the value.
        """
        for name, observation in list(self.latest.items()):
            if name in self._unsummarized or self._summarized_at.get(name) != observation.step:
                self._emit_summary(observation)
            self._latest[name] = observation._replace(value=observation.value.copy())
        self._buffers.clear()


def _observation(value: TappedValue, step: int) -> Observation:
    return Observation(*value.point, value.array, step)


class SessionProbeLowering(TapLowering):
    """Probes of a session in lowered (compiled) runs: at the end of a run, one call checks values for NaN and Inf."""

    def __init__(self, values: LatestValues) -> None:
        super().__init__(lambda point: "health", lambda *_: None, None)
        self._values = values

    def _buffer(self, emission: Emitter, level: Level, dtype: Any) -> StatsBuffer:
        return self._values.buffer(emission, dtype)

    def finish(self, emission: Emitter) -> None:
        """Add the calls that check and read all buffers of the session at the end of the run."""
        buffers: list[SampledBuffer] = list(emission.pass_state.get(self._values, {}).values())
        self.flush(emission, buffers)
        emission.call(self._values.check, buffers, deferred_calls(buffers))
        for buffer in buffers:
            if not emission.memory.dry_run:  # a dry run is never read, and its buffer would keep arrays alive
                self._values.register(buffer)
            emission.call(self._values.read, buffer)
            for callbacks in (emission.on_failure, emission.on_interruption):
                callbacks.append(partial(self._values.note_interruption, buffer))
