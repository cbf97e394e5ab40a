"""Functions for images: padding, resizing, and moving values between channels and space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.checks.number_checks import positive_whole
from opscope.core.public_calls import note_functions
from opscope.errors import ArgumentError, ShapeError
from opscope.ops.attr_values import static_sizes
from opscope.ops.manipulation import mirror_padding
from opscope.ops.manipulation.concat_split import concat
from opscope.ops.manipulation.padding import pad as pad_op
from opscope.ops.manipulation.reshape import reshape, transpose
from opscope.ops.nn import interpolate as resize
from opscope.ops.nn import unfold as columns
from opscope.ops.nn.pool2d import adaptive_avg_pool2d
from opscope.ops.nn.separable_maps import adaptive_avg_pool3d
from opscope.ops.public_functions import public
from opscope.paddle.nn.functional.layout import FORMATS, any_channels_last, channels_last, to_first, to_last


def _pairs(widths: Sequence[int], rank: int, mode: str, data_format: str) -> list[tuple[int, int]]:
    """Return (before, after) for each dim from the first."""
    pairs = list(zip(widths[::2], widths[1::2], strict=False))
    if len(widths) == 2 * rank and mode == "constant":
        return pairs
    if len(widths) != 2 * (rank - 2) or rank - 2 not in FORMATS:
        raise ArgumentError(
            f"pad: the widths {list(widths)} do not match an input of rank {rank}",
            fix="pass two numbers for each dim after N and C, beginning with the last dim",
        )
    spatial = pairs[::-1]
    outer = [(0, 0)]
    return [*outer, *spatial, *outer] if channels_last(data_format, rank - 2, "pad") else [*outer, *outer, *spatial]


@public
def pad(
    x: Any,
    pad: Any,
    mode: str = "constant",
    value: float = 0.0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """Pad x with two numbers for each dim after N and C, beginning with the last dim.

    mode: 'constant' (value), 'reflect', 'replicate' or 'circular'. In mode 'constant', pad may also have two numbers
    for each dim of x, beginning with the first dim. data_format names the dims N and C.
    """
    if mode != "constant" and mode not in mirror_padding.MODES:
        raise ArgumentError(
            f"mode should be one of constant, reflect, replicate, circular, but it is {mode}.", fix="pass one of them"
        )
    rank = len(x.shape)
    if data_format == "NCHW" and rank - 2 in FORMATS:
        data_format = FORMATS[rank - 2][0]
    widths = static_sizes(pad, "pad")
    if isinstance(pad, int):
        widths = (pad,) * 2 * (rank - 2)
    flat = tuple(v for pair in _pairs(widths, rank, mode, data_format) for v in pair)
    if mode == "constant":
        return pad_op(x, paddings=flat, value=value)
    return mirror_padding.pad_mirrored(x, paddings=flat, mode=mode)


@public
def zeropad2d(x: Any, padding: Any, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Pad x [N, C, H, W] (or NHWC) with zeros: left, right, top, bottom."""
    return pad(x, padding, "constant", 0.0, data_format)


# --- resizing ---------------------------------------------------------------------------------------

_MODES = {
    "nearest": ("nearest", (2, 3)),
    "linear": ("linear", (1,)),
    "bilinear": ("linear", (2,)),
    "trilinear": ("linear", (3,)),
    "bicubic": ("cubic", (2,)),
    "area": ("area", (1, 2, 3)),
}


def _factors(scale_factor: Any, dims: int) -> list[float]:
    if hasattr(scale_factor, "tolist"):
        scale_factor = scale_factor.tolist()
    many = list(scale_factor) if isinstance(scale_factor, list | tuple) else [scale_factor] * dims
    if len(many) != dims or any(not isinstance(f, int | float) or f <= 0 for f in many):
        raise ArgumentError(
            f"interpolate: scale_factor must be one positive number or {dims} positive numbers, but it is "
            f"{scale_factor!r}"
        )
    return [float(f) for f in many]


