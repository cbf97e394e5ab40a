"""Tiling, which divides the values of a group of fused ops into blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array
from opscope.runtime.lower.arena import reshape_view
from opscope.runtime.lower.fused_ops import COLUMN, FULL, ROW, SUM_OVER_ROWS
from opscope.runtime.lower.fusion import FusionGroup

Slices = tuple[slice, ...]


class TileLayout:
    """The dims in which a group's values are viewed and cut: one flat line, rows, or the values' own dims."""

    def __init__(self, group: FusionGroup, full_arrays: Sequence[Any]) -> None:
        rows, columns = group.iteration_space
        self.keeps_dims = False  # True if the values keep their own dims
        flat = (
            group.unfit_for_row_blocks
            if group.reduces_across_rows
            else group.is_flattenable and all(reshape_view(a, (a.size,)) is not None for a in full_arrays)
        )
        if flat:
            self.shape: tuple[int, ...] = (rows * columns,)
        elif group.reduces_across_rows:  # always rows, so that a sum has the same parts for all inputs
            self.shape = group.iteration_space
        elif group.has_partial_broadcast or (
            len(group.shapes) == 1 and any(reshape_view(a, group.iteration_space) is None for a in full_arrays)
        ):
            (self.shape,) = group.shapes
            self.keeps_dims = True
        else:
            self.shape = group.iteration_space
        self.is_flat = len(self.shape) == 1

    def shape_of(self, kind: str) -> tuple[int, ...]:
        """Return the shape of a value of this kind, in the dims of the layout."""
        if kind == FULL:
            return self.shape
        if kind == ROW:
            return (*self.shape[:-1], 1)
        return (*[1] * (len(self.shape) - 1), self.shape[-1] if kind == SUM_OVER_ROWS else 1)

    def view(self, array: Array, kind: str) -> Any:
        """Return a view of an array in the dims of the layout. Return None if a copy would be necessary."""
        if kind != COLUMN:
            return reshape_view(array, self.shape_of(kind))
        if array.size == 1:
            return array.reshape(())
        return array if self.keeps_dims else array.reshape(array.shape[-1])

    def blocks(self, elements: int) -> list[Slices]:
        """Return the slices of each block, in order. Each block has about the given number of elements."""
        inner = 1
        axis = len(self.shape) - 1 if self.is_flat else len(self.shape) - 2
        if not self.is_flat:
            inner = self.shape[-1]
        while axis > 0 and inner * self.shape[axis] <= elements // 2:
            inner *= self.shape[axis]
            axis -= 1
        block_size = max(1, elements // inner)
        tiles: list[Slices] = []
        for outer_index in range(math.prod(self.shape[:axis])):
            outer_slices = []
            for dim in reversed(self.shape[:axis]):
                outer_slices.insert(0, slice(outer_index % dim, outer_index % dim + 1))
                outer_index //= dim
            for start in range(0, self.shape[axis], block_size):
                stop = min(start + block_size, self.shape[axis])
                tiles.append((*outer_slices, slice(start, stop), *(slice(0, d) for d in self.shape[axis + 1 :])))
        return tiles


def tile_of(array: Array, slices: Slices) -> Any:
    """Return the part of an array that a block reads. Dims of size 1 are read completely."""
    if not array.ndim:
        return array
    own = zip(array.shape, slices[len(slices) - array.ndim :], strict=True)
    return array[tuple(slice(None) if dim == 1 else part for dim, part in own)]
