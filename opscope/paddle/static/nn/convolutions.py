"""Convolutions and transposed convolutions in two and three dims, as layers that make their own parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.checks.number_checks import positive_whole
from opscope.core.public_calls import note_functions
from opscope.core.state import names
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ir.program.context import require_static
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.initializer import Normal
from opscope.paddle.nn.param_attr import as_attr, layer_parameter, require_sizes
from opscope.paddle.static.nn.checked import check_input
from opscope.paddle.static.nn.layers import activated, appended


def _many(value: Any, count: int) -> tuple[int, ...]:
    return (int(value),) * count if isinstance(value, int) else tuple(int(v) for v in value)


def _channels(x: Variable, where: str, data_format: str, first: str) -> int:
    if data_format != first:
        raise UnsupportedError(f"{where} does not support data_format={data_format!r}", fix=f"use {first!r}")
    found = x.spec.shape[1]
    if found is None:
        raise ShapeError(
            f"{where}: the number of channels of the input must be known when the program is built",
            facts={x.name: x.spec},
        )
    return found


def _biased(layer: str, out: Variable, bias_attr: Any, count: int, dtype: object) -> Variable:
    bias = as_attr(bias_attr)
    if bias is None:
        return out
    parameter = layer_parameter(layer, "b", (count,), bias, dtype)
    column = REGISTRY["reshape"](parameter, shape=(1, count, *[1] * (out.ndim - 2)))
    return appended(layer, "add", [out, column])


def _group_count(groups: int | None) -> int:
    """Return the number of groups of a convolution, 1 by default. Raises ArgumentError for a number below 1."""
    return 1 if groups is None else positive_whole(groups, "groups")


def conv2d(
    input: Variable, num_filters: int, filter_size: int | Sequence[int], stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
    use_cudnn: bool = True, act: str | None = None, name: str | None = None, data_format: str = "NCHW",
) -> Variable:  # fmt: skip
    """Convolution of input [N, C, H, W] with num_filters filters.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv2d_en.html
    """
    window = {"stride": stride, "padding": padding, "dilation": dilation}
    return _convolution(
        2, input, num_filters, filter_size, window, groups, (param_attr, bias_attr, act), name, data_format
    )


def conv3d(
    input: Variable, num_filters: int, filter_size: int | Sequence[int], stride: Any = 1, padding: Any = 0,
    dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
    use_cudnn: bool = True, act: str | None = None, name: str | None = None, data_format: str = "NCDHW",
) -> Variable:  # fmt: skip
    """Convolution of input [N, C, D, H, W] with num_filters filters.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv3d_en.html
    """
    window = {"stride": stride, "padding": padding, "dilation": dilation}
    return _convolution(
        3, input, num_filters, filter_size, window, groups, (param_attr, bias_attr, act), name, data_format
    )


def conv2d_transpose(
    input: Variable, num_filters: int, output_size: Any = None, filter_size: int | Sequence[int] | None = None,
    padding: Any = 0, stride: Any = 1, dilation: Any = 1, groups: int | None = None, param_attr: Any = None,
    bias_attr: Any = None, use_cudnn: bool = True, act: str | None = None, name: str | None = None,
    data_format: str = "NCHW",
) -> Variable:  # fmt: skip
    """Transposed convolution of input [N, C, H, W]; without filter_size, output_size determines the filter size.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv2d_transpose_en.html
    """
    window = {"stride": stride, "padding": padding, "dilation": dilation}
    sizes = filter_size, output_size
    return _transposed(2, input, num_filters, sizes, window, groups, (param_attr, bias_attr, act), name, data_format)


def conv3d_transpose(
    input: Variable, num_filters: int, output_size: Any = None, filter_size: int | Sequence[int] | None = None,
    padding: Any = 0, stride: Any = 1, dilation: Any = 1, groups: int | None = None, param_attr: Any = None,
    bias_attr: Any = None, use_cudnn: bool = True, act: str | None = None, name: str | None = None,
    data_format: str = "NCDHW",
) -> Variable:  # fmt: skip
    """Transposed convolution of input [N, C, D, H, W]; without filter_size, output_size determines the filter size.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv3d_transpose_en.html
    """
    window = {"stride": stride, "padding": padding, "dilation": dilation}
    sizes = filter_size, output_size
    return _transposed(3, input, num_filters, sizes, window, groups, (param_attr, bias_attr, act), name, data_format)


def _convolution(
    n: int, x: Variable, filters: int, filter_size: Any, window: dict[str, Any], groups: int | None,
    settings: tuple[Any, Any, str | None], name: str | None, data_format: str,
) -> Variable:  # fmt: skip
    """A convolution in n dims; `settings` are param_attr, bias_attr and act."""
    where, (param_attr, bias_attr, act) = f"conv{n}d", settings
    require_static(where)
    check_input(x, "input", where)
    layouts = {"data_format": data_format} if n == 2 else {}
    channels = _channels(x, where, data_format, data_format if n == 2 else "NCDHW")
    layer, kernel, groups = name or names(where), _many(filter_size, n), _group_count(groups)
    require_sizes((filters, channels, *kernel), f"{layer}.w")
    normal = Normal(0.0, math.sqrt(2.0 / (math.prod(kernel) * channels)))
    weight = layer_parameter(layer, "w", (filters, channels // groups, *kernel), as_attr(param_attr), x.dtype, normal)
    out = appended(layer, where, [x, weight], **window, groups=groups, **layouts)
    return activated(layer, _biased(layer, out, bias_attr, filters, x.dtype), act)


def _transposed(
    n: int, x: Variable, filters: int, sizes: tuple[Any, Any], window: dict[str, Any], groups: int | None,
    settings: tuple[Any, Any, str | None], name: str | None, data_format: str,
) -> Variable:  # fmt: skip
    """A transposed convolution in n dims; `sizes` are filter_size and output_size. `settings`: as in _convolution."""
    where, (param_attr, bias_attr, act), (filter_size, output_size) = f"conv{n}d_transpose", settings, sizes
    require_static(where)
    check_input(x, "input", where)
    channels = _channels(x, where, data_format, "NCHW" if n == 2 else "NCDHW")
    strides, dilations = _many(window["stride"], n), _many(window["dilation"], n)
    window = {**window, "stride": strides, "dilation": dilations, "groups": _group_count(groups)}
    layer = name or names(where)
    if filter_size is None and output_size is None:
        raise ArgumentError("filter_size and output_size must not both be None", fix="pass filter_size, or output_size")
    kernel = _kernel(x, output_size, window) if filter_size is None else _many(filter_size, n)
    weight = layer_parameter(layer, "w", (channels, filters // window["groups"], *kernel), as_attr(param_attr), x.dtype)
    extra = 0 if output_size is None else _extra(x, output_size, kernel, window)
    out = appended(layer, where, [x, weight], **window, output_padding=extra)
    return activated(layer, _biased(layer, out, bias_attr, filters, x.dtype), act)


def _known(x: Variable, window: dict[str, Any]) -> tuple[list[int], tuple[int, ...]]:
    sizes = [d for d in x.spec.shape[2:] if d is not None]
    if len(sizes) < x.ndim - 2 or isinstance(window["padding"], str):
        raise ShapeError(
            "output_size works only if the dims of the input are known and padding is given as numbers",
            facts={x.name: x.spec}, fix="pass filter_size without output_size",
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
