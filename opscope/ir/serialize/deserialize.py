"""Read a program from untrusted data. Every property on which later code depends is validated here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.core.source import Site
from opscope.core.variable_kinds import VarKind
from opscope.ir.program.program import Block, Operator, Parameter, Program, Variable
from opscope.ir.serialize.attribute_json import MAX_INT, decode
from opscope.ir.serialize.block_op_checks import check_block_op, check_nesting
from opscope.ir.serialize.op_references import CONTROL_OPS, MAX_OPERANDS, OpReader, check_counts, read_spec
from opscope.ir.serialize.untrusted import Untrusted

FORMAT = 5
MAX_SCOPE_DEPTH = 64  # nested name scopes
MAX_BLOCK_DEPTH = 64  # enclosing blocks of a block


def read_program(data: Untrusted) -> Program:
    """Read a program. Raises ArgumentError with the path of the invalid part."""
    if data.entries().get("format", data).value != FORMAT:
        raise data.error(f"the format must be {FORMAT}: another version of opscope wrote the data")
    fmt, version, seed, next_op, current, role, scope, device, times, scopes, sites, functions, blocks = data.record(
        "format", "version", "seed", "next_op", "current_block", "role", "namescope", "device", "grad_times", "scopes",
        "sites", "functions", "blocks",
    )  # fmt: skip
    fmt.integer()
    reader = _ProgramReader(sites, functions, next_op, _listed_operands(blocks))
    reader.blocks(blocks)
    program = reader.program
    check_nesting(program, blocks)
    program.role, program.namescope, program.device = role.integer(), _scope(scope), device.text()
    for name, count in scopes.entries("scope").items():
        program.scopes[_scope(count.tagged(name))] = count.integer()
    program.grad_times = times.integer(0, MAX_OPERANDS)
    program.random_seed = seed.integer(-MAX_INT, MAX_INT)
    program.current_block_idx = current.integer(0, len(program.blocks) - 1)
    program._next_op = next_op.integer()
    program.version = version.integer()
    return program


class _ProgramReader:
    def __init__(self, sites: Untrusted, functions: Untrusted, next_op: Untrusted, operands: int) -> None:
        self.program = Program()
        self.sites = [_site(item) for item in sites.items("site")]
        self.ops = OpReader(functions, operands)
        self.operators: dict[int, Operator] = {}
        self.last = next_op.integer() - 1

    def blocks(self, data: Untrusted) -> None:
        """Read all blocks, then all variables, then all operators. An operator may use variables of other blocks."""
        parts = [item.record("parent", "forward", "backward", "vars", "ops") for item in data.items("block")]
        if not parts:
            raise data.error("there must be at least one block")
        blocks = self.program.blocks
        depths = [0] * len(parts)  # of enclosing blocks: looking up a name walks through all of them
        for idx, (parent, forward, backward, *_) in enumerate(parts):
            if idx:
                blocks.append(Block(self.program, idx, parent.integer(0, idx - 1)))
                depths[idx] = depths[parent.value] + 1
                if depths[idx] > MAX_BLOCK_DEPTH:
                    raise parent.error(f"has more than {MAX_BLOCK_DEPTH} enclosing blocks")
            else:
                parent.integer(-1, -1)
            blocks[idx].forward_block_idx = forward.integer(-1, len(parts) - 1)
            blocks[idx].backward_block_idx = backward.integer(-1, len(parts) - 1)
        makers: list[tuple[Variable, Untrusted]] = []
        for block, (*_, variables, _) in zip(blocks, parts, strict=True):
            makers += [self._variable(block, item) for item in variables.items("variable")]
        for block, (*_, operators) in zip(blocks, parts, strict=True):
            block.ops = [self._operator(block, item) for item in operators.items("operator")]
            block.reassigned = _reassigned(block)
        for variable, maker in makers:
            variable.op = self._maker(maker)

    def _site(self, data: Untrusted) -> Site | None:
        return None if data.value is None else self.sites[data.integer(0, len(self.sites) - 1)]

    def _variable(self, block: Block, data: Untrusted) -> tuple[Variable, Untrusted]:
        name, spec, stop, stays, is_data, check, lod, array, detached, kind, belongs, *rest = data.record(
            "name", "spec", "stop_gradient", "persistable", "is_data", "need_check_feed", "lod_level", "tensor_array",
            "detached", "kind", "belong_to_optimizer", "op", "site", "parameter",
        )  # fmt: skip
        maker, site, parameter = rest
        if name.text() in block.vars:
            raise name.error("is declared twice in this block")
        if parameter.value is None:
            made = Variable(block, name.text(), read_spec(spec))
        else:
            made = _parameter(block, name.text(), spec, parameter)
        made.stop_gradient, made.persistable = stop.boolean(), stays.boolean()
        made.is_data, made.need_check_feed, made.lod_level = is_data.boolean(), check.boolean(), lod.integer()
        made.is_tensor_array, made.detached = array.boolean(), detached.boolean()
        made.kind = None if kind.value is None else VarKind(kind.text())
        made.belong_to_optimizer = belongs.boolean()
        made.call = self._site(site)
        block.declare(made)
        return made, maker

    def _maker(self, data: Untrusted) -> Operator | None:
        if data.value is None:
            return None
        found = self.operators.get(data.integer())
        if found is None:
            raise data.error("there is no such operator")
        return found

    def _operator(self, block: Block, data: Untrusted) -> Operator:
        number, op_, called, inputs, outputs, attrs, notes, role, namescope, layer_path, device, *rest = data.record(
            "id", "op", "called", "inputs", "outputs", "attrs", "notes", "role", "namescope", "layer_path", "device",
            "role_var", "site", "user_site",
        )  # fmt: skip
        role_var, site, user_site = rest
        if number.integer(0, self.last) in self.operators:
            raise number.error("is the id of two operators")
        op = self.ops.read(op_)
        values = {name: decode(item) for name, item in attrs.entries("attribute").items()}
        made = Operator(block, op, _names(block, inputs), _names(block, outputs), values)
        check_counts(op, len(made.inputs), len(made.outputs), data)
        _check_attrs(made, attrs)
        made.id = number.value
        made.role, made.namescope, made.role_var = role.integer(), _scope(namescope), list(role_var.texts())
        made.device, made.type_override = device.text(), called.text()
        made.user_attrs = {name: decode(item) for name, item in notes.entries("note").items()}
        made.call, made.saved_user_site = self._site(site), self._site(user_site)
        made.layer_path = layer_path.text()
        self.operators[made.id] = made
        return made


def _parameter(block: Block, name: str, spec: Untrusted, data: Untrusted) -> Parameter:
    trainable, clip, average, optimize, regularizer = data.record(
        "trainable", "need_clip", "do_model_average", "optimize_attr", "regularizer"
    )
    made = Parameter(block, name, read_spec(spec), trainable=trainable.boolean(), need_clip=clip.boolean())
    made.do_model_average = None if average.value is None else average.boolean()
    made.regularizer = decode(regularizer)
    made.optimize_attr = decode(optimize)
    if type(made.optimize_attr) is not dict or type(made.optimize_attr.get("learning_rate")) not in (int, float):
        raise optimize.error("must be a dict with a learning_rate")
    return made


def _site(data: Untrusted) -> Site:
    filename, line, function, text = data.parts(4, "a file, a line, a function and a source text")
    return Site(filename.text(), line.integer(), function.text(), text.text())


def _scope(data: Untrusted) -> str:
    if data.text().count("/") > MAX_SCOPE_DEPTH:
        raise data.error(f"has more than {MAX_SCOPE_DEPTH} parts")
    return data.text()


def _listed_operands(blocks: Untrusted) -> int:
    """Return the number of inputs and outputs of all operators in the data."""
    operators = (
        operator.entries()
        for block in blocks.items("block")
        if (listed := block.entries().get("ops")) is not None
        for operator in listed.items("operator")
    )
    lists = (operator[side].value for operator in operators for side in ("inputs", "outputs") if side in operator)
    return sum(len(operands) for operands in lists if type(operands) is list)


def _names(block: Block, data: Untrusted) -> tuple[str | None, ...]:
    """Return the names of variables. Return None for absent operands."""
    found: list[str | None] = []
    for item in data.items(most=MAX_OPERANDS):
        if item.value is not None and not _declared(block, item.text()):
            raise item.error("there is no such variable")
        found.append(item.value)
    return tuple(found)


def _reassigned(block: Block) -> set[str]:
    assigned = {n for n, v in block.vars.items() if v.is_data or v.persistable}
    reassigned: set[str] = set()
    for operator in block.ops:
        outputs = {n for n in operator.outputs if n is not None}
        reassigned |= assigned & outputs
        assigned |= outputs
    return reassigned


def _declared(block: Block, name: str) -> bool:
    """True if an operator of the block can refer to this name. Gradient blocks also use names of the forward block."""
    if block.find(name) is not None:
        return True
    forward = block.forward_block_idx
    return forward >= 0 and block.program.blocks[forward].find(name) is not None


def _check_attrs(operator: Operator, data: Untrusted) -> None:
    op = operator.op
    if CONTROL_OPS.get(op.name) is op:
        return check_block_op(operator, data)
    if "blocks" in operator.attrs:
        raise data.error(f"{op.name} owns no blocks")
    while op.forward is not None:  # gradients have the attributes of the forward op
        op = op.forward.op
    known: Mapping[str, Any] = op.attrs
    required = {name for name in known if name not in op.with_defaults({})}
    if missing := required - operator.attrs.keys():
        raise data.error(f"has no {', '.join(sorted(missing))}")
    if not op.accepts_any_attr and (unknown := operator.attrs.keys() - known.keys()):
        raise data.error(f"{op.name} has no attribute {', '.join(sorted(unknown))[:80]}")
    return None
