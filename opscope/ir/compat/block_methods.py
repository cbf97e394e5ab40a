"""Paddle's methods of Block: append, insert and remove operators by Paddle type and slots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from opscope.core.source import site
from opscope.core.spec import TensorSpec, spec_list
from opscope.errors import ArgumentError, UsageError
from opscope.ir.compat import program_text
from opscope.ir.compat.append_composite import append_composite
from opscope.ir.compat.composite_ops import find_composite
from opscope.ir.compat.desc import BlockDesc
from opscope.ir.compat.operator_methods import check_flag
from opscope.ir.compat.resolve_op import resolve_op


class PaddleBlockMethods:
    """Paddle's methods of Block, as a mixin."""

    program: Any
    vars: Any
    ops: Any
    var_of: Any
    append: Any
    all_parameters: Any
    create_parameter: Any

    @property
    def desc(self) -> BlockDesc:
        """The block as an object of Paddle's C++ side."""
        return BlockDesc(self)

    def append_op(
        self,
        type: str | None = None,
        inputs: Mapping[str, Any] | None = None,
        outputs: Mapping[str, Any] | None = None,
        attrs: Mapping[str, Any] | None = None,
        stop_gradient: bool = False,
    ) -> Any:
        """Append an operator by Paddle type and slots. Its outputs get the inferred shapes and dtypes.

        Slots hold Variables, names, or lists of them. Raises ArgumentError for an unknown type or variable, ModeError
        for a missing slot, and the errors of the op's shape rule. Issues a warning about attributes that the op does
        not have. stop_gradient has no effect in programs, as in Paddle, because the inputs determine it.
        """
        return self._insert(len(self.ops), type, inputs, outputs, attrs)

    def _insert_op(
        self, index: int, *, type: str | None = None, inputs: Any = None, outputs: Any = None, attrs: Any = None
    ) -> Any:
        return self._insert(index, type, inputs, outputs, attrs)

    def _prepend_op(
        self, *, type: str | None = None, inputs: Any = None, outputs: Any = None, attrs: Any = None
    ) -> Any:
        return self._insert(0, type, inputs, outputs, attrs)

    def _insert(self, at: int, type: str | None, inputs: Any, outputs: Any, attrs: Any) -> Any:
        if not isinstance(type, str):
            raise ArgumentError("the `type` of an Operator must be the name of an operator, not None", site=site())
        if (composite := find_composite(type)) is not None:
            return append_composite(self, at, composite, inputs or {}, outputs or {}, dict(attrs or {}))
        resolved = resolve_op(type, inputs or {}, outputs or {}, dict(attrs or {}))
        made = self.append(
            resolved.op, [self.resolve_variable(v, type) for v in resolved.inputs], resolved.attrs,
            outputs=[self.resolve_variable(v, type) for v in resolved.outputs], specs=None, at=at,
        )  # fmt: skip
        self.reinfer(made)
        made.type_override = type if type != made.type else ""
        return made

    def reinfer(self, operator: Any) -> None:
        """Infer the shapes and dtypes of an operator's outputs again, except for persistable outputs."""
        for name, spec in zip(operator.outputs, self._specs(operator), strict=False):
            variable = None if name is None else self.resolve_variable(name)
            if variable is not None and spec is not None and not variable.persistable:
                variable.spec = spec

    def _specs(self, operator: Any) -> list[TensorSpec | None]:
        specs = operator.op.infer(
            *(None if n is None else self.resolve_variable(n).spec for n in operator.inputs), **operator.attrs
        )
        return spec_list(specs)

    def resolve_variable(self, value: Any, type: str = "") -> Any:
        """Return the Variable for an argument in a slot, which is a Variable or the name of a variable.

        Raises ArgumentError or UsageError for other arguments.
        """
        if not isinstance(value, str | bytes):
            if value is not None and not hasattr(value, "spec"):
                raise UsageError(
                    f"The type of '%X' in operator {type} should be one of [str, bytes, Variable]. "
                    f"but received : {value!r}",
                    site=site(),
                )
            return value
        return self.var_of(value.decode() if isinstance(value, bytes) else value)

    def _remove_op(self, index: int, sync: bool = True) -> None:
        removed = self.ops.pop(index)
        for name in removed.outputs:
            variable = None if name is None else self.vars.get(name)
            if variable is not None and variable.op is removed:
                variable.op = next((o for o in reversed(self.ops) if name in o.outputs), None)
        self.program.touch()

    def _remove_var(self, name: str, sync: bool = True) -> None:
        del self.vars[name]
        self.program.touch()

    _insert_op_without_sync = _insert_op

    def _slice_ops(self, start: int, end: int) -> list[Any]:
        return self.ops[start:end]

    def _set_forward_block_idx(self, idx: int) -> None:
        self.forward_block_idx = idx

    def _sync_with_cpp(self) -> None:
        """Do nothing, because the program has no C++ copy."""

    def _copy_param_info_from(self, other: Any) -> None:
        if not isinstance(other, type(self)):
            raise UsageError("_copy_param_info_from should be invoked with Block", site=site())
        for parameter in other.all_parameters():
            own = self.vars.get(parameter.name)
            if own is not None:  # else it was pruned
                made = self.create_parameter(
                    own.shape, own.dtype, name=own.name, stop_gradient=parameter.stop_gradient,
                    trainable=parameter.trainable, optimize_attr=parameter.optimize_attr,
                    regularizer=parameter.regularizer, need_clip=parameter.need_clip,
                )  # fmt: skip
                made.op = own.op

    def iter_parameters(self) -> Iterator[Any]:
        """The parameters that this block declares."""
        return iter(self.all_parameters())

    def to_string(self, throw_on_error: bool, with_details: bool = False) -> str:
        """The block as text. With with_details, the text has the user's line of each operator."""
        check_flag(throw_on_error, "throw_on_error")
        check_flag(with_details, "with_details")
        return program_text.block_text(self, with_details)  # type: ignore[arg-type]

    def _to_readable_code(self, skip_op_callstack: bool = True) -> str:
        check_flag(skip_op_callstack, "skip_op_callstack")
        return program_text.block_text(self, not skip_op_callstack)  # type: ignore[arg-type]
