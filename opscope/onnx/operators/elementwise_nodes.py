"""Elementwise arithmetic, comparisons, logic and functions."""

from __future__ import annotations

import functools

import numpy as np

from opscope.onnx.node import Node, Value, axis_of, cast, dtype_of, like, operator, rank_of, run, shape_of

UNARY = {  # ONNX's operator: the project's
    "Abs": "abs",
    "Acos": "acos",
    "Acosh": "acosh",
    "Asin": "asin",
    "Asinh": "asinh",
    "Atan": "atan",
    "Atanh": "atanh",
    "BitwiseNot": "bitwise_not",
    "Ceil": "ceil",
    "Cos": "cos",
    "Cosh": "cosh",
    "Erf": "erf",
    "Exp": "exp",
    "Floor": "floor",
    "Identity": "assign",
    "IsNaN": "isnan",
    "Log": "log",
    "Mish": "mish",
    "Not": "logical_not",
    "Reciprocal": "reciprocal",
    "Relu": "relu",
    "Round": "rint",
    "Sigmoid": "sigmoid",
    "Sign": "sign",
    "Sin": "sin",
    "Sinh": "sinh",
    "Softsign": "softsign",
    "Sqrt": "sqrt",
    "Tan": "tan",
    "Tanh": "tanh",
}
BINARY = {
    "Add": "add",
    "And": "logical_and",
    "BitwiseAnd": "bitwise_and",
    "BitwiseOr": "bitwise_or",
    "BitwiseXor": "bitwise_xor",
    "Equal": "equal",
    "Greater": "greater_than",
    "GreaterOrEqual": "greater_equal",
    "Less": "less_than",
    "LessOrEqual": "less_equal",
    "Mul": "multiply",
    "Or": "logical_or",
    "Sub": "subtract",
    "Xor": "logical_xor",
}


def _unary(op: str, node: Node) -> Value:
    node.ignore("consumed_inputs")
    value = node.input()
    return value if isinstance(value, list) else run(op, value)


def operands(node: Node) -> tuple[Value, Value]:
    """Return the two inputs; before opset 7, `broadcast` and `axis` give the position of the second in the first."""
    node.ignore("consumed_inputs")
    a, b = node.input(0), node.input(1)
    if "broadcast" in node.defaults or "broadcast" in node.given:
        axis = node.attr("axis")
        if node.attr("broadcast", 0) and axis is not None:
            behind = rank_of(a) - int(axis) % max(rank_of(a), 1) - rank_of(b)
            b = run("reshape", b, shape=(*[-1 if d is None else d for d in shape_of(b)], *[1] * behind))
    return a, b


def _binary(op: str, node: Node) -> Value:
    return run(op, *operands(node))


for _name, _op in UNARY.items():
    operator(_name)(functools.partial(_unary, _op))
for _name, _op in BINARY.items():
    operator(_name)(functools.partial(_binary, _op))


@operator("Neg")
def neg(node: Node) -> Value:
    """Convert Neg: an integer zero stays zero, and 0.0 becomes -0.0."""
    node.ignore("consumed_inputs")
    return run("multiply", node.input(), like(-1, node.input()))


@operator("Div")
def div(node: Node) -> Value:
    """Convert Div: integers are rounded towards zero."""
    a, b = operands(node)
    if dtype_of(a).kind == "f":
        return run("divide", a, b)
    whole = run("floor_divide", a, b)
    if dtype_of(a).kind == "u":
        return whole
    inexact = run("not_equal", run("multiply", whole, b), a)
    negative = run("not_equal", run("less_than", a, like(0, a)), run("less_than", b, like(0, b)))
    return run("add", whole, cast(run("logical_and", inexact, negative), dtype_of(a)))


@operator("Mod", 10)
def mod(node: Node) -> Value:
    """Return the remainder with the sign of the divisor, or with fmod the sign of the dividend."""
    a, b = node.input(0), node.input(1)
    if not node.attr("fmod"):
        return run("remainder", a, b)
    if dtype_of(a).kind == "u":
        return run("remainder", a, b)
    rest = run("remainder", run("abs", a), run("abs", b))
    return run("where", run("less_than", a, like(0, a)), run("multiply", rest, like(-1, rest)), rest)


