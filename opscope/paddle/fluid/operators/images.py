"""Convolutions, resizing, and rearrangements of images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.compat.composite_ops import Many, composed
from opscope.ops.attr_values import known_number
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.layers import images as old
from opscope.paddle.fluid.layers import networks
from opscope.paddle.nn import functional as F  # noqa: N812


def padding_of(paddings: Any, algorithm: str) -> Any:
    """Return paddings in the form of the functions: numbers, SAME or VALID."""
    return algorithm if algorithm in ("SAME", "VALID") else list(paddings)


def _layout(data_format: str, dims: int) -> str:
    if data_format in ("AnyLayout", "NCHW", "NCDHW"):
        return "NCHW" if dims == 2 else "NCDHW"
    return "NHWC" if dims == 2 else "NDHWC"


def _conv(dims: int, apart: bool = False) -> Callable[..., Any]:
    function = F.conv2d if dims == 2 else F.conv3d

    def conv(
        Input: Any, Filter: Any, Bias: Any = None, *, strides: Any = (1,) * dims, paddings: Any = (0,) * dims,
        padding_algorithm: str = "EXPLICIT", groups: int = 1, dilations: Any = (1,) * dims, data_format: str = "NCHW",
    ) -> Any:  # fmt: skip
        pads = padding_of(paddings, padding_algorithm)
        return function(Input, Filter, Bias, list(strides), pads, list(dilations), groups, _layout(data_format, dims))

    return conv


def _transposed(dims: int) -> Callable[..., Any]:
    def conv(
        Input: Any, Filter: Any, Bias: Any = None, *, strides: Any = (1,) * dims, paddings: Any = (0,) * dims,
        output_padding: Any = (), output_size: Any = (), padding_algorithm: str = "EXPLICIT", groups: int = 1,
        dilations: Any = (1,) * dims, data_format: str = "NCHW",
    ) -> Any:  # fmt: skip
        function = F.conv2d_transpose if dims == 2 else F.conv3d_transpose
        return function(
            Input, Filter, Bias, stride=list(strides), padding=padding_of(paddings, padding_algorithm),
            output_padding=list(output_padding) or 0, dilation=list(dilations), groups=groups,
            output_size=list(output_size) or None, data_format=_layout(data_format, dims),
        )  # fmt: skip

    return conv


composed("conv2d", "depthwise_conv2d", out="Output")(_conv(2))
composed("conv3d", out="Output")(_conv(3))
composed("conv2d_transpose", "depthwise_conv2d_transpose", out="Output")(_transposed(2))
composed("conv3d_transpose", out="Output")(_transposed(3))


def _resized(mode: str) -> Callable[..., Any]:
    """`<mode>_interp`: the size is a tensor, a tensor for each dim, the numbers out_h and so on, or a scale.

    A scale has priority over numbers.
    """

    def resized(
        X: Any, OutSize: Any = None, SizeTensor: Many = (), Scale: Any = None, *, data_layout: str = "NCHW",
        out_d: int = 0, out_h: int = 0, out_w: int = 0, scale: Any = (), interp_method: str = "bilinear",
        align_corners: bool = True, align_mode: int = 1,
    ) -> Any:  # fmt: skip
        if OutSize is not None:
            raise UnsupportedError(
                f"{mode}_interp does not support OutSize", site=site(), fix="pass out_h and out_w as numbers"
            )
        dims = len(X.shape) - 2
        given = scale if Scale is None else known_number(Scale, f"{mode}_interp: scale")
        factors = [f for f in (given if isinstance(given, list | tuple) else [given]) if f > 0]
        size = None if factors else [out_d, out_h, out_w][-dims:]
        if SizeTensor:
            factors, size = [], [int(known_number(s, f"{mode}_interp: size")) for s in SizeTensor]
        factor = factors * dims if len(factors) == 1 else factors or None
        layout = ("NWC", "NHWC", "NDHWC")[dims - 1] if data_layout[-1] == "C" else ("NCW", "NCHW", "NCDHW")[dims - 1]
        if mode == "nearest" and align_corners:
            if factor is not None:
                size = [int(d * f) for d, f in zip(X.shape[2:], factor, strict=True)]
            return old.image_resize(X, size, None, None, "NEAREST", None, True, 1, layout)
        return F.interpolate(X, size, factor, mode, align_corners, align_mode, layout)

    return resized


for _mode in ("nearest", "linear", "bilinear", "trilinear", "bicubic"):
    composed(f"{_mode}_interp", f"{_mode}_interp_v2")(_resized(_mode))


@composed("grid_sampler", out="Output")
def grid_sampler(
    X: Any, Grid: Any, *, align_corners: bool = True, mode: str = "bilinear", padding_mode: str = "zeros"
) -> Any:
    return F.grid_sample(X, Grid, mode, padding_mode, align_corners)


@composed("affine_grid", out="Output")
def affine_grid(Theta: Any, OutputShape: Any = None, *, output_shape: Any = (), align_corners: bool = True) -> Any:
    return F.affine_grid(Theta, list(output_shape) if OutputShape is None else OutputShape, align_corners)


@composed("affine_channel")
def affine_channel(X: Any, Scale: Any, Bias: Any, *, data_layout: str = "NCHW") -> Any:
    return networks.affine_channel(X, Scale, Bias, data_layout)


@composed("lrn", out="Out MidOut")
def lrn(
    X: Any, *, n: int = 5, k: float = 2.0, alpha: float = 1e-4, beta: float = 0.75, data_format: str = "NCHW"
) -> Any:
    """MidOut, the divisor of X, is k plus alpha times the sum of squares of n neighboring channels."""
    channels = 1 if data_format[-1] != "C" else len(X.shape) - 1
    rest = [w for axis in range(len(X.shape)) for w in ([n // 2, (n - 1) // 2] if axis == channels else [0, 0])]
    wide = REGISTRY["pad"](T.square(X), paddings=tuple(rest), value=0.0)
    size = X.shape[channels]
    middle = T.add_n([T.slice(wide, [channels], [i], [i + size]) for i in range(n)]) * alpha + k
    return X * T.pow(middle, -beta), middle


@composed("pixel_shuffle")
def pixel_shuffle(X: Any, *, upscale_factor: int = 1, data_format: str = "NCHW") -> Any:
    return F.pixel_shuffle(X, upscale_factor, data_format)


@composed("pixel_unshuffle")
def pixel_unshuffle(X: Any, *, downscale_factor: int = 1, data_format: str = "NCHW") -> Any:
    return F.pixel_unshuffle(X, downscale_factor, data_format)


@composed("channel_shuffle")
def channel_shuffle(X: Any, *, groups: int = 1, data_format: str = "NCHW") -> Any:
    return F.channel_shuffle(X, groups, data_format)


@composed("shuffle_channel")
def shuffle_channel(X: Any, *, group: int = 1) -> Any:
    return F.channel_shuffle(X, group)


@composed("space_to_depth")
def space_to_depth(X: Any, *, blocksize: int) -> Any:
    return old.space_to_depth(X, blocksize)


@composed("temporal_shift")
def temporal_shift(X: Any, *, seg_num: int, shift_ratio: float = 0.25, data_format: str = "NCHW") -> Any:
    return F.temporal_shift(X, seg_num, shift_ratio, None, data_format)


@composed("add_position_encoding")
def add_position_encoding(X: Any, *, alpha: float = 1.0, beta: float = 1.0) -> Any:
    return old.add_position_encoding(X, alpha, beta)


@composed("unfold", out="Y")
def unfold(X: Any, *, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1) -> Any:
    return F.unfold(X, kernel_sizes, strides, paddings, dilations)


@composed("fold", out="Y")
def fold(
    X: Any, *, output_sizes: Any, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1
) -> Any:
    return F.fold(X, output_sizes, kernel_sizes, strides, paddings, dilations)
