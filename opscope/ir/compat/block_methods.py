"""What Paddle's programs do to a Block: operators by type and slots, appended, inserted and removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, UsageError, nearest
from opscope.ir.compat import program_text
from opscope.ir.compat.append_composite import append_composite
from opscope.ir.compat.composite_ops import find_composite
from opscope.ir.compat.desc import BlockDesc
from opscope.ir.compat.operator_methods import check_flag
from opscope.ir.compat.resolve_op import resolve_op


class PaddleBlockMethods:
    """Mixed into Block."""

    program: Any
    vars: Any
    ops: Any
    find: Any
    append: Any
    all_parameters: Any
    create_parameter: Any

    @property
    def desc(self) -> BlockDesc:
        """The block by the names of Paddle's C++ side."""
        return BlockDesc(self)

    def append_op(
        self,
        type: str | None = None,
        inputs: Mapping[str, Any] | None = None,
        outputs: Mapping[str, Any] | None = None,
        attrs: Mapping[str, Any] | None = None,
        stop_gradient: bool = False,
    ) -> Any:
        """Append an operator by Paddle's type and slots; the outputs take the shape and dtype that it makes.

        Slots hold Variables, names, or lists of them. Raises ArgumentError for an unknown type or variable, ModeError
        for a missing slot, and what the op's shape rule raises; warns of attributes that the op does not have.
        stop_gradient is for dygraph, as in Paddle: whether variables do follows from the inputs.
        """
        return self._put(len(self.ops), type, inputs, outputs, attrs)

    def _insert_op(
        self, index: int, *, type: str | None = None, inputs: Any = None, outputs: Any = None, attrs: Any = None
    ) -> Any:
        return self._put(index, type, inputs, outputs, attrs)

    def _prepend_op(
        self, *, type: str | None = None, inputs: Any = None, outputs: Any = None, attrs: Any = None
    ) -> Any:
        return self._put(0, type, inputs, outputs, attrs)

    def _put(self, at: int, type: str | None, inputs: Any, outputs: Any, attrs: Any) -> Any:
        if not isinstance(type, str):
            raise ArgumentError("`type` to initialized an Operator can not be None.", site=site())
        if (found := find_composite(type)) is not None:
            return append_composite(self, at, found, inputs or {}, outputs or {}, dict(attrs or {}))
        use = resolve_op(type, inputs or {}, outputs or {}, dict(attrs or {}))
        made = self.append(
            use.op, [self.resolve_variable(v, type) for v in use.inputs], use.attrs,
            outputs=[self.resolve_variable(v, type) for v in use.outputs], specs=None, at=at,
        )  # fmt: skip
        self.reinfer(made)
        made.type_override = type if type != made.type else ""
        return made

    def reinfer(self, operator: Any) -> None:
        """Give the outputs of an operator the specs that follow from its inputs; persistable ones keep theirs."""
        for name, spec in zip(operator.outputs, self._specs(operator), strict=False):
            variable = None if name is None else self.resolve_variable(name)
            if variable is not None and spec is not None and not variable.persistable:
                variable.spec = spec

    def _specs(self, operator: Any) -> list[TensorSpec | None]:
        specs = operator.op.infer(
            *(None if n is None else self.resolve_variable(n).spec for n in operator.inputs), **operator.attrs
        )
        return [specs] if isinstance(specs, TensorSpec) else list(specs)

    def resolve_variable(self, value: Any, type: str = "") -> Any:
        """The variable that a slot names. Raises ArgumentError for an unknown name, UsageError for anything else."""
        if not isinstance(value, str | bytes):
            if value is not None and not hasattr(value, "spec"):
                raise UsageError(
                    f"The type of '%X' in operator {type} should be one of [str, bytes, Variable]. "
                    f"but received : {value!r}",
                    site=site(),
                )
            return value
        name = value.decode() if isinstance(value, bytes) else value
        found = self.find(name)
        if found is None:
            raise ArgumentError(f"Var {name} is not found recursively", site=site(), fix=nearest(name, self.vars))
        return found

    def _remove_op(self, index: int, sync: bool = True) -> None:
        gone = self.ops.pop(index)
        for name in gone.outputs:
            variable = None if name is None else self.vars.get(name)
            if variable is not None and variable.op is gone:
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
        """Nothing: there is one program, not two."""

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
        """The parameters declared here."""
        return iter(self.all_parameters())

    def to_string(self, throw_on_error: bool, with_details: bool = False) -> str:
        """The block as text; with details also the lines that made its operators."""
        check_flag(throw_on_error, "throw_on_error")
        check_flag(with_details, "with_details")
        return program_text.block_text(self, with_details)  # type: ignore[arg-type]

    def _to_readable_code(self, skip_op_callstack: bool = True) -> str:
        check_flag(skip_op_callstack, "skip_op_callstack")
        return program_text.block_text(self, not skip_op_callstack)  # type: ignore[arg-type]
