"""The `desc` objects of Paddle's C++ side: views of variables, operators, blocks and programs.

A view has no state of its own: a change through a view changes the object. Views of the same object are equal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from opscope.core.described import Described
from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.variable_kinds import VarKind
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.compat import op_types


class _Desc(Described):
    """Base of the views. A view refers to one object: a Variable, an Operator, a Block or a Program."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Desc) and other._target is self._target

    def __hash__(self) -> int:
        return id(self._target)


class VarDesc(_Desc):
    """A view of a Variable."""

    _target: Any

    def name(self) -> str:
        """The name of the variable."""
        return self._target.name

    def set_name(self, name: str) -> None:
        """Rename the variable, also in the operators of its block."""
        self._target.block.rename(self._target.name, name)

    def shape(self) -> list[int]:
        """The dims. An unknown dim is -1."""
        return list(self._target.shape)

    def set_shape(self, shape: Sequence[int]) -> None:
        """Declare other dims. An unknown dim is -1."""
        self._set(spec=TensorSpec(tuple(None if d < 0 else int(d) for d in shape), self._target.dtype))

    def dtype(self) -> DType:
        """The data type."""
        return self._target.dtype

    def set_dtype(self, dtype: object) -> None:
        """Declare another data type."""
        self._set(spec=TensorSpec(self._target.spec.shape, as_dtype(dtype)))

    def element_size(self) -> int:
        """Return the number of bytes of an element."""
        return self._target.element_size()

    def type(self) -> VarKind:
        """The declared type of the variable, by default LOD_TENSOR."""
        return self._target.type

    def set_type(self, type: VarKind) -> None:
        """Declare another type of the variable."""
        self._target.set_kind(type)
        self._target.program.touch()

    def persistable(self) -> bool:
        """True if the value stays in the scope between runs."""
        return self._target.persistable

    def set_persistable(self, persistable: bool) -> None:
        """Set the property `persistable`: True if the value stays in the scope between runs."""
        self._target.persistable = persistable

    def lod_level(self) -> int:
        """The number of levels of the LoD (offsets of sequences)."""
        return self._target.lod_level

    def set_lod_level(self, lod_level: int) -> None:
        """Declare another number of LoD levels."""
        self._set(lod_level=lod_level)

    def stop_gradient(self) -> bool:
        """True if gradients stop at this variable."""
        return self._target.stop_gradient

    def set_stop_gradient(self, stop_gradient: bool) -> None:
        """Set the property `stop_gradient`: True if gradients stop at this variable."""
        self._set(stop_gradient=stop_gradient)

    def need_check_feed(self) -> bool:
        """True if a fed array must have the declared shape and data type."""
        return self._target.need_check_feed

    def set_need_check_feed(self, need_check_feed: bool) -> None:
        """Set the property `need_check_feed`: True if a fed array must have the declared shape and data type."""
        self._set(need_check_feed=need_check_feed)

    def is_parameter(self) -> bool:
        """True for parameters."""
        return self._target.is_parameter

    def _set(self, **fields: Any) -> None:
        for name, value in fields.items():
            setattr(self._target, name, value)
        self._target.program.touch()


