"""Rules of ops that Paddle has with the same inputs, outputs and attributes: only their names differ (`ir/compat`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.ir.compat import op_types
from opscope.ir.compat.paddle_names import paddle_names
from opscope.paddle.model_files.paddle_operators import NUMBERS, RULES, Long, OpView, rule

ATTRIBUTES: dict[str, Sequence[str]] = {  # by op, our names of what is written
    **dict.fromkeys(("acos", "asin", "atan", "sinh", "cosh", "tan", "asinh", "acosh", "atanh", "trunc", "erfinv"), ()),
    **dict.fromkeys(("lgamma", "digamma", "mish", "tanhshrink", "hardswish", "where", "gather_nd", "nonzero"), ()),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "scatter_nd_add"), ()),
    "mul": ("x_num_col_dims", "y_num_col_dims"),
    "elu": ("alpha",),
    "celu": ("alpha",),
    "selu": ("scale", "alpha"),
    "hardsigmoid": ("slope", "offset"),
    "softplus": ("beta", "threshold"),
    "stanh": ("scale_a", "scale_b"),
    "hardshrink": ("threshold",),
    "softshrink": ("threshold",),
    "gather": ("axis",),
    "scatter": ("overwrite",),
    "tile": ("repeat_times",),
    "topk": ("k", "axis", "largest", "sorted"),
    "pad": ("paddings", "value"),
    "increment": ("value",),
    "flip": ("axis",),
    "softmax_with_cross_entropy": ("soft_label", "ignore_index", "axis"),
}
LISTS = {("tile", "repeat_times"), ("pad", "paddings"), ("flip", "axis")}
FLOATS_ONLY = {"celu", "mish", "hardshrink", "hardsigmoid", "hardswish", "selu", "softshrink", "stanh", "tanhshrink"}
FLOATS = {"alpha", "scale", "slope", "offset", "beta", "threshold", "scale_a", "scale_b", "value"}


def _by_name(view: OpView) -> None:
    attrs: dict[str, Any] = {}
    first = view.specs[0]
    if view.op.name in FLOATS_ONLY and (first is None or first.dtype.kind != "f"):
        raise view.unsupported("integers")
    if view.op.name == "where" and len({s.shape for s in view.specs if s is not None}) > 1:
        raise view.unsupported("broadcasting")
    if view.op.name == "softmax_with_cross_entropy" and not view.attrs["soft_label"]:
        label = view.specs[1]
        if first is None or label is None or len(label.shape) != len(first.shape):
            raise view.unsupported("a label without the axis of the classes")
    for ours in ATTRIBUTES[view.op.name]:
        value: Any = view.attrs[ours]
        if (view.op.name, ours) in LISTS:
            value = [int(v) for v in (value if isinstance(value, list | tuple) else [value])]
        elif ours in FLOATS:
            value = float(value)
        attrs[paddle_names(view.op.name).attrs.get(ours, ours)] = value
    inputs = op_types.input_slots(view.op, tuple(n or None for n in view.inputs))
    outputs = op_types.output_slots(view.op, tuple(n or None for n in view.outputs))
    view.emit(op_types.type_of(view.op), inputs, outputs, attrs)


RULES.update(dict.fromkeys(ATTRIBUTES, _by_name))


@rule("square_error_cost")
def _square_error_cost(view: OpView) -> None:
    spec = view.specs[0]
    assert spec is not None
    difference = view.new(TensorSpec((None,) * len(spec.shape), spec.dtype), "difference")
    view.emit("elementwise_sub", {"X": view.inputs[:1], "Y": view.inputs[1:]}, {"Out": [difference]}, {"axis": -1})
    view.emit("square", {"X": [difference]}, {"Out": view.outputs}, {})


@rule("one_hot")
def _one_hot(view: OpView) -> None:
    attrs = {"depth": int(view.attrs["num_classes"]), "dtype": NUMBERS["float32"]}
    view.emit("one_hot_v2", {"X": view.inputs[:1]}, {"Out": view.outputs}, attrs)


@rule("group_norm")
def _group_norm(view: OpView) -> None:
    x, weight, bias = (*view.inputs, "", "")[:3]
    spec = view.specs[0]
    assert spec is not None
    groups = int(view.attrs["groups"])
    statistics = TensorSpec((spec.shape[0], groups), spec.dtype)
    attrs = {"epsilon": float(view.attrs["epsilon"]), "groups": groups, "data_layout": "NCHW"}
    made = {"Y": view.outputs[:1], "Mean": [view.new(statistics, "mean")], "Variance": [view.new(statistics, "var")]}
    view.emit("group_norm", {"X": [x], "Scale": [weight], "Bias": [bias]}, made, attrs)


@rule("prelu")
def _prelu(view: OpView) -> None:
    x, weight = view.specs
    assert x is not None and weight is not None
    if view.attrs["data_format"] != "NCHW":
        raise view.unsupported("data_format")
    attrs = {"mode": "all" if weight.shape == (1,) else "channel", "data_format": "NCHW"}
    view.emit("prelu", {"X": view.inputs[:1], "Alpha": view.inputs[1:]}, {"Out": view.outputs}, attrs)


@rule("tril", "triu")
def _triangle(view: OpView) -> None:
    attrs = {"diagonal": int(view.attrs["diagonal"]), "lower": view.op.name == "tril"}
    view.emit("tril_triu", {"X": view.inputs}, {"Out": view.outputs}, attrs)


@rule("interpolate")
def _interpolate(view: OpView) -> None:
    a, spec = view.attrs, view.specs[0]
    assert spec is not None
    rank = len(spec.shape) - 2
    if rank != 2 or a["mode"] == "cubic":
        raise view.unsupported(f"mode={a['mode']} of rank {rank + 2}")
    mode = {"linear": "bilinear"}.get(a["mode"], a["mode"])
    attrs: dict[str, Any] = {
        "interp_method": mode, "align_corners": bool(a["align_corners"]), "align_mode": int(a["align_mode"]),
        "data_layout": "NCHW",
    }  # fmt: skip
    for name, size in zip(("out_h", "out_w"), a["size"] or (), strict=False):
        attrs[name] = int(size)
    if a["scale"] is not None:
        attrs["scale"] = [float(s) for s in a["scale"]]
    view.emit(f"{mode}_interp_v2", {"X": view.inputs}, {"Out": view.outputs}, attrs)


@rule("conv2d_transpose")
def _conv2d_transpose(view: OpView) -> None:
    a = view.attrs
    pair = lambda v: [int(x) for x in v] if isinstance(v, list | tuple) else [int(v)] * 2
    padding = a["padding"]
    if isinstance(padding, str) or (isinstance(padding, list | tuple) and any(not isinstance(p, int) for p in padding)):
        raise view.unsupported(f"padding={padding}")
    attrs = {
        "strides": pair(a["stride"]), "paddings": pair(padding), "dilations": pair(a["dilation"]),
        "groups": int(a["groups"]), "padding_algorithm": "EXPLICIT", "data_format": "NCHW",
        "output_padding": pair(a["output_padding"]) if a["output_padding"] not in (0, (0, 0), [0, 0]) else [],
    }  # fmt: skip
    given = {"Input": view.inputs[:1], "Filter": view.inputs[1:2]}
    view.emit("conv2d_transpose", given, {"Output": view.outputs}, attrs)


@rule("assign_value")
def _assign_value(view: OpView) -> None:
    values = view.attrs["values"]
    kinds = {"float32": "fp32_values", "int32": "int32_values", "int64": "int64_values", "bool": "bool_values"}
    name = as_dtype(values.dtype).name
    if name not in kinds or not values.size:
        raise view.unsupported(f"{values.size} values of {name}")
    listed: list[Any] = values.reshape(-1).tolist()
    if name == "int64":
        listed = [Long(v) for v in listed]
    elif name == "bool":
        listed = [int(v) for v in listed]
    attrs = {"shape": list(values.shape), "dtype": NUMBERS[name], kinds[name]: listed}
    view.emit("assign_value", {}, {"Out": view.outputs}, attrs)
