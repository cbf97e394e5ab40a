"""Probes of a lowered (compiled) run on a GPU: at the end of the run, a single kernel launch measures all values."""

from __future__ import annotations

import functools
import math

from opscope.debug.taps.device_copies import DeviceCopies
from opscope.debug.taps.stats_buffer import StatsBuffer, TappedValue
from opscope.runtime.lower.cuda.statistics_kernels import DeviceMeasurement
from opscope.runtime.lower.emitter import Emitter


def add_device_probe(emission: Emitter, buffer: StatsBuffer, value: TappedValue) -> None:
    """Add the calls that measure a value at the end of the run.

    If the parameter update overwrites the value, the value is measured as soon as it is computed.
    """
    index = len(buffer.values)
    measure = functools.partial(buffer.launch, index, index + 1)
    buffer.values.append(value)
    known_after = math.inf if emission.post_update else len(emission.calls)
    if value.point.variable.persistable and not emission.post_update:
        emission.device_call(measure)
        known_after = len(emission.calls)
    else:
        buffer.launched_at_end.append(index)
        buffer.deferred_measurements.append((known_after, [measure]))
    value.known_after = known_after


def add_device_copy(emission: Emitter, buffer: StatsBuffer, value: TappedValue) -> None:
    """Add the call that copies a value as soon as the value is computed."""
    emission.device_call(buffer.gather, len(buffer.values))
    buffer.values.append(value)
    value.known_after = math.inf if emission.post_update else len(emission.calls)


def flush_device_probes(emission: Emitter, buffer: StatsBuffer) -> None:
    """Add the kernel launches that measure values at the end of the run: one launch for each range of values."""
    if emission.memory.dry_run:
        return
    if buffer.level == "record":
        buffer.device_copies = DeviceCopies(emission.xp, [(v.point, v.array) for v in buffer.values])
        return
    buffer.on_device = DeviceMeasurement(emission.xp, [value.array for value in buffer.values])
    deferred = buffer.launched_at_end
    start = 0
    for i, index in enumerate(deferred):
        if i + 1 == len(deferred) or deferred[i + 1] != index + 1:
            emission.call(buffer.launch, deferred[start], index + 1)
            start = i + 1
