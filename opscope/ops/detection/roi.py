"""Pooling of regions of images to a fixed size; each bin is the mean or the maximum of its values.

The mean of a bin is the mean over its rows of the means over its columns. A region therefore needs only two small
matrices. The CPU makes these matrices, because their sizes depend on values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.elementwise.arithmetic import maximum
from opscope.ops.elementwise.comparison import where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation.reshape import reshape
from opscope.ops.registry import Sample, op

Lines = tuple[Any, Any]  # of each region, for the rows and the columns: [regions, bins, size]


def _checked(x: TensorSpec, boxes: TensorSpec, boxes_num: TensorSpec) -> None:
    if x.rank != 4 or boxes.rank != 2 or boxes.shape[1] not in (4, None) or boxes_num.rank != 1:
        raise ShapeError(
            "regions: x must be [N, C, H, W], boxes [regions, 4] and boxes_num [N]",
            facts={"x": x, "boxes": boxes, "boxes_num": boxes_num},
            fix="reshape the input that differs",
        )
    if None not in (n := (x.shape[0], boxes_num.shape[0])) and n[0] != n[1]:
        raise ShapeError(
            "regions: boxes_num must have a number for each image",
            facts={"x": x, "boxes_num": boxes_num},
            fix="pass the number of boxes of each image",
        )


def _pooled(x: TensorSpec, boxes: TensorSpec, boxes_num: TensorSpec, pooled_height: int, pooled_width: int) -> Any:
    _checked(x, boxes, boxes_num)
    return x.with_shape((boxes.shape[0], x.shape[1], pooled_height, pooled_width))


def _images(boxes: Array, boxes_num: Any) -> Any:
    """Return the index of the image of each box.

    Raises ArgumentError if the number of boxes does not equal the sum of the counts.
    """
    counts = to_host(boxes_num).astype("int64")
    if int(counts.sum()) != boxes.shape[0]:
        raise ArgumentError(
            "the sum of boxes_num must be the number of boxes",
            facts={"boxes_num": counts, "boxes": boxes.shape[0]},
            fix="pass the number of boxes of each image",
        )
    return np.repeat(np.arange(len(counts)), counts)


def _corners(boxes: Array) -> Any:
    """Return the boxes on the CPU, at least in float32."""
    host = to_host(boxes)
    return host if host.dtype in ("float32", "float64") else host.astype("float32")


def _steps(bins: int, like: Any) -> Any:
    return np.arange(bins, dtype=like.dtype)


# --- means of points ----------------------------------------------------------------------------------


def _points(low: Array, span: Any, bins: int, size: int, sampling_ratio: int) -> Any:
    """Return the weight of each pixel in each bin [regions, bins, size], with linear interpolation between pixels.

    The bins divide the interval from `low` to `low + span`.
    """
    step = (span / bins).astype(low.dtype)
    counts = np.full(len(low), sampling_ratio) if sampling_ratio > 0 else np.ceil(step).astype("int64")
    inner = np.arange(max(int(counts.max(initial=0)), 1), dtype=low.dtype)
    starts = low[:, None] + _steps(bins, low) * step[:, None]
    share = np.maximum(counts, 1)[:, None].astype(low.dtype)
    at = starts[:, :, None] + ((inner + 0.5) * step[:, None] / share)[:, None]
    seen = (inner < counts[:, None])[:, None] & (at >= -1) & (at <= size)
    at = np.clip(at, 0, size - 1)
    first = at.astype("int64")
    rest = at - first
    lines = np.arange(len(low) * bins).reshape(len(low), bins, 1) * size
    places = np.stack([lines + first, lines + np.minimum(first + 1, size - 1)])
    weights = np.stack([1 - rest, rest]) * seen
    total = np.bincount(places.ravel(), weights.ravel(), len(low) * bins * size)
    return total.reshape(len(low), bins, size) / np.maximum(counts, 1)[:, None, None]


def _aligned(x: Array, boxes: Array, bins: tuple[int, int], scale: float, sampling_ratio: int, aligned: bool) -> Lines:
    host = _corners(boxes)
    host = host * host.dtype.type(scale) - host.dtype.type(0.5 if aligned else 0.0)
    low, span = host[:, :2], host[:, 2:] - host[:, :2]
    span = span if aligned else np.maximum(span, 1)
    rows, columns = (
        _points(low[:, side], span[:, side], count, size, sampling_ratio)
        for side, count, size in zip((1, 0), bins, x.shape[2:], strict=True)
    )
    return rows, columns


# --- bins of whole pixels -----------------------------------------------------------------------------


def _rounded(values: Array) -> Any:
    """Round to the nearest integer, halves away from 0."""
    return np.copysign(np.floor(np.abs(values) + values.dtype.type(0.5)), values)


def _bin_edges(low: Array, span: Any, bins: int, size: int, base: Array) -> tuple[Any, Any]:
    """Return the first pixel of each bin, and the pixel after its last pixel, [regions, bins]."""
    step = (span / bins).astype(low.dtype)[:, None]
    first = np.floor(_steps(bins, low) * step + low[:, None]) + base[:, None]
    behind = np.ceil((_steps(bins, low) + 1) * step + low[:, None]) + base[:, None]
    return tuple(np.clip(v, 0, size).astype("int64") for v in (first, behind))  # type: ignore[return-value]


def _average(first: Any, behind: Any, size: int) -> Any:
    """Return 1 / (number of pixels in a bin) for the pixels of the bin, [regions, bins, size]; 0 for an empty bin."""
    pixels = np.arange(size)
    inside = (pixels >= first[..., None]) & (pixels < behind[..., None])
    return inside / np.maximum(behind - first, 1)[..., None]


def _averaged(x: Array, boxes: Array, bins: tuple[int, int], scale: float) -> Lines:
    host = _corners(boxes)
    ends = _rounded(host)
    low, high = ends[:, :2] * host.dtype.type(scale), (ends[:, 2:] + 1) * host.dtype.type(scale)
    span, nothing = np.maximum(high - low, host.dtype.type(0.1)), np.zeros(len(host), host.dtype)
    rows, columns = (
        _average(*_bin_edges(low[:, side], span[:, side], count, size, nothing), size)
        for side, count, size in zip((1, 0), bins, x.shape[2:], strict=True)
    )
    return rows, columns


# --- the sums -----------------------------------------------------------------------------------------


def _parts(xp: ArrayModule, lines: Lines, dtype: DTypeLike) -> Iterator[tuple[int, Any, Any, tuple[slice, slice]]]:
    """Yield the region, its matrices of rows and columns, and the needed part of the image; skip empty regions."""
    for i, pair in enumerate(zip(*lines, strict=True)):
        asked = [np.flatnonzero(side.any(0)) for side in pair]
        if all(a.size for a in asked):
            part = slice(int(asked[0][0]), int(asked[0][-1]) + 1), slice(int(asked[1][0]), int(asked[1][-1]) + 1)
            rows, columns = (xp.asarray(side[:, s].astype(dtype)) for side, s in zip(pair, part, strict=True))
            yield i, rows, columns, part


def _weights(rows: Array, columns: Array) -> Any:
    """Return the weight of each pixel in each bin, [rows of bins, columns of bins, height, width]."""
    return rows[:, None, :, None] * columns[None, :, None, :]


def _gathered(xp: ArrayModule, x: Array, boxes: Array, boxes_num: Any, lines: Lines, sensitive: bool = False) -> Any:
    """Return the bins of all regions; with `sensitive`, each bin reads separate channels."""
    images, bins = _images(boxes, boxes_num), (lines[0].shape[1], lines[1].shape[1])
    channels = x.shape[1] // (bins[0] * bins[1]) if sensitive else x.shape[1]
    out = xp.zeros((len(images), channels, *bins), dtype=x.dtype)
    for i, rows, columns, (down, along) in _parts(xp, lines, x.dtype):
        part = x[images[i], :, down, along]
        if sensitive:
            part = part.reshape(channels, *bins, *part.shape[1:])
            out[i] = xp.einsum("cijhw,ijhw->cij", part, _weights(rows, columns))
        else:
            out[i] = rows @ part @ columns.T
    return out


def _spread(
    xp: ArrayModule, dout: Array, x: Array, boxes: Array, boxes_num: Any, lines: Lines, sensitive: bool = False
) -> Any:
    """Apply the transpose of _gathered."""
    images = _images(boxes, boxes_num)
    out = xp.zeros(x.shape, dtype=dout.dtype)
    for i, rows, columns, (down, along) in _parts(xp, lines, dout.dtype):
        if sensitive:
            part = dout[i][..., None, None] * _weights(rows, columns)
            out[images[i], :, down, along] += part.reshape(-1, *part.shape[3:])
        else:
            out[images[i], :, down, along] += rows.T @ dout[i] @ columns
    return out


_BOXES = np.array([[0.3, 0.6, 4.2, 3.1], [1.2, -2.0, 9.0, 2.4], [2.0, 1.0, 2.4, 5.0], [-9.0, -9, -5, -5]])
_COUNTS = np.array([1, 3], "int32")


def _samples(channels: int, **attrs: Any) -> list[Sample]:
    """Return samples with float boxes, which get no gradient, and with integer boxes."""
    x, attrs = samples.distinct(2, channels, 6, 7), {"pooled_height": 2, "pooled_width": 3, **attrs}
    whole = (_BOXES * 4).astype("int64")
    return [
        Sample((x, _BOXES, _COUNTS), attrs, smooth=False),
        Sample((x, whole, _COUNTS), {**attrs, "spatial_scale": 0.27}),
    ]


def _gradient_samples(made: list[Sample]) -> list[Sample]:
    """Return the samples, each with an additional input: a gradient of the output, with 2 channels."""
    dout = samples.array(len(_BOXES), 2, 2, 3)
    return [sample._replace(args=(dout, *sample.args)) for sample in made]


def _align_samples() -> list[Sample]:
    return [*_samples(2), *_samples(2, sampling_ratio=2, aligned=False)]


_KINDS = {"x": "f", "boxes": "iuf", "boxes_num": "iu"}


@op(
    dtype_kinds=_KINDS,
    infer=lambda x, boxes, boxes_num, *, pooled_height, pooled_width, **_: _pooled(
        x, boxes, boxes_num, pooled_height, pooled_width
    ),
    check_shapes=True,
    vjp={"x": lambda dout, x, boxes, boxes_num, attrs: roi_align_spread(dout, x, boxes, boxes_num, **attrs)},
    samples=_align_samples,
)
def roi_align(
    xp: ArrayModule,
    x: Array,
    boxes: Array,
    boxes_num: Array,
    *,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = True,
) -> Array:
    """Return regions of x as [regions, C, pooled_height, pooled_width]: a bin is the mean of interpolated points.

    sampling_ratio: number of points along a side of a bin; -1 means the number of its pixels. Source: He et al. 2017.
    """
    lines = _aligned(x, boxes, (pooled_height, pooled_width), spatial_scale, sampling_ratio, aligned)
    return _gathered(xp, x, boxes, boxes_num, lines)


@op(
    dtype_kinds={"mean": "f", **_KINDS},
    infer=lambda mean, x, boxes, boxes_num, **_: mean.with_shape(x.shape),
    vjp={"mean": lambda dout, boxes, boxes_num, attrs: roi_align(dout, boxes, boxes_num, **attrs)},
    samples=lambda: _gradient_samples(_align_samples()),
)
def roi_align_spread(
    xp: ArrayModule,
    mean: Array,
    x: Array,
    boxes: Array,
    boxes_num: Array,
    *,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = True,
) -> Array:
    """Return the gradient of roi_align: the values of the bins, distributed over the shape of x."""
    lines = _aligned(x, boxes, (pooled_height, pooled_width), spatial_scale, sampling_ratio, aligned)
    return _spread(xp, mean, x, boxes, boxes_num, lines)


def _infer_psroi_pool(
    x: TensorSpec, boxes: TensorSpec, boxes_num: TensorSpec, pooled_height: int, pooled_width: int
) -> Any:
    _checked(x, boxes, boxes_num)
    channels, bins = x.shape[1], pooled_height * pooled_width
    if channels is not None and channels % bins:
        raise ShapeError(
            f"psroi_pool: the channels of x must be a multiple of {bins}, the number of bins",
            facts={"x": x},
            fix="change the channels of x, or the pooled size",
        )
    return x.with_shape((boxes.shape[0], channels and channels // bins, pooled_height, pooled_width))


@op(
    dtype_kinds=_KINDS,
    infer=lambda x, boxes, boxes_num, *, pooled_height, pooled_width, spatial_scale=1.0: _infer_psroi_pool(
        x, boxes, boxes_num, pooled_height, pooled_width
    ),
    check_shapes=True,
    vjp={"x": lambda dout, x, boxes, boxes_num, attrs: psroi_pool_spread(dout, x, boxes, boxes_num, **attrs)},
    samples=lambda: _samples(12),
)
def psroi_pool(
    xp: ArrayModule,
    x: Array,
    boxes: Array,
    boxes_num: Array,
    *,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float = 1.0,
) -> Array:
    """Return regions of x [N, C, H, W] as [regions, C / bins, pooled_height, pooled_width]: means of whole pixels.

    Bin (i, j) of channel c reads channel (c * pooled_height + i) * pooled_width + j of x. Source: Dai et al. 2016.
    """
    lines = _averaged(x, boxes, (pooled_height, pooled_width), spatial_scale)
    return _gathered(xp, x, boxes, boxes_num, lines, sensitive=True)


@op(
    dtype_kinds={"mean": "f", **_KINDS},
    infer=lambda mean, x, boxes, boxes_num, **_: mean.with_shape(x.shape),
    vjp={"mean": lambda dout, boxes, boxes_num, attrs: psroi_pool(dout, boxes, boxes_num, **attrs)},
    samples=lambda: _gradient_samples(_samples(12)),
)
def psroi_pool_spread(
    xp: ArrayModule,
    mean: Array,
    x: Array,
    boxes: Array,
    boxes_num: Array,
    *,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float = 1.0,
) -> Array:
    """Return the gradient of psroi_pool: the values of the bins, distributed over the shape of x."""
    lines = _averaged(x, boxes, (pooled_height, pooled_width), spatial_scale)
    return _spread(xp, mean, x, boxes, boxes_num, lines, sensitive=True)


# --- the largest values -------------------------------------------------------------------------------


def _largest(part: Any, first: Any, behind: Any) -> tuple[Any, Any]:
    """Return the maximum of each bin along the last axis, and its position [..., bins]; -1 for an empty bin."""
    values = np.full((*part.shape[:-1], len(first)), -np.inf, part.dtype)
    places = np.full(values.shape, -1, "int64")
    for i, (low, high) in enumerate(zip(first.tolist(), behind.tolist(), strict=True)):
        if high > low:
            values[..., i] = part[..., low:high].max(-1)
            places[..., i] = part[..., low:high].argmax(-1) + low
    return values, places


@op(
    dtype_kinds=_KINDS,
    infer=lambda x, boxes, boxes_num, *, pooled_height, pooled_width, spatial_scale=1.0: TensorSpec(
        _pooled(x, boxes, boxes_num, pooled_height, pooled_width).shape, int64
    ),
    check_shapes=True,
    samples=lambda: _samples(2),
)
def roi_pool_places(
    xp: ArrayModule,
    x: Array,
    boxes: Array,
    boxes_num: Array,
    *,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: float = 1.0,
) -> Array:
    """Return the positions in flat x of the maximum of each bin, [regions, C, pooled_height, pooled_width]; -1: empty.

    Among equal values, the first value counts. Bins consist of whole pixels, and overlap if they do not fit exactly.
    """
    host, images = to_host(x), _images(boxes, boxes_num)
    corners = _corners(boxes)
    corners = _rounded(corners * corners.dtype.type(spatial_scale))
    spans = np.maximum(corners[:, 2:] - corners[:, :2] + 1, 1).astype("float32")
    height, width = x.shape[2:]
    nothing = np.zeros(len(corners), "float32")
    rows = _bin_edges(nothing, spans[:, 1], pooled_height, height, corners[:, 1])
    columns = _bin_edges(nothing, spans[:, 0], pooled_width, width, corners[:, 0])
    out = np.full((len(images), x.shape[1], pooled_height, pooled_width), -1, "int64")
    for i, image in enumerate(images):
        best, column = _largest(host[image], columns[0][i], columns[1][i])  # of each row
        _, row = _largest(best.swapaxes(1, 2), rows[0][i], rows[1][i])
        row = row.swapaxes(1, 2)
        column = np.take_along_axis(column, np.maximum(row, 0), axis=1)
        channel = (image * x.shape[1] + np.arange(x.shape[1]))[:, None, None]
        out[i] = np.where((row < 0) | (column < 0), -1, (channel * height + row) * width + column)
    return xp.asarray(out)


def roi_pool(
    x: Array, boxes: Array, boxes_num: Any, pooled_height: int, pooled_width: int, spatial_scale: float = 1.0
) -> tuple[Any, Any]:
    """Return the maximum of each bin of each region (0 for an empty bin), and its position. Source: Girshick 2015."""
    bins = {"pooled_height": pooled_height, "pooled_width": pooled_width}
    places = roi_pool_places(x, boxes, boxes_num, **bins, spatial_scale=spatial_scale)
    flat = reshape(places, shape=[-1])
    found = gather(reshape(x, shape=[-1]), maximum(flat, 0))
    found = where(flat < 0, zeros_like(found), found)
    return reshape(found, shape=[-1, x.shape[1], pooled_height, pooled_width]), places
