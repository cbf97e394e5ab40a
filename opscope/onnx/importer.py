"""Conversion of a graph to a Program: names, scopes, constants, and nodes by the table or by a function's body."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.dtype import as_dtype
from opscope.core.progress_bar import progressed
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import ArgumentError, OpscopeError, UnsupportedError
from opscope.ir.program.program import Block, Operator, Parameter, Program, Variable
from opscope.onnx import function_bodies
from opscope.onnx.held_formats import held, in_format, output_formats
from opscope.onnx.node import FOLDED, KNOWN_OPSETS, UNKNOWN, Node, Value, find_converter, schema_of
from opscope.onnx.node_order import in_order
from opscope.onnx.onnx_files import element_dtype, onnx_package, sparse_array, tensor_array
from opscope.ops.elementwise.narrow_formats import HELD_IN, INTEGERS
from opscope.ops.registry import REGISTRY

MAX_DEPTH = 32  # of functions and subgraphs in each other
MAX_NODES, MAX_CALLS = 5_000, 100  # nodes that calls of the file's functions may make: so many, or for each in the file
PARTIAL = frozenset({"Gather", "Concat", "Unsqueeze", "Squeeze", "Slice", "Identity", "Cast", "Reshape"})
_prefix = "onnx@"  # of names that are replaced at the end of a node: no name of a model may collide with them


class ModelGraph:
    """The values of a graph by name. A name that the graph does not have is searched in the outer graph."""

    def __init__(self, opsets: Mapping[str, int], outer: ModelGraph | None = None, scope: str = "") -> None:
        self.values: dict[str, Value] = {}
        self.opsets = opsets
        self.outer = outer
        self.scope = scope  # put before names, in a function's body
        self.depth: int = 0 if outer is None else outer.depth + 1
        self.attributes: Mapping[str, Any] = {} if outer is None else outer.attributes

    def find(self, name: str) -> Value:
        """Return the value of a name. Raises KeyError."""
        graph: ModelGraph | None = self
        while graph is not None:
            if name in graph.values:
                return graph.values[name]
            graph = graph.outer
        raise KeyError(name)


class Importer:
    """Appends the operators of a model to a program."""

    def __init__(
        self,
        model: Any,
        folder: Path,
        *,
        trainable: bool,
        half: bool,
        constants: Mapping[str, Any],
        dims: Mapping[str, int],
    ) -> None:
        self.model = model
        self.folder = folder
        self.trainable = trainable
        self.half = half  # float32 becomes float16
        self.constants = constants
        self.dims = dims
        self.symbols: dict[str, list[str]] = {}  # the names of the symbolic dims of each input
        self.program = Program()
        self.feeds: list[str] = []
        self.fetches: list[Value] = []
        self.weights: dict[str, Array] = {}  # of persistable variables
        self.arrays: dict[str, Array] = {}  # of variables whose value is known: initializers
        self.partial: dict[str, Array] = {}  # of variables whose elements are partly known: shapes
        self._open: dict[tuple[str, int], int] = {}  # dims of values that are unknown, by value and axis: their numbers
        self.formats: dict[str, str] = {}  # of variables whose elements have a format that NumPy lacks
        self.local = {(f.domain, f.name, f.overload): f for f in model.functions}
        self._called_nodes = 0  # made by calls of them: functions that call each other twice double them
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}  # the last one behind a name that several values have
        self._counters: dict[str, int] = {}  # of names that are replaced: blocks must not use one twice

    # --- the model ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Build the program."""
        opsets = {"" if o.domain == "ai.onnx" else o.domain: o.version for o in self.model.opset_import}
        graph = ModelGraph(opsets)
        proto = self.model.graph
        self._taken = {n for node in proto.node for n in node.output} | {i.name for i in proto.input}
        initializers = {t.name: t for t in proto.initializer}
        for tensor in proto.initializer:
            graph.values[tensor.name] = self._initializer(tensor)
        for sparse in proto.sparse_initializer:
            name = sparse.values.name
            graph.values[name] = self._weight(name, sparse_array(sparse, self.folder, f"initializer {name!r}"))
        for info in proto.input:
            if info.name not in initializers:
                graph.values[info.name] = self._input(info)
        if unknown := [n for n in self.constants if n not in {i.name for i in proto.input}]:
            raise ArgumentError(f"constants: the model has no input {unknown[0]!r}")
        self.run_nodes(progressed(in_order(proto.node), "reading nodes"), graph)
        for info in proto.output:
            self.fetches.append(self._output(info.name, self.lookup(graph, info.name, "the model's outputs")))

    def _input(self, info: Any) -> Value:
        where = f"input {info.name!r}"
        if info.name in self.constants:
            given = self.constants[info.name]
            return (
                given
                if given is None
                else list(map(np.asarray, given))
                if isinstance(given, list)
                else np.asarray(given)
            )
        kind = info.type.WhichOneof("value")
        if kind != "tensor_type":
            raise UnsupportedError(
                f"{where}: a {str(kind).removesuffix('_type')} cannot be fed",
                fix=f"give its value when the program is built: constants={{{info.name!r}: [...]}}",
            )
        dtype = self.narrowed(element_dtype(info.type.tensor_type.elem_type, where))
        if dtype in HELD_IN:
            self.formats[info.name] = dtype
            dtype = HELD_IN[dtype]
        if not info.type.tensor_type.HasField("shape"):
            raise UnsupportedError(
                f"the rank of {where} is unknown", fix="export the model with the shapes of its inputs"
            )
        shape = tuple(self._dim(d) for d in info.type.tensor_type.shape.dim)
        self.symbols[info.name] = [d.dim_param for d in info.type.tensor_type.shape.dim if d.dim_param]
        self.feeds.append(info.name)
        block = self.program.global_block()
        return block.create_var(
            info.name, shape, dtype, stop_gradient=as_dtype(dtype).kind != "f", is_data=True, need_check_feed=True
        )

    def _dim(self, dim: Any) -> int | None:
        if dim.HasField("dim_param") and dim.dim_param in self.dims:
            return int(self.dims[dim.dim_param])
        return int(dim.dim_value) if dim.HasField("dim_value") and dim.dim_value >= 0 else None

    def narrowed(self, dtype: str) -> str:
        """Return the dtype in which the program computes values that have another dtype in the file."""
        return "float16" if self.half and dtype in ("float32", "float64") else dtype

    def _array(self, tensor: Any, where: str) -> Array:
        """Return the array of a TensorProto, in the dtype in which the program computes."""
        array = tensor_array(tensor, self.folder, where)
        narrow = self.narrowed(array.dtype.name)
        with np.errstate(over="ignore"):  # a weight beyond float16 is what a comparison looks for
            return array if narrow == array.dtype.name else array.astype(narrow)

    def _initializer(self, tensor: Any) -> Value:
        return self._weight(tensor.name, self._array(tensor, f"initializer {tensor.name!r}"))

    def _weight(self, name: str, array: Array) -> Value:
        """Return a weight: a persistable variable, or a known array for a few integers (which describe shapes)."""
        format_ = self.format_of(array)
        if (array.dtype.kind in "iub" or format_ in INTEGERS) and array.ndim <= 1 and array.size <= 64:
            return array
        if format_ is not None:
            self.formats[name] = format_
            array = held(array)
        block = self.program.global_block()
        spec = TensorSpec(tuple(array.shape), as_dtype(array.dtype))
        floating = array.dtype.kind == "f"
        if floating and self.trainable:
            made: Variable = block.declare(Parameter(block, name, spec))
        else:
            made = block.declare(Variable(block, name, spec, persistable=True, stop_gradient=True))
        self.weights[name] = self.arrays[name] = array
        return made

    def _output(self, name: str, value: Value) -> Value:
        """Return a fetched value. A constant becomes a variable with the name of the output."""
        if isinstance(value, list):
            return [self._output(f"{name}_{i}", v) for i, v in enumerate(value)]
        block = self.program.global_block()
        if isinstance(value, Variable) and value.name == name:
            return value
        format_ = self.format_of(value)
        value = held(value)
        source = value if isinstance(value, Variable) else block.as_variable(np.asarray(value), ())
        assert source is not None
        out = block.declare(Variable(block, self._fresh(name), source.spec, stop_gradient=source.stop_gradient))
        block.append(REGISTRY["assign"], [source], {}, outputs=[out], specs=[out.spec])
        if format_ is not None:
            self.formats[out.name] = format_
        return out

    def _fresh(self, name: str) -> str:
        block = self.program.global_block()
        return self._numbered(name, lambda wanted: wanted in block.vars)

    def _numbered(self, name: str, is_used: Callable[[str], bool]) -> str:
        """Return the name, with a number if the name is used. The numbers of a name continue from the last one."""
        found, count = name, self._numbers.get(name, 0)
        while is_used(found):
            count += 1
            found = f"{name}_{count}"
        self._numbers[name] = count
        return found

    # --- nodes --------------------------------------------------------------------------------------

    def run_nodes(self, nodes: Iterable[Any], graph: ModelGraph) -> None:
        """Convert nodes in their order."""
        if graph.depth > MAX_DEPTH:
            raise UnsupportedError(f"functions and subgraphs are nested more than {MAX_DEPTH} deep")
        for given in nodes:
            proto = self._with_attributes(given, graph)
            inputs = [self.lookup(graph, n, _label(proto)) if n else None for n in proto.input]
            outputs = self._convert(proto, inputs, graph)
            for name, value in zip(proto.output, outputs, strict=False):
                if name:
                    graph.values[name] = value

    def lookup(self, graph: ModelGraph, name: str, where: str) -> Value:
        """Return the value that a node reads. Raises ArgumentError for a name that no node has made."""
        try:
            return graph.find(name)
        except KeyError:
            raise ArgumentError(
                f"{where} reads {name!r}, which is not an input, an initializer or an output of an earlier node",
                fix="check the model: onnx.checker.check_model(model)",
            ) from None

    def _convert(self, proto: Any, inputs: list[Value], graph: ModelGraph) -> list[Value]:
        domain = "" if proto.domain == "ai.onnx" else proto.domain
        if (function := self.local.get((proto.domain, proto.op_type, proto.overload))) is not None:
            self._count_nodes(proto, function)
            return self._inline(proto, function, {}, inputs, graph)
        opset = graph.opsets.get(domain)
        schema = None if opset is None else schema_of(proto.op_type, domain, opset)
        if schema is None and (convert := find_converter(domain, proto.op_type, 1)) is not None and opset is not None:
            return self._without_schema(proto, convert, inputs, graph)
        if schema is None:
            raise UnsupportedError(
                f"{_label(proto)}: there is no operator {proto.op_type} in opset {opset} of {domain or 'ai.onnx'!r}",
                fix="custom operators need a function in the model",
            )
        if schema.since_version > KNOWN_OPSETS.get(domain, 0):
            raise UnsupportedError(
                f"{_label(proto)}: version {schema.since_version} of {proto.op_type} is newer than opscope supports",
                fix=f"convert the model to opset {KNOWN_OPSETS.get(domain, 0)}: onnx.version_converter",
            )
        convert = find_converter(domain, proto.op_type, schema.since_version)
        formats = [self.format_of(v) for v in inputs]
        defaults = {n: self._default(a) for n, a in schema.attributes.items()}
        if convert is None:
            body = function_bodies.body_of(schema, proto, inputs, formats, graph.opsets)
            if body is None:
                raise UnsupportedError(
                    f"{_label(proto)}: {proto.op_type} version {schema.since_version} is not supported",
                    fix="opscope/onnx/OPERATORS.md lists the supported versions",
                )
            given = {n: a.default_value for n, a in schema.attributes.items() if a.default_value.type}
            return self._inline(proto, body, given, inputs, graph)
        self._check_attributes(proto, schema)
        node = Node(self, proto, schema.since_version, defaults, list(map(held, inputs)), formats, graph)
        if any(formats) and any(a.type == a.GRAPH for a in proto.attribute):
            raise node.refuse("a subgraph with input values of 16, 8 or 4 bits", fix="cast the values before the node")
        return self._named(node, schema, convert, graph)

    def _without_schema(self, proto: Any, convert: Any, inputs: list[Value], graph: ModelGraph) -> list[Value]:
        """Return the outputs of a node whose operator the package onnx does not know, such as onnxruntime's."""
        if narrow := [f for f in map(self.format_of, inputs) if f is not None]:
            raise UnsupportedError(
                f"{_label(proto)}: {narrow[0]} is not supported", fix="cast the values before the node"
            )
        node = Node(self, proto, 1, {}, inputs, [None] * len(inputs), graph)
        return self._named(node, None, convert, graph)

    def _check_attributes(self, proto: Any, schema: Any) -> None:
        for attribute in proto.attribute:
            if attribute.name not in schema.attributes:
                known = ", ".join(schema.attributes) or "none"
                raise ArgumentError(
                    f"{_label(proto)}: attribute {attribute.name!r} does not belong to {proto.op_type} version "
                    f"{schema.since_version}", fix=f"the operator has {known}",
                )  # fmt: skip

    def _named(self, node: Node, schema: Any, convert: Any, graph: ModelGraph) -> list[Value]:
        """Return the outputs of a node; their variables and operators are named after the node."""
        block = self.program.current_block()
        first = len(block.ops)
        scope = _namescope(graph.scope + node.proto.name)
        try:
            with self.program.within(namescope=scope), names.block(counters=self._counters, prefix=_prefix):
                found = convert(node)
                outputs = list(found) if isinstance(found, tuple) else [found]
                self._partial(node, convert, outputs)
                formats = output_formats(node, schema, len(outputs)) if schema is not None else [None] * len(outputs)
                outputs = [in_format(v, f, node) for v, f in zip(outputs, formats, strict=True)]
                outputs = [self._own(block, v, node, first) for v in outputs]
        except OpscopeError as e:
            if node.label not in e.summary:
                e.summary = f"{node.label}: {e.summary}"
                e.args = (e.summary,)
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as e:
            raise ArgumentError(f"{node.label}: {e}", facts=_facts(node), fix="check the model") from e
        if unread := [n for n in node.given if n not in node.read]:
            raise node.refuse(f"attribute {unread[0]!r}")
        self._rename(node, block, first, outputs, graph)
        self.formats.update(
            (v.name, f) for v, f in zip(outputs, formats, strict=True) if f is not None and isinstance(v, Variable)
        )
        return outputs

    def _own(self, block: Block, value: Value, node: Node, first: int) -> Value:
        """Return a variable of the node.

        An input that is also an output is copied, and the copy gets the name of the output.
        """
        if not isinstance(value, Variable):
            return value
        made = {n for operator in block.ops[first:] for n in operator.outputs}
        if value.name in made and value.name in block.vars:
            return value
        return block.append(REGISTRY["assign"], [value], {}).result()

    def _partial(self, node: Node, convert: Any, outputs: list[Value]) -> None:
        """Return the known elements of a shape that a node computes, by a conversion with partly known arrays."""
        if node.op_type not in PARTIAL or not isinstance(outputs[0], Variable) or outputs[0].dtype.kind != "i":
            return
        if not any(isinstance(v, Variable) and v.name in self.partial for v in node.inputs):
            return
        filled = [self.partial.get(v.name, v) if isinstance(v, Variable) else v for v in node.inputs]
        if any(isinstance(v, Variable) for v in filled):
            return
        again = Node(self, node.proto, node.version, node.defaults, filled, node.formats, node.graph)
        found = filled[0] if node.op_type == "Cast" else np.asarray(convert(again))  # int32 cannot hold what is unknown
        if (found > UNKNOWN).all():
            outputs[0] = found.astype(outputs[0].dtype.dtype)
        elif found.size <= FOLDED:  # shapes are short, and a chain of Concat doubles
            self.partial[outputs[0].name] = found

    def _rename(self, node: Node, block: Block, first: int, outputs: list[Value], graph: ModelGraph) -> None:
        """Rename variables as in the model: an output has its name; an inner value also has its operator's name."""
        mine = block.ops[first:]
        given: dict[str, str] = {}
        for value, name in zip(outputs, node.proto.output, strict=False):
            if isinstance(value, Variable) and name and value.name not in given:
                given[value.name] = self._unique(block, graph.scope + name, True, given)
        scope = _namescope(graph.scope + node.proto.name)
        stem = graph.scope + next((n for n in node.proto.output if n), node.op_type)
        for operator in mine:
            operator.layer_path = scope.strip("/").replace("/", ".")
            operator.user_attrs["onnx_node"] = graph.scope + node.proto.name
            if node.proto.doc_string:
                operator.user_attrs["doc_string"] = node.proto.doc_string
            for name in _made_names(operator):
                if name.startswith(_prefix) and name not in given:
                    given[name] = self._unique(block, f"{stem}:{operator.op.name}", False, given)
        _rename_all(block, mine, given)
        for old, new in given.items():
            if old in self.partial:
                self.partial[new] = self.partial.pop(old)

    def _unique(self, block: Block, name: str, is_output: bool, given: Mapping[str, str]) -> str:
        """Return a name that no variable has, and (for an inner value) that no output will have."""
        used = set(given.values())
        return self._numbered(
            name, lambda n: n in used or block.find(n) is not None or (not is_output and n in self._taken)
        )

    def _inline(
        self, proto: Any, function: Any, given: dict[str, Any], inputs: list[Value], graph: ModelGraph
    ) -> list[Value]:
        """Return the outputs of a node of a function: the function's body replaces the node."""
        own = {"" if o.domain == "ai.onnx" else o.domain: o.version for o in function.opset_import}
        opsets = {**graph.opsets, **own}
        label = proto.name or next((n for n in proto.output if n), proto.op_type)
        inner = ModelGraph(opsets, None, f"{graph.scope}{label}/")
        inner.depth = graph.depth + 1
        defaults = {a.name: a for a in function.attribute_proto}
        inner.attributes = {**given, **defaults, **{a.name: a for a in proto.attribute}}
        for position, name in enumerate(function.input):
            inner.values[name] = inputs[position] if position < len(inputs) else None
        self.run_nodes(in_order(function.node), inner)
        wanted = zip(function.output, proto.output, strict=False)
        return [self.lookup(inner, name, _label(proto)) if used else None for name, used in wanted]

    def _count_nodes(self, proto: Any, function: Any) -> None:
        self._called_nodes += len(function.node)
        own = len(self.model.graph.node) + sum(len(f.node) for f in self.local.values())
        if self._called_nodes > max(MAX_NODES, MAX_CALLS * own):
            raise UnsupportedError(
                f"{_label(proto)}: with function calls, the model has more than {max(MAX_NODES, MAX_CALLS * own):,} "
                f"nodes, but the file has {own:,}",
                fix="inline the functions: onnx.inliner.inline_local_functions(model)",
            )

    def _with_attributes(self, proto: Any, graph: ModelGraph) -> Any:
        """Return a node of a function's body, with the attributes of the call instead of references."""
        if not any(a.ref_attr_name for a in proto.attribute):
            return proto
        made = onnx_package().NodeProto()
        made.CopyFrom(proto)
        del made.attribute[:]
        for attribute in proto.attribute:
            found = graph.attributes.get(attribute.ref_attr_name) if attribute.ref_attr_name else attribute
            if found is not None:
                made.attribute.add().CopyFrom(found)
                made.attribute[-1].name = attribute.name
        return made

    def inner_graph(self, outer: ModelGraph) -> ModelGraph:
        """Return a graph inside another graph, whose values it can read."""
        return ModelGraph(outer.opsets, outer, outer.scope)

    def run_graph(self, proto: Any, graph: ModelGraph) -> None:
        """Convert the initializers of a subgraph to constants of the block, then the nodes."""
        for tensor in proto.initializer:
            graph.values[tensor.name] = self._array(tensor, f"initializer {tensor.name!r}")
        for sparse in proto.sparse_initializer:
            name = sparse.values.name
            graph.values[name] = sparse_array(sparse, self.folder, f"initializer {name!r}")
        self.run_nodes(in_order(proto.node), graph)

    # --- values -------------------------------------------------------------------------------------

    def known_array(self, value: Value) -> Array | None:
        """Return the array of a value that is known during the conversion, else None."""
        if isinstance(value, Variable):
            return self.arrays.get(value.name)
        return None if value is None or isinstance(value, list) else np.asarray(value)

    def format_of(self, value: Value) -> str | None:
        """Return the format of a value in a format that NumPy lacks; None for other values."""
        if isinstance(value, Variable):
            return self.formats.get(value.name)
        if isinstance(value, list):
            if found := [f for f in map(self.format_of, value) if f is not None]:
                raise UnsupportedError(f"sequences of {found[0]} are not supported", fix="cast the elements")
            return None
        name = None if value is None else np.asarray(value).dtype.name
        return name if name in HELD_IN else None

    def sources(self, value: Value) -> tuple[str, ...]:
        """Return the inputs of the model on which a variable depends: the variable, or integers and bools."""
        block = self.program.global_block()
        return tuple(n for n in self._feeds_of(value) if n == value.name or block.vars[n].dtype.kind in "iub")

    def unknown_dim(self, value: Variable, axis: int) -> int:
        """Return the number that represents a dim in partly known arrays, different for each dim."""
        return UNKNOWN - self._open.setdefault((value.name, axis), len(self._open))

    def open_dims(self, value: Value) -> tuple[str, ...]:
        """Return the symbolic dims without a size of the inputs on which a variable depends."""
        names = [d for n in self._feeds_of(value) for d in self.symbols[n] if d not in self.dims]
        return tuple(dict.fromkeys(names))

    def _feeds_of(self, value: Variable) -> list[str]:
        """Return the inputs of the model from which a variable is computed."""
        writers = {n: o for o in self.program.operators for n in o.outputs if n is not None}
        found: list[str] = []
        open_, seen = [value.name], set[str]()
        while open_:
            name = open_.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in self.feeds:
                found.append(name)
            elif (writer := writers.get(name)) is not None:
                open_ += [n for n in writer.inputs if n is not None]
        return found

    def attribute_value(self, attribute: Any, node: Node) -> Any:
        """Return the value of an AttributeProto. Raises UnsupportedError for kinds without a converter."""
        onnx = onnx_package()
        where = f"{node.label}, attribute {attribute.name}"
        kinds = onnx.AttributeProto
        if attribute.type == kinds.TENSOR:
            return self._array(attribute.t, where)
        if attribute.type == kinds.SPARSE_TENSOR:
            return sparse_array(attribute.sparse_tensor, self.folder, where)
        if attribute.type in (kinds.GRAPH, kinds.TYPE_PROTO):
            return attribute.g if attribute.type == kinds.GRAPH else attribute.tp
        return _plain(onnx.helper.get_attribute_value(attribute))

    def _default(self, attribute: Any) -> Any:
        onnx = onnx_package()
        value = attribute.default_value
        return _plain(onnx.helper.get_attribute_value(value)) if value.type else None


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, str | int | float):
        return value
    return [_plain(v) for v in value] if hasattr(value, "__iter__") else value


