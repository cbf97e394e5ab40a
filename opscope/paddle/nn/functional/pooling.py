"""Pooling in one, two and three dims, by windows and by cells, and the inverse of max pooling."""

from __future__ import annotations

from typing import Any

from opscope.errors import UnsupportedError
from opscope.ops.manipulation.reshape import squeeze, unsqueeze
from opscope.ops.nn import (
    max_pool_indices,
    pool2d,
    separable_maps,
    windows_nd,
)
from opscope.ops.public_functions import public
from opscope.paddle.nn.functional.dims_family import Function, member
from opscope.paddle.nn.functional.layout import (
    FORMATS,
    beside,
    channels_last,
    one,
    to_first,
    to_last,
    window_padding,
    with_rank,
)


def _line(kernel_size: Any, stride: Any, padding: Any) -> dict[str, Any]:
    """Return the window of 1-d pooling for [N, C, 1, L]."""
    size = one(kernel_size, "kernel_size")
    step = size if stride is None else one(stride, "stride")
    return {"kernel_size": [1, size], "stride": [1, step], "padding": beside(window_padding(padding, 1, False))}


def _narrow(out: Any) -> Any:
    return squeeze(out, axis=2)


def _masked(x: Any, attrs: dict[str, Any], last: bool) -> tuple[Any, Any]:
    if last:
        raise UnsupportedError("max pooling does not support return_mask=True if the channels are the last dim",
                               fix="transpose x to [N, C, ...], and pass a data_format such as 'NCHW'")  # fmt: skip
    out, mask = max_pool_indices.max_pool_with_index(x, **attrs)
    return out, mask


@public
def max_pool1d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    name: str | None = None,
) -> Any:
    """Return the maximum of each window of x [N, C, L]; with return_mask, also its position (int32)."""
    with_rank(x, 3, "max_pool1d")
    attrs = {**_line(kernel_size, stride, padding), "ceil_mode": ceil_mode}
    wide = unsqueeze(x, axis=2)
    if return_mask:
        out, mask = max_pool_indices.max_pool_with_index(wide, **attrs)
        return _narrow(out), _narrow(mask)
    return _narrow(pool2d.max_pool2d(wide, **attrs)[0])


def _max_pool(dims: int, doc: str) -> Function:
    function_name = f"max_pool{dims}d"

    def max_pool(
        x: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        return_mask: bool = False,
        ceil_mode: bool = False,
        data_format: str = FORMATS[dims][0],
        name: str | None = None,
    ) -> Any:
        last = channels_last(data_format, dims, function_name)
        if dims == 3:
            with_rank(x, 5, function_name)
        pads = window_padding(padding, dims, last)
        attrs = {"kernel_size": kernel_size, "stride": stride, "padding": pads, "ceil_mode": ceil_mode}
        if return_mask:
            return _masked(x, attrs, last)
        pool = pool2d.max_pool2d if dims == 2 else max_pool_indices.max_pool_with_index
        return to_last(pool(to_first(x, last), **attrs)[0], last)

    return member(max_pool, function_name, doc)


max_pool2d = _max_pool(
    2,
    """The largest value in each window of x [N, C, H, W] (or NHWC); stride None: kernel_size.

    With return_mask also its place in the flattened image (int32).
    """,
)
max_pool3d = _max_pool(
    3,
    "The largest value in each window of x [N, C, D, H, W] (or NDHWC); with return_mask also its place (int32).",
)


@public
def avg_pool1d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    exclusive: bool = True,
    ceil_mode: bool = False,
    name: str | None = None,
) -> Any:
    """Return the mean of each window of x [N, C, L]; exclusive: padding is not counted."""
    with_rank(x, 3, "avg_pool1d")
    attrs = {**_line(kernel_size, stride, padding), "ceil_mode": ceil_mode, "exclusive": exclusive}
    return _narrow(pool2d.avg_pool2d(unsqueeze(x, axis=2), **attrs))


def _avg_pool(dims: int, doc: str) -> Function:
    function_name = f"avg_pool{dims}d"

    def avg_pool(
        x: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        exclusive: bool = True,
        divisor_override: int | None = None,
        data_format: str = FORMATS[dims][0],
        name: str | None = None,
    ) -> Any:
        last = channels_last(data_format, dims, function_name)
        pads = window_padding(padding, dims, last)
        attrs = {"kernel_size": kernel_size, "stride": stride, "padding": pads, "ceil_mode": ceil_mode}
        pool = pool2d.avg_pool2d if dims == 2 else separable_maps.avg_pool3d
        out = pool(to_first(x, last), **attrs, exclusive=exclusive, divisor_override=divisor_override)
        return to_last(out, last)

    return member(avg_pool, function_name, doc)


