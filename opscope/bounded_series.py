"""A series over the steps of a run in bounded memory: when it is full, neighboring points merge.

`opscope/ui/js/src/series.js` is the same in JavaScript; `tests/ui/test_agreement.py` runs both on the same random data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar


class HasStep(Protocol):
    """Anything that belongs to a step of a run."""

    @property
    def step(self) -> float:
        """The step, counted from 1; 0 is a run outside of the steps (a startup program)."""
        ...


P = TypeVar("P", bound=HasStep)


class BoundedSeries(Generic[P]):
    """At most `capacity` points, oldest first, at even distances.

    The steps are divided into buckets of `stride` steps (1 to stride, stride + 1 to 2 * stride, ...), and each bucket
    holds one point. `stride` starts at 1 and doubles when there are more than `capacity` points. `merge(old, new)`
    makes one point of two that fall into the same bucket.
    """

    __slots__ = ("_merge", "capacity", "points", "stride")

    def __init__(self, capacity: int, merge: Callable[[P, P], P]) -> None:
        self.capacity = capacity
        self.points: list[P] = []
        self.stride = 1
        self._merge = merge

    def add(self, point: P) -> None:
        """Append a point. A point of an earlier step than the last one is ignored: the run shows its past again."""
        if self.points and point.step < self.points[-1].step:
            return
        self._append(self.points, point)
        while len(self.points) > self.capacity:
            self.stride *= 2
            points: list[P] = []
            for kept in self.points:
                self._append(points, kept)
            self.points = points

    def _append(self, points: list[P], point: P) -> None:
        if points and (points[-1].step - 1) // self.stride == (point.step - 1) // self.stride:
            points[-1] = self._merge(points[-1], point)
        else:
            points.append(point)

    def __iter__(self) -> Iterator[P]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)
