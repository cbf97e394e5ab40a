"""Convolution and transposed convolution in one, two and three dims, in both layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.state import mode, names
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops.elementwise import arithmetic
from opscope.ops.manipulation.reshape import reshape, squeeze, unsqueeze
from opscope.ops.nn import conv2d as conv_2d
from opscope.ops.nn import conv3d as conv_3d
from opscope.ops.nn import conv_transpose as transposed_ops
from opscope.ops.nn import windows_nd
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

# the operators, by the number of dims of the function; lines are images of height 1
_CONVOLUTIONS = {1: conv_2d.conv2d, 2: conv_2d.conv2d, 3: conv_3d.conv3d}
_TRANSPOSED = {
    1: transposed_ops.conv2d_transpose,
    2: transposed_ops.conv2d_transpose,
    3: transposed_ops.conv3d_transpose,
}


def with_bias(out: Any, bias: Any) -> Any:
    """Return out [N, C, *] + bias [C]; in a program, the sum is named as another result of the convolution."""
    if bias is None:
        return out
    row = reshape(bias, shape=(1, -1, *[1] * (len(out.shape) - 2)))
    called = getattr(out, "name", "").rpartition(".tmp_")[0] if mode.static and not names.result_name else ""
    if called:
        with names.naming(called):
            return arithmetic.add(out, row)
    return arithmetic.add(out, row)


def _convolution(dims: int, doc: str) -> Function:
    function_name = f"conv{dims}d"

    def conv(
        x: Any,
        weight: Any,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        data_format: str = FORMATS[dims][0],
        name: str | None = None,
    ) -> Any:
        last = channels_last(data_format, dims, function_name)
        if dims == 1:
            with_rank(x, 3, function_name)
        images, pads = to_first(x, last), window_padding(padding, dims, last)
        if dims == 1:  # an image of height 1
            images, weight = unsqueeze(images, axis=2), unsqueeze(weight, axis=2)
            stride, pads, dilation = [1, one(stride, "stride")], beside(pads), [1, one(dilation, "dilation")]
        out = _CONVOLUTIONS[dims](images, weight, stride=stride, padding=pads, dilation=dilation, groups=groups)
        out = with_bias(out, bias)
        return to_last(squeeze(out, axis=2) if dims == 1 else out, last)

    return member(conv, function_name, doc)


conv1d = _convolution(1, "Convolution of x [N, C, L] (NLC: [N, L, C]) with weight [O, C / groups, K], plus bias [O].")
conv2d = _convolution(
    2, "Convolution of x [N, C, H, W] (NHWC: [N, H, W, C]) with weight [O, C / groups, KH, KW], plus bias [O]."
)
conv3d = _convolution(
    3, "Convolution of x [N, C, D, H, W] (or NDHWC) with weight [O, C / groups, KD, KH, KW], plus bias [O]."
)


# --- transposed -------------------------------------------------------------------------------------


def _numbers(padding: Any, dims: Sequence[int], weight: Any, stride: Any, dilation: Any) -> tuple[Any, Any]:
    """Return padding and dilation as numbers. Raises UnsupportedError for 'SAME' if a dim is unknown."""
    if not isinstance(padding, str):
        return padding, dilation
    if padding.upper() == "SAME" and -1 in dims:
        raise UnsupportedError(
            "conv_transpose: padding='SAME' needs an x whose dims are known when the program is built",
            fix="pass the padding as numbers",
        )
    where = windows_nd.axes(dims, tuple(weight.shape[2:]), stride, padding, dilation)
    return [v for a in where for v in (a.before, a.after)], [a.dilation for a in where]


def _missing(
    x: Any, weight: Any, output_size: Any, stride: Any, padding: Any, dilation: Any, output_padding: Any
) -> Any:
    """Return output_padding, or the output_padding for which the result has output_size."""
    n = len(x.shape) - 2
    if output_size is None:
        return output_padding
    if output_padding not in (0, [0] * n, (0,) * n):
        raise ArgumentError("output_padding and output_size must not both be passed", fix="pass one of them")
    wanted = windows_nd.many(output_size, n, "output_size")
    if -1 in x.shape[2:]:
        raise UnsupportedError(
            "conv_transpose: output_size needs an x whose dims are known when the program is built",
            fix="pass output_padding",
        )
    where = windows_nd.axes(x.shape[2:], tuple(weight.shape[2:]), stride, padding, dilation)
    least = [a.span(d) - a.before - a.after for a, d in zip(where, x.shape[2:], strict=True)]
    extra = [w - size for w, size in zip(wanted, least, strict=True)]
    if any(not 0 <= e < a.stride for e, a in zip(extra, where, strict=True)):
        most = [size + a.stride - 1 for size, a in zip(least, where, strict=True)]
        raise ArgumentError(
            f"output_size must be between {least} and {most}, but it is {list(wanted)}", fix="pass a size in this range"
        )
    return extra


def _transposed(
    dims: int, x: Any, weight: Any, bias: Any, stride: Any, padding: Any, output_padding: Any, groups: int,
    dilation: Any, output_size: Any, data_format: str,
) -> Any:  # fmt: skip
    function_name = f"conv{dims}d_transpose"
    last = channels_last(data_format, dims, function_name)
    with_rank(x, dims + 2, function_name)
    images, pads = to_first(x, last), window_padding(padding, dims, last)
    if dims == 1:  # an image of height 1
        images, weight = unsqueeze(images, axis=2), unsqueeze(weight, axis=2)
        stride, pads, dilation = [1, one(stride, "stride")], beside(pads), [1, one(dilation, "dilation")]
        output_padding = [0, one(output_padding, "output_padding")]
        output_size = None if output_size is None else [1, one(output_size, "output_size")]
    pads, dilation = _numbers(pads, images.shape[2:], weight, stride, dilation)
    extra = _missing(images, weight, output_size, stride, pads, dilation, output_padding)
    window = {"stride": stride, "padding": pads, "dilation": dilation, "output_padding": extra}
    out = with_bias(_TRANSPOSED[dims](images, weight, **window, groups=groups), bias)
    return to_last(squeeze(out, axis=2) if dims == 1 else out, last)


def _transposed_convolution(dims: int, doc: str) -> Function:
    """Return the transposed convolution of lines or volumes; the parameters of conv2d_transpose have another order."""

    def conv_transpose(
        x: Any,
        weight: Any,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        dilation: Any = 1,
        output_size: Any = None,
        data_format: str = FORMATS[dims][0],
        name: str | None = None,
    ) -> Any:
        return _transposed(
            dims, x, weight, bias, stride, padding, output_padding, groups, dilation, output_size, data_format
        )

    return member(conv_transpose, f"conv{dims}d_transpose", doc)


conv1d_transpose = _transposed_convolution(
    1, "The transpose of conv1d: x [N, C, L] (or NLC) with weight [C, O / groups, K], plus bias [O]."
)
conv3d_transpose = _transposed_convolution(
    3, "The transpose of conv3d: x [N, C, D, H, W] (or NDHWC) with weight [C, O / groups, KD, KH, KW], plus bias [O]."
)


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
    """Return the transpose of conv2d: x [N, C, H, W] (or NHWC) with weight [C, O / groups, KH, KW], plus bias [O]."""
    return _transposed(2, x, weight, bias, stride, padding, output_padding, groups, dilation, output_size, data_format)
