"""Pooling: means, maxima and norms of windows, and of whole images."""

from __future__ import annotations

import functools

import numpy as np

from opscope.onnx.node import Node, Value, cast, dtype_of, known_dims, like, rank_of, run, shape_of
from opscope.onnx.node import operator as row
from opscope.onnx.operators.convolution_nodes import bilinear
from opscope.onnx.operators.spatial_windows import Windows, inside_counts, is_spatial, window_values, windows_of


def _windows(node: Node, x: Value) -> Windows:
    kernel = [int(k) for k in node.attr("kernel_shape")]
    if len(kernel) != is_spatial(x, node):
        raise node.error(f"kernel_shape {kernel} does not match an input of rank {rank_of(x)}")
    return windows_of(node, kernel, x)


def _is_plain(windows: Windows, ceil: bool) -> bool:
    """Return True if Paddle's pooling has the same windows: with `ceil`, no window may begin behind the input."""
    reaches = not any(windows.paddings) and all(s <= k for s, k in zip(windows.strides, windows.kernel, strict=True))
    return len(windows.kernel) == 2 and not windows.is_dilated and (not ceil or reaches)


@row("AveragePool")
def average_pool(node: Node) -> Value:
    """Convert AveragePool: the mean of each window; count_include_pad also counts the padding."""
    return averaged(node, node.input())


def averaged(node: Node, x: Value) -> Value:
    """Return the mean of each window of x, by the node's attributes."""
    windows = _windows(node, x)
    ceil, padding = bool(node.attr("ceil_mode", 0)), bool(node.attr("count_include_pad", 0)) and any(windows.paddings)
    if _is_plain(windows, ceil) and not padding:
        attrs = {"kernel_size": windows.kernel, "stride": windows.strides, "padding": windows.paddings}
        return run("avg_pool2d", x, **attrs, ceil_mode=ceil)
    values, counts = window_values(node, x, windows, 0.0, ceil)
    dims = known_dims(x, range(2, rank_of(x)), node)
    share = inside_counts(dims, counts, windows, padding).astype(dtype_of(x).dtype)
    return run("divide", run("sum", values, axis=-1), share)


@row("MaxPool")
def max_pool(node: Node) -> Value:
    """Convert MaxPool: the maximum of each window, and since version 8 its position in the flattened input."""
    x = node.input()
    windows = _windows(node, x)
    ceil, by_column = bool(node.attr("ceil_mode", 0)), bool(node.attr("storage_order", 0))
    if _is_plain(windows, ceil) and dtype_of(x).kind == "f" and not node.wants(1):
        attrs = {"kernel_size": windows.kernel, "stride": windows.strides, "padding": windows.paddings}
        return run("max_pool2d", x, **attrs, ceil_mode=ceil)[0]
    kind = dtype_of(x).dtype
    lowest = float("-inf") if kind.kind == "f" else int(np.iinfo(kind).min)
    values, counts = window_values(node, x, windows, lowest, ceil)
    out = run("amax", values, axis=-1) if kind.kind == "f" else run("max", values, axis=-1)
    return (out, _places(node, x, values, windows, counts, by_column)) if node.wants(1) else out


def _places(node: Node, x: Value, values: Value, windows: Windows, counts: list[int], by_column: bool) -> Value:
    """Return the positions of the maxima in the flattened x; with storage_order 1, in column-major order."""
    batch, channels, *dims = known_dims(x, range(rank_of(x)), node)
    node.limit(batch * channels * int(np.prod(counts)) * int(np.prod(windows.kernel)), 1 << 26, "values of windows")
    order = dims[::-1] if by_column else dims
    steps = [int(np.prod(order[i + 1 :], dtype="int64")) for i in range(len(dims))]
    steps = steps[::-1] if by_column else steps
    flat = np.zeros((1, 1), "int64")  # [places, elements of the window]
    for c, k, s, g, b, _, step in zip(counts, *windows, steps, strict=True):
        at = (np.arange(c)[:, None] * s + np.arange(k)[None] * g - b) * step
        flat = (flat[:, None, :, None] + at[None, :, None, :]).reshape(flat.shape[0] * c, -1)
    first = (np.arange(batch * channels) * int(np.prod(dims))).reshape(batch, channels, *[1] * len(counts))
    best = run("argmax", values, axis=-1, keepdim=True)
    table = np.broadcast_to(flat.reshape(1, 1, *counts, -1), (batch, channels, *counts, flat.shape[1])).copy()
    chosen = run("squeeze", run("pick_along", table, best, axis=len(counts) + 2), axis=[-1])
    return run("add", chosen, first)


