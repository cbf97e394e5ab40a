"""paddle.vision.transforms: transforms of images before a model."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.vision.transforms import functional
from opscope.paddle.vision.transforms.base import BaseTransform, Compose
from opscope.paddle.vision.transforms.drawn import (
    RandomAffine,
    RandomCrop,
    RandomErasing,
    RandomHorizontalFlip,
    RandomPerspective,
    RandomResizedCrop,
    RandomRotation,
    RandomVerticalFlip,
)
from opscope.paddle.vision.transforms.fixed import CenterCrop, Grayscale, Normalize, Pad, Resize, ToTensor, Transpose
from opscope.paddle.vision.transforms.functional import (
    adjust_brightness,
    adjust_contrast,
    adjust_hue,
    adjust_saturation,
    affine,
    center_crop,
    crop,
    erase,
    hflip,
    normalize,
    pad,
    perspective,
    resize,
    rotate,
    to_grayscale,
    to_tensor,
    vflip,
)
from opscope.paddle.vision.transforms.jitter import (
    BrightnessTransform,
    ColorJitter,
    ContrastTransform,
    HueTransform,
    SaturationTransform,
)

alias_in_submodules(
    __name__,
    {
        "transforms": (
            "BaseTransform BrightnessTransform CenterCrop ColorJitter Compose ContrastTransform Grayscale HueTransform "
            "Normalize Pad RandomAffine RandomCrop RandomErasing RandomHorizontalFlip RandomPerspective "
            "RandomResizedCrop RandomRotation RandomVerticalFlip Resize SaturationTransform ToTensor Transpose"
        )
    },
)

__all__ = [
    "BaseTransform",
    "BrightnessTransform",
    "CenterCrop",
    "ColorJitter",
    "Compose",
    "ContrastTransform",
    "Grayscale",
    "HueTransform",
    "Normalize",
    "Pad",
    "RandomAffine",
    "RandomCrop",
    "RandomErasing",
    "RandomHorizontalFlip",
    "RandomPerspective",
    "RandomResizedCrop",
    "RandomRotation",
    "RandomVerticalFlip",
    "Resize",
    "SaturationTransform",
    "ToTensor",
    "Transpose",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_hue",
    "adjust_saturation",
    "affine",
    "center_crop",
    "crop",
    "erase",
    "functional",
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
