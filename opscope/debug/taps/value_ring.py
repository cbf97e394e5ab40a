"""Recorder: whole values of the latest steps, in a ring that keeps to a byte budget."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import to_host
from opscope.debug.taps.probes import Spot
from opscope.errors import ArgumentError

BUDGET = 256 << 20  # bytes


class Slot(NamedTuple):
    """The copies of one step. `spots` are the values, in the order of `arrays`."""

    spots: list[Spot]
    arrays: list[Any]

    @property
    def nbytes(self) -> int:
        """Bytes of all copies."""
        return sum(a.nbytes for a in self.arrays)


class Recorder:
    """Steps to their values; when the budget is full the oldest step goes, and its memory is used again."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.nbytes = 0
        self._steps: OrderedDict[int, list[Slot]] = OrderedDict()

    def begin(self, step: int, values: Sequence[tuple[Spot, Any]]) -> list[Any]:
        """Arrays for the copies of these values, at this step. Raises ArgumentError if they are over the budget."""
        needed = sum(a.nbytes for _, a in values)
        free = self._room(step, needed, [a for _, a in values])
        arrays = free or [np.empty(a.shape, a.dtype) for _, a in values]
        self._steps.setdefault(step, []).append(Slot([s for s, _ in values], arrays))
        self.nbytes += needed
        return arrays

    def add(self, step: int, spot: Spot, value: Any) -> None:
        """Keep a copy of one value."""
        host = to_host(value)
        np.copyto(self.begin(step, [(spot, host)])[0], host)

    def _room(self, step: int, needed: int, like: list[Any]) -> list[Any] | None:
        """Let the oldest steps go; arrays of theirs that fit as they are."""
        found: list[Any] | None = None
        while self.nbytes + needed > self.budget:
            oldest = next(iter(self._steps), step)
            if oldest == step:
                raise ArgumentError(
                    f"one step of what is recorded takes more than the budget of {self.budget:,} bytes",
                    facts={"step": step, "bytes": self.nbytes + needed},
                    fix="record fewer values, or pass tap(..., budget=bytes)",
                )
            for slot in self._steps.pop(oldest):
                self.nbytes -= slot.nbytes
                if [(a.shape, a.dtype) for a in slot.arrays] == [(a.shape, a.dtype) for a in like]:
                    found = slot.arrays
        return found

    def steps(self, name: str) -> dict[int, tuple[Spot, Any]]:
        """The copies of one value by step, oldest first (the last one written, where a step writes it twice)."""
        return {
            step: (spot, array)
            for step, slots in self._steps.items()
            for slot in slots
            for spot, array in zip(slot.spots, slot.arrays, strict=True)
            if spot.variable.name == name
        }

    def newest(self) -> dict[str, tuple[int, Spot, Any]]:
        """The newest copy of each value: step, where, array."""
        return {
            spot.variable.name: (step, spot, array)
            for step, slots in self._steps.items()
            for slot in slots
            for spot, array in zip(slot.spots, slot.arrays, strict=True)
        }

    def clear(self) -> None:
        """Forget everything."""
        self._steps.clear()
        self.nbytes = 0
