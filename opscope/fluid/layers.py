"""paddle.fluid.layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.errors import UnsupportedError
from opscope.fluid.arithmetic import (
    elementwise_add,
    elementwise_div,
    elementwise_floordiv,
    elementwise_max,
    elementwise_min,
    elementwise_mod,
    elementwise_mul,
    elementwise_pow,
    elementwise_sub,
    equal,
    greater_equal,
    greater_than,
    increment,
    less_equal,
    less_than,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    matmul,
    mul,
    not_equal,
    reduce_all,
    reduce_any,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
    sum,
    sums,
)
from opscope.fluid.shaping import (
    assign,
    cast,
    concat,
    cross_entropy,
    dropout,
    expand,
    eye,
    fill_constant,
    flatten,
    gaussian_random,
    one_hot,
    ones,
    range,
    reshape,
    softmax_with_cross_entropy,
    split,
    squeeze,
    transpose,
    uniform_random,
    unsqueeze,
    zeros,
)
from opscope.fluid.statically import statically
from opscope.ir import block_style, context, printing, tensor_array
from opscope.ir.program import Variable
from opscope.nn.param_attr import create_parameter as new_parameter
from opscope.ops import api
from opscope.ops.activation import elu, gelu, leaky_relu, log_softmax, relu, sigmoid, softmax, softplus
from opscope.ops.compare import isfinite, where
from opscope.ops.elementwise import clip
from opscope.ops.functions import (
    abs,
    ceil,
    cos,
    exp,
    floor,
    log,
    reciprocal,
    round,
    rsqrt,
    sign,
    sin,
    sqrt,
    square,
    tanh,
)
from opscope.ops.indexing import argmax, argmin, gather, gather_nd, scatter
from opscope.ops.joining import stack
from opscope.ops.loss import square_error_cost
from opscope.ops.manipulation import expand_as
from opscope.ops.reduction import cumsum, mean
from opscope.static import metric, nn


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


class While(block_style.While):
    """As paddle.static.nn.control_flow.While, in either mode."""

    __init__ = statically(block_style.While.__init__)


class Switch(block_style.Switch):
    """As paddle.static.nn.control_flow.Switch, in either mode."""

    __init__ = statically(block_style.Switch.__init__)
    case = statically(block_style.Switch.case)
    default = statically(block_style.Switch.default)


create_global_var = statically(context.create_global_var)
create_parameter = statically(new_parameter)
py_func = statically(nn.py_func)
cond = statically(nn.cond)
case = statically(nn.case)
switch_case = statically(nn.switch_case)
while_loop = statically(nn.while_loop)
Print = statically(printing.Print)
Assert = statically(printing.Assert)
create_array = statically(tensor_array.create_array)
array_write = statically(tensor_array.array_write)
array_read = statically(tensor_array.array_read)
array_length = statically(tensor_array.array_length)
embedding = statically(nn.embedding)
conv2d = statically(nn.conv2d)
conv2d_transpose = statically(nn.conv2d_transpose)
conv3d = statically(nn.conv3d)
batch_norm = statically(nn.batch_norm)
layer_norm = statically(nn.layer_norm)
group_norm = statically(nn.group_norm)
instance_norm = statically(nn.instance_norm)
accuracy = statically(metric.accuracy)
auc = statically(metric.auc)
zeros_like = statically(api.zeros_like)
ones_like = statically(api.ones_like)
linspace = statically(api.linspace)
scale = statically(api.scale)
slice = statically(api.slice)
strided_slice = statically(api.strided_slice)
topk = statically(api.topk)
pow = statically(api.pow)

__all__ = [
    "Assert",
    "Print",
    "Switch",
    "While",
    "abs",
    "accuracy",
    "argmax",
    "argmin",
    "array_length",
    "array_read",
    "array_write",
    "assign",
    "auc",
    "batch_norm",
    "case",
    "cast",
    "ceil",
    "clip",
    "concat",
    "cond",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "cos",
    "create_array",
    "create_global_var",
    "create_parameter",
    "cross_entropy",
    "cumsum",
    "data",
    "dropout",
    "elementwise_add",
    "elementwise_div",
    "elementwise_floordiv",
    "elementwise_max",
    "elementwise_min",
    "elementwise_mod",
    "elementwise_mul",
    "elementwise_pow",
    "elementwise_sub",
    "elu",
    "embedding",
    "equal",
    "exp",
    "expand",
    "expand_as",
    "eye",
    "fc",
    "fill_constant",
    "flatten",
    "floor",
    "gather",
    "gather_nd",
    "gaussian_random",
    "gelu",
    "greater_equal",
    "greater_than",
    "group_norm",
    "increment",
    "instance_norm",
    "isfinite",
    "layer_norm",
    "leaky_relu",
    "less_equal",
    "less_than",
    "linspace",
    "log",
    "log_softmax",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "matmul",
    "mean",
    "mul",
    "not_equal",
    "one_hot",
    "ones",
    "ones_like",
    "pow",
    "py_func",
    "range",
    "reciprocal",
    "reduce_all",
    "reduce_any",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "relu",
    "reshape",
    "round",
    "rsqrt",
    "scale",
    "scatter",
    "sigmoid",
    "sign",
    "sin",
    "slice",
    "softmax",
    "softmax_with_cross_entropy",
    "softplus",
    "split",
    "sqrt",
    "square",
    "square_error_cost",
    "squeeze",
    "stack",
    "strided_slice",
    "sum",
    "sums",
    "switch_case",
    "tanh",
    "topk",
    "transpose",
    "uniform_random",
    "unsqueeze",
    "where",
    "while_loop",
    "zeros",
    "zeros_like",
]
