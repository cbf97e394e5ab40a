"""onnx_model: writes a program as an ONNX model, with the export rules, and `cond` and `while_loop` as If and Loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from opscope._version import __version__
from opscope.core.annotations import Array
from opscope.core.dtype import int64
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.control_flow.cond import COND
from opscope.ir.control_flow.while_loop import WHILE
from opscope.ir.program.program import Block, Operator, Program
from opscope.onnx.exporter.exported_operator import RULES, ExportedOperator
from opscope.onnx.node import KNOWN_OPSETS
from opscope.onnx.onnx_files import onnx_package

LEAST_OPSET = 18  # whose operators the rules write
SMALL = 1 << 10  # bytes of constants that are written once


def onnx_model(
    program: Program, feeds: Sequence[str], fetches: Sequence[str], value_of: Callable[[str], Array | None], opset: int
) -> Any:
    """The ModelProto of a program that is pruned to what computes the fetches from the feeds.

    Args:
        program: the program, as it is evaluated.
        feeds: names of the variables that become the model's inputs; their unknown dims are symbolic.
        fetches: names of the variables that become its outputs.
        value_of: the values of persistable variables by name.
        opset: the version of ONNX's operators; at least 18 is written.

    Raises UnsupportedError for an operator without a rule, with the line that made it; ArgumentError for an unknown
    opset, or a variable without a value.
    """
    onnx = onnx_package()
    opset = max(opset, LEAST_OPSET)
    newest = min(KNOWN_OPSETS[""], onnx.defs.onnx_opset_version())
    if opset > newest:
        raise ArgumentError(
            f"opset {opset} is not supported: the newest opset is {newest}", site=site(), fix=f"pass {newest} or less"
        )
    parts = ModelParts(value_of, feeds)
    block = program.global_block()
    graph = GraphExport(parts, block, {name: name for name in feeds})
    graph.write(block.ops)
    outputs = [graph.output(name) for name in fetches]
    made = onnx.helper.make_graph(
        graph.nodes, "program", [_value_info(n, block.var_of(n).spec, symbolic=True) for n in feeds],
        [_value_info(n, block.var_of(f).spec) for n, f in zip(outputs, fetches, strict=True)], parts.initializers,
    )  # fmt: skip
    version = onnx.helper.make_opsetid("", opset)
    return onnx.helper.make_model(
        made, opset_imports=[version], ir_version=onnx.helper.find_min_ir_version_for([version]),
        producer_name="opscope", producer_version=__version__,
    )  # fmt: skip


def _value_info(name: str, spec: TensorSpec, symbolic: bool = False) -> Any:
    onnx = onnx_package()
    code = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(spec.dtype.dtype))
    dims = [f"{name}.{i}" if d is None and symbolic else d for i, d in enumerate(spec.shape)]
    return onnx.helper.make_tensor_value_info(name, code, dims)


class ModelParts:
    """Parts that all graphs of a model share: names, weights and constants."""

    def __init__(self, value_of: Callable[[str], Array | None], feeds: Sequence[str]) -> None:
        self._value_of = value_of
        self._taken: set[str] = set(feeds)
        self._weights: dict[str, str] = {}
        self._constants: dict[tuple[Any, ...], str] = {}
        self.initializers: list[Any] = []

    def new_name(self, wanted: str) -> str:
        """Return an unused name, because ONNX assigns each name once."""
        found, count = wanted, 0
        while found in self._taken:
            count += 1
            found = f"{wanted}_{count}"
        self._taken.add(found)
        return found

    def weight(self, name: str) -> str:
        """Return the name of a persistable variable's value. Raises ArgumentError for a variable without a value."""
        if name not in self._weights:
            array = self._value_of(name)
            if array is None:
                raise ArgumentError(
                    f"{name} has no value in the scope", site=site(), fix="run the startup program first"
                )
            self._weights[name] = self._initializer(name, np.asarray(array))
        return self._weights[name]

    def constant(self, value: Array) -> str:
        """Return the name of a constant; small equal constants share a name."""
        key = (value.dtype.name, value.shape, value.tobytes()) if value.nbytes <= SMALL else (len(self._constants),)
        if key not in self._constants:
            self._constants[key] = self._initializer("constant", value)
        return self._constants[key]

    def _initializer(self, wanted: str, value: Array) -> str:
        name = self.new_name(wanted)
        self.initializers.append(onnx_package().numpy_helper.from_array(np.array(value, order="C", copy=None), name))
        return name


