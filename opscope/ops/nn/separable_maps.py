"""Average pooling of images with three dims: each dim is multiplied by a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.manipulation.reshape import shape_like
from opscope.ops.nn import windows_nd
from opscope.ops.nn.weighted_sums import mapped
from opscope.ops.registry import Sample, op

# --- means in windows -------------------------------------------------------------------------------


def _avg_pooled(
    x: TensorSpec, *, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, **_: Any
) -> TensorSpec:
    if x.rank != 5:
        raise ShapeError("avg_pool3d: x must be [N, C, D, H, W]", facts={"x": x}, fix="add dims with unsqueeze")
    axes = windows_nd.axes(x.shape[2:], kernel_size, kernel_size if stride is None else stride, padding)
    return x.with_shape((*x.shape[:2], *windows_nd.counts(x.shape[2:], axes, ceil_mode)))


def _means(xp: ArrayModule, like: Any, attrs: dict[str, Any]) -> list[Any]:
    """Return for each dim the matrix [count, dim] that computes the means of its windows."""
    size, stride = attrs["kernel_size"], attrs["stride"]
    axes = windows_nd.axes(like.shape[2:], size, size if stride is None else stride, attrs["padding"])
    made = []
    for axis, dim in zip(axes, like.shape[2:], strict=True):
        first = xp.arange(axis.count(dim, attrs["ceil_mode"]))[:, None] * axis.stride - axis.before
        low, high = (0, dim) if attrs["exclusive"] else (-axis.before, dim + axis.after)
        share = xp.minimum(first + axis.size, high) - xp.maximum(first, low)
        places = xp.arange(dim)
        hit = ((places >= first) & (places < first + axis.size)).astype(like.dtype)
        made.append(hit if attrs["divisor_override"] else hit / share.astype(like.dtype))
    if attrs["divisor_override"]:
        made[0] = made[0] / made[0].dtype.type(attrs["divisor_override"])
    return made


def _window_samples() -> list[dict[str, Any]]:
    return [
        {"kernel_size": 2},
        {"kernel_size": [3, 2, 2], "stride": 2, "padding": 1, "ceil_mode": True},
        {"kernel_size": 2, "stride": 1, "padding": [1, 0, 1], "exclusive": False},
        {"kernel_size": 2, "divisor_override": 3},
    ]


@op(
    check_shapes=True,
    dtype_kinds="f",
    infer=_avg_pooled,
    vjp={"x": lambda dout, x, attrs: avg_pool3d_spread(dout, x, **attrs)},
    samples=lambda: [Sample((samples.array(2, 2, 3, 4, 5),), attrs) for attrs in _window_samples()],
)
def avg_pool3d(
    xp: ArrayModule,
    x: Array,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: int | None = None,
) -> Array:
    """Return the mean of each window of x [N, C, D, H, W]; the default of stride is kernel_size.

    exclusive: padding is not counted.
    """
    attrs = {"kernel_size": kernel_size, "stride": stride, "padding": padding, "ceil_mode": ceil_mode}
    return mapped(xp, x, _means(xp, x, {**attrs, "exclusive": exclusive, "divisor_override": divisor_override}))


@op(
    dtype_kinds="f",
    infer=shape_like,
    vjp={"x": lambda dout, attrs: avg_pool3d(dout, **attrs)},
    samples=lambda: [
        Sample((samples.array(2, 2, 1, 2, 2), samples.array(2, 2, 3, 4, 5)), {"kernel_size": 2}),
        Sample(
            (samples.array(1, 1, 3, 2, 2), samples.array(1, 1, 3, 2, 2)), {"kernel_size": 3, "stride": 1, "padding": 1}
        ),
    ],
)
def avg_pool3d_spread(
    xp: ArrayModule,
    x: Array,
    like: Array,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: int | None = None,
) -> Array:
    """Distribute x evenly over its windows, in the shape of `like`: the gradient of avg_pool3d."""
    attrs = {"kernel_size": kernel_size, "stride": stride, "padding": padding, "ceil_mode": ceil_mode}
    matrices = _means(xp, like, {**attrs, "exclusive": exclusive, "divisor_override": divisor_override})
    return mapped(xp, x, matrices, transposed=True)


# --- means in cells ---------------------------------------------------------------------------------


def _cells(xp: ArrayModule, like: Any, sizes: Sequence[Any]) -> list[Any]:
    made = []
    for dim, count in zip(like.shape[2:], sizes, strict=True):
        rows, places = xp.arange(count)[:, None], xp.arange(dim)
        low, high = rows * dim // count, -(-(rows + 1) * dim // count)
        made.append(((places >= low) & (places < high)).astype(like.dtype) / (high - low).astype(like.dtype))
    return made


@op(
    dtype_kinds="f",
    infer=lambda x, *, output_size: x.with_shape((*x.shape[:2], *windows_nd.cell_sizes(x.shape, output_size))),
    vjp={"x": lambda dout, x, output_size: adaptive_avg_pool3d_spread(dout, x, output_size=output_size)},
    samples=lambda: [
        Sample((samples.array(2, 1, 3, 5, 4),), {"output_size": 2}),
        Sample((samples.array(1, 2, 3, 2, 4),), {"output_size": [1, None, 3]}),
    ],
)
def adaptive_avg_pool3d(xp: ArrayModule, x: Array, *, output_size: Any) -> Array:
    """Return the means of output_size cells that divide x [N, C, D, H, W] evenly.

    output_size: an int or three ints; None keeps the dim.
    """
    return mapped(xp, x, _cells(xp, x, windows_nd.cell_sizes(x.shape, output_size)))


@op(
    dtype_kinds="f",
    infer=shape_like,
    vjp={"x": lambda dout, output_size: adaptive_avg_pool3d(dout, output_size=output_size)},
    samples=lambda: [
        Sample((samples.array(1, 2, 2, 2, 1), samples.array(1, 2, 3, 5, 4)), {"output_size": [2, 2, 1]}),
    ],
)
def adaptive_avg_pool3d_spread(xp: ArrayModule, x: Array, like: Array, *, output_size: Any) -> Array:
    """Distribute x evenly over its cells, in the shape of `like`: the gradient of adaptive_avg_pool3d."""
    return mapped(xp, x, _cells(xp, like, x.shape[2:]), transposed=True)
