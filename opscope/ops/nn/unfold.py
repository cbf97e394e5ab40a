"""Copies of windows to columns (im2col), and sums of columns into images (col2im)."""

from __future__ import annotations

import math
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.nn import windows_nd
from opscope.ops.registry import Sample, op


def _unfold(x: TensorSpec, *, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1) -> TensorSpec:
    if x.rank != 4:
        raise ShapeError("unfold: x must be [N, C, H, W]", facts={"x": x}, fix="add dims with unsqueeze")
    axes = windows_nd.axes(x.shape[2:], kernel_sizes, strides, paddings, dilations)
    rows = dims.product((x.shape[1], *(a.size for a in axes)))
    return x.with_shape((x.shape[0], rows, dims.product(windows_nd.counts(x.shape[2:], axes))))


def _attrs() -> list[dict[str, Any]]:
    return [{"kernel_sizes": 2}, {"kernel_sizes": [2, 3], "strides": 2, "paddings": 1, "dilations": [2, 1]}]


@op(
    check_shapes=True,
    infer=_unfold,
    vjp={"x": lambda dout, x, attrs: unfold_sum(dout, x, **attrs)},
    samples=lambda: [Sample((samples.array(2, 2, 4, 5),), attrs) for attrs in _attrs()],
)
def unfold(
    xp: ArrayModule, x: Array, *, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1
) -> Array:
    """Return the windows of x [N, C, H, W] as columns [N, C * KH * KW, windows] (im2col)."""
    axes = windows_nd.axes(x.shape[2:], kernel_sizes, strides, paddings, dilations)
    return windows_nd.columns(xp, x, axes, windows_nd.counts(x.shape[2:], axes), 1)[:, 0]  # type: ignore[arg-type]


def _sum_samples() -> list[Sample]:
    made = []
    for attrs in _attrs():
        x = samples.array(2, 2, 4, 5)
        made.append(Sample((samples.array(*unfold.run((x,), attrs).shape, seed=2), x), attrs))
    return made


def _summed(xp: ArrayModule, x: Array, shape: Any, axes: windows_nd.Axes) -> Any:
    sizes = windows_nd.counts(shape[2:], axes)
    parts = xp.reshape(x, (x.shape[0], shape[1], *(a.size for a in axes), *sizes))
    return xp.ascontiguousarray(windows_nd.fold(xp, parts, shape[2:], axes))


@op(
    infer=lambda x, like, **_: x.with_shape(like.shape),
    vjp={"x": lambda dout, attrs: unfold(dout, **attrs)},
    samples=_sum_samples,
)
def unfold_sum(
    xp: ArrayModule,
    x: Array,
    like: Array,
    *,
    kernel_sizes: Any,
    strides: Any = 1,
    paddings: Any = 0,
    dilations: Any = 1,
) -> Array:
    """Add columns to the positions that unfold read, in the shape of `like`: the gradient of unfold."""
    axes = windows_nd.axes(like.shape[2:], kernel_sizes, strides, paddings, dilations)
    return _summed(xp, x, like.shape, axes)


def _fold(
    x: TensorSpec, *, output_sizes: Any, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1
) -> TensorSpec:
    sizes = windows_nd.many(output_sizes, 2, "output_sizes")
    axes = windows_nd.axes(sizes, kernel_sizes, strides, paddings, dilations)
    rows, windows = math.prod(a.size for a in axes), dims.product(windows_nd.counts(sizes, axes))
    if x.rank != 3 or (x.shape[1] or 0) % rows or x.shape[2] not in (None, windows):
        raise ShapeError(
            f"fold: x must be [N, C * {rows}, {windows}]", facts={"x": x}, fix="change output_sizes or kernel_sizes"
        )
    return x.with_shape((x.shape[0], None if x.shape[1] is None else x.shape[1] // rows, *sizes))


@op(
    infer=_fold,
    vjp={
        "x": lambda dout, kernel_sizes, strides, paddings, dilations: unfold(
            dout, kernel_sizes=kernel_sizes, strides=strides, paddings=paddings, dilations=dilations
        )
    },
    samples=lambda: [Sample((s.args[0],), {"output_sizes": [4, 5], **s.attrs}) for s in _sum_samples()],
)
def fold(
    xp: ArrayModule,
    x: Array,
    *,
    output_sizes: Any,
    kernel_sizes: Any,
    strides: Any = 1,
    paddings: Any = 0,
    dilations: Any = 1,
) -> Array:
    """Add columns [N, C * KH * KW, windows] to an image [N, C, *output_sizes] (col2im)."""
    sizes = windows_nd.many(output_sizes, 2, "output_sizes")
    axes = windows_nd.axes(sizes, kernel_sizes, strides, paddings, dilations)
    channels = x.shape[1] // math.prod(a.size for a in axes)
    return _summed(xp, x, (x.shape[0], channels, *sizes), axes)
