"""Reverse walk over a block: append_backward and gradients.

The walk goes through the operators from last to first and appends one `<op>_grad` for each that lies on a
path from the wanted variables to the targets. A name may be written more than once (programs are not in
SSA form): the gradient collected for it belongs to the last writer, and is taken away once that is passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.strict import caution
from opscope.errors import ArgumentError, OpscopeWarning, UnsupportedError, UsageError
from opscope.ir import blocks
from opscope.ir.blocks import free_names, trace
from opscope.ir.custom import PyFunc
from opscope.ir.kept import as_read
from opscope.ir.program import BACKWARD, GRAD, LOSS, Block, Operator, Parameter, Program, Variable
from opscope.ops.grad import grad_op, keeps
from opscope.ops.registry import REGISTRY


class Gradients:
    """Gradient variables of one reverse walk, summed where a name is read several times."""

    def __init__(self, block: Block, forward: Block) -> None:
        self.block = block
        self.forward = forward
        self.partial: dict[str, list[Variable]] = {}
        self.own: set[int] = set()
        self.final: dict[str, Variable] = {}

    def new(self, name: str) -> Variable:
        """A fresh variable for (a part of) the gradient of `name`."""
        parts = self.partial.get(name, ())
        if len(parts) == 1 and id(parts[0]) in self.own:  # a gradient that the user gave keeps its name
            self._rename(parts[0], self._part(name, 0))
        # several parts: Paddle's names for them, the sum gets the plain one
        wanted = self._part(name, len(parts)) if parts else self._free(name + GRAD)
        spec = self.forward.var_of(name).spec
        made = self.block.declare(Variable(self.block, wanted, spec, stop_gradient=False))
        self.own.add(id(made))
        return made

    def _free(self, wanted: str) -> str:
        while self.block.find(wanted) is not None:
            wanted = "grad/grad/" + wanted
        return wanted

    def _part(self, name: str, number: int) -> str:
        return self._free(f"{name}{GRAD}@RENAME@block{self.block.idx}@{number}")

    def _rename(self, part: Variable, name: str) -> None:
        """Block.rename goes through all operators; of a part that is not summed yet only its maker knows."""
        variables = self.block.vars
        if part.op is not None:
            part.op.outputs = tuple(name if n == part.name else n for n in part.op.outputs)
        variables[name] = variables.pop(part.name)
        part.name = name
        self.block.program.touch()

    def add(self, name: str, grad: Variable) -> None:
        """One more part of the gradient of `name`."""
        self.partial.setdefault(name, []).append(grad)

    def settle(self, name: str) -> Variable | None:
        """The whole gradient of `name` as of here; appends the sum if there are several parts."""
        parts = self.partial.pop(name, [])
        if not parts:
            return None
        total = parts[0]
        if len(parts) > 1:
            total = self.new(name)
            self.block.append(REGISTRY["add_n"], parts, {}, outputs=[total], specs=[total.spec])
        self.final[name] = total
        return total


def reverse(
    block: Block,
    forward: Block,
    operators: Sequence[Operator],
    seeds: Sequence[tuple[str, Variable]],
    wanted: Iterable[str],
    no_grad: Iterable[str] = (),
) -> dict[str, Variable]:
    """Append to `block` the gradients of `operators` (of `forward`); `seeds` are the targets' gradients.

    Returns the gradient of each name that `wanted` leads to (the wanted ones, and everything between).
    """
    blocked = set(no_grad)
    reach = set(wanted)
    for operator in operators:
        if any(n in reach and _passes(operator, i, n, forward, blocked) for i, n in enumerate(operator.inputs)):
            reach.update(n for n in operator.outputs if n is not None)
    grads = Gradients(block, forward)
    for name, seed in seeds:
        grads.add(name, seed)
    for operator in reversed(operators):
        outs = [None if n is None else n for n in operator.outputs]
        if not any(n in grads.partial for n in outs):
            continue
        douts = [None if n is None else grads.settle(n) for n in outs]
        wrt = tuple(
            i for i, n in enumerate(operator.inputs) if n in reach and _passes(operator, i, n, forward, blocked)
        )
        if wrt:
            _append_grad(grads, operator, wrt, douts)
    for name in list(grads.partial):
        grads.settle(name)
    return grads.final


def _passes(operator: Operator, position: int, name: str | None, forward: Block, blocked: set[str]) -> bool:
    """True if a gradient flows to this input."""
    if name is None or name in blocked:
        return False
    variable = forward.var_of(name)
    if variable.stop_gradient or not variable.dtype.floating:
        return False
    return blocks.has_gradient(operator, position) if operator.blocks else operator.op.has_gradient(position)


def _append_grad(grads: Gradients, operator: Operator, wrt: tuple[int, ...], douts: list[Variable | None]) -> None:
    names = [operator.inputs[i] for i in wrt]

    def targets() -> list[Variable]:
        made: list[Variable] = []
        for name in names:
            assert name is not None
            made.append(grads.new(name))
            grads.add(name, made[-1])
        return made

    if operator.blocks:
        blocks.append_grad(grads.block, operator, wrt, douts, targets)
        return
    missing = tuple(j for j, d in enumerate(douts) if d is None and operator.outputs[j] is not None)
    op = grad_op(operator.op, wrt, len(operator.inputs), len(operator.outputs), missing)
    kept = keeps(operator.op, wrt, len(operator.inputs), len(operator.outputs), missing)
    if isinstance(operator.op, PyFunc):
        operator.op.shorten(op, wrt, kept.douts)
    values = [None if (n := operator.inputs[i]) is None else as_read(operator, n) for i in kept.inputs]
    values += [None if (n := operator.outputs[j]) is None else as_read(operator, n, own=False) for j in kept.outputs]
    values += [douts[j] for j in kept.douts]
    outs = targets()
    grads.block.append(op, values, operator.attrs, outputs=outs, specs=[o.spec for o in outs], of=operator)


def derive_block(
    program: Program, forward: Block, ends: Sequence[str], douts: Sequence[str], wanted: Sequence[str]
) -> tuple[Block, list[str | None], list[str]]:
    """A block with the gradients of `forward` along `douts` at `ends`: (block, result names, free names)."""

    def build() -> dict[str, Variable]:
        block = program.current_block()
        seeds = []
        for end, dout in zip(ends, douts, strict=True):
            of = forward.var_of(end)
            if of.dtype.floating and not of.stop_gradient:
                seeds.append((end, block.declare(Variable(block, dout, of.spec))))
        return reverse(block, forward, list(forward.ops), seeds, wanted)

    kept, program.role = program.role, BACKWARD
    outer, program.current_block_idx = program.current_block_idx, forward.parent_idx
    try:
        block, grads = trace(program, build, ())
    finally:
        program.role, program.current_block_idx = kept, outer
    block.forward_block_idx, forward.backward_block_idx = forward.idx, block.idx
    results = [grads[n].name if n in grads else None for n in wanted]
    seeds = set(douts)
    free = [n for n in free_names(block, [r for r in results if r]) if n not in seeds and n not in block.vars]
    return block, results, free


def append_backward(
    loss: Variable,
    parameter_list: Sequence[Variable | str] | None = None,
    no_grad_set: Iterable[Variable | str] | None = None,
    callbacks: None = None,
    checkpoints: None = None,
    distop_context: None = None,
) -> list[tuple[Parameter, Variable]]:
    """Append the gradients of `loss` (any shape, seeded with ones); returns [(parameter, gradient)].

    Warns when no parameter is reached: training would silently do nothing.
    Raises UsageError if loss is not a Variable.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/append_backward_en.html
    """
    _refuse(callbacks=callbacks, checkpoints=checkpoints, distop_context=distop_context)
    if not isinstance(loss, Variable):
        raise UsageError(
            f"The type of 'loss' in paddle.static.append_backward must be {Variable}, but received {type(loss)}.",
            site=site(),
        )
    if parameter_list is not None and not isinstance(parameter_list, list | tuple | set):
        raise UsageError(
            f"parameter_list must be a list, tuple or set, but received {type(parameter_list)}", site=site()
        )
    program = loss.program
    parameters = program.all_parameters()
    if parameter_list is not None:
        chosen = _names(parameter_list)
        parameters = [p for p in parameters if p.name in chosen]
    parameters = [p for p in parameters if p.trainable and not p.stop_gradient]
    block = program.global_block()
    leaves = {v.name for v in block.vars.values() if not v.stop_gradient and v.op is None}
    chosen_names = {p.name for p in parameters}
    wanted = chosen_names | {n for n in leaves if not isinstance(block.vars[n], Parameter)}
    with _role(program, BACKWARD):
        seed = _ones(block, loss, BACKWARD | LOSS)
        grads = reverse(block, block, _until(block, seed.op), [(loss.name, seed)], wanted, _no_grad(no_grad_set))
    pairs = [(p, grads[p.name]) for p in parameters if p.name in grads]
    for parameter, grad in pairs:
        if grad.op is not None:
            grad.op.role_var = [parameter.name, grad.name]
    if not pairs:
        caution(
            OpscopeWarning(
                f"no gradient path from {loss.name} to any parameter: training would change nothing",
                site=loss.site,
                fix="give py_func a backward_func, or set stop_gradient=False on what should receive gradients",
            ),
            stacklevel=2,
        )
    return pairs


def gradients(
    targets: Any,
    inputs: Any,
    target_gradients: Any = None,
    no_grad_set: Iterable[Variable | str] | None = None,
) -> list[Variable | None]:
    """Append the gradients of `targets` with respect to `inputs`; None where no path leads ([] for a single input).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/gradients_en.html
    """
    targets, inputs = _list(targets, "targets"), _list(inputs, "inputs")
    given = [None] * len(targets) if target_gradients is None else list(_many(target_gradients))
    if len(given) != len(targets):
        raise ArgumentError(
            "Should have the same number of target_gradients as targets",
            facts={"targets": len(targets), "target_gradients": len(given)},
            site=site(),
        )
    program = targets[0].program
    block = program.current_block()
    with _role(program, BACKWARD):
        end = len(block.ops)
        seeds = [(t.name, _ones(block, t, BACKWARD) if g is None else g) for t, g in zip(targets, given, strict=True)]
        operators = block.ops[:end]
        grads = reverse(block, block, operators, seeds, {v.name for v in inputs}, _no_grad(no_grad_set))
    found = [grads.get(v.name) for v in inputs]
    return [] if found == [None] else found


calc_gradient = gradients


class _role:  # noqa: N801 (a context manager, used like a function)
    def __init__(self, program: Program, role: int) -> None:
        self.program, self.role = program, role

    def __enter__(self) -> None:
        self.kept, self.program.role = self.program.role, self.role

    def __exit__(self, *_: object) -> None:
        self.program.role = self.kept


def _ones(block: Block, target: Variable, role: int) -> Variable:
    name = target.name + GRAD
    while block.find(name) is not None:
        name = "grad/grad/" + name
    seed = block.declare(Variable(block, name, target.spec, stop_gradient=False))
    known = None not in target.spec.shape
    if known:
        attrs = {"shape": target.spec.shape, "fill_value": 1.0, "dtype": target.dtype.name}
        operator = block.append(REGISTRY["full"], (), attrs, outputs=[seed], specs=[target.spec])
    else:
        operator = block.append(
            REGISTRY["full_like"], [target], {"fill_value": 1.0}, outputs=[seed], specs=[target.spec]
        )
    operator.role = role
    return seed


def _until(block: Block, operator: Operator | None) -> list[Operator]:
    return block.ops[: block.ops.index(operator)] if operator is not None else list(block.ops)


def _names(variables: Iterable[Variable | str]) -> set[str]:
    return {v if isinstance(v, str) else v.name for v in variables}


def _no_grad(no_grad_set: Iterable[Variable | str] | None) -> set[str]:
    if no_grad_set is None:
        return set()
    if not isinstance(no_grad_set, set | list | tuple | frozenset):
        raise UsageError(f"The type of no_grad_set should be set or list or tuple, but received {type(no_grad_set)}.")
    return _names(no_grad_set)


def _many(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _list(value: Any, what: str) -> list[Variable]:
    values = _many(value)
    for item in values:
        if not isinstance(item, Variable):
            raise UsageError(
                f"The type of '{what}' in paddle.static.gradients must be ({Variable}, <class 'list'>, "
                f"<class 'tuple'>), but received {type(item)}.",
                site=site(),
            )
    return values


def _refuse(**options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise UnsupportedError(f"append_backward does not support {name}", site=site(), fix=f"leave {name} out")
