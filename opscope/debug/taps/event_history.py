"""The events of a run in bounded memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from opscope.bounded_series import BoundedSeries
from opscope.debug.tabular import SUMMARY_COLUMNS, Tabular, summary_record
from opscope.debug.taps.history_plot import plot
from opscope.events import (
    CostMeasured,
    Event,
    GraphDrawn,
    OperatorsMeasured,
    PinChanged,
    PlaceSeen,
    RecordedRangeChanged,
    RecordingChanged,
    SearchProgressed,
    SliceSeen,
    SlowRunsChanged,
    StepFinished,
    ValueSeen,
)

SteppedEvent = ValueSeen | StepFinished
_STEPPED = ValueSeen, StepFinished  # a union would be made anew, and asked slowly, for each event
NEWEST_ONLY = (
    RecordedRangeChanged,
    RecordingChanged,
    CostMeasured,
    SearchProgressed,
    SlowRunsChanged,
    PlaceSeen,
)  # they come again and again
LOOKS = OperatorsMeasured, PinChanged, SliceSeen  # what a view looked at is no history of the run


class EventSeries:
    """Events of one key: the first of each bucket of steps, the first unhealthy event, and the newest event."""

    def __init__(self, limit: int) -> None:
        self.points: BoundedSeries[SteppedEvent] = BoundedSeries(limit, _first_of_bucket)
        self.last: SteppedEvent | None = None
        self.unhealthy: ValueSeen | None = None

    def add(self, event: SteppedEvent) -> None:
        """Append an event. An event of an earlier step is ignored: the run shows its past again."""
        if self.last is not None and event.step < self.last.step:
            return
        self.last = event
        if self.unhealthy is None and isinstance(event, ValueSeen) and not event.healthy:
            self.unhealthy = event
        self.points.add(event)

    def __iter__(self) -> Iterator[SteppedEvent]:
        kept = [*self.points, *(e for e in (self.unhealthy, self.last) if e is not None)]
        return iter(sorted({id(e): e for e in kept}.values(), key=lambda e: e.step))


def _first_of_bucket(old: SteppedEvent, new: SteppedEvent) -> SteppedEvent:
    return new if new.step == old.step else old


class History(Tabular):
    """A listener that keeps a run's events: a series for each value, the steps, and the events that happen once.

    As a table it has a row for each summary of a value that is kept.
    """

    columns = SUMMARY_COLUMNS

    def __init__(self, limit: int = 512) -> None:
        self.limit = limit
        self._series: dict[tuple[str, str], EventSeries] = {}
        self._single: dict[object, Event] = {}
        self._order = 0
        self._lock = threading.Lock()  # a notebook reads while the worker adds

    def __repr__(self) -> str:
        names = self.names()
        some = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        return f"<history of {len(names)} values{f': {some}' if some else ''}>"

    def add(self, event: Event) -> None:
        """Add an event; what a view has looked at is not kept."""
        if isinstance(event, LOOKS):
            return
        with self._lock:
            if isinstance(event, _STEPPED):
                key = (event.kind, event.name if isinstance(event, ValueSeen) else ",".join(event.names))
                series = self._series.get(key)
                if series is None:
                    series = self._series[key] = EventSeries(self.limit)
                series.add(event)
            elif isinstance(event, GraphDrawn):
                self._single["graph", event.program] = event
            elif isinstance(event, NEWEST_ONLY):
                self._single.pop(("newest", event.kind), None)  # it stands behind what happened before it
                self._single["newest", event.kind] = event
            else:
                self._order += 1
                self._single["once", self._order if self._order < self.limit else self.limit] = event

    def names(self) -> list[str]:
        """Names of all values."""
        return [name for (kind, name), _ in self._all() if kind == "ValueSeen"]

    def of(self, name: str) -> list[ValueSeen]:
        """Summaries of one value, oldest first."""
        series = self._series.get(("ValueSeen", name))
        return [] if series is None else [e for e in series if isinstance(e, ValueSeen)]

    def records(self) -> list[dict[str, Any]]:
        """The summaries of all values as dicts, oldest first."""
        seen = [event for name in self.names() for event in self.of(name)]
        return [summary_record(event) for event in sorted(seen, key=lambda event: event.step)]

    def steps(self) -> list[StepFinished]:
        """The steps, oldest first."""
        steps = [e for _, series in self._all() for e in series if isinstance(e, StepFinished)]
        return sorted(steps, key=lambda e: e.step)

    def plot(self, *what: str, axes: Any = None) -> Any:
        """Draw curves over the steps with matplotlib: `run.plot("loss", "w*@GRAD.norm()")`.

        Each text is the name or pattern of fetched scalars (`loss`), or of tapped values with a statistic: mean (the
        default), std, min, max, norm (over all elements), zeros (a share), nan or inf (counts). Without arguments:
        all fetched scalars and the means of all values. `axes`: matplotlib's Axes to draw into, else a new figure.

        Returns the Axes. Raises NotFound if a name was neither fetched nor tapped, ArgumentError for another
        statistic, MissingPackage without matplotlib.
        """
        return plot(self, *what, axes=axes)

    def events(self) -> list[Event]:
        """All events kept, in the order of the steps, as a recording or a page replays them."""
        with self._lock:
            single = list(self._single.values())
        once = [e for e in single if e.kind != "Terminated"]
        end = [e for e in single if e.kind == "Terminated"]
        timed = [e for _, series in self._all() for e in series]
        timed.sort(key=lambda e: (getattr(e, "step", 0), isinstance(e, StepFinished)))
        return [*once, *timed, *end]

    def _all(self) -> list[tuple[tuple[str, str], EventSeries]]:
        with self._lock:
            return list(self._series.items())
