"""Images of data sets, as arrays or as images of PIL."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.core.state import mode as modes
from opscope.errors import ArgumentError
from opscope.paddle.vision.image import get_image_backend


def backend_of(backend: str | None) -> str:
    """Return 'pil' or 'cv2': the given backend, or the chosen backend. Raises ArgumentError for another name."""
    backend = get_image_backend() if backend is None else backend
    if backend not in ("pil", "cv2"):
        raise ArgumentError(f"backend must be 'pil' or 'cv2', but it is {backend!r}", site=site())
    return backend


def as_floats(image: Any, backend: str) -> Any:
    """Convert an array of 'cv2' to the default dtype; return an image of PIL unchanged."""
    return image if backend == "pil" else image.astype(modes.dtype.name)
