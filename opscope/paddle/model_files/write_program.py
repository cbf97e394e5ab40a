"""Writer of a program as a ProgramDesc that Paddle 2.6 reads.

Paddle's loops and conditions write variables of the outer block, and have no results. A `cond` is written as two
conditional_blocks and a select_input, and a `while` with an outer variable for each loop variable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.core.dtype import int32
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.errors import UnsupportedError
from opscope.ir.control_flow.cond import COND
from opscope.ir.control_flow.while_loop import WHILE
from opscope.ir.program.program import Block, Operator, Program, Variable
from opscope.paddle.model_files import operators_by_name as operators_by_name  # fills the table of rules
from opscope.paddle.model_files.paddle_operators import NUMBERS, RULES, Long, OpView
from opscope.paddle.model_files.schema import ATTR_TYPES, VAR_TYPES, program_desc_class

VERSION = 2006002  # of Paddle
_MANY = {
    bool: ("BOOLEANS", "bools"), int: ("INTS", "ints"), float: ("FLOATS", "floats"), str: ("STRINGS", "strings"),
    Long: ("LONGS", "longs"),
}  # fmt: skip
_ONE = {
    bool: ("BOOLEAN", "b"), int: ("INT", "i"), float: ("FLOAT", "f"), str: ("STRING", "s"), Long: ("LONG", "l"),
}  # fmt: skip


class SubBlock(int):
    """An attribute that refers to a block."""


def write_program(program: Program, feeds: Sequence[str], fetches: Sequence[str]) -> bytes:
    """Return the bytes of a `.pdmodel` file. Raises UnsupportedError for an operator that Paddle does not have."""
    made = program_desc_class()()
    made.version.version = VERSION
    writer = BlockWriter(made, made.blocks.add(idx=0, parent_idx=-1), program.global_block(), {})
    for name, kind in (("feed", "FEED_MINIBATCH"), ("fetch", "FETCH_LIST")):
        variable = writer.desc.vars.add(name=name, persistable=True)
        variable.type.type = VAR_TYPES[kind]
    for column, name in reversed(list(enumerate(feeds))):  # Paddle's jit.load takes them from the last to the first
        writer.declare_known(name)
        writer.emit("feed", {"X": ["feed"]}, {"Out": [name]}, {"col": column})
    for operator in program.global_block().ops:
        writer.operator(operator)
    for column, name in enumerate(fetches):
        writer.declare_known(name)
        writer.emit("fetch", {"X": [name]}, {"Out": ["fetch"]}, {"col": column})
    return made.SerializeToString()


class BlockWriter:
    """Writes operators of a block of a program to a block of the message; some names are replaced."""

    def __init__(self, program: Any, desc: Any, block: Block, names: Mapping[str, str]) -> None:
        self.program, self.desc, self.block = program, desc, block
        self.names = dict(names)
        self.prefix = ""  # of the values of a block whose operators are written into another one
        self._declared: set[str] = set()
        self._notes: dict[str, Any] = {}  # of the operator that is being written: its line, scope and layer

    # --- variables --------------------------------------------------------------------------------

    def name(self, name: str) -> str:
        """Return the name of a block's value in the message."""
        if name in self.names:
            return self.names[name]
        return self.prefix + name if self.prefix and name in self.block.vars else name

    def declare_known(self, name: str, into: Any = None) -> None:
        """Declare a variable of the program in its block: this block, or an outer block."""
        found = self.block.find(name)
        if name in self.names or found is None or (found.block is not self.block):
            return
        self.declare(self.name(name), found.spec, found)

    def declare(self, name: str, spec: TensorSpec, like: Variable | None = None) -> str:
        """Declare a variable in this block of the message."""
        if name in self._declared:
            return name
        if like is not None and like.is_tensor_array:
            raise UnsupportedError(
                f"the tensor array {name} cannot be written to a model file of Paddle yet", site=like.site
            )
        if spec.dtype.name not in NUMBERS:
            raise UnsupportedError(f"{name} has the dtype {spec.dtype.name}, which Paddle does not have", site=site())
        self._declared.add(name)
        made = self.desc.vars.add(name=name)
        made.type.type = VAR_TYPES["LOD_TENSOR"]
        made.type.lod_tensor.tensor.data_type = NUMBERS[spec.dtype.name]
        made.type.lod_tensor.tensor.dims.extend(-1 if d is None else d for d in spec.shape)
        if like is not None:
            made.persistable, made.is_parameter = bool(like.persistable), bool(like.is_parameter)
            made.stop_gradient, made.need_check_feed = bool(like.stop_gradient), bool(like.is_data)
            made.type.lod_tensor.lod_level = like.lod_level
        return name

    def _private(self, name: str) -> str:
        made = self.desc.vars.add(name=name)
        made.type.type = VAR_TYPES["STEP_SCOPES"]
        return name

    # --- operators --------------------------------------------------------------------------------

    def operator(self, operator: Operator) -> None:
        """Write an operator as Paddle operators with the same result."""
        for name in (*operator.inputs, *operator.outputs):
            if name is not None:
                self.declare_known(name)
        self._notes = _notes(operator)
        if operator.op is COND:
            self._cond(operator)
            return
        if operator.op is WHILE:
            self._while(operator)
            return
        rule = RULES.get(operator.op.name)
        if rule is None:
            raise UnsupportedError(
                f"{operator!r} cannot be written as an operator of Paddle yet", site=operator.site or site(),
                fix="save the model without format='paddle'",
            )  # fmt: skip
        specs = [None if n is None else self.block.var_of(n).spec for n in operator.inputs]
        inputs = ["" if n is None else self.name(n) for n in operator.inputs]
        outputs = ["" if n is None else self.name(n) for n in operator.outputs]
        first = outputs[0]
        rule(
            OpView(
                operator.op, inputs, outputs, specs, operator.op.with_defaults(operator.attrs), operator.site,
                self.emit, lambda spec, suffix: self.declare(f"{first}/{suffix}", spec),
            )
        )  # fmt: skip

    def emit(self, type_: str, inputs: Mapping[str, Any], outputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> None:
        """Append an operator of Paddle."""
        made = self.desc.ops.add(type=type_)
        for slots, given in ((made.inputs, inputs), (made.outputs, outputs)):
            for slot, names in given.items():
                slots.add(parameter=slot, arguments=[n for n in names if n])
        for name, value in {**attrs, **self._notes}.items():
            _write_attribute(made.attrs.add(name=name), value)

    # --- control flow -----------------------------------------------------------------------------

    def _inner(self, block: Block, names: Mapping[str, str]) -> BlockWriter:
        index = len(self.program.blocks)
        return BlockWriter(self.program, self.program.blocks.add(idx=index, parent_idx=self.desc.idx), block, names)

    def _captured(self, operator: Operator, start: int = 0) -> dict[str, str]:
        """Return the block's names of outer values."""
        params = operator.attrs["params"]
        given = operator.inputs[len(operator.inputs) - len(params) :]
        pairs = list(zip(params, given, strict=True))[start:]
        return {**self.names, **{inner: self.name(str(outer)) for inner, outer in pairs}}

    def _cond(self, operator: Operator) -> None:
        pred = self.name(str(operator.inputs[0]))
        captured = self._captured(operator)
        outs = [str(n) for n in operator.outputs[: len(operator.attrs["results"][0])]]
        denied = self.declare(f"{pred}/not{operator.id}", self.block.var_of(str(operator.inputs[0])).spec)
        self.emit("logical_not", {"X": [pred]}, {"Out": [denied]}, {})
        branches: list[list[str]] = []
        pairs = zip((pred, denied), ("true", "false"), operator.blocks, operator.attrs["results"], strict=True)
        for chosen, which, block, results in pairs:
            inner = self._inner(block, captured)
            ends = [self.declare(f"{self.name(o)}/{which}", self.block.var_of(o).spec) for o in outs]
            for each in block.ops:
                inner.operator(each)
            for result, end in zip(results, ends, strict=True):
                inner.emit("assign", {"X": [inner.name(result)]}, {"Out": [end]}, {})
            scope = self._private(f"{chosen}/scope{operator.id}")
            attrs = {"sub_block": SubBlock(inner.desc.idx), "is_scalar_condition": True}
            given = {"Cond": [chosen], "Input": list(dict.fromkeys(captured.values()))}
            self.emit("conditional_block", given, {"Out": ends, "Scope": [scope]}, attrs)
            branches.append(ends)
        spec = self.block.var_of(str(operator.inputs[0])).spec
        mask = self.declare(f"{pred}/mask{operator.id}", TensorSpec(spec.shape, int32))
        self.emit(
            "cast",
            {"X": [pred]},
            {"Out": [mask]},
            {"in_dtype": NUMBERS["bool"], "out_dtype": NUMBERS["int32"], "use_mkldnn": False},
        )
        for out, true, false in zip(outs, *branches, strict=True):
            self.emit("select_input", {"X": [false, true], "Mask": [mask]}, {"Out": [self.name(out)]}, {})

    def _while(self, operator: Operator) -> None:
        a = operator.attrs
        count, (cond, body) = a["n_loop"], operator.blocks
        outer = [self.name(str(n)) for n in operator.outputs[:count]]
        loop_vars = a["params"][:count]
        captured = self._captured(operator, count)
        for given, own in zip(operator.inputs, outer, strict=False):
            if self.name(str(given)) != own:
                self.emit("assign", {"X": [self.name(str(given))]}, {"Out": [own]}, {})
        running = {**captured, **dict(zip(loop_vars, outer, strict=True))}
        going = self.declare(f"{outer[0]}/going{operator.id}", cond.var_of(a["pred"]).spec)
        first = BlockWriter(self.program, self.desc, cond, running)
        first._declared, first.prefix = self._declared, f"{outer[0]}/first/"
        first._condition(a["pred"], going)
        inner = self._inner(body, captured)
        for own, local in zip(outer, loop_vars, strict=True):
            inner.emit("assign", {"X": [own]}, {"Out": [inner.declare(local, body.var_of(local).spec)]}, {})
        for each in body.ops:
            inner.operator(each)
        ends = [inner.name(n) for n in a["results"]]
        for end, own in zip(ends, outer, strict=True):
            inner.emit("assign", {"X": [end]}, {"Out": [own]}, {})
        last = BlockWriter(self.program, inner.desc, cond, running)
        last._declared = inner._declared
        last._condition(a["pred"], going)
        attrs = {"sub_block": SubBlock(inner.desc.idx), "is_test": True}
        given = {"X": list(dict.fromkeys((*outer, *captured.values()))), "Condition": [going]}
        scope = self._private(f"{outer[0]}/scopes{operator.id}")
        self.emit("while", given, {"Out": [*outer, going], "StepScopes": [scope]}, attrs)

    def _condition(self, pred: str, going: str) -> None:
        for each in self.block.ops:
            self.operator(each)
        self.emit("assign", {"X": [self.name(pred)]}, {"Out": [going]}, {})


def _notes(operator: Operator) -> dict[str, Any]:
    """Return attributes for the origin of an operator, as in Paddle's files, and for its layer.

    Paddle ignores the layer.
    """
    found: dict[str, Any] = {}
    if (where := operator.site) is not None:
        place = f'  File "{where.filename}", line {where.line}, in {where.function}'
        found["op_callstack"] = [place, f"    {where.code}"]
    if operator.namescope.strip("/"):
        found["op_namescope"] = operator.namescope
    if operator.layer_path:
        found["op_layer_path"] = operator.layer_path
    return found


def _write_attribute(made: Any, value: Any) -> None:
    if isinstance(value, SubBlock):
        made.type, made.block_idx = ATTR_TYPES["BLOCK"], int(value)
    elif isinstance(value, list):
        kind, field = _MANY[type(value[0]) if value else int]
        made.type = ATTR_TYPES[kind]
        getattr(made, field).extend(v.encode() if isinstance(v, str) else v for v in value)
    else:
        kind, field = _ONE[type(value)]
        made.type = ATTR_TYPES[kind]
        setattr(made, field, value.encode() if isinstance(value, str) else int(value) if kind == "LONG" else value)
