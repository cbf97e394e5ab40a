"""Windows over the dims after N and C: their padding, and the values of each window."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.onnx.node import Node, Value, known_dims, rank_of, run, shape_of


class Windows(NamedTuple):
    """The windows of a convolution or of pooling, with a number for each dim."""

    kernel: list[int]
    strides: list[int]
    dilations: list[int]
    before: list[int]
    after: list[int]

    @property
    def paddings(self) -> list[int]:
        """Return (before, after) for each dim, in the form of opscope's operators."""
        return [p for pair in zip(self.before, self.after, strict=True) for p in pair]

    @property
    def is_dilated(self) -> bool:
        """True if a window skips elements."""
        return any(d != 1 for d in self.dilations)

    def counts(self, dims: list[int], ceil: bool) -> list[int]:
        """Return the numbers of windows. With `ceil`, the last window may exceed the padding, but not begin in it."""
        out = []
        for d, k, s, g, b, a in zip(dims, *self, strict=True):
            room = d + b + a - (g * (k - 1) + 1)
            count = (-(-room // s) if ceil else room // s) + 1
            if ceil and (count - 1) * s >= d + b:
                count -= 1
            out.append(count)
        return out


def windows_of(node: Node, kernel: list[int], x: Value) -> Windows:
    """Return the windows of a node's attributes; auto_pad SAME with a stride above 1 needs the dims of x."""
    n = len(kernel)
    strides = _numbers(node, "strides", n, 1)
    dilations = _numbers(node, "dilations", n, 1)
    pads = [int(p) for p in node.attr("pads") or [0] * (2 * n)]
    if (
        len(pads) != 2 * n
        or len(strides) != n
        or len(dilations) != n
        or min([*kernel, *strides, *dilations], default=1) < 1
    ):
        raise node.error(
            f"kernel {kernel}, strides {strides}, dilations {dilations} and pads {pads} are not a valid combination"
        )
    auto = node.attr("auto_pad", "NOTSET") or "NOTSET"
    before, after = pads[:n], pads[n:]
    if auto in ("SAME_UPPER", "SAME_LOWER"):
        totals = []
        for i, (k, s, g) in enumerate(zip(kernel, strides, dilations, strict=True)):
            d = known_dims(x, [2 + i], node)[0] if s > 1 else 1  # with a stride of 1 the padding is that of any size
            totals.append(max((-(-d // s) - 1) * s + (k - 1) * g + 1 - d, 0))
        low, high = [t // 2 for t in totals], [t - t // 2 for t in totals]
        before, after = (low, high) if auto == "SAME_UPPER" else (high, low)
    elif auto == "VALID":
        before, after = [0] * n, [0] * n
    elif auto != "NOTSET":
        raise node.error(f"auto_pad {auto!r} is not valid")
    return Windows(kernel, strides, dilations, before, after)


def _numbers(node: Node, name: str, count: int, default: int) -> list[int]:
    return [int(v) for v in node.attr(name) or [default] * count]


def window_values(node: Node, x: Value, windows: Windows, fill: float, ceil: bool = False) -> tuple[Value, list[int]]:
    """Return x [N, C, *dims] as [N, C, *counts, elements of a window], padded with `fill`, and the counts."""
    n = len(windows.kernel)
    dims = known_dims(x, range(2, 2 + n), node)
    counts = windows.counts(dims, ceil)
    for c, k in zip(counts, windows.kernel, strict=True):
        node.limit(c * k, 1 << 22, "values of windows along a dim")
    pads = [0, 0, 0, 0]
    for d, c, k, s, g, b, _ in zip(dims, counts, *windows, strict=True):
        pads += [b, max((c - 1) * s + (k - 1) * g + 1 - d - b, 0)]
    value = run("pad", x, paddings=pads, value=fill) if any(pads) else x
    for i, (c, k, s, g) in enumerate(zip(counts, windows.kernel, windows.strides, windows.dilations, strict=True)):
        place = np.arange(c)[:, None] * s + np.arange(k)[None] * g
        value = run("gather", value, place, axis=2 + 2 * i)
    order = [0, 1, *(2 + 2 * i for i in range(n)), *(3 + 2 * i for i in range(n))]
    value = run("transpose", value, perm=order)
    batch, channels = (-1 if d is None else d for d in shape_of(x)[:2])
    if batch == -1 == channels:
        (channels,) = known_dims(x, [1], node)
    return run("reshape", value, shape=(batch, channels, *counts, int(np.prod(windows.kernel)))), counts


def inside_counts(dims: list[int], counts: list[int], windows: Windows, padding: bool) -> Array:
    """Return the number of input elements (with `padding`, also padded) in each window: [1, 1, *counts]."""
    total: Array = np.ones((1, 1))
    for d, c, k, s, g, b, a in zip(dims, counts, *windows, strict=True):
        place = np.arange(c)[:, None] * s + np.arange(k)[None] * g
        low, high = (0, d + b + a) if padding else (b, d + b)
        total = total[..., None] * ((place >= low) & (place < high)).sum(1)
    return total


def is_spatial(x: Value, node: Node) -> int:
    """Return the number of dims after N and C. Raises ArgumentError for 0."""
    if rank_of(x) < 3:
        raise node.error(f"the input must be [N, C, ...], but has rank {rank_of(x)}")
    return rank_of(x) - 2