class GraphExport:
    """Writes operators of a block as nodes of a graph."""

    def __init__(
        self, parts: ModelParts, block: Block, names: Mapping[str, str], nodes: list[Any] | None = None
    ) -> None:
        self.parts, self.block = parts, block
        self.names = dict(names)  # what the present values of variables are called: programs assign more than once
        self.nodes: list[Any] = [] if nodes is None else nodes
        self._operator: Operator | None = None
        self._made: set[str] = set()

    def value(self, name: str) -> str:
        """Return the name of a variable's current value."""
        if name in self.names:
            return self.names[name]
        variable = self.block.var_of(name)
        if not variable.persistable:
            where = self._operator
            raise UnsupportedError(
                f"the value of {name} cannot be written for ONNX: no operator in the file computes it",
                site=None if where is None else where.user_site,
                fix="feed the value, or leave out the operators that read it",
            )
        return self.parts.weight(name)

    def output(self, name: str) -> str:
        """Return the value of a variable as an output of this graph, written by a separate node."""
        made = self.parts.new_name(name)
        self.add_node("Identity", [self.value(name)], [made], {})
        return made

    # --- what rules write ---------------------------------------------------------------------------

    def new_name(self, wanted: str) -> str:
        """Return an unused name."""
        return self.parts.new_name(wanted)

    def constant(self, value: Any) -> str:
        """Return the name of a constant."""
        return self.parts.constant(np.asarray(value))

    def add_node(self, type_: str, inputs: Sequence[str], outputs: Sequence[str], attrs: dict[str, Any]) -> None:
        """Append a node, whose name contains the layer of its operator."""
        onnx = onnx_package()
        path = "" if self._operator is None else self._operator.layer_path
        scope = "/".join(p for p in path.split(".") if p)
        given = {name: _attribute(value) for name, value in attrs.items()}
        present = list(inputs)
        while present and not present[-1]:
            present.pop()
        name = self.parts.new_name(f"/{scope}/{type_}" if scope else f"/{type_}")
        self.nodes.append(onnx.helper.make_node(type_, present, list(outputs), name=name, **given))
        self._made.update(outputs)

    # --- operators ----------------------------------------------------------------------------------

    def write(self, operators: Sequence[Operator]) -> None:
        """Write operators in their order. Raises UnsupportedError for an operator without a rule."""
        for operator in operators:
            self._operator = operator
            if operator.op is COND:
                self._cond(operator)
            elif operator.op is WHILE:
                self._while(operator)
            else:
                self._write(operator)
        self._operator = None

    def _write(self, operator: Operator) -> None:
        rule = RULES.get(operator.op.name)
        if rule is None:
            raise UnsupportedError(
                f"{operator!r} cannot be written for ONNX: {operator.op.name} has no ONNX rule",
                site=operator.user_site, fix="use other operators, or fetch the value before it",
            )  # fmt: skip
        inputs = ["" if n is None else self.value(n) for n in operator.inputs]
        specs = [None if n is None else self.block.var_of(n).spec for n in operator.inputs]
        outputs = ["" if n is None else self.new_name(n) for n in operator.outputs]
        rule(ExportedOperator(self, operator, inputs, outputs, specs))
        for name, made in zip(operator.outputs, outputs, strict=True):
            if name is not None and made in self._made:
                self.names[name] = made

    def _outer(self, operator: Operator, start: int = 0) -> dict[str, str]:
        """Return the names of outer values that the blocks of an operator read."""
        params = operator.attrs["params"]
        given = operator.inputs[len(operator.inputs) - len(params) :]
        pairs = list(zip(params, given, strict=True))[start:]
        return {**self.names, **{inner: self.value(str(outer)) for inner, outer in pairs}}

    def _cond(self, operator: Operator) -> None:
        onnx = onnx_package()
        outer = self._outer(operator)
        outs = [str(n) for n in operator.outputs[: len(operator.attrs["results"][0])]]
        graphs = []
        for label, block, results in zip(("then", "else"), operator.blocks, operator.attrs["results"], strict=True):
            inner = GraphExport(self.parts, block, outer)
            inner.write(block.ops)
            ends = [inner.output(r) for r in results]
            infos = [_type_info(e, self.block.var_of(o).spec) for e, o in zip(ends, outs, strict=True)]
            graphs.append(onnx.helper.make_graph(inner.nodes, label, [], infos))
        made = [self.new_name(o) for o in outs]
        attrs = {"then_branch": graphs[0], "else_branch": graphs[1]}
        self.add_node("If", [self.value(str(operator.inputs[0]))], made, attrs)
        self.names.update(zip(outs, made, strict=True))

    def _while(self, operator: Operator) -> None:
        """Write a Loop. The condition is computed before the loop, and at the end of each iteration."""
        onnx = onnx_package()
        a, (test, body) = operator.attrs, operator.blocks
        count = a["n_loop"]
        carried, outs = a["params"][:count], [str(n) for n in operator.outputs[:count]]
        specs = [self.block.var_of(n).spec for n in outs]
        start = [self.value(str(n)) for n in operator.inputs[:count]]
        outer = self._outer(operator, count)
        first = GraphExport(self.parts, test, {**outer, **dict(zip(carried, start, strict=True))}, self.nodes)
        first.write(test.ops)
        given = [self.new_name(n) for n in ("iteration", "going", *carried)]
        inner = GraphExport(self.parts, body, {**outer, **dict(zip(carried, given[2:], strict=True))})
        inner.write(body.ops)
        ends = [inner.value(n) for n in a["results"]]
        last = GraphExport(self.parts, test, {**outer, **dict(zip(carried, ends, strict=True))}, inner.nodes)
        last.write(test.ops)
        results = [last.output(a["pred"]), *(inner.output(n) for n in a["results"])]
        flag = test.var_of(a["pred"]).spec.with_shape(())
        inputs = [_type_info(n, s) for n, s in zip(given, (TensorSpec((), int64), flag, *specs), strict=True)]
        made = [self.new_name(o) for o in outs]
        graph = onnx.helper.make_graph(
            inner.nodes, "body", inputs, [_type_info(n, s) for n, s in zip(results, (flag, *specs), strict=True)]
        )
        self.add_node("Loop", ["", first.value(a["pred"]), *start], made, {"body": graph})
        self.names.update(zip(outs, made, strict=True))


def _type_info(name: str, spec: TensorSpec) -> Any:
    """Return the ValueInfo of a value: its dtype, and its dims if all are known."""
    onnx = onnx_package()
    code = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(spec.dtype.dtype))
    return onnx.helper.make_tensor_value_info(name, code, None if None in spec.shape else list(spec.shape))


def _attribute(value: Any) -> Any:
    """Return an attribute in the form of onnx.helper: a dtype is a number."""
    onnx = onnx_package()
    if isinstance(value, np.dtype):
        return int(onnx.helper.np_dtype_to_tensor_dtype(value))
    return onnx.numpy_helper.from_array(value) if isinstance(value, np.ndarray) else value
