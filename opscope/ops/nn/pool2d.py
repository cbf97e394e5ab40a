"""Max and average pooling in two dims."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, int32
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError, UnsupportedError
from opscope.ops import samples
from opscope.ops.manipulation.reshape import shape_like
from opscope.ops.nn import windows_2d, windows_nd, workspace
from opscope.ops.nn.weighted_sums import keep_apart
from opscope.ops.registry import Sample, op


def window_axes(shape: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool) -> Any:
    """Return the window, and the numbers of windows along height and width."""
    if len(shape) != 4:
        raise ShapeError(
            f"pooling: the input must be [N, C, H, W], but has rank {len(shape)}", fix="add dims with unsqueeze"
        )
    axes = windows_2d.axes(shape[2:], kernel_size, kernel_size if stride is None else stride, padding)
    return axes, tuple(a.count(d, ceil_mode) for d, a in zip(shape[2:], axes, strict=True))


def _pooled(
    x: TensorSpec,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    data_format: str = "NCHW",
    **_: Any,
) -> TensorSpec:
    if data_format != "NCHW":
        raise UnsupportedError(
            f"pooling does not support data_format={data_format!r}", fix="transpose the input to NCHW"
        )
    return x.with_shape((*x.shape[:2], *window_axes(x.shape, kernel_size, stride, padding, ceil_mode)[1]))


def _max_pooled(x: TensorSpec, **attrs: Any) -> list[TensorSpec]:
    out = _pooled(x, **attrs)
    return [out, out.with_dtype(int32)]


def lowest(xp: ArrayModule, dtype: Any) -> Any:
    """Return a value that is never the maximum."""
    return -xp.inf if dtype.kind == "f" else xp.iinfo(dtype).min


def _choices() -> list[dict[str, Any]]:
    return [
        {"kernel_size": 2},
        {"kernel_size": [3, 2], "stride": 1, "padding": 1},
        {"kernel_size": 3, "stride": 2, "ceil_mode": True},
        {"kernel_size": 2, "padding": "SAME"},
    ]


@op(
    dtype_kinds="iuf",
    infer=_max_pooled,
    outputs=("out", "choice"),
    vjp={"x": lambda dout, x, choice, attrs: max_pool2d_scatter(dout, choice, x, **attrs)},
    samples=lambda: [Sample((samples.distinct(2, 2, 5, 5),), attrs) for attrs in _choices()],
)
def max_pool2d(
    xp: ArrayModule,
    x: Array,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    data_format: str = "NCHW",
) -> Array:
    """Return the maximum of each window of x [N, C, H, W], and its position in the window (int32, row by row).

    The default of stride is kernel_size. padding: an int, two, four, 'SAME' or 'VALID'; padding is never the maximum.
    ceil_mode keeps a last window that is not full.
    """
    axes, sizes = window_axes(x.shape, kernel_size, stride, padding, ceil_mode)
    big = windows_2d.padded(xp, x, axes, sizes, lowest(xp, x.dtype))
    out = choice = None
    for row, column, high, wide in windows_2d.kernel_positions(axes, sizes):
        place = row * axes[1].size + column
        value = workspace.contiguous(xp, "window" if place else "first window", big[:, :, high, wide])
        if out is None:
            out, choice = value, xp.zeros(value.shape, dtype="int32")
        else:
            # places grow; as `where(value > out, place, choice)`, but without a branch for each element
            choice = xp.maximum(choice, (value > out).astype("int32") * xp.int32(place))
            out = xp.maximum(out, value)
    return [xp.array(out), choice]


def _scattered_samples() -> list[Sample]:
    made = []
    for attrs in _choices():
        x = samples.distinct(2, 2, 5, 5)
        out, choice = max_pool2d.run((x,), attrs)
        made.append(Sample((samples.array(*out.shape), choice, x), attrs))
    return made


@op(
    infer=lambda x, choice, like, **_: x.with_shape(like.shape),
    vjp={"x": lambda dout, choice, attrs: max_pool2d_gather(dout, choice, **attrs)},
    samples=_scattered_samples,
)
def max_pool2d_scatter(
    xp: ArrayModule,
    x: Array,
    choice: Array,
    like: Array,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    data_format: str = "NCHW",
) -> Array:
    """Return zeros in the shape of `like` with x at the chosen position of each window: the gradient of max_pool2d."""
    axes, sizes = window_axes(like.shape, kernel_size, stride, padding, ceil_mode)
    out = windows_2d.padded_zeros(xp, like, axes, sizes, x.dtype)
    for row, column, high, wide in windows_2d.kernel_positions(axes, sizes):
        out[:, :, high, wide] += x * (choice == row * axes[1].size + column)
    return windows_2d.interior(out, like, axes)


@op(
    infer=lambda x, choice, **_: x.with_shape(choice.shape),
    vjp={"x": lambda dout, x, choice, attrs: max_pool2d_scatter(dout, choice, x, **attrs)},
    samples=lambda: [Sample((s.args[2], s.args[1]), s.attrs) for s in _scattered_samples()],
)
def max_pool2d_gather(
    xp: ArrayModule,
    x: Array,
    choice: Array,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    data_format: str = "NCHW",
) -> Array:
    """Return the value at the chosen position of each window: the gradient of max_pool2d_scatter."""
    axes, sizes = window_axes(x.shape, kernel_size, stride, padding, ceil_mode)
    big = windows_2d.padded(xp, x, axes, sizes)
    out = xp.zeros(choice.shape, dtype=x.dtype)
    for row, column, high, wide in windows_2d.kernel_positions(axes, sizes):
        out += big[:, :, high, wide] * (choice == row * axes[1].size + column)
    return out


def window_weights(
    xp: ArrayModule, like: Any, axes: Any, sizes: Any, exclusive: bool, divisor_override: int | None
) -> Any:
    """Return the factor of each window's sum, [H', W']; with `exclusive`, the mean does not count padding."""
    if divisor_override:
        return xp.full(sizes, 1.0 / divisor_override, dtype=like.dtype)
    columns = []
    for axis, dim, count in zip(axes, like.shape[2:], sizes, strict=True):
        first = xp.arange(count) * axis.stride
        low, high = (axis.before, dim + axis.before) if exclusive else (0, dim + axis.before + axis.after)
        columns.append(xp.minimum(first + axis.extent, high) - xp.maximum(first, low))
    return (1.0 / (columns[0][:, None] * columns[1])).astype(like.dtype)