avg_pool2d = _avg_pool(2, "The mean of each window of x [N, C, H, W] (or NHWC); exclusive: padding is not counted.")
avg_pool3d = _avg_pool(3, "The mean of each window of x [N, C, D, H, W] (or NDHWC); exclusive: padding is not counted.")


# --- by cells ---------------------------------------------------------------------------------------


@public
def adaptive_avg_pool1d(x: Any, output_size: Any, name: str | None = None) -> Any:
    """Return the means of output_size cells that divide x [N, C, L] evenly."""
    with_rank(x, 3, "adaptive_avg_pool1d")
    cells = [1, one(output_size, "output_size")]
    return _narrow(pool2d.adaptive_avg_pool2d(unsqueeze(x, axis=2), output_size=cells))


@public
def adaptive_avg_pool2d(x: Any, output_size: Any, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Return the means of output_size cells (None keeps a dim) that divide x [N, C, H, W] (or NHWC) evenly."""
    last = channels_last(data_format, 2, "adaptive_avg_pool2d")
    return to_last(pool2d.adaptive_avg_pool2d(to_first(x, last), output_size=output_size), last)


@public
def adaptive_avg_pool3d(x: Any, output_size: Any, data_format: str = "NCDHW", name: str | None = None) -> Any:
    """Return the means of output_size cells (None keeps a dim) that divide x [N, C, D, H, W] (or NDHWC) evenly."""
    last = channels_last(data_format, 3, "adaptive_avg_pool3d")
    return to_last(separable_maps.adaptive_avg_pool3d(to_first(x, last), output_size=output_size), last)


def _adaptive_max_pool(dims: int, shape: str) -> Function:
    function_name = f"adaptive_max_pool{dims}d"

    def adaptive_max_pool(x: Any, output_size: Any, return_mask: bool = False, name: str | None = None) -> Any:
        size = one(output_size, "output_size") if dims == 1 else output_size
        with_rank(x, dims + 2, function_name)
        out, mask = max_pool_indices.adaptive_max_pool(x, output_size=size)
        return (out, mask) if return_mask else out

    doc = f"The largest values of x {shape} in output_size cells; with return_mask also their places (int32)."
    return member(adaptive_max_pool, function_name, doc)


adaptive_max_pool1d = _adaptive_max_pool(1, "[N, C, L]")
adaptive_max_pool2d = _adaptive_max_pool(2, "[N, C, H, W]")
adaptive_max_pool3d = _adaptive_max_pool(3, "[N, C, D, H, W]")


# --- back -------------------------------------------------------------------------------------------


def _unpooled(
    x: Any, indices: Any, kernel_size: Any, stride: Any, padding: Any, output_size: Any, rank: int, where: str
) -> Any:
    with_rank(x, rank, where)
    n = rank - 2
    if output_size is None:
        sizes = windows_nd.many(kernel_size, n, "kernel_size")
        steps = sizes if stride is None else windows_nd.many(stride, n, "stride")
        pads = windows_nd.many(padding, n, "padding")
        pairs = zip(x.shape[2:], sizes, steps, pads, strict=True)
        wanted = [max_pool_indices.unpooled(None if d == -1 else d, k, s, p) for d, k, s, p in pairs]
    else:
        wanted = list(output_size)[-n:]
    if any(d is None for d in wanted):
        raise UnsupportedError(
            f"{where}: the dims of x must be known when the program is built", fix="pass output_size"
        )
    return max_pool_indices.max_unpool(x, indices, output_size=wanted)


def _max_unpool(dims: int, shape: str) -> Function:
    function_name, layout = f"max_unpool{dims}d", FORMATS[dims][0]

    def max_unpool(
        x: Any,
        indices: Any,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        data_format: str = layout,
        output_size: Any = None,
        name: str | None = None,
    ) -> Any:
        if data_format != layout:
            raise UnsupportedError(
                f"{function_name} does not support data_format={data_format!r}", fix=f"use {layout!r}"
            )
        return _unpooled(x, indices, kernel_size, stride, padding, output_size, dims + 2, function_name)

    doc = f"Zeros with x {shape} where max_pool{dims}d(return_mask=True) had found it."
    return member(max_unpool, function_name, doc)


max_unpool1d = _max_unpool(1, "[N, C, L]")
max_unpool2d = _max_unpool(2, "[N, C, H, W]")
max_unpool3d = _max_unpool(3, "[N, C, D, H, W]")
