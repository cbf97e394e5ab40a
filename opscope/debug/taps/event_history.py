"""History: the events of a run in bounded memory."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from opscope.bounded_series import BoundedSeries, sampled_steps
from opscope.core.checks.number_checks import positive_whole
from opscope.core.rich_display import RichDisplay
from opscope.debug.tabular import SUMMARY_COLUMNS, Tabular, data_frame, summary_record
from opscope.debug.taps.history_plot import chosen_curves, plot, values_called
from opscope.debug.taps.scalar_series import StepSeries, TappedScalars
from opscope.errors import printable
from opscope.events import (
    CostMeasured,
    Event,
    FindingSeen,
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
    ValueExplained,
    ValueSeen,
)
from opscope.names.value_name import value_name

REPLAYED = 4096  # number of steps in `events`
SteppedEvent = ValueSeen | StepFinished
NEWEST_ONLY = (
    RecordedRangeChanged,
    RecordingChanged,
    CostMeasured,
    SearchProgressed,
    SlowRunsChanged,
    PlaceSeen,
)  # they are emitted repeatedly
LOOKS = OperatorsMeasured, PinChanged, SliceSeen, ValueExplained  # a user's view, not a part of the run's history


class EventSeries:
    """Summaries of one value, for evenly spaced steps; also the first summary with NaN or Inf, and the newest."""

    def __init__(self, limit: int) -> None:
        self.points: BoundedSeries[ValueSeen] = BoundedSeries(limit, _first_of_bucket)
        self.last: ValueSeen | None = None
        self.unhealthy: ValueSeen | None = None

    def add(self, event: ValueSeen) -> None:
        """Append an event about a value.

        Events of earlier steps are ignored. Events of earlier steps arrive when the user looks at the past of the run.
        """
        if self.last is not None and event.step < self.last.step:
            return
        self.last = event
        if self.unhealthy is None and not event.healthy:
            self.unhealthy = event
        self.points.add(event)

    def __iter__(self) -> Iterator[ValueSeen]:
        kept = [*self.points, *(e for e in (self.unhealthy, self.last) if e is not None)]
        return iter(sorted({id(e): e for e in kept}.values(), key=lambda e: e.step))


def _first_of_bucket(old: ValueSeen, new: ValueSeen) -> ValueSeen:
    return new if new.step == old.step else old


class History(RichDisplay, Tabular):
    """The events of a run in bounded memory: a series of summaries for each value, the steps, and other events.

    `run.history` is a History. As a table, the history has one row for each summary. Each value has at most `limit`
    summaries, evenly spaced over the steps. The history also has each value's first summary with NaN or Inf, and its
    newest summary. Fetched and tapped scalars are stored for every step, for up to 65,536 steps. In longer runs,
    scalars are stored for evenly spaced steps.

    Args:
        limit: largest number of summaries of each value, and largest number of other events.
    """

    columns = SUMMARY_COLUMNS
    _display = "summaries"

    def __init__(self, limit: int = 512) -> None:
        self.limit = positive_whole(limit, "limit")
        self._series: dict[str, EventSeries] = {}  # by name of the value
        self._steps: dict[str, StepSeries] = {}  # by the names of the fetched scalars
        self._scalars = TappedScalars()
        self._single: dict[object, Event] = {}
        self._order = 0
        self._lock = threading.Lock()  # a notebook reads while the worker adds

    def __repr__(self) -> str:
        names = self.names()
        some = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        return printable(f"<history of {len(names)} value{'s' * (len(names) != 1)}{f': {some}' if some else ''}>")

    def add(self, event: Event) -> None:
        """Add an event to the history. Events that only answer a request of a user interface are ignored.

        Args:
            event: an object of a class in `opscope.events`.

        Example:
            >>> history = debug.History()
            >>> history.add(StepFinished(step=1, seconds=0.1, names=("loss",), scalars=(0.5,)))
            >>> history.steps()[0].scalars
            (0.5,)
        """
        if isinstance(event, LOOKS):
            return
        with self._lock:
            if isinstance(event, ValueSeen):
                series = self._series.get(event.name)
                if series is None:
                    series = self._series[event.name] = EventSeries(self.limit)
                series.add(event)
            elif isinstance(event, StepFinished):
                self._add_step(event)
            elif isinstance(event, GraphDrawn):
                self._single.pop(("graph", event.program), None)  # the newest graph is shown
                self._single["graph", event.program] = event
            elif isinstance(event, FindingSeen):
                self._single["finding", event.number] = event
            elif isinstance(event, NEWEST_ONLY):
                self._single.pop(("newest", event.kind), None)  # moves behind the events before it
                self._single["newest", event.kind] = event
            else:
                self._order += 1
                self._single["once", self._order if self._order < self.limit else self.limit] = event

    def add_scalars(self, step: int, names: tuple[str, ...], numbers: Sequence[float]) -> None:
        """Store the numbers of one step: the numbers in tapped values that have one element.

        Args:
            step: number of the step.
            names: names of the values.
            numbers: the numbers of the values, including NaN and infinities.

        Example:
            >>> debug.History().add_scalars(1, ("loss",), [0.5])
        """
        with self._lock:
            self._scalars.add(step, names, numbers)

    def names(self) -> list[str]:
        """Return the names of the values that have summaries.

        Returns:
            The names, in the order in which the values got their first summary.

        Example:
            >>> run = debug.start(train, taps=["*.w_0"])
            >>> run.wait()
            >>> run.history.names()
            ['fc_0.w_0']
        """
        return [name for name, _ in self._all()]

    def of(self, name: str) -> list[ValueSeen]:
        """Return the summaries of one value by its name.

        Args:
            name: name of the value, or its name in your code, such as `loss`. The gradient of `fc_0.w_0` has the name
                `fc_0.w_0@GRAD` or `fc_0.w_0.grad`. If several values have this name in your code, the summaries of
                all of them are returned.

        Returns:
            The summaries, oldest first. Each summary is a `ValueSeen` with step, shape, dtype, mean, std, min, max,
            zeros (a share), nan and inf (counts). The list is empty if the value has no summaries.

        Example:
            >>> run = debug.start(train, taps=["*.w_0"])
            >>> run.wait()
            >>> [(seen.step, seen.shape, seen.nan) for seen in run.history.of("fc_0.w_0")][-1]
            (5, (4, 3), 0)
        """
        with self._lock:
            series = self._series.get(name) or self._series.get(str(value_name(name)))
            found = self._called(name) if series is None else [series]
            every = [event for each in found for event in self._with_scalars(list(each))]
        return every if len(found) == 1 else sorted(every, key=lambda event: event.step)

    def _called(self, name: str) -> list[EventSeries]:
        """Return the series of the values that have the name `name` in the user's code."""
        texts = {name, str(value_name(name))}
        return [
            series
            for series in self._series.values()
            if series.last is not None and not texts.isdisjoint(series.last.called.split(", "))
        ]

    def _with_scalars(self, seen: list[ValueSeen]) -> list[ValueSeen]:
        """Return the summaries of one value. If the value has one element, add summaries of all other steps."""
        at_steps = self._scalars.summaries(seen[-1]) if seen and seen[-1].is_scalar else []
        if not at_steps:
            return seen
        every = {e.step: e for e in at_steps} | {e.step: e for e in seen}
        return [every[step] for step in sorted(every)]

    def sampled(self, name: str) -> str:
        """Return a note if a value has no summaries of some steps between its first and last summary.

        Args:
            name: name of the value.

        Returns:
            A note such as `sampled: 29 of 60 steps`; "" if no steps are missing.

        Example:
            >>> run = debug.start(train, taps=["x"], hz=None)
            >>> run.wait()
            >>> run.history.sampled("x")
            ''
        """
        return sampled_steps(seen.step for seen in self.of(name))

    def records(self) -> list[dict[str, Any]]:
        """Return the summaries of all values as a list of dicts.

        Returns:
            A dict of numbers, strings and tuples for each summary, oldest first.

        Example:
            >>> run = debug.start(train, taps=["*.w_0"])
            >>> run.wait()
            >>> run.history.records()[-1]["dtype"]
            'float32'
        """
        seen = [event for name in self.names() for event in self.of(name)]
        return [summary_record(event) for event in sorted(seen, key=lambda event: event.step)]

    def to_frame(self, *what: str, wide: bool = False) -> Any:
        """Return the summaries as a DataFrame of pandas, or of polars if only polars is installed.

        Args:
            what: names of values, or patterns of names, as for `plot`. If names or patterns are given, the DataFrame
                has the numbers that `plot` draws.
            wide: if True, the DataFrame has a row for each step and a column for each value, with the numbers that
                `plot` draws. If a value has no finite number in a step, the cell is NaN.

        Returns:
            A DataFrame. Without arguments, the DataFrame has a row for each summary, and its columns are the keys of
            `records()`. If `what` is given, the columns are step, name and value. If `wide` is True, there is a column
            for the step, and a column for each value.

        Raises:
            MissingPackage: neither pandas nor polars is installed.
            NotFound: no value with one of these names was fetched or tapped.

        Example:
            >>> run = debug.start(train, taps=[("*.w_0", 1)])
            >>> run.wait()
            >>> list(run.history.to_frame("*.w_0.std()", wide=True).columns)
            ['step', 'fc_0.w_0.std()']
        """
        if not what and not wide:
            return super().to_frame()
        drawn = chosen_curves(self, *what, named=lambda name: values_called(self, name))
        if not wide:
            rows = [
                {"step": step, "name": label, "value": number}
                for label, curve in drawn.items()
                for step, number in curve.points
            ]
            return data_frame(rows, ("step", "name", "value"))
        numbers: dict[int, dict[str, Any]] = {finished.step: dict.fromkeys(drawn) for finished in self.steps()}
        for label, curve in drawn.items():
            for step, number in curve.points:
                numbers.setdefault(step, dict.fromkeys(drawn))[label] = number
        return data_frame([{"step": step, **numbers[step]} for step in sorted(numbers)], ("step", *drawn))

    def steps(self) -> list[StepFinished]:
        """Return the events about the finished steps.

        If the run has more than 65,536 steps, only evenly spaced steps are returned.

        Returns:
            The events, oldest step first. Each event is a `StepFinished` with step, seconds, and the names and numbers
            of the fetched scalars.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> [finished.step for finished in run.history.steps()]
            [1, 2, 3, 4, 5]
        """
        with self._lock:
            steps = [event for series in self._steps.values() for event in series.events()]
        return sorted(steps, key=lambda e: e.step)

    def scalars(self) -> dict[int, dict[str, float]]:
        """For each step in `steps`, return the fetched values that have one element.

        Returns:
            A dict for each step, with the numbers by name. Infinite numbers are replaced by NaN.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> sorted(run.history.scalars())
            [1, 2, 3, 4, 5]
        """
        return {
            e.step: {n: math.nan if v is None else v for n, v in zip(e.names, e.scalars, strict=True)}
            for e in self.steps()
        }

    def plot(self, *what: str, axes: Any = None) -> Any:
        """Draw curves over the steps with matplotlib.

        Args:
            what: names or patterns of fetched scalars (`mean_0.tmp_0`), or of tapped values with a statistic
                (`w*@GRAD.norm()`). The statistics are mean (the default), std, min, max, norm (over all elements),
                zeros (the share of zeros), nan and inf (the numbers of NaN and Inf elements). If no names are given,
                all fetched scalars and the means of all tapped values are drawn.
            axes: matplotlib Axes to draw into; None: draw into a new figure.

        Returns:
            The matplotlib Axes.

        Raises:
            NotFound: no value with one of these names was fetched or tapped.
            ArgumentError: a statistic with this name does not exist.
            MissingPackage: matplotlib is not installed.

        Example:
            >>> run = debug.start(train, taps=["*@GRAD"])
            >>> run.wait()
            >>> axes = run.history.plot("mean_*", "*.w_0@GRAD.norm()")
            >>> axes.figure.savefig("curves.svg")
        """
        return plot(self, *what, named=lambda name: values_called(self, name), axes=axes)

    def events(self) -> list[Event]:
        """Return all events in the history.

        Returns:
            The events, in the order in which a display can replay them: events about steps are sorted by step.

        Example:
            >>> run = debug.start(train)
            >>> run.wait()
            >>> run.history.events()[-1].kind
            'Terminated'
        """
        with self._lock:
            single = list(self._single.values())
        once = [e for e in single if e.kind != "Terminated"]
        end = [e for e in single if e.kind == "Terminated"]
        steps = self._with_tapped(self.steps())
        timed: list[SteppedEvent] = [e for _, series in self._all() for e in series]
        timed += steps
        timed.sort(key=lambda e: (getattr(e, "step", 0), isinstance(e, StepFinished)))
        return [*once, *timed, *end]

    def _add_step(self, event: StepFinished) -> None:
        key = ",".join(event.names)
        steps = self._steps.get(key)
        if steps is None:
            steps = self._steps[key] = StepSeries()
        steps.add(event)
        if event.tapped:
            numbers = event.tapped_scalars
            if None in numbers:
                pairs = zip(event.tapped, numbers, strict=True)
                numbers = [(math.inf if n in event.infinite else math.nan) if x is None else x for n, x in pairs]
            self._scalars.add(event.step, event.tapped, numbers)  # type: ignore[arg-type]

    def _with_tapped(self, steps: list[StepFinished]) -> list[StepFinished]:
        """Add the tapped scalars to events about steps, and return the events.

        If there are many events, only the events of evenly spaced steps are returned.
        """
        thin = steps[(len(steps) - 1) % -(-len(steps) // REPLAYED) :: -(-len(steps) // REPLAYED)] if steps else []
        with self._lock:
            tapped = self._scalars.all_by_step()
        found: list[StepFinished] = []
        for step in thin:
            numbers = {name: of[step.step] for name, of in tapped.items() if step.step in of}
            finite = tuple(x if math.isfinite(x) else None for x in numbers.values())
            infinite = tuple(name for name, x in numbers.items() if math.isinf(x))
            found.append(replace(step, tapped=tuple(numbers), tapped_scalars=finite, infinite=infinite))
        return found

    def _all(self) -> list[tuple[str, EventSeries]]:
        with self._lock:
            return list(self._series.items())
