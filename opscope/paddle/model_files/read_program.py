"""Reader of a ProgramDesc: a program with operators of Paddle's types, and the names of its feeds and fetches.

The bytes are untrusted. This reader checks all facts that later code assumes, and the number of bytes limits the work.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.core.files.untrusted_files import BoundedSource
from opscope.core.progress_bar import progressed
from opscope.core.source import Site, is_library_file, site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, OpscopeError, UnsupportedError
from opscope.ir.compat.paddle_names import VARTYPE_DTYPES
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Block, Parameter, Program, Variable
from opscope.paddle.model_files import read_control_flow
from opscope.paddle.model_files.read_attributes import read_attributes
from opscope.paddle.model_files.schema import VAR_TYPES, parse_program

MAX_BYTES = 256 << 20  # of a program, which holds no parameters
MAX_RANK = 32
MAX_NESTING = 32  # of blocks in blocks
_FRAME = re.compile(r'\s*File "(?P<file>.*)", line (?P<line>\d+), in (?P<function>.*)')
_OWN_VARIABLES = {VAR_TYPES[n] for n in ("FEED_MINIBATCH", "FETCH_LIST", "STEP_SCOPES", "RAW")}
# dims that become as many operators or outputs
_DIMS_AS_OUTPUTS = {"unstack": "axis", "unbind": "axis", "split": "axis"}


class InferenceProgram(NamedTuple):
    """A program, the names of its feeds and the names of its fetches."""

    program: Program
    feeds: list[str]
    fetches: list[str]


def refused(why: str, where: Site | None = None, fix: str = "") -> ArgumentError:
    """Return the error about the content of a model file."""
    return ArgumentError(f"the model file cannot be read: {why}", site=where or site(), fix=fix)


def read_program(data: bytes | BoundedSource) -> InferenceProgram:
    """Return the program of a `.pdmodel` or `__model__` file of Paddle 1.8 to 2.6.

    Raises ArgumentError for bytes that are not such a program, UnsupportedError for unknown operators.
    """
    size = len(data) if isinstance(data, bytes) else data.left
    if size > MAX_BYTES:
        raise refused(f"the file has {size:,} bytes, more than any program")
    try:
        found = parse_program(data if isinstance(data, bytes) else data.read(size))
    except ValueError:  # UnicodeDecodeError is one
        found = None
    if found is None or not found.blocks:
        raise ArgumentError(
            "this is not an inference model", site=site(), fix="load a file that save_inference_model or jit.save wrote"
        )
    program = Program()
    with mode.block(static=True), program_guard(program, Program()), names.guard(_new_prefix(found)):
        reader = ProgramReader(found, program)
        reader.read()
    return InferenceProgram(program, reader.ordered(reader.feeds), reader.ordered(reader.fetches))


def _new_prefix(found: Any) -> str:
    """Return a prefix of intermediate values with which no variable of the file begins."""
    declared = {v.name for block in found.blocks for v in block.vars}
    prefix = "of/"
    while any(name.startswith(prefix) for name in declared):
        prefix = f"of/{prefix}"
    return prefix


class ProgramReader:
    """Appends the blocks and operators of a ProgramDesc to a program."""

    def __init__(self, found: Any, program: Program) -> None:
        self.blocks = found.blocks
        self.program = program
        self.feeds: dict[int, str] = {}
        self.fetches: dict[int, str] = {}
        self._nesting = 0
        self._read: set[int] = set()

    def read(self) -> None:
        """Read the outermost block, and the other blocks with their operators."""
        block = self.program.global_block()
        self.read_block(0, block)
        written = {n for o in block.ops for n in o.outputs if n}
        said = {v.name for v in self.blocks[0].vars if v.is_parameter}  # Paddle 1.8 does not say it
        for variable in list(block.vars.values()):
            if variable.persistable and (variable.name in said if said else variable.name not in written):
                _make_parameter(block, variable)
        used = {n for b in self.program.blocks for o in b.ops for n in (*o.inputs, *o.outputs) if n}
        used |= {*self.feeds.values(), *self.fetches.values()}
        for name in [n for n in block.vars if n not in used]:
            del block.vars[name]
        for name in self.feeds.values():
            if block.vars[name].persistable:
                raise refused(f"the file feeds {name}, but {name} is a parameter")
        self.program.touch()

    def read_block(self, index: int, block: Block) -> None:
        """Read the variables and operators of a block to a block of the program."""
        if not 0 <= index < len(self.blocks) or index in self._read:
            raise refused(f"block {index} does not exist, or two operators have this block")
        if self._nesting == MAX_NESTING:
            raise refused(f"blocks are nested deeper than {MAX_NESTING}")
        self._read.add(index)
        self._nesting += 1
        for variable in self.blocks[index].vars:
            self._variable(block, variable)
        for operator in progressed(self.blocks[index].ops, "reading operators"):
            self._operator(block, operator)
        self._nesting -= 1

    def ordered(self, by_column: Mapping[int, str]) -> list[str]:
        """Return the names in the order of their columns."""
        return [by_column[column] for column in sorted(by_column)]

    # --- variables --------------------------------------------------------------------------------

    def _variable(self, block: Block, found: Any) -> None:
        kind = found.type.type
        if kind in _OWN_VARIABLES or found.name in ("feed", "fetch"):
            return
        if found.name in block.vars:
            raise refused(f"variable {found.name!r} is declared twice")
        if kind == VAR_TYPES["LOD_TENSOR_ARRAY"]:
            read_control_flow.declare_array(block, found.name, read_spec(found.type.tensor_array.tensor, found.name))
            return
        if kind not in (VAR_TYPES["LOD_TENSOR"], VAR_TYPES["SELECTED_ROWS"]):
            kinds = {number: name for name, number in VAR_TYPES.items()}
            raise UnsupportedError(
                f"the model file has a variable {found.name!r} of the unsupported type {kinds.get(kind, kind)}",
                site=site(),
            )
        tensor = found.type.lod_tensor.tensor if kind == VAR_TYPES["LOD_TENSOR"] else found.type.selected_rows
        spec = read_spec(tensor, found.name)
        made = Variable(block, found.name, spec, stop_gradient=found.stop_gradient, persistable=found.persistable)
        if made.persistable and None in spec.shape:
            raise refused(f"parameter {found.name!r} has an unknown dim")
        made.lod_level = max(found.type.lod_tensor.lod_level, 0)
        made.call = None
        block.declare(made)

    # --- operators --------------------------------------------------------------------------------

    def _operator(self, block: Block, found: Any) -> None:
        inputs, outputs = _slots(found.inputs), _slots(found.outputs)
        if found.type in ("feed", "fetch"):
            self._feed_or_fetch(block, found, (outputs if found.type == "feed" else inputs))
            return
        attrs = read_attributes(found)
        notes = {name: attrs.pop(name) for name in [n for n in attrs if n.startswith("op_")]}
        where = _site(notes.get("op_callstack"))
        first = len(block.ops)
        for name in (n for slot in inputs.values() for n in slot):
            if block.find(name) is None and not any(name in slot for slot in outputs.values()):
                raise refused(f"{found.type} uses {name!r}, which is not declared", where)
        try:
            _check_outputs(block, found.type, inputs, outputs, attrs)
            if not read_control_flow.append(self, block, found.type, inputs, outputs, attrs):
                _append(block, found.type, inputs, outputs, attrs)
        except OpscopeError as e:
            e.site = where or e.site
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as e:
            raise refused(
                f"the operator {found.type} has inputs, outputs or attributes that are not valid: {e}", where
            ) from e
        for operator in block.ops[first:]:
            operator.call, operator.layer_path = where, str(notes.get("op_layer_path") or "")
            operator.namescope = str(notes.get("op_namescope") or "/")
            operator.device = str(notes.get("op_device") or "")

    def _feed_or_fetch(self, block: Block, found: Any, slots: Mapping[str, list[str]]) -> None:
        column, names = read_attributes(found).get("col", 0), next(iter(slots.values()), [])
        if len(names) != 1 or names[0] not in block.vars or block is not self.program.global_block():
            raise refused(f"each {found.type} operator must have exactly one variable")
        if not isinstance(column, int):  # the file says of what type it is
            raise refused(f"the column of a {found.type} operator is not a number")
        table = self.feeds if found.type == "feed" else self.fetches
        if column in table:
            raise refused(f"two {found.type} operators have the same column {column}")
        table[column] = names[0]
        if found.type == "feed":
            block.vars[names[0]].is_data = True


def _append(block: Block, type_: str, inputs: Any, outputs: Any, attrs: dict[str, Any]) -> None:
    if type_ == "batch_norm" and attrs.get("is_test"):
        attrs.pop("use_global_stats", None)
    given = {slot: names for slot, names in inputs.items() if names}
    made = {slot: names for slot, names in outputs.items() if names and block.find(names[0]) is not None}
    block.append_op(type=type_, inputs=given, outputs=made, attrs=attrs)


def _check_outputs(block: Block, type_: str, inputs: Any, outputs: Any, attrs: Mapping[str, Any]) -> None:
    """Raise ArgumentError for more outputs than names, because a damaged dim may be huge."""
    if type_ not in _DIMS_AS_OUTPUTS:
        return
    count = sum(len(names) for names in outputs.values())
    asked = attrs.get("num", 0)
    if isinstance(asked, int) and asked not in (0, count):
        raise refused(f"the operator {type_} computes {asked} tensors, but it has {count} outputs")
    axis, variable = attrs.get("axis", 0), block.find(next((slot[0] for slot in inputs.values() if slot), ""))
    if type_ != "split" and variable is not None and isinstance(axis, int):
        shape = variable.spec.shape
        if not -len(shape) <= axis < len(shape) or shape[axis] not in (None, count):
            raise refused(
                f"the operator {type_} has {count} outputs, but the size of the dim that it splits is another number"
            )


def _slots(found: Sequence[Any]) -> dict[str, list[str]]:
    return {slot.parameter: list(slot.arguments) for slot in found}


def read_spec(found: Any, name: str) -> TensorSpec:
    """Return the shape and dtype of a variable. Raises ArgumentError."""
    dtype, dims = VARTYPE_DTYPES.get(found.data_type), list(found.dims)
    if found.data_type == VAR_TYPES["BF16"] or dtype is None:
        raise UnsupportedError(
            f"the variable {name!r} has the data type number {found.data_type} of Paddle, which is not supported",
            site=site(),
        )
    if len(dims) > MAX_RANK or any(d < -(2**31) for d in dims):  # -4 is 4 times an unknown dim
        raise refused(f"the variable {name!r} has dims that are not valid")
    known = [d for d in dims if d > 0]
    if sum(np.log2(known)) >= 62:
        raise refused(f"the variable {name!r} has too many elements for the memory")
    return TensorSpec(tuple(None if d < 0 else d for d in dims), as_dtype(dtype))


def _make_parameter(block: Block, variable: Variable) -> None:
    made = Parameter(block, variable.name, variable.spec)
    made.stop_gradient, made.lod_level, made.call = variable.stop_gradient, variable.lod_level, None
    block.vars[made.name] = made


def _site(frames: Any) -> Site | None:
    """Return the innermost line of `op_callstack` outside of installed packages."""
    lines = [str(line) for line in frames] if isinstance(frames, list) else []
    for place, text in reversed(list(zip(lines[::2], lines[1::2], strict=False))):
        found = _FRAME.match(place)
        if found is not None and not is_library_file(found["file"]):
            return Site(found["file"], int(found["line"][:9]), found["function"], text.strip())
    return None
