"""Mixed precision (paddle.amp): float16 for fast operators, and float32 for operators that need it."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.amp import accuracy_compare, debugging
from opscope.paddle.amp.auto_cast import amp_guard, auto_cast, is_bfloat16_supported, is_float16_supported
from opscope.paddle.amp.decorate import amp_decorate, decorate
from opscope.paddle.amp.grad_scaler import AmpScaler, GradScaler

alias_in_submodules(
    __name__,
    {
        "auto_cast": "amp_decorate decorate",
    },
)

__all__ = [
    "AmpScaler",
    "GradScaler",
    "accuracy_compare",
    "amp_decorate",
    "amp_guard",
    "auto_cast",
    "debugging",
    "decorate",
    "is_bfloat16_supported",
    "is_float16_supported",
]
