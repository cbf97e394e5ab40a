"""Node: the inputs, attributes and outputs that a converter reads and makes; the table of converters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from opscope.core.annotations import Array
from opscope.core.dtype import DType, as_dtype
from opscope.core.shape import Shape
from opscope.core.spec import spec_list, spec_of
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.program.context import defaults
from opscope.ir.program.program import Program, Variable
from opscope.onnx.onnx_files import element_dtype, onnx_package
from opscope.ops.elementwise.narrow_formats import HELD_IN
from opscope.ops.registry import REGISTRY

Value = Any  # a Variable, an array that is known when the program is built, or a list of them (a sequence)
Converter = Callable[["Node"], Any]  # returns the value of each output, one value for one output


class NodeEntry(NamedTuple):
    """A row of the table: the converter of an operator, from a version to the version of the next row."""

    since: int
    convert: Converter


TABLE: dict[tuple[str, str], list[NodeEntry]] = {}  # by domain and operator
KNOWN_OPSETS = {"": 28, "ai.onnx.ml": 5, "ai.onnx.preview.training": 1, "ai.onnx.preview": 1}


def operator(name: str, since: int = 1, domain: str = "") -> Callable[[Converter], Converter]:
    """Decorator: add a row to the table, for a version of an ONNX operator and later versions."""

    def add(convert: Converter) -> Converter:
        rows = TABLE.setdefault((domain, name), [])
        rows.append(NodeEntry(since, convert))
        rows.sort(key=lambda row: row.since)
        return convert

    return add


def find_converter(domain: str, name: str, version: int) -> Converter | None:
    """Return the row for an operator of this version, or None."""
    rows = [row for row in TABLE.get((domain, name), ()) if row.since <= version]
    return rows[-1].convert if rows else None


class NodeImporter(Protocol):
    """Interface of the importer for the node that it converts."""

    program: Program
    partial: dict[str, Array]

    def known_array(self, value: Value) -> Array | None: ...
    def sources(self, value: Value) -> tuple[str, ...]: ...
    def open_dims(self, value: Value) -> tuple[str, ...]: ...
    def unknown_dim(self, value: Variable, axis: int) -> int: ...
    def attribute_value(self, attribute: Any, node: Node) -> Any: ...
    def lookup(self, graph: Any, name: str, where: str) -> Value: ...
    def narrowed(self, dtype: str) -> str: ...
    def format_of(self, value: Value) -> str | None: ...
    def inner_graph(self, outer: Any) -> Any: ...
    def run_graph(self, proto: Any, graph: Any) -> None: ...


class NeedsConstant(UnsupportedError):
    """Error: a value must be known when the program is built. `inputs` are the model inputs on which it depends."""

    inputs: tuple[str, ...] = ()


class Node:
    """A node of a graph during its conversion.

    Its inputs are Variables, or arrays if their values are known. A converter must read every attribute of the node:
    the importer raises an error for attributes that the converter has not read.
    """

    def __init__(
        self,
        importer: NodeImporter,
        proto: Any,
        version: int,
        defaults: dict[str, Any],
        inputs: list[Value],
        formats: list[str | None],
        graph: Any,
    ) -> None:
        self.formats = formats  # of the inputs whose elements NumPy lacks: those are held in another dtype
        self.output_formats: dict[int, str] = {}  # where the converter knows more than the types of the schema say
        self.graph = graph  # in which the names of its subgraphs are looked up
        self.importer = importer
        self.proto = proto
        self.version = version  # since_version of the operator, not the opset
        self.op_type: str = proto.op_type
        self.inputs = inputs
        self.given = {a.name: a for a in proto.attribute}
        self.defaults = defaults
        self.read: set[str] = set()

    @property
    def label(self) -> str:
        """The name of the node in errors: `Conv "/layer1/conv/Conv"`."""
        name = self.proto.name or (self.proto.output[0] if self.proto.output else "")
        return f"{self.op_type} {name!r}"

    # --- attributes ---------------------------------------------------------------------------------

    def attr(self, name: str, default: Any = None) -> Any:
        """Return the value of an attribute: an int, float, str, array, graph or list; or the default."""
        self.read.add(name)
        if name not in self.given:
            return self.defaults.get(name, default)
        return self.importer.attribute_value(self.given[name], self)

    def ignore(self, *names: str) -> None:
        """Mark attributes that change no value here as read."""
        self.read.update(names)

    def dtype_attr(self, name: str, narrow: bool = False) -> str | None:
        """Return the dtype whose number is in an attribute, or None. narrow: the dtype may be one of `HELD_IN`."""
        code = self.attr(name)
        if code is None:
            return None
        found = element_dtype(int(code), f"{self.label}, attribute {name}")
        if found in HELD_IN and not narrow:
            raise self.refuse(f"{found} as {name}", fix="cast the output of the node")
        return self.importer.narrowed(found)

    def dtype_name(self, position: int) -> str:
        """Return the name of an input's element type: a dtype, or a format that NumPy lacks."""
        return self.formats[position] or dtype_of(self.input(position)).name

    def as_type(self, value: Value, name: str, saturate: bool = True, round_mode: str = "up") -> Value:
        """Cast the value to an element type, as the node's first output."""
        if name not in HELD_IN:
            return cast(value, name)
        self.output_formats[0] = name
        return run("cast_narrow", value, dtype=name, saturate=saturate, round_mode=round_mode)

    # --- inputs -------------------------------------------------------------------------------------

    def has(self, position: int) -> bool:
        """Return True if this input is not absent."""
        return position < len(self.inputs) and self.inputs[position] is not None

    def input(self, position: int = 0) -> Value:
        """Return a required input. Raises ArgumentError for an absent input."""
        if not self.has(position):
            raise ArgumentError(f"{self.label}: input {position} is missing")
        return self.inputs[position]

    def optional(self, position: int) -> Value | None:
        """Return an input, or None."""
        return self.inputs[position] if self.has(position) else None

    def known(self, position: int) -> Array | None:
        """Return the array of an input whose value is known when the program is built, else None."""
        return self.importer.known_array(self.input(position))

    def constant(self, position: int, what: str) -> Array:
        """Return `known`, or raise NeedsConstant, which names the inputs of the model on which the value depends."""
        found = self.known(position)
        if found is None:
            raise self.needs(self.input(position), what)
        return found

    def needs(self, value: Value, what: str) -> NeedsConstant:
        """Return the error for an input whose value is known only when the model runs; `what` names the input."""
        sources = self.importer.sources(value) if isinstance(value, Variable) else ()
        names = ", ".join(f"{n!r}: ..." for n in sources)
        return self._needs(what, f"load(path, constants={{{names}}})" if names else _fixed(self, value), sources)

    def needs_dims(self, value: Value, what: str) -> NeedsConstant:
        """Return the error for dims that are known only when the model runs; the fix names the open dims."""
        return self._needs(what, _fixed(self, value), self.importer.sources(value))

    def _needs(self, what: str, fix: str, sources: tuple[str, ...]) -> NeedsConstant:
        error = NeedsConstant(f"{self.label}: {what} must be known when the program is built", fix=fix)
        error.inputs = sources
        return error

    def ints(self, position: int, what: str) -> list[int]:
        """Return a known input as a list of ints."""
        return [int(v) for v in np.asarray(self.constant(position, what)).reshape(-1)]

    def sizes(self, position: int, what: str) -> list[Any]:
        """Return the elements of an input of rank 1: ints, or Variables of one element for unknown elements."""
        value = self.input(position)
        found = self.importer.known_array(value)
        if found is not None:
            self.limit(found.size, MAX_RANK, f"elements of {what}")
            return [int(v) for v in found.reshape(-1)]
        partial = self.importer.partial.get(value.name)
        count = partial.size if partial is not None else value.spec.shape[0] if value.spec.shape else None
        if count is None:
            return self.ints(position, what)  # raises
        self.limit(count, MAX_RANK, f"elements of {what}")
        known = [None] * count if partial is None else [None if v <= UNKNOWN else int(v) for v in partial.reshape(-1)]
        return [run("getitem", value, index=(i,)) if v is None else v for i, v in enumerate(known)]

    def keeps_dim(self, position: int, i: int, value: Value, axis: int) -> bool:
        """Return True if element i of an input is an unknown dim of a value."""
        source = self.optional(position)
        partial = self.importer.partial.get(source.name) if isinstance(source, Variable) else None
        return partial is not None and int(partial.reshape(-1)[i]) == self.importer.unknown_dim(value, axis)

    def limit(self, count: int, most: int, what: str) -> None:
        """Raise ArgumentError for a number above the limit, because a file may come from an untrusted source."""
        if count > most:
            raise ArgumentError(f"{self.label}: {count:,} {what}, but at most {most:,} are allowed")

    @property
    def output_count(self) -> int:
        """The number of outputs of the node, without absent outputs at the end."""
        names = list(self.proto.output)
        while names and not names[-1]:
            names.pop()
        return len(names)

    def wants(self, position: int) -> bool:
        """Return True if an output is used."""
        return position < len(self.proto.output) and bool(self.proto.output[position])

    def refuse(self, what: str, fix: str = "") -> UnsupportedError:
        """Return the error for an unsupported node, with the node's name."""
        return UnsupportedError(f"{self.label}: {what} is not supported", fix=fix)

    def error(self, what: str) -> ArgumentError:
        """Return the error for a node that is not valid."""
        return ArgumentError(f"{self.label}: {what}")


