"""paddle.autograd."""

from opscope.eager.autograd import backward, enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from opscope.eager.pylayer import PyLayer, PyLayerContext

Function = PyLayer

__all__ = [
    "Function",
    "PyLayer",
    "PyLayerContext",
    "backward",
    "enable_grad",
    "grad",
    "is_grad_enabled",
    "no_grad",
    "set_grad_enabled",
]
