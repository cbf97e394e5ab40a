"""Sights: what a session has seen of each value, and when it said so last.

A value that passes its probe is remembered; it is summarised only when it is due. In a lowered run the look is one
bound dot product, which shows every NaN and Inf, and the sheet is read when the run is over.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.debug.taps.device_probes import add_there, finish_there
from opscope.debug.taps.probe_lowering import distinct, health, kind
from opscope.debug.taps.probes import Observe, Spot
from opscope.debug.taps.statistics import finite
from opscope.debug.taps.stats_buffer import Row, Sheet
from opscope.debug.taps.value_events import detail_seen, value_seen
from opscope.events import Event
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.lower.cuda.statistics_kernels import measurable


class Sighting(NamedTuple):
    """A value as it passed its probe; `operator` wrote it (None: it was fed or loaded)."""

    variable: Variable
    operator: Operator | None
    value: Any
    step: int


class Watched(Sheet):
    """The sheet of a session: who has passed in the run that is on, and when each is due to be summarised."""

    def __init__(self, dtype: Any) -> None:
        super().__init__("health", dtype)
        self.passed: list[int] = []
        self.due = np.zeros(0)
        self.healthy = np.ones(0, bool)
        self.only_health = np.zeros(0, bool)  # never due, unless they turn unhealthy


class Sights:
    """`step` says which step it is, `counts` whether a variable's program is one whose values are of interest."""

    def __init__(
        self,
        emit: Callable[[Event], None],
        interval: float,
        step: Callable[[], int],
        counts: Callable[[Variable], bool],
    ) -> None:
        self.emit = emit
        self.interval = interval
        self.step = step
        self.counts = counts
        self.watched = ""  # details of this value follow each of its summaries
        self.only_health: Callable[[Variable, Operator | None], bool] = lambda variable, operator: False
        self._latest: dict[str, Sighting] = {}
        self._said: dict[str, int] = {}  # the step of the newest summary
        self._due: dict[str, float] = {}
        self._healthy: dict[str, bool] = {}
        self._sheets: list[Watched] = []
        self._read_at: dict[Watched, int] = {}  # sheets whose rows are newer than `_latest`

    # --- looking ------------------------------------------------------------------------------------

    def observe(self, variable: Variable, operator: Operator | None, value: Any) -> None:
        """A value passes its probe."""
        if not self.counts(variable):
            return
        name, now = variable.name, time.monotonic()
        seen = self._latest[name] = Sighting(variable, operator, value, self.step())
        only_health = self.only_health(variable, operator)
        if only_health or (self.interval and now < self._due.get(name, 0.0)):
            healthy = finite(value)
            if healthy or not self._healthy.get(name, True):
                if only_health and healthy:
                    self._healthy[name] = True  # the next one that is not is news again
                return
        self._due[name] = now + self.interval
        self._say(seen)

    def sheet(self, emission: Any, dtype: Any) -> Watched:
        """The sheet of a plan that is being lowered."""
        sheets = emission.notes.setdefault(self, {})
        if dtype not in sheets:
            sheets[dtype] = Watched(dtype)
        return sheets[dtype]

    def begin(self, sheet: Watched) -> None:
        """A sheet is complete: from now on it is read."""
        names = [row.spot.variable.name for row in sheet.rows]
        sheet.only_health = np.array([self.only_health(row.spot.variable, row.spot.operator) for row in sheet.rows])
        sheet.due = np.where(sheet.only_health, np.inf, [self._due.get(n, 0.0) for n in names])
        sheet.healthy = np.array([self._healthy.get(n, True) for n in names])
        self._sheets.append(sheet)

    def read(self, sheet: Watched) -> None:
        """A lowered run is over."""
        sheet.passed.clear()
        if not self.counts(sheet.rows[0].spot.variable):
            return
        self._read_at.pop(sheet, None)
        self._read_at[sheet] = self.step()
        now = time.monotonic()
        healthy = sheet.sound()
        due = (sheet.due <= now) | (sheet.healthy & ~healthy)
        sheet.healthy |= sheet.only_health & healthy  # the next one that is not is news again
        if due.any():
            sheet.due[due] = np.where(sheet.only_health[due], np.inf, now + self.interval)
            sheet.healthy[due] = healthy[due]
            for index in np.flatnonzero(due):
                self._say(self._sighting(sheet.rows[index], self.step()))

    def _sighting(self, row: Row, step: int) -> Sighting:
        return Sighting(row.spot.variable, row.spot.operator, row.array, step)

    # --- what was seen ------------------------------------------------------------------------------

    @property
    def latest(self) -> dict[str, Sighting]:
        """The newest sight of each value."""
        for sheet, step in self._read_at.items():
            for row in sheet.rows:
                self._latest[row.spot.variable.name] = self._sighting(row, step)
        self._read_at.clear()
        for sheet in self._sheets:
            for index in sheet.passed:
                row = sheet.rows[index]
                self._latest[row.spot.variable.name] = self._sighting(row, self.step())
        return self._latest

    def watch(self, name: str) -> None:
        """From now on say details of this value too, and soon."""
        self.watched = name
        self._due.pop(name, None)
        for sheet in self._sheets:
            sheet.due[[row.spot.variable.name == name for row in sheet.rows]] = 0.0

    def _say(self, seen: Sighting) -> None:
        event = value_seen(*seen)
        self._said[event.name] = seen.step
        self._healthy[event.name] = not (event.nan or event.inf)
        self.emit(event)
        if event.name == self.watched:
            self.emit(detail_seen(event.name, seen.value, seen.step))

    def close(self) -> None:
        """Summarise each value as it was left, and keep it as it is: later runs may write to its memory."""
        for name, seen in list(self.latest.items()):
            if self._said.get(name) != seen.step:
                self._say(seen)
            self._latest[name] = seen._replace(value=seen.value.copy())
        self._sheets.clear()


class SightGauges:
    """How probes look for a session in lowered runs. Plans outlive sessions: they hold it weakly."""

    def __init__(self, sights: Sights) -> None:
        self._sights = weakref.ref(sights)

    def add(self, emission: Any, spot: Spot, array: Any) -> bool:
        """One dot product (on a device: a part of the launch at the end), and a mark that the value has passed."""
        sights = self._sights()
        flat = (array if measurable(array) else None) if emission.device else distinct(array)
        if sights is None or flat is None:
            return False
        sheet = sights.sheet(emission, array.dtype if emission.device else kind(array))
        row = Row(spot, array, flat)
        emission.call(sheet.passed.append, len(sheet.rows))
        if emission.device:
            add_there(emission, sheet, row)
        else:
            health(emission, sheet, row)
        return True

    def finish(self, emission: Any) -> None:
        """Read the sheets at the end of the run."""
        sights = self._sights()
        if sights is not None:
            for sheet in emission.notes.get(sights, {}).values():
                if emission.device:
                    finish_there(emission, sheet)
                if not emission.memory.paper:  # a sheet on paper is never read, and would keep its arrays
                    sights.begin(sheet)
                emission.call(_read, self._sights, sheet)


def _read(reference: weakref.ref[Sights], sheet: Watched) -> None:
    sights = reference()
    if sights is not None:
        sights.read(sheet)


def weakly(sights: Sights) -> Observe:
    """What observes for a session: executors keep plans with its probes when the run is over, not its values."""
    reference = weakref.ref(sights)

    def observe(variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        alive = reference()
        if alive is not None:
            alive.observe(variable, operator, value)

    return observe
