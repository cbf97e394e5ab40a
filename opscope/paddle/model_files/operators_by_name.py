"""Rules of ops with the same inputs, outputs and attributes in Paddle: only the names differ (`ir/compat`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import as_dtype, bool_, int32
from opscope.core.spec import TensorSpec
from opscope.ir.compat import op_types
from opscope.ir.compat.paddle_names import paddle_names
from opscope.paddle.model_files.paddle_operators import NUMBERS, RULES, Long, OpView, append_constant, rule

ATTRIBUTES: dict[str, Sequence[str]] = {  # by op, our names of what is written
    **dict.fromkeys(("acos", "asin", "atan", "sinh", "cosh", "tan", "asinh", "acosh", "atanh", "trunc", "erfinv"), ()),
    **dict.fromkeys(("lgamma", "digamma", "mish", "tanhshrink", "hardswish", "where", "gather_nd", "nonzero"), ()),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "scatter_nd_add"), ()),
    **dict.fromkeys(("atan2", "lerp", "inverse", "add_n", "zeros_like", "equal_all"), ()),
    "diagonal": ("offset", "axis1", "axis2"),
    **dict.fromkeys(("bce_loss", "sigmoid_cross_entropy_with_logits", "broadcast_tensors"), ()),
    "searchsorted": ("out_int32", "right"),
    "cross": ("axis",),
    "cumprod": ("axis",),
    "cholesky": ("upper",),
    "diag_embed": ("offset", "dim1", "dim2"),
    "diag": ("offset", "padding_value"),
    "index_add": ("axis",),
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
ONE_SHAPE = {"add_n", "atan2", "sigmoid_cross_entropy_with_logits"}
FLOATS_ONLY = {"celu", "mish", "hardshrink", "hardsigmoid", "hardswish", "selu", "softshrink", "stanh", "tanhshrink"}
FLOATS = {"alpha", "scale", "slope", "beta", "threshold", "scale_a", "scale_b", "value", "padding_value"}


def _by_name(view: OpView) -> None:
    attrs: dict[str, Any] = {}
    first = view.specs[0]
    if view.op.name in FLOATS_ONLY and (first is None or first.dtype.kind != "f"):
        raise view.unsupported("an input of integers")
    if view.op.name == "where" and len({s.shape for s in view.specs if s is not None}) > 1:
        _broadcast_where(view)
        return
    if view.op.name in ONE_SHAPE and len({s.shape for s in view.specs if s is not None}) > 1:
        raise view.unsupported("broadcasting of the inputs")
    if view.op.name == "inverse" and (first is None or 0 in first.shape):
        raise view.unsupported("an empty tensor")
    if view.op.name == "softmax_with_cross_entropy" and not view.attrs["soft_label"]:
        label = view.specs[1]
        if first is None or label is None or len(label.shape) != len(first.shape):
            raise view.unsupported("a label that has no axis for the classes")
    for ours in ATTRIBUTES[view.op.name]:
        value: Any = view.attrs[ours]
        if (view.op.name, ours) in LISTS:
            value = [int(v) for v in (value if isinstance(value, list | tuple) else [value])]
        elif ours in FLOATS or view.op.name == "hardsigmoid":
            value = float(value)
        attrs[paddle_names(view.op.name).attrs.get(ours, ours)] = value
    inputs = op_types.input_slots(view.op, tuple(n or None for n in view.inputs))
    outputs = op_types.output_slots(view.op, tuple(n or None for n in view.outputs))
    view.emit(op_types.type_of(view.op), inputs, outputs, attrs)


RULES.update(dict.fromkeys(ATTRIBUTES, _by_name))


@rule("take_along_axis")
def _take_along_axis(view: OpView) -> None:
    (x, index), axis = view.specs, int(view.attrs["axis"])
    if x is None or index is None or len(x.shape) != len(index.shape):
        raise view.unsupported("an index with another number of dims than x")
    axis %= len(x.shape)
    if any(a != b for i, (a, b) in enumerate(zip(x.shape, index.shape, strict=True)) if i != axis):
        raise view.unsupported("broadcasting of the inputs")
    given = {"Input": view.inputs[:1], "Index": view.inputs[1:]}
    view.emit("take_along_axis", given, {"Result": view.outputs}, {"Axis": axis})


def _broadcast_where(view: OpView) -> None:
    """Add zeros with the shape of the result to all three inputs, because Paddle's operator needs one shape."""
    condition, x, y = view.inputs
    spec = view.specs[1]
    assert spec is not None
    kind = spec.dtype
    if kind.kind not in "fi" or view.specs[2] is None or view.specs[2].dtype is not kind:
        raise view.unsupported("broadcasting of inputs with these dtypes")
    shape = (None,) * max(len(s.shape) for s in view.specs if s is not None)

    def emit(type_: str, given: list[str], suffix: str, attrs: dict[str, Any], dtype: Any = kind) -> str:
        made = view.new(TensorSpec(shape, dtype), suffix)
        view.emit(type_, {slot: [v] for slot, v in zip("XY", given, strict=False)}, {"Out": [made]}, attrs)
        return made

    number = emit("cast", [condition], "condition", _cast_attributes(view.specs[0], kind))
    total, *others = (
        emit("fill_any_like", [v], f"zero{i}", {"value": 0.0, "dtype": -1}) for i, v in enumerate((number, x, y))
    )
    for i, zero in enumerate(others):
        total = emit("elementwise_add", [total, zero], f"zeros{i}", {"axis": -1})
    condition, x, y = (
        emit("elementwise_add", [v, total], f"wide{i}", {"axis": -1}) for i, v in enumerate((number, x, y))
    )
    chosen = emit("cast", [condition], "chosen", _cast_attributes(TensorSpec(shape, kind), bool_), bool_)
    view.emit("where", {"Condition": [chosen], "X": [x], "Y": [y]}, {"Out": view.outputs}, {})


