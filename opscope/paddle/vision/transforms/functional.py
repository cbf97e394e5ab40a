"""paddle.vision.transforms.functional: the functions of the transforms, with given numbers."""

from opscope.paddle.vision.transforms.colors import (
    adjust_brightness,
    adjust_contrast,
    adjust_hue,
    adjust_saturation,
    erase,
    normalize,
    to_grayscale,
    to_tensor,
)
from opscope.paddle.vision.transforms.images import is_array, is_pil, is_tensor
from opscope.paddle.vision.transforms.sizes import center_crop, crop, hflip, pad, resize, vflip
from opscope.paddle.vision.transforms.warping import affine, perspective, rotate

# what transforms of one's own ask
_is_pil_image, _is_tensor_image, _is_numpy_image = is_pil, is_tensor, is_array

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
