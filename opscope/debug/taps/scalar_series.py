"""Scalars of every step: flat arrays with a few numbers for each step, so that a run can have any length."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from opscope.events import StepFinished, ValueSeen

CAPACITY = 1 << 16  # steps; above this number, every second one is dropped


def number_of(value: Any) -> float:
    """Return the number that a value with one element contains; the value is on the host.

    If the number is complex, its magnitude is returned.
    """
    number = value.item()
    return abs(number) if isinstance(number, complex) else float(number)


def number_reader(value: Any) -> Callable[[], float]:
    """Return a function that reads the current number in an array with one element; the array is on the host."""
    return value.item if value.dtype.kind == "f" else partial(number_of, value)


class _Rows:
    """Rows of numbers, one row for each step; all rows have the same length.

    A later row replaces a row of the same step. Rows of older steps are ignored.
    """

    __slots__ = ("_last", "_stride", "_width", "numbers", "steps")

    def __init__(self, width: int) -> None:
        self.steps = array("q")
        self.numbers = array("d")
        self._width = width
        self._stride = 1
        self._last = -1

    def add(self, step: int, row: Iterable[float]) -> None:
        """Append a row with the numbers of a step."""
        if step <= self._last:
            if step < self._last:
                return
            del self.numbers[-self._width :]
            self.numbers.extend(row)
            return
        if self._stride > 1 and self.steps and (step - 1) // self._stride == (self._last - 1) // self._stride:
            return
        self._last = step
        self.steps.append(step)
        self.numbers.extend(row)
        if len(self.steps) > CAPACITY:
            self._thin()

    def _thin(self) -> None:
        """Double the width of the buckets of steps, and then keep only the first row of each bucket."""
        self._stride *= 2
        buckets = [(step - 1) // self._stride for step in self.steps]
        first = [i for i, bucket in enumerate(buckets) if not i or bucket != buckets[i - 1]]
        rows = (self.numbers[i * self._width : (i + 1) * self._width] for i in first)
        self.steps, self.numbers = array("q", [self.steps[i] for i in first]), array("d", chain.from_iterable(rows))
        self._last = self.steps[-1]


class TappedScalars:
    """Numbers of tapped values with one element. Each number takes 8 bytes, and each step takes 8 more bytes."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, ...], _Rows] = {}  # by the names that are written together

    def add(self, step: int, names: tuple[str, ...], numbers: Iterable[float]) -> None:
        """Append the numbers of tapped values in a step."""
        rows = self._rows.get(names)
        if rows is None:
            rows = self._rows[names] = _Rows(len(names))
        rows.add(step, numbers)

    def by_step(self, name: str) -> dict[int, float]:
        """Return the numbers of one value by step, oldest step first."""
        found: dict[int, float] = {}
        for names, rows in self._rows.items():
            if name in names:
                found.update(zip(rows.steps, rows.numbers[names.index(name) :: len(names)], strict=True))
        return dict(sorted(found.items()))

    def all_by_step(self) -> dict[str, dict[int, float]]:
        """Return the numbers of all values, by name and by step."""
        return {name: self.by_step(name) for name in dict.fromkeys(chain.from_iterable(self._rows))}

    def summaries(self, like: ValueSeen) -> list[ValueSeen]:
        """Return a summary for each step of a value with one element.

        The fields of a summary that are not numbers are taken from `like`.
        """
        return [_summary(like, step, number) for step, number in self.by_step(like.name).items()]


def _summary(like: ValueSeen, step: int, number: float) -> ValueSeen:
    known = number if math.isfinite(number) else None
    return replace(
        like, step=step, min=known, max=known, mean=known, std=None if known is None else 0.0,
        zeros=float(number == 0.0), nan=int(math.isnan(number)), inf=int(math.isinf(number)),
    )  # fmt: skip


class StepSeries:
    """Series of steps that fetch the same scalars, with the numbers of these scalars."""

    def __init__(self) -> None:
        self._last: StepFinished | None = None
        self._rows = _Rows(0)

    def add(self, event: StepFinished) -> None:
        """Append a step with its fetched scalars."""
        if self._last is None:
            self._rows = _Rows(2 + len(event.names))
        elif event.step < self._last.step:
            return
        self._last = event
        scalars = [math.nan if x is None else x for x in event.scalars]
        self._rows.add(event.step, (event.seconds, event.pace, *scalars))

    def events(self) -> list[StepFinished]:
        """Return the events about the steps, oldest step first, without tapped scalars.

        The newest step is always among the returned steps.
        """
        if self._last is None:
            return []
        plain = replace(self._last, tapped=(), tapped_scalars=(), infinite=())
        width = 2 + len(plain.names)
        found: list[StepFinished] = []
        for i, step in enumerate(self._rows.steps):
            seconds, pace, *scalars = self._rows.numbers[i * width : (i + 1) * width]
            known = tuple([x if math.isfinite(x) else None for x in scalars])
            found.append(replace(plain, step=step, seconds=seconds, pace=pace, scalars=known))
        return found if found[-1].step == plain.step else [*found, plain]
