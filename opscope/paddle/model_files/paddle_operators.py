"""Operators of Paddle for the ops of opscope: a rule for each op emits operators of Paddle with the same result.

A rule gets an `OpView`, and emits operators by type, slots and attributes. An op without a rule cannot be written.
Source: the signatures of https://github.com/PaddlePaddle/Paddle/tree/v2.6.2/paddle/fluid/operators
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from opscope.core.dtype import as_dtype
from opscope.core.source import Site
from opscope.core.spec import TensorSpec
from opscope.errors import UnsupportedError
from opscope.ir.compat import op_types
from opscope.ir.compat.paddle_names import VARTYPE_DTYPES
from opscope.ops.registry import Op

NUMBERS = {name: number for number, name in VARTYPE_DTYPES.items()}  # of dtypes


class Long(int):
    """An attribute of 64 bits."""


class OpView(NamedTuple):
    """An operator for its rule: names of inputs and outputs, specs of the inputs, attributes with defaults.

    `emit(type, inputs, outputs, attrs)` appends an operator of Paddle; `new(spec, suffix)` declares an intermediate
    value.
    """

    op: Op
    inputs: list[str]
    outputs: list[str]
    specs: list[TensorSpec | None]
    attrs: dict[str, Any]
    site: Site | None
    emit: Callable[[str, Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]], None]
    new: Callable[[TensorSpec, str], str]

    def unsupported(self, what: str) -> UnsupportedError:
        """Return the error for a use of the op that Paddle's operators cannot express."""
        return UnsupportedError(
            f"{self.op.name}: {what} cannot be written as an operator of Paddle", site=self.site,
            fix="save the model without format='paddle'",
        )  # fmt: skip