def _cast_attributes(spec: TensorSpec | None, into: Any) -> dict[str, Any]:
    assert spec is not None
    return {"in_dtype": NUMBERS[spec.dtype.name], "out_dtype": NUMBERS[into.name], "use_mkldnn": False}


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
        raise view.unsupported("another data_format than NCHW")
    attrs = {"mode": "all" if weight.shape == (1,) else "channel", "data_format": "NCHW"}
    view.emit("prelu", {"X": view.inputs[:1], "Alpha": view.inputs[1:]}, {"Out": view.outputs}, attrs)


@rule("argsort")
def _argsort(view: OpView) -> None:
    spec = view.specs[0]
    assert spec is not None
    attrs = {"axis": int(view.attrs["axis"]), "descending": bool(view.attrs["descending"])}
    ordered = view.new(spec, "ordered")
    view.emit("argsort", {"X": view.inputs}, {"Out": [ordered], "Indices": view.outputs}, attrs)


def _axes(value: Any) -> list[int]:
    return [int(v) for v in (value if isinstance(value, list | tuple) else [value])]


@rule("logsumexp", "amax", "amin")
def _reduction(view: OpView) -> None:
    a, spec = view.attrs, view.specs[0]
    assert spec is not None
    axes, keep = ("axis", "keepdim") if view.op.name == "logsumexp" else ("dim", "keep_dim")
    chosen = list(range(len(spec.shape))) if a["axis"] is None else _axes(a["axis"])
    attrs = {"reduce_all": a["axis"] is None, keep: bool(a["keepdim"]), axes: chosen}
    type_ = {"amax": "reduce_amax", "amin": "reduce_amin"}.get(view.op.name, view.op.name)
    view.emit(type_, {"X": view.inputs}, {"Out": view.outputs}, attrs)


@rule("trace")
def _trace(view: OpView) -> None:
    a, spec = view.attrs, view.specs[0]
    assert spec is not None
    first, second = (int(a[name]) % len(spec.shape) for name in ("axis1", "axis2"))
    # Paddle 2.6.2 counts the offset from the other side where axis1 is the larger one
    offset, axes = int(a["offset"]), sorted((first, second))
    attrs = {"offset": offset if first < second else -offset, "axis1": axes[0], "axis2": axes[1]}
    view.emit("trace", {"Input": view.inputs}, {"Out": view.outputs}, attrs)


