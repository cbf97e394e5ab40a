"""Series of points over the steps of a run, with limited memory. If a series is full, neighboring points are merged.

`opscope/ui/js/src/series.js` does the same in JavaScript. `tests/ui/test_agreement.py` compares the Python and the
JavaScript code on the same random data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar


class HasStep(Protocol):
    """Interface of an object that belongs to a step of a run."""

    @property
    def step(self) -> float:
        """The step, counted from 1; 0 means a run that is not a step (a startup program)."""
        ...


def sampled_text(seen: int, steps: int) -> str:
    """Return a text such as `sampled: 29 of 60 steps`; "" if the series contains all steps.

    >>> sampled_text(29, 60), sampled_text(60, 60)
    ('sampled: 29 of 60 steps', '')
    """
    return f"sampled: {seen:,} of {steps:,} steps" if seen < steps else ""


def sampled_steps(steps: Iterable[int]) -> str:
    """Return the text of `sampled_text` for `steps`, compared with all steps from the first to the last of them."""
    different = sorted(set(steps))
    return sampled_text(len(different), different[-1] - different[0] + 1) if different else ""


P = TypeVar("P", bound=HasStep)


class BoundedSeries(Generic[P]):
    """Series of at most `capacity` points, at equal distances. The oldest point comes first.

    The steps are divided into buckets of `stride` steps (1 to stride, stride + 1 to 2 * stride, ...), and each bucket
    contains one point. `stride` starts at 1 and doubles when there are more than `capacity` points. `merge(old, new)`
    combines two points in the same bucket into one point. `seen` is the number of added steps, and `first` is the first
    of these steps.
    """

    __slots__ = ("_merge", "capacity", "first", "points", "seen", "stride")

    def __init__(self, capacity: int, merge: Callable[[P, P], P]) -> None:
        self.capacity = capacity
        self.points: list[P] = []
        self.stride = 1
        self.seen = 0
        self.first = 0.0
        self._merge = merge

    def add(self, point: P) -> None:
        """Append a point.

        Ignore a point whose step is before the step of the last point, because the run then shows its past again.
        """
        self.add_merged(point, 1, point.step)

    def add_merged(self, point: P, seen: int, first: float) -> None:
        """Append a point that represents several steps of one bucket: `seen` steps, from the step `first` on."""
        last = self.points[-1].step if self.points else None
        if last is not None and point.step < last:
            return
        self.seen += seen - (first == last)
        self.first = first if last is None else self.first
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

    def copy(self) -> BoundedSeries[P]:
        """Return a copy of the series. Points that are added to this series later are not added to the copy."""
        made: BoundedSeries[P] = BoundedSeries(self.capacity, self._merge)
        made.points, made.stride, made.seen, made.first = list(self.points), self.stride, self.seen, self.first
        return made

    @property
    def sampled(self) -> str:
        """A text such as `sampled: 29 of 60 steps` if the series omits steps after its first step, else ""."""
        steps = int(self.points[-1].step - self.first) + 1 if self.points else 0
        return sampled_text(self.seen, steps)

    def __iter__(self) -> Iterator[P]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)
