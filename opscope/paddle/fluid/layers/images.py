"""fluid.layers: pooling, padding and resizing of images with the parameters of Paddle 1.x."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import fill
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)


def pooled(
    x: Any, kind: str, size: Any, stride: Any, padding: Any, everything: bool, ceil: bool, exclusive: bool, layout: str
) -> Any:
    """Pool x of rank 4 or 5, 'max' or 'avg', over windows or everything. Raises ArgumentError for another type."""
    if kind not in ("max", "avg"):
        raise ArgumentError(f"Unknown pool_type: '{kind}'. It can only be 'max' or 'avg'.", site=site())
    dims = len(x.shape) - 2
    if everything:
        axes = tuple(range(2, dims + 2)) if layout[1] == "C" else tuple(range(1, dims + 1))
        return REGISTRY["max" if kind == "max" else "mean"](x, axis=axes, keepdim=True)
    if size == -1:
        raise ArgumentError("If global_pooling is False, pool_size must be passed and must not be -1.", site=site())
    pool = getattr(F, f"{kind}_pool{dims}d")
    if kind == "max":
        return pool(x, size, stride, padding, False, ceil, layout)
    return pool(x, size, stride, padding, ceil, exclusive, None, layout)


@statically
def pool2d(
    input: Any, pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1, pool_padding: Any = 0,
    global_pooling: bool = False, use_cudnn: bool = True, ceil_mode: bool = False, name: str | None = None,
    exclusive: bool = True, data_format: str = "NCHW",
) -> Any:  # fmt: skip
    """Return the maximum or the mean of each window of input [N, C, H, W], or of the whole image."""
    return pooled(
        input, pool_type, pool_size, pool_stride, pool_padding, global_pooling, ceil_mode, exclusive, data_format
    )


@statically
def pool3d(
    input: Any, pool_size: Any = -1, pool_type: str = "max", pool_stride: Any = 1, pool_padding: Any = 0,
    global_pooling: bool = False, use_cudnn: bool = True, ceil_mode: bool = False, name: str | None = None,
    exclusive: bool = True, data_format: str = "NCDHW",
) -> Any:  # fmt: skip
    """Return the maximum or the mean of each window of input [N, C, D, H, W], or of the whole image."""
    return pooled(
        input, pool_type, pool_size, pool_stride, pool_padding, global_pooling, ceil_mode, exclusive, data_format
    )


def _adaptive(x: Any, size: Any, kind: str, places: bool, dims: int) -> Any:
    if kind not in ("max", "avg"):
        raise ArgumentError(f"Unknown pool_type: '{kind}'. It can only be 'max' or 'avg'.", site=site())
    if kind == "avg" and places:
        raise ArgumentError("require_index must be False if pool_type is 'avg'.", site=site())
    pool = getattr(F, f"adaptive_{kind}_pool{dims}d")
    return pool(x, size, True) if places else pool(x, size)


@statically
def adaptive_pool2d(
    input: Any, pool_size: Any, pool_type: str = "max", require_index: bool = False, name: str | None = None
) -> Any:
    """Return the maximum or the mean of each of pool_size parts of input [N, C, H, W].

    require_index also returns the positions of the maxima.
    """
    return _adaptive(input, pool_size, pool_type, require_index, 2)


@statically
def adaptive_pool3d(
    input: Any, pool_size: Any, pool_type: str = "max", require_index: bool = False, name: str | None = None
) -> Any:
    """Return the maximum or the mean of each of pool_size parts of input [N, C, D, H, W].

    require_index also returns the positions of the maxima.
    """
    return _adaptive(input, pool_size, pool_type, require_index, 3)


@statically
def lrn(
    input: Any, n: int = 5, k: float = 1.0, alpha: float = 1e-4, beta: float = 0.75, name: str | None = None,
    data_format: str = "NCHW",
) -> Any:  # fmt: skip
    """Return input / (k + alpha * the sum of squares in n neighboring channels) ** beta.

    Source: Krizhevsky et al. 2012.
    """
    return F.local_response_norm(input, n, alpha * n, beta, k, data_format)


@statically
def pad(x: Any, paddings: Sequence[int], pad_value: float = 0.0, name: str | None = None) -> Any:
    """Pad x with pad_value; paddings are (before, after) of each dim."""
    return REGISTRY["pad"](x, paddings=tuple(paddings), value=pad_value)


@statically
def pad_constant_like(x: Any, y: Any, pad_value: float = 0.0, name: str | None = None) -> Any:
    """Pad y with pad_value at the ends of the dims to the shape of x."""
    widths = [w for a, b in zip(x.shape, y.shape, strict=True) for w in (0, a - b)]
    return REGISTRY["pad"](y, paddings=tuple(widths), value=pad_value)


@statically
def pad2d(
    input: Any, paddings: Sequence[int] = (0, 0, 0, 0), mode: str = "constant", pad_value: float = 0.0,
    data_format: str = "NCHW", name: str | None = None,
) -> Any:  # fmt: skip
    """Pad input [N, C, H, W] (or NHWC) at the top, bottom, left and right; mode constant, reflect or edge."""
    if mode not in ("constant", "reflect", "edge"):
        raise ArgumentError(f"mode should be constant, reflect or edge, not {mode!r}", site=site())
    top, bottom, left, right = paddings
    kind = "replicate" if mode == "edge" else mode
    return F.pad(input, [left, right, top, bottom], kind, pad_value, data_format)


_KINDS = {
    "NEAREST": "nearest",
    "BILINEAR": "bilinear",
    "TRILINEAR": "trilinear",
    "LINEAR": "linear",
    "BICUBIC": "bicubic",
}


@statically
def image_resize(
    input: Any, out_shape: Any = None, scale: float | None = None, name: str | None = None, resample: str = "BILINEAR",
    actual_shape: None = None, align_corners: bool = True, align_mode: int = 1, data_format: str = "NCHW",
) -> Any:  # fmt: skip
    """Resize input to out_shape (a number for each dim), or by the factor scale; resample is NEAREST, BILINEAR, ...

    Raises UnsupportedError for actual_shape, ArgumentError for another resample.
    """
    if actual_shape is not None:
        raise UnsupportedError("image_resize does not support actual_shape", site=site(), fix="pass out_shape")
    if resample not in _KINDS:
        raise ArgumentError(f"The 'resample' of image_resize can only be one of {', '.join(_KINDS)}.", site=site())
    if resample == "NEAREST" and align_corners:
        return _nearest_corners(input, out_shape, scale, data_format)
    return F.interpolate(input, out_shape, scale, _KINDS[resample], align_corners, align_mode, data_format)


def _nearest_corners(x: Any, out_shape: Any, scale: float | None, data_format: str) -> Any:
    """Return the nearest input element for each output element, where corners are aligned with corners."""
    if data_format not in ("NCHW", "NCDHW") or any(d < 1 for d in x.shape[2:]):
        raise ShapeError(
            "image_resize with align_corners needs an input whose dims after N and C are known",
            facts={"x": list(x.shape)},
        )
    for axis, size in enumerate(x.shape[2:]):
        wanted = int(out_shape[axis]) if out_shape is not None else int(size * (scale or 1.0))
        ratio = (size - 1) / (wanted - 1) if wanted > 1 else 0.0
        places = np.array([int(ratio * i + 0.5) for i in range(wanted)], "int64")
        x = REGISTRY["gather"](x, fill.assign(places), axis=axis + 2)
    return x


@statically
def resize_bilinear(
    input: Any, out_shape: Any = None, scale: float | None = None, name: str | None = None, actual_shape: None = None,
    align_corners: bool = True, align_mode: int = 1, data_format: str = "NCHW",
) -> Any:  # fmt: skip
    """Resize input [N, C, H, W], with interpolation between the four nearest pixels."""
    return image_resize(input, out_shape, scale, None, "BILINEAR", actual_shape, align_corners, align_mode, data_format)


@statically
def resize_trilinear(
    input: Any, out_shape: Any = None, scale: float | None = None, name: str | None = None, actual_shape: None = None,
    align_corners: bool = True, align_mode: int = 1, data_format: str = "NCDHW",
) -> Any:  # fmt: skip
    """Resize input [N, C, D, H, W], with interpolation between the eight nearest elements."""
    return image_resize(
        input, out_shape, scale, None, "TRILINEAR", actual_shape, align_corners, align_mode, data_format
    )


@statically
def resize_nearest(
    input: Any, out_shape: Any = None, scale: float | None = None, name: str | None = None, actual_shape: None = None,
    align_corners: bool = True, data_format: str = "NCHW",
) -> Any:  # fmt: skip
    """Resize input [N, C, H, W] by the nearest pixel."""
    return image_resize(input, out_shape, scale, None, "NEAREST", actual_shape, align_corners, 1, data_format)


@statically
def image_resize_short(input: Any, out_short_len: int, resample: str = "BILINEAR") -> Any:
    """Resize input [N, C, H, W], so that the shorter side is out_short_len."""
    sides = list(input.shape[2:4])
    if min(sides) < 1:
        raise ShapeError(
            "image_resize_short: height and width of the input must be known", facts={"input": list(input.shape)}
        )
    short = min(sides)
    size = [int(out_short_len * side / short + 0.5) for side in sides]
    return image_resize(input, size, None, None, resample)


@statically
def pixel_shuffle(x: Any, upscale_factor: int) -> Any:
    """Move channels of x [N, C, H, W] to pixels.

    Source: Shi et al. 2016.
    """
    return F.pixel_shuffle(x, upscale_factor)


@statically
def shuffle_channel(x: Any, group: int, name: str | None = None) -> Any:
    """Reorder the channels of x [N, C, H, W]: the first channel of each group, then the second, and so on.

    Source: Zhang et al. 2018 (ShuffleNet).
    """
    return F.channel_shuffle(x, group)


@statically
def space_to_depth(x: Any, blocksize: int, name: str | None = None) -> Any:
    """Move blocks of pixels of x [N, C, H, W] to channels [N, C * b * b, H / b, W / b].

    The position in the block is the slowest index of the new channels.
    """
    _, channels, high, wide = x.shape
    if high % blocksize or wide % blocksize:
        raise ArgumentError("space_to_depth: H and W must be multiples of blocksize", facts={"x": list(x.shape)})
    size = (-1, channels, high // blocksize, blocksize, wide // blocksize, blocksize)
    apart = REGISTRY["transpose"](REGISTRY["reshape"](x, shape=size), perm=[0, 3, 5, 1, 2, 4])
    out = (-1, channels * blocksize**2, high // blocksize, wide // blocksize)
    return REGISTRY["reshape"](apart, shape=out)


@statically
def temporal_shift(x: Any, seg_num: int, shift_ratio: float = 0.25, name: str | None = None) -> Any:
    """Shift a share of the channels of x [N * seg_num, C, H, W] one step back, and the same share one step ahead."""
    return F.temporal_shift(x, seg_num, shift_ratio)


@statically
def affine_grid(theta: Any, out_shape: Any, name: str | None = None) -> Any:
    """Return the positions [N, H, W, 2] to which the matrices theta [N, 2, 3] map an image of out_shape."""
    return F.affine_grid(theta, out_shape)


@statically
def grid_sampler(x: Any, grid: Any, name: str | None = None) -> Any:
    """Sample x [N, C, H, W] at the positions in grid [N, H', W', 2]; pixels outside of x are 0.

    Each result is interpolated between the four nearest pixels.
    """
    return F.grid_sample(x, grid)


@statically
def unfold(
    x: Any, kernel_sizes: Any, strides: Any = 1, paddings: Any = 0, dilations: Any = 1, name: str | None = None
) -> Any:
    """Return the windows of x [N, C, H, W] as columns [N, C * KH * KW, windows]."""
    return F.unfold(x, kernel_sizes, strides, paddings, dilations)


@statically
def add_position_encoding(input: Any, alpha: float, beta: float, name: str | None = None) -> Any:
    """Return alpha * input [N, T, D] + beta * sines and cosines of the position.

    Source: Vaswani et al. 2017.
    """
    _, steps, width = input.shape
    if steps < 1 or width % 2:
        raise ShapeError(
            "the input of add_position_encoding must have the shape [N, T, D], and D must be even",
            facts={"input": list(input.shape)},
        )
    half = width // 2
    rate = np.arange(half) / (half - 1) if half > 1 else np.zeros(1)
    angle = np.arange(steps)[:, None] / np.power(10000.0, rate)
    table = np.concatenate([np.sin(angle), np.cos(angle)], axis=1).astype("float32")
    return input * alpha + fill.assign(table) * beta


__all__ = [
    "adaptive_pool2d", "adaptive_pool3d", "add_position_encoding", "affine_grid", "grid_sampler", "image_resize",
    "image_resize_short", "lrn", "pad", "pad2d", "pad_constant_like", "pixel_shuffle", "pool2d", "pool3d",
    "resize_bilinear", "resize_nearest", "resize_trilinear", "shuffle_channel", "space_to_depth", "temporal_shift",
    "unfold",
]  # fmt: skip
