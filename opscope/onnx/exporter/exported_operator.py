"""ExportedOperator: the operator that an export rule reads, and the nodes that the rule writes; the table of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from opscope.core.dtype import DType, as_dtype
from opscope.core.shape import Shape
from opscope.core.spec import TensorSpec
from opscope.errors import UnsupportedError
from opscope.ir.program.program import Operator
from opscope.ops.attr_values import DYNAMIC_DIM

Rule = Callable[["ExportedOperator"], None]
RULES: dict[str, Rule] = {}  # by the name of the op
INTEGERS = "iu"


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Decorator: register the export rule of these ops."""

    def register(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


class NodeSink(Protocol):
    """Receiver of nodes and constants."""

    def add_node(self, type_: str, inputs: Sequence[str], outputs: Sequence[str], attrs: dict[str, Any]) -> None: ...
    def new_name(self, wanted: str) -> str: ...
    def constant(self, value: Any) -> str: ...


class ExportedOperator:
    """An operator during its export: names and specs of inputs, attributes with defaults, and a sink of nodes."""

    def __init__(
        self, sink: NodeSink, operator: Operator, inputs: list[str], outputs: list[str], specs: list[TensorSpec | None]
    ) -> None:
        self.sink = sink
        self.operator = operator
        self.name: str = operator.op.name
        self.inputs = inputs  # "" for an absent one
        self.outputs = outputs
        self.specs = specs
        self.attrs: dict[str, Any] = dict(operator.op.with_defaults(operator.attrs))

    # --- what is known ------------------------------------------------------------------------------

    def spec(self, position: int = 0) -> TensorSpec:
        """Return the spec of an input that is not absent."""
        found = self.specs[position]
        assert found is not None
        return found

    def shape(self, position: int = 0) -> Shape:
        """Return the dims of an input; None for an unknown dim."""
        return self.spec(position).shape

    def has(self, position: int) -> bool:
        """Return True if this input is not absent."""
        return position < len(self.inputs) and bool(self.inputs[position])

    def out_spec(self, position: int = 0) -> TensorSpec:
        """Return the spec of an output."""
        name = self.operator.outputs[position]
        assert name is not None
        return self.operator.block.var_of(name).spec

    @property
    def dtype(self) -> DType:
        """The dtype of the first output."""
        return self.out_spec().dtype

    def known_dims(self, position: int, axes: Sequence[int]) -> list[int]:
        """Return the sizes of some dims of an input. Raises UnsupportedError for an unknown size."""
        found = [self.shape(position)[a] for a in axes]
        if None in found:
            raise self.refuse(f"dims {list(axes)} of {self.operator.inputs[position]}, which are unknown,")
        return [int(d) for d in found if d is not None]

    def refuse(self, what: str) -> UnsupportedError:
        """Return the error for a use of the op that ONNX's operators cannot express."""
        return UnsupportedError(
            f"{self.operator!r}: {what} cannot be written as ONNX operators", site=self.operator.user_site,
            fix="use other operators; opscope/onnx/exporter lists the supported operators",
        )  # fmt: skip

    # --- nodes --------------------------------------------------------------------------------------

    def nodes(self, type_: str, *inputs: str, outputs: int, **attrs: Any) -> list[str]:
        """Write a node with several new outputs, and return their names."""
        names = [self.sink.new_name(f"{self.outputs[0]}/{type_}") for _ in range(outputs)]
        self.sink.add_node(type_, inputs, names, attrs)
        return names

    def node(self, type_: str, *inputs: str, **attrs: Any) -> str:
        """Write a node between inputs and outputs, and return the name of its value."""
        return self.nodes(type_, *inputs, outputs=1, **attrs)[0]

    def result(self, type_: str, *inputs: str, position: int = 0, **attrs: Any) -> None:
        """Write the node that computes an output."""
        self.sink.add_node(type_, inputs, [self.outputs[position]], attrs)

    def constant(self, value: Any, dtype: Any = None) -> str:
        """Return the name of a constant."""
        return self.sink.constant(np.asarray(value, None if dtype is None else as_dtype(dtype).dtype))

    @property
    def x(self) -> str:
        """Return the first input, cast to the dtype of the first output."""
        return self.input_as(0, self.dtype)

    def number(self, value: float) -> str:
        """Return a constant number in the dtype of the first output."""
        return self.constant(value, self.dtype)

    def ints(self, values: Sequence[int]) -> str:
        """Return a constant int64 vector, the form of shapes and axes in ONNX."""
        return self.constant(list(values), "int64")

    def input_as(self, position: int, dtype: Any) -> str:
        """Return an input, cast to another dtype."""
        return self.cast(self.inputs[position], self.spec(position).dtype, dtype)

    def cast(self, name: str, given: Any, wanted: Any) -> str:
        """Return a value, cast to another dtype unless it has this dtype."""
        if as_dtype(given).name == as_dtype(wanted).name:
            return name
        return self.node("Cast", name, to=np.dtype(as_dtype(wanted).dtype))

    # --- sizes that are tensors ---------------------------------------------------------------------

    def filled(self, sizes_from: int, *templates: Sequence[Any]) -> list[str]:
        """Return shape templates as tensors; the inputs from this position replace each DYNAMIC_DIM."""
        rest = list(range(sizes_from, len(self.inputs)))
        made = []
        for template in templates:
            parts: list[str] = []
            at = 0
            while at < len(template):
                if template[at] != DYNAMIC_DIM:
                    end = next((i for i in range(at, len(template)) if template[i] == DYNAMIC_DIM), len(template))
                    parts.append(self.ints([int(d) for d in template[at:end]]))
                    at = end
                    continue
                position = rest.pop(0)
                count = 1
                for d in self.shape(position):
                    count *= 0 if d is None else d
                if count < 1 or list(template[at : at + count]) != [DYNAMIC_DIM] * count:
                    raise self.refuse("a shape that consists of tensors with unknown lengths")
                flat = self.node("Reshape", self.input_as(position, "int64"), self.ints([-1]))
                parts.append(flat)
                at += count
            made.append(parts[0] if len(parts) == 1 else self.node("Concat", *parts, axis=0))
        return made
