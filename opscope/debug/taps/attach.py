"""attach: taps on an executor, from plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from opscope.core.place import to_host
from opscope.debug.taps.event_history import History
from opscope.debug.taps.probe_lowering import SheetGauges
from opscope.debug.taps.probes import Probes, Spot
from opscope.debug.taps.selector import Selector
from opscope.debug.taps.statistics import finite
from opscope.debug.taps.stats_buffer import DeviceReading, Reading, Sheet
from opscope.debug.taps.value_events import detail_seen, seen_with, value_seen
from opscope.debug.taps.value_ring import BUDGET, Recorder
from opscope.errors import ArgumentError, NotFound, nearest
from opscope.events import DetailSeen, Event, ValueSeen
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.executor import Executor

LEVELS = ("health", "statistics", "record")  # the dial, from cheap to dear; off is no tap
PENDING = 512  # readings that wait to be worked out: then every second healthy one goes


class Dial(NamedTuple):
    """How closely, and how often, a tap looks."""

    level: str
    every: int


class Taps:
    """Taps on everything that one executor runs.

    >>> taps = attach(exe).tap("hidden_*")        # doctest: +SKIP
    >>> exe.run(feed=feed, fetch_list=[loss])     # doctest: +SKIP
    >>> taps["hidden_0"].mean                     # doctest: +SKIP
    """

    def __init__(self, executor: Executor, emit: Callable[[Event], None] | None = None) -> None:
        self.executor = executor
        self.recorder = Recorder()
        self._history = History()
        self._latest: dict[str, ValueSeen] = {}
        self._selectors: dict[Selector, Dial] = {}
        self._values: dict[str, tuple[Spot, Any, int]] = {}  # the newest sight of each value
        self._pending: list[Reading | DeviceReading] = []
        self._emit = emit
        self._probes: Probes | None = None

    def tap(self, *patterns: str, every: int = 1, level: str = "statistics", budget: int = BUDGET) -> Taps:
        """Look at the values that the patterns select (see `debug.select`), at every `every`-th step.

        level is how closely: "health" only asks whether all elements are finite, "statistics" summarises each
        value, "record" also keeps whole values of as many of the latest steps as fit into `budget` bytes. Where
        two taps select a value, the closer look counts. Raises ArgumentError for an unknown level.
        """
        if level not in LEVELS:
            raise ArgumentError(f"unknown level {level!r}", fix=nearest(level, LEVELS) or f"one of {', '.join(LEVELS)}")
        if level == "record":
            self.recorder.budget = budget
        for pattern in patterns:
            self._selectors[Selector.parse(pattern)] = Dial(level, max(1, int(every)))
        return self._install()

    def untap(self, *patterns: str) -> Taps:
        """Take taps away; without patterns all of them."""
        for selector in [Selector.parse(p) for p in patterns] or list(self._selectors):
            if selector not in self._selectors:
                raise NotFound(f"no tap {str(selector)!r}", fix=nearest(str(selector), map(str, self._selectors)))
            del self._selectors[selector]
        return self._install()

    def detach(self) -> None:
        """Take all taps away: the executor runs the uninstrumented plan again."""
        self._selectors.clear()
        self._install()

    def _install(self) -> Taps:
        self._work_out()  # values are where they were only as long as the plan is the same
        passes = tuple(p for p in self.executor.passes if p is not self._probes)
        gauges = SheetGauges(self._level, self._read, self.recorder)
        self._probes = Probes(tuple(self._selectors), self._observe, gauges) if self._selectors else None
        self.executor.passes = passes if self._probes is None else (*passes, self._probes)
        return self

    def _dial(self, spot: Spot) -> Dial:
        found = [d for s, d in self._selectors.items() if s.matches(spot.variable.name, spot.operator)]
        level = max((d.level for d in found), key=LEVELS.index, default="health")
        return Dial(level, min((d.every for d in found), default=1))

    # --- while a program runs -----------------------------------------------------------------------

    def _level(self, spot: Spot) -> str:
        """How a lowered run looks at a value; "" for the way of any other run."""
        dial = self._dial(spot)
        return dial.level if dial.every == 1 else ""

    def _observe(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        spot = Spot(variable, operator)
        dial = self._dial(spot)
        if step % dial.every and dial.every > 1:
            return
        if dial.level == "record":
            self.recorder.add(step, spot, value)
        self._values[variable.name] = spot, value.copy() if dial.every > 1 else value, step
        if dial.level != "health" or not finite(value):
            self._work_out()
            self._say(value_seen(variable, operator, value, step))
        else:
            self._latest.pop(variable.name, None)

    def _read(self, sheet: Sheet, step: int, count: int | None) -> None:
        """A run is over, or has failed: keep its numbers, and leave working them out to who asks."""
        reading = sheet.reading(step, count)
        self._pending.append(reading)
        if self._emit is not None:
            self._work_out()
        elif len(self._pending) > PENDING:
            self._pending = [r for i, r in enumerate(self._pending) if i % 2 == 0 or r.unhealthy]
            if len(self._pending) > PENDING:
                self._work_out()

    # --- when someone asks --------------------------------------------------------------------------

    def _say(self, event: ValueSeen) -> None:
        self._latest[event.name] = event
        self._history.add(event)
        if self._emit is not None:
            self._emit(event)

    def _work_out(self) -> None:
        """Turn readings into events."""
        pending, self._pending = self._pending, []
        for reading in pending:
            for index, row in enumerate(reading.sheet.rows[: reading.known]):
                name = row.spot.variable.name
                self._values[name] = row.spot, row.array, reading.step
                if reading.sheet.level == "statistics" or index in reading.exact:
                    self._say(seen_with(row.about, reading.step, reading.statistics(index)))
                else:
                    self._latest.pop(name, None)

    @property
    def history(self) -> History:
        """Summaries over time, in bounded memory."""
        self._work_out()
        return self._history

    @property
    def latest(self) -> dict[str, ValueSeen]:
        """The newest summary of each value."""
        return {name: self[name] for name in self.names()}

    def __getitem__(self, name: str) -> ValueSeen:
        """The newest summary of a value. Raises NotFound if none was seen."""
        spot, value, step = self._sight(name)
        if name not in self._latest:  # it was only asked whether it is healthy
            self._latest[name] = value_seen(*spot, value, step)
        return self._latest[name]

    def _sight(self, name: str) -> tuple[Spot, Any, int]:
        self._work_out()
        if name not in self._values:
            raise NotFound(
                f"no value {name!r} was seen",
                fix=nearest(name, self._values) or f"seen: {', '.join(self._values) or 'nothing yet'}",
            )
        return self._values[name]

    def value(self, name: str) -> Any:
        """The newest value itself, as a NumPy copy."""
        return to_host(self._sight(name)[1]).copy()

    def values(self, name: str) -> dict[int, Any]:
        """The recorded values by step, oldest first, as NumPy copies. Raises NotFound if none was recorded."""
        found = self.recorder.steps(name)
        if not found:
            raise NotFound(f"no value {name!r} is recorded", fix=f"tap({name!r}, level='record') before the run")
        return {step: array.copy() for step, (_, array) in found.items()}

    def detail(self, name: str) -> DetailSeen:
        """Histogram and thumbnail of the newest value."""
        _, value, step = self._sight(name)
        return detail_seen(name, value, step)

    def names(self) -> list[str]:
        """Names of all values seen."""
        self._work_out()
        return list(self._values)

    def __repr__(self) -> str:
        patterns = ", ".join(map(str, self._selectors)) or "none"
        return f"<taps {patterns}; {len(self.names())} values seen>"


def attach(executor: Executor, emit: Callable[[Event], None] | None = None) -> Taps:
    """Taps for an executor. `emit` is called with each event as it happens, in the running thread."""
    return Taps(executor, emit)