Rule = Callable[[OpView], None]
_MKLDNN = {"use_mkldnn": False, "mkldnn_data_type": "float32"}  # kernels of these operators ask for them
RULES: dict[str, Rule] = {}


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Decorator: register the rule of these ops."""

    def register(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return register


def _x(view: OpView, **attrs: Any) -> None:
    view.emit(op_types.type_of(view.op), {"X": view.inputs[:1]}, {"Out": view.outputs[:1]}, attrs)


@rule(
    *("relu", "sigmoid", "tanh", "exp", "log", "sqrt", "rsqrt", "square", "abs", "floor", "ceil", "erf", "sin", "cos"),
    *("reciprocal", "log2", "log10", "log1p", "expm1", "logical_not", "assign", "silu", "softsign", "sign", "round"),
    *("log_sigmoid", "isnan", "isinf", "isfinite"),
)
def _unary(view: OpView) -> None:
    if view.op.name == "softsign" and (view.specs[0] is None or view.specs[0].dtype.kind != "f"):
        raise view.unsupported("an input of integers")
    _x(view)


@rule(
    *("add", "subtract", "multiply", "divide", "maximum", "minimum", "elementwise_pow", "remainder", "floor_divide"),
    *("equal", "not_equal", "less_than", "less_equal", "greater_than", "greater_equal"),
)
def _binary(view: OpView) -> None:
    x, y = view.inputs
    view.emit(op_types.type_of(view.op), {"X": [x], "Y": [y]}, {"Out": view.outputs}, {"axis": -1})


@rule("logical_and", "logical_or", "logical_xor")
def _logical(view: OpView) -> None:
    x, y = view.inputs
    view.emit(view.op.name, {"X": [x], "Y": [y]}, {"Out": view.outputs}, {})


@rule("scale")
def _scale(view: OpView) -> None:
    a = view.attrs
    _x(view, scale=float(a["scale"]), bias=float(a["bias"]), bias_after_scale=bool(a["bias_after_scale"]))


@rule("matmul")
def _matmul(view: OpView) -> None:
    x, y = view.inputs
    if any(spec is not None and 0 in spec.shape for spec in view.specs):
        raise view.unsupported("an empty tensor")
    attrs = {"trans_x": bool(view.attrs["transpose_x"]), "trans_y": bool(view.attrs["transpose_y"])}
    view.emit("matmul_v2", {"X": [x], "Y": [y]}, {"Out": view.outputs}, attrs)


def _sizes(value: Any, count: int) -> list[int]:
    return [int(v) for v in value] if isinstance(value, list | tuple) else [int(value)] * count


def _paddings(view: OpView, value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        return {"paddings": [0, 0], "padding_algorithm": value.upper()}
    if isinstance(value, tuple) and any(isinstance(v, tuple) for v in value):
        raise view.unsupported(f"padding={value}")
    return {"paddings": _sizes(value, 2), "padding_algorithm": "EXPLICIT"}


@rule("conv2d")
def _conv2d(view: OpView) -> None:
    a = view.attrs
    attrs = {
        "strides": _sizes(a["stride"], 2), "dilations": _sizes(a["dilation"], 2), "groups": int(a["groups"]),
        "data_format": a["data_format"], **_paddings(view, a["padding"]),
    }  # fmt: skip
    view.emit("conv2d", {"Input": view.inputs[:1], "Filter": view.inputs[1:2]}, {"Output": view.outputs}, attrs)


@rule("max_pool2d", "avg_pool2d", "adaptive_avg_pool2d", "adaptive_max_pool2d")
def _pool2d(view: OpView) -> None:
    a, kind = view.attrs, "max" if "max" in view.op.name else "avg"
    adaptive = view.op.name.startswith("adaptive")
    if a.get("divisor_override"):
        raise view.unsupported("the argument divisor_override")
    if adaptive and isinstance(a["output_size"], list | tuple) and None in a["output_size"]:
        raise view.unsupported("an output_size that contains None")
    size = _sizes(a["output_size" if adaptive else "kernel_size"], 2)
    stride = a.get("stride")
    attrs = {
        "pooling_type": kind, "ksize": size, "adaptive": adaptive, "global_pooling": False, "use_cudnn": False,
        "strides": [1, 1] if adaptive else size if stride is None else _sizes(stride, 2),
        "ceil_mode": bool(a.get("ceil_mode", False)), "exclusive": bool(a.get("exclusive", True)),
        "data_format": a.get("data_format", "NCHW"), **_paddings(view, a.get("padding", 0)),
    }  # fmt: skip
    _emit_first(view, "pool2d", attrs)


def _emit_first(view: OpView, type_: str, attrs: Mapping[str, Any]) -> None:
    view.emit(type_, {"X": view.inputs[:1]}, {"Out": view.outputs[:1]}, attrs)


@rule("batch_norm")
def _batch_norm(view: OpView) -> None:
    x, mean, variance, weight, bias = view.inputs
    out, _, _, saved_mean, saved_variance = view.outputs  # as it is evaluated, the statistics stay
    a = view.attrs
    if not a["is_test"] or not weight or not bias:
        raise view.unsupported("batch normalization in training mode, or without weight and bias,")
    attrs = {
        "momentum": float(a["momentum"]), "epsilon": float(a["epsilon"]), "is_test": True, "data_layout": "NCHW",
        "use_global_stats": False, "trainable_statistics": False,
    }  # fmt: skip
    given = {"X": [x], "Scale": [weight], "Bias": [bias], "Mean": [mean], "Variance": [variance]}
    made = {"Y": [out], "MeanOut": [mean], "VarianceOut": [variance]}
    view.emit("batch_norm", given, {**made, "SavedMean": [saved_mean], "SavedVariance": [saved_variance]}, attrs)


@rule("layer_norm")
def _layer_norm(view: OpView) -> None:
    x, weight, bias = (*view.inputs, "", "")[:3]
    spec = view.specs[0]
    assert spec is not None
    axis = len(spec.shape) - len(view.attrs["normalized_shape"])
    attrs = {"epsilon": float(view.attrs["epsilon"]), "begin_norm_axis": axis}
    statistics = TensorSpec((None,), as_dtype("float32"))
    made = {"Y": view.outputs[:1], "Mean": [view.new(statistics, "mean")], "Variance": [view.new(statistics, "var")]}
    view.emit("layer_norm", {"X": [x], "Scale": [weight], "Bias": [bias]}, made, attrs)


@rule("softmax", "log_softmax")
def _softmax(view: OpView) -> None:
    _x(view, axis=int(view.attrs["axis"]))


@rule("dropout")
def _dropout(view: OpView) -> None:
    a = view.attrs
    if a["axis"] is not None or (len(view.inputs) > 1 and view.inputs[1]):
        raise view.unsupported("dropout with the argument axis, or with a seed,")
    attrs = {
        "dropout_prob": float(a["p"]), "is_test": not a["training"],
        "dropout_implementation": a["mode"].replace("downscale", "downgrade"),
        "seed": int(a["seed"]), "fix_seed": bool(a["seed"]),
    }  # fmt: skip
    made = {"Out": view.outputs[:1], "Mask": [n for n in view.outputs[1:2] if n]}
    view.emit("dropout", {"X": view.inputs[:1]}, made, attrs)


@rule("reshape")
def _reshape(view: OpView) -> None:
    _x(view, shape=list(view.attrs["shape"]))


@rule("transpose")
def _transpose(view: OpView) -> None:
    _x(view, axis=list(view.attrs["perm"]))


@rule("flatten")
def _flatten(view: OpView) -> None:
    _x(view, start_axis=int(view.attrs["start_axis"]), stop_axis=int(view.attrs["stop_axis"]))


@rule("squeeze", "unsqueeze")
def _squeeze(view: OpView) -> None:
    axis = view.attrs["axis"]
    _x(view, axes=[] if axis is None else _sizes(axis, 1))


@rule("expand")
def _expand(view: OpView) -> None:
    _x(view, shape=list(view.attrs["shape"]))


@rule("concat")
def _concat(view: OpView) -> None:
    view.emit("concat", {"X": view.inputs}, {"Out": view.outputs}, {"axis": int(view.attrs["axis"])})


@rule("stack")
def _stack(view: OpView) -> None:
    view.emit("stack", {"X": view.inputs}, {"Y": view.outputs}, {"axis": int(view.attrs["axis"])})


@rule("split")
def _split(view: OpView) -> None:
    wanted = view.attrs["num_or_sections"]
    many = {"num": 0, "sections": list(wanted)} if isinstance(wanted, tuple) else {"num": int(wanted), "sections": []}
    view.emit("split", {"X": view.inputs[:1]}, {"Out": view.outputs}, {**many, **_MKLDNN, "axis": _axis(view)})


@rule("unbind")
def _unbind(view: OpView) -> None:
    view.emit("unbind", {"X": view.inputs[:1]}, {"Out": view.outputs}, {"axis": _axis(view)})


def _axis(view: OpView) -> int:
    """Return the axis, counted from the first axis, because Paddle's split fails for negative axes."""
    axis, spec = int(view.attrs["axis"]), view.specs[0]
    return axis + len(spec.shape) if axis < 0 and spec is not None else axis


