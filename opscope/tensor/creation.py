"""paddle.tensor.creation: tensors made of numbers, shapes and other tensors."""

from opscope.eager.tensor import to_tensor
from opscope.ir.assigning import assign
from opscope.nn.param_attr import create_parameter
from opscope.ops.api import arange, empty, eye, full, full_like, linspace, ones, ones_like, zeros, zeros_like
from opscope.ops.manipulation import tril, triu

__all__ = [
    "arange",
    "assign",
    "create_parameter",
    "empty",
    "eye",
    "full",
    "full_like",
    "linspace",
    "ones",
    "ones_like",
    "to_tensor",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]
