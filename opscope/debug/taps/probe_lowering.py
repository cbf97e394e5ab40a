"""Probes of a lowered (compiled) run: a few prepared calls measure all tapped values, and write numbers to a buffer.

The memory of values is not reused until the next run begins. Therefore, most probe calls run at the end of the run,
when all threads are free. `runtime/lower/moments.py` defines the measured numbers.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.taps.device_probes import add_device_copy, add_device_probe, flush_device_probes
from opscope.debug.taps.levels import Level
from opscope.debug.taps.probes import ProbePoint
from opscope.debug.taps.stats_buffer import StatsBuffer, TappedValue
from opscope.debug.taps.value_ring import ValueRing
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.cuda.statistics_kernels import is_measurable
from opscope.runtime.lower.emitter import Emitter
from opscope.runtime.lower.llvm.kernel_cache import BoundKernel, batch_calls
from opscope.runtime.lower.llvm.statistics_kernel import bind_finite_check, bind_measure
from opscope.runtime.lower.moments import CHUNK, SQUARES
from opscope.runtime.plan import Env

SHARED = 1 << 20  # bytes from which on several threads measure

OnRunEnd = Callable[[StatsBuffer, int, int | None], None]  # buffer, step, number of known values (None: all)


class TapLowering:
    """Probes of one Taps object in lowered (compiled) runs; each plan has a buffer for each pair of level and dtype."""

    def __init__(
        self, level_of: Callable[[ProbePoint], Level | None], on_run_end: OnRunEnd, ring: ValueRing | None
    ) -> None:
        self.level_of = level_of
        self.on_run_end = on_run_end
        self.ring = ring

    def _buffer(self, emission: Emitter, level: Level, dtype: Any) -> StatsBuffer:
        buffers = emission.pass_state.setdefault(self, {})
        if (level, dtype) not in buffers:
            buffers[level, dtype] = StatsBuffer(level, dtype)
        return buffers[level, dtype]

    def add(self, emission: Emitter, point: ProbePoint, array: Array) -> bool:
        """Add the calls that measure an array.

        Returns False if no call can measure the array, so that the probe must pass each value to the observer.
        """
        level = self.level_of(point)
        if level is None or level not in _ADD_CALLS:
            return False
        if emission.device:
            fits = level == "record" or is_measurable(array)
            if fits:
                add_probe = add_device_copy if level == "record" else add_device_probe
                add_probe(emission, self._buffer(emission, level, array.dtype), TappedValue(point, array, array))
            return fits
        flat = dense_view(array)
        if flat is None:
            return False
        buffer = self._buffer(emission, level, accumulator_dtype(array))
        value = TappedValue(point, array, flat)
        calls_before = len(emission.calls)
        _ADD_CALLS[level](emission, buffer, value, self.ring)
        added = [call for call in emission.calls[calls_before:] if isinstance(call, BoundKernel)]
        all_bound = len(added) == len(emission.calls) - calls_before
        overwritten = point.variable.persistable and not emission.post_update  # by the update, before the run ends
        if added and all_bound and not overwritten:
            del emission.calls[calls_before:], emission.owners[calls_before:]
            buffer.deferred_measurements.append((math.inf if emission.post_update else calls_before, added))
        value.known_after = math.inf if emission.post_update else len(emission.calls)
        return True

    def finish(self, emission: Emitter) -> None:
        """Add the deferred measurements, and the calls that read the buffers, at the end of the run."""
        buffers: list[StatsBuffer] = list(emission.pass_state.get(self, {}).values())
        self.add_deferred(emission, buffers)
        for buffer in buffers:
            emission.call(_end_run, self.on_run_end, buffer, self.ring, emission.env)
            emission.on_failure.append(
                functools.partial(_end_failed_run, self.on_run_end, buffer, self.ring, emission.env)
            )

    def add_deferred(self, emission: Emitter, buffers: Sequence[StatsBuffer]) -> None:
        """Add the calls that make the deferred measurements of some buffers."""
        self.flush(emission, buffers)
        for call in deferred_calls(buffers):
            emission.call(call)

    @staticmethod
    def flush(emission: Emitter, buffers: Sequence[StatsBuffer]) -> None:
        """Add the calls that measure values on a GPU."""
        for buffer in buffers if emission.device else ():
            flush_device_probes(emission, buffer)


def deferred_calls(buffers: Sequence[StatsBuffer]) -> list[Callable[[], Any]]:
    """Return at most one call, which makes all deferred measurements of some buffers."""
    deferred = [c for buffer in buffers for _, calls in buffer.deferred_measurements for c in calls]
    return _shared([c for c in deferred if isinstance(c, BoundKernel)])


def _shared(calls: list[BoundKernel]) -> list[Callable[[], Any]]:
    """Combine measurement calls into at most one call; if the arrays are large, this call uses several threads."""
    sizes = [call.keeps[2].nbytes for call in calls]
    lists: list[list[BoundKernel]] = [[] for _ in range(thread_pool.num_threads() if sum(sizes) >= SHARED else 1)]
    loads = [0] * len(lists)
    for size, call in sorted(zip(sizes, calls, strict=True), key=lambda each: -each[0]):
        least_loaded = loads.index(min(loads))
        loads[least_loaded] += size
        lists[least_loaded].append(call)
    merged = [[batch_calls(calls)] for calls in lists if calls]
    return [thread_pool.parallel(merged)] if len(merged) > 1 else [call for calls in merged for call in calls]


def _end_run(on_run_end: OnRunEnd, buffer: StatsBuffer, ring: ValueRing | None, env: Env) -> None:
    if buffer.device_copies is not None:
        assert ring is not None
        buffer.device_copies.keep(ring, env[0].step, len(buffer.values))
    on_run_end(buffer, env[0].step, None)
    buffer.copies = None


def _end_failed_run(
    on_run_end: OnRunEnd, buffer: StatsBuffer, ring: ValueRing | None, env: Env, calls_made: int
) -> None:
    """Measure the values that are known after `calls_made` calls of a failed run."""
    for known_after, measurements in buffer.deferred_measurements:
        for measure in measurements if known_after <= calls_made else ():
            measure()
    if buffer.device_copies is not None:
        assert ring is not None
        buffer.device_copies.keep(ring, env[0].step, buffer.known_values(calls_made))
    on_run_end(buffer, env[0].step, buffer.known_values(calls_made))
    buffer.copies = None


def dense_view(array: Array) -> Any:
    """Return the distinct elements of an array as a flat view.

    Returns None if the array is empty, if opscope cannot measure its dtype, or if there is no such view. Along an axis
    with the stride 0 (broadcast), the view has only one element.
    """
    if array.dtype.char not in "fd" and array.dtype.kind not in "iub":
        return None
    if not array.size:
        return None
    once = array[(..., *(slice(0, 1) if stride == 0 else slice(None) for stride in array.strides))]
    flat = once.ravel(order="K")
    return flat if np.may_share_memory(flat, array) else None


def accumulator_dtype(array: Array) -> Any:
    """Return the dtype for the sum of the elements of an array."""
    return array.dtype if array.dtype.kind == "f" else np.dtype("float64")


def add_health_calls(emission: Emitter, buffer: StatsBuffer, value: TappedValue, ring: ValueRing | None = None) -> None:
    """Add calls that set the sum of squares (SQUARES) to NaN or Inf if an element is NaN or Inf.

    For integers, no call is necessary, because integers are always finite.
    """

    def add_calls(chunk: Any, numbers: list[Any]) -> None:
        if (call := bind_finite_check(chunk, numbers[SQUARES])) is not None:
            emission.call(call)
        else:
            emission.call(np.dot, chunk, chunk, numbers[SQUARES])

    buffer.add(value, add_calls if value.flat.dtype.kind == "f" else None)


def add_statistics_calls(
    emission: Emitter, buffer: StatsBuffer, value: TappedValue, ring: ValueRing | None = None
) -> None:
    """Add calls that measure a value, and write the numbers LOW to HOST_ORIGIN.

    `runtime/lower/moments.py` defines these numbers.
    """
    size = min(value.flat.size, CHUNK)
    mask = emission.temp((size,), np.dtype(bool))
    zero, ones = np.zeros((), buffer.dtype), _ones(buffer.dtype)
    floats = None if value.flat.dtype.kind == "f" else emission.temp((size,), buffer.dtype)
    temp = emission.temp((size,), buffer.dtype)

    def add_calls(chunk: Any, numbers: list[Any]) -> None:
        low, high, total, squares, zeros, origin = numbers
        count = chunk.size
        if floats is not None:
            emission.call(np.copyto, floats[:count], chunk)
            chunk = floats[:count]
        if (call := bind_measure(chunk, numbers)) is not None:
            emission.call(call)
            return
        shifted = temp[:count]
        emission.call(np.minimum.reduce, chunk, 0, None, low)
        emission.call(np.maximum.reduce, chunk, 0, None, high)
        emission.call(_add_up, chunk, origin, shifted, ones[:count], total, squares)
        emission.call(np.equal, chunk, zero, mask[:count])
        emission.call(_count_true, zeros, mask[:count])

    buffer.add(value, add_calls)


def _add_up(chunk: Any, origin: Any, shifted: Any, ones: Any, total: Any, squares: Any) -> None:
    with np.errstate(over="ignore", invalid="ignore"):  # a user's run must not warn because of a tap
        np.copyto(origin, chunk[0])
        np.subtract(chunk, origin, shifted)
        np.dot(shifted, ones, total)
        np.dot(shifted, shifted, squares)


def _count_true(zeros: Any, mask: Any) -> None:
    zeros[...] = np.count_nonzero(mask)


@functools.cache
def _ones(dtype: Any) -> Any:
    return np.ones(CHUNK, dtype)


def _add_copy_calls(emission: Emitter, buffer: StatsBuffer, value: TappedValue, ring: ValueRing | None) -> None:
    assert ring is not None
    emission.call(_copy, buffer, len(buffer.values), value.array, ring, emission.env)
    buffer.add(value, None)


def _copy(buffer: StatsBuffer, index: int, array: Array, ring: ValueRing, env: Env) -> None:
    copies = buffer.copies
    if copies is None:
        copies = buffer.copies = ring.allocate(env[0].step, [(v.point, v.array) for v in buffer.values])
    np.copyto(copies[index], array)


_ADD_CALLS: dict[Level, Callable[[Emitter, StatsBuffer, TappedValue, ValueRing | None], None]] = {
    "health": add_health_calls,
    "statistics": add_statistics_calls,
    "record": _add_copy_calls,
}
