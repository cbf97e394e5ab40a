"""Sampling of images with a grid: positions (affine_grid), and values at positions (grid_sample)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.errors import ArgumentError, ShapeError
from opscope.ops.attr_values import static_sizes
from opscope.ops.elementwise import unary
from opscope.ops.elementwise.arithmetic import cast_like, clip
from opscope.ops.elementwise.comparison import where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.gather import take_along_axis
from opscope.ops.linalg.matmul import matmul
from opscope.ops.manipulation.reshape import reshape, transpose, unsqueeze
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY

_MODES = ("bilinear", "nearest")
_PADDINGS = ("zeros", "reflection", "border")


def _line(size: int, align_corners: bool) -> Any:
    """Return the centers of `size` pixels in [-1, 1]; -1 and 1 are the centers or the edges of the outer pixels."""
    if align_corners:
        return np.linspace(-1.0, 1.0, size) if size > 1 else np.array([-1.0])
    return (np.arange(size) * 2.0 + 1.0) / size - 1.0


@public
def affine_grid(theta: Any, out_shape: Any, align_corners: bool = True, name: str | None = None) -> Any:
    """Return the grid [N, H, W, 2] to which theta [N, 2, 3] maps the pixels of out_shape [N, C, H, W]; x comes first.

    In three dims, theta is [N, 3, 4], and the grid is [N, D, H, W, 3]. align_corners: -1 and 1 are the centers of the
    outer pixels, not their edges. Source: Jaderberg et al. 2015 (spatial transformers).
    """
    if not hasattr(theta, "__apply_op__"):
        raise ArgumentError("theta should be a Tensor.", facts={"theta": type(theta).__name__})
    spatial = static_sizes(out_shape, "affine_grid")[2:]
    n = len(spatial)
    if tuple(theta.shape[1:]) != (n, n + 1):
        raise ShapeError(
            f"affine_grid: theta must have the shape [N, {n}, {n + 1}] if out_shape has {n + 2} numbers",
            facts={"theta": list(theta.shape)},
        )
    lines = np.meshgrid(*(_line(d, align_corners) for d in spatial), indexing="ij")
    points = np.stack([*lines[::-1], np.ones(spatial)], axis=-1).reshape(-1, n + 1)
    base = cast_like(REGISTRY["assign_value"](values=points.astype(theta.dtype.name)), theta)
    grid = matmul(unsqueeze(base, axis=[0]), transpose(theta, perm=[0, 2, 1]))
    return reshape(grid, shape=[-1, *spatial, n])


def _reflected(at: Any, low: float, span: float) -> Any:
    """Reflect positions into [low, low + span], as often as necessary."""
    if span == 0.0:
        return zeros_like(at)
    far = unary.abs(at - low)
    rest = far - unary.floor(far / (2 * span)) * (2 * span)
    return where(rest > span, 2 * span - rest, rest) + low


def _positions(at: Any, size: int, padding_mode: str, align_corners: bool) -> Any:
    """Convert positions in [-1, 1] to pixels; the padding mode moves them into the image."""
    at = (at + 1.0) * ((size - 1) / 2.0) if align_corners else (at + 1.0) * (size / 2.0) - 0.5
    if padding_mode == "reflection":
        at = _reflected(at, 0.0, size - 1.0) if align_corners else _reflected(at, -0.5, float(size))
    return at if padding_mode == "zeros" else clip(at, min=0.0, max=size - 1.0)


def _looked_up(flat: Any, corner: Sequence[Any], spatial: Sequence[int]) -> Any:
    """Return the values [N, C, P] of an image [N, C, H * W] at integer positions [N, P] for each dim; 0 outside."""
    index, inside = None, None
    for at, size in zip(corner, spatial, strict=True):
        within = (at >= 0.0) & (at <= size - 1.0)
        inside = within if inside is None else inside & within
        place = clip(at, min=0.0, max=size - 1.0)
        index = place if index is None else index * float(size) + place
    found = take_along_axis(flat, unsqueeze(REGISTRY.public["cast"](index, "int64"), axis=[1]), axis=2)
    return found * cast_like(unsqueeze(inside, axis=[1]), found)


def between_pixels(flat: Any, places: Sequence[Any], spatial: Sequence[int]) -> Any:
    """Return the values [N, C, P] of an image [N, C, H * W] at positions [N, P] in pixels for each dim.

    The values are interpolated linearly, and are 0 outside.
    """
    low = [unary.floor(at) for at in places]
    rest = [at - first for at, first in zip(places, low, strict=True)]  # on a pixel the slope is that behind it
    out = None
    for steps in itertools.product((0.0, 1.0), repeat=len(spatial)):
        corner = [at + step for at, step in zip(low, steps, strict=True)]
        shares = [part if step else 1.0 - part for part, step in zip(rest, steps, strict=True)]
        part = _looked_up(flat, corner, spatial) * unsqueeze(math.prod(shares[1:], start=shares[0]), axis=[1])
        out = part if out is None else out + part
    return out


def _checked(x: Any, grid: Any, mode: str, padding_mode: str) -> tuple[int, ...]:
    """Return the spatial dims of x. Raises ArgumentError for unknown modes, and ShapeError for wrong shapes."""
    if mode not in _MODES:
        raise ArgumentError(f"mode of grid_sample should be one of {list(_MODES)}, but it is {mode!r}")
    if padding_mode not in _PADDINGS:
        raise ArgumentError(
            f"padding_mode of grid_sample should be one of {list(_PADDINGS)}, but it is {padding_mode!r}"
        )
    spatial = tuple(x.shape[2:])
    if len(spatial) not in (2, 3) or len(grid.shape) != len(x.shape) or grid.shape[-1] != len(spatial):
        raise ShapeError(
            "grid_sample needs x [N, C, H, W] and grid [N, h, w, 2], or x [N, C, D, H, W] and grid [N, d, h, w, 3]",
            facts={"x": list(x.shape), "grid": list(grid.shape)},
        )
    if -1 in (*spatial, *grid.shape[1:-1]):
        raise ShapeError("grid_sample: the spatial dims must be known when the program is built",
                         facts={"x": list(x.shape), "grid": list(grid.shape)})  # fmt: skip
    return spatial


@public
def grid_sample(
    x: Any,
    grid: Any,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = True,
    name: str | None = None,
) -> Any:
    """Return values [N, C, h, w] of x [N, C, H, W] at the positions of grid [N, h, w, 2] (x, y in [-1, 1]).

    Images of three dims are also supported. mode: 'bilinear', or 'nearest' (halves away from 0). Outside, the value is
    0 ('zeros'), the value at the edge ('border') or the value of the mirrored image ('reflection').
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/functional/grid_sample_en.html
    """
    spatial = _checked(x, grid, mode, padding_mode)
    flat = reshape(x, shape=[0, 0, -1])
    points = reshape(grid, shape=[0, -1, len(spatial)])
    places = [
        _positions(points[:, :, len(spatial) - 1 - axis], size, padding_mode, align_corners)
        for axis, size in enumerate(spatial)
    ]
    if mode == "nearest":
        out = _looked_up(flat, [unary.round(at) for at in places], spatial)
    else:
        out = between_pixels(flat, places, spatial)
    return reshape(out, shape=[0, 0, *grid.shape[1:-1]])
