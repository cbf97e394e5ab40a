"""Pooling in one, two and three dims, by windows and by cells, and the way back from max pooling."""

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
from opscope.paddle.nn.functional.layout import (
    beside,
    channels_last,
    one,
    to_first,
    to_last,
    window_padding,
    with_rank,
)


def _line(kernel_size: Any, stride: Any, padding: Any) -> dict[str, Any]:
    """The window of a 1-d pooling over [N, C, 1, L]."""
    size = one(kernel_size, "kernel_size")
    step = size if stride is None else one(stride, "stride")
    return {"kernel_size": [1, size], "stride": [1, step], "padding": beside(window_padding(padding, 1, False))}


def _narrow(out: Any) -> Any:
    return squeeze(out, axis=2)


def _masked(x: Any, attrs: dict[str, Any], last: bool) -> tuple[Any, Any]:
    if last:
        raise UnsupportedError("max pooling with return_mask=True is not supported in channels-last layouts",
                               fix="use channels first")  # fmt: skip
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
    """The largest value in each window of x [N, C, L]; with return_mask also its place (int32)."""
    with_rank(x, 3, "max_pool1d")
    attrs = {**_line(kernel_size, stride, padding), "ceil_mode": ceil_mode}
    wide = unsqueeze(x, axis=2)
    if return_mask:
        out, mask = max_pool_indices.max_pool_with_index(wide, **attrs)
        return _narrow(out), _narrow(mask)
    return _narrow(pool2d.max_pool2d(wide, **attrs)[0])


@public
def max_pool2d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """The largest value in each window of x [N, C, H, W] (or NHWC); stride None: kernel_size.

    With return_mask also its place in the flattened image (int32).
    """
    last = channels_last(data_format, 2, "max_pool2d")
    pads = window_padding(padding, 2, last)
    attrs = {"kernel_size": kernel_size, "stride": stride, "padding": pads, "ceil_mode": ceil_mode}
    if return_mask:
        return _masked(x, attrs, last)
    return to_last(pool2d.max_pool2d(to_first(x, last), **attrs)[0], last)


@public
def max_pool3d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    return_mask: bool = False,
    ceil_mode: bool = False,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Any:
    """The largest value in each window of x [N, C, D, H, W] (or NDHWC); with return_mask also its place (int32)."""
    last = channels_last(data_format, 3, "max_pool3d")
    with_rank(x, 5, "max_pool3d")
    pads = window_padding(padding, 3, last)
    attrs = {"kernel_size": kernel_size, "stride": stride, "padding": pads, "ceil_mode": ceil_mode}
    if return_mask:
        return _masked(x, attrs, last)
    return to_last(max_pool_indices.max_pool_with_index(to_first(x, last), **attrs)[0], last)


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
    """The mean of each window of x [N, C, L]; exclusive: padding is not counted."""
    with_rank(x, 3, "avg_pool1d")
    attrs = {**_line(kernel_size, stride, padding), "ceil_mode": ceil_mode, "exclusive": exclusive}
    return _narrow(pool2d.avg_pool2d(unsqueeze(x, axis=2), **attrs))


@public
def avg_pool2d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: int | None = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """The mean of each window of x [N, C, H, W] (or NHWC); exclusive: padding is not counted."""
    last = channels_last(data_format, 2, "avg_pool2d")
    pads = window_padding(padding, 2, last)
    attrs = {"kernel_size": kernel_size, "stride": stride, "padding": pads, "ceil_mode": ceil_mode}
    out = pool2d.avg_pool2d(to_first(x, last), **attrs, exclusive=exclusive, divisor_override=divisor_override)
    return to_last(out, last)


