"""Stopwatch of a profile: measures the times of the operators in an executor's runs.

A compiled (lowered) run is timed call by call. Any other run is timed operator by operator. While the stopwatch is on,
it replaces `Executor.run` and drives the frames of each run. While the stopwatch is off, it does not change runs.
"""

from __future__ import annotations

import functools
import math
import operator as _operator
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from opscope.core.call_hooks import OpenBlocks
from opscope.core.place import CPUPlace
from opscope.debug.profile.attribution import Attribution, CallOrigin, instruction_origin
from opscope.debug.profile.costs import instruction_cost
from opscope.debug.profile.roofline import synchronizer
from opscope.runtime.executor import Executor
from opscope.runtime.frame import Frame, run_frame
from opscope.runtime.instrument import current, instrumented
from opscope.runtime.lower.lowered_frame import LoweredFrame
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.plan import Instruction, Plan

Clock = Callable[[], float]


class Span(NamedTuple):
    """A time interval in which some calls ran.

    `own` is the time of the span in seconds, without the time of inner blocks. The operators of inner blocks have their
    own spans.
    """

    origin: CallOrigin
    start: float
    end: float
    own: float


@dataclass(slots=True, eq=False)
class TimedRun:
    """A run of a plan with the measured times. `overhead` is the time that the measurement itself takes."""

    start: float
    plan: Plan | None = None
    step: int = 0
    lowered: bool = False
    end: float = 0.0
    overhead: float = 0.0
    inside: float = 0.0  # seconds that the current operator has spent in its own blocks or programs
    blocks: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])  # the intervals of these
    spans: list[Span] = field(default_factory=list[Span])

    def add_inner(self, start: float, end: float) -> None:
        """Add the time of a block or program that the current operator has run, and whose operators have spans."""
        self.inside += end - start
        self.blocks.append((start, end))


_run = Executor.run
_running = OpenBlocks()  # (stopwatch, its executor or None), of all threads
_lock = threading.Lock()


@functools.wraps(_run)
def _timed_run(executor: Executor, *args: Any, **kwargs: Any) -> Any:
    run: Callable[..., Any] = functools.partial(_run, executor)
    for stopwatch, only in _running.entries:
        if only is None or only is executor:
            run = functools.partial(stopwatch.run, run)
    return run(*args, **kwargs)