@op(
    dtype_kinds="f",
    infer=_pooled,
    vjp={"x": lambda dout, x, attrs: avg_pool2d_spread(dout, x, **attrs)},
    samples=lambda: [
        *(Sample((samples.array(2, 2, 5, 5),), attrs) for attrs in _choices()),
        Sample((samples.array(1, 2, 4, 4),), {"kernel_size": 3, "padding": 1, "exclusive": False}),
        Sample((samples.array(1, 2, 4, 4),), {"kernel_size": 2, "divisor_override": 3}),
    ],
)
def avg_pool2d(
    xp: ArrayModule,
    x: Array,
    *,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: int | None = None,
    data_format: str = "NCHW",
) -> Array:
    """Return the mean of each window of x [N, C, H, W]; the default of stride is kernel_size.

    exclusive: padding is not counted.
    """
    axes, sizes = window_axes(x.shape, kernel_size, stride, padding, ceil_mode)
    big = windows_2d.padded(xp, x, axes, sizes)
    out = xp.zeros((*x.shape[:2], *sizes), dtype=x.dtype)
    for _, _, high, wide in windows_2d.kernel_positions(axes, sizes):
        out += big[:, :, high, wide]
    return out * window_weights(xp, x, axes, sizes, exclusive, divisor_override)


@op(
    dtype_kinds="f",
    infer=shape_like,
    vjp={"x": lambda dout, attrs: avg_pool2d(dout, **attrs)},
    samples=lambda: [
        Sample((samples.array(2, 2, 2, 2), samples.array(2, 2, 5, 5)), {"kernel_size": 2}),
        Sample((samples.array(1, 2, 5, 5), samples.array(1, 2, 5, 5)), {"kernel_size": 3, "stride": 1, "padding": 1}),
    ],
)
def avg_pool2d_spread(
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
    data_format: str = "NCHW",
) -> Array:
    """Distribute x evenly over its windows, in the shape of `like`: the gradient of avg_pool2d."""
    axes, sizes = window_axes(like.shape, kernel_size, stride, padding, ceil_mode)
    value = x * window_weights(xp, like, axes, sizes, exclusive, divisor_override)
    out = windows_2d.padded_zeros(xp, like, axes, sizes, x.dtype)
    for _, _, high, wide in windows_2d.kernel_positions(axes, sizes):
        out[:, :, high, wide] += value
    return windows_2d.interior(out, like, axes)


def _cells(xp: ArrayModule, dim: int, count: int, dtype: DTypeLike) -> Any:
    """Return the matrix [count, dim] whose rows compute the means of the cells of adaptive pooling."""
    rows, places = xp.arange(count)[:, None], xp.arange(dim)
    low, high = rows * dim // count, -(-(rows + 1) * dim // count)
    return ((places >= low) & (places < high)).astype(dtype) / (high - low).astype(dtype)


def bin_matrices(xp: ArrayModule, shape: Any, sizes: Any, dtype: DTypeLike) -> tuple[Any, Any]:
    """Return the matrices along height and width for images of `shape` and cells of `sizes`, both [N, C, H, W]."""
    return _cells(xp, shape[2], sizes[2], dtype), _cells(xp, shape[3], sizes[3], dtype)


@op(
    dtype_kinds="f",
    infer=lambda x, *, output_size: x.with_shape((*x.shape[:2], *windows_nd.cell_sizes(x.shape, output_size))),
    vjp={"x": lambda dout, x, output_size: adaptive_avg_pool2d_spread(dout, x, output_size=output_size)},
    samples=lambda: [
        Sample((samples.array(2, 3, 5, 4),), {"output_size": 1}),
        Sample((samples.array(2, 3, 5, 4),), {"output_size": [3, None]}),
    ],
)
def adaptive_avg_pool2d(xp: ArrayModule, x: Array, *, output_size: Any) -> Array:
    """Return the means of output_size cells that divide x [N, C, H, W] evenly.

    output_size: an int or two ints; None keeps the dim.
    """
    rows, columns = bin_matrices(xp, x.shape, (*x.shape[:2], *windows_nd.cell_sizes(x.shape, output_size)), x.dtype)
    out = xp.matmul(xp.matmul(rows, x), xp.transpose(columns))
    keep_apart(xp, x, (rows, columns), out)
    return out


@op(
    dtype_kinds="f",
    infer=shape_like,
    vjp={"x": lambda dout, output_size: adaptive_avg_pool2d(dout, output_size=output_size)},
    samples=lambda: [Sample((samples.array(2, 3, 2, 2), samples.array(2, 3, 5, 4)), {"output_size": 2})],
)
def adaptive_avg_pool2d_spread(xp: ArrayModule, x: Array, like: Array, *, output_size: Any) -> Array:
    """Distribute x evenly over its cells, in the shape of `like`: the gradient of adaptive_avg_pool2d."""
    rows, columns = bin_matrices(xp, like.shape, x.shape, x.dtype)
    out = xp.matmul(xp.matmul(xp.transpose(rows), x), columns)
    keep_apart(xp, x, (xp.transpose(rows), xp.transpose(columns)), out)
    return out
