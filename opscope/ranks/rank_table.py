"""Rows of a live table of ranks: step, rate and share of waiting time of each rank, and ranges of watched numbers."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.ranks.verdicts import Seen
from opscope.ranks.watched_row import Number

WINDOW = 5.0  # seconds over which rates are measured


class RankRow(NamedTuple):
    """Row of a rank: its step, its steps per second, its share of waiting time, and its current call or line."""

    rank: int
    step: int | None
    rate: float | None
    waiting: float | None
    where: str


class SpreadRow(NamedTuple):
    """Range of a number over the ranks: the lowest and the highest number with their ranks, and the mean.

    unknown: the ranks in which the number is NaN or Inf, because its value contains NaN or Inf. The other fields are
    computed over the other ranks. If there are no other ranks, they are NaN.
    """

    number: Number
    lowest: float
    lowest_rank: int
    mean: float
    highest: float
    highest_rank: int
    unknown: tuple[int, ...] = ()


class _Sample(NamedTuple):
    time: float
    step: int | None
    waited: float


class RankTable:
    """Computes the rows of the ranks. The rates are measured over the last seconds."""

    def __init__(self) -> None:
        self._samples: dict[int, deque[_Sample]] = {}

    def rows(self, ranks: Sequence[Seen], now: float) -> list[RankRow]:
        """Return a row for each rank, sorted by rank."""
        return [self._row(seen, now) for seen in sorted(ranks, key=lambda seen: seen.rank)]

    def _row(self, seen: Seen, now: float) -> RankRow:
        samples = self._samples.setdefault(seen.rank, deque())
        samples.append(_Sample(now, seen.step, seen.waited))
        while now - samples[0].time > WINDOW:
            samples.popleft()
        first, seconds = samples[0], now - samples[0].time
        rate = None if not seconds or first.step is None or seen.step is None else (seen.step - first.step) / seconds
        waiting = None if not seconds else min(1.0, max(0.0, (seen.waited - first.waited) / seconds))
        return RankRow(seen.rank, seen.step, rate, waiting, where(seen))


def outstanding(rows: Sequence[RankRow], most: int) -> Sequence[RankRow]:
    """Return at most `most` rows: the rows with the lowest and the highest step and share of waiting time."""
    if len(rows) <= most:
        return rows
    by_step = sorted(rows, key=lambda row: (-1 if row.step is None else row.step, row.waiting or 0.0))
    chosen = {row.rank for row in (*by_step[: most // 2], *by_step[most // 2 - most :])}
    return [row for row in rows if row.rank in chosen]


def where(seen: Seen) -> str:
    """Return the current call or line of a rank as text. If the rank has ended, return how it ended."""
    if seen.ended is not None:
        return f"ended with {seen.ended}" if seen.ended else "ended"
    if seen.closed is not None:
        return "dead"
    if seen.paused:
        return f"paused {seen.paused}"
    if seen.call is not None:
        return f"in {seen.call.text}"
    return f"at {seen.lines[0].where}" if seen.lines else ""


def spreads(ranks: Sequence[Seen]) -> list[SpreadRow]:
    """Return the range of each watched number over the ranks, in the order in which the numbers first appeared."""
    columns: dict[Number, list[tuple[Any, Any]]] = {}
    tables: dict[tuple[Number, ...], list[Seen]] = {}
    for seen in ranks:
        tables.setdefault(seen.numbers, []).append(seen)
    for numbers, group in tables.items():
        who = np.array([seen.rank for seen in group])
        table = np.array([seen.row for seen in group], np.float64)
        for i, number in enumerate(numbers):
            columns.setdefault(number, []).append((who, table[:, i]))
    return [_spread(number, *map(np.concatenate, zip(*parts, strict=True))) for number, parts in columns.items()]


def _spread(number: Number, who: Any, values: Any) -> SpreadRow:
    known = np.isfinite(values)
    unknown = tuple(who[~known].tolist())
    if not known.any():
        return SpreadRow(number, math.nan, -1, math.nan, math.nan, -1, unknown)
    lowest = int(np.argmin(np.where(known, values, np.inf)))
    highest = int(np.argmax(np.where(known, values, -np.inf)))
    mean = float(values[known].mean())
    return SpreadRow(
        number, float(values[lowest]), int(who[lowest]), mean, float(values[highest]), int(who[highest]), unknown
    )
