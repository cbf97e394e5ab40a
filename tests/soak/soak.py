"""Call the functions of a workload in turn, and count what the process holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.soak.census import Census, take_census
from tests.soak.workloads import Deed


def soak(deeds: Sequence[Deed], calls: int, samples: int) -> Iterator[tuple[int, Census]]:
    """(number of calls so far, census) about so many times, each after every function was called equally often."""
    every = max(calls // samples // len(deeds), 1) * len(deeds)
    for i in range(calls):
        deeds[i % len(deeds)](i)
        if (i + 1) % every == 0:
            yield i + 1, take_census()
