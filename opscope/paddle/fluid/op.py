"""paddle.fluid.op: runs one operator on the variables of a scope, without a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError, nearest
from opscope.ir.compat.op_protos import OpProto, proto_of, registered_types
from opscope.ir.compat.resolve_op import as_list
from opscope.ir.program.program import Program
from opscope.runtime.executor import Executor
from opscope.runtime.scope import Scope


class ScopeOperator:
    """An operator whose slots contain names of variables in the scope of the run."""

    def __init__(self, type_: str, inputs: dict[str, list[str]], outputs: dict[str, list[str]], attrs: dict[str, Any]):
        self._type, self._inputs, self._outputs, self._attrs = type_, inputs, outputs, attrs
        self._built: tuple[Any, Program, list[str]] | None = None
        self._executor = Executor()

    def type(self) -> str:
        """Paddle's name of the operator."""
        return self._type

    def inputs(self, name: str) -> list[str]:
        """Names in an input slot."""
        return list(self._inputs.get(name, ()))

    def outputs(self, name: str) -> list[str]:
        """Names in an output slot."""
        return list(self._outputs.get(name, ()))

    def input_vars(self) -> list[str]:
        """Names of all inputs."""
        return [name for names in self._inputs.values() for name in names]

    def output_vars(self) -> list[str]:
        """Names of all outputs."""
        return [name for names in self._outputs.values() for name in names]

    def run(self, scope: Scope, place: object) -> None:
        """Read the inputs from a scope and write the outputs to it."""
        feed = {name: np.asarray(scope.var(name).get_tensor()) for name in self.input_vars()}
        key = [(name, value.shape, value.dtype) for name, value in feed.items()]
        if self._built is None or self._built[0] != key:
            self._built = key, *self._build(feed)
        _, program, fetch = self._built
        with mode.block(static=True):
            results = self._executor.run(program, {f"{n}@IN": v for n, v in feed.items()}, fetch)
        for name, value in zip(fetch, results, strict=True):
            scope.var(name).get_tensor().set(value, place)

    def _build(self, feed: Mapping[str, Any]) -> tuple[Program, list[str]]:
        program = Program()
        block = program.global_block()
        for name, value in feed.items():
            block.create_var(f"{name}@IN", value.shape, str(value.dtype), is_data=True)
        outputs = {slot: [block.create_var(n) for n in names] for slot, names in self._outputs.items()}
        inputs = {slot: [f"{n}@IN" for n in names] for slot, names in self._inputs.items()}
        block.append_op(type=self._type, inputs=inputs, outputs=outputs, attrs=self._attrs)
        return program, [n for n in self.output_vars() if block.var(n).op is not None]


class OperatorFactory(Described):
    """`Operator("sgd", Param="w", Grad="g", LearningRate="r", ParamOut="w")` makes a ScopeOperator."""

    def __call__(self, type: str, **given: Any) -> ScopeOperator:
        """Return a ScopeOperator. Slots are names of variables, or lists of names; other keywords are attributes.

        Raises ArgumentError for an unknown type, and for an unknown slot or attribute.
        """
        proto = proto_of(type)
        slots = [{s.name: as_list(given.pop(s.name, None)) for s in side} for side in (proto.inputs, proto.outputs)]
        known = {a.name for a in proto.attrs} | {"op_role"}
        if unknown := [name for name in given if name not in known]:
            have = [*slots[0], *slots[1], *known]
            raise ArgumentError(
                f"the operator {type} has no input, output or attribute named {unknown[0]!r}",
                site=site(),
                fix=nearest(unknown[0], have),
            )
        inputs, outputs = ({slot: names for slot, names in side.items() if names} for side in slots)
        return ScopeOperator(type, inputs, outputs, {k: v for k, v in given.items() if k != "op_role"})

    def types(self) -> list[str]:
        """Return all types."""
        return registered_types()

    def get_op_info(self, type: str) -> OpProto:
        """Return the inputs, outputs and attributes of a type of operator."""
        return proto_of(type)

    def get_op_inputs(self, type: str) -> list[tuple[str, bool]]:
        """Return a pair for each input: (slot, True if the slot holds several variables)."""
        return [(s.name, s.duplicable) for s in proto_of(type).inputs]

    def get_op_outputs(self, type: str) -> list[tuple[str, bool]]:
        """Return a pair for each output: (slot, True if the slot holds several variables)."""
        return [(s.name, s.duplicable) for s in proto_of(type).outputs]

    def get_op_input_names(self, type: str) -> list[str]:
        """Return the input slots."""
        return [s.name for s in proto_of(type).inputs]

    def get_op_output_names(self, type: str) -> list[str]:
        """Return the output slots."""
        return [s.name for s in proto_of(type).outputs]

    def get_op_attr_names(self, type: str) -> list[str]:
        """Return the names of the attributes."""
        return [a.name for a in proto_of(type).attrs]

    def get_op_extra_attr_names(self, type: str) -> list[str]:
        """Return an empty list: no attributes are only for one backend."""
        return []


Operator = OperatorFactory()

__all__ = ["Operator", "OperatorFactory"]
