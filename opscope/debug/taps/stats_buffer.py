"""Sheets: the numbers that taps have found in one run, a column for each part of each value.

What they say is worked out later, when someone asks. What a fast formula cannot tell (a NaN, a spread that is small
against the mean) is looked at again with the exact one while the values are still there.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.debug.taps.probes import Spot
from opscope.debug.taps.statistics import Statistics, narrow, of_measures, of_sums, statistics
from opscope.debug.taps.value_events import about
from opscope.runtime.lower.cuda.statistics_kernels import INFS, NANS, Measures

LOW, HIGH, SUM, SQUARES, ZEROS = range(5)
COLUMNS = 256  # of one table of a sheet
PART = 1 << 15  # elements that are looked at in one go: they stay in the cache, and sums lose no digits


class Row:
    """A value on a sheet, where it lies, and its distinct elements in one row."""

    def __init__(self, spot: Spot, array: Any, flat: Any) -> None:
        self.spot = spot
        self.array = array
        self.flat = flat
        self.at: float = math.inf  # the number of calls after which it has been looked at; inf: behind the update

    @functools.cached_property
    def about(self) -> dict[str, Any]:
        """What is said of the value at every step."""
        return about(self.spot, self.array)


class Sheet:
    """The numbers of one run, of one level and one dtype: a column for each part of each value."""

    def __init__(self, level: str, dtype: Any) -> None:
        self.level = level
        self.dtype = dtype
        self.rows: list[Row] = []
        self.looks: list[
            tuple[float, Sequence[Callable[[], None]]]
        ] = []  # that wait for the end: after how many calls the value is there
        self.slot: list[Any] | None = None  # of a recording: where this run's copies go
        self.measures: Measures | None = None  # of values on a device
        self.waiting: list[int] = []  # of those, whose are measured at the end of the run
        self._starts: list[int] = []  # the first column of each row
        self._tables: list[Any] = []
        self._columns = 0

    def add(self, row: Row, look: Callable[[Any, list[Any]], None] | None) -> None:
        """One more value. `look(part, numbers)` adds the calls that write a column, five 0-d arrays."""
        self.rows.append(row)
        self._starts.append(self._columns)
        for start in range(0, row.flat.size, PART):
            index = self._columns % COLUMNS
            if not index:
                self._tables.append(np.zeros((5, COLUMNS), self.dtype))
            self._columns += 1
            if look is not None:
                numbers = [self._tables[-1][i, index : index + 1].reshape(()) for i in range(5)]
                look(row.flat[start : start + PART], numbers)

    def look(self, start: int, stop: int) -> None:
        """Measure the values start to stop, on a device."""
        assert self.measures is not None
        self.measures.look(start, stop)

    def seen_after(self, calls: int) -> int:
        """How many values had been looked at when so many calls had been made."""
        return sum(row.at <= calls for row in self.rows)

    def sound(self) -> Any:
        """Whether each value is finite, as far as the squares tell."""
        if self.measures is not None:
            return ~self.measures.numbers()[:, NANS : INFS + 1].any(axis=1)
        squares = np.concatenate([table[SQUARES] for table in self._tables])[: self._columns]
        parts = np.isfinite(squares)
        return parts if self._columns == len(self.rows) else np.logical_and.reduceat(parts, self._starts)

    def numbers(self) -> Any:
        """LOW, HIGH, SUM, SQUARES, ZEROS of each value, float64."""
        table = np.concatenate(self._tables, axis=1)[:, : self._columns].astype("float64")
        if self._columns == len(self.rows):
            return table
        found = np.add.reduceat(table, self._starts, axis=1)
        found[LOW] = np.minimum.reduceat(table[LOW], self._starts)
        found[HIGH] = np.maximum.reduceat(table[HIGH], self._starts)
        return found

    def reading(self, step: int, count: int | None = None) -> Reading | DeviceReading:
        """What this run has found, to be worked out later; of the first `count` values if it has failed."""
        count = len(self.rows) if count is None else count
        if self.level == "record":
            return Reading(self, step, count, None, {})
        if self.measures is not None:
            return DeviceReading(self, step, count, self.measures.begin())
        doubtful, table = ~self.sound(), None
        if self.level == "statistics":
            with np.errstate(invalid="ignore", over="ignore"):
                table = self.numbers()
                doubtful |= narrow(self._sizes, *table[:ZEROS])
        exact = {i: statistics(self.rows[i].array) for i in np.flatnonzero(doubtful).tolist() if i < count}
        return Reading(self, step, count, table, exact)

    @functools.cached_property
    def _sizes(self) -> Any:
        return np.array([row.flat.size for row in self.rows], "float64")


class Reading(NamedTuple):
    """The numbers of one run. `exact` holds what had to be looked at again."""

    sheet: Sheet
    step: int
    known: int
    table: Any
    exact: dict[int, Statistics]

    @property
    def unhealthy(self) -> bool:
        """True if a value held a NaN or Inf."""
        return any(not s.healthy for s in self.exact.values())

    def statistics(self, index: int) -> Statistics:
        """Of value number `index`, of a sheet of statistics."""
        found = self.exact.get(index)
        if found is not None:
            return found
        size = self.sheet.rows[index].flat.size
        return of_sums(size, *self.table[:, index].tolist())


class DeviceReading:
    """The same of a run on a device, which nobody waits for until someone asks."""

    table = None

    def __init__(self, sheet: Sheet, step: int, known: int, arrived: Callable[[], Any]) -> None:
        self.sheet = sheet
        self.step = step
        self.known = known
        self._arrived = arrived

    @functools.cached_property
    def exact(self) -> dict[int, Statistics]:
        """Of each value; of a sheet of health, only of those that are not."""
        sizes = [row.flat.size for row in self.sheet.rows[: self.known]]
        found = enumerate(map(of_measures, sizes, self._arrived()))
        return {i: s for i, s in found if self.sheet.level == "statistics" or not s.healthy}

    @property
    def unhealthy(self) -> bool:
        """True if a value held a NaN or Inf."""
        return any(not s.healthy for s in self.exact.values())

    def statistics(self, index: int) -> Statistics:
        """Of value number `index`, which is in `exact`."""
        return self.exact[index]
