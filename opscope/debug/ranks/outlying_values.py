"""Search for values that may differ between ranks, but whose statistics on one rank are unusual.

A value stands out (is unusual) on a rank in three cases. First, its standard deviation is more than three times larger
or smaller than on the other ranks. Second, its mean is further from the means on the other ranks than the number of
rows explains. Third, only this rank has NaN or Inf. From a certain step on, the value must stand out in every measured
step. These must be at least three steps, or all steps if fewer were measured. If there are few rows, the bounds are
larger, because small samples differ by chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from opscope.debug.comparison.change import where
from opscope.debug.comparison.comparand import Unit, name_in_code
from opscope.debug.ranks.shared_values import RankPrograms
from opscope.debug.ranks.step_values import Place, StepValue, StepValues
from opscope.debug.taps.statistics import Statistics

RATIO = 3.0  # of standard deviations
SHIFT = 0.5  # of means, in standard deviations
SIGMAS = 6.0  # of what rows explain
STEPS = 3

Row = Sequence[Statistics]  # of a value, by rank
Distance = Callable[["Measured", int], int]  # 1 or -1 where a rank is out of bounds, above or below the others; else 0


@dataclass(frozen=True)
class OutlyingValue:
    """A value whose statistics are unusual on some rank.

    Attributes:
        name: name of the value on the first rank.
        called: name of the value in the user's code, or "" if the name is unknown.
        operator: the operator that makes the value. If no operator makes the value, the first operator that reads the
            value.
        site: the user's line that made the operator.
        source: source code of the line `site`.
        ranks: the ranks on which the value is unusual. If the job has only two ranks, both ranks.
        statistic: the statistic that is unusual: "std", "mean", or "NaN and Inf".
        numbers: the number of this statistic on each rank, in the last measured step.
        step: the first measured step in which the value is unusual.
    """

    name: str
    called: str
    operator: str
    site: str
    source: str
    ranks: tuple[int, ...]
    statistic: str
    numbers: tuple[float, ...]
    step: int


class Measured(NamedTuple):
    """The statistics of a value in one step, for each rank.

    `rows` is the number of rows in the data, or the number of elements if the value has fewer elements.
    """

    step: int
    row: Row
    rows: int


class MeasuredValues:
    """The statistics of the values on all ranks, in all measured steps."""

    def __init__(self) -> None:
        self._series: dict[Place, list[Measured]] = {}  # in the order of execution
        self._last: dict[Place, tuple[StepValue, Unit]] = {}

    def add(self, step: int, unit: Unit, steps: Sequence[StepValues], programs: RankPrograms) -> None:
        """Add the statistics of a step. `unit` is this step on the first rank."""
        rows = min(each.rows for each in steps)
        for key, value in steps[0].values.items():
            row = [each.statistics for each in programs.row(key) if each is not None and each.statistics is not None]
            if len(row) == len(steps):
                place = steps[0].place(key)
                self._series.setdefault(place, []).append(Measured(step, row, min(rows, value.array.size)))
                self._last[place] = value, unit

    def outlying(self) -> OutlyingValue | None:
        """Return the first value whose statistics are unusual on a rank. Return None if there is none."""
        for place, series in self._series.items():
            for statistic, distance in _DISTANCES.items():
                since = [_since(series, rank, distance) for rank in range(len(series[0].row))]
                ranks = tuple(rank for rank, step in enumerate(since) if step is not None)
                if ranks:
                    value, unit = self._last[place]
                    return OutlyingValue(
                        value.name, name_in_code(unit, value.name), repr(value.operator), *where(value.operator.site),
                        ranks, statistic, tuple(_NUMBERS[statistic](each) for each in series[-1].row),
                        min(step for step in since if step is not None),
                    )  # fmt: skip
        return None


def _since(series: Sequence[Measured], rank: int, distance: Distance) -> int | None:
    """Return the first measured step from which on a rank is always out of bounds on the same side.

    The result is None if the rank is not out of bounds at the end, or only in too few steps.
    """
    sides = [distance(measured, rank) for measured in series]
    begin = len(sides)
    while begin and sides[begin - 1] and sides[begin - 1] == sides[-1]:
        begin -= 1
    return series[begin].step if len(sides) - begin >= min(STEPS, len(sides)) else None


def _side(distance: float, bound: float) -> int:
    return 0 if abs(distance) <= bound else 1 if distance > 0 else -1


def _others(measured: Measured, rank: int, number: Callable[[Statistics], float]) -> float:
    """Return the median of a statistic over the ranks. If there are two ranks, return the number of the other rank."""
    if len(measured.row) == 2:
        return number(measured.row[1 - rank])
    return median(map(number, measured.row))


def _std(each: Statistics) -> float:
    return each.std or 0.0


def _mean(each: Statistics) -> float:
    return each.mean or 0.0


def _nonfinite(each: Statistics) -> float:
    return float(each.nan + each.inf)


def _of_spread(measured: Measured, rank: int) -> int:
    own, others = _std(measured.row[rank]), _others(measured, rank, _std)
    if own == others:
        return 0
    if not own or not others:
        return 1 if own else -1
    bound = max(math.log(RATIO), SIGMAS / math.sqrt(max(measured.rows - 1, 1)))
    return _side(math.log(own / others), bound)


def _of_mean(measured: Measured, rank: int) -> int:
    scale = _others(measured, rank, _std)
    if not scale:
        return 0
    bound = max(SHIFT, SIGMAS * math.sqrt(2 / measured.rows))
    return _side((_mean(measured.row[rank]) - _others(measured, rank, _mean)) / scale, bound)


def _of_health(measured: Measured, rank: int) -> int:
    return int(_nonfinite(measured.row[rank]) > 0 and _others(measured, rank, _nonfinite) == 0)


_NUMBERS: dict[str, Callable[[Statistics], float]] = {"NaN and Inf": _nonfinite, "std": _std, "mean": _mean}
_DISTANCES: dict[str, Distance] = {"NaN and Inf": _of_health, "std": _of_spread, "mean": _of_mean}
