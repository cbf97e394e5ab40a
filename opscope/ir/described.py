"""Operators as Paddle's `append_op` describes them: type, slots and attributes, told apart into what an op takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.core.strict import caution
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UnsupportedError, nearest
from opscope.ir import legacy
from opscope.ir.own import OWN
from opscope.ir.slots import NUMBERS, our_attr
from opscope.ops.registry import REGISTRY, Attrs, Op

# what Paddle's operators carry, and what only tells them how to compute
_IDLE = {
    *("op_role", "op_role_var", "op_namescope", "op_device", "op_callstack", "with_quant_attr", "use_mkldnn"),
    *("use_cudnn", "use_quantizer", "mkldnn_data_type", "in_dtype", "force_cpu", "is_test", "Scale_x", "Scale_y"),
    *("Scale_out", "place_type", "use_global_stats", "data_layout", "is_sparse", "is_distributed", "remote_prefetch"),
    *("entry", "numeric_stable_mode", "use_softmax", "str_value", "fix_seed", "reduce_all", "shape_arg"),
}
_REFUSED = {"is_sparse": False, "is_distributed": False, "use_global_stats": False, "use_softmax": True}


class Described(NamedTuple):
    """One use of an op: what it reads (names, Variables, None), writes, and its attributes."""

    op: Op
    inputs: list[Any]
    outputs: list[Any]
    attrs: Attrs


def described(type_: str, inputs: Mapping[str, Any], outputs: Mapping[str, Any], attrs: Attrs) -> Described:
    """What an operator of Paddle's is here.

    Raises ArgumentError for a type that is not registered, ModeError (an AssertionError) for a missing slot,
    UnsupportedError for attributes that mean something else here; warns of those that nothing reads.
    """
    attrs = dict(attrs)
    op = op_of(type_, attrs)
    ours = _attrs(op, type_, attrs)
    values: list[Any] = []
    for name in op.inputs:
        given = _many(inputs.get(legacy.slot_of(op, name)))
        if not given and name not in op.optional:
            raise ModeError(f"Input {legacy.slot_of(op, name)} not found", facts=_have(inputs), site=site())
        values.append(given[0] if given else None)
    if op.variadic:
        given = _many(inputs.get(legacy.slot_of(op, op.variadic)))
        if not given and not op.inputs:
            raise ModeError(f"Input {legacy.slot_of(op, op.variadic)} not found", facts=_have(inputs), site=site())
        values += given
    return Described(op, values, _outputs(op, outputs), ours)


def op_of(type_: str, attrs: Attrs) -> Op:
    """The op of a type of Paddle's; attributes that decide which one are taken out of `attrs`, or renamed.

    Raises ArgumentError for a type that is not registered.
    """
    name = _ADAPTED[type_](attrs) if type_ in _ADAPTED else legacy.op_name(type_)
    found = OWN.get(name) or REGISTRY.ops.get(name)
    if found is None:
        known = [legacy.type_of(op) for op in (*REGISTRY, *OWN.values())]
        raise ArgumentError(f'Operator "{type_}" has not been registered.', site=site(), fix=nearest(type_, known))
    return found


def _have(slots: Mapping[str, Any]) -> dict[str, object]:
    return {"given": ", ".join(slots) or "none"}


def _many(value: Any) -> list[Any]:
    return [] if value is None else list(value) if isinstance(value, list | tuple) else [value]


def _outputs(op: Op, outputs: Mapping[str, Any]) -> list[Any]:
    slots = [legacy.out_slot_of(op, o) for o in op.outputs]
    if slots and slots[0] not in outputs:
        raise ModeError(f"Output {slots[0]} not found", facts=_have(outputs), site=site())
    if op.variadic_out:
        return _many(outputs[slots[0]])
    return [given[0] if (given := _many(outputs.get(s))) else None for s in slots]


def _attrs(op: Op, type_: str, given: Attrs) -> Attrs:
    made: Attrs = {}
    for name, value in given.items():
        if name in _REFUSED and value is not None and bool(value) is not _REFUSED[name]:
            raise UnsupportedError(f"{type_} does not support {name}={value!r}", site=site(), fix="leave it out")
        ours = our_attr(op.name, name)
        if op.name == "dropout" and name == "is_test":
            made["training"] = not value
        elif ours in op.attrs or op.takes_any_attr:
            made[ours] = _value(ours, value)
        elif name == "axis" and value != -1 and type_.startswith("elementwise_"):
            raise UnsupportedError(f"{type_} does not support axis={value!r}", site=site(), fix="reshape Y")
        elif name not in _IDLE and name != "axis":
            caution(
                OpscopeWarning(
                    f"{type_} has no attribute {name}: it is not used", site=site(),
                    fix=nearest(name, op.attrs) or f"it has {', '.join(op.attrs) or 'none'}",
                ),
                stacklevel=4,
            )  # fmt: skip
    if given.get("reduce_all") and "axis" in op.attrs:
        made["axis"] = None
    return made


def _value(name: str, value: Any) -> Any:
    if name == "dtype" and value is not None:
        return as_dtype(NUMBERS.get(value, value) if type(value) is int else value).name
    if isinstance(value, DType):
        return value.name
    return tuple(value) if isinstance(value, list) else value.item() if isinstance(value, np.generic) else value


# --- operators whose name here depends on more than their type ---------------------------------------


def _mean(attrs: Attrs) -> str:
    return "mean"


def _matmul(attrs: Attrs) -> str:
    if attrs.pop("alpha", 1.0) != 1.0:
        raise UnsupportedError("matmul does not support alpha", site=site(), fix="use matmul_v2 and scale")
    for axis in ("X", "Y"):
        if f"transpose_{axis}" in attrs:
            attrs[f"transpose_{axis.lower()}"] = attrs.pop(f"transpose_{axis}")
    return "matmul"


def _pool(attrs: Attrs) -> str:
    kind = attrs.pop("pooling_type", "max")
    if attrs.pop("adaptive", False) or attrs.pop("global_pooling", False):
        raise UnsupportedError("pool2d supports windows of a fixed size", site=site(), fix="use adaptive_avg_pool2d")
    for theirs, ours in (("ksize", "kernel_size"), ("strides", "stride"), ("paddings", "padding")):
        if theirs in attrs:
            attrs[ours] = attrs.pop(theirs)
    exclusive = attrs.pop("exclusive", True)
    if kind == "avg":
        attrs["exclusive"] = exclusive
    return f"{kind}_pool2d"


def _triangle(attrs: Attrs) -> str:
    return "tril" if attrs.pop("lower", True) else "triu"


def _slice(attrs: Attrs) -> str:
    """The parts of some axes; those in decrease_axis are of size 1, and go."""
    axes, starts, ends = (attrs.pop(name, ()) for name in ("axes", "starts", "ends"))
    gone = attrs.pop("decrease_axis", None) or ()
    attrs.pop("infer_flags", None)
    index: list[Any] = [(None, None, None)] * (max(axes, default=-1) + 1)
    for axis, start, end in zip(axes, starts, ends, strict=True):
        index[axis] = start if axis in gone else (start, end, None)
    attrs["index"] = tuple(index)
    return "getitem"


_ADAPTED: dict[str, Callable[[Attrs], str]] = {
    "mean": _mean,
    "slice": _slice,
    "depthwise_conv2d": lambda _: "conv2d",
    "matmul": _matmul,
    "pool2d": _pool,
    "tril_triu": _triangle,
    "reshape": lambda _: "reshape",
    "transpose": lambda _: "transpose",
    "squeeze": lambda _: "squeeze",
    "unsqueeze": lambda _: "unsqueeze",
    "lookup_table": lambda _: "embedding",
    "top_k": lambda _: "topk",
    "one_hot": lambda _: "one_hot",
    "arg_max": lambda _: "argmax",
}