def _cast(view: OpView, dtype: str) -> None:
    spec = view.specs[0]
    assert spec is not None
    _emit_first(view, "cast", {"in_dtype": NUMBERS[spec.dtype.name], "out_dtype": NUMBERS[dtype], **_MKLDNN})


@rule("cast")
def _cast_to(view: OpView) -> None:
    _cast(view, as_dtype(view.attrs["dtype"]).name)


@rule("cast_like")
def _cast_like(view: OpView) -> None:
    like = view.specs[1]
    assert like is not None
    _cast(view, like.dtype.name)


def append_constant(view: OpView, out: str, shape: Sequence[int], value: Any, dtype: str) -> None:
    """Emit a fill_constant."""
    if isinstance(value, complex):
        raise view.unsupported("a complex number")
    text = "" if isinstance(value, bool) else repr(value)
    attrs = {"shape": list(shape), "dtype": NUMBERS[dtype], "value": float(value), "str_value": text}
    view.emit("fill_constant", {}, {"Out": [out]}, attrs)


@rule("full")
def _full(view: OpView) -> None:
    a = view.attrs
    append_constant(view, view.outputs[0], a["shape"], a["fill_value"], as_dtype(a["dtype"]).name)


@rule("full_like")
def _full_like(view: OpView) -> None:
    a = view.attrs
    dtype = -1 if a["dtype"] is None else NUMBERS[as_dtype(a["dtype"]).name]
    _x(view, value=float(a["fill_value"]), dtype=dtype)


@rule("arange")
def _arange(view: OpView) -> None:
    dtype = as_dtype(view.attrs["dtype"])
    if (view.attrs["end"] - view.attrs["start"]) * view.attrs["step"] <= 0:
        raise view.unsupported("an empty range")
    given: dict[str, list[str]] = {}
    for slot, name in (("Start", "start"), ("End", "end"), ("Step", "step")):
        given[slot] = [view.new(TensorSpec((1,), dtype), name)]
        append_constant(view, given[slot][0], [1], view.attrs[name], dtype.name)
    view.emit("range", given, {"Out": view.outputs}, {})


@rule("embedding")
def _embedding(view: OpView) -> None:
    padding, table = view.attrs["padding_idx"], view.specs[1]
    assert table is not None
    if padding is not None and padding < 0:  # -1 says in the file that there is none
        if table.shape[0] is None:
            raise view.unsupported("a negative padding_idx for a table of unknown size")
        padding += table.shape[0]
    attrs = {"padding_idx": Long(-1 if padding is None else padding), "is_sparse": bool(view.attrs.get("sparse"))}
    view.emit("lookup_table_v2", {"Ids": view.inputs[:1], "W": view.inputs[1:2]}, {"Out": view.outputs}, attrs)


