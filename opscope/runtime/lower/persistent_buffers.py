"""Homes: the arrays in which a scope's values stay while lowered runs read and update them in place.

A home belongs to lowered runs alone. Whoever else reads a value gets a copy, whoever sets one puts another array
in its place, and `settled` brings that home before the next lowered run.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from opscope.core.dense_tensor import DenseTensor
from opscope.core.place import Place, address, is_on, place_module, to_device
from opscope.runtime.lower.memory_plan import ALIGN, aligned
from opscope.runtime.lower.trace import Unlowerable
from opscope.runtime.scope import Scope


class Homes:
    """The homes that one lowered plan is bound to, and whether they still hold the scope's values."""

    def __init__(self, scope: Scope, place: Place) -> None:
        self.scope = scope
        self.place = place
        self.xp: Any = place_module(place)
        self._bound: dict[str, tuple[DenseTensor, Any]] = {}
        self._epoch = -1

    def claim(self, name: str) -> Any:
        """The home of a value, made if there is none."""
        tensor = self._tensor(name)
        if tensor is None or tensor.storage is None:
            raise Unlowerable(f"{name} has no value")
        if tensor.home is None or not is_on(tensor.home, self.place):
            self._move(tensor, self.xp.array(to_device(tensor.storage, self.place), order="C"))
        self.settle(tensor)
        self._bound[name] = tensor, tensor.home
        return tensor.home

    def _tensor(self, name: str) -> DenseTensor | None:
        found = self.scope.find_var(name)
        return None if found is None else found.get_tensor()

    def _move(self, tensor: DenseTensor, home: Any) -> None:
        tensor.storage = tensor.home = home
        DenseTensor.epoch += 1

    def settle(self, tensor: DenseTensor) -> bool:
        """Bring a value home that was set since; False if it does not fit there any more."""
        held, home = tensor.storage, tensor.home
        if held is home:
            return True
        if held is None or home is None or held.shape != home.shape or held.dtype != home.dtype:
            tensor.home = None
            return False
        self.xp.copyto(home, to_device(held, self.place))
        tensor.storage = home
        return True

    @property
    def unchanged(self) -> bool:
        """True if nothing was set anywhere since all was at home."""
        return self._epoch == DenseTensor.epoch

    def settled(self) -> bool:
        """True if every value is at home; False where one has moved, and the plan must be lowered anew."""
        epoch = DenseTensor.epoch  # read first: what another thread sets meanwhile is found the next time
        for name, (tensor, home) in self._bound.items():
            if self._tensor(name) is not tensor or tensor.home is not home or not self.settle(tensor):
                return False
        self._epoch = epoch
        return True

    def version(self, name: str) -> int:
        """How often a claimed value was set by others than runs in place."""
        return self._bound[name][0].version

    def written(self, name: str) -> None:
        """A claimed value was written in place."""
        self._bound[name][0].version += 1

    def flat(self, names: list[str], pad: bool = True) -> Any:
        """One flat array in which the values of `names` lie in this order, moved there if need be.

        None if they lie in another arrangement, which someone else has made.
        """
        homes = [self.claim(n) for n in names]
        if len(homes) == 1:
            return homes[0].reshape(-1)
        offsets, total = layout([h.shape for h in homes], homes[0].dtype, pad)
        there = _within(homes, offsets, total)
        if there is not None or any(h.base is not None for h in homes):
            return there
        flat = aligned(self.xp, total * homes[0].dtype.itemsize).view(homes[0].dtype)
        flat[...] = 0
        for name, home, offset in zip(names, homes, offsets, strict=True):
            place = flat[offset : offset + home.size].reshape(home.shape)
            place[...] = home
            self._move(self._bound[name][0], place)
            self.claim(name)
        return flat

    def settle_stored(self, names: Iterable[str]) -> None:
        """What a run stores counts, whatever was set while it ran."""
        for name in names:
            tensor, home = self._bound[name]
            if tensor.storage is not home:
                tensor.storage = home

    def holds(self, array: Any) -> bool:
        """True if the array lies in a home."""
        return any(self.xp.may_share_memory(array, home) for _, home in self._bound.values())


def layout(shapes: list[tuple[int, ...]], dtype: Any, pad: bool) -> tuple[list[int], int]:
    """(offsets in elements, total) of arrays one after the other, each at the beginning of a cache line if `pad`."""
    step = ALIGN // dtype.itemsize if pad else 1
    offsets: list[int] = []
    end = 0
    for shape in shapes:
        offsets.append(-(-end // step) * step)
        end = offsets[-1] + math.prod(shape)
    return offsets, end


def _within(homes: list[Any], offsets: list[int], total: int) -> Any:
    """The flat array that the homes are views of, if they lie in it exactly as `offsets` say."""
    first, base = homes[0], homes[0].base
    if base is None:
        return None
    start = address(first)
    itemsize = first.dtype.itemsize
    for home, offset in zip(homes, offsets, strict=True):
        if home.base is not base or address(home) != start + offset * itemsize:
            return None
    before = (start - address(base)) // base.itemsize
    stop = before + total * itemsize // base.itemsize
    if stop > base.size:
        return None
    return base.reshape(-1)[before:stop].view(first.dtype)
