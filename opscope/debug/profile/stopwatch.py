"""Stopwatch: takes the time of what executors run, call by call in a lowered run and else operator by operator.

It stands in for `Executor.run` while it is on, and drives the frames of each run with an eye on the clock. Without it
there is nothing of it in a run.
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

from opscope.core.place import CPUPlace
from opscope.debug.profile.attribution import Part, Parts, instruction_part
from opscope.debug.profile.costs import instruction_cost
from opscope.debug.profile.roofline import synchronizer
from opscope.runtime.executor import Executor
from opscope.runtime.frame import Frame, run_frame
from opscope.runtime.instrument import current, instrumented
from opscope.runtime.lower.lowered_frame import LoweredFrame
from opscope.runtime.lower.lowered_run import Lowered
from opscope.runtime.plan import Instruction, Plan

Clock = Callable[[], float]


class Span(NamedTuple):
    """One part, from when to when, and the seconds that were its own: those of sub-blocks are their operators'."""

    part: Part
    start: float
    end: float
    own: float


@dataclass(slots=True, eq=False)
class Timed:
    """One run, and of which plan; `aside` is what the watching itself took, between calls too."""

    start: float
    plan: Plan | None = None
    step: int = 0
    lowered: bool = False
    end: float = 0.0
    aside: float = 0.0
    inside: float = 0.0  # seconds that the current operator has spent in blocks, or programs, of its own
    blocks: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])  # when that was
    spans: list[Span] = field(default_factory=list[Span])

    def left(self, start: float, end: float) -> None:
        """The current operator has run something with spans of its own."""
        self.inside += end - start
        self.blocks.append((start, end))


class Stopwatch:
    """Times runs and hands each to `done` when it has succeeded; `passed` counts those that someone else drives."""

    def __init__(self, done: Callable[[Timed], None], clock: Clock = time.perf_counter) -> None:
        self.done = done
        self.clock = clock
        self.passed = 0
        self._runs = threading.local()
        self._parts: weakref.WeakKeyDictionary[Lowered, Parts] = weakref.WeakKeyDictionary()
        self._costs: dict[Any, tuple[Part, Instruction]] = {}

    @contextmanager
    def on(self, executor: Executor | None) -> Iterator[None]:
        """While inside, the runs of an executor are timed; None: of every executor."""
        target: Any = Executor if executor is None else executor
        kept = vars(target).get("run")
        target.run = self._every(Executor.run) if executor is None else functools.partial(self._run, executor.run)
        try:
            yield
        finally:
            if kept is None:
                del target.run
            else:
                target.run = kept

    def _every(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def run(executor: Executor, *args: Any, **kwargs: Any) -> Any:
            return self._run(functools.partial(method, executor), *args, **kwargs)

        return run

    def _run(self, method: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """One `Executor.run`."""
        watch = current()
        if watch.drive is not run_frame and getattr(watch.drive, "func", None) != self._drive:
            self.passed += 1
            return method(*args, **kwargs)
        outer: Timed | None = getattr(self._runs, "current", None)  # a py_func may run a program of its own
        run = self._runs.current = Timed(self.clock())
        try:
            with instrumented(drive=functools.partial(self._drive, run), lower=watch.lower):
                run.start = self.clock()
                result = method(*args, **kwargs)
                run.end = self.clock()
        finally:
            self._runs.current = outer
            if outer is not None:
                outer.left(run.start, self.clock())
        if run.plan is not None:
            self.done(run)
        return result

    # --- driving ------------------------------------------------------------------------------------

    def _drive(self, run: Timed, frame: Frame | LoweredFrame) -> None:
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
            run.left(entered, self.clock())

    def _calls(self, run: Timed, frame: LoweredFrame) -> None:
        began = self.clock()
        parts = self._parts.get(frame.lowered)
        if parts is None:
            parts = self._parts[frame.lowered] = Parts(frame.lowered)
        starts: list[float] = []
        ends: list[float] = []
        clock, lowered = self.clock, frame.lowered
        calls = (*lowered.calls, lowered.store, *lowered.after)
        if not isinstance(frame.plan.place, CPUPlace):
            wait = synchronizer(frame.plan.place)
            wait()
            calls = tuple(functools.partial(_waited, call, wait) for call in calls)
        entered = clock()
        run.aside += entered - began
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
            run.spans += _spans(parts, starts, ends, run.blocks)
            run.aside += clock() - entered - math.fsum(map(_operator.sub, ends, starts))

    def _operators(self, run: Timed, frame: Frame) -> None:
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
            run.spans.append(Span(self._costed(frame, instruction, reads), start, end, end - start - run.inside))
            run.aside += clock() - end + start - began

    def _costed(self, frame: Frame, instruction: Instruction, reads: dict[int, Any]) -> Part:
        shapes = tuple((getattr(v, "shape", None), str(getattr(v, "dtype", ""))) for v in reads.values())
        key = (id(instruction), shapes)
        found = self._costs.get(key)
        if found is None:
            part = instruction_part(instruction)
            writes = [frame.env[slot] for slot in instruction.writes]
            part.cost = instruction_cost(frame.plan, instruction, reads, writes)
            part.calls = 1
            found = self._costs[key] = part, instruction  # which is kept alive: the key has its id
        return found[0]


def _waited(call: Callable[[], Any], wait: Callable[[], Any]) -> None:
    """A call, and the work that it has given to the device."""
    call()
    wait()


def _spans(
    parts: Parts, starts: Sequence[float], ends: Sequence[float], blocks: Sequence[tuple[float, float]]
) -> list[Span]:
    """The spans of calls, those of a part that follow each other as one."""
    made: list[Span] = []
    former = -1
    for place, start, end in zip(parts.of, starts, ends, strict=False):
        own = end - start - sum(b - a for a, b in blocks if start <= a and b <= end)
        if place == former:
            first = made.pop()
            start, own = first.start, first.own + own
        made.append(Span(parts.parts[place], start, end, own))
        former = place
    return made


__all__ = ["Span", "Stopwatch", "Timed"]
