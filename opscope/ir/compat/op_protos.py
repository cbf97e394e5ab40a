"""Signatures of Paddle's operator types: slots and attributes, as in OpProtoHolder."""

from __future__ import annotations

from typing import NamedTuple

from opscope.core.described import Described
from opscope.ir.compat import op_types
from opscope.ir.compat.composite_ops import COMPOSITE_OPS, find_composite
from opscope.ir.compat.paddle_names import paddle_names
from opscope.ir.compat.program_ops import PROGRAM_OPS
from opscope.ir.compat.resolve_op import op_of
from opscope.ops.registry import REGISTRY, Op


class SlotProto(NamedTuple):
    """Input or output slot. duplicable is True if it has several variables.

    dispensable is True if it may be omitted.
    """

    name: str
    duplicable: bool = False
    dispensable: bool = False
    intermediate: bool = False
    extra: bool = False


class AttrProto(NamedTuple):
    """An attribute of an operator type."""

    name: str
    extra: bool = False
    generated: bool = False


class OpProto(NamedTuple):
    """The signature of one operator type."""

    type: str
    inputs: list[SlotProto]
    outputs: list[SlotProto]
    attrs: list[AttrProto]


def proto_of(type_: str) -> OpProto:
    """Return the signature of a type. Raises ArgumentError for a type that is not registered."""
    if (made := find_composite(type_)) is not None:
        return OpProto(
            type_,
            [SlotProto(slot, several, slot not in made.required_slots) for slot, several in made.slots.items()],
            [SlotProto(slot, slot in made.list_slots, i > 0) for i, slot in enumerate(made.outputs)],
            [AttrProto(name) for name in made.attrs],
        )
    op = op_of(type_)
    inputs = [SlotProto(op_types.input_slot(op, n), dispensable=n in op.optional) for n in op.inputs]
    if op.variadic:
        inputs.append(SlotProto(op_types.input_slot(op, op.variadic), duplicable=True, dispensable=bool(op.inputs)))
    outputs = [SlotProto(op_types.output_slot(op, o), op.variadic_out, i > 0) for i, o in enumerate(op.outputs)]
    return OpProto(type_, inputs, outputs, [AttrProto(name) for name in _attrs(op)])


def _attrs(op: Op) -> list[str]:
    theirs = paddle_names(op.name).attrs
    return [theirs.get(name, name) for name in op.attrs]


def registered_types() -> list[str]:
    """All operator types, sorted."""
    find_composite("")  # loads all composites
    return sorted({*COMPOSITE_OPS, *(op_types.type_of(op) for op in (*REGISTRY, *PROGRAM_OPS.values()))})


class OpProtoHolder(Described):
    """paddle.base.framework.OpProtoHolder. The class has only one instance: `OpProtoHolder.instance()`."""

    @classmethod
    def instance(cls) -> OpProtoHolder:
        """The singleton."""
        return _holder

    @property
    def op_proto_map(self) -> dict[str, OpProto]:
        """Return the signatures of all types, by type."""
        return {type_: proto_of(type_) for type_ in registered_types()}

    def get_op_proto(self, type: str) -> OpProto:
        """The signature of a type. Raises ArgumentError (a ValueError) for an unknown type."""
        return proto_of(type)

    def has_op_proto(self, type: str) -> bool:
        """True if the type is registered."""
        return type in registered_types()

    @staticmethod
    def generated_op_attr_names() -> set[str]:
        """Attributes that every operator has."""
        return {"op_role", "op_role_var", "op_namescope", "op_callstack", "op_device", "with_quant_attr"}


_holder = OpProtoHolder()
