"""Rows about the ranks of a job for a live table: step, rate, share of waiting, and the spread of watched numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from opscope.ranks.verdicts import Seen

WINDOW = 5.0  # seconds over which rates are measured


class RankRow(NamedTuple):
    """A rank: its step, steps a second, the share of time that it waits, and the call or line that it is in."""

    rank: int
    step: int | None
    rate: float | None
    waiting: float | None
    where: str


class SpreadRow(NamedTuple):
    """A watched number over the ranks that have it: the lowest and the highest with their ranks, and the mean."""

    name: str
    lowest: float
    lowest_rank: int
    mean: float
    highest: float
    highest_rank: int


class _Sample(NamedTuple):
    time: float
    step: int | None
    waited: float


class RankTable:
    """Measures rates from what the watch has seen of each rank."""

    def __init__(self) -> None:
        self._samples: dict[int, deque[_Sample]] = {}

    def rows(self, ranks: Sequence[Seen], now: float) -> list[RankRow]:
        """Return a row for each rank, in their order."""
        return [self._row(seen, now) for seen in sorted(ranks, key=lambda seen: seen.rank)]

    def _row(self, seen: Seen, now: float) -> RankRow:
        samples = self._samples.setdefault(seen.rank, deque())
        samples.append(_Sample(now, seen.step, seen.waited))
        while now - samples[0].time > WINDOW:
            samples.popleft()
        first, seconds = samples[0], now - samples[0].time
        rate = None if not seconds or first.step is None or seen.step is None else (seen.step - first.step) / seconds
        waiting = None if not seconds else min(1.0, max(0.0, (seen.waited - first.waited) / seconds))
        return RankRow(seen.rank, seen.step, rate, waiting, _where(seen))


def _where(seen: Seen) -> str:
    if seen.ended is not None:
        return f"ended with {seen.ended}" if seen.ended else "ended"
    if seen.closed is not None:
        return "dead"
    if seen.call is not None:
        return f"in {seen.call.text}"
    return f"at {seen.lines[0].where}" if seen.lines else ""


def spreads(ranks: Sequence[Seen]) -> list[SpreadRow]:
    """Return the spread of each watched number, in the order in which ranks first named them."""
    found: list[SpreadRow] = []
    for name in dict.fromkeys(name for seen in ranks for name in seen.values):
        values = sorted((seen.values[name], seen.rank) for seen in ranks if name in seen.values)
        mean = sum(value for value, _ in values) / len(values)
        found.append(SpreadRow(name, *values[0], mean, *values[-1]))
    return found