class OpDesc(_Desc):
    """A view of an Operator."""

    _target: Any

    def type(self) -> str:
        """Paddle's name of the operator."""
        return self._target.type

    def id(self) -> int:
        """Id of the operator in the program."""
        return self._target.id

    def original_id(self) -> int:
        """Id of the operator in the original program. In copies of the program, the operator keeps this id."""
        return self._target.id

    def block(self) -> BlockDesc:
        """The block that contains the operator."""
        return BlockDesc(self._target.block)

    def infer_shape(self, block: BlockDesc) -> None:
        """Infer the shapes and dtypes of the outputs again, from the current declarations of the inputs."""
        self._target.block.reinfer(self._target)

    def infer_var_type(self, block: BlockDesc) -> None:
        """Do nothing, because outputs are dense tensors or keep the declared type."""

    def inputs(self) -> dict[str, list[str]]:
        """The variable names of the inputs, by slot."""
        return op_types.input_slots(self._target.op, self._target.inputs)

    def outputs(self) -> dict[str, list[str]]:
        """The variable names of the outputs, by slot."""
        return op_types.output_slots(self._target.op, self._target.outputs)

    def input_names(self) -> list[str]:
        """The slot names of the inputs."""
        return list(self.inputs())

    def output_names(self) -> list[str]:
        """The slot names of the outputs."""
        return list(self.outputs())

    def input_arg_names(self) -> list[str]:
        """The variable names of all inputs."""
        return self._target.input_arg_names

    def output_arg_names(self) -> list[str]:
        """The variable names of all outputs."""
        return self._target.output_arg_names

    def input(self, name: str) -> list[str]:
        """Return the variable names in an input slot. Return [] for an unknown slot."""
        return self.inputs().get(name, [])

    def output(self, name: str) -> list[str]:
        """Return the variable names in an output slot. Return [] for an unknown slot."""
        return self.outputs().get(name, [])

    def set_input(self, name: str, args: Sequence[str]) -> None:
        """Replace the inputs in a slot. Raises ArgumentError for an unknown slot.

        Raises UnsupportedError for a gradient operator.
        """
        op, slots = self._target.op, [op_types.input_slot(self._target.op, n) for n in self._target.op.inputs]
        self._check_slot(name, [*slots, *([op_types.input_slot(op, op.variadic)] if op.variadic else [])])
        fixed, rest = self._target.inputs[: len(slots)], self._target.inputs[len(slots) :]
        if name in slots:
            self._target.inputs = (*_put(fixed, slots.index(name), args), *rest)
        else:
            self._target.inputs = (*fixed, *args)
        self._target.block.program.touch()

    def set_output(self, name: str, args: Sequence[str]) -> None:
        """Replace the outputs in a slot. Raises ArgumentError for an unknown slot.

        Raises UnsupportedError for a gradient operator.
        """
        op = self._target.op
        slots = [op_types.output_slot(op, n) for n in op.outputs]
        self._check_slot(name, slots)
        self._target.outputs = tuple(args) if op.variadic_out else _put(self._target.outputs, slots.index(name), args)
        self._target.block.program.touch()

    def remove_input(self, name: str) -> None:
        """Empty an input slot. Raises ArgumentError for an unknown slot, and UnsupportedError for gradient ops."""
        self.set_input(name, ())

    def remove_output(self, name: str) -> None:
        """Empty an output slot. Raises ArgumentError for an unknown slot, and UnsupportedError for gradient ops."""
        self.set_output(name, ())

    def _check_slot(self, name: str, slots: Sequence[str]) -> None:
        if self._target.op.forward is not None:
            raise UnsupportedError(
                f"the slots of {self._target.type} are those of its forward operator and cannot be set", site=site(),
                fix="use _rename_input and _rename_output",
            )  # fmt: skip
        if name not in slots:
            type_ = self._target.type
            raise ArgumentError(f"{type_} has no slot {name}", site=site(), fix=f"the operator has {', '.join(slots)}")

    def attr(self, name: str) -> Any:
        """The value of an attribute. Raises NotFound for an unknown attribute."""
        return self._target.attr(name)

    def has_attr(self, name: str) -> bool:
        """True if the attribute exists."""
        return self._target.has_attr(name)

    def attr_names(self) -> list[str]:
        """Names of all attributes."""
        return self._target.attr_names

    def attr_type(self, name: str) -> int:
        """The type of an attribute. Raises NotFound for an unknown attribute."""
        return self._target.attr_type(name)

    def remove_attr(self, name: str) -> None:
        """Reset an attribute to its default."""
        self._target._remove_attr(name)

    def _set_attr(self, name: str, value: Any) -> None:
        self._target._set_attr(name, value)

    def _rename_input(self, old: str, new: str) -> None:
        self._target.rename_input(old, new)

    def _rename_output(self, old: str, new: str) -> None:
        self._target.rename_output(old, new)

    def _block_attr_id(self, name: str) -> int:
        return self._target._block_attr_id(name)

    def _blocks_attr_ids(self, name: str) -> list[int]:
        return self._target._blocks_attr_ids


