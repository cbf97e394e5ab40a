"""Random transforms of the colors of an image, with random numbers of Python's module random."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError
from opscope.paddle.vision.transforms import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.vision.transforms.base import BaseTransform, Compose

Keys = Sequence[str] | None


def _bounds(value: Any, name: str, center: float = 1.0, most: tuple[float, float] = (0.0, math.inf)) -> Any:
    """Return the range (low, high) of the random factor; None if the image never changes."""
    if isinstance(value, int | float):
        if value < 0:
            raise ArgumentError(f"If {name} is a single number, it must not be negative.", site=site())
        low = center - value
        bounds = (max(low, 0.0) if center else low, center + value)
    elif isinstance(value, list | tuple) and len(value) == 2:
        bounds = tuple(value)
    else:
        raise UsageError(f"{name} should be a single number or a list/tuple with length 2.", site=site())
    if not most[0] <= bounds[0] <= bounds[1] <= most[1]:
        raise ArgumentError(f"the values of {name} should be between {most[0]} and {most[1]}", site=site())
    return None if bounds == (center, center) else bounds


class _Drawn(BaseTransform):
    """Base class of transforms that draw a random factor from a range."""

    change: Callable[..., Any]

    def __init__(self, bounds: Any, keys: Keys) -> None:
        super().__init__(keys)
        self.value = bounds

    def _apply_image(self, image: Any) -> Any:
        return image if self.value is None else type(self).change(image, random.uniform(*self.value))


class BrightnessTransform(_Drawn):
    """Multiply the brightness by a random factor from 1 - value to 1 + value, or within (low, high)."""

    change = staticmethod(F.adjust_brightness)

    def __init__(self, value: Any, keys: Keys = None) -> None:
        super().__init__(_bounds(value, "brightness"), keys)


class ContrastTransform(_Drawn):
    """Multiply the contrast by a random factor from 1 - value to 1 + value."""

    change = staticmethod(F.adjust_contrast)

    def __init__(self, value: Any, keys: Keys = None) -> None:
        super().__init__(_bounds(value, "contrast"), keys)


class SaturationTransform(_Drawn):
    """Multiply the saturation by a random factor from 1 - value to 1 + value."""

    change = staticmethod(F.adjust_saturation)

    def __init__(self, value: Any, keys: Keys = None) -> None:
        super().__init__(_bounds(value, "saturation"), keys)


class HueTransform(_Drawn):
    """Rotate the hues by a random share of a circle from -value to value, at most 0.5."""

    change = staticmethod(F.adjust_hue)

    def __init__(self, value: Any, keys: Keys = None) -> None:
        super().__init__(_bounds(value, "hue", 0.0, (-0.5, 0.5)), keys)


class ColorJitter(BaseTransform):
    """Change brightness, contrast, saturation and hue in a random order."""

    def __init__(
        self, brightness: Any = 0, contrast: Any = 0, saturation: Any = 0, hue: Any = 0, keys: Keys = None
    ) -> None:
        super().__init__(keys)
        self.brightness, self.contrast, self.saturation, self.hue = brightness, contrast, saturation, hue

    def _apply_image(self, image: Any) -> Any:
        kinds = (
            (BrightnessTransform, self.brightness), (ContrastTransform, self.contrast),
            (SaturationTransform, self.saturation), (HueTransform, self.hue),
        )  # fmt: skip
        made: list[Any] = [kind(value) for kind, value in kinds if value is not None]
        random.shuffle(made)
        return Compose(made)(image)
