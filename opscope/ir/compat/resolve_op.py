"""Conversion of a Paddle operator (type, slots and attributes, as in `append_op`) to an op and its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UnsupportedError, nearest
from opscope.ir.compat import op_types
from opscope.ir.compat.paddle_names import VARTYPE_DTYPES, attr_from_paddle
from opscope.ir.compat.program_ops import PROGRAM_OPS
from opscope.ops.registry import REGISTRY, Attrs, Op

# attributes without effect here: bookkeeping, and choices of Paddle's kernels
IGNORED_ATTRS = {
    *("op_role", "op_role_var", "op_namescope", "op_device", "op_callstack", "with_quant_attr", "use_mkldnn"),
    *("use_cudnn", "use_quantizer", "mkldnn_data_type", "in_dtype", "force_cpu", "is_test", "Scale_x", "Scale_y"),
    *("Scale_out", "place_type", "use_global_stats", "data_layout", "is_sparse", "is_distributed", "remote_prefetch"),
    *("entry", "numeric_stable_mode", "use_softmax", "str_value", "fix_seed", "reduce_all", "shape_arg"),
    "use_calc_stream",
}
_REFUSED_ATTRS = {"is_distributed": False, "use_model_parallel": False, "use_global_stats": False, "use_softmax": True}


class ResolvedOp(NamedTuple):
    """An op with its inputs and outputs (names, Variables or None) and attributes."""

    op: Op
    inputs: list[Any]
    outputs: list[Any]
    attrs: Attrs


def resolve_op(type_: str, inputs: Mapping[str, Any], outputs: Mapping[str, Any], attrs: Attrs) -> ResolvedOp:
    """Return the op of a Paddle type, with slots and attributes in the op's order and names.

    Raises ArgumentError for a type that is not registered, ModeError (an AssertionError) for a missing slot,
    UnsupportedError for attribute values that are not supported. Gives a warning about attributes that the op does not
    have.
    """
    attrs = dict(attrs)
    op = op_of(type_)
    ours = _attrs(op, type_, attrs)
    values: list[Any] = []
    for name in op.inputs:
        given = as_list(inputs.get(op_types.input_slot(op, name)))
        if not given and name not in op.optional:
            raise ModeError(f"Input {op_types.input_slot(op, name)} not found", facts=slot_facts(inputs), site=site())
        values.append(given[0] if given else None)
    if op.variadic:
        given = as_list(inputs.get(op_types.input_slot(op, op.variadic)))
        if not given and not op.inputs:
            raise ModeError(
                f"Input {op_types.input_slot(op, op.variadic)} not found", facts=slot_facts(inputs), site=site()
            )
        values += given
    return ResolvedOp(op, values, _outputs(op, outputs), ours)


def op_of(type_: str) -> Op:
    """Return the op of a Paddle type. Raises ArgumentError for a type that is not registered."""
    name = op_types.op_name(type_)
    found = PROGRAM_OPS.get(name) or REGISTRY.ops.get(name)
    if found is None:
        known = [op_types.type_of(op) for op in (*REGISTRY, *PROGRAM_OPS.values())]
        raise ArgumentError(f'Operator "{type_}" has not been registered.', site=site(), fix=nearest(type_, known))
    return found


def slot_facts(slots: Mapping[str, Any]) -> dict[str, object]:
    """Return the slots and their variables as the facts of an error."""
    return {"given": ", ".join(slots) or "none"}


def as_list(value: Any) -> list[Any]:
    """Return the value or values of a slot as a list."""
    return [] if value is None else list(value) if isinstance(value, list | tuple) else [value]


def _outputs(op: Op, outputs: Mapping[str, Any]) -> list[Any]:
    slots = [op_types.output_slot(op, o) for o in op.outputs]
    if slots and slots[0] not in outputs:
        raise ModeError(f"Output {slots[0]} not found", facts=slot_facts(outputs), site=site())
    if op.variadic_out:
        return as_list(outputs[slots[0]])
    return [given[0] if (given := as_list(outputs.get(s))) else None for s in slots]


def _attrs(op: Op, type_: str, given: Attrs) -> Attrs:
    made: Attrs = {}
    for name, value in given.items():
        refuse_attr(type_, name, value)
        ours = attr_from_paddle(op.name, name)
        if op.name == "dropout" and name == "is_test":
            made["training"] = not value
        elif ours in op.attrs or op.accepts_any_attr:
            made[ours] = normalize_attr(ours, value)
        elif name not in IGNORED_ATTRS and name != "axis":
            warn_unread_attr(type_, name, op.attrs)
    if given.get("reduce_all") and "axis" in op.attrs:
        made["axis"] = None
    return made


def refuse_attr(type_: str, name: str, value: Any) -> None:
    """Raise UnsupportedError for an attribute value that is not supported."""
    if name in _REFUSED_ATTRS and value is not None and bool(value) is not _REFUSED_ATTRS[name]:
        raise UnsupportedError(f"{type_} does not support {name}={value!r}", site=site(), fix=f"leave out {name}")


def warn_unread_attr(type_: str, name: str, known: Iterable[str]) -> None:
    """Warn about an attribute that this type does not have."""
    warn(
        OpscopeWarning(
            f"{type_} has no attribute {name}: the value is not used", site=site(),
            fix=nearest(name, known) or f"the operator has {', '.join(known) or 'none'}",
        ),
        stacklevel=5,
    )  # fmt: skip


def normalize_attr(name: str, value: Any) -> Any:
    """Convert an attribute value to the form that ops take: dtype names, tuples, Python numbers."""
    if name == "dtype" and value is not None:
        if type(value) is int and value < 0:
            return None  # Paddle's "as the input"
        return as_dtype(VARTYPE_DTYPES.get(value, value) if type(value) is int else value).name
    if isinstance(value, DType):
        return value.name
    return tuple(value) if isinstance(value, list) else value.item() if isinstance(value, np.generic) else value
