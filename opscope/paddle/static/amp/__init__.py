"""paddle.static.amp: programs in float16, and optimizers that scale their loss."""

from opscope.paddle.static.amp import decorator, fp16_lists, fp16_utils
from opscope.paddle.static.amp.decorator import decorate
from opscope.paddle.static.amp.fp16_lists import AutoMixedPrecisionLists, CustomOpLists
from opscope.paddle.static.amp.fp16_utils import cast_model_to_fp16, cast_parameters_to_fp16, fp16_guard

__all__ = [
    "AutoMixedPrecisionLists",
    "CustomOpLists",
    "cast_model_to_fp16",
    "cast_parameters_to_fp16",
    "decorate",
    "decorator",
    "fp16_guard",
    "fp16_lists",
    "fp16_utils",
]
