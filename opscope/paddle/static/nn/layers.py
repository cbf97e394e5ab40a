"""Layers of programs that make their own parameters: fc, batch_norm, embedding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.checks.number_checks import finite_number
from opscope.core.public_calls import note_functions
from opscope.core.shape import axis_of
from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, ShapeError, UnsupportedError, UsageError, nearest
from opscope.ir.compat import op_types
from opscope.ir.program.context import require_static
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.nn.param_attr import as_attr, layer_parameter
from opscope.paddle.static.nn.checked import check_input


def appended(layer: str, op: str, inputs: Sequence[Variable], **attrs: Any) -> Variable:
    """Append an operator of a layer. The results are called `<layer>.tmp_0` and so on."""
    return inputs[0].program.current_block().append(REGISTRY[op], inputs, attrs, prefix=f"{layer}.tmp").result()


def activated(layer: str, x: Variable, activation: str | None) -> Variable:
    """Apply the operator of a Paddle type to x. Raises ArgumentError if no such operator takes one input."""
    if activation is None:
        return x
    op = REGISTRY.ops.get(op_types.op_name(activation))
    if op is None or len(op.inputs) != 1 or op.variadic or op.random:
        known = [op_types.type_of(o) for o in REGISTRY if len(o.inputs) == 1]
        raise ArgumentError(
            f'the activation {activation!r} is not an operator.', site=site(),
            fix=nearest(activation, known) or "pass relu, sigmoid, tanh, softmax, ...",
        )  # fmt: skip
    return appended(layer, op.name, [x])


def fc(
    x: Any,
    size: int,
    num_flatten_dims: int = 1,
    weight_attr: Any = None,
    bias_attr: Any = None,
    activation: str | None = None,
    name: str | None = None,
) -> Variable:
    """Apply a fully connected layer: x [*, in...] -> [*, size].

    The dims from num_flatten_dims to the last are flattened.

    If x is a list, the results are summed; each x has its own weight. weight_attr is an attribute for all weights, or a
    list with an attribute for each weight. With bias_attr=False, no bias is added. Raises ArgumentError for a list of
    another length.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/fc_en.html
    """
    require_static("fc")
    layer = name or names("fc")
    if not isinstance(x, list | tuple | Variable):
        raise UsageError(
            f"The type of 'input' in fc must be a Variable, or a list or tuple of Variables, but received {type(x)}.",
            site=site(),
        )
    inputs = [x] if isinstance(x, Variable) else list(x)
    for value in inputs:
        check_input(value, "input", "fc")
    attrs = list(weight_attr) if isinstance(weight_attr, list | tuple) else [weight_attr] * len(inputs)
    if len(attrs) == 1:
        attrs *= len(inputs)
    if len(attrs) != len(inputs):
        counts = {"x": len(inputs), "weight_attr": len(attrs)}
        raise ArgumentError("weight_attr must have 1 element, or one element for each input", facts=counts, site=site())
    products: list[Variable] = []
    for value, attr in zip(inputs, attrs, strict=True):
        dims = axis_of(num_flatten_dims, len(value.spec.shape))
        width = value.spec.shape[dims:]
        if None in width:
            raise ShapeError(
                f"fc: the dims of the input from dim {dims} on must be known when the program is built",
                facts={value.name: value.spec},
                fix="declare these dims in static.data(), or increase num_flatten_dims",
            )  # fmt: skip
        weight = layer_parameter(layer, "w", (math.prod(width), size), as_attr(attr), value.dtype)
        products.append(appended(layer, "mul", [value, weight], x_num_col_dims=dims, y_num_col_dims=1))
    out = products[0] if len(products) == 1 else appended(layer, "add_n", products)
    bias = as_attr(bias_attr)
    if bias is not None:
        out = appended(layer, "add", [out, layer_parameter(layer, "b", (size,), bias, out.dtype)])
    return activated(layer, out, activation)


def bilinear_tensor_product(
    x: Variable,
    y: Variable,
    size: int,
    act: str | None = None,
    name: str | None = None,
    param_attr: Any = None,
    bias_attr: Any = None,
) -> Variable:
    """Return x [N, A] * weight [size, A, B] * y [N, B], summed over A and B, plus a bias: [N, size].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/bilinear_tensor_product_en.html
    """
    require_static("bilinear_tensor_product")
    if len(x.shape) != 2 or len(y.shape) != 2:
        raise ShapeError("x and y should be 2D tensors", facts={"x": x.spec, "y": y.spec}, site=site())
    layer = name or names("bilinear_tensor_product")
    shape = (size, *sizes_from(x, 1, "bilinear_tensor_product"), *sizes_from(y, 1, "bilinear_tensor_product"))
    weight = layer_parameter(layer, "w", shape, as_attr(param_attr), x.dtype)
    attr = as_attr(bias_attr)
    bias = None if attr is None else layer_parameter(layer, "b", (1, size), attr, x.dtype)
    with names.naming(layer):
        out = REGISTRY.public["bilinear"](x, y, weight, bias)
    return activated(layer, out, act)


def sizes_from(x: Variable, begin: int, where: str) -> tuple[int, ...]:
    """Return the sizes of x from dim `begin` to the last dim. Raises ShapeError for an unknown dim, AxisError."""
    begin = axis_of(begin, x.ndim)
    found = tuple(d for d in x.spec.shape[begin:] if d is not None)
    if len(found) < x.ndim - begin:
        raise ShapeError(
            f"{where}: the dims of the input from dim {begin} on must be known when the program is built",
            facts={x.name: x.spec},
        )
    return found


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
    """Normalize input [N, C, *] per channel. The running statistics are persistable; each run updates them.

    Source: Ioffe & Szegedy 2015;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/batch_norm_en.html
    """
    require_static("batch_norm")
    check_input(input, "input", "batch_norm")
    if in_place or not do_model_average_for_mean_and_var:
        option = "in_place=True" if in_place else "do_model_average_for_mean_and_var=False"
        raise UnsupportedError(f"batch_norm does not support {option}", fix=f"leave {option} out")
    if data_layout != "NCHW":
        raise UnsupportedError(f"batch_norm does not support data_layout={data_layout!r}", fix="use 'NCHW'")
    finite_number(momentum, "momentum")
    layer = name or names("batch_norm")
    channels = input.spec.shape[1]
    if channels is None:
        raise ShapeError(
            "batch_norm: the number of channels of the input must be known when the program is built",
            facts={input.name: input.spec},
        )
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
    """Return the rows of a table [size[0], size[1]] at the integers in input [*]; padding_idx returns zeros.

    is_sparse: the gradient of the table has the form of rows; SGD, Adagrad and Adam(lazy_mode=True) then update only
    these rows.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/embedding_en.html
    """
    require_static("embedding")
    check_input(input, "input", "embedding", ("int32", "int64"))
    if is_distributed:
        raise UnsupportedError("embedding does not support is_distributed=True", fix="leave is_distributed out")
    if len(size) != 2:
        raise ShapeError(f"the size of an embedding must be [rows, columns], but it is {list(size)}", site=site())
    if padding_idx is not None and not -size[0] <= padding_idx < size[0]:
        raise ArgumentError(f"padding_idx must be within [-{size[0]}, {size[0]}), but it is {padding_idx}", site=site())
    layer = names("embedding")
    table = layer_parameter(layer, "w", tuple(size), as_attr(param_attr), dtype)
    sparse = {"sparse": True} if is_sparse else {}
    return appended(layer, "embedding", [input, table], padding_idx=padding_idx, **sparse)


note_functions(__name__)
