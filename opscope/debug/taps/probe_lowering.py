"""Gauges: how taps look at values in a lowered run, with a few calls that are bound beforehand.

A call for each value (or each number of it) writes into the sheet of the run, if possible at its end, when all threads
are free: what is looked at stays until the next run.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.debug.taps.device_probes import add_there, finish_there
from opscope.debug.taps.probes import Spot
from opscope.debug.taps.stats_buffer import PART, SQUARES, Row, Sheet
from opscope.debug.taps.value_ring import Recorder
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.cuda.statistics_kernels import measurable
from opscope.runtime.lower.llvm.kernel_cache import Bound, together
from opscope.runtime.lower.llvm.statistics_kernel import measuring, sounding

SHARED = 1 << 20  # bytes from which several threads look


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
        if emission.device:
            possible = level != "record" and measurable(array)
            if possible:
                add_there(emission, self._sheet(emission, level, array.dtype), Row(spot, array, array))
            return possible
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
        if emission.device:
            for sheet in sheets:
                finish_there(emission, sheet)
        else:
            for call in _shared([call for sheet in sheets for _, calls in sheet.looks for call in calls]):
                emission.call(call)
        for sheet in sheets:
            emission.call(_read, self.read, sheet, emission.env)
            emission.failed.append(functools.partial(_read_early, self.read, sheet, emission.env))


def _shared(looks: list[Bound]) -> list[Any]:
    """All of them in one call, by several threads where there is much to look at."""
    sizes = [call.keeps[2].nbytes for call in looks]
    lists: list[list[Bound]] = [[] for _ in range(thread_pool.width() if sum(sizes) >= SHARED else 1)]
    loads = [0] * len(lists)
    for size, call in sorted(zip(sizes, looks, strict=True), key=lambda each: -each[0]):
        least = loads.index(min(loads))
        loads[least] += size
        lists[least].append(call)
    made = [[together(calls)] for calls in lists if calls]
    return [thread_pool.parallel(made)] if len(made) > 1 else [call for calls in made for call in calls]


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
