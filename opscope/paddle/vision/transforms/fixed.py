"""Transforms without random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ModeError
from opscope.paddle.vision.transforms import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.vision.transforms.base import BaseTransform

Keys = Sequence[str] | None


class ToTensor(BaseTransform):
    """Convert an image to a Tensor [C, H, W] (or [H, W, C]); 0 to 255 becomes float32 from 0 to 1."""

    def __init__(self, data_format: str = "CHW", keys: Keys = None) -> None:
        super().__init__(keys)
        self.data_format = data_format

    def _apply_image(self, image: Any) -> Any:
        return F.to_tensor(image, self.data_format)


class Resize(BaseTransform):
    """Resize an image to (height, width), or to a number for the shorter side."""

    def __init__(self, size: Any, interpolation: str = "bilinear", keys: Keys = None) -> None:
        super().__init__(keys)
        if not (isinstance(size, int) or (isinstance(size, Sequence) and len(size) == 2)):
            raise ModeError(f"size must be a number or two numbers, but it is {size!r}", site=site())
        self.size, self.interpolation = size, interpolation

    def _apply_image(self, image: Any) -> Any:
        return F.resize(image, self.size, self.interpolation)


class CenterCrop(BaseTransform):
    """Crop the center of an image: (height, width), or a square."""

    def __init__(self, size: Any, keys: Keys = None) -> None:
        super().__init__(keys)
        self.size = (int(size), int(size)) if isinstance(size, int | float) else size

    def _apply_image(self, image: Any) -> Any:
        return F.center_crop(image, self.size)


class Normalize(BaseTransform):
    """Return (image - mean) / std for each channel; one number means three.

    data_format gives the dim of the channels.
    """

    def __init__(
        self, mean: Any = 0.0, std: Any = 1.0, data_format: str = "CHW", to_rgb: bool = False, keys: Keys = None
    ) -> None:
        super().__init__(keys)
        self.mean, self.std = ([v] * 3 if isinstance(v, int | float) else v for v in (mean, std))
        self.data_format, self.to_rgb = data_format, to_rgb

    def _apply_image(self, image: Any) -> Any:
        return F.normalize(image, self.mean, self.std, self.data_format, self.to_rgb)


class Transpose(BaseTransform):
    """Permute the dims of an image [H, W, C]: the default is an array [C, H, W]. A Tensor's own dims are permuted."""

    def __init__(self, order: Sequence[int] = (2, 0, 1), keys: Keys = None) -> None:
        super().__init__(keys)
        self.order = order

    def _apply_image(self, image: Any) -> Any:
        if isinstance(image, Tensor):
            return image.transpose(list(self.order))
        array = np.asarray(image)
        return (array[..., None] if array.ndim == 2 else array).transpose(self.order)


class Pad(BaseTransform):
    """Pad an image: see functional.pad."""

    def __init__(self, padding: Any, fill: Any = 0, padding_mode: str = "constant", keys: Keys = None) -> None:
        super().__init__(keys)
        F.pad(np.zeros((9, 9, 1)), 0 if isinstance(padding, int) else [0] * len(padding), 0, padding_mode)  # checks
        self.padding, self.fill, self.padding_mode = padding, fill, padding_mode

    def _apply_image(self, image: Any) -> Any:
        return F.pad(image, self.padding, self.fill, self.padding_mode)


class Grayscale(BaseTransform):
    """Convert an image to gray, with 1 or 3 channels."""

    def __init__(self, num_output_channels: int = 1, keys: Keys = None) -> None:
        super().__init__(keys)
        self.num_output_channels = num_output_channels

    def _apply_image(self, image: Any) -> Any:
        return F.to_grayscale(image, self.num_output_channels)
