"""Node: what a converter of the table reads and makes; the table itself, by operator and version."""

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
    """A row of the table: the converter of an operator from one version of it to the next row's."""

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
    """The row for an operator of that version; None if there is none."""
    rows = [row for row in TABLE.get((domain, name), ()) if row.since <= version]
    return rows[-1].convert if rows else None


class NodeImporter(Protocol):
    """Interface of the importer to the node that it converts."""

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
    """A value must be known when the program is built. `inputs` are the inputs of the model that it depends on."""

    inputs: tuple[str, ...] = ()


class Node:
    """A node of a graph while it is converted.

    Its inputs are Variables, or arrays where the value is known already. A converter must read every attribute that
    the node has: the importer refuses the rest by name.
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
        """`Conv "/layer1/conv/Conv"`: how errors name it."""
        name = self.proto.name or (self.proto.output[0] if self.proto.output else "")
        return f"{self.op_type} {name!r}"

    # --- attributes ---------------------------------------------------------------------------------

    def attr(self, name: str, default: Any = None) -> Any:
        """The value of an attribute: an int, float, str, array, graph or list; its default if it is not given."""
        self.read.add(name)
        if name not in self.given:
            return self.defaults.get(name, default)
        return self.importer.attribute_value(self.given[name], self)

    def ignore(self, *names: str) -> None:
        """Name attributes that change no value here."""
        self.read.update(names)

    def dtype_attr(self, name: str, narrow: bool = False) -> str | None:
        """The dtype that an attribute names by its number; None if it is absent. narrow: it may be one of `HELD_IN`."""
        code = self.attr(name)
        if code is None:
            return None
        found = element_dtype(int(code), f"{self.label}, attribute {name}")
        if found in HELD_IN and not narrow:
            raise self.refuse(f"{found} as {name}", fix="cast its output")
        return self.importer.narrowed(found)

    def dtype_name(self, position: int) -> str:
        """The name of an input's element type: of a dtype, or of a format that NumPy lacks."""
        return self.formats[position] or dtype_of(self.input(position)).name

    def as_type(self, value: Value, name: str, saturate: bool = True, round_mode: str = "up") -> Value:
        """The value cast to an element type: the node's first output."""
        if name not in HELD_IN:
            return cast(value, name)
        self.output_formats[0] = name
        return run("cast_narrow", value, dtype=name, saturate=saturate, round_mode=round_mode)

    # --- inputs -------------------------------------------------------------------------------------

    def has(self, position: int) -> bool:
        """True if that input is given."""
        return position < len(self.inputs) and self.inputs[position] is not None

    def input(self, position: int = 0) -> Value:
        """An input that must be there. Raises ArgumentError if it is not."""
        if not self.has(position):
            raise ArgumentError(f"{self.label}: input {position} is missing")
        return self.inputs[position]

    def optional(self, position: int) -> Value | None:
        """An input, or None."""
        return self.inputs[position] if self.has(position) else None

    def known(self, position: int) -> Array | None:
        """The array of an input whose value is known when the program is built; else None."""
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
        """A known input as a list of ints."""
        return [int(v) for v in np.asarray(self.constant(position, what)).reshape(-1)]

    def sizes(self, position: int, what: str) -> list[Any]:
        """The elements of an input of rank 1, each an int where it is known, else a Variable of one element."""
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
        """True if the i-th element of an input is a dim of a value whose size is unknown."""
        source = self.optional(position)
        partial = self.importer.partial.get(source.name) if isinstance(source, Variable) else None
        return partial is not None and int(partial.reshape(-1)[i]) == self.importer.unknown_dim(value, axis)

    def limit(self, count: int, most: int, what: str) -> None:
        """Raise ArgumentError for more of something than a program is built of: the file may be anybody's."""
        if count > most:
            raise ArgumentError(f"{self.label}: {count:,} {what}, but at most {most:,} are allowed")

    @property
    def output_count(self) -> int:
        """Number of outputs of the node, trailing absent outputs left out."""
        names = list(self.proto.output)
        while names and not names[-1]:
            names.pop()
        return len(names)

    def wants(self, position: int) -> bool:
        """True if an output is used."""
        return position < len(self.proto.output) and bool(self.proto.output[position])

    def refuse(self, what: str, fix: str = "") -> UnsupportedError:
        """The error for something that is not supported, with the node's name."""
        return UnsupportedError(f"{self.label}: {what} is not supported", fix=fix)

    def error(self, what: str) -> ArgumentError:
        """The error for a node that is wrong."""
        return ArgumentError(f"{self.label}: {what}")


def _fixed(node: Node, value: Value) -> str:
    """Instructions to fix the open dims on which a value depends, in Python and on the command line."""
    found = node.importer.open_dims(value) if isinstance(value, Variable) else ()
    if not found:
        return "export the model with fixed shapes"
    sizes = ", ".join(f"{n!r}: 1" for n in found)
    return f"load(path, dims={{{sizes}}}); on the command line {' '.join(f'--dim {n}=1' for n in found)}"


FOLDED = 1 << 16  # elements of a constant that is computed when the program is built
MAX_RANK = 64  # NumPy's arrays have at most so many dims
UNKNOWN = -(1 << 40)  # and below: elements of a partly known array that are unknown


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    """An operator of the registry: appended to the program, or computed at once where all inputs are known."""
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
    """The dims of a value; None where unknown."""
    return value.spec.shape if isinstance(value, Variable) else tuple(np.shape(value))


def dtype_of(value: Value) -> DType:
    """The dtype of a value."""
    return value.dtype if isinstance(value, Variable) else as_dtype(np.asarray(value).dtype)


def rank_of(value: Value) -> int:
    """The number of dims."""
    return len(shape_of(value))


def axis_of(axis: int, rank: int, node: Node) -> int:
    """An axis counted from the first. Raises ArgumentError naming the node."""
    if not -rank <= axis < max(rank, 1):
        raise ArgumentError(f"{node.label}: axis {axis} does not exist in a tensor of rank {rank}")
    return axis % rank if rank else 0


def known_dims(value: Value, axes: Sequence[int], node: Node) -> list[int]:
    """The sizes of some dims, which must be known. Raises NeedsConstant."""
    dims = [shape_of(value)[a] for a in axes]
    if None in dims:
        raise node.needs_dims(value, f"the dims {list(axes)} of the input")
    return [int(d) for d in dims if d is not None]


def dim_of(value: Value, axis: int) -> Any:
    """The size of a dim: an int, or where the program leaves it open an int64 Variable of rank 0."""
    size = shape_of(value)[axis]
    return cast(run("getitem", run("shape", value), index=(axis,)), "int64") if size is None else int(size)


def cast(value: Value, dtype: Any) -> Value:
    """The value in another dtype; itself if it has that."""
    name = as_dtype(dtype).name
    return value if dtype_of(value).name == name else run("cast", value, dtype=name)


def like(number: float, value: Value) -> Array:
    """A number as an array of rank 0 in the dtype of a value."""
    return np.asarray(number, dtype_of(value).dtype)


def schema_of(name: str, domain: str, opset: int) -> Any:
    """The schema of an operator in an opset; None if there is none."""
    onnx = onnx_package()
    try:
        return onnx.defs.get_schema(name, opset, domain)
    except Exception:  # noqa: BLE001 (onnx's SchemaError, of its C++ part)
        return None
