"""Operators of onnxruntime's domain com.microsoft, which its quantization and its graph optimizations write."""

from __future__ import annotations

import functools
from collections.abc import Callable

from opscope.onnx.node import Node, Value, axis_of, cast, dtype_of, like, operator, rank_of, run, shape_of
from opscope.onnx.operators.convolution_nodes import channelwise, convolved
from opscope.onnx.operators.pooling_nodes import averaged
from opscope.onnx.operators.quantization_nodes import centered, dequantize_linear, quantize_linear, saturated
from opscope.onnx.operators.recurrent_nodes import ALPHA, BETA, activated

row = functools.partial(operator, domain="com.microsoft")
row("QuantizeLinear")(quantize_linear)
row("DequantizeLinear")(dequantize_linear)

# --- quantized values -----------------------------------------------------------------------------------


def _real(node: Node, position: int) -> Value:
    """Return the float32 values of three inputs: integers, their scale, their zero point."""
    whole = centered(node.input(position), node.optional(position + 2))
    return run("multiply", cast(whole, "float32"), _number(node.input(position + 1)))


def _number(value: Value) -> Value:
    return run("reshape", value, shape=()) if shape_of(value) == (1,) else value


def _quantized(node: Node, value: Value, position: int, dtype: str) -> Value:
    """Convert a float32 value to integers, with the scale and zero point in two inputs."""
    places = run("rint", run("divide", value, _number(node.input(position))))
    zero = node.optional(position + 1)
    if zero is None:
        return saturated(places, dtype)
    return saturated(run("add", places, _number(cast(zero, "float32"))), dtype_of(zero).name)


def _by_channel(node: Node) -> None:
    if node.attr("channels_last", 0):
        raise node.refuse("channels_last")


def _binary(op: str, node: Node) -> Value:
    return _quantized(node, run(op, _real(node, 0), _real(node, 3)), 6, dtype_of(node.input(0)).name)


for _name, _op in (("QLinearAdd", "add"), ("QLinearMul", "multiply")):
    row(_name)(functools.partial(_binary, _op))


def _unary(function: Callable[[Node, Value], Value], node: Node) -> Value:
    return _quantized(node, function(node, _real(node, 0)), 3, dtype_of(node.input(0)).name)


def _leaky_relu(node: Node, x: Value) -> Value:
    return run("leaky_relu", x, negative_slope=float(node.attr("alpha", 0.01)))


def _softmax(node: Node, x: Value) -> Value:
    """Convert Softmax before opset 13: over all dims from the axis to the last."""
    old = int(node.attr("opset", 13)) < 13
    axis = axis_of(int(node.attr("axis", 1 if old else -1)), rank_of(x), node)
    if not old or axis == rank_of(x) - 1:
        return run("softmax", x, axis=axis)
    flat = run("flatten_to_2d", x, num_col_dims=axis) if axis else run("reshape", x, shape=(1, -1))
    return run("reshape_like", run("softmax", flat, axis=-1), x)


def _average(node: Node, x: Value) -> Value:
    _by_channel(node)
    return averaged(node, x)


def _global_average(node: Node, x: Value) -> Value:
    _by_channel(node)
    return run("mean", x, axis=tuple(range(2, rank_of(x))), keepdim=True)


def _mean(node: Node, x: Value) -> Value:
    axes = [axis_of(int(a), rank_of(x), node) for a in node.attr("axes") or range(rank_of(x))]
    return run("mean", x, axis=tuple(axes), keepdim=bool(node.attr("keepdims", 1)))


for _name, _function in (
    ("QLinearSigmoid", lambda node, x: run("sigmoid", x)),
    ("QLinearLeakyRelu", _leaky_relu),
    ("QLinearSoftmax", _softmax),
    ("QLinearAveragePool", _average),
    ("QLinearGlobalAveragePool", _global_average),
    ("QLinearReduceMean", _mean),
):
    row(_name)(functools.partial(_unary, _function))


