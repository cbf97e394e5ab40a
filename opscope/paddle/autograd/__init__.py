"""paddle.autograd."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.eager.autograd import backward, enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from opscope.eager.pylayer import PyLayer, PyLayerContext
from opscope.eager.saved_tensors_hooks import saved_tensors_hooks
from opscope.paddle.autograd import autograd, backward_mode, functional, ir_backward, py_layer
from opscope.paddle.autograd.autograd import hessian, jacobian
from opscope.paddle.autograd.functional import jvp, vjp
from opscope.paddle.autograd.ir_backward import grad

Function = PyLayer

alias_in_submodules(
    __name__,
    {
        "saved_tensors_hooks": "saved_tensors_hooks",
    },
)

__all__ = [
    "Function",
    "PyLayer",
    "PyLayerContext",
    "autograd",
    "backward",
    "backward_mode",
    "enable_grad",
    "functional",
    "grad",
    "hessian",
    "ir_backward",
    "is_grad_enabled",
    "jacobian",
    "jvp",
    "no_grad",
    "py_layer",
    "saved_tensors_hooks",
    "set_grad_enabled",
    "vjp",
]
