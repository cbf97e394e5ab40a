"""paddle.vision.transforms.functional: what the transforms do, with the numbers given."""

from opscope.vision.transforms.colors import (
    adjust_brightness,
    adjust_contrast,
    adjust_hue,
    adjust_saturation,
    erase,
    normalize,
    to_grayscale,
    to_tensor,
)
from opscope.vision.transforms.sizes import center_crop, crop, hflip, pad, resize, vflip
from opscope.vision.transforms.warping import affine, perspective, rotate

__all__ = [
    "adjust_brightness",
    "adjust_contrast",
    "adjust_hue",
    "adjust_saturation",
    "affine",
    "center_crop",
    "crop",
    "erase",
    "hflip",
    "normalize",
    "pad",
    "perspective",
    "resize",
    "rotate",
    "to_grayscale",
    "to_tensor",
    "vflip",
]
