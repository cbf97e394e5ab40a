"""Random transforms that crop, flip, rotate and erase, with random numbers of Python's module random."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.paddle.vision.transforms import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.vision.transforms.base import BaseTransform
from opscope.paddle.vision.transforms.images import size_of

Keys = Sequence[str] | None


def _demand(holds: bool, summary: str) -> None:
    """Raise ModeError (an AssertionError, as in Paddle) if a condition is false."""
    if not holds:
        raise ModeError(summary, site=site())


def _cut(width: int, height: int, scale: Any, ratio: Any) -> tuple[int, int] | None:
    """Return (height, width) with a random area and ratio of sides; None if they do not fit into the image."""
    area = random.uniform(*scale) * width * height
    aspect = math.exp(random.uniform(*map(math.log, ratio)))
    w, h = round(math.sqrt(area * aspect)), round(math.sqrt(area / aspect))
    return (h, w) if 0 < w <= width and 0 < h <= height else None


class RandomResizedCrop(BaseTransform):
    """Crop a random part of an image, and resize the part.

    The area is scale[0] to scale[1] of the image's area, the ratio of the sides is ratio[0] to ratio[1].
    """

    def __init__(
        self,
        size: Any,
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3.0 / 4, 4.0 / 3),
        interpolation: str = "bilinear",
        keys: Keys = None,
    ) -> None:
        super().__init__(keys)
        _demand(scale[0] <= scale[1], "scale should be a pair (min, max)")
        _demand(ratio[0] <= ratio[1], "ratio should be a pair (min, max)")
        self.size = (size, size) if isinstance(size, int) else size
        self.scale, self.ratio, self.interpolation = scale, ratio, interpolation

    def _apply_image(self, image: Any) -> Any:
        width, height = size_of(image)
        for _ in range(10):
            if found := _cut(width, height, self.scale, self.ratio):
                top, left = random.randint(0, height - found[0]), random.randint(0, width - found[1])
                break
        else:  # the middle, as much of it as the ratio allows
            found = (min(height, round(width / self.ratio[0])), min(width, round(height * self.ratio[1])))
            top, left = (height - found[0]) // 2, (width - found[1]) // 2
        return F.resize(F.crop(image, top, left, *found), self.size, self.interpolation)


class RandomHorizontalFlip(BaseTransform):
    """Exchange left and right of an image, with a probability."""

    def __init__(self, prob: float = 0.5, keys: Keys = None) -> None:
        super().__init__(keys)
        _demand(0 <= prob <= 1, "probability must be between 0 and 1")
        self.prob = prob

    def _apply_image(self, image: Any) -> Any:
        return F.hflip(image) if random.random() < self.prob else image


class RandomVerticalFlip(RandomHorizontalFlip):
    """Exchange top and bottom of an image, with a probability."""

    def _apply_image(self, image: Any) -> Any:
        return F.vflip(image) if random.random() < self.prob else image


class RandomCrop(BaseTransform):
    """Crop a random part of size (height, width), or a square, from an image with padding.

    pad_if_needed: add padding until the part fits. Raises ArgumentError if the part does not fit.
    """

    def __init__(
        self,
        size: Any,
        padding: Any = None,
        pad_if_needed: bool = False,
        fill: Any = 0,
        padding_mode: str = "constant",
        keys: Keys = None,
    ) -> None:
        super().__init__(keys)
        self.size = (int(size), int(size)) if isinstance(size, int | float) else size
        self.padding, self.pad_if_needed, self.fill, self.padding_mode = padding, pad_if_needed, fill, padding_mode

    def _apply_image(self, image: Any) -> Any:
        if self.padding is not None:
            image = F.pad(image, self.padding, self.fill, self.padding_mode)
        height, width = self.size
        w, h = size_of(image)
        if self.pad_if_needed and (w < width or h < height):
            image = F.pad(image, (max(width - w, 0), max(height - h, 0)), self.fill, self.padding_mode)
            w, h = size_of(image)
        if w < width or h < height:
            raise ArgumentError(
                f"RandomCrop: a crop of {height} x {width} pixels is larger than the image of {h} x {w} pixels",
                site=site(),
                fix="pass pad_if_needed=True",
            )
        return F.crop(image, random.randint(0, h - height), random.randint(0, w - width), height, width)


def _span(value: Any, name: str, sizes: tuple[int, ...] = (2,)) -> list[float]:
    """Return (low, high); a number a means (-a, a)."""
    if isinstance(value, int | float):
        if value < 0:
            raise ArgumentError(f"If {name} is a single number, it must be positive.", site=site())
        return [-float(value), float(value)]
    if not isinstance(value, Sequence):
        raise UsageError(f"{name} should be a sequence of length {' or '.join(map(str, sizes))}.", site=site())
    if len(value) not in sizes:
        raise ArgumentError(f"{name} should be a sequence of length {' or '.join(map(str, sizes))}.", site=site())
    return [float(v) for v in value]


class RandomRotation(BaseTransform):
    """Rotate an image by a random angle between -degrees and degrees, or in (low, high): see functional.rotate."""

    def __init__(
        self,
        degrees: Any,
        interpolation: str = "nearest",
        expand: bool = False,
        center: Sequence[float] | None = None,
        fill: Any = 0,
        keys: Keys = None,
    ) -> None:
        super().__init__(keys)
        self.degrees = _span(degrees, "degrees")
        self.interpolation, self.expand, self.center, self.fill = interpolation, expand, center, fill

    def _apply_image(self, image: Any) -> Any:
        angle = random.uniform(*self.degrees)
        return F.rotate(image, angle, self.interpolation, self.expand, self.center, self.fill)


class RandomAffine(BaseTransform):
    """Rotate, translate (by shares of the sides), scale and shear (in degrees) an image at random.

    See functional.affine.
    """

    def __init__(
        self,
        degrees: Any,
        translate: Sequence[float] | None = None,
        scale: Sequence[float] | None = None,
        shear: Any = None,
        interpolation: str = "nearest",
        fill: Any = 0,
        center: Sequence[float] | None = None,
        keys: Keys = None,
    ) -> None:
        super().__init__(keys)
        self.degrees = _span(degrees, "degrees")
        self.translate = None if translate is None else _span(translate, "translate")
        if self.translate is not None and not all(0.0 <= t <= 1.0 for t in self.translate):
            raise ArgumentError("translation values should be between 0 and 1", site=site())
        self.scale = None if scale is None else _span(scale, "scale")
        if self.scale is not None and min(self.scale) <= 0:
            raise ArgumentError("scale values should be positive", site=site())
        self.shear = None if shear is None else _span(shear, "shear", (2, 4))
        self.interpolation, self.fill, self.center = interpolation, fill, center

    def _apply_image(self, image: Any) -> Any:
        width, height = size_of(image)
        angle = random.uniform(*self.degrees)
        x, y = (0.0, 0.0) if self.translate is None else (self.translate[0] * width, self.translate[1] * height)
        moved = int(random.uniform(-x, x)), int(random.uniform(-y, y))
        scale = 1.0 if self.scale is None else random.uniform(*self.scale)
        shear = [*(self.shear or (0.0, 0.0)), 0.0, 0.0]
        sheared = random.uniform(*shear[:2]), random.uniform(*shear[2:4])
        return F.affine(image, angle, moved, scale, sheared, self.interpolation, self.fill, self.center)


class RandomPerspective(BaseTransform):
    """With a probability, move the corners of an image inwards, by up to distortion_scale of half its sides."""

    def __init__(
        self,
        prob: float = 0.5,
        distortion_scale: float = 0.5,
        interpolation: str = "nearest",
        fill: Any = 0,
        keys: Keys = None,
    ) -> None:
        super().__init__(keys)
        _demand(0 <= prob <= 1, "probability must be between 0 and 1")
        _demand(0 <= distortion_scale <= 1, "distortion_scale must be between 0 and 1")
        self.prob, self.distortion_scale, self.interpolation, self.fill = prob, distortion_scale, interpolation, fill

    def _apply_image(self, image: Any) -> Any:
        if random.random() >= self.prob:
            return image
        width, height = size_of(image)
        dx, dy = (int(self.distortion_scale * (side // 2)) for side in (width, height))
        corners = [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]
        moved = [
            (abs(x - random.randint(0, dx)), abs(y - random.randint(0, dy))) for x, y in corners
        ]  # from 0 inwards is abs(0 - r), from the other side it is side - 1 - r
        return F.perspective(image, corners, moved, self.interpolation, self.fill)


class RandomErasing(BaseTransform):
    """With a probability, fill a part of an image with value; the area and the ratio of sides are random.

    value: a number, a number for each channel, or 'random': noise for every pixel. Raises ModeError (an AssertionError)
    or ArgumentError (a ValueError) for impossible arguments.
    """

    def __init__(
        self,
        prob: float = 0.5,
        scale: Sequence[float] = (0.02, 0.33),
        ratio: Sequence[float] = (0.3, 3.3),
        value: Any = 0,
        inplace: bool = False,
        keys: Keys = None,
    ) -> None:
        super().__init__(keys)
        _demand(0 <= scale[0] <= scale[1] <= 1, "scale should be a pair (min, max) in the range [0, 1]")
        _demand(0 <= ratio[0] <= ratio[1], "ratio should be a pair (min, max)")
        _demand(0 <= prob <= 1, "The probability should be in range [0, 1]")
        _demand(isinstance(value, int | float | str | tuple | list), "value should be a number, tuple, list or str")
        if isinstance(value, str) and value != "random":
            raise ArgumentError("value must be 'random' if it is a str", site=site())
        self.prob, self.scale, self.ratio, self.value, self.inplace = prob, scale, ratio, value, inplace

    def _apply_image(self, image: Any) -> Any:
        if random.random() >= self.prob:
            return image
        width, height = size_of(image)
        cuts = (_cut(width, height, self.scale, self.ratio) for _ in range(10))
        found = next((c for c in cuts if c is not None and c[0] < height and c[1] < width), None)
        if found is None:
            return image
        top, left = random.randint(0, height - found[0]), random.randint(0, width - found[1])
        return F.erase(image, top, left, *found, self._filling(image, *found), self.inplace)

    def _filling(self, image: Any, height: int, width: int) -> Any:
        tensor = isinstance(image, Tensor)
        if self.value == "random":
            channels = image.shape[0] if tensor else np.asarray(image).shape[2]
            draws = [random.gauss(0.0, 1.0 if tensor else 255.0) for _ in range(height * width * channels)]
            noise = np.array(draws).reshape((channels, height, width) if tensor else (height, width, channels))
            return noise.astype("float32") if tensor else noise.clip(0, 255)
        if isinstance(self.value, int | float):
            return self.value
        return np.array(self.value, "float32")[:, None, None] if tensor else np.array(self.value)
