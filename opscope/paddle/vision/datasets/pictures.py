"""Images as arrays, or as PIL images, the items of data sets of images."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.core.state import mode as modes
from opscope.errors import ArgumentError
from opscope.paddle.vision.image import get_image_backend


def backend_of(backend: str | None) -> str:
    """'pil' or 'cv2', as given, or as was chosen. Raises ArgumentError for another."""
    backend = get_image_backend() if backend is None else backend
    if backend not in ("pil", "cv2"):
        raise ArgumentError(f"Expected backend are one of ['pil', 'cv2'], but got {backend}", site=site())
    return backend


def as_floats(image: Any, backend: str) -> Any:
    """An image as it is; of 'cv2' an array in the default dtype."""
    return image if backend == "pil" else image.astype(modes.dtype.name)
