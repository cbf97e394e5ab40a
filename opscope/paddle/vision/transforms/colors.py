"""Functions of the colors of an image: brightness, contrast, saturation, hue, gray, normalization, erasing."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError
from opscope.paddle.vision.transforms.images import Array, as_array, in_range, is_pil, like, on_arrays

_LUMA = np.array([19595, 38470, 7471])  # the shares of red, green and blue in gray, of 65536: ITU-R 601


def _top(dtype: Any) -> float:
    """Return the brightest value: 255 for integers, 1 for floats."""
    return 255.0 if np.dtype(dtype).kind in "iu" else 1.0


def _gray(img: Array) -> Array:
    """Return the brightness of each pixel, [H, W]."""
    if img.ndim == 2 or img.shape[2] == 1:
        return img.reshape(img.shape[:2])
    if img.dtype.kind in "iu":
        return ((img[..., :3].astype("int64") @ _LUMA + 0x8000) >> 16).astype(img.dtype)
    return (img[..., :3] @ (_LUMA / 65536)).astype(img.dtype)


def _blended(img: Array, other: Any, factor: float) -> Array:
    """Return factor * img + (1 - factor) * other, limited to the range of the dtype."""
    mixed = np.asarray(other, "float64") + factor * (img.astype("float64") - other)
    return in_range(mixed, img.dtype) if img.dtype.kind in "iu" else mixed.clip(0, 1).astype(img.dtype)


@on_arrays
def adjust_brightness(img: Any, brightness_factor: float) -> Any:
    """Multiply img by brightness_factor, limited to 0 to 255, or 0 to 1 for floats; the factor 0 gives black."""
    return _blended(img, 0.0, brightness_factor)


@on_arrays
def adjust_contrast(img: Any, contrast_factor: float) -> Any:
    """Multiply the differences from the mean gray by contrast_factor: 0 gives gray, 1 the image itself."""
    mean = _gray(img).mean()
    return _blended(img, float(int(mean + 0.5)) if img.dtype.kind in "iu" else mean, contrast_factor)


@on_arrays
def adjust_saturation(img: Any, saturation_factor: float) -> Any:
    """Multiply the differences from the gray image by saturation_factor: 0 gives gray, 1 the image itself."""
    gray = _gray(img)
    return _blended(img, gray[..., None] if img.ndim == 3 else gray, saturation_factor)


def adjust_hue(img: Any, hue_factor: float) -> Any:
    """Rotate the hues by hue_factor of a circle, -0.5 to 0.5. For an image of PIL, the circle has 256 steps.

    Raises ArgumentError (a ValueError) for another hue_factor.
    """
    if not -0.5 <= hue_factor <= 0.5:
        raise ArgumentError(f"hue_factor must be in [-0.5, 0.5], but it is {hue_factor}.", site=site())
    if is_pil(img):
        return img if img.mode in ("L", "1", "I", "F") else _turned_by_pil(img, hue_factor)
    array = as_array(img)
    return img if array.ndim == 2 or array.shape[2] < 3 else like(_turned(array, hue_factor), img)


def _turned_by_pil(img: Any, by: float) -> Any:
    hue, saturation, value = img.convert("HSV").split()
    hue = hue.point(lambda step: (step + int(by * 255)) % 256)
    return sys.modules["PIL.Image"].merge("HSV", (hue, saturation, value)).convert(img.mode)


def _turned(img: Array, by: float) -> Array:
    """Rotate the hue of an array: convert to hue, saturation and value, and back."""
    rgb = img[..., :3].astype("float64") / _top(img.dtype)
    high, low = rgb.max(-1), rgb.min(-1)
    spread = high - low
    safe = np.where(spread == 0, 1.0, spread)
    r, g, b = np.moveaxis(rgb, -1, 0)
    hue = np.where(high == r, (g - b) / safe, np.where(high == g, 2 + (b - r) / safe, 4 + (r - g) / safe))
    sixth = (np.where(spread == 0, 0.0, hue) / 6 + by) % 1.0 * 6
    parts = [high - spread * np.clip(np.minimum(k, 4 - k), 0, 1) for k in ((n + sixth) % 6 for n in (5, 3, 1))]
    out = np.stack(parts, axis=-1) * _top(img.dtype)
    out = np.round(out) if img.dtype.kind in "iu" else out
    return np.concatenate([in_range(out, img.dtype), img[..., 3:]], axis=-1)


@on_arrays
def to_grayscale(img: Any, num_output_channels: int = 1) -> Any:
    """Return img in gray, [H, W, 1] or [H, W, 3].

    Raises ArgumentError (a ValueError) for another number of channels.
    """
    if num_output_channels not in (1, 3):
        raise ArgumentError("num_output_channels should be either 1 or 3", site=site())
    return np.repeat(_gray(img)[:, :, None], num_output_channels, axis=2)


def _per_channel(values: Any, data_format: str) -> Array:
    return np.asarray(values, "float32").reshape((-1, 1, 1) if data_format == "CHW" else (1, 1, -1))


def normalize(img: Any, mean: Any, std: Any, data_format: str = "CHW", to_rgb: bool = False) -> Any:
    """Return (img - mean) / std for each channel, float32; data_format gives the dim of the channels.

    The result has the type of img, but an image of PIL becomes an array [H, W, C]. to_rgb reverses the last dim of an
    array, and the channels of a Tensor.
    """
    array = img.numpy() if isinstance(img, Tensor) else np.asarray(img)
    channels = -3 if isinstance(img, Tensor) and data_format == "CHW" else -1
    array = np.flip(array, channels) if to_rgb else array
    out = (array.astype("float32") - _per_channel(mean, data_format)) / _per_channel(std, data_format)
    return Tensor(out) if isinstance(img, Tensor) else out


def erase(img: Any, i: int, j: int, h: int, w: int, v: Any, inplace: bool = False) -> Any:
    """Fill h rows and w columns of img, from (i, j), with v; by default in a copy, with inplace in img."""
    if isinstance(img, Tensor):
        target = img if inplace else img.clone()
        target[..., i : i + h, j : j + w] = v
        return target
    out = as_array(img) if inplace and not is_pil(img) else np.array(as_array(img))
    out[i : i + h, j : j + w] = v
    return like(out, img)


def to_tensor(pic: Any, data_format: str = "CHW") -> Any:
    """Return a Tensor [C, H, W], or [H, W, C], of an image: 0 to 255 becomes float32 from 0 to 1, floats do not change.

    Raises ArgumentError (a ValueError) for another format.
    """
    if data_format not in ("CHW", "HWC"):
        raise ArgumentError(f"data_format should be CHW or HWC, but it is {data_format}", site=site())
    if isinstance(pic, Tensor):
        return pic if data_format == "CHW" else pic.transpose([1, 2, 0])
    array = as_array(pic)
    array = array[:, :, None] if array.ndim == 2 else array
    array = array.transpose(2, 0, 1) if data_format == "CHW" else array
    return Tensor(array.astype("float32") / np.float32(255) if array.dtype == "uint8" else np.ascontiguousarray(array))
