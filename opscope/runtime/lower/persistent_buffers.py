"""PersistentBuffers, the arrays in which lowered runs read and update the values of a scope in place.

Only lowered runs use a buffer (`DenseTensor.home`). Other readers receive a copy of the value. If a value is set, the
array of the tensor (`DenseTensor.storage`) is replaced. `sync_all` copies this array into the buffer before the next
lowered run.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from opscope.core.annotations import Array
from opscope.core.place import Place, address, is_on, place_module, to_device
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.runtime.lower.arena import ALIGN, aligned_bytes
from opscope.runtime.lower.trace import Unlowerable
from opscope.runtime.scope import Scope


class PersistentBuffers:
    """The buffers that one compiled (lowered) plan reads and updates."""

    def __init__(self, scope: Scope, place: Place) -> None:
        self.scope = scope
        self.place = place
        self.xp: Any = place_module(place)
        self._bound: dict[str, tuple[DenseTensor, Any]] = {}
        self._epoch = -1

    def bind(self, name: str) -> Any:
        """Return the buffer of a value. If the value has no buffer, create it."""
        tensor = self._tensor(name)
        if tensor is None or tensor.storage is None:
            raise Unlowerable(f"{name} has no value")
        if tensor.home is None or not is_on(tensor.home, self.place):
            self._relocate(tensor, self.xp.array(to_device(tensor.storage, self.place), order="C"))
        self.sync(tensor)
        self._bound[name] = tensor, tensor.home
        return tensor.home

    def _tensor(self, name: str) -> DenseTensor | None:
        found = self.scope.find_var(name)
        return None if found is None else found.get_tensor()

    def _relocate(self, tensor: DenseTensor, home: Any) -> None:
        tensor.move_home(home)
        DenseTensor.epoch += 1

    def sync(self, tensor: DenseTensor) -> bool:
        """Copy a newly set value into its buffer. Return False if the value does not fit into the buffer."""
        held, home = tensor.storage, tensor.home
        if held is home:
            return True
        if held is None or home is None or held.shape != home.shape or held.dtype != home.dtype:
            tensor.home = None
            return False
        self.xp.copyto(home, to_device(held, self.place))
        tensor.move_home(home)
        return True

    @property
    def in_sync(self) -> bool:
        """True if no tensor was set since the last `sync_all`."""
        return self._epoch == DenseTensor.epoch

    def sync_all(self) -> bool:
        """Copy newly set values into their buffers.

        Return False if a buffer has changed, because the plan must then be lowered again.
        """
        epoch = DenseTensor.epoch  # read first: a value that another thread sets meanwhile is found the next time
        for name, (tensor, home) in self._bound.items():
            if self._tensor(name) is not tensor or tensor.home is not home or not self.sync(tensor):
                return False
        self._epoch = epoch
        return True

    def tensor(self, name: str) -> DenseTensor:
        """Return the tensor of a bound value."""
        return self._bound[name][0]

    def version(self, name: str) -> int:
        """Return the version of a bound value. The version counts all writes, except updates in place by runs."""
        return self._bound[name][0].version

    def bump_version(self, name: str) -> None:
        """Record that a bound value was written in place."""
        self._bound[name][0].version += 1

    def flat_buffer(self, names: list[str], pad: bool = True) -> Any:
        """Return a flat array with the values of `names` in this order. Move the values there if necessary.

        Return None if another plan has already put the values in another order.
        """
        buffers = [self.bind(n) for n in names]
        if len(buffers) == 1:
            return buffers[0].reshape(-1)
        offsets, total = pack_offsets([h.shape for h in buffers], buffers[0].dtype, pad)
        there = _common_flat_buffer(buffers, offsets, total)
        if there is not None or any(h.base is not None for h in buffers):
            return there
        flat_buffer = aligned_bytes(self.xp, total * buffers[0].dtype.itemsize).view(buffers[0].dtype)
        flat_buffer[...] = 0
        for name, home, offset in zip(names, buffers, offsets, strict=True):
            place = flat_buffer[offset : offset + home.size].reshape(home.shape)
            place[...] = home
            self._relocate(self._bound[name][0], place)
            self.bind(name)
        return flat_buffer

    def adopt_stored(self, names: Iterable[str]) -> None:
        """Use the buffers as the current values after a store. Values that were set during the run are replaced."""
        for name in names:
            tensor, home = self._bound[name]
            if tensor.storage is not home:
                tensor.storage = home

    def overlaps(self, array: Array) -> bool:
        """Return True if the memory of the array overlaps a buffer."""
        return any(self.xp.may_share_memory(array, home) for _, home in self._bound.values())


def pack_offsets(shapes: list[tuple[int, ...]], dtype: Any, pad: bool) -> tuple[list[int], int]:
    """Return (offsets in elements, total) of consecutive arrays.

    If `pad` is True, each array begins at a cache line.
    """
    step = ALIGN // dtype.itemsize if pad else 1
    offsets: list[int] = []
    end = 0
    for shape in shapes:
        offsets.append(-(-end // step) * step)
        end = offsets[-1] + math.prod(shape)
    return offsets, end


def _common_flat_buffer(buffers: list[Any], offsets: list[int], total: int) -> Any:
    """Return the flat array whose parts at these offsets are the buffers. Return None if there is no such array."""
    first, base = buffers[0], buffers[0].base
    if base is None:
        return None
    start = address(first)
    itemsize = first.dtype.itemsize
    for home, offset in zip(buffers, offsets, strict=True):
        if home.base is not base or address(home) != start + offset * itemsize:
            return None
    before = (start - address(base)) // base.itemsize
    stop = before + total * itemsize // base.itemsize
    if stop > base.size:
        return None
    return base.reshape(-1)[before:stop].view(first.dtype)
