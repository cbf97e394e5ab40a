"""LoD for py_func.

Offsets are operands after the inputs, and become the `lod` of the tensors that the functions get.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.tensors.dense_tensor import DenseTensor

Func = Callable[..., Any]


def _attach_lod(
    tensors: Sequence[DenseTensor | None], levels: Sequence[int], count: int
) -> tuple[list[DenseTensor | None], list[DenseTensor | None]]:
    """Split [`count` inputs, offsets, rest] into the inputs with their LoD and the rest.

    `levels` has the number of levels of each input.
    """
    rest = iter(tensors[count:])
    for position, number in enumerate(levels):
        offsets = [level for level in itertools.islice(rest, number) if level is not None]
        tensor = tensors[position] if position < count else None
        if tensor is not None and number and len(offsets) == number:
            tensor._lod = [level.array.tolist() for level in offsets]
    return list(tensors[:count]), list(rest)


def forward_with_lod(function: Func, levels: Sequence[int]) -> Func:
    """Wrap the function of py_func. The wrapper takes the inputs, followed by the offsets of each input."""

    @functools.wraps(function)
    def call(*tensors: DenseTensor | None) -> Any:
        inputs, _ = _attach_lod(tensors, levels, len(levels))
        return function(*inputs)

    return call


def backward_with_lod(function: Func, levels: Sequence[int], kept: Sequence[int]) -> Func:
    """Wrap backward_func. The wrapper takes the inputs at `kept`, all offsets, outputs and douts.

    Offsets get no gradient.
    """
    order = [*kept, *(i for i in range(len(levels)) if i not in kept)]

    @functools.wraps(function)
    def call(*tensors: DenseTensor | None) -> Any:
        count = len(kept)
        starts = [sum(levels[:i]) for i in range(len(levels))]
        offsets = [tensors[count + starts[i] + k] for i in order for k in range(levels[i])]
        reordered = [*tensors[:count], *offsets, *tensors[count + sum(levels) :]]
        inputs, rest = _attach_lod(reordered, [levels[i] for i in order], count)
        returned = function(*inputs, *rest)
        grads = list(returned) if isinstance(returned, list | tuple) else [returned]
        return [*grads, *[None] * sum(levels)]

    return call
