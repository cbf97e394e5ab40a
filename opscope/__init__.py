"""opscope: run Paddle-style programs under an instrumented executor, and see into them.

    import opscope as paddle      # existing programs run unchanged
    import opscope                # debug.attach, debug.start, live, profile, as_paddle

Heavy and optional parts (debug, viz, ui, notebook) load when they are first used.
"""

# The lazy names are in __all__ and nowhere else: an import, even one for types, would tie cli to notebook.
# pyright: reportUnsupportedDunderAll=false
from __future__ import annotations

import importlib
from typing import Any

from opscope import amp, autograd, base, fluid, io, nn, optimizer, regularizer, static
from opscope.as_paddle import as_paddle, install
from opscope.core.dense import DenseTensor, LoDTensor
from opscope.core.dtype import (
    bool_ as bool,
)
from opscope.core.dtype import (
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from opscope.core.modes import disable_static, enable_static, in_dynamic_mode
from opscope.core.place import CPUPlace, CUDAPlace, get_device, is_compiled_with_cuda, set_device
from opscope.core.random import seed
from opscope.core.state import get_default_dtype, set_default_dtype
from opscope.core.strict import strict
from opscope.eager.autograd import enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from opscope.eager.tensor import Tensor, to_tensor
from opscope.ir.assigning import assign, increment
from opscope.ir.tensor_array import array_length, array_read, array_write, create_array
from opscope.nn.param_attr import ParamAttr, create_parameter
from opscope.ops.activation import erf
from opscope.ops.api import (
    addmm,
    arange,
    bmm,
    broadcast_to,
    cast,
    chunk,
    dot,
    empty,
    expand,
    eye,
    full,
    full_like,
    index_select,
    linspace,
    masked_select,
    mm,
    neg,
    norm,
    normal,
    ones,
    ones_like,
    pow,
    rand,
    randint,
    randn,
    randperm,
    reshape,
    reverse,
    scale,
    slice,
    sort,
    standard_normal,
    std,
    strided_slice,
    tile,
    topk,
    uniform,
    unstack,
    var,
    zeros,
    zeros_like,
)
from opscope.ops.compare import (
    allclose,
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    equal,
    equal_all,
    greater_equal,
    greater_than,
    isclose,
    isfinite,
    isinf,
    isnan,
    less_equal,
    less_than,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    not_equal,
    where,
)
from opscope.ops.creation import numel, shape
from opscope.ops.elementwise import (
    add,
    clip,
    divide,
    floor_divide,
    maximum,
    minimum,
    multiply,
    remainder,
    subtract,
)
from opscope.ops.functions import (
    abs,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    ceil,
    cos,
    cosh,
    exp,
    expm1,
    floor,
    log,
    log1p,
    log2,
    log10,
    reciprocal,
    round,
    rsqrt,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    tan,
    tanh,
    trunc,
)
from opscope.ops.indexing import argmax, argmin, argsort, gather, gather_nd, scatter, take_along_axis
from opscope.ops.joining import add_n, concat, split, stack, unbind
from opscope.ops.linalg import matmul, t
from opscope.ops.manipulation import expand_as, flatten, flip, roll, squeeze, transpose, tril, triu, unsqueeze
from opscope.ops.random import bernoulli
from opscope.ops.reduction import all, any, cumsum, logsumexp, max, mean, min, prod, sum
from opscope.saving import load, save

__version__ = "0.1.0"

LAZY = {
    "debug": "opscope.debug",
    "live": "opscope.notebook.live:live",
    "notebook": "opscope.notebook",
    "profile": "opscope.debug.profile:profile",
    "viz": "opscope.viz",
}

install()


def __getattr__(name: str) -> Any:
    if name not in LAZY:
        raise AttributeError(f"module 'opscope' has no attribute {name!r}")
    module, _, member = LAZY[name].partition(":")
    found = importlib.import_module(module)
    return getattr(found, member) if member else found


def load_ipython_extension(ip: Any) -> None:
    """`%load_ext opscope`: the magics."""
    importlib.import_module("opscope.notebook.magics").load(ip)


def unload_ipython_extension(ip: Any) -> None:
    """`%unload_ext opscope`."""
    importlib.import_module("opscope.notebook.magics").unload(ip)


__all__ = [
    "CPUPlace",
    "CUDAPlace",
    "DenseTensor",
    "LoDTensor",
    "ParamAttr",
    "Tensor",
    "abs",
    "acos",
    "acosh",
    "add",
    "add_n",
    "addmm",
    "all",
    "allclose",
    "amp",
    "any",
    "arange",
    "argmax",
    "argmin",
    "argsort",
    "array_length",
    "array_read",
    "array_write",
    "as_paddle",
    "asin",
    "asinh",
    "assign",
    "atan",
    "atanh",
    "autograd",
    "base",
    "bernoulli",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "bmm",
    "bool",
    "broadcast_to",
    "cast",
    "ceil",
    "chunk",
    "clip",
    "complex64",
    "complex128",
    "concat",
    "cos",
    "cosh",
    "create_array",
    "create_parameter",
    "cumsum",
    "debug",
    "disable_static",
    "divide",
    "dot",
    "empty",
    "enable_grad",
    "enable_static",
    "equal",
    "equal_all",
    "erf",
    "exp",
    "expand",
    "expand_as",
    "expm1",
    "eye",
    "flatten",
    "flip",
    "float16",
    "float32",
    "float64",
    "floor",
    "floor_divide",
    "fluid",
    "full",
    "full_like",
    "gather",
    "gather_nd",
    "get_default_dtype",
    "get_device",
    "grad",
    "greater_equal",
    "greater_than",
    "in_dynamic_mode",
    "increment",
    "index_select",
    "int8",
    "int16",
    "int32",
    "int64",
    "io",
    "is_compiled_with_cuda",
    "is_grad_enabled",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "less_equal",
    "less_than",
    "linspace",
    "live",
    "load",
    "log",
    "log1p",
    "log2",
    "log10",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logsumexp",
    "masked_select",
    "matmul",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "mm",
    "multiply",
    "neg",
    "nn",
    "no_grad",
    "norm",
    "normal",
    "not_equal",
    "notebook",
    "numel",
    "ones",
    "ones_like",
    "optimizer",
    "pow",
    "prod",
    "profile",
    "rand",
    "randint",
    "randn",
    "randperm",
    "reciprocal",
    "regularizer",
    "remainder",
    "reshape",
    "reverse",
    "roll",
    "round",
    "rsqrt",
    "save",
    "scale",
    "scatter",
    "seed",
    "set_default_dtype",
    "set_device",
    "set_grad_enabled",
    "shape",
    "sign",
    "sin",
    "sinh",
    "slice",
    "sort",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "standard_normal",
    "static",
    "std",
    "strict",
    "strided_slice",
    "subtract",
    "sum",
    "t",
    "take_along_axis",
    "tan",
    "tanh",
    "tile",
    "to_tensor",
    "topk",
    "transpose",
    "tril",
    "triu",
    "trunc",
    "uint8",
    "unbind",
    "uniform",
    "unsqueeze",
    "unstack",
    "var",
    "viz",
    "where",
    "zeros",
    "zeros_like",
]