def _fixed(node: Node, value: Value) -> str:
    """Return instructions to fix the open dims on which a value depends, in Python and on the command line."""
    found = node.importer.open_dims(value) if isinstance(value, Variable) else ()
    if not found:
        return "export the model with fixed shapes"
    sizes = ", ".join(f"{n!r}: 1" for n in found)
    return f"load(path, dims={{{sizes}}}); on the command line {' '.join(f'--dim {n}=1' for n in found)}"


FOLDED = 1 << 16  # elements of a constant that is computed when the program is built
MAX_RANK = 64  # NumPy's arrays have at most so many dims
UNKNOWN = -(1 << 40)  # and below: elements of a partly known array that are unknown


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    """Append an operator of the registry to the program, or compute it if all inputs are known."""
    found = REGISTRY[op]
    if not inputs or any(isinstance(v, Variable) for v in inputs):
        return found(*inputs, **attrs)
    specs = found.infer(*map(spec_of, inputs), **attrs)
    sizes = [math.prod(d or 1 for d in s.shape) for s in spec_list(specs) if s]
    if max(sizes, default=0) <= FOLDED:
        return found.run(tuple(inputs), attrs)
    block = defaults.main.current_block()  # a large constant takes memory only while the program runs
    return found(*(None if v is None else block.as_variable(np.asarray(v), ()) for v in inputs), **attrs)


