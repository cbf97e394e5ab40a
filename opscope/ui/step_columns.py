"""Conversion of many steps at once. A scalar becomes a column of numbers, and a range of steps becomes a curve's point.

A fast program executes thousands of steps per second, but curves have at most 256 points. It would take longer to add
a point for each step than to execute the steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import numpy as np

from opscope.events import Message, StepFinished
from opscope.ui.points import CurvePoint, Series

FEW = 8
"""Up to this number of steps, it is faster to add the steps one by one."""
CHUNK = 512
"""The number of steps that are added together. A curve's buckets can grow only between two chunks."""


def grouped(events: Iterable[Message]) -> Iterator[list[StepFinished] | Message]:
    """Yield the events in their order. Successive steps that have the same scalars are combined into a list."""
    for key, group in groupby(events, _columns_of):
        same = list(group)
        if key is None or len(same) <= FEW:
            yield from same
            continue
        for start in range(0, len(same), CHUNK):
            yield same[start : start + CHUNK]  # type: ignore[misc]


def _columns_of(event: Message) -> object:
    return (event.names, event.tapped) if isinstance(event, StepFinished) else None


def columns(events: list[StepFinished], tapped: bool) -> Iterator[tuple[str, Any]]:
    """Yield the name and the numbers of each scalar of these steps.

    If `tapped` is True, yield the tapped scalars, else the fetched scalars. NaN stands for None.
    """
    names = events[0].tapped if tapped else events[0].names
    rows = [event.tapped_scalars if tapped else event.scalars for event in events]
    table = np.array(rows, dtype=np.float64).reshape(len(events), -1)  # None becomes NaN
    return zip(names, table.T, strict=False)


def add_column(series: Series, steps: Any, numbers: Any, tapped: bool) -> None:
    """Add numbers to a curve. `steps` is sorted. The result is the same as if each number were added alone."""
    if series.points:
        later = steps >= series.points[-1].step
        steps, numbers = steps[later], numbers[later]
    if not steps.size:
        return
    buckets = (steps - 1) // series.stride
    starts = np.flatnonzero(np.diff(buckets, prepend=buckets[0] - 1))
    ends = [*starts[1:], len(steps)]
    new = np.diff(steps, prepend=steps[0] - 1) > 0  # only the first number of a step
    lows, highs = np.fmin.reduceat(numbers, starts), np.fmax.reduceat(numbers, starts)
    unknown = np.maximum.reduceat(np.isnan(numbers), starts)
    for start, end, low, high, bad in zip(starts, ends, lows.tolist(), highs.tolist(), unknown.tolist(), strict=True):
        last = _known(float(numbers[end - 1]))
        rms = abs(last) if tapped and last is not None else None
        point = CurvePoint(int(steps[end - 1]), last, _known(low), _known(high), rms, int(bad))
        series.add_merged(point, int(new[start:end].sum()), int(steps[start]))


def _known(number: float) -> float | None:
    return None if number != number else number
