"""Paddle's methods of Operator, which read and change the inputs, outputs and attributes of an operator."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ModeError, NotFound, OpscopeWarning, nearest
from opscope.ir.compat import op_types, program_text
from opscope.ir.compat.desc import OpDesc
from opscope.ir.compat.paddle_names import attr_from_paddle
from opscope.ir.op_roles import BACKWARD, OPTIMIZE
from opscope.ops.registry import Attrs, Op

SETTABLE_ATTRS = ("op_role", "op_role_var", "op_namescope", "op_device")
READONLY_ATTRS = ("op_callstack", "with_quant_attr")
IS_TEST, TRAINING = "is_test", "training"  # some ops have `training` where Paddle has `is_test`


class AttrType(IntEnum):
    """Types of attributes, with the numbers that Paddle uses."""

    INT, FLOAT, STRING, INTS, FLOATS, STRINGS, BOOL, BOOLS, BLOCK, LONG, BLOCKS = range(11)
    BOOLEAN, BOOLEANS = BOOL, BOOLS


class PaddleOperatorMethods:
    """Paddle's methods of Operator, as a mixin."""

    __slots__ = ()

    block: Any
    op: Op
    type_override: str
    inputs: tuple[str | None, ...]
    outputs: tuple[str | None, ...]
    attrs: Attrs
    user_attrs: Attrs
    role: int
    role_var: list[str]
    namescope: str
    device: str
    site: Any

    @property
    def desc(self) -> OpDesc:
        """The operator as an object of Paddle's C++ side."""
        return OpDesc(self)

    @property
    def type(self) -> str:
        """Paddle's type of the operator: `elementwise_add`."""
        return self.type_override or op_types.type_of(self.op)

    @property
    def input_names(self) -> list[str]:
        """The slot names of the inputs."""
        return list(op_types.input_slots(self.op, self.inputs))

    @property
    def output_names(self) -> list[str]:
        """The slot names of the outputs."""
        return list(op_types.output_slots(self.op, self.outputs))

    @property
    def input_arg_names(self) -> list[str]:
        """The variable names of all inputs."""
        return [n for n in self.inputs if n is not None]

    @property
    def output_arg_names(self) -> list[str]:
        """The variable names of all outputs."""
        return [n for n in self.outputs if n is not None]

    def input(self, name: str) -> list[str]:
        """Return the names in an input slot. Raises NotFound."""
        return self._slot(op_types.input_slots(self.op, self.inputs), name, "Input")

    def output(self, name: str) -> list[str]:
        """Return the names in an output slot. Raises NotFound."""
        return self._slot(op_types.output_slots(self.op, self.outputs), name, "Output")

    def _slot(self, slots: dict[str, list[str]], slot: str, what: str) -> list[str]:
        if slot not in slots:
            raise NotFound(
                f"{what} {slot} cannot be found in operator {self.type}.", fix=f"the operator has {', '.join(slots)}"
            )
        return slots[slot]

    @property
    def attr_names(self) -> list[str]:
        """Names of all attributes, including Paddle's bookkeeping attributes."""
        return list(self._attr_table())

    def attr(self, name: str) -> Any:
        """Return the value of an attribute, by opscope's or Paddle's name. Raises NotFound."""
        known = self._attr_table()
        if name not in known:
            name = attr_from_paddle(self.op.name, name)
        if name == IS_TEST and name not in known and TRAINING in known:
            return not known[TRAINING]
        if name not in known:
            raise NotFound(
                f"Attribute {name} is not found.", fix=nearest(name, known) or f"the operator has {', '.join(known)}"
            )
        found: Any = known[name]
        return list(found) if isinstance(found, tuple) else found

    def _attr_table(self) -> dict[str, Any]:
        bookkeeping: dict[str, Any] = {
            "op_role": self.role,
            "op_role_var": self.role_var,
            "op_namescope": self.namescope,
        }
        bookkeeping["op_device"], bookkeeping["with_quant_attr"] = self.device, False
        bookkeeping["op_callstack"] = self._callstack()
        return {**self.op.with_defaults(self.attrs), **bookkeeping, **self.user_attrs}

    def _callstack(self) -> list[str]:
        made = self.site
        if made is None:
            return []
        return [f'  File "{made.filename}", line {made.line}, in {made.function}', f"    {made.code}"]

    def has_attr(self, name: str) -> bool:
        """Return True if the attribute exists, by opscope's or Paddle's name."""
        known = self._attr_table()
        return name in known or attr_from_paddle(self.op.name, name) in known or (name == IS_TEST and TRAINING in known)

    def all_attrs(self) -> dict[str, Any]:
        """All attributes by name."""
        return {name: self.attr(name) for name in self.attr_names}

    def attr_type(self, name: str) -> AttrType:
        """The type of an attribute. Raises NotFound for an unknown attribute."""
        value = self.attr(name)
        if name in ("blocks", "sub_block"):
            return AttrType.BLOCKS
        kinds = {bool: AttrType.BOOLEAN, int: AttrType.INT, float: AttrType.FLOAT, str: AttrType.STRING}
        many = {bool: AttrType.BOOLEANS, int: AttrType.INTS, float: AttrType.FLOATS, str: AttrType.STRINGS}
        if isinstance(value, list | np.ndarray):
            items: list[Any] = np.asarray(value).ravel().tolist() if isinstance(value, np.ndarray) else value
            return many.get(type(items[0]), AttrType.STRINGS) if items else AttrType.INTS
        return kinds.get(type(value), AttrType.STRING)

    def _set_attr(self, name: str, val: Any) -> None:
        """Set an attribute, by opscope's or Paddle's name. Later runs use the new value.

        An attribute that the op does not have is stored with a warning, and has no effect.
        """
        if name in SETTABLE_ATTRS:
            if getattr(self, own := name.removeprefix("op_")) == val:
                return
            setattr(self, own, val)
        else:
            ours = name if name in self.attrs or name in self.op.attrs else attr_from_paddle(self.op.name, name)
            if ours == IS_TEST and ours not in self.op.attrs and TRAINING in self.op.attrs:
                ours, val = TRAINING, not val
            if ours not in self.attrs and ours not in self.op.attrs and not self.op.accepts_any_attr:
                self._keep_user_attr(name, val)
            else:
                self.attrs = {**self.attrs, ours: tuple(val) if isinstance(val, list) else val}
        self.block.program.touch()

    def _keep_user_attr(self, name: str, value: Any) -> None:
        if name not in self.user_attrs:
            warn(
                OpscopeWarning(
                    f"{self.type} has no attribute {name}: the value is stored, but has no effect", site=site(),
                    fix=nearest(name, self.op.attrs) or f"the operator has {', '.join(self.op.attrs) or 'none'}",
                ),
                stacklevel=4,
            )  # fmt: skip
        self.user_attrs[name] = value

    def _remove_attr(self, name: str) -> None:
        """Reset an attribute to its default."""
        if name in SETTABLE_ATTRS:
            setattr(self, name.removeprefix("op_"), {"op_role": 0, "op_role_var": []}.get(name, ""))
        else:
            ours = name if name in self.attrs else attr_from_paddle(self.op.name, name)
            self.attrs = {n: v for n, v in self.attrs.items() if n != ours}
            self.user_attrs.pop(name, None)
        self.block.program.touch()

    def _is_backward_op(self) -> bool:
        return bool(self.role & BACKWARD)

    def _is_optimize_op(self) -> bool:
        return bool(self.role & OPTIMIZE)

    @property
    def _blocks_attr_ids(self) -> list[int]:
        return list(self.attrs.get("blocks", ()))

    def _block_attr_id(self, name: str) -> int:
        """Return the index of the operator's first block, for any attribute name. Raises NotFound."""
        if not self.attrs.get("blocks"):
            raise NotFound(f"Attribute {name} is not found.", fix=f"{self.type} owns no blocks")
        return self.attrs["blocks"][0]

    def _block_attr(self, name: str) -> Any:
        return self.block.program.block(self._block_attr_id(name))

    def rename_input(self, old_name: str, new_name: str) -> None:
        """Replace an input by another variable."""
        self.inputs = tuple(new_name if n == old_name else n for n in self.inputs)
        self.block.program.touch()

    def rename_output(self, old_name: str, new_name: str) -> None:
        """Replace an output by another variable."""
        self.outputs = tuple(new_name if n == old_name else n for n in self.outputs)
        self.block.program.touch()

    _rename_input, _rename_output = rename_input, rename_output

    @property
    def idx(self) -> int:
        """The position of the operator in its block."""
        return self.block.ops.index(self)

    def to_string(self, throw_on_error: bool) -> str:
        """The operator as text, with the user's line that created the operator."""
        check_flag(throw_on_error, "throw_on_error")
        return self._to_readable_code() + (f"\n    // {self.site.where}: {self.site.code}" if self.site else "")

    def _to_readable_code(self, skip_op_callstack: bool = True) -> str:
        check_flag(skip_op_callstack, "skip_op_callstack")
        return program_text.operator_text(self)  # type: ignore[arg-type]


def check_flag(value: object, name: str) -> None:
    """Raise Paddle's AssertionError if `value` is not a bool."""
    if not isinstance(value, bool):
        raise ModeError(f"The type of {name} parameter is wrong, expected bool, but received {type(value)}.")
