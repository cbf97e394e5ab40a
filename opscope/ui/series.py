"""Bounded history of one number: at most `CAPACITY` points over the whole run, evenly spaced.

`js/src/series.js` holds the same rule, so that a view which followed the run and one which asked for a
snapshot draw the same curve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

CAPACITY = 256


class Point(NamedTuple):
    """What is kept of one step: the last mean and rms of a bucket, its extremes, the worst count of NaN and Inf."""

    step: float
    mean: float | None
    min: float | None
    max: float | None
    rms: float | None
    bad: float


@dataclass(slots=True)
class Series:
    """Points in buckets of `stride` steps; the stride doubles when they become too many."""

    points: list[Point] = field(default_factory=list[Point])
    stride: int = 1

    def add(self, point: Point) -> None:
        """Append a point, or merge it into the last one where both fall into one bucket; an older one is known."""
        if self.points and point.step < self.points[-1].step:
            return  # of a step that is gone back to
        self._append(self.points, point)
        while len(self.points) > CAPACITY:
            self.stride *= 2
            points: list[Point] = []
            for kept in self.points:
                self._append(points, kept)
            self.points = points

    def _append(self, points: list[Point], point: Point) -> None:
        if points and points[-1].step // self.stride == point.step // self.stride:
            points[-1] = merge(points[-1], point)
        else:
            points.append(point)


def merge(old: Point, new: Point) -> Point:
    """Two points of one bucket as one: spikes and non-finite values stay visible."""
    return Point(
        step=new.step,
        mean=new.mean,
        min=_pick(min, old.min, new.min),
        max=_pick(max, old.max, new.max),
        rms=new.rms,
        bad=max(old.bad, new.bad),
    )


def _pick(choose: Callable[[float, float], float], a: float | None, b: float | None) -> float | None:
    if a is None or b is None:
        return b if a is None else a
    return choose(a, b)
