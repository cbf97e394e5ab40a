"""paddle.amp: float16 where it is fast, float32 where it is needed."""

from opscope.amp.auto_cast import amp_guard, auto_cast, is_bfloat16_supported, is_float16_supported
from opscope.amp.decorate import amp_decorate, decorate
from opscope.amp.grad_scaler import AmpScaler, GradScaler

__all__ = [
    "AmpScaler",
    "GradScaler",
    "amp_decorate",
    "amp_guard",
    "auto_cast",
    "decorate",
    "is_bfloat16_supported",
    "is_float16_supported",
]
