"""Small pictures inside HTML: the elements of a value as pixels, its histogram, and a bar for a share."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence

import numpy as np

from opscope.displays.html_block import Markup
from opscope.events import DetailSeen

ANCHORS = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))
"""Colors from the lowest to the highest number: five colors of the color map viridis."""
NAN, INF = (214, 0, 111), (217, 72, 15)
WIDTH = 160  # pixels of a picture on the screen
ACCENT = "#3d74d6"


def _palette() -> bytes:
    at = np.linspace(0, len(ANCHORS) - 1, 253)
    colors = np.stack([np.interp(at, range(len(ANCHORS)), channel) for channel in zip(*ANCHORS, strict=True)], axis=1)
    return bytes([*NAN, *INF]) + np.rint(colors).astype("uint8").tobytes() + bytes(INF)


PALETTE = _palette()  # colors of the bytes in `DetailSeen.pixels`


def png(pixels: bytes, rows: int, cols: int) -> bytes:
    r"""Return a PNG file of pixels, whose bytes are indices of colors in `PALETTE`.

    >>> png(bytes([2, 254]), 1, 2)[:4]
    b'\x89PNG'
    """
    lines = b"".join(b"\0" + pixels[row * cols : (row + 1) * cols] for row in range(rows))
    header = struct.pack(">IIBBBBB", cols, rows, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", PALETTE), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
    made = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(made)


def elements(detail: DetailSeen) -> Markup:
    """Draw the elements of a value as a picture, with a pixel for each sampled element."""
    if not detail.rows or not detail.cols:
        return Markup("")
    height = max(4, min(WIDTH, round(WIDTH * detail.rows / detail.cols)))
    data = base64.b64encode(png(detail.pixels, detail.rows, detail.cols)).decode("ascii")
    style = f"image-rendering:pixelated;width:{WIDTH}px;height:{height}px;max-width:none"
    label = f"elements, {detail.rows} by {detail.cols}"
    return Markup(f'<img alt="{label}" style="{style}" src="data:image/png;base64,{data}">')


def histogram(detail: DetailSeen, height: int = 48) -> Markup:
    """Draw the histogram of the finite elements."""
    most = max(detail.counts, default=0)
    if not most or detail.low == detail.high:
        return Markup("")
    wide = WIDTH / len(detail.counts)
    tall = [n / most * height for n in detail.counts]
    bars = "".join(
        f'<rect x="{i * wide:.1f}" y="{height - up:.1f}" width="{wide * 0.9:.1f}" height="{up:.1f}"/>'
        for i, up in enumerate(tall)
        if up
    )
    label = f"distribution from {detail.low:.3g} to {detail.high:.3g}"
    svg = f'<svg width="{WIDTH}" height="{height}" role="img" aria-label="{label}" fill="{ACCENT}">{bars}</svg>'
    ends = f"<span>{detail.low:.3g}</span><span>{detail.high:.3g}</span>"
    style = f"display:flex;justify-content:space-between;width:{WIDTH}px;font-size:11px;opacity:.7"
    return Markup(f'{svg}<div style="{style}">{ends}</div>')


def bar(share: float, width: int = 90) -> Markup:
    """Draw a bar for a share in [0, 1]."""
    filled = f'<rect width="{max(1.0, share * width):.1f}" height="9" rx="2" fill="{ACCENT}"/>'
    return Markup(f'<svg width="{width}" height="9" aria-hidden="true">{filled}</svg>')


def rows_of(numbers: Sequence[float]) -> list[Markup]:
    """Draw a bar for each number. The bar of the largest number is the longest."""
    most = max(numbers, default=0.0)
    return [bar(n / most) if most else Markup("") for n in numbers]
