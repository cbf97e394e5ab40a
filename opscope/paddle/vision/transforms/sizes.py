"""Crops, padding and resizing of images, and flips."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, UnsupportedError, UsageError
from opscope.paddle.nn.functional.vision import interpolate
from opscope.paddle.vision.transforms.images import Array, as_array, is_pil, on_arrays


@on_arrays
def hflip(img: Any) -> Any:
    """Exchange left and right."""
    return img[:, ::-1]


@on_arrays
def vflip(img: Any) -> Any:
    """Exchange top and bottom."""
    return img[::-1]


@on_arrays
def crop(img: Any, top: int, left: int, height: int, width: int) -> Any:
    """Return height rows and width columns, from (top, left)."""
    return img[top : top + height, left : left + width]


@on_arrays
def center_crop(img: Any, output_size: Any) -> Any:
    """Return the center with output_size (height, width), or a square."""
    height, width = (int(output_size),) * 2 if isinstance(output_size, int | float) else output_size
    top, left = (round((d - s) / 2.0) for d, s in zip(img.shape, (height, width), strict=False))
    return img[top : top + height, left : left + width]


def _sides(padding: Any) -> tuple[int, int, int, int]:
    """Return (left, top, right, bottom)."""
    if isinstance(padding, int):
        return padding, padding, padding, padding
    if not isinstance(padding, list | tuple):
        raise UsageError(
            "padding must be an int, or a list or tuple of 2 or 4 ints", facts={"padding": padding}, site=site()
        )
    if len(padding) not in (2, 4):
        raise ArgumentError(
            f"padding must be an int, or a list or tuple of 2 or 4 ints, but it has {len(padding)} elements",
            site=site(),
        )
    left, top, right, bottom = (*padding, *padding) if len(padding) == 2 else padding
    return left, top, right, bottom


_MODES = {"constant": "constant", "edge": "edge", "reflect": "reflect", "symmetric": "symmetric"}


@on_arrays
def pad(img: Any, padding: Any, fill: Any = 0, padding_mode: str = "constant") -> Any:
    """Pad img with `fill` (a number, or a number for each channel), or with parts of img.

    padding: a number for all sides, (left and right, top and bottom), or (left, top, right, bottom). padding_mode
    'reflect' mirrors without the border, 'symmetric' with the border, 'edge' repeats the border. Raises UsageError (a
    TypeError), ArgumentError (a ValueError), ModeError (an AssertionError) as Paddle does.
    """
    left, top, right, bottom = _sides(padding)
    if padding_mode not in _MODES:
        raise ModeError("padding_mode should be constant, edge, reflect or symmetric", site=site())
    around = [(top, bottom), (left, right), (0, 0)][: img.ndim]
    if padding_mode != "constant":
        return np.pad(img, around, mode=padding_mode)  # type: ignore[call-overload]
    if isinstance(fill, str) or not isinstance(fill, int | float | list | tuple):
        raise UsageError("fill must be a number, or a list or tuple of numbers", facts={"fill": fill}, site=site())
    shape = (img.shape[0] + top + bottom, img.shape[1] + left + right, *img.shape[2:])
    out = np.empty(shape, img.dtype)
    out[...] = fill
    out[top : top + img.shape[0], left : left + img.shape[1]] = img
    return out


def _target(img: Array, size: Any) -> tuple[int, int]:
    """Return (height, width). A number is the size of the shorter side; the other side has the same proportion."""
    height, width = img.shape[:2]
    if isinstance(size, int):
        return (int(size * height / width), size) if width < height else (size, int(size * width / height))
    if not isinstance(size, Sequence) or len(size) != 2:
        raise UsageError(f"size must be an int, or a list or tuple of 2 ints, but it is {size!r}", site=site())
    return int(size[0]), int(size[1])


def resize(img: Any, size: Any, interpolation: str = "bilinear") -> Any:
    """Resize img to (height, width), or to a number for the shorter side.

    PIL resizes its own images, and smooths smaller images: 'nearest', 'bilinear', 'bicubic', 'box', 'lanczos' or
    'hamming'. Arrays are resized as by OpenCV, with values at the centers of pixels and without smoothing: 'nearest' or
    'bilinear'. Tensors are resized in the same way, and as by nn.functional.interpolate: 'bicubic' or 'area'. Raises
    UnsupportedError for another interpolation, UsageError (a TypeError) for another size.
    """
    height, width = _target(as_array(img), size)
    if (height, width) == as_array(img).shape[:2]:
        return img
    if is_pil(img):
        return img.resize((width, height), _by_pil(interpolation))
    if isinstance(img, Tensor) and interpolation in ("bicubic", "area"):
        return interpolate(img.unsqueeze(0), [height, width], mode=interpolation).squeeze(0)
    return _resized(img, height, width, interpolation)


def _by_pil(interpolation: str) -> Any:
    known = sys.modules["PIL.Image"].Resampling.__members__
    if interpolation.upper() not in known:
        raise UnsupportedError(
            f"resize does not support interpolation={interpolation!r}",
            site=site(),
            fix=f"pass one of {[k.lower() for k in known]}",
        )
    return known[interpolation.upper()]


@on_arrays
def _resized(img: Any, height: int, width: int, interpolation: str) -> Any:
    if interpolation == "nearest":
        rows, columns = (
            np.minimum((np.arange(n) * (d / n)).astype(int), d - 1)
            for n, d in zip((height, width), img.shape, strict=False)
        )
        return img[rows][:, columns]
    if interpolation != "bilinear":
        raise UnsupportedError(
            f"resize of an array does not support interpolation={interpolation!r}",
            site=site(),
            fix="use interpolation='nearest' or 'bilinear'",
        )
    out = _along(_along(img.astype("float64"), height, 0), width, 1)
    return np.floor(out + 0.5).astype(img.dtype) if img.dtype.kind in "iu" else out.astype(img.dtype)


def _along(img: Array, size: int, axis: int) -> Array:
    """Interpolate linearly along one axis."""
    old = img.shape[axis]
    at = np.clip((np.arange(size) + 0.5) * (old / size) - 0.5, 0, old - 1)
    low = at.astype(int)
    share = (at - low).reshape([-1 if i == axis else 1 for i in range(img.ndim)])
    return img.take(low, axis) * (1 - share) + img.take(np.minimum(low + 1, old - 1), axis) * share
