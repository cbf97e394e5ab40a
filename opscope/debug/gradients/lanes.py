"""Lanes: groups of input elements that affect separate groups of output elements.

One call can therefore measure all lanes at once. For example, an activation has a lane for each element, a softmax has
a lane for each row, and a matrix product has a lane for each row or column. First, the check guesses the lanes from the
shapes of inputs and outputs. Then the check changes the inputs in some lanes. The check accepts the guess if the
outputs of all other lanes remain exactly equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array


class Lanes(NamedTuple):
    """The lane number of each input element and of each output element. An output without a gradient has None."""

    of_input: Array
    of_outs: list[Any]
    number: int

    def sums(self, contributions: Sequence[Any]) -> Any:
        """Return, for each lane, the sum of the contributions of the output elements in this lane."""
        total = np.zeros(self.number)
        for labels, values in zip(self.of_outs, contributions, strict=True):
            if labels is not None and values is not None:
                total += _sums(labels, values, self.number)
        return total

    def input_sums(self, values: Array) -> Any:
        """Return, for each lane, the sum of the values of the input elements in this lane."""
        return _sums(self.of_input, values, self.number)

    @property
    def largest(self) -> int:
        """The number of elements in the largest lane."""
        return int(np.bincount(self.of_input, minlength=self.number).max(initial=0))


def _sums(labels: Array, values: Array, number: int) -> Any:
    if number == 1:
        return np.array([values.sum()])
    if number == values.size:  # one lane for each element, in order
        return values.reshape(-1)
    return np.bincount(labels, weights=values.reshape(-1), minlength=number)


def one_lane(x: Array, outs: Sequence[Any]) -> Lanes:
    """Return lanes in which all elements are in a single lane."""
    return Lanes(np.zeros(x.size, int), [None if o is None else np.zeros(o.size, int) for o in outs], 1)


def find_lanes(x: Array, outs: Sequence[Any], moved: Callable[[Array], list[Any] | None], rng: Any) -> Lanes:
    """Find lanes of an input that are as small as possible.

    The function `moved(mask)` makes a small change of the input elements in the mask, and returns the new outputs, or
    None if the call fails.

    `outs` contains None for each output that has no gradient.
    """
    for lanes in _guesses(x, outs):
        chosen = rng.permutation(lanes.number) < max(1, lanes.number // 2)
        if all(_is_separate(lanes, mask, x, outs, moved) for mask in (chosen, ~chosen)):
            return lanes
    return one_lane(x, outs)


def _is_separate(lanes: Lanes, mask: Array, x: Array, outs: Sequence[Any], moved: Callable[[Array], Any]) -> bool:
    ends = moved(mask[lanes.of_input].reshape(x.shape))
    if ends is None:
        return False
    for labels, out, end in zip(lanes.of_outs, outs, ends, strict=True):
        if labels is not None:
            still = ~mask[labels].reshape(out.shape)
            if not np.array_equal(out[still], end[still], equal_nan=True):
                return False
    return True


def _guesses(x: Array, outs: Sequence[Any]) -> Iterator[Lanes]:
    shapes = [o.shape for o in outs if o is not None]
    if x.size < 2 or not shapes:
        return
    labels = np.arange(x.size).reshape(x.shape)
    if all(_broadcasts(x.shape, s) for s in shapes):
        spread = [None if o is None else np.broadcast_to(labels, o.shape).reshape(-1) for o in outs]
        yield Lanes(labels.reshape(-1), spread, x.size)
    if x.ndim < 2 and all(len(s) < 2 for s in shapes):
        return
    rank = min(x.ndim, *(len(s) for s in shapes))
    for axis in (*range(rank - 1 if rank > 1 else 1), -1):
        if rank and x.shape[axis] > 1 and all(s[axis] == x.shape[axis] for s in shapes):
            yield Lanes(_along(x, axis), [None if o is None else _along(o, axis) for o in outs], x.shape[axis])


def _broadcasts(shape: tuple[int, ...], to: tuple[int, ...]) -> bool:
    return len(shape) <= len(to) and all(a in (1, b) for a, b in zip(reversed(shape), reversed(to), strict=False))


def _along(array: Array, axis: int) -> Any:
    axis %= array.ndim
    shape = [1] * array.ndim
    shape[axis] = array.shape[axis]
    return np.broadcast_to(np.arange(array.shape[axis]).reshape(shape), array.shape).reshape(-1)
