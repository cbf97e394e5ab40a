"""Ring buffer of the whole values of the latest steps; the ring takes a limited number of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import to_host
from opscope.debug.taps.probes import ProbePoint
from opscope.errors import ArgumentError

BUDGET = 256 << 20  # bytes


class RecordedValues(NamedTuple):
    """Copies of values of one step. `points` are the probe points of these values, in the order of `arrays`."""

    points: list[ProbePoint]
    arrays: list[Any]


class ValueRing:
    """Ring buffer of copies of values, by the number of the step.

    If the byte budget is exhausted, the oldest step is dropped, and the memory of its copies is used for new copies.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.nbytes = 0
        self._steps: OrderedDict[int, list[RecordedValues]] = OrderedDict()

    def allocate(self, step: int, values: Sequence[tuple[ProbePoint, Any]]) -> list[Any]:
        """Return arrays for the copies of some values of a step.

        Raises ArgumentError if these copies alone exceed the budget.
        """
        needed = sum(a.nbytes for _, a in values)
        reused = self._make_room(step, needed, [a for _, a in values])
        arrays = reused or [np.empty(a.shape, a.dtype) for _, a in values]
        self._steps.setdefault(step, []).append(RecordedValues([p for p, _ in values], arrays))
        self.nbytes += needed
        return arrays

    def add(self, step: int, point: ProbePoint, value: Any) -> None:
        """Store a copy of a value in the ring."""
        host = to_host(value)
        np.copyto(self.allocate(step, [(point, host)])[0], host)

    def _make_room(self, step: int, needed: int, like: list[Any]) -> list[Any] | None:
        """Drop the oldest steps until `needed` more bytes fit into the budget.

        Returns the arrays of a dropped step if these arrays have the shapes and dtypes of `like`.
        """
        reusable: list[Any] | None = None
        while self.nbytes + needed > self.budget:
            oldest = next(iter(self._steps), step)
            if oldest == step:
                raise ArgumentError(
                    f"one step of the recorded values takes more than the budget of {self.budget:,} bytes",
                    facts={"step": step, "bytes": self.nbytes + needed},
                    fix="record fewer values, or pass tap(..., budget=bytes)",
                )
            for recorded in self._steps.pop(oldest):
                self.nbytes -= sum(a.nbytes for a in recorded.arrays)
                if [(a.shape, a.dtype) for a in recorded.arrays] == [(a.shape, a.dtype) for a in like]:
                    reusable = recorded.arrays
        return reusable

    def steps(self, name: str) -> dict[int, Any]:
        """Return the copies of a value by step, oldest step first.

        If a step has several copies of a value, only the last copy is returned.
        """
        return {
            step: array
            for step, recordings in self._steps.items()
            for recorded in recordings
            for point, array in zip(recorded.points, recorded.arrays, strict=True)
            if point.variable.name == name
        }