@row("LpPool")
def lp_pool(node: Node) -> Value:
    """Convert LpPool: the p-norm of each window."""
    x, p = node.input(), float(node.attr("p"))
    windows = _windows(node, x)
    values, _ = window_values(node, x, windows, 0.0, bool(node.attr("ceil_mode", 0)))
    return _norm(values, p, -1)


def _norm(values: Value, p: float, axis: int | tuple[int, ...], keepdim: bool = False) -> Value:
    if p == 1:
        return run("sum", run("abs", values), axis=axis, keepdim=keepdim)
    if p == 2:
        return run("sqrt", run("sum", run("square", values), axis=axis, keepdim=keepdim))
    total = run("sum", run("pow", run("abs", values), factor=p), axis=axis, keepdim=keepdim)
    return run("pow", total, factor=1 / p)


def _global(op: str, node: Node) -> Value:
    x = node.input()
    return run(op, x, axis=tuple(range(2, rank_of(x))), keepdim=True)


row("GlobalAveragePool")(functools.partial(_global, "mean"))
row("GlobalMaxPool")(functools.partial(_global, "amax"))


@row("GlobalLpPool")
def global_lp_pool(node: Node) -> Value:
    """Convert GlobalLpPool: the p-norm of each channel."""
    x = node.input()
    return _norm(x, float(node.attr("p", 2)), tuple(range(2, rank_of(x))), keepdim=True)


@row("LpNormalization")
def lp_normalization(node: Node) -> Value:
    """Convert LpNormalization: x divided by its p-norm along an axis; x where the norm is 0."""
    x = node.input()
    norm = _norm(x, float(node.attr("p")), int(node.attr("axis")), keepdim=True)
    zero = run("equal", norm, like(0, norm))
    return run("divide", x, run("where", zero, like(1, norm), norm))


@row("MaxUnpool", 9)
def max_unpool(node: Node) -> Value:
    """Convert MaxUnpool: write values to the positions of MaxPool; a larger output_shape is filled with zeros."""
    x, index = node.input(0), node.input(1)
    n = is_spatial(x, node)
    kernel = [int(k) for k in node.attr("kernel_shape")]
    strides = [int(s) for s in node.attr("strides") or [1] * n]
    pads = [int(p) for p in node.attr("pads") or [0] * (2 * n)]
    dims = known_dims(x, range(2, rank_of(x)), node)
    pooled = [
        (d - 1) * s - pads[i] - pads[i + n] + k for i, (d, s, k) in enumerate(zip(dims, strides, kernel, strict=True))
    ]
    image = int(np.prod(pooled))
    own = run("remainder", cast(index, "int64"), np.asarray(image, "int64"))
    out = run("max_unpool", x, own, output_size=tuple(pooled))
    if not node.has(2):
        return out
    wanted = node.ints(2, "output_shape")[-n:]
    if any(w < p for w, p in zip(wanted, pooled, strict=True)):
        raise node.error(f"output_shape must be at least {pooled}, but is {wanted}")
    more = [v for w, p in zip(wanted, pooled, strict=True) for v in (0, w - p)]
    return run("pad", out, paddings=[0, 0, 0, 0, *more])


@row("LRN")
def local_response(node: Node) -> Value:
    """Convert LRN: x divided by a power of the sum of squares of the neighboring channels."""
    x, size = node.input(), int(node.attr("size"))
    alpha, beta, bias = (float(node.attr(n)) for n in ("alpha", "beta", "bias"))
    node.limit(size, 1 << 10, "channels around each")
    (channels,) = known_dims(x, [1], node)
    low, high = (size - 1) // 2, size - 1 - (size - 1) // 2
    padded = run("pad", run("square", x), paddings=[0, 0, low, high, *[0] * (2 * (rank_of(x) - 2))])
    total: Value = None
    for i in range(size):
        part = run("getitem", padded, index=((None,) * 3, (i, i + channels, None)))
        total = part if total is None else run("add", total, part)
    scale = run("add", run("multiply", total, like(alpha / size, x)), like(bias, x))
    return run("divide", x, run("pow", scale, factor=beta))


