"""Buffer for the numbers that the probes of a lowered (compiled) run write, and snapshots of this buffer.

Snapshots are converted to statistics later, when the statistics are requested. The sums in the buffer cannot describe
values with NaN, or values with a standard deviation that is small compared with the mean. On a CPU, a snapshot
therefore measures such values again, with the exact formula.
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

TABLE = 256  # number of chunks in a table


class TappedValue:
    """A value that a lowered run has written: its probe point, its array, and a flat view of its distinct elements."""

    def __init__(self, point: ProbePoint, array: Array, flat: Any) -> None:
        self.point = point
        self.array = array
        self.flat = flat
        self.known_after: float = math.inf  # number of calls of the run after which it is known; inf: after the update

    @functools.cached_property
    def description(self) -> ValueDescription:
        """Fields of the value's summary that do not change between steps."""
        return describe_value(self.point, self.array)


class StatsBuffer:
    """Measured numbers of one run, for the values of one tap level and one dtype.

    The buffer has the numbers LOW to HOST_ORIGIN of each chunk; `runtime/lower/moments.py` defines the numbers.
    """

    def __init__(self, level: Level, dtype: Any) -> None:
        self.level: Level = level
        self.dtype = dtype
        self.values: list[TappedValue] = []
        # calls that measure at the end of the run, with the number of calls after which their value is known
        self.deferred_measurements: list[tuple[float, Sequence[Callable[[], Any]]]] = []
        self.copies: list[Any] | None = None  # level "record": arrays into which this run copies the values
        self.device_copies: DeviceCopies | None = None  # the same on a GPU
        self.on_device: DeviceMeasurement | None = None  # set if the values are on a GPU
        self.launched_at_end: list[int] = []  # on a GPU, the values measured at the end of the run
        self._starts: list[int] = []  # first chunk of each value
        self._tables: list[Any] = []
        self._chunks = 0

    def add(self, value: TappedValue, add_calls: Callable[[Any, list[Any]], None] | None) -> None:
        """Add a value to the buffer.

        `add_calls(chunk, numbers)` adds the calls that measure a chunk and write the results to the 0-d arrays
        `numbers`.
        """
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
        """Copy the value with the index `index` into the block of GPU memory."""
        assert self.device_copies is not None
        self.device_copies.gather(index)

    @property
    def tables(self) -> list[Any]:
        """Tables with the numbers of the buffer; the axes are [LOW to HOST_ORIGIN, chunks]."""
        return self._tables

    def launch(self, start: int, stop: int) -> None:
        """Measure values on the GPU: the values with the indices from `start` to `stop - 1`."""
        assert self.on_device is not None
        self.on_device.launch(start, stop)

    def known_values(self, calls: int) -> int:
        """Return the number of values that are known after the first `calls` calls of the run."""
        return sum(value.known_after <= calls for value in self.values)

    def is_finite(self) -> bool:
        """Return True if a quick check finds that all values are finite.

        The result False means that the quick check cannot decide.
        """
        return self.on_device is None and all(math.isfinite(table[SQUARES].sum()) for table in self._tables)

    def finite_mask(self) -> Any:
        """Return a mask of the values with only finite elements, according to their numbers in the buffer."""
        if self.on_device is not None:
            return ~self.on_device.numbers()[:, NANS : INFS + 1].any(axis=1)
        squares = np.concatenate([table[SQUARES] for table in self._tables])[: self._chunks]
        finite = np.isfinite(squares)
        return finite if self._chunks == len(self.values) else np.logical_and.reduceat(finite, self._starts)

    def numbers(self) -> tuple[Any, Any]:
        """Return the numbers LOW to HOST_ORIGIN of each value (float64 [6, values]), and sums of squares.

        `combine_chunks` computes these numbers from the numbers of the chunks.
        """
        return combine_chunks(np.concatenate(self._tables, axis=1)[:, : self._chunks], self._starts, self.sizes)

    def snapshot(self, step: int, count: int | None = None) -> StatsSnapshot | PendingStats:
        """Return the measured numbers of a run that has finished.

        If the run has failed, return only the numbers of its first `count` values.
        """
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
        """Values with one element, with their indices; [] on a GPU, because a read would wait for the GPU."""
        if self.on_device is not None or self.device_copies is not None:
            return []
        return [(index, value) for index, value in enumerate(self.values) if value.array.size == 1]

    @functools.cached_property
    def sizes(self) -> Any:
        """Number of elements of each value."""
        return np.array([value.flat.size for value in self.values], "float64")


class _Snapshot:
    """State of a buffer after one run; the run has written the first `count` values."""

    exact: dict[int, Statistics]

    def __init__(self, buffer: StatsBuffer, step: int, count: int) -> None:
        self.buffer = buffer
        self.step = step
        self.count = count

    @property
    def unhealthy(self) -> bool:
        """True if at least one value contains NaN or Inf."""
        return any(not s.healthy for s in self.exact.values())


class StatsSnapshot(_Snapshot):
    """The numbers of one run, on the host. `exact` has the statistics of the values that were measured again."""

    def __init__(self, buffer: StatsBuffer, step: int, count: int, numbers: Any, exact: dict[int, Statistics]) -> None:
        super().__init__(buffer, step, count)
        self.numbers = numbers
        self.exact = exact

    def statistics(self, index: int) -> Statistics:
        """Return the statistics of one value, at the level "statistics"."""
        found = self.exact.get(index)
        if found is not None:
            return found
        size = self.buffer.values[index].flat.size
        return from_sums(size, *self.numbers[:, index].tolist())


class PendingStats(_Snapshot):
    """The numbers of one run that are still on a GPU.

    To read the numbers, the host waits until the copy from the GPU has ended.
    """

    def __init__(self, buffer: StatsBuffer, step: int, count: int, wait: Callable[[], Any]) -> None:
        super().__init__(buffer, step, count)
        self._wait = wait

    @functools.cached_property
    def exact(self) -> dict[int, Statistics]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Statistics of each value. At the level "health", only a value with NaN or Inf has statistics."""
        sizes = [value.flat.size for value in self.buffer.values[: self.count]]
        found = enumerate(map(from_device_numbers, sizes, self._wait()))
        return {i: s for i, s in found if self.buffer.level == "statistics" or not s.healthy}

    def statistics(self, index: int) -> Statistics:
        """Return the statistics of one value, at the level "statistics"."""
        return self.exact[index]