def _label(proto: Any) -> str:
    return f"{proto.op_type} {proto.name or (proto.output[0] if proto.output else '')!r}"


def _facts(node: Node) -> dict[str, object]:
    return {
        f"input {i}": v.spec if isinstance(v, Variable) else f"{np.asarray(v).dtype}{list(np.shape(v))}"
        for i, v in enumerate(node.inputs)
        if v is not None and not isinstance(v, list)
    }


def _namescope(name: str) -> str:
    """Return `/layer1/conv/` for the node `/layer1/conv/Conv`."""
    parts = [p for p in name.split("/")[:-1] if p]
    return "/" + "".join(f"{p}/" for p in parts)


def _rename_all(block: Block, operators: Sequence[Operator], given: Mapping[str, str]) -> None:
    """Rename variables that only these operators, and the operators in their blocks, use."""
    whole = list(_with_inner(operators))
    for own in [block, *(inner for operator in whole for inner in operator.blocks)]:
        for old in [n for n in own.vars if n in given]:
            variable = own.vars.pop(old)
            variable.name = given[old]
            own.vars[variable.name] = variable
        own.reassigned = {given.get(n, n) for n in own.reassigned}
    for operator in whole:
        operator.inputs = tuple(n if n is None else given.get(n, n) for n in operator.inputs)
        operator.outputs = tuple(n if n is None else given.get(n, n) for n in operator.outputs)
        changed = {k: _renamed(operator.attrs[k], given) for k in _NAMES & operator.attrs.keys()}
        operator.attrs = {**operator.attrs, **changed} if changed else operator.attrs
    block.program.touch()


_NAMES = {"params", "results", "saved", "pred"}  # attributes of control operators that have names of variables


def _with_inner(operators: Sequence[Operator]) -> Iterator[Operator]:
    """Return the operators, and the operators in their blocks."""
    for operator in operators:
        yield operator
        for block in operator.blocks:
            yield from _with_inner(block.ops)


def _made_names(operator: Operator) -> list[str]:
    """Return the variables that an operator, or its blocks, declare."""
    return [
        *(n for n in operator.outputs if n),
        *(n for o in _with_inner([operator]) for b in o.blocks for n in b.vars),
    ]


def _renamed(value: Any, given: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(v, given) for v in value)
    return given.get(value, value) if isinstance(value, str) else value
