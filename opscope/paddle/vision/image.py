"""Images from files, read with PIL. No other file imports PIL."""

from __future__ import annotations

from typing import Any

from opscope.core import state
from opscope.core.files.untrusted_files import open_regular
from opscope.core.source import site
from opscope.errors import ArgumentError, MissingPackage, UnsupportedError

_BACKENDS = ("pil", "cv2", "tensor")
_chosen = ["pil"]


@state.on_reset
def _reset() -> None:
    _chosen[0] = "pil"


def pil() -> Any:
    """Return the module PIL.Image. Raises MissingPackage."""
    try:
        from PIL import Image  # pyright: ignore[reportMissingImports]
    except ImportError as e:
        raise MissingPackage("reading images needs Pillow", fix="pip install pillow, or pass a loader") from e
    return Image  # pyright: ignore[reportUnknownVariableType]


def _backend(backend: str) -> str:
    if backend not in _BACKENDS:
        raise ArgumentError(f"backend must be 'pil', 'cv2' or 'tensor', but it is {backend!r}", site=site())
    return backend


def set_image_backend(backend: str) -> None:
    """Set the backend of image_load: 'pil', or 'cv2' or 'tensor', which image_load refuses. Raises ArgumentError."""
    _chosen[0] = _backend(backend)


def get_image_backend() -> str:
    """Return the backend that set_image_backend has set; the default is 'pil'."""
    return _chosen[0]


def image_load(path: Any, backend: str | None = None) -> Any:
    """Return an image of PIL from a file. Raises MissingPackage without PIL, UnsupportedError for other backends."""
    if _backend(_chosen[0] if backend is None else backend) != "pil":
        raise UnsupportedError("image_load supports only backend='pil'", site=site(), fix="pass backend='pil'")
    return pil().open(path)


def rgb(path: Any) -> Any:
    """Return the image of a file in red, green and blue: the default loader of data sets."""
    with open_regular(path) as file:
        return pil().open(file).convert("RGB")