@operator("Pow")
def power(node: Node) -> Value:
    """Convert Pow: the result has the dtype of the base."""
    a, b = operands(node)
    base = dtype_of(a)
    if base.kind == "f":
        exponent = node.importer.known_array(b)
        if exponent is not None and exponent.size == 1 and rank_of(b) <= rank_of(a):
            return run("pow", a, factor=float(exponent.reshape(())))
        return run("elementwise_pow", a, cast(b, base))
    if dtype_of(b).kind == "f":
        return cast(run("elementwise_pow", cast(a, dtype_of(b)), b), base)
    return cast(run("elementwise_pow", cast(a, "int64"), cast(b, "int64")), base)


@operator("BitShift", 11)
def bit_shift(node: Node) -> Value:
    """Convert BitShift: direction is LEFT or RIGHT, and all operands are unsigned."""
    a, b = node.input(0), node.input(1)
    direction = str(node.attr("direction")).lower()
    if direction not in ("left", "right"):
        raise node.error(f"direction {direction!r} is not valid")
    return run(f"bitwise_{direction}_shift", a, b)


def _folded(op: str, node: Node) -> Value:
    node.ignore("consumed_inputs")
    values = [v for v in node.inputs if v is not None]
    return functools.reduce(lambda x, y: run(op, x, y), values) if len(values) > 1 else values[0]


for _name, _op in (("Max", "maximum"), ("Min", "minimum"), ("Sum", "add")):
    operator(_name)(functools.partial(_folded, _op))


@operator("Mean")
def mean(node: Node) -> Value:
    """Convert Mean: the elementwise mean of the inputs."""
    total = _folded("add", node)
    return run("divide", total, like(len(node.inputs), total))


@operator("Clip")
def clip(node: Node) -> Value:
    """Convert Clip: min and max are attributes, since version 11 inputs; max has priority."""
    node.ignore("consumed_inputs")
    x = node.input()
    if node.version < 11:
        return run(
            "clip",
            x,
            min=float(node.attr("min", -3.4028234663852886e38)),
            max=float(node.attr("max", 3.4028234663852886e38)),
        )
    low, high = node.optional(1), node.optional(2)
    known = [None if v is None else node.importer.known_array(v) for v in (low, high)]
    floating = dtype_of(x).kind == "f"
    if floating and all((v is None) == (k is None) for v, k in zip((low, high), known, strict=True)):
        bounds = {n: float(k.reshape(())) for n, k in zip(("min", "max"), known, strict=True) if k is not None}
        ordered = len(bounds) < 2 or bounds["min"] <= bounds["max"]
        if ordered:
            return run("clip", x, **bounds) if bounds else run("assign", x)
    if low is not None:
        x = run("maximum", x, low)
    return x if high is None else run("minimum", x, high)


@operator("Where", 9)
def where(node: Node) -> Value:
    """Convert Where: the second input where the first is true, else the third."""
    return run("where", node.input(0), node.input(1), node.input(2))


@operator("IsInf", 10)
def is_inf(node: Node) -> Value:
    """Convert IsInf; two attributes select the signs of the infinities."""
    x = node.input()
    found = {
        (1, 1): "isinf",
        (1, 0): "isneginf",
        (0, 1): "isposinf",
    }.get((int(node.attr("detect_negative")), int(node.attr("detect_positive"))))
    return (
        run(found, x)
        if found
        else run("not_equal", x, x)
        if dtype_of(x).kind != "f"
        else run("logical_and", run("isinf", x), run("isnan", x))
    )


# --- activations ------------------------------------------------------------------------------------


@operator("LeakyRelu")
def leaky_relu(node: Node) -> Value:
    """Convert LeakyRelu: alpha is the slope below zero."""
    node.ignore("consumed_inputs")
    return run("leaky_relu", node.input(), negative_slope=float(node.attr("alpha")))


@operator("Elu")
def elu(node: Node) -> Value:
    """Convert Elu: alpha (exp(x) - 1) below zero."""
    node.ignore("consumed_inputs")
    return run("elu", node.input(), alpha=float(node.attr("alpha")))


@operator("Celu", 12)
def celu(node: Node) -> Value:
    """Convert Celu, a continuously differentiable Elu."""
    return run("celu", node.input(), alpha=float(node.attr("alpha")))


@operator("Selu")
def selu(node: Node) -> Value:
    """Convert Selu: gamma and alpha are ONNX's names of scale and alpha."""
    node.ignore("consumed_inputs")
    x, alpha, gamma = node.input(), float(node.attr("alpha")), float(node.attr("gamma"))
    if gamma > 1:
        return run("selu", x, scale=gamma, alpha=alpha)
    return run("multiply", run("elu", x, alpha=alpha), like(gamma, x))