@row("QLinearConcat")
def qlinear_concat(node: Node) -> Value:
    """Convert QLinearConcat: concatenated quantized values, with one scale."""
    parts = [_real(node, i) for i in range(2, len(node.inputs), 3)]
    axis = axis_of(int(node.attr("axis")), rank_of(parts[0]), node)
    return _quantized(node, run("concat", *parts, axis=axis), 0, "uint8")


@row("QLinearWhere")
def qlinear_where(node: Node) -> Value:
    """Convert QLinearWhere: a selection from two quantized values, with one scale."""
    chosen = run("where", node.input(0), _real(node, 1), _real(node, 4))
    return _quantized(node, chosen, 7, dtype_of(node.input(1)).name)


@row("QGemm")
def qgemm(node: Node) -> Value:
    """Convert QGemm: alpha (A' B' + C) of integers, with C in the scale of the product.

    float32 without an output scale.
    """
    a, b = node.input(0), node.input(3)
    turned = bool(node.attr("transB", 0))
    column = 0 if turned else 1
    product = run(
        "matmul", centered(a, node.optional(2)), centered(b, node.optional(5), column),
        transpose_x=bool(node.attr("transA", 0)), transpose_y=turned,
    )  # fmt: skip
    if node.has(6):
        product = run("add", product, node.input(6))
    scale = run("multiply", _number(node.input(1)), _number(node.input(4)))
    real = run("multiply", cast(product, "float32"), scale)
    if (alpha := float(node.attr("alpha", 1.0))) != 1:
        real = run("multiply", real, like(alpha, real))
    return _quantized(node, real, 7, dtype_of(a).name) if node.has(7) else real


def _integer_product(node: Node, a: Value, b: Value, scales: Value, zeros: list[Value], bias: int) -> Value:
    product = run("matmul", centered(a, zeros[0], rank_of(a) - 2), centered(b, zeros[1], rank_of(b) - 1))
    real = run("multiply", cast(product, "float32"), scales)
    return run("add", real, node.input(bias)) if node.has(bias) else real


@row("MatMulIntegerToFloat")
def matmul_integer_to_float(node: Node) -> Value:
    """Convert MatMulIntegerToFloat: the product of integers, times the product of their scales."""
    scales = run("multiply", _number(node.input(2)), _number(node.input(3)))
    return _integer_product(node, node.input(0), node.input(1), scales, [node.optional(4), node.optional(5)], 6)


@row("DynamicQuantizeMatMul")
def dynamic_quantize_matmul(node: Node) -> Value:
    """Convert DynamicQuantizeMatMul: MatMulIntegerToFloat with A quantized by its range."""
    from opscope.onnx.operators.quantization_nodes import by_own_range

    a, scale, zero = by_own_range(node.input(0))
    scales = run("multiply", scale, _number(node.input(2)))
    return _integer_product(node, a, node.input(1), scales, [zero, node.optional(3)], 4)


# --- fused operators ------------------------------------------------------------------------------------


@row("Gelu")
def gelu(node: Node) -> Value:
    """Convert Gelu: x times the cumulative normal distribution at x."""
    return run("gelu", node.input(), approximate=False)


@row("BiasGelu")
def bias_gelu(node: Node) -> Value:
    """Convert BiasGelu: Gelu of a sum."""
    return run("gelu", run("add", node.input(0), node.input(1)), approximate=False)


@row("FastGelu")
def fast_gelu(node: Node) -> Value:
    """Convert FastGelu: Gelu by tanh, of x or of x plus a bias."""
    x = node.input(0)
    return run("gelu", run("add", x, node.input(1)) if node.has(1) else x, approximate=True)


@row("QuickGelu")
def quick_gelu(node: Node) -> Value:
    """Convert QuickGelu: x sigmoid(alpha x)."""
    x = node.input()
    return run("multiply", x, run("sigmoid", run("multiply", x, like(float(node.attr("alpha", 1.702)), x))))


