"""Layers of programs that make their own parameters: fc, conv2d, batch_norm, embedding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.state import names
from opscope.errors import ShapeError, UnsupportedError, nearest
from opscope.ir.context import require_static
from opscope.ir.program import Variable
from opscope.nn.initializer import Constant, Normal
from opscope.nn.param_attr import as_attr, layer_parameter
from opscope.ops.registry import REGISTRY

_ACTIVATIONS = ("relu", "sigmoid", "tanh", "softmax", "gelu", "leaky_relu", "exp", "square", "sqrt", "abs", "softplus")


def appended(layer: str, op: str, inputs: Sequence[Variable], **attrs: Any) -> Variable:
    """One operator of a layer: its result is called `<layer>.tmp_0` and so on."""
    return inputs[0].program.current_block().append(REGISTRY[op], inputs, attrs, prefix=f"{layer}.tmp").result()


def activated(layer: str, x: Variable, activation: str | None) -> Variable:
    """x through the activation of that name. Raises UnsupportedError naming the known ones."""
    if activation is None:
        return x
    if activation not in _ACTIVATIONS:
        raise UnsupportedError(
            f"activation {activation!r} is not known",
            fix=nearest(activation, _ACTIVATIONS) or f"one of {', '.join(_ACTIVATIONS)}",
        )
    return appended(layer, activation, [x])


def fc(
    x: Any,
    size: int,
    num_flatten_dims: int = 1,
    weight_attr: Any = None,
    bias_attr: Any = None,
    activation: str | None = None,
    name: str | None = None,
) -> Variable:
    """Fully connected: x [*, in...] -> [*, size]; the dims from num_flatten_dims on are flattened.

    Several x are summed, each with a weight of its own. The bias is left out with bias_attr=False.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/fc_en.html
    """
    require_static("fc")
    layer = name or names("fc")
    inputs = list(x) if isinstance(x, list | tuple) else [x]
    products: list[Variable] = []
    for value in inputs:
        dims = num_flatten_dims % len(value.spec.shape)
        width = value.spec.shape[dims:]
        if None in width:
            raise ShapeError(
                f"fc needs to know the input dims from {dims} on", facts={value.name: value.spec},
                fix="declare them in data(), or raise num_flatten_dims",
            )  # fmt: skip
        weight = layer_parameter(layer, "w", (math.prod(width), size), as_attr(weight_attr), value.dtype)
        products.append(appended(layer, "mul", [value, weight], x_num_col_dims=dims, y_num_col_dims=1))
    out = products[0] if len(products) == 1 else appended(layer, "add_n", products)
    bias = as_attr(bias_attr)
    if bias is not None:
        out = appended(layer, "add", [out, layer_parameter(layer, "b", (size,), bias, out.dtype)])
    return activated(layer, out, activation)


def conv2d(
    input: Variable,
    num_filters: int,
    filter_size: int | Sequence[int],
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int | None = None,
    param_attr: Any = None,
    bias_attr: Any = None,
    use_cudnn: bool = True,
    act: str | None = None,
    name: str | None = None,
    data_format: str = "NCHW",
) -> Variable:
    """Convolution of input [N, C, H, W] with num_filters filters.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/conv2d_en.html
    """
    require_static("conv2d")
    layer = name or names("conv2d")
    channels = input.spec.shape[1]
    if channels is None:
        raise ShapeError("conv2d needs to know the number of channels", facts={input.name: input.spec})
    window = (filter_size, filter_size) if isinstance(filter_size, int) else tuple(filter_size)
    groups = groups or 1
    shape = (num_filters, channels // groups, *window)
    std = math.sqrt(2.0 / (math.prod(window) * channels))
    weight = layer_parameter(layer, "w", shape, as_attr(param_attr), input.dtype, Normal(0.0, std))
    window_attrs = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    out = appended(layer, "conv2d", [input, weight], **window_attrs, data_format=data_format)
    bias = as_attr(bias_attr)
    if bias is not None:
        parameter = layer_parameter(layer, "b", (num_filters,), bias, input.dtype)
        column = REGISTRY["reshape"](parameter, shape=(1, num_filters, 1, 1))
        out = appended(layer, "add", [out, column])
    return activated(layer, out, act)


def batch_norm(
    input: Variable,
    act: str | None = None,
    is_test: bool = False,
    momentum: float = 0.9,
    epsilon: float = 1e-5,
    param_attr: Any = None,
    bias_attr: Any = None,
    data_layout: str = "NCHW",
    in_place: bool = False,
    name: str | None = None,
    moving_mean_name: str | None = None,
    moving_variance_name: str | None = None,
    do_model_average_for_mean_and_var: bool = True,
    use_global_stats: bool = False,
) -> Variable:
    """Normalize input [N, C, *] per channel; the running statistics are persistable and updated by each run.

    Source: Ioffe & Szegedy 2015;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/batch_norm_en.html
    """
    require_static("batch_norm")
    if in_place or not do_model_average_for_mean_and_var:
        option = "in_place=True" if in_place else "do_model_average_for_mean_and_var=False"
        raise UnsupportedError(f"batch_norm does not support {option}", fix="leave it out")
    if data_layout != "NCHW":
        raise UnsupportedError(f"batch_norm does not support data_layout={data_layout!r}", fix="use 'NCHW'")
    layer = name or names("batch_norm")
    channels = input.spec.shape[1]
    if channels is None:
        raise ShapeError("batch_norm needs to know the number of channels", facts={input.name: input.spec})
    weight = layer_parameter(layer, "w", (channels,), as_attr(param_attr), default=Constant(1.0))
    bias = layer_parameter(layer, "b", (channels,), as_attr(bias_attr))
    running = []
    for given, start in ((moving_mean_name, 0.0), (moving_variance_name, 1.0)):
        attr = as_attr(given)
        assert attr is not None
        attr.trainable = False
        running.append(layer_parameter(layer, "w", (channels,), attr, default=Constant(start)))
    block = input.program.current_block()
    op = REGISTRY["batch_norm"]
    specs = op.infer(*(v.spec for v in (input, *running, weight, bias)), momentum=momentum, epsilon=epsilon)
    prefix = f"{layer}.tmp"
    saved = [block.declare(Variable(block, names(prefix), s, stop_gradient=True)) for s in specs[3:]]
    names(prefix)  # Paddle keeps one more; what batch_norm returns is called tmp_3
    outs: list[Any] = [block.declare(Variable(block, names(prefix), specs[0])), *running, *saved]
    attrs = {"momentum": momentum, "epsilon": epsilon, "is_test": is_test or use_global_stats}
    block.append(op, [input, *running, weight, bias], attrs, outputs=outs, specs=specs)
    return activated(layer, outs[0], act)


def embedding(
    input: Variable,
    size: Sequence[int],
    is_sparse: bool = False,
    is_distributed: bool = False,
    padding_idx: int | None = None,
    param_attr: Any = None,
    dtype: object = "float32",
) -> Variable:
    """Rows of a table [size[0], size[1]] by the integers in input [*]; the row padding_idx gives zeros.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/embedding_en.html
    """
    require_static("embedding")
    if is_distributed:
        raise UnsupportedError("embedding does not support is_distributed=True", fix="leave it out")
    layer = names("embedding")
    table = layer_parameter(layer, "w", tuple(size), as_attr(param_attr), dtype)
    return appended(layer, "embedding", [input, table], padding_idx=padding_idx)
