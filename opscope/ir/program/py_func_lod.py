"""py_func's functions see the LoD of what they are given: offsets come behind the inputs, and go into them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

Func = Callable[..., Any]


def _take(boxes: Sequence[Any], levels: Sequence[int], count: int) -> tuple[list[Any], list[Any]]:
    """(the first boxes, with their LoD; what comes behind the offsets). levels: how many each input has."""
    rest = iter(boxes[count:])
    for place, number in enumerate(levels):
        offsets = [next(rest) for _ in range(number)]
        if place < count and number and None not in (*offsets, boxes[place]):
            boxes[place]._lod = [level.array.tolist() for level in offsets]
    return list(boxes[:count]), list(rest)


def forward_with_lod(function: Func, levels: Sequence[int]) -> Func:
    """The function of py_func, of the inputs and then the offsets of each."""

    @functools.wraps(function)
    def call(*boxes: Any) -> Any:
        inputs, _ = _take(boxes, levels, len(levels))
        return function(*inputs)

    return call


def backward_with_lod(function: Func, levels: Sequence[int], kept: Sequence[int]) -> Func:
    """The backward function, of the inputs at `kept`, all offsets, then the rest; no gradient for the offsets."""
    order = [*kept, *(i for i in range(len(levels)) if i not in kept)]

    @functools.wraps(function)
    def call(*boxes: Any) -> Any:
        count = len(kept)
        starts = [sum(levels[:i]) for i in range(len(levels))]
        offsets = [boxes[count + starts[i] + k] for i in order for k in range(levels[i])]
        given = [*boxes[:count], *offsets, *boxes[count + sum(levels) :]]
        inputs, rest = _take(given, [levels[i] for i in order], count)
        returned = function(*inputs, *rest)
        grads = list(returned) if isinstance(returned, list | tuple) else [returned]
        return [*grads, *[None] * sum(levels)]

    return call