@rule("argmax", "argmin")
def _argmax(view: OpView) -> None:
    a, axis = view.attrs, view.attrs["axis"]
    attrs = {"axis": Long(axis or 0), "flatten": axis is None, "keepdims": bool(a["keepdim"])}
    _x(view, **attrs, dtype=NUMBERS[as_dtype(a["dtype"]).name])


@rule("cumsum")
def _cumsum(view: OpView) -> None:
    axis = view.attrs["axis"]
    if view.attrs.get("dtype") is not None:
        raise view.unsupported("the argument dtype")
    _x(view, axis=-1 if axis is None else int(axis), flatten=axis is None, exclusive=False, reverse=False)


@rule("clip")
def _clip(view: OpView) -> None:
    low, high = view.attrs["min"], view.attrs["max"]
    _x(view, min=float("-inf") if low is None else float(low), max=float("inf") if high is None else float(high))


@rule("gelu")
def _gelu(view: OpView) -> None:
    _x(view, approximate=bool(view.attrs["approximate"]))


@rule("leaky_relu")
def _leaky_relu(view: OpView) -> None:
    _x(view, alpha=float(view.attrs["negative_slope"]))


@rule("pow")
def _pow(view: OpView) -> None:
    _x(view, factor=float(next(iter(view.attrs.values()))))


@rule("sum", "mean", "max", "min", "prod", "any", "all")
def _reduce(view: OpView) -> None:
    axis = view.attrs["axis"]
    dims = [] if axis is None else _sizes(axis, 1)
    if view.attrs.get("dtype") is not None:
        raise view.unsupported("the argument dtype")
    _x(view, dim=dims, keep_dim=bool(view.attrs["keepdim"]), reduce_all=not dims)


@rule("shape")
def _shape(view: OpView) -> None:
    view.emit("shape", {"Input": view.inputs[:1]}, {"Out": view.outputs}, {})


@rule("getitem")
def _getitem(view: OpView) -> None:
    """Emit integers, slices and new axes; a slice to the end of an axis has a large end."""
    index, spec = view.attrs["index"], view.specs[0]
    parts = index if isinstance(index, tuple) and not _is_slice(index) else (index,)
    if parts.count("...") == 1 and spec is not None:
        at, missing = parts.index("..."), len(spec.shape) - (len(parts) - parts.count(None)) + 1
        parts = (*parts[:at], *[(None, None, None)] * missing, *parts[at + 1 :])
    ranges = [_range(view, part) for part in parts if part is not None]
    cut = [(axis, *found) for axis, found in enumerate(ranges) if found != (0, _END, 1)]
    axes, starts, ends, steps = ([c[k] for c in cut] for k in range(4))
    gone = [axis for axis, part in enumerate(p for p in parts if p is not None) if type(part) is int]
    attrs: dict[str, Any] = {"axes": axes, "starts": starts, "ends": ends, "decrease_axis": gone}
    attrs["infer_flags"] = [1] * len(axes)
    outs, added = view.outputs, [k for k, p in enumerate(p for p in parts if type(p) is not int) if p is None]
    if added and spec is not None:
        outs = [view.new(TensorSpec((None,) * (len(spec.shape) - len(gone)), spec.dtype), "sliced")]
    if not axes:
        view.emit("assign", {"X": view.inputs[:1]}, {"Out": outs}, {})
    elif set(steps) == {1}:
        view.emit("slice", {"Input": view.inputs[:1]}, {"Out": outs}, attrs)
    else:
        view.emit("strided_slice", {"Input": view.inputs[:1]}, {"Out": outs}, {**attrs, "strides": steps})
    if added:
        view.emit("unsqueeze2", {"X": outs}, {"Out": view.outputs}, {"axes": added})


def _range(view: OpView, part: Any) -> tuple[int, int, int]:
    """Return (start, end, step) of an integer or a slice, in Paddle's form."""
    if type(part) is int:
        return part, part + 1 if part != -1 else _END, 1
    if _is_slice(part):
        start, end, step = part
        if step is None or step > 0:
            return start or 0, _END if end is None else end, step or 1
        if end is None or end >= 0:
            return _END if start is None else start, -1 if end is None else end, step  # -1: before the first
    raise view.unsupported(f"the index {view.attrs['index']}")


_END = 2**31 - 1


def _is_slice(part: Any) -> bool:
    return isinstance(part, tuple) and len(part) == 3 and all(p is None or type(p) is int for p in part)