@public
def interpolate(
    x: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """Resize x to the sizes `size`, or multiply each dim by scale_factor.

    mode: nearest, linear (NCL), bilinear (NCHW), trilinear (NCDHW), bicubic (NCHW) or area. align_corners: the values
    at the corners keep their positions. align_mode: 1 places output i at i / scale, 0 at (i + 0.5) / scale - 0.5.
    """
    dims = len(x.shape) - 2
    if mode not in _MODES:
        raise ArgumentError(
            "mode of interpolate can only be 'linear', 'bilinear', 'trilinear', 'bicubic', 'area' or 'nearest', "
            f"but it is {mode!r}."
        )
    kind, ranks = _MODES[mode]
    if dims not in ranks:
        raise ShapeError(
            f"interpolate: with mode={mode!r}, x must have {ranks[0]} dims after N and C", facts={"x": list(x.shape)}
        )
    if (size is None) == (scale_factor is None):
        raise ArgumentError("interpolate needs either size or scale_factor.", fix="pass exactly one of them")
    if align_corners and kind in ("nearest", "area"):
        raise ArgumentError(
            "align_corners=True is possible only with mode linear, bilinear, bicubic or trilinear",
            fix="leave align_corners out",
        )
    if data_format == "NCHW":
        data_format = FORMATS[dims][0]
    data_format = {"NCW": "NCL", "NWC": "NLC"}.get(data_format, data_format)  # as it is called only here
    last = channels_last(data_format, dims, "interpolate")
    first = to_first(x, last)
    wanted = None if size is None else [positive_whole(s, "size") for s in static_sizes(size, "interpolate")]
    if wanted is not None and len(wanted) != dims:
        wanted = wanted * dims if len(wanted) == 1 else wanted
    scale = None if scale_factor is None else _factors(scale_factor, dims)
    if kind == "area":
        return to_last(_area(first, wanted, scale), last)
    return to_last(
        resize.interpolate(
            first, size=wanted, scale=scale, mode=kind, align_corners=align_corners, align_mode=align_mode
        ),
        last,
    )


def _area(x: Any, wanted: Any, scale: Any) -> Any:
    if wanted is None:
        if -1 in x.shape[2:]:
            raise ArgumentError(
                "interpolate: mode='area' with scale_factor needs an x whose dims are known when the program is built",
                fix="pass size",
            )
        wanted = [int(d * s) for d, s in zip(x.shape[2:], scale, strict=True)]
    dims = len(wanted)
    if dims == 3:
        return adaptive_avg_pool3d(x, output_size=wanted)
    if dims == 2:
        return adaptive_avg_pool2d(x, output_size=wanted)
    wide = reshape(x, shape=[0, 0, 1, -1])
    return reshape(adaptive_avg_pool2d(wide, output_size=[1, *wanted]), shape=[0, 0, -1])


@public
def upsample(
    x: Any,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool = False,
    align_mode: int = 0,
    data_format: str = "NCHW",
    name: str | None = None,
) -> Any:
    """Resize x with interpolate."""
    return interpolate(x, size, scale_factor, mode, align_corners, align_mode, data_format)


# --- channels and space -----------------------------------------------------------------------------


def _channels(x: Any, divisor: int, where: str) -> int:
    if len(x.shape) != 4:
        raise ShapeError(
            f"{where}: x should be a 4D tensor, but it has the shape {list(x.shape)}",
            fix="pass [N, C, H, W], or channels last",
        )
    count = x.shape[1]
    if count == -1 or count % divisor:
        raise ShapeError(
            f"{where}: the number of channels, {count}, must be divisible by {divisor}", facts={"x": list(x.shape)}
        )
    return count


def _known(x: Any, where: str) -> tuple[int, int]:
    if -1 in x.shape[2:]:
        raise ShapeError(
            f"{where}: the height and the width of x must be known when the program is built",
            facts={"x": list(x.shape)},
        )
    return x.shape[2], x.shape[3]


@public
def pixel_shuffle(x: Any, upscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Convert [N, C * r * r, H, W] to [N, C, H * r, W * r] (or channels last). Source: Shi et al. 2016."""
    last = channels_last(data_format, 2, "pixel_shuffle")
    first, r = to_first(x, last), positive_whole(upscale_factor, "upscale_factor")
    count = _channels(first, r * r, "pixel_shuffle")
    high, wide = _known(first, "pixel_shuffle")
    apart = transpose(reshape(first, shape=[-1, count // (r * r), r, r, high, wide]), perm=[0, 1, 4, 2, 5, 3])
    return to_last(reshape(apart, shape=[-1, count // (r * r), high * r, wide * r]), last)


@public
def pixel_unshuffle(x: Any, downscale_factor: int, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Convert [N, C, H * r, W * r] to [N, C * r * r, H, W] (or channels last): the inverse of pixel_shuffle."""
    last = channels_last(data_format, 2, "pixel_unshuffle")
    first, r = to_first(x, last), positive_whole(downscale_factor, "downscale_factor")
    count = _channels(first, 1, "pixel_unshuffle")
    high, wide = _known(first, "pixel_unshuffle")
    if high % r or wide % r:
        raise ShapeError(
            f"pixel_unshuffle: the height {high} and the width {wide} must be divisible by {r}",
            facts={"x": list(x.shape)},
        )
    apart = transpose(reshape(first, shape=[-1, count, high // r, r, wide // r, r]), perm=[0, 1, 3, 5, 2, 4])
    return to_last(reshape(apart, shape=[-1, count * r * r, high // r, wide // r]), last)


@public
def channel_shuffle(x: Any, groups: int, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Reorder the channels of x: the first of each group, then the second of each group, and so on.

    Source: Zhang et al. 2017.
    """
    last = any_channels_last(data_format, "channel_shuffle")
    first = to_first(x, last)
    count = _channels(first, positive_whole(groups, "groups"), "channel_shuffle")
    high, wide = _known(first, "channel_shuffle")
    apart = transpose(reshape(first, shape=[-1, groups, count // groups, high, wide]), perm=[0, 2, 1, 3, 4])
    return to_last(reshape(apart, shape=[-1, count, high, wide]), last)


@public
def temporal_shift(
    x: Any, seg_num: int, shift_ratio: float = 0.25, name: str | None = None, data_format: str = "NCHW"
) -> Any:
    """Replace a share of the channels of x [N * seg_num, C, H, W] by the previous segment's, and one by the next's.

    Values from outside are 0. Source: Lin et al. 2019 (TSM).
    """
    if data_format not in ("NCHW", "NHWC"):
        raise ArgumentError(f"data_format should be 'NCHW' or 'NHWC', but it is {data_format!r}.")
    positive_whole(seg_num, "seg_num")
    if not 0.0 < shift_ratio < 0.5:
        raise ArgumentError(f"shift_ratio should be greater than 0 and less than 0.5, but it is {shift_ratio}")
    last = data_format == "NHWC"
    first = to_first(x, last)
    count, (high, wide) = _channels(first, 1, "temporal_shift"), _known(first, "temporal_shift")
    apart = reshape(first, shape=[-1, seg_num, count, high, wide])
    one, two = int(count * shift_ratio), int(count * 2 * shift_ratio)
    around = pad_op(apart, paddings=(0, 0, 1, 1, 0, 0, 0, 0, 0, 0), value=0.0)
    parts = [around[:, :seg_num, :one], around[:, 2:, one:two], apart[:, :, two:]]
    shifted = concat([p for p in parts if p.shape[2]], axis=2)
    return to_last(reshape(shifted, shape=[-1, count, high, wide]), last)


def unfold(
    x: Any, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1, name: str | None = None
) -> Any:
    """Return the windows of x [N, C, H, W] as columns [N, C * KH * KW, windows].

    Four paddings are top, left, bottom, right.
    """
    return columns.unfold(
        x, kernel_sizes=kernel_sizes, strides=strides, paddings=_by_dim(paddings), dilations=dilations
    )


def fold(
    x: Any,
    output_sizes: Any,
    kernel_sizes: Any,
    strides: Any = 1,
    paddings: Any = 0,
    dilations: Any = 1,
    name: str | None = None,
) -> Any:
    """Add columns [N, C * KH * KW, windows] to [N, C, *output_sizes]: the transpose of unfold."""
    return columns.fold(
        x,
        output_sizes=output_sizes,
        kernel_sizes=kernel_sizes,
        strides=strides,
        paddings=_by_dim(paddings),
        dilations=dilations,
    )


def _by_dim(paddings: Any) -> Any:
    """Reorder top, left, bottom, right to top, bottom, left, right."""
    if isinstance(paddings, list | tuple) and len(paddings) == 4:
        top, left, bottom, right = paddings
        return [top, bottom, left, right]
    return paddings


note_functions(__name__)