@row("FusedMatMul")
def fused_matmul(node: Node) -> Value:
    """Convert FusedMatMul: alpha A' B'."""
    if node.attr("transBatchA", 0) or node.attr("transBatchB", 0):
        raise node.refuse("transBatchA or transBatchB")
    turned = {"transpose_x": bool(node.attr("transA", 0)), "transpose_y": bool(node.attr("transB", 0))}
    out = run("matmul", node.input(0), node.input(1), **turned)
    return run("multiply", out, like(float(node.attr("alpha", 1.0)), out))


@row("FusedGemm")
def fused_gemm(node: Node) -> Value:
    """Convert FusedGemm: an activation of alpha A' B' + beta C."""
    turned = {"transpose_x": bool(node.attr("transA", 0)), "transpose_y": bool(node.attr("transB", 0))}
    out = run("matmul", node.input(0), node.input(1), **turned)
    out = run("multiply", out, like(float(node.attr("alpha", 1.0)), out))
    if node.has(2):
        out = run("add", out, run("multiply", node.input(2), like(float(node.attr("beta", 1.0)), out)))
    given = [node.attr(f"activation_{name}") for name in ("alpha", "beta", "gamma")]
    return _activation(node, out, [float(v) for v in given if v is not None])


@row("FusedConv")
def fused_conv(node: Node) -> Value:
    """Convert FusedConv: an activation of the sum of a convolution, its bias and another value."""
    node.ignore("kernel_shape")
    out = convolved(node, node.input(0), node.input(1), int(node.attr("group", 1)))
    if node.has(2):
        out = run("add", out, channelwise(node.input(2), rank_of(out)))
    if node.has(3):
        out = run("add", out, node.input(3))
    return _activation(node, out, [float(v) for v in node.attr("activation_params") or ()])


def _activation(node: Node, x: Value, numbers: list[float]) -> Value:
    name = str(node.attr("activation") or "").lower()
    if not name:
        return x
    if name == "clip":
        return run("clip", x, min=numbers[0], max=numbers[1])
    if name == "hardswish":
        return run("hardswish", x)
    found = [*numbers, None, None]
    alpha = ALPHA.get(name, 0.0) if found[0] is None else found[0]
    return activated(node, name, x, alpha, BETA.get(name, 0.0) if found[1] is None else found[1])


def _skip_norm(centers: bool, node: Node) -> Value:
    """Return a normalization along the last dim of x + skip + bias, and this sum."""
    total = run("add", node.input(0), node.input(1))
    bias = 4 if centers else 3
    total = run("add", total, node.input(bias)) if node.has(bias) else total
    if node.wants(1) or node.wants(2):
        raise node.refuse("the second or third output")
    epsilon = float(node.attr("epsilon", 1e-12 if centers else 1e-6))
    x = run("subtract", total, run("mean", total, axis=(-1,), keepdim=True)) if centers else total
    inverse = run("rsqrt", run("add", run("mean", run("square", x), axis=(-1,), keepdim=True), like(epsilon, x)))
    y = run("multiply", run("multiply", x, inverse), node.input(2))
    y = run("add", y, node.input(3)) if centers and node.has(3) else y
    return (y, None, None, total) if node.wants(3) else y


row("SkipLayerNormalization")(functools.partial(_skip_norm, True))
row("SkipSimplifiedLayerNormalization")(functools.partial(_skip_norm, False))


@operator("SimplifiedLayerNormalization")
def simplified_layer_normalization(node: Node) -> Value:
    """Convert SimplifiedLayerNormalization: division by the root mean square of dims from `axis`.

    onnxruntime writes this operator without a domain.
    """
    node.ignore("stash_type")
    x = node.input(0)
    axes = tuple(range(axis_of(int(node.attr("axis", -1)), rank_of(x), node), rank_of(x)))
    wide = cast(x, "float32") if dtype_of(x).name == "float16" else x
    inverse = run(
        "add", run("mean", run("square", wide), axis=axes, keepdim=True), like(float(node.attr("epsilon", 1e-5)), wide)
    )
    return run("multiply", cast(run("multiply", wide, run("rsqrt", inverse)), dtype_of(x)), node.input(1))
