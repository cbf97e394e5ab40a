"""paddle.fluid.layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.errors import UnsupportedError
from opscope.fluid.statically import statically
from opscope.ir import context
from opscope.ir.program import Variable
from opscope.ops import api
from opscope.ops.activation import relu, sigmoid, softmax
from opscope.ops.functions import exp, sqrt, square, tanh
from opscope.ops.reduction import mean
from opscope.static import nn


@statically
def data(
    name: str,
    shape: Sequence[int | None],
    append_batch_size: bool = True,
    dtype: object = "float32",
    lod_level: int = 0,
    type: None = None,
    stop_gradient: bool = True,
) -> Variable:
    """An input; a batch dim of -1 is put in front unless a dim is None or negative already (Paddle 1.x)."""
    if type is not None:
        raise UnsupportedError("fluid.layers.data does not support type", fix="leave it out")
    dims = list(shape)
    if append_batch_size and all(d is not None and d >= 0 for d in dims):
        dims = [-1, *dims]
    made = context.data(name, dims, dtype, lod_level)
    made.stop_gradient = stop_gradient
    return made


@statically
def fc(
    input: Any,
    size: int,
    num_flatten_dims: int = 1,
    param_attr: Any = None,
    bias_attr: Any = None,
    act: str | None = None,
    name: str | None = None,
) -> Variable:
    """As paddle.static.nn.fc, with 1.x's parameter names."""
    return nn.fc(input, size, num_flatten_dims, param_attr, bias_attr, act, name)


py_func = statically(nn.py_func)
cond = statically(nn.cond)
while_loop = statically(nn.while_loop)
fill_constant = statically(api.fill_constant)

__all__ = [
    "cond",
    "data",
    "exp",
    "fc",
    "fill_constant",
    "mean",
    "py_func",
    "relu",
    "sigmoid",
    "softmax",
    "sqrt",
    "square",
    "tanh",
    "while_loop",
]
