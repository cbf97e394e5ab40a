"""Reduction (fold) of events to a state of limited size. A page that opens late shows the whole run from this state.

The rules are defined next to the events (`opscope/events`). `js/src/event_fold.js` applies the same rules in the
browser, and `tests/ui/test_agreement.py` compares the Python and the JavaScript code. A `Fold` contains either the
whole state (for snapshots), or the changes since the last message. Memory depends on the number of values, not on the
number of steps.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from opscope import events as ev
from opscope.ui.described_values import DescribedValues
from opscope.ui.points import CAPACITY, CurvePoint, Series, new_series, scalar_points, tapped_points, value_point
from opscope.ui.step_columns import add_column, columns, grouped


@dataclass(slots=True)
class Fold:
    """The state, which consists of slots. The rules of the events fill the slots.

    If the events that `events` returns are added to a new `Fold` in the same order, the new `Fold` has the same state,
    except for the curves.
    """

    started: ev.RunStarted | None = None
    graph: ev.GraphDrawn | None = None
    found: ev.GraphSearched | None = None
    measured: ev.OperatorsMeasured | None = None
    steps: dict[tuple[str, ...], ev.StepFinished] = field(default_factory=dict[tuple[str, ...], ev.StepFinished])
    breakpoints: ev.BreakpointsChanged | None = None
    recorded: ev.RecordedRangeChanged | None = None
    recording: ev.RecordingChanged | None = None
    cost: ev.CostMeasured | None = None
    slow: ev.SlowRunsChanged | None = None
    values: dict[str, ev.ValueSeen] = field(default_factory=dict[str, ev.ValueSeen])
    details: dict[str, ev.DetailSeen] = field(default_factory=dict[str, ev.DetailSeen])
    slices: dict[str, ev.SliceSeen] = field(default_factory=dict[str, ev.SliceSeen])
    pinned: ev.PinChanged | None = None
    stack: ev.StackSeen | None = None
    variables: ev.VariablesSeen | None = None
    watched: ev.ExpressionsEvaluated | None = None
    source: ev.SourceSeen | None = None
    edits: ev.EditsChanged | None = None
    branches: dict[str, ev.BranchSeen] = field(default_factory=dict[str, ev.BranchSeen])
    shown_operator: ev.OperatorSeen | None = None
    search: ev.SearchProgressed | None = None
    warnings: dict[tuple[str, str], ev.Warned] = field(default_factory=dict[tuple[str, str], ev.Warned])
    findings: dict[int, ev.FindingSeen] = field(default_factory=dict[int, ev.FindingSeen])
    gradients: ev.GradientsChecked | None = None
    explained: ev.ValueExplained | None = None
    terminated: ev.Terminated | None = None
    continued: ev.Continued | None = None
    stopped: ev.Stopped | None = None
    past_stop: ev.Stopped | None = None
    place: ev.PlaceSeen | None = None
    responses: list[ev.Response] = field(default_factory=list[ev.Response])
    history: dict[str, Series] = field(default_factory=dict[str, Series])
    scalars: dict[str, Series] = field(default_factory=dict[str, Series])
    capacity: int = CAPACITY  # points of each curve

    @property
    def status(self) -> ev.Stopped | ev.Continued | ev.Terminated | None:
        """The newest event that stopped, continued or ended the run."""
        return self.past_stop or self.stopped or self.continued or self.terminated

    @property
    def step(self) -> ev.StepFinished | None:
        """The newest step."""
        return next(reversed(self.steps.values()), None)

    @property
    def empty(self) -> bool:
        """True if all slots are empty."""
        return not any(getattr(self, slot) for slot in SLOTS)

    def add(self, event: ev.Message) -> None:
        """Apply the rules of an event. A message without rules is ignored."""
        for apply in _rules_of(type(event)):
            apply(self, event)

    def add_all(self, events: Iterable[ev.Message]) -> None:
        """Apply the rules of several events. The oldest event comes first.

        For many successive steps, this is faster than a call of `add` for each step.
        """
        for each in grouped(events):
            if isinstance(each, list):
                self._add_steps(each)
            else:
                self.add(each)

    def _add_steps(self, events: list[ev.StepFinished]) -> None:
        """Add steps that have the same scalars: keep the newest step, and add a point to the curves for each step."""
        steps = np.array([event.step for event in events])
        for apply, rule in zip(_rules_of(ev.StepFinished), ev.StepFinished.fold_rules, strict=True):
            if not isinstance(rule, ev.AddPoints):
                apply(self, events[-1])
                continue
            curves: dict[str, Series] = getattr(self, rule.slot)
            is_tapped = rule.points == "tapped"
            for name, numbers in columns(events, is_tapped):
                if name not in curves:
                    curves[name] = new_series(self.capacity)
                add_column(curves[name], steps, numbers, is_tapped)

    def clear(self, slots: Sequence[str]) -> None:
        """Remove the events from the slots with these names."""
        if slots:
            empty = Fold()
            for slot in slots:
                setattr(self, slot, getattr(empty, slot))

    def events(self) -> list[ev.Message]:
        """Return the events in the slots.

        If these events are added to a new `Fold` in this order, the new `Fold` has the same state, except for the
        curves.
        """
        kept: list[ev.Message] = []
        for slot in SLOTS:
            match getattr(self, slot):
                case ev.Message() as event:
                    kept.append(event)
                case list() as events:
                    kept += events
                case dict() as table if slot not in SERIES_SLOTS:
                    kept += table.values()
                case _:
                    pass
        return kept

    def message(
        self, kind: str, n: int, responses: Iterable[ev.Response] = (), described: DescribedValues | None = None
    ) -> tuple[dict[str, Any], list[bytes]]:
        """Make a message for the comm: the events, and the curves as one block of float32 numbers.

        `described` contains the values whose descriptions the views already have. The numbers of these values are in
        the message's buffer `numbers`.

        A trail describes a curve in the block. The trail `[slot, name, count, seen, first]` belongs to the next 6 *
        count numbers of the block: all steps, then all means, minima, maxima, rms and counts of non-finite elements.
        NaN stands for a missing number. These numbers represent `seen` steps, beginning with step `first`.
        """
        events, numbers = [*self.events(), *responses], b""
        if described is not None:
            events, numbers = described.split(events)
        dicts, buffers = ev.to_wire(events)
        curves = [
            (slot, name, series)
            for slot in SERIES_SLOTS
            for name, series in getattr(self, slot).items()
            if len(series) > 1 or series.stride > 1  # a single point of one step is sent with its event
        ]
        columns = [np.array(series.points, dtype=np.float64).T.ravel() for _, _, series in curves]  # None becomes NaN
        trails = [[slot, name, len(series), series.seen, series.first] for slot, name, series in curves]
        content = {"kind": kind, "n": n, "events": dicts, "trails": trails, "block": len(buffers)}
        with np.errstate(over="ignore"):
            data = np.concatenate(columns).astype("<f4").tobytes() if columns else b""
        if numbers:
            content["numbers"] = len(buffers) + 1
            return content, [*buffers, data, numbers]
        return content, [*buffers, data]


SLOTS = tuple(f.name for f in fields(Fold) if f.name != "capacity")
SERIES_SLOTS = ("history", "scalars")


@functools.cache
def _rules_of(kind: type[ev.Message]) -> tuple[Callable[[Fold, Any], None], ...]:
    """Return the rules of an event's class as functions.

    The functions are cached, because a panel adds thousands of events per second.
    """
    return tuple(map(_rule, kind.fold_rules))


def _rule(rule: ev.FoldRule) -> Callable[[Fold, Any], None]:
    match rule:
        case ev.Latest(slot, clears, where):
            return functools.partial(_keep_latest, slot, clears, where)
        case ev.LatestByKey(slot, key, limit):
            return functools.partial(_keep_by_key, slot, operator.attrgetter(*key), limit)
        case ev.Newest(slot, limit):
            return functools.partial(_keep_newest, slot, limit)
        case ev.AddPoints(slot, points):
            add = {"statistics": _add_value, "scalars": _add_scalars, "tapped": _add_tapped}[points]
            return functools.partial(add, slot)
        case ev.Restart(slot, keeps):
            return functools.partial(_keep_latest, slot, tuple(name for name in SLOTS if name not in keeps), None)


def _keep_latest(
    slot: str, clears: Sequence[str], where: tuple[str, bool] | None, fold: Fold, event: ev.Message
) -> None:
    if where is None or getattr(event, where[0]) == where[1]:
        fold.clear(clears)
        setattr(fold, slot, event)


def _keep_by_key(slot: str, key: Callable[[Any], Any], limit: int | None, fold: Fold, event: ev.Message) -> None:
    table, value = getattr(fold, slot), key(event)
    if limit is not None:
        table.pop(value, None)
    table[value] = event
    while limit is not None and len(table) > limit:
        del table[next(iter(table))]


def _keep_newest(slot: str, limit: int, fold: Fold, event: ev.Message) -> None:
    kept = getattr(fold, slot)
    kept.append(event)
    del kept[:-limit]


def _add_value(slot: str, fold: Fold, event: ev.ValueSeen) -> None:
    _add_point(fold, slot, event.name, value_point(event))


def _add_scalars(slot: str, fold: Fold, event: ev.StepFinished) -> None:
    for name, point in scalar_points(event):
        _add_point(fold, slot, name, point)


def _add_tapped(slot: str, fold: Fold, event: ev.StepFinished) -> None:
    for name, point in tapped_points(event):
        _add_point(fold, slot, name, point)


def _add_point(fold: Fold, slot: str, name: str, point: CurvePoint) -> None:
    curves: dict[str, Series] = getattr(fold, slot)
    if name not in curves:
        curves[name] = new_series(fold.capacity)
    curves[name].add(point)
