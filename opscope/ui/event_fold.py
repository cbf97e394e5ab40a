"""Bounded fold of events: what a panel must remember so that a page which comes late shows the same.

The same class serves twice: as the whole (for snapshots) and as the difference since the last message
(latest wins). Either way memory depends on the number of values, never on the number of steps.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from typing import Any

import numpy as np

from opscope import events as ev
from opscope.ui.series import Point, Series

DETAILS = 32
WARNINGS = 50
ANSWERS = 64

RunState = ev.Stopped | ev.Continued | ev.Terminated
KEPT = {"past": ("present", "end"), "present": ("end",), "running": ("end",), "end": ()}
"""What a run was that remains true: one that looks back may be over, or stand somewhere in the present too."""


class Fold:
    """The newest event of each kind and name, with the bounded history of every value and scalar."""

    def __init__(self) -> None:
        self.empty = True
        self.graph: ev.GraphDrawn | None = None
        self.breakpoints: ev.BreakpointsChanged | None = None
        self.answers: deque[ev.Answered] = deque(maxlen=ANSWERS)
        self._forget()

    def _forget(self) -> None:
        self.started: ev.RunStarted | None = None
        self.step: ev.StepFinished | None = None
        self.run: RunState | None = None
        self.states: dict[str, RunState] = {}  # the same, and what else is true of it, oldest first
        self.recorded: ev.HistoryGrown | None = None
        self.values: dict[str, ev.ValueSeen] = {}
        self.details: dict[str, ev.DetailSeen] = {}
        self.warnings: dict[ev.Warned, None] = {}
        self.history: dict[str, Series] = {}
        self.scalars: dict[str, Series] = {}

    def add(self, event: ev.Message) -> None:
        """Take one event in; kinds that a panel does not show are ignored."""
        self.empty = False
        match event:
            case ev.ValueSeen():
                self.values[event.name] = event
                self.history.setdefault(event.name, Series()).add(point(event))
            case ev.DetailSeen():
                _newest(self.details, event.name, event, DETAILS)
            case ev.StepFinished():
                self.step = event
                self._scalars(event)
            case ev.Stopped() | ev.Continued() | ev.Terminated():
                self.run = event
                self.states = {k: e for k, e in self.states.items() if k in KEPT[_state(event)]}
                self.states[_state(event)] = event
            case ev.RunStarted():
                self._forget()  # run again, a panel starts afresh; graph and breakpoints are there before the run
                self.started = event
            case ev.BreakpointsChanged():
                self.breakpoints = event
            case ev.HistoryGrown():
                self.recorded = event
            case ev.GraphDrawn():
                self.graph = event
            case ev.Warned():
                _newest(self.warnings, event, None, WARNINGS)
            case ev.Answered():
                self.answers.append(event)
            case _:
                pass

    def _scalars(self, event: ev.StepFinished) -> None:
        for name, scalar in zip(event.names, event.scalars, strict=False):
            at = Point(event.step, scalar, scalar, scalar, None, 0 if scalar is not None else 1)
            self.scalars.setdefault(name, Series()).add(at)

    def events(self) -> list[ev.Message]:
        """The events that are left, in an order in which folding them gives this fold again."""
        first: list[ev.Message | None] = [self.started, self.graph, self.step, self.breakpoints, self.recorded]
        many: list[Iterable[ev.Message]] = [
            self.values.values(),
            self.details.values(),
            self.warnings,
            self.states.values(),
            self.answers,
        ]
        return [e for e in first if e] + [e for group in many for e in group]

    def message(self, kind: str, n: int, answers: Iterable[ev.Answered] = ()) -> tuple[dict[str, Any], list[bytes]]:
        """A message for the comm: the events, and the histories as one float32 block (`trails`).

        A trail `[group, name, count]` owns the next 6 * count numbers: all steps, then all means, minima,
        maxima, rms and counts of non-finite elements, NaN where there is none.
        """
        dicts, buffers = ev.to_wire([*self.events(), *answers])
        groups = (("value", self.history), ("scalar", self.scalars))
        kept = [(g, name, s.points) for g, series in groups for name, s in series.items() if len(s.points) > 1]
        block = [np.array(points, dtype=np.float64).T.ravel() for _, _, points in kept]  # None becomes NaN
        trails = [[group, name, len(points)] for group, name, points in kept]
        content = {"kind": kind, "n": n, "events": dicts, "trails": trails, "block": len(buffers)}
        with np.errstate(over="ignore"):
            data = np.concatenate(block).astype("<f4").tobytes() if block else b""
        return content, [*buffers, data]


def point(event: ev.ValueSeen) -> Point:
    """What the history keeps of one summary."""
    rms = None if event.mean is None or event.std is None else math.hypot(event.mean, event.std)
    return Point(event.step, event.mean, event.min, event.max, rms, event.nan + event.inf)


def _state(event: RunState) -> str:
    if isinstance(event, ev.Stopped):
        return "past" if event.past else "present"
    return "end" if isinstance(event, ev.Terminated) else "running"


def _newest(kept: dict[Any, Any], key: Any, value: Any, limit: int) -> None:
    kept.pop(key, None)
    kept[key] = value
    while len(kept) > limit:
        del kept[next(iter(kept))]
