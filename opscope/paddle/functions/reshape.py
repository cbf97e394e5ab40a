"""Functions that reshape, expand, repeat and slice tensors; the sizes are numbers or tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops import dynamic_shape
from opscope.ops.attr_values import shape_template
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation import reshape as manipulation
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY


@public
def reshape(x: Any, shape: Any, name: str | None = None) -> Any:
    """Reshape x: 0 copies the dim of x, -1 is computed."""
    template, tensors = shape_template(shape, "reshape")
    return dynamic_shape.reshape_to(x, *tensors, shape=template) if tensors else manipulation.reshape(x, shape=template)


@public
def expand(x: Any, shape: Any, name: str | None = None) -> Any:
    """Broadcast the dims of size 1 of x to `shape`; -1 keeps a dim."""
    template, tensors = shape_template(shape, "expand")
    return dynamic_shape.expand_to(x, *tensors, shape=template) if tensors else manipulation.expand(x, shape=template)


broadcast_to = expand


@public
def tile(x: Any, repeat_times: Any, name: str | None = None) -> Any:
    """Repeat x along each of its last dims."""
    times, tensors = shape_template(repeat_times, "tile")
    return (
        dynamic_shape.tile_to(x, *tensors, repeat_times=times) if tensors else manipulation.tile(x, repeat_times=times)
    )


@public
def chunk(x: Any, chunks: int, axis: int = 0, name: str | None = None) -> list[Any]:
    """Split x along an axis into equal parts."""
    return concat_split.split(x, num_or_sections=chunks, axis=axis)


@public
def unstack(x: Any, axis: int = 0, num: int | None = None) -> Any:
    """Return the slices of x along an axis as a list. Raises ArgumentError if their number is not `num`."""
    parts = concat_split.unbind(x, axis=axis)
    if num is not None and num != len(parts):
        raise ArgumentError(
            f"unstack: num must be the size of axis {axis} of x, which is {len(parts)}, but num is {num}",
            site=site(), fix="leave num out",
        )  # fmt: skip
    return parts


@public
def slice(input: Any, axes: Sequence[int], starts: Sequence[int], ends: Sequence[int]) -> Any:
    """Return input[start:end] along each of the axes."""
    return strided_slice(input, axes, starts, ends, [1] * len(axes))


@public
def strided_slice(
    x: Any,
    axes: Sequence[int],
    starts: Sequence[int],
    ends: Sequence[int],
    strides: Sequence[int],
    name: str | None = None,
) -> Any:
    """Return x[start:end:stride] along each of the axes."""
    return dynamic_shape.strided_slice(x, axes, starts, ends, strides)


reverse = manipulation.flip

REGISTRY.public.update(broadcast_to=broadcast_to, reverse=reverse)
