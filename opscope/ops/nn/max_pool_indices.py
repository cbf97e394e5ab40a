"""Max pooling in any number of dims with the position of each maximum, and the inverse (unpooling)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int32
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.nn import windows_nd
from opscope.ops.nn.pool2d import lowest
from opscope.ops.registry import Sample, op


def _window_axes(shape: Any, kernel_size: Any, stride: Any, padding: Any) -> windows_nd.Axes:
    return windows_nd.axes(shape[2:], kernel_size, kernel_size if stride is None else stride, padding)


def _indexed(
    x: TensorSpec, *, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False
) -> list[TensorSpec]:
    if x.rank < 3:
        raise ShapeError("max pooling: x must be [N, C, *]", facts={"x": x}, fix="add dims with unsqueeze")
    sizes = windows_nd.counts(x.shape[2:], _window_axes(x.shape, kernel_size, stride, padding), ceil_mode)
    out = x.with_shape((*x.shape[:2], *sizes))
    return [out, out.with_dtype(int32)]


def _flat_places(
    xp: ArrayModule, choice: Any, axes: windows_nd.Axes, shape: Sequence[int], sizes: Sequence[int]
) -> Any:
    """Return the positions in the flattened dims after C for positions in the flattened window."""
    n = len(axes)
    total, rest = xp.zeros(choice.shape, dtype="int64"), choice
    step = 1
    for axis in range(n - 1, -1, -1):
        a = axes[axis]
        first = xp.reshape(xp.arange(sizes[axis]) * a.stride - a.before, (-1,) + (1,) * (n - axis - 1))
        total = total + (first + (rest % a.size) * a.dilation) * step
        rest, step = rest // a.size, step * shape[axis]
    return total.astype("int32")


def _choices() -> list[tuple[Any, dict[str, Any]]]:
    return [
        (samples.distinct(2, 2, 5, 4), {"kernel_size": [3, 2], "stride": 1, "padding": 1}),
        (samples.distinct(1, 2, 3, 4, 3), {"kernel_size": 2, "ceil_mode": True}),
        (samples.distinct(2, 1, 7), {"kernel_size": 3, "stride": 2}),
    ]


@op(
    check_shapes=True,
    dtype_kinds="iuf",
    infer=_indexed,
    outputs=("out", "index"),
    vjp={"x": lambda dout, x, index: places_add_like(dout, index, x)},
    samples=lambda: [Sample((x,), attrs) for x, attrs in _choices()],
)
def max_pool_with_index(
    xp: ArrayModule, x: Array, *, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False
) -> Array:
    """Return the maximum of each window of x [N, C, *], and its position in the flattened dims after C (int32).

    The default of stride is kernel_size. Padding is never the maximum. Among equal values, the first counts.
    """
    axes = _window_axes(x.shape, kernel_size, stride, padding)
    sizes: Any = windows_nd.counts(x.shape[2:], axes, ceil_mode)
    view = windows_nd.windows(xp, x, axes, sizes, lowest(xp, x.dtype))
    flat = xp.reshape(view, (*x.shape[:2], math.prod(a.size for a in axes), *sizes))
    choice = xp.argmax(flat, axis=2)
    return [xp.max(flat, axis=2), _flat_places(xp, choice, axes, x.shape[2:], sizes)]


def _adaptive(x: TensorSpec, *, output_size: Any) -> list[TensorSpec]:
    out = x.with_shape((*x.shape[:2], *windows_nd.cell_sizes(x.shape, output_size)))
    return [out, out.with_dtype(int32)]


@op(
    infer=_adaptive,
    outputs=("out", "index"),
    vjp={"x": lambda dout, x, index: places_add_like(dout, index, x)},
    samples=lambda: [
        Sample((samples.distinct(2, 2, 5, 4),), {"output_size": 3}),
        Sample((samples.distinct(1, 2, 3, 4, 3),), {"output_size": [2, None, 1]}),
        Sample((samples.distinct(1, 2, 7),), {"output_size": [3]}),
    ],
)
def adaptive_max_pool(xp: ArrayModule, x: Array, *, output_size: Any) -> Array:
    """Return the maximum of each of output_size cells that divide x [N, C, *] evenly, and its position as int32.

    output_size: an int, or an int for each dim after C (None keeps the dim). A position is in the flattened dims.
    """
    sizes: Any = windows_nd.cell_sizes(x.shape, output_size)
    inner = x.shape[2:]
    number = xp.reshape(xp.arange(math.prod(inner)), inner)
    values, places = [], []
    for cell in itertools.product(*map(range, sizes)):
        spot = tuple(slice(i * d // n, -(-(i + 1) * d // n)) for i, d, n in zip(cell, inner, sizes, strict=True))
        part = xp.reshape(x[(slice(None), slice(None), *spot)], (*x.shape[:2], -1))
        values.append(xp.max(part, axis=2))
        places.append(xp.take(xp.reshape(number[spot], (-1,)), xp.argmax(part, axis=2)))
    shape = (*x.shape[:2], *sizes)
    return [
        xp.reshape(xp.stack(values, axis=2), shape),
        xp.reshape(xp.stack(places, axis=2), shape).astype("int32"),
    ]


def _back_samples() -> list[Sample]:
    made = []
    for x, attrs in _choices():
        out, index = max_pool_with_index.run((x,), attrs)
        made.append(Sample((samples.array(*out.shape), index, x)))
    return made


def _flat(value: Array) -> tuple[int, int, int]:
    return value.shape[0], value.shape[1], math.prod(value.shape[2:])


@op(
    infer=lambda x, index, like: x.with_shape(like.shape),
    vjp={"x": lambda dout, index: at_places(dout, index)},
    samples=_back_samples,
)
def places_add_like(xp: ArrayModule, x: Array, index: Array, like: Array) -> Array:
    """Return zeros like `like` [N, C, *] with x added at the positions `index`: the gradient of max pooling."""
    out = xp.zeros(_flat(like), dtype=x.dtype)
    images, channels = xp.arange(out.shape[0])[:, None, None], xp.arange(out.shape[1])[:, None]
    xp.add.at(out, (images, channels, xp.reshape(index, _flat(index))), xp.reshape(x, _flat(x)))
    return xp.reshape(out, like.shape)


@op(
    infer=lambda x, index: x.with_shape(index.shape),
    vjp={"x": lambda dout, x, index: places_add_like(dout, index, x)},
    samples=lambda: [Sample((s.args[2], s.args[1])) for s in _back_samples()],
)
def at_places(xp: ArrayModule, x: Array, index: Array) -> Array:
    """Return the values of x [N, C, *] at the positions `index` of its flattened dims after C."""
    flat = xp.take_along_axis(xp.reshape(x, _flat(x)), xp.reshape(index, _flat(index)).astype("int64"), axis=2)
    return xp.reshape(flat, index.shape)


def _places(*shape: int) -> Any:
    """Return positions that all differ."""
    return np.arange(math.prod(shape)).reshape(shape) * 3 % 7


@op(
    infer=lambda x, index, *, output_size: x.with_shape((*x.shape[:2], *output_size)),
    vjp={"x": lambda dout, index: at_places(dout, index)},
    samples=lambda: [
        Sample((samples.array(2, 1, 2), _places(2, 1, 2)), {"output_size": [7]}),
        Sample((samples.array(1, 1, 2, 1), _places(1, 1, 2, 1)), {"output_size": [4, 3]}),
    ],
)
def max_unpool(xp: ArrayModule, x: Array, index: Array, *, output_size: Sequence[int]) -> Array:
    """Return zeros [N, C, *output_size] with x at the positions `index` of the flattened dims after C."""
    out = xp.zeros((*x.shape[:2], math.prod(output_size)), dtype=x.dtype)
    images, channels = xp.arange(out.shape[0])[:, None, None], xp.arange(out.shape[1])[:, None]
    out[images, channels, xp.reshape(index, _flat(index))] = xp.reshape(x, _flat(x))
    return xp.reshape(out, (*x.shape[:2], *output_size))


def unpooled(size: dims.Dim, kernel: int, stride: int, before: int) -> dims.Dim:
    """Return the dim from which max pooling made `size` windows."""
    return None if size is None else (size - 1) * stride - 2 * before + kernel
