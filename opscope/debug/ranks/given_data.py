"""Comparison of the data and random numbers of the ranks.

Data and random numbers may differ between ranks, so such a difference is not a fault.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from opscope.debug.ranks.shared_values import odd_ones
from opscope.ranks.collective import named_ranks


class RankData(NamedTuple):
    """A value that a step received or drew at random: its name on the first rank, and its digest on each rank."""

    name: str
    digests: Sequence[bytes]


class GivenData:
    """Notes about data that were equal on all ranks, and about random numbers that differed between ranks.

    Values are identified by their position in the step, because in eager code the names of values change from step to
    step.
    """

    def __init__(self) -> None:
        self._equal: dict[Hashable, tuple[str, int]] = {}  # the last step in which all ranks had the same
        self._since: dict[Hashable, tuple[int, tuple[int, ...]]] = {}  # the first step in which they had not
        self._drawn: dict[Hashable, tuple[str, int, tuple[int, ...]]] = {}

    def add(self, step: int, data: Mapping[Hashable, RankData]) -> None:
        """Add the data of a step, as a dict by the position in the step."""
        for place, (name, digests) in data.items():
            if place in self._since:
                continue
            if odd := odd_ones(dict(enumerate(digests))):
                self._since[place] = step, odd
            else:
                self._equal[place] = name, step

    def add_drawn(self, step: int, place: Hashable, drawn: RankData) -> None:
        """Add the random numbers that an operator has drawn."""
        if place not in self._drawn and (odd := odd_ones(dict(enumerate(drawn.digests)))):
            self._drawn[place] = drawn.name, step, odd

    def notes(self, steps: int) -> Iterator[str]:
        """Yield texts about data that were equal on all ranks, and about random numbers that differed."""
        for place, (name, last) in self._equal.items():
            if place not in self._since and steps > 1:
                yield f"data: every rank received the same {name} in all {steps} steps"
            elif place in self._since:
                begin, odd = self._since[place]
                yield f"data: {name} is the same on all ranks up to step {last}, and differs in step {begin}{_on(odd)}"
        for name, step, odd in list(self._drawn.values())[:1]:
            yield f"random numbers: {name} differs from step {step} on{_on(odd)}"


def _on(odd: tuple[int, ...]) -> str:
    return f", on {named_ranks(odd)}"
