"""Convolution, and transposed convolution, in one, two and three dims and in both layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.state import mode, names
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops.elementwise import arithmetic
from opscope.ops.manipulation.reshape import reshape, squeeze, unsqueeze
from opscope.ops.nn import conv2d as conv
from opscope.ops.nn import conv3d as conv_3d
from opscope.ops.nn import conv_transpose, windows_nd
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

_TRANSPOSED = {2: conv_transpose.conv2d_transpose, 3: conv_transpose.conv3d_transpose}


def _biased(out: Any, bias: Any) -> Any:
    """out [N, C, *] + bias [C]; in a program the sum is called as another result of the convolution."""
    if bias is None:
        return out
    row = reshape(bias, shape=(1, -1, *[1] * (len(out.shape) - 2)))
    called = getattr(out, "name", "").rpartition(".tmp_")[0]
    if mode.static and called and not names.result_name:
        with names.naming(called):
            return arithmetic.add(out, row)
    return arithmetic.add(out, row)


@public
def conv1d(
    x: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    data_format: str = "NCL",
    name: str | None = None,
) -> Any:
    """Convolution of x [N, C, L] (NLC: [N, L, C]) with weight [O, C / groups, K], plus bias [O]."""
    last = channels_last(data_format, 1, "conv1d")
    with_rank(x, 3, "conv1d")
    out = conv.conv2d(
        unsqueeze(to_first(x, last), axis=2),
        unsqueeze(weight, axis=2),
        stride=[1, one(stride, "stride")],
        padding=beside(window_padding(padding, 1, last)),
        dilation=[1, one(dilation, "dilation")],
        groups=groups,
    )
    return to_last(squeeze(_biased(out, bias), axis=2), last)


@public
def conv2d(
    x: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """Convolution of x [N, C, H, W] (NHWC: [N, H, W, C]) with weight [O, C / groups, KH, KW], plus bias [O]."""
    last = channels_last(data_format, 2, "conv2d")
    window = {"stride": stride, "padding": window_padding(padding, 2, last), "dilation": dilation}
    return to_last(_biased(conv.conv2d(to_first(x, last), weight, **window, groups=groups), bias), last)


@public
def conv3d(
    x: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Any:
    """Convolution of x [N, C, D, H, W] (or NDHWC) with weight [O, C / groups, KD, KH, KW], plus bias [O]."""
    last = channels_last(data_format, 3, "conv3d")
    window = {"stride": stride, "padding": window_padding(padding, 3, last), "dilation": dilation}
    return to_last(_biased(conv_3d.conv3d(to_first(x, last), weight, **window, groups=groups), bias), last)


# --- transposed -------------------------------------------------------------------------------------


def _numbers(padding: Any, dims: Sequence[int], weight: Any, stride: Any, dilation: Any) -> tuple[Any, Any]:
    """(padding, dilation) in numbers. Raises UnsupportedError for 'SAME' where a dim is not known yet."""
    if not isinstance(padding, str):
        return padding, dilation
    if padding.upper() == "SAME" and -1 in dims:
        raise UnsupportedError("conv_transpose: padding='SAME' needs known dims", fix="pass numbers")
    where = windows_nd.axes(dims, tuple(weight.shape[2:]), stride, padding, dilation)
    return [v for a in where for v in (a.before, a.after)], [a.dilation for a in where]


def _missing(
    x: Any, weight: Any, output_size: Any, stride: Any, padding: Any, dilation: Any, output_padding: Any
) -> Any:
    """output_padding, or what makes the result as large as output_size."""
    n = len(x.shape) - 2
    if output_size is None:
        return output_padding
    if output_padding not in (0, [0] * n, (0,) * n):
        raise ArgumentError("output_padding option is mutually exclusive with output_size", fix="pass one of them")
    wanted = windows_nd.many(output_size, n, "output_size")
    if -1 in x.shape[2:]:
        raise UnsupportedError("conv_transpose: output_size needs known dims", fix="pass output_padding")
    where = windows_nd.axes(x.shape[2:], tuple(weight.shape[2:]), stride, padding, dilation)
    least = [a.reach(d) - a.before - a.after for a, d in zip(where, x.shape[2:], strict=True)]
    extra = [w - size for w, size in zip(wanted, least, strict=True)]
    if any(not 0 <= e < a.stride for e, a in zip(extra, where, strict=True)):
        most = [size + a.stride - 1 for size, a in zip(least, where, strict=True)]
        raise ArgumentError(f"output_size {list(wanted)} must lie between {least} and {most}", fix="pass such a size")
    return extra


def _transposed(
    x: Any, weight: Any, bias: Any, output_size: Any, output_padding: Any, groups: int, stride: Any, padding: Any,
    dilation: Any,
) -> Any:  # fmt: skip
    n = len(x.shape) - 2
    padding, dilation = _numbers(padding, x.shape[2:], weight, stride, dilation)
    extra = _missing(x, weight, output_size, stride, padding, dilation, output_padding)
    window = {"stride": stride, "padding": padding, "dilation": dilation, "output_padding": extra}
    return _biased(_TRANSPOSED[n](x, weight, **window, groups=groups), bias)


@public
def conv1d_transpose(
    x: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
    output_size: Any = None,
    data_format: str = "NCL",
    name: str | None = None,
) -> Any:
    """The transpose of conv1d: x [N, C, L] (or NLC) with weight [C, O / groups, K], plus bias [O]."""
    last = channels_last(data_format, 1, "conv1d_transpose")
    with_rank(x, 3, "conv1d_transpose")
    out = _transposed(
        unsqueeze(to_first(x, last), axis=2),
        unsqueeze(weight, axis=2),
        bias,
        None if output_size is None else [1, one(output_size, "output_size")],
        [0, one(output_padding, "output_padding")],
        groups,
        [1, one(stride, "stride")],
        beside(window_padding(padding, 1, last)),
        [1, one(dilation, "dilation")],
    )
    return to_last(squeeze(out, axis=2), last)


@public
def conv2d_transpose(
    x: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
    output_size: Any = None,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """The transpose of conv2d: x [N, C, H, W] (or NHWC) with weight [C, O / groups, KH, KW], plus bias [O]."""
    last = channels_last(data_format, 2, "conv2d_transpose")
    with_rank(x, 4, "conv2d_transpose")
    pads = window_padding(padding, 2, last)
    out = _transposed(to_first(x, last), weight, bias, output_size, output_padding, groups, stride, pads, dilation)
    return to_last(out, last)


@public
def conv3d_transpose(
    x: Any,
    weight: Any,
    bias: Any = None,
    stride: Any = 1,
    padding: Any = 0,
    output_padding: Any = 0,
    groups: int = 1,
    dilation: Any = 1,
    output_size: Any = None,
    data_format: str = "NCDHW",
    name: str | None = None,
) -> Any:
    """The transpose of conv3d: x [N, C, D, H, W] (or NDHWC) with weight [C, O / groups, KD, KH, KW], plus bias [O]."""
    last = channels_last(data_format, 3, "conv3d_transpose")
    with_rank(x, 5, "conv3d_transpose")
    pads = window_padding(padding, 3, last)
    out = _transposed(to_first(x, last), weight, bias, output_size, output_padding, groups, stride, pads, dilation)
    return to_last(out, last)
