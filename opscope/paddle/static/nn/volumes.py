"""conv3d and the transposed convolutions, as layers that make their own parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.state import names
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ir.program.context import require_static
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.initializer import Normal
from opscope.paddle.nn.param_attr import as_attr, layer_parameter, require_sizes
from opscope.paddle.static.nn.checked import check_input
from opscope.paddle.static.nn.layers import activated, appended, group_count


def _many(value: Any, count: int) -> tuple[int, ...]:
    return (int(value),) * count if isinstance(value, int) else tuple(int(v) for v in value)


def _channels(x: Variable, where: str, data_format: str, first: str) -> int:
    if data_format != first:
        raise UnsupportedError(f"{where} does not support data_format={data_format!r}", fix=f"use {first!r}")
    found = x.spec.shape[1]
    if found is None:
        raise ShapeError(f"{where} needs to know the number of channels", facts={x.name: x.spec})
    return found


def _biased(layer: str, out: Variable, bias_attr: Any, count: int, dtype: object) -> Variable:
    bias = as_attr(bias_attr)
    if bias is None:
        return out
    parameter = layer_parameter(layer, "b", (count,), bias, dtype)
    column = REGISTRY["reshape"](parameter, shape=(1, count, *[1] * (out.ndim - 2)))
    return appended(layer, "add", [out, column])


def conv3d(
    input: Variable,
    num_filters: int,
    filter_size: int | Sequence[int],
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int | None = None,
    param_attr: Any = None,
    bias_attr: Any = None,
    use_cudnn: bool = True,
    act: str | None = None,
    name: str | None = None,
    data_format: str = "NCDHW",
) -> Variable:
    """Convolution of input [N, C, D, H, W] with num_filters filters.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv3d_en.html
    """
    require_static("conv3d")
    check_input(input, "input", "conv3d")
    channels = _channels(input, "conv3d", data_format, "NCDHW")
    layer, window, parts = name or names("conv3d"), _many(filter_size, 3), group_count(groups)
    require_sizes((num_filters, channels, *window), f"{layer}.w")
    std = math.sqrt(2.0 / (math.prod(window) * channels))
    shape = (num_filters, channels // parts, *window)
    weight = layer_parameter(layer, "w", shape, as_attr(param_attr), input.dtype, Normal(0.0, std))
    attrs = {"stride": stride, "padding": padding, "dilation": dilation, "groups": parts}
    out = appended(layer, "conv3d", [input, weight], **attrs)
    return activated(layer, _biased(layer, out, bias_attr, num_filters, input.dtype), act)


def conv2d_transpose(
    input: Variable,
    num_filters: int,
    output_size: Any = None,
    filter_size: int | Sequence[int] | None = None,
    padding: Any = 0,
    stride: Any = 1,
    dilation: Any = 1,
    groups: int | None = None,
    param_attr: Any = None,
    bias_attr: Any = None,
    use_cudnn: bool = True,
    act: str | None = None,
    name: str | None = None,
    data_format: str = "NCHW",
) -> Variable:
    """Transposed convolution of input [N, C, H, W]; without filter_size, the one that makes output_size.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv2d_transpose_en.html
    """
    require_static("conv2d_transpose")
    check_input(input, "input", "conv2d_transpose")
    channels = _channels(input, "conv2d_transpose", data_format, "NCHW")
    window = {
        "stride": _many(stride, 2),
        "padding": padding,
        "dilation": _many(dilation, 2),
        "groups": group_count(groups),
    }
    return _transposed(
        name or names("conv2d_transpose"), input, (channels, num_filters, filter_size, output_size),
        (param_attr, bias_attr, act), window,
    )  # fmt: skip


def conv3d_transpose(
    input: Variable,
    num_filters: int,
    output_size: Any = None,
    filter_size: int | Sequence[int] | None = None,
    padding: Any = 0,
    stride: Any = 1,
    dilation: Any = 1,
    groups: int | None = None,
    param_attr: Any = None,
    bias_attr: Any = None,
    use_cudnn: bool = True,
    act: str | None = None,
    name: str | None = None,
    data_format: str = "NCDHW",
) -> Variable:
    """Transposed convolution of input [N, C, D, H, W]; without filter_size, the one that makes output_size.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv3d_transpose_en.html
    """
    require_static("conv3d_transpose")
    check_input(input, "input", "conv3d_transpose")
    channels = _channels(input, "conv3d_transpose", data_format, "NCDHW")
    window = {
        "stride": _many(stride, 3),
        "padding": padding,
        "dilation": _many(dilation, 3),
        "groups": group_count(groups),
    }
    return _transposed(
        name or names("conv3d_transpose"), input, (channels, num_filters, filter_size, output_size),
        (param_attr, bias_attr, act), window,
    )  # fmt: skip


def _transposed(layer: str, x: Variable, sizes: Any, says: Any, window: dict[str, Any]) -> Variable:
    channels, num_filters, filter_size, output_size = sizes
    param_attr, bias_attr, act = says
    n = x.ndim - 2
    if filter_size is None and output_size is None:
        raise ArgumentError("output_size must be set when filter_size is None", fix="pass filter_size")
    kernel = _kernel(x, output_size, window) if filter_size is None else _many(filter_size, n)
    weight = layer_parameter(
        layer, "w", (channels, num_filters // window["groups"], *kernel), as_attr(param_attr), x.dtype
    )
    extra = 0 if output_size is None else _extra(x, output_size, kernel, window)
    out = appended(layer, f"conv{n}d_transpose", [x, weight], **window, output_padding=extra)
    return activated(layer, _biased(layer, out, bias_attr, num_filters, x.dtype), act)


def _known(x: Variable, window: dict[str, Any]) -> tuple[list[int], tuple[int, ...]]:
    sizes = [d for d in x.spec.shape[2:] if d is not None]
    if len(sizes) < x.ndim - 2 or isinstance(window["padding"], str):
        raise ShapeError(
            "output_size needs known dims of the input, and padding in numbers", facts={x.name: x.spec},
            fix="pass filter_size without output_size",
        )  # fmt: skip
    return sizes, _many(window["padding"], x.ndim - 2)


def _kernel(x: Variable, output_size: Any, window: dict[str, Any]) -> tuple[int, ...]:
    sizes, pads = _known(x, window)
    wanted = _many(output_size, len(sizes))
    columns = zip(wanted, sizes, pads, window["stride"], window["dilation"], strict=True)
    return tuple((w - (d - 1) * s + 2 * p - 1) // g + 1 for w, d, p, s, g in columns)


def _extra(x: Variable, output_size: Any, kernel: Sequence[int], window: dict[str, Any]) -> list[int]:
    sizes, pads = _known(x, window)
    wanted = _many(output_size, len(sizes))
    columns = zip(wanted, sizes, pads, window["stride"], window["dilation"], kernel, strict=True)
    return [w - ((d - 1) * s - 2 * p + g * (k - 1) + 1) for w, d, p, s, g, k in columns]


note_functions(__name__)
