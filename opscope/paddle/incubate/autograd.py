"""paddle.incubate.autograd: derivatives of functions."""

from opscope.core.checks.unsupported import unsupported_function
from opscope.paddle.autograd.functional import Hessian, Jacobian, jvp, vjp
from opscope.paddle.autograd.ir_backward import grad

_PRIM = "opscope does not divide operators into primitive operators", "delete the call"
disable_prim = unsupported_function("disable_prim", *_PRIM)
enable_prim = unsupported_function("enable_prim", *_PRIM)
forward_grad = unsupported_function("forward_grad", "opscope has no primitive operators", "use jvp")

__all__ = ["Hessian", "Jacobian", "disable_prim", "enable_prim", "forward_grad", "grad", "jvp", "vjp"]