@row("RoiAlign", 10)
def roi_align(node: Node) -> Value:
    """Convert RoiAlign: means of bilinear samples in the cells of boxes; mode max uses the largest weighted value."""
    x, boxes = node.input(0), node.input(1)
    images = run("gather", x, cast(node.input(2), "int64"), axis=0)
    kind, mode = dtype_of(x).dtype, node.attr("coordinate_transformation_mode", "output_half_pixel")
    high, wide = int(node.attr("output_height")), int(node.attr("output_width"))
    ratio, scale = int(node.attr("sampling_ratio")), float(node.attr("spatial_scale"))
    if ratio < 1:
        raise node.refuse("sampling_ratio 0", "export the node with a fixed number of samples")
    count, channels, *dims = (*known_dims(boxes, [0], node), *known_dims(x, [1, 2, 3], node))
    shift = kind.type(0.5 if mode == "half_pixel" else 0.0)
    scaled = run("subtract", run("multiply", boxes, kind.type(scale)), shift)
    x1, y1, x2, y2 = (run("getitem", scaled, index=((None,) * 3, (i, i + 1, None))) for i in range(4))
    grids = []
    for first, last, cells in ((y1, y2, high), (x1, x2, wide)):
        extent = run("subtract", last, first)
        if mode != "half_pixel":
            extent = run("maximum", extent, kind.type(1))
        place = ((np.arange(cells * ratio) + 0.5) / (cells * ratio)).astype(kind).reshape(1, -1)
        grids.append(run("add", first, run("multiply", extent, place)))
    rows, columns = high * ratio, wide * ratio
    y = run("expand", run("unsqueeze", grids[0], axis=2), shape=(count, rows, columns))
    across = run("expand", run("unsqueeze", grids[1], axis=1), shape=(count, rows, columns))
    sizes = [kind.type(d) for d in dims]
    outside = None
    for at, size in ((y, sizes[0]), (across, sizes[1])):
        out = run("logical_or", run("less_than", at, kind.type(-1)), run("greater_than", at, size))
        outside = out if outside is None else run("logical_or", outside, out)
    flat = [
        run("reshape", run("clip", at, min=0.0, max=float(size) - 1), shape=(count, rows * columns))
        for at, size in ((y, sizes[0]), (across, sizes[1]))
    ]
    kept = run("cast", run("logical_not", run("reshape", outside, shape=(count, 1, rows * columns))), dtype=kind.name)
    largest = node.attr("mode") == "max"
    taken = run("multiply", bilinear(images, flat[0], flat[1], dims, "maximum" if largest else "add"), kept)
    cells = run("reshape", taken, shape=(count, channels, high, ratio, wide, ratio))
    return run("amax" if largest else "mean", cells, axis=(3, 5))


@row("MaxRoiPool")
def max_roi_pool(node: Node) -> Value:
    """Convert MaxRoiPool: the maxima in the cells of boxes, whose corners are rounded to pixels."""
    x, rois = node.input(0), np.asarray(node.constant(1, "the regions"))
    high, wide = (int(v) for v in node.attr("pooled_shape"))
    scale = float(node.attr("spatial_scale"))
    _, _, rows, columns = known_dims(x, range(4), node)
    node.limit(len(rois) * high * wide, 1 << 12, "cells of regions")
    made = []
    for roi in rois:
        x1, y1, x2, y2 = (int(np.floor(v * scale + 0.5)) for v in roi[1:])
        image = run("getitem", x, index=(int(roi[0]),))
        cells = [
            run("amax", run("getitem", image, index=((None,) * 3, (*a, None), (*b, None))), axis=(1, 2))
            for a in _cells(y1, max(y2 - y1 + 1, 1), high, rows)
            for b in _cells(x1, max(x2 - x1 + 1, 1), wide, columns)
        ]
        channels = shape_of(x)[1]
        made.append(run("reshape", run("stack", *cells, axis=-1), shape=(channels or -1, high, wide)))
    return run("stack", *made, axis=0)


def _cells(first: int, size: int, count: int, limit: int) -> list[tuple[int, int]]:
    return [
        (min(max(first + i * size // count, 0), limit - 1), max(min(first + -(-(i + 1) * size // count), limit), 1))
        for i in range(count)
    ]
