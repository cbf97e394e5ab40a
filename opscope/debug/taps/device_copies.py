"""Copies of the values of a GPU run, in one block of the GPU's memory.

One transfer copies the whole block to the host.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import ArrayModule
from opscope.core.place import to_host_async
from opscope.debug.taps.probes import ProbePoint
from opscope.debug.taps.value_ring import ValueRing

ALIGN = 64  # bytes


class DeviceCopies:
    """A block of GPU memory, with space for a copy of each value.

    `values` is a sequence of pairs. Each pair has the probe point of a value, and the array of the value.
    """

    def __init__(self, xp: ArrayModule, values: Sequence[tuple[ProbePoint, Any]]) -> None:
        self.xp = xp
        self.values = values
        sizes = [-(-math.prod(a.shape) * a.dtype.itemsize // ALIGN) * ALIGN for _, a in values]
        self._starts = [0, *np.cumsum(sizes).tolist()]
        self._block = xp.empty(max(self._starts[-1], 1), "uint8")
        self._copies = self._views(self._block)

    def _views(self, block: Any) -> list[Any]:
        """Split a block into arrays, one array for each value."""
        views: list[Any] = []
        for (_, array), start in zip(self.values, self._starts, strict=False):
            shape, dtype = array.shape, array.dtype
            views.append(block[start : start + math.prod(shape) * dtype.itemsize].view(dtype).reshape(shape))
        return views

    def gather(self, index: int) -> None:
        """Copy the value with the index `index` into the block, on the GPU."""
        self.xp.copyto(self._copies[index], self.values[index][1])

    def keep(self, ring: ValueRing, step: int, count: int) -> None:
        """Wait for the GPU, and store the first `count` copies in the ring of recorded values."""
        host = self._views(to_host_async(self._block)())
        for kept, copy in zip(ring.allocate(step, self.values[:count]), host, strict=False):
            np.copyto(kept, copy)
