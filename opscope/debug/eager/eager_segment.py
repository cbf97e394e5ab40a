"""Segments of eager code for the disk: condensed steps of a stretch, or records with their values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from opscope.debug.eager.condensed_step import CondensedStep
from opscope.debug.eager.eager_record import EagerPlace
from opscope.debug.replay.journal import Segment
from opscope.names.bound_names import BoundNames


class HeldValues(NamedTuple):
    """The arrays of a named Tensor before a record.

    `is_of_before` is True if the Tensor has not changed since the beginning of the run.
    """

    name: str
    is_of_before: bool
    array: Any
    gradient: Any


class KeptPlaces(NamedTuple):
    """The places of a record with their values, for processes that cannot compute the values again."""

    places: list[EagerPlace]
    names: BoundNames
    start: list[HeldValues]
    parameters: list[str]
    paths: list[str]

    @property
    def nbytes(self) -> int:
        """Number of bytes of the values."""
        return sum(place.nbytes for place in self.places)


@dataclass(slots=True)
class WrittenRecord:
    """A record of eager calls for the disk: a condensed step with its structure, stored places, or both."""

    run: int
    step: int
    thread: int
    first_call: int
    ticks: int
    error: str
    is_finite: bool
    nbytes: int
    condensed: CondensedStep | None = None
    structure: Any = None
    kept: KeptPlaces | None = None


@dataclass(slots=True)
class EagerSegment(Segment):
    """Consecutive records of one thread, as a segment.

    The first record of a segment does not depend on other records.
    """

    written: list[WrittenRecord] = field(default_factory=list[WrittenRecord])

    def numbers(self) -> list[tuple[int, int]]:
        return [(record.run, record.step) for record in self.written]

    def part(self, first: int) -> EagerSegment:
        return EagerSegment({}, isolated=True, written=self.written[first:])
