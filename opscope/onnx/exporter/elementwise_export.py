"""Export rules of elementwise operators, and of casts."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype, promote
from opscope.onnx.exporter.exported_operator import INTEGERS, ExportedOperator, rule
from opscope.onnx.operators.elementwise_nodes import BINARY, UNARY

SAME = {ours: theirs for theirs, ours in UNARY.items() if theirs not in ("BitwiseNot", "IsNaN", "Not", "Identity")}
ARITHMETIC = {
    "add": "Add", "subtract": "Sub", "multiply": "Mul", "divide": "Div", "maximum": "Max", "minimum": "Min",
    "elementwise_pow": "Pow",
}  # fmt: skip
COMPARISONS = {ours: theirs for theirs, ours in BINARY.items() if theirs.startswith(("Less", "Greater", "Equal"))}
LOGIC = {"logical_and": "And", "logical_or": "Or", "logical_xor": "Xor"}
BITS = {"bitwise_and": ("BitwiseAnd", "And"), "bitwise_or": ("BitwiseOr", "Or"), "bitwise_xor": ("BitwiseXor", "Xor")}


@rule(*SAME)
def _unary(use: ExportedOperator) -> None:
    use.result(SAME[use.name], use.input_as(0, use.dtype))


@rule("assign")
def _identity(use: ExportedOperator) -> None:
    use.result("Identity", use.inputs[0])


@rule(*ARITHMETIC)
def _arithmetic(use: ExportedOperator) -> None:
    use.result(ARITHMETIC[use.name], *(use.input_as(i, use.dtype) for i in (0, 1)))


@rule("add_n")
def _add_n(use: ExportedOperator) -> None:
    use.result("Sum", *(use.input_as(i, use.dtype) for i in range(len(use.inputs))))


@rule(*COMPARISONS, "not_equal")
def _comparison(use: ExportedOperator) -> None:
    common = promote(use.spec(0).dtype, use.spec(1).dtype)
    if common.kind == "b":
        common = as_dtype("int32")
    both = [use.input_as(i, common) for i in (0, 1)]
    if use.name == "not_equal":
        use.result("Not", use.node("Equal", *both))
    else:
        use.result(COMPARISONS[use.name], *both)


@rule(*LOGIC)
def _logic(use: ExportedOperator) -> None:
    use.result(LOGIC[use.name], *(use.input_as(i, "bool") for i in (0, 1)))


@rule("logical_not")
def _logical_not(use: ExportedOperator) -> None:
    use.result("Not", use.input_as(0, "bool"))


@rule(*BITS, "bitwise_not")
def _bits(use: ExportedOperator) -> None:
    names = BITS.get(use.name, ("BitwiseNot", "Not"))
    use.result(names[use.dtype.kind == "b"], *(use.input_as(i, use.dtype) for i in range(len(use.inputs))))


@rule("remainder")
def _remainder(use: ExportedOperator) -> None:
    x, y = (use.input_as(i, use.dtype) for i in (0, 1))
    if use.dtype.kind in INTEGERS:
        use.result("Mod", x, y)
    else:
        use.result("Sub", x, use.node("Mul", y, use.node("Floor", use.node("Div", x, y))))


@rule("floor_divide")
def _floor_divide(use: ExportedOperator) -> None:
    """Subtract the remainder before Div, because Div rounds integers towards zero."""
    x, y = (use.input_as(i, use.dtype) for i in (0, 1))
    if use.dtype.kind in INTEGERS:
        use.result("Div", use.node("Sub", x, use.node("Mod", x, y)), y)
    else:
        use.result("Floor", use.node("Div", x, y))


@rule("where")
def _where(use: ExportedOperator) -> None:
    use.result("Where", use.input_as(0, "bool"), use.input_as(1, use.dtype), use.input_as(2, use.dtype))


@rule("scale")
def _scale(use: ExportedOperator) -> None:
    x, a = use.x, use.attrs
    parts = [("Mul", a["scale"], 1), ("Add", a["bias"], 0)]
    needed = [(t, v) for t, v, neutral in (parts if a["bias_after_scale"] else parts[::-1]) if v != neutral]
    for type_, value in needed[:-1]:
        x = use.node(type_, x, use.number(value))
    if needed:
        use.result(needed[-1][0], x, use.number(needed[-1][1]))
    else:
        use.result("Identity", x)


@rule("increment")
def _increment(use: ExportedOperator) -> None:
    use.result("Add", use.x, use.number(use.attrs["value"]))


@rule("pow")
def _power(use: ExportedOperator) -> None:
    use.result("Pow", use.x, use.number(use.attrs["factor"]))


@rule("square")
def _square(use: ExportedOperator) -> None:
    use.result("Mul", use.x, use.x)


@rule("square_error_cost")
def _square_error_cost(use: ExportedOperator) -> None:
    difference = use.node("Sub", *(use.input_as(i, use.dtype) for i in (0, 1)))
    use.result("Mul", difference, difference)


@rule("bce_loss")
def _binary_cross_entropy(use: ExportedOperator) -> None:
    p, label = (use.input_as(i, use.dtype) for i in (0, 1))
    one, least = use.constant(1, use.dtype), use.constant(-100, use.dtype)
    low, high = (use.node("Max", use.node("Log", v), least) for v in (p, use.node("Sub", one, p)))
    use.result("Sub", use.node("Mul", use.node("Sub", label, one), high), use.node("Mul", label, low))


@rule("rsqrt")
def _rsqrt(use: ExportedOperator) -> None:
    use.result("Reciprocal", use.node("Sqrt", use.x))


@rule("silu")
def _silu(use: ExportedOperator) -> None:
    use.result("Mul", use.x, use.node("Sigmoid", use.x))


def _logarithm(base: float, use: ExportedOperator) -> None:
    logarithm = use.node("Log", use.x)
    use.result("Mul", logarithm, use.constant(1 / math.log(base), use.dtype))


for _name, _base in (("log2", 2.0), ("log10", 10.0)):
    rule(_name)(functools.partial(_logarithm, _base))


@rule("log1p")
def _log1p(use: ExportedOperator) -> None:
    use.result("Log", use.node("Add", use.x, use.constant(1, use.dtype)))


@rule("expm1")
def _expm1(use: ExportedOperator) -> None:
    use.result("Sub", use.node("Exp", use.x), use.constant(1, use.dtype))


@rule("log_sigmoid")
def _log_sigmoid(use: ExportedOperator) -> None:
    use.result("Neg", use.node("Softplus", use.node("Neg", use.x)))


def _towards_zero(use: ExportedOperator, added: float = 0.0) -> str:
    size = use.node("Abs", use.x)
    whole = use.node("Floor", use.node("Add", size, use.number(added)) if added else size)
    return use.node("Mul", use.node("Sign", use.x), whole)


@rule("round", "trunc", "frac")
def _rounded(use: ExportedOperator) -> None:
    """Round halves away from zero; ONNX's Round rounds halves to even."""
    if use.spec().dtype.kind != "f":
        raise use.refuse("integers")
    whole = _towards_zero(use, 0.5 if use.name == "round" else 0.0)
    if use.name == "frac":
        use.result("Sub", use.x, whole)
    else:
        use.result("Identity", whole)


