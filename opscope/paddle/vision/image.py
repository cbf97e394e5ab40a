"""Reading images from files: by PIL, where it is installed. The only door to it."""

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
    """PIL.Image. Raises MissingPackage."""
    try:
        from PIL import Image  # pyright: ignore[reportMissingImports]
    except ImportError as e:
        raise MissingPackage("reading images needs Pillow", fix="pip install pillow, or give a loader") from e
    return Image  # pyright: ignore[reportUnknownVariableType]


def _backend(backend: str) -> str:
    if backend not in _BACKENDS:
        raise ArgumentError(f"Expected backend are one of ['pil', 'cv2', 'tensor'], but got {backend}", site=site())
    return backend


def set_image_backend(backend: str) -> None:
    """Choose what image_load gives: 'pil', or 'cv2' and 'tensor', which it refuses. Raises ArgumentError otherwise."""
    _chosen[0] = _backend(backend)


def get_image_backend() -> str:
    """Return the backend that set_image_backend chose; 'pil' before."""
    return _chosen[0]


def image_load(path: Any, backend: str | None = None) -> Any:
    """The image of PIL in a file. Raises MissingPackage without PIL, UnsupportedError for the other backends."""
    if _backend(_chosen[0] if backend is None else backend) != "pil":
        raise UnsupportedError("image_load", site=site(), fix="backend='pil'")
    return pil().open(path)


def rgb(path: Any) -> Any:
    """The image of a file, in red, green and blue: what data sets load where no loader is given."""
    with open_regular(path) as file:
        return pil().open(file).convert("RGB")
