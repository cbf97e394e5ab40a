"""paddle.base.backward."""

from opscope.ir.backward import append_backward, calc_gradient, gradients
from opscope.ir.variable_surface import GRAD


def _append_grad_suffix_(name: str) -> str:
    return name + GRAD


def _strip_grad_suffix_(name: str) -> str:
    plain, _, _ = name.partition(GRAD)
    return plain.rpartition("grad/")[2]


__all__ = [
    "_append_grad_suffix_",
    "_strip_grad_suffix_",
    "append_backward",
    "calc_gradient",
    "gradients",
]
