"""Convolutions whose windows are moved, pixel by pixel, by learned offsets."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ShapeError
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.elementwise.comparison import where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.linalg.matmul import matmul
from opscope.ops.manipulation.reshape import reshape, unsqueeze
from opscope.ops.nn import windows_nd
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.functional.sampling import between_pixels


def _constant(values: Any, like: Any) -> Any:
    return cast_like(REGISTRY["assign_value"](values=values.astype(like.dtype.name)), like)


def _seen(at: Any) -> Any:
    """Return the positions without a gradient for positions that are a pixel or more before the image.

    Otherwise, the first pixel would get this gradient.
    """
    return where(at <= -1.0, zeros_like(at) - 2.0, at)


def _checked(x: Any, offset: Any, weight: Any, mask: Any, counts: list[int], deformable_groups: int) -> None:
    """Raise ShapeError for shapes that do not fit or are unknown."""
    facts = {"x": list(x.shape), "offset": list(offset.shape), "weight": list(weight.shape)}
    if len(x.shape) != 4 or len(offset.shape) != 4 or len(weight.shape) != 4:
        raise ShapeError("deform_conv2d: x, offset and weight must have four dims", facts=facts, site=site())
    if any(d in (-1, None) for d in (*x.shape[1:], *offset.shape[1:])):
        raise ShapeError(
            "deform_conv2d: all dims except the batch must be known when the program is built", facts=facts, site=site()
        )
    points = deformable_groups * weight.shape[2] * weight.shape[3]
    if list(offset.shape[1:]) != [2 * points, *counts] or x.shape[1] % deformable_groups:
        raise ShapeError(
            f"deform_conv2d: offset must have the shape [N, {2 * points}, {counts[0]}, {counts[1]}], with 2 "
            "numbers for each pixel of the window",
            facts=facts, site=site(),
        )  # fmt: skip
    if mask is not None and list(mask.shape[1:]) != [points, *counts]:
        raise ShapeError(
            f"deform_conv2d: mask must have the shape [N, {points}, {counts[0]}, {counts[1]}]",
            facts={"mask": list(mask.shape)}, site=site(),
        )  # fmt: skip


def deform_conv2d(
    x: Any,
    offset: Any,
    weight: Any,
    mask: Any,
    *,
    stride: Any,
    padding: Any,
    dilation: Any,
    deformable_groups: int,
    groups: int,
) -> Any:
    """Return the convolution [N, O, h, w] of x [N, C, H, W] with weight, without bias.

    Pixel k of the window at (i, j) is moved by offset[:, 2k, i, j] in y and by offset[:, 2k + 1, i, j] in x. Its value
    is interpolated linearly between pixels, is 0 outside of the image, and is multiplied by mask[:, k, i, j] if there
    is a mask. Raises ShapeError. Source: Dai et al. 2017; with a mask Zhu et al. 2018.
    """
    axes = windows_nd.axes(x.shape[2:], weight.shape[2:], stride, padding, dilation)
    counts = [count or 0 for count in windows_nd.counts(x.shape[2:], axes)]
    _checked(x, offset, weight, mask, counts, deformable_groups)
    channels, size = x.shape[1], x.shape[2:]
    out_channels, _, *kernel = weight.shape
    pixels, windows = kernel[0] * kernel[1], counts[0] * counts[1]
    moved = reshape(offset, shape=[-1, pixels, 2, windows])  # the groups of x become images
    corner = np.indices(kernel).reshape(2, pixels, 1) * np.array([a.dilation for a in axes]).reshape(2, 1, 1)
    start = [[a.stride for a in axes], [a.before for a in axes]]
    window = np.indices(counts).reshape(2, 1, windows) * np.array(start[0]).reshape(2, 1, 1)
    base = corner + window - np.array(start[1]).reshape(2, 1, 1)
    at = [
        _seen(reshape(moved[:, :, side] + _constant(base[side], offset), shape=[-1, pixels * windows]))
        for side in (0, 1)
    ]
    flat = reshape(x, shape=[-1, channels // deformable_groups, size[0] * size[1]])
    columns = between_pixels(flat, at, size)
    if mask is not None:
        columns = columns * unsqueeze(reshape(mask, shape=[-1, pixels * windows]), axis=[1])
    columns = reshape(columns, shape=[-1, groups, channels // groups * pixels, windows])
    filters = reshape(weight, shape=[groups, out_channels // groups, channels // groups * pixels])
    return reshape(matmul(filters, columns), shape=[-1, out_channels, *counts])
