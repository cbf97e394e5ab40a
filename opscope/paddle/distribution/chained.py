"""Transforms that consist of other transforms: a chain, a stack, more dims of a value, and another shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.errors import ArgumentError, UsageError
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.transform import CALLED, Transform


def _transforms(given: Any) -> list[Transform]:
    if not isinstance(given, list | tuple) or not all(isinstance(t, Transform) for t in given):
        raise UsageError(f"'transforms' must be a sequence of Transforms, but received {type(given)}")
    return list(given)


def summed(value: Any, count: int) -> Any:
    """Return the sum over the last `count` dims."""
    return T.sum(value, axis=list(range(-count, 0))) if count > 0 else value


class ChainTransform(Transform):
    """A chain of transforms; the first in the list is applied first."""

    def __init__(self, transforms: Sequence[Transform]) -> None:
        self.transforms = _transforms(transforms)
        self.injective = all(t.injective for t in self.transforms)
        rank_in = rank_out = 0
        for t in self.transforms:  # what one needs more than is there, the first must be given
            rank_in += max(0, t.event_ranks[0] - rank_out)
            rank_out = t.event_ranks[1] + max(0, rank_out - t.event_ranks[0])
        self.event_ranks = (rank_in, rank_out)

    def _forward(self, x: Any) -> Any:
        for t in self.transforms:
            x = t.forward(x)
        return x

    def _inverse(self, y: Any) -> Any:
        for t in reversed(self.transforms):
            y = t.inverse(y)
        return y

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        total, rank = 0.0, self.event_ranks[0]
        for t in self.transforms:
            total = total + summed(t.forward_log_det_jacobian(x), rank - t.event_ranks[0])
            x = t.forward(x)
            rank += t.event_ranks[1] - t.event_ranks[0]
        return total

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        for t in self.transforms:
            shape = t.forward_shape(shape)
        return tuple(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        for t in reversed(self.transforms):
            shape = t.inverse_shape(shape)
        return tuple(shape)


CALLED[Transform] = lambda first, then: ChainTransform([first, then])


class IndependentTransform(Transform):
    """A transform for which the last reinterpreted_batch_rank batch dims are dims of a value."""

    def __init__(self, base: Transform, reinterpreted_batch_rank: int) -> None:
        if not isinstance(base, Transform):
            raise UsageError(f"'base' must be a Transform, but received {type(base)}")
        if reinterpreted_batch_rank <= 0:
            raise ArgumentError(
                f"'reinterpreted_batch_rank' must be greater than zero, but is {reinterpreted_batch_rank}"
            )
        self.base, self.rank, self.injective = base, reinterpreted_batch_rank, base.injective
        self.event_ranks = (base.event_ranks[0] + self.rank, base.event_ranks[1] + self.rank)

    def _checked(self, value: Any, rank: int) -> Any:
        if len(value.shape) < rank:
            raise ArgumentError("The input has fewer dims than an event of the transform.")
        return value

    def _forward(self, x: Any) -> Any:
        return self.base.forward(self._checked(x, self.event_ranks[0]))

    def _inverse(self, y: Any) -> Any:
        return self.base.inverse(self._checked(y, self.event_ranks[1]))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return summed(self.base.forward_log_det_jacobian(x), self.rank)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return self.base.forward_shape(shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return self.base.inverse_shape(shape)


class ReshapeTransform(Transform):
    """Reshape values from in_event_shape to out_event_shape."""

    def __init__(self, in_event_shape: Sequence[int], out_event_shape: Sequence[int]) -> None:
        if math.prod(in_event_shape) != math.prod(out_event_shape):
            raise ArgumentError(
                "'in_event_shape' and 'out_event_shape' must have the same number of elements, but they have "
                f"{math.prod(in_event_shape)} and "
                f"{math.prod(out_event_shape)}"
            )
        self.in_event_shape, self.out_event_shape = tuple(in_event_shape), tuple(out_event_shape)
        self.event_ranks = (len(self.in_event_shape), len(self.out_event_shape))

    def _forward(self, x: Any) -> Any:
        return T.reshape(x, list(self.forward_shape(x.shape)))

    def _inverse(self, y: Any) -> Any:
        return T.reshape(y, list(self.inverse_shape(y.shape)))

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return T.zeros(list(x.shape[: len(x.shape) - self.event_ranks[0]]), x.dtype.name)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return _exchanged(shape, self.in_event_shape, self.out_event_shape)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return _exchanged(shape, self.out_event_shape, self.in_event_shape)


def _exchanged(shape: Sequence[int], old: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    lead = len(shape) - len(old)
    if lead < 0 or tuple(shape[lead:]) != old:
        raise ArgumentError(
            f"ReshapeTransform: the last dims of the input must be {old}, but they are {tuple(shape[max(lead, 0) :])}"
        )
    return (*shape[:lead], *new)


class StackTransform(Transform):
    """A stack of transforms: transform i is applied to part i along an axis."""

    def __init__(self, transforms: Sequence[Transform], axis: int = 0) -> None:
        self.transforms, self.axis = _transforms(transforms), axis
        self.injective = all(t.injective for t in self.transforms)

    def _each(self, method: str, value: Any) -> Any:
        if not -len(value.shape) <= self.axis < len(value.shape):
            raise ArgumentError(
                f"StackTransform: the input has {len(value.shape)} dims, so it has no axis {self.axis}."
            )
        if value.shape[self.axis] != len(self.transforms):
            raise ArgumentError(
                f"The size of the input along axis {self.axis} must be the number of transforms.",
                facts={"shape": list(value.shape), "transforms": len(self.transforms)},
            )
        parts = T.unbind(value, self.axis)
        return T.stack([getattr(t, method)(p) for t, p in zip(self.transforms, parts, strict=True)], self.axis)

    def _forward(self, x: Any) -> Any:
        return self._each("forward", x)

    def _inverse(self, y: Any) -> Any:
        return self._each("inverse", y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return self._each("forward_log_det_jacobian", x)