@rule("lp_norm")
def _lp_norm(view: OpView) -> None:
    a = view.attrs
    if a["axis"] is not None and len(_axes(a["axis"])) != 1:
        raise view.unsupported("a norm over several axes")
    attrs = {
        "porder": float(a["p"]), "axis": -1 if a["axis"] is None else _axes(a["axis"])[0], "epsilon": 1e-12,
        "keepdim": bool(a["keepdim"]), "asvector": a["axis"] is None,
    }  # fmt: skip
    view.emit("p_norm", {"X": view.inputs}, {"Out": view.outputs}, attrs)


@rule("roll")
def _roll(view: OpView) -> None:
    a = view.attrs
    attrs = {"shifts": [Long(v) for v in _axes(a["shifts"])], "axis": [Long(v) for v in _axes(a["axis"] or ())]}
    view.emit("roll", {"X": view.inputs}, {"Out": view.outputs}, attrs)


@rule("multiplex")
def _multiplex(view: OpView) -> None:
    (ids, *xs), spec = view.inputs, view.specs[0]
    assert spec is not None
    if spec.dtype is not int32:
        narrow = view.new(TensorSpec(spec.shape, int32), "ids")
        view.emit("cast", {"X": [ids]}, {"Out": [narrow]}, _cast_attributes(spec, int32))
        ids = narrow
    view.emit("multiplex", {"Ids": [ids], "X": xs}, {"Out": view.outputs}, {})


@rule("numel")
def _numel(view: OpView) -> None:
    view.emit("size", {"Input": view.inputs}, {"Out": view.outputs}, {})


@rule("expand_as")
def _expand_as(view: OpView) -> None:
    shape = [-1 if d is None else d for d in (view.specs[1].shape if view.specs[1] is not None else ())]
    x, y = view.inputs
    view.emit("expand_as_v2", {"X": [x], "Y": [y]}, {"Out": view.outputs}, {"target_shape": shape})


@rule("unfold")
def _unfold(view: OpView) -> None:
    lists = {name: _axes(view.attrs[name]) for name in ("kernel_sizes", "strides", "paddings", "dilations")}
    count = {"paddings": 4}
    attrs = {n: v if len(v) == count.get(n, 2) else v * (count.get(n, 2) // len(v)) for n, v in lists.items()}
    view.emit("unfold", {"X": view.inputs}, {"Y": view.outputs}, attrs)


@rule("linspace")
def _linspace(view: OpView) -> None:
    a, dtype = view.attrs, as_dtype(view.attrs["dtype"])
    if not all(isinstance(a[name], int | float) for name in ("start", "stop")):
        raise view.unsupported("a start or stop that is not a number")
    given: dict[str, list[str]] = {}
    for slot, value, kind in (("Start", a["start"], dtype), ("Stop", a["stop"], dtype), ("Num", a["num"], int32)):
        given[slot] = [view.new(TensorSpec((1,), kind), slot.lower())]
        append_constant(view, given[slot][0], [1], value, kind.name)
    view.emit("linspace", given, {"Out": view.outputs}, {"dtype": NUMBERS[dtype.name]})


@rule("eye")
def _eye(view: OpView) -> None:
    a = view.attrs
    attrs = {name: Long(a[name]) for name in ("num_rows", "num_columns")}
    view.emit("eye", {}, {"Out": view.outputs}, {**attrs, "dtype": NUMBERS[as_dtype(a["dtype"]).name]})


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
        raise view.unsupported(f"mode={a['mode']} for an input with {rank + 2} dims")
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
        raise view.unsupported(f"a constant with {values.size} values of the dtype {name}")
    listed: list[Any] = values.reshape(-1).tolist()
    if name == "int64":
        listed = [Long(v) for v in listed]
    elif name == "bool":
        listed = [int(v) for v in listed]
    attrs = {"shape": list(values.shape), "dtype": NUMBERS[name], kinds[name]: listed}
    view.emit("assign_value", {}, {"Out": view.outputs}, attrs)