@operator("HardSigmoid")
def hard_sigmoid(node: Node) -> Value:
    """Convert HardSigmoid: alpha x + beta, limited to the range from 0 to 1."""
    node.ignore("consumed_inputs")
    return run("hardsigmoid", node.input(), slope=float(node.attr("alpha")), offset=float(node.attr("beta")))


@operator("HardSwish", 14)
def hard_swish(node: Node) -> Value:
    """Convert HardSwish: x times the hard sigmoid of x."""
    return run("hardswish", node.input())


@operator("Softplus")
def softplus(node: Node) -> Value:
    """Convert Softplus: log(1 + exp(x)), exact also for large x."""
    return run("logaddexp", node.input(), like(0, node.input()))


@operator("ThresholdedRelu", 10)
def thresholded_relu(node: Node) -> Value:
    """Convert ThresholdedRelu: x where x > alpha, else 0."""
    return run("thresholded_relu", node.input(), threshold=float(node.attr("alpha")))


@operator("Gelu", 20)
def gelu(node: Node) -> Value:
    """Convert Gelu: approximate is none or tanh."""
    kind = node.attr("approximate")
    if kind not in ("none", "tanh"):
        raise node.error(f"approximate {kind!r} is not valid")
    return run("gelu", node.input(), approximate=kind == "tanh")


@operator("PRelu")
def prelu(node: Node) -> Value:
    """Convert PRelu: the slope below zero broadcasts to x; before opset 7, it is one number per channel."""
    node.ignore("consumed_inputs")
    x, slope = node.input(0), node.input(1)
    if node.version < 7 and rank_of(slope) == 1 and rank_of(x) > 2:
        slope = run("reshape", slope, shape=(-1, *[1] * (rank_of(x) - 2)))
    return run("where", run("less_than", x, like(0, x)), run("multiply", x, slope), x)


def _with_axis(op: str, node: Node) -> Value:
    """Convert Softmax and LogSoftmax: before version 13, over all dims from `axis` to the last."""
    x = node.input()
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    if node.version >= 13:
        return run(op, x, axis=axis)
    flat = run("flatten_to_2d", x, num_col_dims=axis) if axis else run("reshape", x, shape=(1, -1))
    return run("reshape_like", run(op, flat, axis=1), x)


for _name, _op in (("Softmax", "softmax"), ("LogSoftmax", "log_softmax")):
    operator(_name)(functools.partial(_with_axis, _op))


@operator("Hardmax")
def hardmax(node: Node) -> Value:
    """Convert Hardmax: 1 at the first maximum along an axis, 0 elsewhere."""
    x = node.input()
    axis = axis_of(int(node.attr("axis")), rank_of(x), node)
    if node.version < 13:
        flat = run("flatten_to_2d", x, num_col_dims=axis) if axis else run("reshape", x, shape=(1, -1))
        return run("reshape_like", _one_hot(flat, 1), x)
    return _one_hot(x, axis)


def _one_hot(x: Value, axis: int) -> Value:
    best = run("argmax", x, axis=axis, keepdim=True)
    return run("hot_like", best, x, axis=axis)


# --- dtypes -----------------------------------------------------------------------------------------


@operator("Cast")
def cast_to(node: Node) -> Value:
    """Convert Cast: saturate applies to 8-bit floats, round_mode to the formats of block scales."""
    return _converted(node, str(node.dtype_attr("to", narrow=True)))


@operator("CastLike", 15)
def cast_like(node: Node) -> Value:
    """Convert CastLike: the result has the dtype of the second input."""
    return _converted(node, node.dtype_name(1))


def _converted(node: Node, name: str) -> Value:
    saturate, round_mode = bool(node.attr("saturate", 1)), str(node.attr("round_mode", "up"))
    return node.as_type(node.input(0), name, saturate, round_mode)


@operator("BitCast", 26)
def bit_cast(node: Node) -> Value:
    """Convert BitCast: the same bytes in another dtype of the same size."""
    dtype = str(node.dtype_attr("to"))
    if np.dtype(dtype).itemsize != dtype_of(node.input()).itemsize:
        raise node.error(f"the element sizes of {dtype} and {dtype_of(node.input()).name} must be equal")
    return run("view_dtype", node.input(), dtype=dtype)
