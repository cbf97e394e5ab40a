"""Three kinds of images: NumPy arrays [H, W, C] or [H, W], Tensors [C, H, W], and images of PIL.

The functions compute with arrays. Images of other kinds are converted to arrays, and the results back. opscope does not
import PIL here: a program that has an image of PIL has imported PIL.
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
    """Return True for an image of PIL."""
    pil = sys.modules.get("PIL.Image")
    return pil is not None and isinstance(image, pil.Image)


def is_tensor(image: Any) -> bool:
    """Return True for a Tensor."""
    return isinstance(image, Tensor)


def is_array(image: Any) -> bool:
    """Return True for an array with the number of dims of an image."""
    return isinstance(image, np.ndarray) and image.ndim in (2, 3)


def as_array(image: Any) -> Array:
    """Return the image as an array [H, W, C] or [H, W]. Raises UsageError (a TypeError) for another value."""
    if is_array(image):
        return image
    if is_pil(image):
        return np.asarray(image)
    if isinstance(image, Tensor) and len(image.shape) == 3:
        return image.numpy().transpose(1, 2, 0)
    raise UsageError(
        f"img should be a PIL image, a Tensor or an array with 2 or 3 dims, but received {type(image)}", site=site(),
        fix="pass an array [H, W, C] or a Tensor [C, H, W]",
    )  # fmt: skip


def like(array: Array, image: Any) -> Any:
    """Convert an array to the kind of an image."""
    if isinstance(image, Tensor):
        return Tensor(np.ascontiguousarray((array if array.ndim == 3 else array[:, :, None]).transpose(2, 0, 1)))
    if is_pil(image):
        flat = array[:, :, 0] if array.ndim == 3 and array.shape[2] == 1 else array
        return sys.modules["PIL.Image"].fromarray(np.ascontiguousarray(flat))
    return array


def on_arrays(function: Callable[..., Array]) -> Callable[..., Any]:
    """Return a function of images of all kinds, from a function of arrays."""

    @functools.wraps(function)
    def of_images(img: Any, *args: Any, **kwargs: Any) -> Any:
        return like(function(as_array(img), *args, **kwargs), img)

    return of_images


def size_of(image: Any) -> tuple[int, int]:
    """Return (width, height)."""
    height, width = as_array(image).shape[:2]
    return width, height


def in_range(values: Array, dtype: Any) -> Array:
    """Convert values to the dtype of an image: integers are limited to 0 to 255 and truncated, floats do not change."""
    return values.clip(0, 255).astype(dtype) if np.dtype(dtype).kind in "iu" else values.astype(dtype)