def shape_of(value: Value) -> Shape:
    """Return the dims of a value; None for an unknown dim."""
    return value.spec.shape if isinstance(value, Variable) else tuple(np.shape(value))


def dtype_of(value: Value) -> DType:
    """Return the dtype of a value."""
    return value.dtype if isinstance(value, Variable) else as_dtype(np.asarray(value).dtype)


def rank_of(value: Value) -> int:
    """Return the number of dims."""
    return len(shape_of(value))


def axis_of(axis: int, rank: int, node: Node) -> int:
    """Return an axis, counted from the first axis. Raises ArgumentError with the name of the node."""
    if not -rank <= axis < max(rank, 1):
        raise ArgumentError(f"{node.label}: axis {axis} does not exist in a tensor of rank {rank}")
    return axis % rank if rank else 0


def known_dims(value: Value, axes: Sequence[int], node: Node) -> list[int]:
    """Return the sizes of some dims. Raises NeedsConstant for an unknown size."""
    dims = [shape_of(value)[a] for a in axes]
    if None in dims:
        raise node.needs_dims(value, f"the dims {list(axes)} of the input")
    return [int(d) for d in dims if d is not None]


def dim_of(value: Value, axis: int) -> Any:
    """Return the size of a dim: an int, or an int64 Variable of rank 0 for an unknown size."""
    size = shape_of(value)[axis]
    return cast(run("getitem", run("shape", value), index=(axis,)), "int64") if size is None else int(size)


def cast(value: Value, dtype: Any) -> Value:
    """Return the value in another dtype; the value itself if it has this dtype."""
    name = as_dtype(dtype).name
    return value if dtype_of(value).name == name else run("cast", value, dtype=name)


def like(number: float, value: Value) -> Array:
    """Return a number as an array of rank 0 in the dtype of a value."""
    return np.asarray(number, dtype_of(value).dtype)


def schema_of(name: str, domain: str, opset: int) -> Any:
    """Return the schema of an operator in an opset, or None."""
    onnx = onnx_package()
    try:
        return onnx.defs.get_schema(name, opset, domain)
    except Exception:  # noqa: BLE001 (onnx's SchemaError, of its C++ part)
        return None
