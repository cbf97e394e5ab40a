"""Convolutions in one, two and three dims."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.onnx.node import Node, Value, known_dims, rank_of, run, shape_of
from opscope.onnx.node import operator as row
from opscope.onnx.operators.spatial_windows import Windows, is_spatial, windows_of


@row("Conv")
def conv(node: Node) -> Value:
    """Convert Conv: x [N, C, *] with weight [O, C / group, *kernel], and a bias [O]."""
    x, weight = node.input(0), node.input(1)
    node.ignore("kernel_shape")  # the weight's own
    out = convolved(node, x, weight, int(node.attr("group")))
    return out if not node.has(2) else run("add", out, channelwise(node.input(2), rank_of(out)))


def channelwise(value: Value, rank: int) -> Value:
    """Reshape [C] to [C, 1, ...], which broadcasts with [N, C, ...]."""
    return run("reshape", value, shape=(-1, *[1] * (rank - 2))) if rank > 2 else value


def convolved(node: Node, x: Value, weight: Value, group: int) -> Value:
    """Return the cross-correlation without bias, by conv2d or conv3d; one dim becomes two dims."""
    n = is_spatial(x, node)
    kernel = known_dims(weight, range(2, 2 + n), node)
    windows = windows_of(node, kernel, x)
    if n == 1:
        wide = Windows(*([one, *part] for one, part in zip((1, 1, 1, 0, 0), windows, strict=True)))
        return run(
            "squeeze", _conv(run("unsqueeze", x, axis=2), run("unsqueeze", weight, axis=2), wide, group), axis=[2]
        )
    if n > 3:
        raise node.refuse(f"a convolution in {n} dims")
    return _conv(x, weight, windows, group)


def _conv(x: Value, weight: Value, windows: Windows, group: int) -> Value:
    attrs: dict[str, Any] = {"stride": windows.strides, "dilation": windows.dilations, "groups": group}
    if len(windows.kernel) == 2:
        return run("conv2d", x, weight, padding=windows.paddings, **attrs)
    padding: Any = windows.before
    if windows.before != windows.after:
        x, padding = run("pad", x, paddings=[0, 0, 0, 0, *windows.paddings]), 0
    return run("conv3d", x, weight, padding=padding, **attrs)


@row("ConvTranspose")
def conv_transpose(node: Node) -> Value:
    """Convert ConvTranspose: the whole transposed convolution, then its padding is cut off."""
    x, weight = node.input(0), node.input(1)
    n = is_spatial(x, node)
    node.ignore("kernel_shape")
    kernel = known_dims(weight, range(2, 2 + n), node)
    strides = [int(s) for s in node.attr("strides") or [1] * n]
    dilations = [int(d) for d in node.attr("dilations") or [1] * n]
    extra = [int(p) for p in node.attr("output_padding") or [0] * n]
    before, after = _transposed_pads(node, x, kernel, strides, dilations, extra)
    group = int(node.attr("group"))
    if n == 1:
        x, weight = run("unsqueeze", x, axis=2), run("unsqueeze", weight, axis=2)
        strides, dilations = [1, *strides], [1, *dilations]
    op = {1: "conv2d_transpose", 2: "conv2d_transpose", 3: "conv3d_transpose"}.get(n)
    if op is None:
        raise node.refuse(f"a convolution in {n} dims")
    out = run(op, x, weight, stride=strides, dilation=dilations, groups=group)
    out = run("squeeze", out, axis=[2]) if n == 1 else out
    pads = [p for b, a, e in zip(before, after, extra, strict=True) for p in (max(-b, 0), max(e - a, 0))]
    if any(pads):
        out = run("pad", out, paddings=[0, 0, 0, 0, *pads])
    cuts = [(max(b, 0), max(a - e, 0)) for b, a, e in zip(before, after, extra, strict=True)]
    if any(c for pair in cuts for c in pair):
        index = ((None, None, None), (None, None, None), *((b or None, -a or None, None) for b, a in cuts))
        out = run("getitem", out, index=index)
    return out if not node.has(2) else run("add", out, channelwise(node.input(2), rank_of(out)))


def _transposed_pads(
    node: Node, x: Value, kernel: list[int], strides: list[int], dilations: list[int], extra: list[int]
) -> tuple[list[int], list[int]]:
    """Return the numbers of elements to cut off: from pads, or computed from output_shape or auto_pad."""
    n = len(kernel)
    auto = node.attr("auto_pad")
    pads = [int(p) for p in node.attr("pads") or [0] * (2 * n)]
    wanted = node.attr("output_shape")
    if wanted is None and auto in ("NOTSET", "VALID"):
        return (pads[:n], pads[n:]) if auto == "NOTSET" else ([0] * n, [0] * n)
    dims = known_dims(x, range(2, 2 + n), node)
    sizes = [int(w) for w in wanted][-n:] if wanted is not None else [d * s for d, s in zip(dims, strides, strict=True)]
    totals = [
        s * (d - 1) + e + (k - 1) * g + 1 - o
        for s, d, e, k, g, o in zip(strides, dims, extra, kernel, dilations, sizes, strict=True)
    ]
    low = [max(t // 2, 0) for t in totals]  # a negative total: zeros behind
    high = [t - first for t, first in zip(totals, low, strict=True)]
    if auto == "SAME_UPPER":
        return low, high
    return [h if t > 0 else 0 for t, h in zip(totals, high, strict=True)], [
        first if t > 0 else t for t, first in zip(totals, low, strict=True)
    ]


@row("DeformConv", 19)
def deform_conv(node: Node) -> Value:
    """Convert DeformConv: windows read values at offsets, by bilinear interpolation, times a mask."""
    x, weight, offset = node.input(0), node.input(1), node.input(2)
    node.ignore("kernel_shape")
    kernel = known_dims(weight, [2, 3], node)
    windows = windows_of(node, kernel, x)
    group, parts = int(node.attr("group")), int(node.attr("offset_group"))
    batch, channels, *dims = known_dims(x, range(4), node)
    count = windows.counts(dims, False)
    size, area = kernel[0] * kernel[1], count[0] * count[1]
    node.limit(size * area, 1 << 22, "values of windows")
    shift = run("reshape", offset, shape=(batch, parts, size, 2, *count))
    at = []
    for i in range(2):
        own = np.arange(count[i]) * windows.strides[i] - windows.before[i]
        inner = np.arange(kernel[i]) * windows.dilations[i]
        place = inner[:, None] + own[None]  # [kernel, count]
        grid = place[:, None, :, None] if i == 0 else place[None, :, None, :]
        full = np.broadcast_to(grid, (*kernel, *count)).reshape(1, 1, size, *count).astype("float32")
        at.append(run("add", run("getitem", shift, index=((None,) * 3, (None,) * 3, (None,) * 3, i)), full))
    images = run("reshape", x, shape=(batch * parts, channels // parts, *dims))
    y, across = (run("reshape", a, shape=(batch * parts, size * area)) for a in at)
    values = bilinear(images, y, across, dims)
    values = run("reshape", values, shape=(batch, parts, channels // parts, size, area))
    if node.has(4):
        mask = run("reshape", node.input(4), shape=(batch, parts, 1, size, area))
        values = run("multiply", values, mask)
    columns = run("reshape", values, shape=(batch, group, channels // group * size, area))
    (outs,) = known_dims(weight, [0], node)
    filters = run("reshape", weight, shape=(group, outs // group, -1))
    out = run("reshape", run("matmul", filters, columns), shape=(batch, outs, *count))
    return out if not node.has(3) else run("add", out, channelwise(node.input(3), 4))


def bilinear(x: Value, y: Value, across: Value, dims: list[int], combine: str = "add") -> Value:
    """Return the values [N, C, P] of x [N, C, H, W] at positions y, across [N, P]; 0 outside of x.

    `combine` combines the four weighted values around a position to one value.
    """
    high, wide = dims
    flat = run("reshape", x, shape=(*(-1 if d is None else d for d in shape_of(x)[:2]), high * wide))
    total: Value = None
    top, left = run("floor", y), run("floor", across)
    for dy in (0, 1):
        for dx in (0, 1):
            row_at, column = run("add", top, np.float32(dy)), run("add", left, np.float32(dx))
            weight = run("multiply", _nearness(y, row_at), _nearness(across, column))
            inside = run("logical_and", _within(row_at, high), _within(column, wide))
            place = run("add", run("multiply", run("clip", row_at, min=0.0, max=high - 1.0), np.float32(wide)),
                        run("clip", column, min=0.0, max=wide - 1.0))  # fmt: skip
            taken = run("take_along_axis", flat, run("unsqueeze", run("cast", place, dtype="int64"), axis=1), axis=2)
            factor = run("unsqueeze", run("multiply", weight, run("cast_like", inside, weight)), axis=1)
            part = run("multiply", taken, factor)
            total = part if total is None else run(combine, total, part)
    return total


def _nearness(at: Value, corner: Value) -> Value:
    return run("subtract", np.float32(1), run("abs", run("subtract", at, corner)))


def _within(at: Value, size: int) -> Value:
    return run("logical_and", run("greater_equal", at, np.float32(0)), run("less_equal", at, np.float32(size - 1)))


@row("Col2Im", 18)
def col2im(node: Node) -> Value:
    """Convert Col2Im: sum columns of blocks to an image, by put_along_axis at the positions of the blocks."""
    x = node.input(0)
    image, block = node.ints(1, "the shape of the image"), node.ints(2, "the shape of a block")
    windows = windows_of(node, block, x)
    counts = windows.counts(image, False)
    batch, rows, columns = known_dims(x, range(3), node)
    node.limit(int(np.prod(block)) * int(np.prod(counts)), 1 << 22, "values of blocks")
    place: Any = np.zeros((1, 1), "int64")
    inside: Any = np.ones((1, 1), bool)
    for d, c, k, s, g, b, _ in zip(image, counts, *windows, strict=True):
        at = np.arange(k)[:, None] * g + np.arange(c)[None] * s - b
        place = (place[:, None, :, None] * d + at[None, :, None, :]).reshape(place.shape[0] * k, -1)
        inside = (inside[:, None, :, None] & ((at >= 0) & (at < d))[None, :, None, :]).reshape(place.shape)
    size, total = int(np.prod(block)), int(np.prod(image))
    channels = rows // size
    flat = run("reshape", x, shape=(batch * channels, size * columns))
    keep = np.where(inside, place, total).reshape(1, -1)
    empty = run("multiply", run("getitem", flat, index=((None,) * 3, (0, 1, None))), np.asarray(0, "float32"))
    start = run("expand", empty, shape=(batch * channels, total + 1))
    out = run(
        "put_along_axis", start, np.broadcast_to(keep, (batch * channels, keep.size)).copy(), flat, axis=1, reduce="add"
    )
    return run("reshape", run("getitem", out, index=((None,) * 3, (None, -1, None))), shape=(batch, channels, *image))