class Stopwatch:
    """Stopwatch that times runs and passes each successful run to the function `done`.

    `untimed` is the number of runs that were not timed, because a debugger drives them.
    """

    def __init__(
        self,
        done: Callable[[TimedRun], None],
        clock: Clock = time.perf_counter,
        inner: Callable[[float, float], None] | None = None,
    ) -> None:
        self.done = done
        self.inner = inner  # called with the start and the end of each run
        self.clock = clock
        self.untimed = 0
        self._runs = threading.local()
        self._attributions: weakref.WeakKeyDictionary[LoweredPlan, Attribution] = weakref.WeakKeyDictionary()
        self._costs: dict[Any, tuple[CallOrigin, Instruction]] = {}

    @contextmanager
    def on(self, executor: Executor | None) -> Iterator[None]:
        """Time the runs of an executor inside the `with` block.

        If `executor` is None, time the runs of all executors.
        """
        entry = self, executor
        with _lock:
            if not _running.entries:
                setattr(Executor, "run", _timed_run)  # noqa: B010 (of another type: its signature is wrapped)
            _running.add(entry)
        try:
            yield
        finally:
            with _lock:
                _running.remove(entry)
                if not _running.entries:
                    Executor.run = _run

    def run(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Time one call of `Executor.run`, unless a debugger or another stopwatch drives this run."""
        watch = current()
        if watch.drive is not run_frame and getattr(watch.drive, "func", None) != self._drive:
            self.untimed += 1
            return method(*args, **kwargs)
        outer: TimedRun | None = getattr(self._runs, "current", None)  # a py_func may run its own program
        run = self._runs.current = TimedRun(self.clock())
        try:
            with instrumented(drive=functools.partial(self._drive, run), lower=watch.lower):
                run.start = self.clock()
                result = method(*args, **kwargs)
                run.end = self.clock()
        finally:
            self._runs.current = outer
            if outer is not None:
                outer.add_inner(run.start, self.clock())
            elif self.inner is not None:
                self.inner(run.start, self.clock())
        if run.plan is not None:
            self.done(run)
        return result

    # --- driving ------------------------------------------------------------------------------------

    def _drive(self, run: TimedRun, frame: Frame | LoweredFrame) -> None:
        entered, outer = self.clock(), run.inside
        if run.plan is None:
            run.plan, run.step, run.lowered = frame.plan, frame.context.step, isinstance(frame, LoweredFrame)
        try:
            if isinstance(frame, LoweredFrame):
                self._calls(run, frame)
            else:
                self._operators(run, frame)
        finally:
            run.inside = outer
            run.add_inner(entered, self.clock())

    def _calls(self, run: TimedRun, frame: LoweredFrame) -> None:
        began = self.clock()
        attribution = self._attributions.get(frame.lowered)
        if attribution is None:
            attribution = self._attributions[frame.lowered] = Attribution(frame.lowered)
        starts: list[float] = []
        ends: list[float] = []
        clock, lowered = self.clock, frame.lowered
        calls = (*lowered.calls, lowered.commit, *lowered.post_update_calls)
        if not isinstance(frame.plan.place, CPUPlace):
            wait = synchronizer(frame.plan.place)
            wait()
            calls = tuple(functools.partial(_waited, call, wait) for call in calls)
        entered = clock()
        run.overhead += entered - began
        try:
            for call in calls:
                start = clock()
                call()
                end = clock()
                starts.append(start)
                ends.append(end)
        except BaseException as e:  # noqa: BLE001 (the boundary where context is added)
            lowered.fail(e, len(ends))
        finally:
            run.spans += _spans(attribution, starts, ends, run.blocks)
            run.overhead += clock() - entered - math.fsum(map(_operator.sub, ends, starts))

    def _operators(self, run: TimedRun, frame: Frame) -> None:
        clock, wait = self.clock, synchronizer(frame.plan.place)
        wait()
        while not frame.done:
            began, instruction = clock(), frame.next
            reads = {slot: frame.env[slot] for slot in instruction.reads}
            run.inside = 0.0
            start = clock()
            frame.step()
            wait()
            end = clock()
            run.spans.append(
                Span(self._origin_with_cost(frame, instruction, reads), start, end, end - start - run.inside)
            )
            run.overhead += clock() - end + start - began

    def _origin_with_cost(self, frame: Frame, instruction: Instruction, reads: dict[int, Any]) -> CallOrigin:
        shapes = tuple((getattr(v, "shape", None), str(getattr(v, "dtype", ""))) for v in reads.values())
        key = (id(instruction), shapes)
        found = self._costs.get(key)
        if found is None:
            origin = instruction_origin(instruction)
            writes = [frame.env[slot] for slot in instruction.writes]
            origin.cost = instruction_cost(frame.plan, instruction, reads, writes)
            origin.calls = 1
            found = self._costs[key] = origin, instruction  # keeps the instruction alive: the key contains its id
        return found[0]


def _waited(call: Callable[[], Any], wait: Callable[[], Any]) -> None:
    """Make a call, and wait for the work that the call has started on the device."""
    call()
    wait()


def _spans(
    attribution: Attribution, starts: Sequence[float], ends: Sequence[float], blocks: Sequence[tuple[float, float]]
) -> list[Span]:
    """Return the spans of calls. Consecutive calls of the same operator share a span."""
    made: list[Span] = []
    previous = -1
    for index, start, end in zip(attribution.index_of_call, starts, ends, strict=False):
        own = end - start - sum(b - a for a, b in blocks if start <= a and b <= end)
        if index == previous:
            first = made.pop()
            start, own = first.start, first.own + own
        made.append(Span(attribution.origins[index], start, end, own))
        previous = index
    return made


__all__ = ["Span", "Stopwatch", "TimedRun"]
