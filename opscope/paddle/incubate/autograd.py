"""paddle.incubate.autograd: derivatives of functions."""

from opscope.core.refused import refused
from opscope.paddle.autograd.functional import Hessian, Jacobian, jvp, vjp
from opscope.paddle.autograd.ir_backward import grad

_PRIM = "operators have one form", "leave it out"
disable_prim = refused("disable_prim", *_PRIM)
enable_prim = refused("enable_prim", *_PRIM)
forward_grad = refused("forward_grad", "it is for primitive operators", "use jvp")

__all__ = ["Hessian", "Jacobian", "disable_prim", "enable_prim", "forward_grad", "grad", "jvp", "vjp"]
