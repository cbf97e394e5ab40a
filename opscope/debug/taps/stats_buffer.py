"""The buffer that the probes of a lowered run write their numbers into, and snapshots of it.

Snapshots become statistics later, when someone asks. Values that the sums cannot describe (there is a NaN, or the
standard deviation is small against the mean) are measured again with the exact formula, while they still exist.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.taps.device_copies import DeviceCopies
from opscope.debug.taps.levels import Level
from opscope.debug.taps.probes import ProbePoint
from opscope.debug.taps.statistics import Statistics, from_device_numbers, from_sums, statistics
from opscope.debug.taps.value_events import ValueDescription, describe_value
from opscope.runtime.lower.cuda.statistics_kernels import DeviceMeasurement
from opscope.runtime.lower.moments import CHUNK, HOST_COLUMNS, INFS, NANS, SQUARES, ZEROS, combine_chunks, is_imprecise

TABLE = 256  # chunks of which one table holds the numbers


class TappedValue:
    """A value that a lowered run writes: its probe point, its array, and the distinct elements as a flat view."""

    def __init__(self, point: ProbePoint, array: Array, flat: Any) -> None:
        self.point = point
        self.array = array
        self.flat = flat
        self.known_after: float = math.inf  # after how many calls of the run it is known; inf: after the update

    @functools.cached_property
    def description(self) -> ValueDescription:
        """The fields of its summary that are the same at every step."""
        return describe_value(self.point, self.array)


class StatsBuffer:
    """The numbers of one run, for values of one level and one dtype: LOW .. HOST_ORIGIN of each chunk."""

    def __init__(self, level: Level, dtype: Any) -> None:
        self.level: Level = level
        self.dtype = dtype
        self.values: list[TappedValue] = []
        # calls that measure at the end of the run, and after how many calls their value is known
        self.deferred_measurements: list[tuple[float, Sequence[Callable[[], Any]]]] = []
        self.copies: list[Any] | None = None  # of a level that records: where this run copies the values to
        self.device_copies: DeviceCopies | None = None  # and where on a GPU
        self.on_device: DeviceMeasurement | None = None  # if the values are on a GPU
        self.launched_at_end: list[int] = []  # of those, the values measured at the end of the run
        self._starts: list[int] = []  # the first chunk of each value
        self._tables: list[Any] = []
        self._chunks = 0

    def add(self, value: TappedValue, add_calls: Callable[[Any, list[Any]], None] | None) -> None:
        """Add a value. `add_calls(chunk, numbers)` adds the calls that measure a chunk into HOST_COLUMNS 0-d arrays."""
        self.values.append(value)
        self._starts.append(self._chunks)
        for start in range(0, value.flat.size, CHUNK):
            index = self._chunks % TABLE
            if not index:
                self._tables.append(np.zeros((HOST_COLUMNS, TABLE), self.dtype))
            self._chunks += 1
            if add_calls is not None:
                numbers = [self._tables[-1][i, index : index + 1].reshape(()) for i in range(HOST_COLUMNS)]
                add_calls(value.flat[start : start + CHUNK], numbers)

    def gather(self, index: int) -> None:
        """Copy a value, on a GPU."""
        assert self.device_copies is not None
        self.device_copies.gather(index)

    @property
    def tables(self) -> list[Any]:
        """The tables of numbers, [LOW .. ZEROS, chunks]."""
        return self._tables

    def launch(self, start: int, stop: int) -> None:
        """Measure the values `start` to `stop`, on a GPU."""
        assert self.on_device is not None
        self.on_device.launch(start, stop)

    def known_values(self, calls: int) -> int:
        """Return the number of values that are known after so many calls of the run."""
        return sum(value.known_after <= calls for value in self.values)

    def is_finite(self) -> bool:
        """True if the numbers say at one look that all values are finite. False says nothing."""
        return self.on_device is None and all(math.isfinite(table[SQUARES].sum()) for table in self._tables)

    def finite_mask(self) -> Any:
        """For each value, whether its numbers say that it is finite."""
        if self.on_device is not None:
            return ~self.on_device.numbers()[:, NANS : INFS + 1].any(axis=1)
        squares = np.concatenate([table[SQUARES] for table in self._tables])[: self._chunks]
        finite = np.isfinite(squares)
        return finite if self._chunks == len(self.values) else np.logical_and.reduceat(finite, self._starts)

    def numbers(self) -> tuple[Any, Any]:
        """LOW .. HOST_ORIGIN of each value, float64 [6, values], and the squares summed up, as `combine_chunks`."""
        return combine_chunks(np.concatenate(self._tables, axis=1)[:, : self._chunks], self._starts, self.sizes)

    def snapshot(self, step: int, count: int | None = None) -> StatsSnapshot | PendingStats:
        """The numbers of the run that is over; of the first `count` values if it has failed."""
        count = len(self.values) if count is None else count
        if self.level == "record":
            return StatsSnapshot(self, step, count, None, {})
        if self.on_device is not None:
            return PendingStats(self, step, count, self.on_device.copy_to_host())
        inexact, numbers = ~self.finite_mask(), None
        if self.level == "statistics":
            with np.errstate(invalid="ignore", over="ignore"):
                numbers, summed = self.numbers()
                inexact |= is_imprecise(self.sizes, *numbers[:ZEROS], dtype=self.dtype, summed=summed)
        exact = {i: statistics(self.values[i].array) for i in np.flatnonzero(inexact).tolist() if i < count}
        return StatsSnapshot(self, step, count, numbers, exact)

    @functools.cached_property
    def scalars(self) -> list[tuple[int, TappedValue]]:
        """The values of one element, with their places among the values; none on a GPU, where a look waits for it."""
        if self.on_device is not None or self.device_copies is not None:
            return []
        return [(index, value) for index, value in enumerate(self.values) if value.array.size == 1]

    @functools.cached_property
    def sizes(self) -> Any:
        """The number of elements of each value."""
        return np.array([value.flat.size for value in self.values], "float64")


class _Snapshot:
    """A buffer after one run: `count` of its values are known."""

    exact: dict[int, Statistics]

    def __init__(self, buffer: StatsBuffer, step: int, count: int) -> None:
        self.buffer = buffer
        self.step = step
        self.count = count

    @property
    def unhealthy(self) -> bool:
        """True if a value held a NaN or Inf."""
        return any(not s.healthy for s in self.exact.values())


class StatsSnapshot(_Snapshot):
    """The numbers of one run on the host. `exact` holds the statistics of the values that were measured again."""

    def __init__(self, buffer: StatsBuffer, step: int, count: int, numbers: Any, exact: dict[int, Statistics]) -> None:
        super().__init__(buffer, step, count)
        self.numbers = numbers
        self.exact = exact

    def statistics(self, index: int) -> Statistics:
        """Statistics of one value, at the level "statistics"."""
        found = self.exact.get(index)
        if found is not None:
            return found
        size = self.buffer.values[index].flat.size
        return from_sums(size, *self.numbers[:, index].tolist())


class PendingStats(_Snapshot):
    """The numbers of one run on a GPU. Reading them waits for the copy to the host."""

    def __init__(self, buffer: StatsBuffer, step: int, count: int, wait: Callable[[], Any]) -> None:
        super().__init__(buffer, step, count)
        self._wait = wait

    @functools.cached_property
    def exact(self) -> dict[int, Statistics]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Statistics of each value; at the level "health", only of those that are not finite."""
        sizes = [value.flat.size for value in self.buffer.values[: self.count]]
        found = enumerate(map(from_device_numbers, sizes, self._wait()))
        return {i: s for i, s in found if self.buffer.level == "statistics" or not s.healthy}

    def statistics(self, index: int) -> Statistics:
        """Statistics of one value, at the level "statistics"."""
        return self.exact[index]
