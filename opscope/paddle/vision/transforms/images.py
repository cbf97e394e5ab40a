"""Images of three kinds: NumPy arrays [H, W, C] or [H, W], Tensors [C, H, W], and PIL images if PIL is in use.

The functions are written for arrays; others are made arrays before, and what they were afterwards. PIL is never
imported: who has one of its images has imported it.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import UsageError

Array = np.ndarray[Any, Any]


def is_pil(image: Any) -> bool:
    """True for an image of PIL."""
    pil = sys.modules.get("PIL.Image")
    return pil is not None and isinstance(image, pil.Image)


def is_tensor(image: Any) -> bool:
    """True for a Tensor."""
    return isinstance(image, Tensor)


def is_array(image: Any) -> bool:
    """True for an array with as many dims as an image has."""
    return isinstance(image, np.ndarray) and image.ndim in (2, 3)


def as_array(image: Any) -> Array:
    """[H, W, C] or [H, W]. Raises UsageError (a TypeError) for a value that is not an image."""
    if is_array(image):
        return image
    if is_pil(image):
        return np.asarray(image)
    if isinstance(image, Tensor) and len(image.shape) == 3:
        return image.numpy().transpose(1, 2, 0)
    raise UsageError(
        f"img should be PIL Image or Tensor Image or ndarray with dim=[2 or 3]. Got {type(image)}", site=site(),
        fix="arrays are [H, W, C], Tensors [C, H, W]",
    )  # fmt: skip


def like(array: Array, image: Any) -> Any:
    """An array in the kind of an image."""
    if isinstance(image, Tensor):
        return Tensor(np.ascontiguousarray((array if array.ndim == 3 else array[:, :, None]).transpose(2, 0, 1)))
    if is_pil(image):
        flat = array[:, :, 0] if array.ndim == 3 and array.shape[2] == 1 else array
        return sys.modules["PIL.Image"].fromarray(np.ascontiguousarray(flat))
    return array


def on_arrays(function: Callable[..., Array]) -> Callable[..., Any]:
    """The function of an array, for images of all kinds."""

    @functools.wraps(function)
    def of_images(img: Any, *args: Any, **kwargs: Any) -> Any:
        return like(function(as_array(img), *args, **kwargs), img)

    return of_images


def size_of(image: Any) -> tuple[int, int]:
    """(width, height)."""
    height, width = as_array(image).shape[:2]
    return width, height


def in_range(values: Array, dtype: Any) -> Array:
    """Values in the dtype of an image: whole ones within 0 to 255 and cut off, floats as they are."""
    return values.clip(0, 255).astype(dtype) if np.dtype(dtype).kind in "iu" else values.astype(dtype)
