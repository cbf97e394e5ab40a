"""Geometric transforms of an image: rotation, translation, scale, shear and perspective.

Each pixel of the result is the source pixel at the mapped center. Angles are in degrees, in the direction of PIL.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.paddle.vision.transforms.images import Array, on_arrays


def _sampled(img: Array, x: Array, y: Array, interpolation: str, fill: Any) -> Array:
    """Sample the image at the positions (x, y), measured from the upper left corner; `fill` outside of the image."""
    if interpolation not in ("nearest", "bilinear"):
        raise UnsupportedError(
            f"this transform of an image does not support interpolation={interpolation!r}",
            site=site(),
            fix="pass interpolation='nearest' or 'bilinear'",
        )
    height, width = img.shape[:2]
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    if interpolation == "nearest":
        out = img[_within(np.floor(y), height), _within(np.floor(x), width)].astype("float64")
    else:
        out = _between(img, x - 0.5, y - 0.5)
    inside = inside[..., None] if img.ndim == 3 else inside
    out = np.where(inside, out, np.asarray(fill, "float64"))
    return np.floor(out + 0.5).clip(0, 255).astype(img.dtype) if img.dtype.kind in "iu" else out.astype(img.dtype)


def _within(at: Array, size: int) -> Array:
    return np.clip(at, 0, size - 1).astype(int)


def _between(img: Array, x: Array, y: Array) -> Array:
    height, width = img.shape[:2]
    left, top = np.floor(x), np.floor(y)
    across, down = x - left, y - top
    if img.ndim == 3:
        across, down = across[..., None], down[..., None]
    rows, columns = (_within(top, height), _within(top + 1, height)), (_within(left, width), _within(left + 1, width))
    upper, lower = (img[row, columns[0]] * (1 - across) + img[row, columns[1]] * across for row in rows)
    return upper * (1 - down) + lower * down


def _centers(height: int, width: int) -> tuple[Array, Array]:
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    return x, y


def _moved(img: Array, matrix: Sequence[float], size: tuple[int, int], interpolation: str, fill: Any) -> Array:
    x, y = _centers(*size)
    a, b, c, d, e, f = matrix
    return _sampled(img, a * x + b * y + c, d * x + e * y + f, interpolation, fill)


def _pair(name: str, values: Any) -> tuple[float, float]:
    if not isinstance(values, list | tuple):
        raise UsageError(f"the argument {name} should be a sequence", site=site())
    if len(values) != 2:
        raise ArgumentError(f"the argument {name} should be a sequence of length 2", site=site())
    return float(values[0]), float(values[1])


@on_arrays
def affine(
    img: Any,
    angle: float,
    translate: Sequence[float],
    scale: float,
    shear: Any,
    interpolation: str = "nearest",
    fill: Any = 0,
    center: Sequence[float] | None = None,
) -> Any:
    """Rotate img clockwise by angle, translate it by (x, y), and scale and shear it (x, y) about its center.

    Raises UsageError (a TypeError) and ArgumentError (a ValueError) for arguments of another form, UnsupportedError for
    another interpolation than 'nearest' and 'bilinear'.
    """
    if not isinstance(angle, int | float):
        raise UsageError("angle should be an int or a float", site=site())
    tx, ty = _pair("translate", translate)
    if scale <= 0:
        raise ArgumentError("scale should be positive", site=site())
    sx, sy = (math.radians(s) for s in _pair("shear", [shear, 0.0] if isinstance(shear, int | float) else shear))
    height, width = img.shape[:2]
    cx, cy = (width * 0.5, height * 0.5) if center is None else _pair("center", center)
    turn = math.radians(angle)
    a = math.cos(turn - sy) / math.cos(sy)
    b = -a * math.tan(sx) - math.sin(turn)
    c = math.sin(turn - sy) / math.cos(sy)
    d = -c * math.tan(sx) + math.cos(turn)
    inverse = [d / scale, -b / scale, -c / scale, a / scale]
    x = inverse[0] * (-cx - tx) + inverse[1] * (-cy - ty) + cx
    y = inverse[2] * (-cx - tx) + inverse[3] * (-cy - ty) + cy
    return _moved(img, (*inverse[:2], x, *inverse[2:], y), (height, width), interpolation, fill)


@on_arrays
def rotate(
    img: Any,
    angle: float,
    interpolation: str = "nearest",
    expand: bool = False,
    center: Sequence[float] | None = None,
    fill: Any = 0,
) -> Any:
    """Rotate img counter-clockwise by angle about its center.

    Expand enlarges the result, so that it contains all of img.
    """
    if not isinstance(angle, int | float):
        raise UsageError("angle should be an int or a float", site=site())
    height, width = img.shape[:2]
    cx, cy = (width / 2.0, height / 2.0) if center is None else _pair("center", center)
    turn = -math.radians(angle % 360.0)
    cos, sin = round(math.cos(turn), 15), round(math.sin(turn), 15)
    x, y = cx - cos * cx - sin * cy, cy + sin * cx - cos * cy
    if expand:
        corners = [(cos * u + sin * v + x, -sin * u + cos * v + y) for u in (0, width) for v in (0, height)]
        spans = [math.ceil(max(p)) - math.floor(min(p)) for p in zip(*corners, strict=True)]
        left, top = -(spans[0] - width) / 2.0, -(spans[1] - height) / 2.0
        x, y = cos * left + sin * top + x, -sin * left + cos * top + y
        width, height = spans
    return _moved(img, (cos, sin, x, -sin, cos, y), (height, width), interpolation, fill)


@on_arrays
def perspective(img: Any, startpoints: Any, endpoints: Any, interpolation: str = "nearest", fill: Any = 0) -> Any:
    """Change the perspective of img: four points (x, y) move to four other points."""
    rows: list[Any] = []
    for (x, y), (u, v) in zip(endpoints, startpoints, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    a, b, c, d, e, f, g, h = np.linalg.solve(np.array(rows, "float64"), np.array(startpoints, "float64").reshape(8))
    x, y = _centers(*img.shape[:2])
    scale = g * x + h * y + 1
    return _sampled(img, (a * x + b * y + c) / scale, (d * x + e * y + f) / scale, interpolation, fill)