@public
def avg_pool3d(
    x: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    ceil_mode: bool = False,
    exclusive: bool = True,
    divisor_override: int | None = None,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Any:
    """The mean of each window of x [N, C, D, H, W] (or NDHWC); exclusive: padding is not counted."""
    last = channels_last(data_format, 3, "avg_pool3d")
    pads = window_padding(padding, 3, last)
    attrs = {"kernel_size": kernel_size, "stride": stride, "padding": pads, "ceil_mode": ceil_mode}
    out = separable_maps.avg_pool3d(to_first(x, last), **attrs, exclusive=exclusive, divisor_override=divisor_override)
    return to_last(out, last)


# --- by cells ---------------------------------------------------------------------------------------


@public
def adaptive_avg_pool1d(x: Any, output_size: Any, name: str | None = None) -> Any:
    """Means of x [N, C, L] over output_size cells that cover it evenly."""
    with_rank(x, 3, "adaptive_avg_pool1d")
    cells = [1, one(output_size, "output_size")]
    return _narrow(pool2d.adaptive_avg_pool2d(unsqueeze(x, axis=2), output_size=cells))


@public
def adaptive_avg_pool2d(x: Any, output_size: Any, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Means of x [N, C, H, W] (or NHWC) over output_size cells (None keeps a dim) that cover it evenly."""
    last = channels_last(data_format, 2, "adaptive_avg_pool2d")
    return to_last(pool2d.adaptive_avg_pool2d(to_first(x, last), output_size=output_size), last)


@public
def adaptive_avg_pool3d(x: Any, output_size: Any, data_format: str = "NCDHW", name: str | None = None) -> Any:
    """Means of x [N, C, D, H, W] (or NDHWC) over output_size cells (None keeps a dim) that cover it evenly."""
    last = channels_last(data_format, 3, "adaptive_avg_pool3d")
    return to_last(separable_maps.adaptive_avg_pool3d(to_first(x, last), output_size=output_size), last)


def _adaptive_max(x: Any, output_size: Any, return_mask: bool, rank: int, where: str) -> Any:
    with_rank(x, rank, where)
    out, mask = max_pool_indices.adaptive_max_pool(x, output_size=output_size)
    return (out, mask) if return_mask else out


@public
def adaptive_max_pool1d(x: Any, output_size: Any, return_mask: bool = False, name: str | None = None) -> Any:
    """The largest values of x [N, C, L] in output_size cells; with return_mask also their places (int32)."""
    return _adaptive_max(x, one(output_size, "output_size"), return_mask, 3, "adaptive_max_pool1d")


@public
def adaptive_max_pool2d(x: Any, output_size: Any, return_mask: bool = False, name: str | None = None) -> Any:
    """The largest values of x [N, C, H, W] in output_size cells; with return_mask also their places (int32)."""
    return _adaptive_max(x, output_size, return_mask, 4, "adaptive_max_pool2d")


@public
def adaptive_max_pool3d(x: Any, output_size: Any, return_mask: bool = False, name: str | None = None) -> Any:
    """The largest values of x [N, C, D, H, W] in output_size cells; with return_mask also their places (int32)."""
    return _adaptive_max(x, output_size, return_mask, 5, "adaptive_max_pool3d")


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
        raise UnsupportedError(f"{where} needs known dims", fix="pass output_size")
    return max_pool_indices.max_unpool(x, indices, output_size=wanted)


@public
def max_unpool1d(
    x: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    data_format: str = "NCL",
    output_size: Any = None,
    name: str | None = None,
) -> Any:
    """Zeros with x [N, C, L] where max_pool1d(return_mask=True) had found it."""
    if data_format != "NCL":
        raise UnsupportedError(f"max_unpool1d does not support data_format={data_format!r}", fix="use 'NCL'")
    return _unpooled(x, indices, kernel_size, stride, padding, output_size, 3, "max_unpool1d")


@public
def max_unpool2d(
    x: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    data_format: str = "NCHW",
    output_size: Any = None,
    name: str | None = None,
) -> Any:
    """Zeros with x [N, C, H, W] where max_pool2d(return_mask=True) had found it."""
    if data_format != "NCHW":
        raise UnsupportedError(f"max_unpool2d does not support data_format={data_format!r}", fix="use 'NCHW'")
    return _unpooled(x, indices, kernel_size, stride, padding, output_size, 4, "max_unpool2d")


@public
def max_unpool3d(
    x: Any,
    indices: Any,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    data_format: str = "NCDHW",
    output_size: Any = None,
    name: str | None = None,
) -> Any:
    """Zeros with x [N, C, D, H, W] where max_pool3d(return_mask=True) had found it."""
    if data_format != "NCDHW":
        raise UnsupportedError(f"max_unpool3d does not support data_format={data_format!r}", fix="use 'NCDHW'")
    return _unpooled(x, indices, kernel_size, stride, padding, output_size, 5, "max_unpool3d")
