"""Windows over any number of dims, for 3-d convolution, transposed convolution and n-d pooling."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.number_checks import positive_whole
from opscope.core.shape import Dim, Shape
from opscope.errors import ArgumentError
from opscope.ops.nn.windows_2d import Axis

Axes = tuple[Axis, ...]


def many(value: Array, count: int, name: str) -> tuple[Any, ...]:
    """Return `count` ints from an int or `count` ints. Raises ArgumentError for another number of ints."""
    given = (value,) * count if isinstance(value, int) or value is None else tuple(value)
    if len(given) != count:
        raise ArgumentError(f"{name} must be an int or {count} ints, not {value!r}", fix=f"pass {name}=1")
    return given


def cell_sizes(shape: Shape, output_size: Any) -> tuple[Dim, ...]:
    """Return the number of cells of adaptive pooling along each dim after C; None keeps the dim.

    Raises ArgumentError for a number that is not above 0.
    """
    wanted = many(output_size, len(shape) - 2, "output_size")
    return tuple(d if o is None else positive_whole(o, "output_size") for o, d in zip(wanted, shape[2:], strict=True))


def paddings(padding: Any, count: int) -> tuple[tuple[int, int], ...]:
    """Return (before, after) for each of `count` dims.

    padding: an int, one or two ints for each dim, or a pair for N, C and each dim. Raises ArgumentError for other
    values.
    """
    if isinstance(padding, int):
        return ((padding, padding),) * count
    flat: list[Any] = list(padding) if isinstance(padding, list | tuple) else []
    if flat and not isinstance(flat[0], int):
        pairs = flat[-count:] if len(flat) in (count, count + 2) else []
    elif len(flat) == count:
        pairs = [(v, v) for v in flat]
    else:
        pairs = list(zip(flat[::2], flat[1::2], strict=False)) if len(flat) == 2 * count else []
    if len(pairs) != count:
        raise ArgumentError(
            f"padding {padding!r} is not valid", fix=f"pass an int, {count} or {2 * count} ints, 'SAME' or 'VALID'"
        )
    return tuple((int(before), int(after)) for before, after in pairs)


def _same(dim: Dim, size: int, stride: int) -> tuple[int, int]:
    if dim is None:
        return 0, 0
    total = max((-(-dim // stride) - 1) * stride + size - dim, 0)
    return total // 2, total - total // 2


def axes(dims: Sequence[Dim], size: Any, stride: Any, padding: Any, dilation: Any = 1) -> Axes:
    """Return an Axis for each dim. Raises ArgumentError for an invalid padding."""
    n = len(dims)
    sizes, steps, gaps = many(size, n, "kernel_size"), many(stride, n, "stride"), many(dilation, n, "dilation")
    if isinstance(padding, str):
        name = padding.upper()
        if name not in ("SAME", "VALID"):
            raise ArgumentError(f"padding {padding!r} is not valid", fix="pass 'SAME', 'VALID' or numbers")
        pads = [_same(d, k, s) if name == "SAME" else (0, 0) for d, k, s in zip(dims, sizes, steps, strict=True)]
        gaps = (1,) * n if name == "SAME" else gaps  # as in Paddle
    else:
        pads = list(paddings(padding, n))
    return tuple(Axis(k, s, g, *p) for k, s, g, p in zip(sizes, steps, gaps, pads, strict=True))


def counts(dims: Sequence[Dim], axes: Axes, ceil: bool = False) -> tuple[Dim, ...]:
    """Return the number of windows along each dim. Raises ShapeError if there is no window."""
    return tuple(a.count(d, ceil) for d, a in zip(dims, axes, strict=True))


def padded_dims(dims: Sequence[int], axes: Axes, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the dims of the padded values, which contain all windows."""
    return tuple(max(a.span(n), a.before + d) for a, n, d in zip(axes, sizes, dims, strict=True))


def interior_slices(dims: Sequence[int], axes: Axes) -> tuple[slice, ...]:
    """Return the slices that remove the padding from a padded array; N and C come first."""
    real = (slice(a.before, a.before + d) for a, d in zip(axes, dims, strict=True))
    return (slice(None), slice(None), *real)


def padded(xp: ArrayModule, x: Array, axes: Axes, sizes: Sequence[int], fill: Any = 0) -> Any:
    """Return x [N, C, *] with its padding, and with more padding if the last window ends after it (ceil_mode)."""
    whole = padded_dims(x.shape[2:], axes, sizes)
    if whole == tuple(x.shape[2:]):
        return x
    out = xp.full((*x.shape[:2], *whole), fill, dtype=x.dtype)
    out[interior_slices(x.shape[2:], axes)] = x
    return out


def windows(xp: ArrayModule, x: Array, axes: Axes, sizes: Sequence[int], fill: Any = 0) -> Any:
    """Return a view [N, C, *kernel, *sizes] with the values of all windows for each position in the kernel."""
    big = padded(xp, x, axes, sizes, fill)
    image, channel, *steps = big.strides
    inner = [step * a.dilation for step, a in zip(steps, axes, strict=True)]
    outer = [step * a.stride for step, a in zip(steps, axes, strict=True)]
    shape = (*big.shape[:2], *(a.size for a in axes), *sizes)
    return xp.lib.stride_tricks.as_strided(big, shape, (image, channel, *inner, *outer))


def columns(xp: ArrayModule, x: Array, axes: Axes, sizes: Sequence[int], groups: int) -> Any:
    """Return the columns of im2col: [N, groups, C / groups * kernel, windows]."""
    view = windows(xp, x, axes, sizes)
    rows = x.shape[1] // groups * math.prod(a.size for a in axes)
    return xp.reshape(view, (x.shape[0], groups, rows, math.prod(sizes)))


def kernel_positions(axes: Axes, sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...]]]:
    """Yield each position in the kernel, with the slices of the padded values that windows have there."""
    for position in itertools.product(*(range(a.size) for a in axes)):
        yield position, tuple(a.values_at(i, n) for a, i, n in zip(axes, position, sizes, strict=True))


def fold(xp: ArrayModule, parts: Any, dims: Sequence[int], axes: Axes) -> Any:
    """Return the sums [N, C, *dims] of parts [N, C, *kernel, *sizes] (col2im, the transpose of `windows`)."""
    n = len(axes)
    sizes = parts.shape[2 + n :]
    out = xp.zeros((*parts.shape[:2], *padded_dims(dims, axes, sizes)), dtype=parts.dtype)
    for position, values in kernel_positions(axes, sizes):
        out[(slice(None), slice(None), *values)] += parts[(slice(None), slice(None), *position)]
    return out[interior_slices(dims, axes)]
