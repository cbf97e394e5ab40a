"""Gauges: how taps look at values in a lowered run, with a few calls that are bound beforehand.

A call for each value (or each number of it) writes into the sheet of the run, if possible at its end, when all threads
are free: what is looked at stays until the next run. What the numbers say is worked out later, when someone asks. What
a fast formula cannot tell (a NaN, a spread that is small against the mean) is looked at again with the exact one while
the values are still there.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.debug.probes import Spot
from opscope.debug.recorder import Recorder
from opscope.debug.seen import about
from opscope.debug.statistics import Statistics, narrow, of_sums, statistics
from opscope.runtime.lower import threads
from opscope.runtime.lower.machine.kernels import Bound, together
from opscope.runtime.lower.machine.measures import measuring, sounding

LOW, HIGH, SUM, SQUARES, ZEROS = range(5)
COLUMNS = 256  # of one table of a sheet
PART = 1 << 15  # elements that are looked at in one go: they stay in the cache, and sums lose no digits
SHARED = 1 << 20  # bytes from which several threads look


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
            tuple[float, list[Bound]]
        ] = []  # that wait for the end: after how many calls the value is there
        self.slot: list[Any] | None = None  # of a recording: where this run's copies go
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

    def seen_after(self, calls: int) -> int:
        """How many values had been looked at when so many calls had been made."""
        return sum(row.at <= calls for row in self.rows)

    def sound(self) -> Any:
        """Whether each value is finite, as far as the squares tell."""
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

    def reading(self, step: int, count: int | None = None) -> Reading:
        """What this run has found, to be worked out later; of the first `count` values if it has failed."""
        count = len(self.rows) if count is None else count
        if self.level == "record":
            return Reading(self, step, count, None, {})
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


Read = Callable[[Sheet, int, int | None], None]  # a sheet, the step, how many values it knows (None: all)


class SheetGauges:
    """The gauges of one `attach`: a sheet for each plan that is lowered, read when its run is over."""

    def __init__(self, level_of: Callable[[Spot], str], read: Read, recorder: Recorder | None) -> None:
        self.level_of = level_of
        self.read = read
        self.recorder = recorder

    def _sheet(self, emission: Any, level: str, dtype: Any) -> Sheet:
        sheets = emission.notes.setdefault(self, {})
        if (level, dtype) not in sheets:
            sheets[level, dtype] = Sheet(level, dtype)
        return sheets[level, dtype]

    def add(self, emission: Any, spot: Spot, array: Any) -> bool:
        """Add calls for an array; False for what is better shown to `observe` each time."""
        level = self.level_of(spot)
        if level not in _CALLS:
            return False
        flat = distinct(array)
        if flat is None:
            return False
        sheet = self._sheet(emission, level, kind(array))
        row = Row(spot, array, flat)
        kept = len(emission.calls)
        _CALLS[level](emission, sheet, row, self.recorder)
        made = emission.calls[kept:]
        overwritten = spot.variable.persistable and not emission.late  # by the update, before the end
        if made and not overwritten and all(isinstance(call, Bound) for call in made):
            del emission.calls[kept:], emission.owners[kept:]
            sheet.looks.append((math.inf if emission.late else kept, made))
        row.at = math.inf if emission.late else len(emission.calls)
        return True

    def finish(self, emission: Any) -> None:
        """Look at the values, which are all still there, and read the sheets at the end of the run."""
        sheets = emission.notes.get(self, {}).values()
        for call in _shared([call for sheet in sheets for _, calls in sheet.looks for call in calls]):
            emission.call(call)
        for sheet in sheets:
            emission.call(_read, self.read, sheet, emission.env)
            emission.failed.append(functools.partial(_read_early, self.read, sheet, emission.env))


def _shared(looks: list[Bound]) -> list[Any]:
    """All of them in one call, by several threads where there is much to look at."""
    sizes = [call.keeps[2].nbytes for call in looks]
    lists: list[list[Bound]] = [[] for _ in range(threads.width() if sum(sizes) >= SHARED else 1)]
    loads = [0] * len(lists)
    for size, call in sorted(zip(sizes, looks, strict=True), key=lambda each: -each[0]):
        least = loads.index(min(loads))
        loads[least] += size
        lists[least].append(call)
    made = [[together(calls)] for calls in lists if calls]
    return [threads.parallel(made)] if len(made) > 1 else [call for calls in made for call in calls]


def _read(read: Read, sheet: Sheet, env: list[Any]) -> None:
    read(sheet, env[0].step, None)
    sheet.slot = None


def _read_early(read: Read, sheet: Sheet, env: list[Any], calls: int) -> None:
    """The run has failed after so many calls: look at what was there by then."""
    for at, looks in sheet.looks:
        for look in looks if at <= calls else ():
            look()
    read(sheet, env[0].step, sheet.seen_after(calls))
    sheet.slot = None


def distinct(array: Any) -> Any:
    """The distinct elements in one row, without a copy; None if there is no such view, or the formulas do not fit."""
    if array.dtype.char not in "fd" and array.dtype.kind not in "iub":
        return None
    if not array.size:
        return None
    once = array[(..., *(slice(0, 1) if stride == 0 else slice(None) for stride in array.strides))]
    flat = once.ravel(order="K")
    return flat if np.may_share_memory(flat, array) else None


def kind(array: Any) -> Any:
    """The dtype in which an array is measured."""
    return array.dtype if array.dtype.kind == "f" else np.dtype("float64")


def health(emission: Any, sheet: Sheet, row: Row, recorder: Recorder | None = None) -> None:
    """A sum, or a dot product, for each part: a NaN or Inf always shows in it. Integers have neither."""

    def look(part: Any, numbers: list[Any]) -> None:
        if (call := sounding(part, numbers[SQUARES])) is not None:
            emission.call(call)
        else:
            emission.call(np.dot, part, part, numbers[SQUARES])

    sheet.add(row, look if row.flat.dtype.kind == "f" else None)


def _statistics(emission: Any, sheet: Sheet, row: Row, recorder: Recorder | None) -> None:
    size = min(row.flat.size, PART)
    mask = emission.temp((size,), np.dtype(bool))
    zero, ones = np.zeros((), sheet.dtype), _ones(sheet.dtype)
    floats = None if row.flat.dtype.kind == "f" else emission.temp((size,), sheet.dtype)

    def look(part: Any, numbers: list[Any]) -> None:
        low, high, total, squares, zeros = numbers
        count = part.size
        if floats is not None:
            emission.call(np.copyto, floats[:count], part)
            part = floats[:count]
        if (call := measuring(part, numbers)) is not None:
            emission.call(call)
            return
        emission.call(np.minimum.reduce, part, 0, None, low)
        emission.call(np.maximum.reduce, part, 0, None, high)
        emission.call(np.dot, part, ones[:count], total)
        emission.call(np.dot, part, part, squares)
        emission.call(np.equal, part, zero, mask[:count])
        emission.call(_count, zeros, mask[:count])

    sheet.add(row, look)


def _count(zeros: Any, mask: Any) -> None:
    zeros[...] = np.count_nonzero(mask)


@functools.cache
def _ones(dtype: Any) -> Any:
    return np.ones(PART, dtype)


def _record(emission: Any, sheet: Sheet, row: Row, recorder: Recorder | None) -> None:
    assert recorder is not None
    emission.call(_copy, sheet, len(sheet.rows), row.array, recorder, emission.env)
    sheet.add(row, None)


def _copy(sheet: Sheet, index: int, array: Any, recorder: Recorder, env: list[Any]) -> None:
    slot = sheet.slot
    if slot is None:
        slot = sheet.slot = recorder.begin(env[0].step, [(r.spot, r.array) for r in sheet.rows])
    np.copyto(slot[index], array)


_CALLS: dict[str, Callable[[Any, Sheet, Row, Recorder | None], None]] = {
    "health": health,
    "statistics": _statistics,
    "record": _record,
}