@rule("isnan", "isinf", "isposinf", "isneginf", "isfinite")
def _special(use: ExportedOperator) -> None:
    x = use.inputs[0] if use.spec().dtype.kind == "f" else use.input_as(0, "float32")
    if use.name == "isnan":
        use.result("IsNaN", x)
    elif use.name == "isfinite":
        use.result("Not", use.node("Or", use.node("IsNaN", x), use.node("IsInf", x)))
    else:
        signs = {"detect_negative": int(use.name != "isposinf"), "detect_positive": int(use.name != "isneginf")}
        use.result("IsInf", x, **signs)


@rule("clip")
def _clip(use: ExportedOperator) -> None:
    bounds = {n: use.number(v) for n, v in (("Max", use.attrs["min"]), ("Min", use.attrs["max"])) if v is not None}
    if len(bounds) == 2:
        use.result("Clip", use.x, *bounds.values())
    else:
        use.result(next(iter(bounds), "Identity"), use.x, *bounds.values())


# --- activations ------------------------------------------------------------------------------------


@rule("gelu")
def _gelu(use: ExportedOperator) -> None:
    """Express gelu by Erf or Tanh, because ONNX has Gelu only since opset 20."""
    x = use.x
    if use.attrs["approximate"]:
        cube = use.node("Mul", x, use.node("Mul", x, x))
        inner = use.node("Add", x, use.node("Mul", cube, use.number(0.044715)))
        part = use.node("Tanh", use.node("Mul", inner, use.number(math.sqrt(2 / math.pi))))
    else:
        part = use.node("Erf", use.node("Mul", x, use.number(1 / math.sqrt(2))))
    half = use.node("Mul", x, use.number(0.5))
    use.result("Mul", half, use.node("Add", part, use.number(1)))


