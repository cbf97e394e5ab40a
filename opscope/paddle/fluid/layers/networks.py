"""fluid.layers: inputs, and layers that make their own parameters, with the parameters of Paddle 1.x."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.program import context
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.layers.arithmetic import activated
from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn.param_attr import as_attr, layer_parameter
from opscope.paddle.static import nn

py_func = statically(nn.py_func)
conv2d = statically(nn.conv2d)
conv2d_transpose = statically(nn.conv2d_transpose)
conv3d = statically(nn.conv3d)
conv3d_transpose = statically(nn.conv3d_transpose)
batch_norm = statically(nn.batch_norm)
bilinear_tensor_product = statically(nn.bilinear_tensor_product)
layer_norm = statically(nn.layer_norm)
group_norm = statically(nn.group_norm)
instance_norm = statically(nn.instance_norm)
spectral_norm = statically(nn.spectral_norm)
row_conv = statically(nn.row_conv)


@statically
def data(
    name: str,
    shape: Sequence[int | None],
    append_batch_size: bool = True,
    dtype: object = "float32",
    lod_level: int = 0,
    type: Any = None,
    stop_gradient: bool = True,
) -> Variable:
    """Declare an input. A batch dim of -1 becomes the first dim, unless a dim is None or negative (Paddle 1.x).

    Raises UnsupportedError for another type than LOD_TENSOR, the default.
    """
    if type is not None and str(type).rpartition(".")[2] not in ("LOD_TENSOR", "7"):
        raise UnsupportedError(f"fluid.layers.data does not support type={type!r}", site=site(), fix="leave type out")
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
    """Call paddle.static.nn.fc with the parameter names of Paddle 1.x.

    param_attr may be a list, one entry for each input.

    Raises ArgumentError if the list has another length.
    """
    if not isinstance(param_attr, list | tuple):
        return nn.fc(input, size, num_flatten_dims, param_attr, bias_attr, act, name)
    inputs = list(input) if isinstance(input, list | tuple) else [input]
    if len(inputs) != len(param_attr):
        raise ArgumentError(
            "param_attr must have one entry for each input of fc",
            facts={"inputs": len(inputs), "param_attr": len(param_attr)}, site=site(),
        )  # fmt: skip
    layer = name or names("fc")
    parts = [
        nn.fc(x, size, num_flatten_dims, attr, bias_attr=False, name=layer)
        for x, attr in zip(inputs, param_attr, strict=True)
    ]
    out: Any = parts[0] if len(parts) == 1 else REGISTRY["add_n"](parts)
    bias = as_attr(bias_attr)
    out = out if bias is None else REGISTRY["add"](out, layer_parameter(layer, "b", (size,), bias, out.dtype))
    return activated(out, act)


@statically
def embedding(
    input: Any, size: Sequence[int], is_sparse: bool = False, is_distributed: bool = False,
    padding_idx: int | None = None, param_attr: Any = None, dtype: object = "float32",
) -> Any:  # fmt: skip
    """Return the rows of a table [size[0], size[1]] at the integers in input [*, 1]: [*, size[1]].

    The row of padding_idx is zeros. is_sparse: the gradient of the table has the form of rows. Raises UnsupportedError
    for is_distributed.
    """
    flat = REGISTRY["squeeze"](input, axis=(-1,)) if len(input.shape) > 1 and input.shape[-1] == 1 else input
    return _table(flat, size, is_sparse, is_distributed, padding_idx, param_attr, dtype)


@statically
def embedding_by(
    input: Any, size: Sequence[int], is_sparse: bool = False, is_distributed: bool = False,
    padding_idx: int | None = None, param_attr: Any = None, dtype: object = "float32",
) -> Any:  # fmt: skip
    """fluid.embedding: return the rows of a table [size[0], size[1]] at integers in input [*]: [*, size[1]]."""
    return _table(input, size, is_sparse, is_distributed, padding_idx, param_attr, dtype)


def _table(
    x: Any, size: Sequence[int], sparse: bool, distributed: bool, padding_idx: int | None, attr: Any, dtype: object
) -> Any:
    row = padding_idx if padding_idx is None or padding_idx >= 0 else size[0] + padding_idx
    return nn.embedding(x, size, sparse, distributed, row, attr, dtype)


@statically
def affine_channel(
    x: Any, scale: Any = None, bias: Any = None, data_layout: str = "NCHW", name: str | None = None,
    act: str | None = None,
) -> Any:  # fmt: skip
    """Return x * scale + bias; scale and bias [C] are per channel of x [N, C, H, W] or NHWC."""
    shape = (1, -1, 1, 1) if data_layout == "NCHW" else (1, 1, 1, -1)
    out = x if scale is None else x * REGISTRY["reshape"](scale, shape=shape)
    out = out if bias is None else out + REGISTRY["reshape"](bias, shape=shape)
    return activated(out, act)


__all__ = [
    "affine_channel", "batch_norm", "bilinear_tensor_product", "conv2d", "conv2d_transpose", "conv3d",
    "conv3d_transpose", "data", "embedding", "fc", "group_norm", "instance_norm", "layer_norm", "py_func", "row_conv",
    "spectral_norm",
]  # fmt: skip
