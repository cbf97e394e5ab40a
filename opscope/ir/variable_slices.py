"""Slices of Variables whose bounds are Variables, as in x[:n]."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array
from opscope.ops.dynamic_shape import strided_slice
from opscope.ops.tensor_operators import TensorOperators

_UNBOUNDED = 2**31 - 1


def slice_variable_bounds(x: Array, item: Any) -> tuple[Any, Any]:
    """Apply the slices with Variable bounds. Return x after these slices, and the index, in which `:` replaces them."""
    parts = list(item) if isinstance(item, tuple) else [item]
    if not any(_has_variable_bound(part) for part in parts):
        return x, item
    axis, columns = 0, ([], [], [], [])
    for position, part in enumerate(parts):
        if part is Ellipsis:
            axis += x.ndim - sum(_consumed_axes(p) for p in parts)
        elif _has_variable_bound(part):
            step = 1 if part.step is None else part.step
            descending = not isinstance(step, TensorOperators) and step < 0
            start = (-1 if descending else 0) if part.start is None else part.start
            stop = (-_UNBOUNDED if descending else _UNBOUNDED) if part.stop is None else part.stop
            for column, value in zip(columns, (axis, start, stop, step), strict=True):
                column.append(value)
            parts[position] = slice(None)
        axis += _consumed_axes(part)
    return strided_slice(x, *columns), tuple(parts)


def _has_variable_bound(part: Any) -> bool:
    return isinstance(part, slice) and any(isinstance(b, TensorOperators) for b in (part.start, part.stop, part.step))


def _consumed_axes(part: Any) -> int:
    """Return the number of axes of x that a part of the index uses."""
    if part is None or part is Ellipsis:
        return 0
    is_mask = isinstance(part, TensorOperators) and getattr(part, "dtype").kind == "b"  # noqa: B009 (all of them have it)
    return len(getattr(part, "shape")) if is_mask else 1  # noqa: B009
