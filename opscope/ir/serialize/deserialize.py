"""A program out of data that nobody has checked: all that later code relies on is looked at here, once."""

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

FORMAT = 4
MAX_SCOPE_DEPTH = 64  # name scopes in name scopes


def read_program(data: Untrusted) -> Program:
    """The program that the data describes. Raises ArgumentError naming the place of what is wrong."""
    if data.entries().get("format", data).value != FORMAT:
        raise data.error(f"its format must be {FORMAT}: another version of opscope wrote it")
    form, version, seed, next_op, current, role, scope, device, times, scopes, sites, functions, blocks = data.record(
        "format", "version", "seed", "next_op", "current_block", "role", "namescope", "device", "grad_times", "scopes",
        "sites", "functions", "blocks",
    )  # fmt: skip
    form.integer()
    reader = _ProgramReader(sites, functions, next_op)
    reader.blocks(blocks)
    program = reader.program
    check_nesting(program, blocks)
    program.role, program.namescope, program.device = role.integer(), _scope(scope), device.text()
    for path, count in scopes.entries("scope").items():
        program.scopes[_scope(Untrusted(path, count.path))] = count.integer()
    program.grad_times = times.integer(0, MAX_OPERANDS)
    program.random_seed = seed.integer(-MAX_INT, MAX_INT)
    program.current_block_idx = current.integer(0, len(program.blocks) - 1)
    program._next_op = next_op.integer()
    program.version = version.integer()
    return program


class _ProgramReader:
    def __init__(self, sites: Untrusted, functions: Untrusted, next_op: Untrusted) -> None:
        self.program = Program()
        self.sites = [_site(item) for item in sites.items("site")]
        self.ops = OpReader(functions)
        self.operators: dict[int, Operator] = {}
        self.last = next_op.integer() - 1

    def blocks(self, given: Untrusted) -> None:
        """All blocks first, then all variables: operators may mean those of other blocks."""
        parts = [item.record("parent", "forward", "backward", "vars", "ops") for item in given.items("block")]
        if not parts:
            raise given.error("there must be one")
        blocks = self.program.blocks
        for idx, (parent, forward, backward, *_) in enumerate(parts):
            if idx:
                blocks.append(Block(self.program, idx, parent.integer(0, idx - 1)))
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

    def _site(self, given: Untrusted) -> Site | None:
        return None if given.value is None else self.sites[given.integer(0, len(self.sites) - 1)]

    def _variable(self, block: Block, given: Untrusted) -> tuple[Variable, Untrusted]:
        name, spec, stop, stays, is_data, check, lod, array, detached, kind, belongs, *rest = given.record(
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

    def _maker(self, given: Untrusted) -> Operator | None:
        if given.value is None:
            return None
        found = self.operators.get(given.integer())
        if found is None:
            raise given.error("there is no such operator")
        return found

    def _operator(self, block: Block, given: Untrusted) -> Operator:
        number, op_, called, inputs, outputs, attrs, notes, role, namescope, device, role_var, site = given.record(
            "id", "op", "called", "inputs", "outputs", "attrs", "notes", "role", "namescope", "device", "role_var",
            "site",
        )  # fmt: skip
        if number.integer(0, self.last) in self.operators:
            raise number.error("is another operator's, too")
        op = self.ops.read(op_)
        values = {name: decode(item) for name, item in attrs.entries("attribute").items()}
        made = Operator(block, op, _names(block, inputs), _names(block, outputs), values)
        check_counts(op, len(made.inputs), len(made.outputs), given)
        _check_attrs(made, attrs)
        made.id = number.value
        made.role, made.namescope, made.role_var = role.integer(), _scope(namescope), list(role_var.texts())
        made.device, made.type_override = device.text(), called.text()
        made.user_attrs = {name: decode(item) for name, item in notes.entries("note").items()}
        made.call = self._site(site)
        self.operators[made.id] = made
        return made


def _parameter(block: Block, name: str, spec: Untrusted, given: Untrusted) -> Parameter:
    trainable, clip, average, optimize, regularizer = given.record(
        "trainable", "need_clip", "do_model_average", "optimize_attr", "regularizer"
    )
    made = Parameter(block, name, read_spec(spec), trainable=trainable.boolean(), need_clip=clip.boolean())
    made.do_model_average = None if average.value is None else average.boolean()
    made.regularizer = decode(regularizer)
    made.optimize_attr = decode(optimize)
    if type(made.optimize_attr) is not dict or type(made.optimize_attr.get("learning_rate")) not in (int, float):
        raise optimize.error("must be a dict with a learning_rate")
    return made


def _site(given: Untrusted) -> Site:
    parts = given.items()
    if len(parts) != 4:
        raise given.error("must be a file, a line, a function and a text")
    filename, line, function, text = parts
    return Site(filename.text(), line.integer(), function.text(), text.text())


def _scope(given: Untrusted) -> str:
    if given.text().count("/") > MAX_SCOPE_DEPTH:
        raise given.error(f"has more than {MAX_SCOPE_DEPTH} parts")
    return given.text()


def _names(block: Block, given: Untrusted) -> tuple[str | None, ...]:
    """Names of variables, None where an operator has none."""
    found: list[str | None] = []
    for item in given.items(most=MAX_OPERANDS):
        if item.value is not None and not _declared(block, item.text()):
            raise item.error("there is no such variable")
        found.append(item.value)
    return tuple(found)


def _reassigned(block: Block) -> set[str]:
    made = {n for n, v in block.vars.items() if v.is_data or v.persistable}
    again: set[str] = set()
    for operator in block.ops:
        found = {n for n in operator.outputs if n is not None}
        again |= made & found
        made |= found
    return again


def _declared(block: Block, name: str) -> bool:
    """True if an operator of the block can mean this name: one of a gradient block also what its forward block has."""
    if block.find(name) is not None:
        return True
    forward = block.forward_block_idx
    return forward >= 0 and block.program.blocks[forward].find(name) is not None


def _check_attrs(operator: Operator, given: Untrusted) -> None:
    op = operator.op
    if CONTROL_OPS.get(op.name) is op:
        return check_block_op(operator, given)
    if "blocks" in operator.attrs:
        raise given.error(f"{op.name} owns no blocks")
    while op.forward is not None:  # the gradient of a gradient has the attributes of the first
        op = op.forward.op
    known: Mapping[str, Any] = op.attrs
    required = {name for name in known if name not in op.full_attrs({})}
    if missing := required - operator.attrs.keys():
        raise given.error(f"misses {', '.join(sorted(missing))}")
    if not op.takes_any_attr and (unknown := operator.attrs.keys() - known.keys()):
        raise given.error(f"{op.name} does not take {', '.join(sorted(unknown))[:80]}")
    return None