ACTIVATIONS: dict[str, tuple[str, dict[str, str]]] = {  # ONNX's operator, and its attributes by ours
    "leaky_relu": ("LeakyRelu", {"alpha": "negative_slope"}),
    "elu": ("Elu", {"alpha": "alpha"}),
    "celu": ("Celu", {"alpha": "alpha"}),
    "selu": ("Selu", {"alpha": "alpha", "gamma": "scale"}),
    "hardsigmoid": ("HardSigmoid", {"alpha": "slope", "beta": "offset"}),
    "hardswish": ("HardSwish", {}),
    "softmax": ("Softmax", {"axis": "axis"}),
    "log_softmax": ("LogSoftmax", {"axis": "axis"}),
}


@rule(*ACTIVATIONS)
def _activation(use: ExportedOperator) -> None:
    type_, names = ACTIVATIONS[use.name]
    use.result(type_, use.x, **{theirs: use.attrs[ours] for theirs, ours in names.items()})


@rule("softplus")
def _softplus(use: ExportedOperator) -> None:
    x, beta = use.x, use.attrs["beta"]
    scaled = use.node("Mul", x, use.number(beta))
    smooth = use.node("Div", use.node("Softplus", scaled), use.number(beta))
    use.result("Where", use.node("Greater", scaled, use.number(use.attrs["threshold"])), x, smooth)


@rule("stanh")
def _stanh(use: ExportedOperator) -> None:
    inner = use.node("Tanh", use.node("Mul", use.x, use.number(use.attrs["scale_a"])))
    use.result("Mul", inner, use.number(use.attrs["scale_b"]))


@rule("tanhshrink")
def _tanhshrink(use: ExportedOperator) -> None:
    use.result("Sub", use.x, use.node("Tanh", use.x))


@rule("thresholded_relu")
def _thresholded_relu(use: ExportedOperator) -> None:
    above = use.node("Greater", use.x, use.number(use.attrs["threshold"]))
    use.result("Where", above, use.x, use.number(use.attrs["value"]))


@rule("hardshrink")
def _hardshrink(use: ExportedOperator) -> None:
    far = use.node("Greater", use.node("Abs", use.x), use.number(use.attrs["threshold"]))
    use.result("Where", far, use.x, use.number(0))


@rule("softshrink")
def _softshrink(use: ExportedOperator) -> None:
    rest = use.node("Relu", use.node("Sub", use.node("Abs", use.x), use.number(use.attrs["threshold"])))
    use.result("Mul", use.node("Sign", use.x), rest)


@rule("prelu")
def _prelu(use: ExportedOperator) -> None:
    rank, slope = len(use.shape()), use.input_as(1, use.dtype)
    if rank == 0:
        slope = use.node("Reshape", slope, use.ints([]))
    if use.attrs["data_format"].startswith("NC") and rank > 2 and use.shape(1) != (1,):
        slope = use.node("Reshape", slope, use.ints([-1, *[1] * (rank - 2)]))
    use.result("PRelu", use.x, slope)


# --- dtypes -----------------------------------------------------------------------------------------


@rule("cast", "cast_like")
def _cast(use: ExportedOperator) -> None:
    use.result("Cast", use.inputs[0], to=np.dtype(use.dtype.dtype))


def like(use: ExportedOperator, value: Any) -> str:
    """Return a tensor of one value with the shape of the first input."""
    shape = use.node("Shape", use.inputs[0])
    return use.node("ConstantOfShape", shape, value=np.asarray([value], use.dtype.dtype))


@rule("full_like", "zeros_like")
def _full_like(use: ExportedOperator) -> None:
    use.result("Identity", like(use, use.attrs.get("fill_value", 0)))
