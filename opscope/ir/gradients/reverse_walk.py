"""The reverse walk: gradients of a block's operators, from last to first.

One `<op>_grad` is appended for each operator on a path from the wanted variables to the targets. Programs are not in
SSA form, so several operators may write a name. A gradient of a name belongs to the last writer. Before this writer, a
new gradient of the name begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from opscope.ir.gradients import sparse_embedding
from opscope.ir.gradients.saved_values import saved_value
from opscope.ir.op_roles import BACKWARD
from opscope.ir.program import block_ops
from opscope.ir.program.block_ops import free_names, trace_block
from opscope.ir.program.program import GRAD, Block, Operator, Program, Variable
from opscope.ir.program.py_func import PyFunc
from opscope.ops.grad_ops import grad_op, residuals_of
from opscope.ops.registry import REGISTRY

Callback = Callable[..., Any]  # called as callback(block=..., context=...)


class ForwardValues(Protocol):
    """Source of the forward values that gradients read.

    The source is needed if not all forward values stay in memory, as with `recompute`.
    """

    def before_gradient(self, operator: Operator) -> None:
        """Handle an operator before its gradient is appended."""
        ...

    def value(self, operator: Operator, name: str, written: bool = False) -> Variable:
        """Return the value that `operator` has read under this name, or has written if `written` is True."""
        ...


class GradAccumulator:
    """Gradient variables of a reverse walk. If a name is read several times, the parts of its gradient are added."""

    def __init__(
        self, block: Block, forward: Block, replay: ForwardValues | None = None, callbacks: Sequence[Callback] = ()
    ) -> None:
        self.block = block
        self.forward = forward
        self.replay = replay
        self.callbacks = callbacks
        self.context: dict[str, Any] = {}  # for callbacks: a gradient's name -> its variable's name
        self.parts: dict[str, list[Variable]] = {}
        self.created: set[int] = set()
        self.final: dict[str, Variable] = {}

    def declare_part(self, name: str) -> Variable:
        """Declare a variable for the gradient of `name`, or for a part of it."""
        later = self.final.pop(name, None)
        if later is not None and id(later) in self.created:  # of a later value of that name
            former, of = later.name, self.context.pop(later.name)
            self.context[self.block.rename(former, self._part_name(name, 0)).name] = of
        parts = self.parts.get(name, ())
        if len(parts) == 1 and id(parts[0]) in self.created:  # a gradient that the user gave keeps its name
            self._rename(parts[0], self._part_name(name, 0))
        # several parts: Paddle's names for them, the sum gets the plain one
        wanted = self._part_name(name, len(parts)) if parts else self._unused(name + GRAD)
        spec = self.forward.var_of(name).spec
        made = self.block.declare(Variable(self.block, wanted, spec, stop_gradient=False))
        self.created.add(id(made))
        self.context[wanted] = name
        return made

    def _unused(self, wanted: str) -> str:
        return unused_grad_name(self.block, wanted)

    def _part_name(self, name: str, number: int) -> str:
        return self._unused(f"{name}{GRAD}@RENAME@block{self.block.idx}@{number}")

    def _rename(self, part: Variable, name: str) -> None:
        """Rename a part.

        This is faster than Block.rename, because only its writer refers to a part that is not yet in a sum.
        """
        self.context[name] = self.context.pop(part.name)
        if self.callbacks:  # which may have appended readers
            self.block.rename(part.name, name)
            return
        variables = self.block.vars
        if part.op is not None:
            part.op.outputs = tuple(name if n == part.name else n for n in part.op.outputs)
        variables[name] = variables.pop(part.name)
        part.name = name
        self.block.program.touch()

    def add_part(self, name: str, grad: Variable) -> None:
        """Add a part of the gradient of `name`."""
        self.parts.setdefault(name, []).append(grad)

    def finish(self, name: str) -> Variable | None:
        """Return the gradient of `name`. If there are several parts, append their sum."""
        parts = self.parts.pop(name, [])
        if not parts:
            return None
        total = parts[0]
        if len(parts) > 1:
            total = self.declare_part(name)
            if not sparse_embedding.append_sum(self, parts, total):
                self.notify(self.block.append(REGISTRY["add_n"], parts, {}, outputs=[total], specs=[total.spec]))
        self.final[name] = total
        return total

    def read(self, operator: Operator, name: str | None, written: bool = False) -> Variable | None:
        """Return the value that the forward operator has read under this name, or has written if `written` is True."""
        if name is None:
            return None
        if self.replay is None:
            return saved_value(operator, name, written)
        return self.replay.value(operator, name, written)

    def notify(self, operator: Operator) -> None:
        """Call the callbacks after an operator was appended."""
        for callback in self.callbacks:
            self.context["__current_op_desc__"] = operator
            callback(block=self.block, context=self.context)


def unused_grad_name(block: Block, wanted: str) -> str:
    """Return an unused name for a gradient.

    If x@GRAD exists, the name in the second walk is `grad/grad/x@GRAD`, and so on.
    """
    name, times = wanted, max(2, block.program.grad_times)
    while block.find(name) is not None:
        name, times = "grad/" * times + wanted, times + 1
    return name


def reverse_walk(
    block: Block,
    forward: Block,
    operators: Sequence[Operator],
    seeds: Sequence[tuple[str, Variable]],
    wanted: Iterable[str],
    no_grad: Iterable[str] = (),
    replay: ForwardValues | None = None,
    callbacks: Sequence[Callback] = (),
) -> dict[str, Variable]:
    """Append to `block` the gradient operators of `operators`, which are operators of the block `forward`.

    `seeds` are the gradients of the targets, with which the walk starts. Returns the gradients of the wanted names and
    of all names on the paths to the targets. `append_backward` describes the calls of callbacks.
    """
    blocked = set(no_grad)
    reach = reachable_names(forward, operators, wanted, blocked)
    grads = GradAccumulator(block, forward, replay, callbacks)
    for name, seed in seeds:
        grads.add_part(name, seed)
    for operator in reversed(operators):
        outs = [None if n is None else n for n in operator.outputs]
        if not any(n in grads.parts for n in outs):
            continue
        douts = [None if n is None else grads.finish(n) for n in outs]
        wrt = tuple(
            i for i, n in enumerate(operator.inputs) if n in reach and gradient_passes(operator, i, n, forward, blocked)
        )
        if wrt:
            if replay is not None:
                replay.before_gradient(operator)
            _append_grad(grads, operator, wrt, douts)
    for name in list(grads.parts):
        grads.finish(name)
    return grads.final


def reachable_names(
    forward: Block, operators: Sequence[Operator], wanted: Iterable[str], blocked: set[str]
) -> set[str]:
    """Return the names that depend on the wanted names by paths on which gradients flow back."""
    reach = set(wanted)
    for operator in operators:
        if any(n in reach and gradient_passes(operator, i, n, forward, blocked) for i, n in enumerate(operator.inputs)):
            reach.update(n for n in operator.outputs if n is not None)
    return reach


def gradient_passes(operator: Operator, position: int, name: str | None, forward: Block, blocked: set[str]) -> bool:
    """Return True if a gradient flows to this input of the operator."""
    if name is None or name in blocked:
        return False
    variable = forward.var_of(name)
    if variable.stop_gradient or not variable.dtype.floating:
        return False
    return block_ops.has_gradient(operator, position) if operator.blocks else operator.op.has_gradient(position)


def _append_grad(
    grads: GradAccumulator, operator: Operator, wrt: tuple[int, ...], douts: list[Variable | None]
) -> None:
    def declare_grads(positions: Sequence[int] = wrt) -> list[Variable]:
        made: list[Variable] = []
        for name in (operator.inputs[i] for i in positions):
            assert name is not None
            made.append(grads.declare_part(name))
            grads.add_part(name, made[-1])
        return made

    if operator.blocks:
        for made in block_ops.append_block_gradient(grads.block, operator, wrt, douts, declare_grads):
            grads.notify(made)
        return
    if douts[0] is not None and sparse_embedding.gives_rows(operator):
        sparse_embedding.append_rows(grads, operator, douts[0], declare_grads)
        return
    missing = tuple(j for j, d in enumerate(douts) if d is None and operator.outputs[j] is not None)
    op = grad_op(operator.op, wrt, len(operator.inputs), len(operator.outputs), missing)
    kept = residuals_of(operator.op, wrt, len(operator.inputs), len(operator.outputs), missing)
    if isinstance(operator.op, PyFunc):
        operator.op.install_direct_backward(op, wrt, kept.douts)
    values = [grads.read(operator, operator.inputs[i]) for i in kept.inputs]
    values += [grads.read(operator, operator.outputs[j], written=True) for j in kept.outputs]
    values += [douts[j] for j in kept.douts]
    outs = declare_grads()
    specs = [o.spec for o in outs]
    grads.notify(grads.block.append(op, values, operator.attrs, outputs=outs, specs=specs, of=operator))


def build_gradient_block(
    program: Program, forward: Block, ends: Sequence[str], douts: Sequence[str], wanted: Sequence[str]
) -> tuple[Block, list[str | None], list[str]]:
    """Build the gradient block of `forward`. The gradients start at the variables `ends`, with the values `douts`.

    Return (block, result names, free names).
    """

    def build() -> dict[str, Variable]:
        block = program.current_block()
        block.forward_block_idx = forward.idx  # name lookup continues there, so no name is reused
        seeds = []
        for end, dout in zip(ends, douts, strict=True):
            of = forward.var_of(end)
            if of.dtype.floating and not of.stop_gradient:
                seeds.append((end, block.declare(Variable(block, dout, of.spec))))
        return reverse_walk(block, forward, list(forward.ops), seeds, wanted)

    with program.within(role=BACKWARD, current_block_idx=forward.parent_idx):
        block, grads = trace_block(program, build, ())
    if forward.backward_block_idx < 0:  # a pylayer has one already
        forward.backward_block_idx = block.idx
    results = [grads[n].name if n in grads else None for n in wanted]
    seeds = set(douts)
    free = [n for n in free_names(block, [r for r in results if r]) if n not in seeds and n not in block.vars]
    return block, results, free
