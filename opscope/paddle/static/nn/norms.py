"""layer_norm, group_norm, instance_norm, prelu and spectral_norm, as layers that make their own parameters."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.state import names
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ir.program.context import require_static
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.initializer import Constant, Normal
from opscope.paddle.nn.param_attr import as_attr, layer_parameter
from opscope.paddle.static.nn.checked import check_input
from opscope.paddle.static.nn.layers import activated, appended, sizes_from


def layer_norm(
    input: Variable,
    scale: bool = True,
    shift: bool = True,
    begin_norm_axis: int = 1,
    epsilon: float = 1e-5,
    param_attr: Any = None,
    bias_attr: Any = None,
    act: str | None = None,
    name: str | None = None,
) -> Variable:
    """Normalize input over the dims from begin_norm_axis to the last. Then apply scale and shift.

    Source: Ba, Kiros & Hinton 2016;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/layer_norm_en.html
    """
    require_static("layer_norm")
    check_input(input, "input", "layer_norm")
    layer = name or names("layer_norm")
    shape = sizes_from(input, begin_norm_axis, "layer_norm")
    size = (math.prod(shape),)
    weight = layer_parameter(layer, "w", size, as_attr(param_attr), input.dtype, Constant(1.0)) if scale else None
    bias = layer_parameter(layer, "b", size, as_attr(bias_attr), input.dtype) if shift else None
    out = _appended(layer, "layer_norm", [input, weight, bias], normalized_shape=shape, epsilon=epsilon)
    return activated(layer, out, act)


def _appended(layer: str, op: str, inputs: Any, **attrs: Any) -> Variable:
    return inputs[0].program.current_block().append(REGISTRY[op], inputs, attrs, prefix=f"{layer}.tmp").result()


def group_norm(
    input: Variable,
    groups: int,
    epsilon: float = 1e-5,
    param_attr: Any = None,
    bias_attr: Any = None,
    act: str | None = None,
    data_layout: str = "NCHW",
    name: str | None = None,
) -> Variable:
    """Normalize input [N, C, *] over each of `groups` groups of channels; an attr of False leaves out scale or shift.

    Source: Wu & He 2018;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/group_norm_en.html
    """
    require_static("group_norm")
    check_input(input, "input", "group_norm")
    if data_layout != "NCHW":
        raise UnsupportedError(f"group_norm does not support data_layout={data_layout!r}", fix="use 'NCHW'")
    layer = name or names("group_norm")
    (channels, *_) = sizes_from(input, 1, "group_norm")
    scale, shift = as_attr(param_attr), as_attr(bias_attr)
    weight = layer_parameter(layer, "w", (channels,), scale, input.dtype, Constant(1.0)) if scale else None
    bias = layer_parameter(layer, "b", (channels,), shift, input.dtype) if shift else None
    return activated(layer, _appended(layer, "group_norm", [input, weight, bias], groups=groups, epsilon=epsilon), act)


def instance_norm(
    input: Variable, epsilon: float = 1e-5, param_attr: Any = None, bias_attr: Any = None, name: str | None = None
) -> Variable:
    """Normalize input [N, C, *] per sample and channel. param_attr and bias_attr are both False, or both not.

    Raises ArgumentError if only one of them is False.
    Source: Ulyanov et al. 2016;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/instance_norm_en.html
    """
    require_static("instance_norm")
    check_input(input, "input", "instance_norm")
    if (param_attr is False) != (bias_attr is False):
        raise ArgumentError("instance_norm: param_attr and bias_attr must both be False, or neither of them")
    layer = name or names("instance_norm")
    channels = input.spec.shape[1]
    if channels is None:
        raise ShapeError(
            "instance_norm: the number of channels of the input must be known when the program is built",
            facts={input.name: input.spec},
        )
    scale, shift = as_attr(param_attr), as_attr(bias_attr)
    weight = layer_parameter(layer, "w", (channels,), scale, input.dtype, Constant(1.0)) if scale else None
    bias = layer_parameter(layer, "b", (channels,), shift, input.dtype) if shift else None
    return _appended(layer, "group_norm", [input, weight, bias], groups=channels, epsilon=epsilon)


def prelu(
    x: Variable, mode: str, param_attr: Any = None, data_format: str = "NCHW", name: str | None = None
) -> Variable:
    """Return x where x > 0, and slope * x elsewhere.

    The learned slope is one number ('all'), per 'channel' or per 'element'.

    Raises ArgumentError for another mode.
    Source: He et al. 2015;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/prelu_en.html
    """
    require_static("prelu")
    check_input(x, "x", "prelu")
    if mode not in ("all", "channel", "element"):
        raise ArgumentError("mode should be one of all, channel, element.", facts={"mode": mode})
    if data_format not in ("NC", "NCL", "NCHW", "NCDHW"):
        raise UnsupportedError(f"prelu does not support data_format={data_format!r}", fix="use 'NCHW'")
    layer, start = name or names("prelu"), Constant(0.25)
    if mode != "element":
        shape = (1,) if mode == "all" else (1, sizes_from(x, 1, "prelu")[0], 1, 1)
        weight = layer_parameter(layer, "w", shape, as_attr(param_attr), x.dtype, start)
        return appended(layer, "prelu", [x, weight if mode == "all" else REGISTRY["reshape"](weight, shape=(-1,))])
    weight = layer_parameter(layer, "w", (1, *sizes_from(x, 1, "prelu")), as_attr(param_attr), x.dtype, start)
    below = REGISTRY["minimum"](x, REGISTRY["zeros_like"](x))
    return appended(layer, "add", [REGISTRY["relu"](x), REGISTRY["multiply"](below, weight)])


def spectral_norm(
    weight: Variable, dim: int = 0, power_iters: int = 1, eps: float = 1e-12, name: str | None = None
) -> Variable:
    """Divide weight by its largest singular value, which power iterations estimate; dim is 0 or 1.

    The power iterations start from fixed random vectors.

    Source: Miyato et al. 2018;
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/spectral_norm_en.html
    """
    require_static("spectral_norm")
    check_input(weight, "weight", "spectral_norm")
    shape = sizes_from(weight, 0, "spectral_norm")
    layer, rows = name or names("spectral_norm"), shape[dim]
    columns = math.prod(shape) // rows
    order = [dim, *(d for d in range(len(shape)) if d != dim)]
    matrix = REGISTRY["reshape"](REGISTRY["transpose"](weight, perm=order), shape=(rows, columns))
    matmul = REGISTRY["matmul"]
    fixed = as_attr(None)
    assert fixed is not None
    fixed.trainable = False
    u = layer_parameter(layer, "w", (rows, 1), fixed, weight.dtype, Normal(0.0, 1.0))
    v: Any = layer_parameter(layer, "w", (columns, 1), fixed, weight.dtype, Normal(0.0, 1.0))
    left: Any = u
    still: Any = matrix.detach()
    for _ in range(power_iters):
        v = _unit(matmul(still, left, transpose_x=True), eps)
        left = _unit(matmul(still, v), eps)
    size = matmul(left, matmul(matrix, v), transpose_x=True)
    return appended(layer, "divide", [weight, REGISTRY["reshape"](size, shape=(1,) * len(shape))])


def _unit(x: Any, eps: float) -> Any:
    return x / (REGISTRY["sqrt"](REGISTRY["sum"](x * x)) + eps)


note_functions(__name__)
