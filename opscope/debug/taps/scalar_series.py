"""Scalars of every step: a few numbers each, in flat arrays, so that a run of any length can keep them."""

from __future__ import annotations

import math
from array import array
from dataclasses import replace
from typing import Any

from opscope.events import StepFinished, ValueSeen

CAPACITY = 1 << 16  # steps; when there are more, every second one is dropped


def number_of(value: Any) -> float:
    """The number of a value of one element on the host, of a complex one its magnitude."""
    number = value.item()
    return abs(number) if isinstance(number, complex) else float(number)


class ScalarSeries:
    """A number for each step: 16 bytes. Of several in one step the last one stays, an earlier step is ignored."""

    __slots__ = ("_numbers", "_steps", "_stride")

    def __init__(self) -> None:
        self._steps = array("q")
        self._numbers = array("d")
        self._stride = 1

    def add(self, step: int, number: float) -> None:
        """Append the number of a step."""
        steps = self._steps
        if steps and step <= steps[-1]:
            if step == steps[-1]:
                self._numbers[-1] = number
            return
        if self._stride > 1 and steps and (step - 1) // self._stride == (steps[-1] - 1) // self._stride:
            return
        steps.append(step)
        self._numbers.append(number)
        if len(steps) > CAPACITY:
            self._stride *= 2
            first = [
                i for i, s in enumerate(steps) if not i or (s - 1) // self._stride != (steps[i - 1] - 1) // self._stride
            ]
            self._steps = array("q", [steps[i] for i in first])
            self._numbers = array("d", [self._numbers[i] for i in first])

    def by_step(self) -> dict[int, float]:
        """step -> number, oldest first."""
        return dict(zip(self._steps, self._numbers, strict=True))

    def summaries(self, like: ValueSeen) -> list[ValueSeen]:
        """A summary for each step, of a value of one element that is otherwise as this one."""
        return [_summary(like, step, number) for step, number in zip(self._steps, self._numbers, strict=True)]


def _summary(like: ValueSeen, step: int, number: float) -> ValueSeen:
    known = number if math.isfinite(number) else None
    return replace(
        like, step=step, min=known, max=known, mean=known, std=None if known is None else 0.0,
        zeros=float(number == 0.0), nan=int(math.isnan(number)), inf=int(math.isinf(number)),
    )  # fmt: skip


class StepSeries:
    """The steps that fetch the same scalars."""

    def __init__(self) -> None:
        self._last: StepFinished | None = None
        self._columns: list[ScalarSeries] = []

    def add(self, event: StepFinished) -> None:
        """Append a step."""
        if self._last is None:
            self._columns = [ScalarSeries() for _ in range(2 + len(event.names))]
        elif event.step < self._last.step:
            return
        self._last = event
        numbers = (event.seconds, event.pace, *[math.nan if x is None else x for x in event.scalars])
        for column, number in zip(self._columns, numbers, strict=True):
            column.add(event.step, number)

    def events(self) -> list[StepFinished]:
        """The steps, oldest first, without their tapped scalars; the newest one in any case."""
        last = self._last
        if last is None:
            return []
        plain = replace(last, tapped=(), tapped_scalars=(), infinite=())
        seconds, pace, *scalars = [column.by_step() for column in self._columns]
        found = [
            replace(
                plain, step=step, seconds=seconds[step], pace=pace[step],
                scalars=tuple([_known(column[step]) for column in scalars]),
            )
            for step in seconds
        ]  # fmt: skip
        return found if found[-1].step == last.step else [*found, plain]


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None
