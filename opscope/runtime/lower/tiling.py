"""Cuts: how the values of a chain are seen, and where one block ends and the next begins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.runtime.lower.fused_ops import COLUMN, FULL, OVER_ROWS, ROW
from opscope.runtime.lower.fusion import Chain
from opscope.runtime.lower.memory_plan import viewed

Slices = tuple[slice, ...]


class Layout:
    """How the values of a chain are seen and cut: as one line, as rows, or in the dims that they have."""

    def __init__(self, chain: Chain, whole: Sequence[Any]) -> None:
        rows, columns = chain.key
        self.own = False  # in the dims that the values have
        flat = chain.odd if chain.gathers else chain.linear and all(viewed(a, (a.size,)) is not None for a in whole)
        if flat:
            self.base: tuple[int, ...] = (rows * columns,)
        elif chain.gathers:  # sums have the same parts, whatever comes in
            self.base = chain.key
        elif chain.partial or (len(chain.shapes) == 1 and any(viewed(a, chain.key) is None for a in whole)):
            (self.base,) = chain.shapes
            self.own = True
        else:
            self.base = chain.key
        self.line = len(self.base) == 1

    def whole(self, kind: str) -> tuple[int, ...]:
        """The shape of a value of a kind, in the dims of the layout."""
        if kind == FULL:
            return self.base
        if kind == ROW:
            return (*self.base[:-1], 1)
        return (*[1] * (len(self.base) - 1), self.base[-1] if kind == OVER_ROWS else 1)

    def seen(self, array: Any, kind: str) -> Any:
        """An array in the dims of the layout; None where that takes a copy."""
        if kind != COLUMN:
            return viewed(array, self.whole(kind))
        if array.size == 1:
            return array.reshape(())
        return array if self.own else array.reshape(array.shape[-1])

    def blocks(self, elements: int) -> list[Slices]:
        """Slices for each block of about so many elements, in order."""
        inner = 1
        axis = len(self.base) - 1 if self.line else len(self.base) - 2
        if not self.line:
            inner = self.base[-1]
        while axis > 0 and inner * self.base[axis] <= elements // 2:
            inner *= self.base[axis]
            axis -= 1
        step = max(1, elements // inner)
        found: list[Slices] = []
        for outer in range(math.prod(self.base[:axis])):
            place = []
            for dim in reversed(self.base[:axis]):
                place.insert(0, slice(outer % dim, outer % dim + 1))
                outer //= dim
            for start in range(0, self.base[axis], step):
                stop = min(start + step, self.base[axis])
                found.append((*place, slice(start, stop), *(slice(0, d) for d in self.base[axis + 1 :])))
        return found


def cut(array: Any, slices: Slices) -> Any:
    """The part of an array that a block reads: all of it along dims of size 1."""
    if not array.ndim:
        return array
    own = zip(array.shape, slices[len(slices) - array.ndim :], strict=True)
    return array[tuple(slice(None) if dim == 1 else part for dim, part in own)]