def _put(names: tuple[str | None, ...], position: int, args: Sequence[str]) -> tuple[str | None, ...]:
    if len(args) > 1:
        raise ArgumentError(f"the slot takes one variable, but received {len(args)}", site=site())
    return (*names[:position], args[0] if args else None, *names[position + 1 :])


class BlockDesc(_Desc):
    """A view of a Block."""

    _target: Any

    @property
    def id(self) -> int:
        """Index of the block."""
        return self._target.idx

    @property
    def parent(self) -> int:
        """Index of the enclosing block. For the outermost block, this is -1."""
        return self._target.parent_idx

    def op_size(self) -> int:
        """Number of operators."""
        return len(self._target.ops)

    def op(self, index: int) -> OpDesc:
        """The operator at `index`. Raises IndexError."""
        return OpDesc(self._target.ops[index])

    def all_vars(self) -> list[VarDesc]:
        """The variables that the block declares."""
        return [VarDesc(v) for v in self._target.vars.values()]

    def has_var(self, name: bytes | str) -> bool:
        """True if the block declares the variable."""
        return _text(name) in self._target.vars

    def has_var_recursive(self, name: bytes | str) -> bool:
        """True if the block or an enclosing block declares the variable."""
        return self._target.find(_text(name)) is not None

    def find_var(self, name: bytes | str) -> VarDesc | None:
        """Return the variable with this name that the block declares, or None."""
        found = self._target.vars.get(_text(name))
        return None if found is None else VarDesc(found)

    def find_var_recursive(self, name: bytes | str) -> VarDesc | None:
        """Return the variable with this name in this block or in an enclosing block, or None."""
        found = self._target.find(_text(name))
        return None if found is None else VarDesc(found)

    def var(self, name: bytes | str) -> VarDesc:
        """Return the variable with this name. If it does not exist, declare it."""
        return self.find_var(name) or VarDesc(self._target.create_var(_text(name)))

    def get_forward_block_idx(self) -> int:
        """Return the index of the forward block if this block is a gradient block. Otherwise, return -1."""
        return self._target.forward_block_idx

    def _set_forward_block_idx(self, idx: int) -> None:
        self._target.forward_block_idx = idx

    def _remove_op(self, start: int, end: int) -> None:
        for _ in range(start, end):
            self._target._remove_op(start)

    def _remove_var(self, name: bytes | str) -> None:
        self._target._remove_var(_text(name))

    def _rename_var(self, old: bytes | str, new: bytes | str) -> None:
        self._target.rename(_text(old), _text(new))


def _text(name: bytes | str) -> str:
    return name.decode() if isinstance(name, bytes) else name


class ProgramDesc(_Desc):
    """A view of a Program."""

    _target: Any

    def serialize_to_string(self) -> bytes:
        """Return bytes for `Program.parse_from_string`.

        Raises UnsupportedError for attributes that cannot be serialized.
        """
        return self._target.codec[0](self._target)

    def num_blocks(self) -> int:
        """Number of blocks."""
        return self._target.num_blocks

    def block(self, index: int) -> BlockDesc:
        """The block at `index`. Raises IndexError."""
        return BlockDesc(self._target.blocks[index])

    def need_update(self) -> bool:
        """True if the program has changed since `flush` or `cached_hash_str`."""
        return self._target.flushed_version != self._target.version

    def flush(self) -> None:
        """Mark the program as unchanged for `need_update`."""
        self._target.flushed_version = self._target.version

    def cached_hash_str(self) -> str:
        """A hash of the program's text."""
        self.flush()
        return str(int.from_bytes(hashlib.blake2b(str(self._target).encode(), digest_size=8).digest()))
