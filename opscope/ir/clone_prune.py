"""Program -> Any: copies, copies for evaluation, and the part that given targets need."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable
from typing import Any

from opscope.ir.op_roles import BACKWARD, LOSS_GRAD, LR_SCHEDULE, OPTIMIZE
from opscope.ir.scheduled_variables import copy_schedule

# Program.clone is `clone`, so this file cannot import Program: makes copies by the types of what it copies.


def clone(program: Any, for_test: bool = False) -> Any:
    """A copy that shares nothing but ops and functions; random_seed is kept.

    for_test drops backward and optimizer operators and sets `is_test=True` / `training=False` elsewhere. Gradients
    that no loss was trained by (`gradients` alone) are results like others, and stay.
    """
    made = type(program)()
    made.blocks = []
    made.role, made.namescope, made.device, made._seed = program.role, program.namescope, program.device, program._seed
    made.scopes, made.grad_times = dict(program.scopes), program.grad_times
    made._next_op = program._next_op
    for block in program.blocks:
        made.blocks.append(_block(block, made, for_test, _training_roles(program) if for_test else 0))
    made.current_block_idx = 0 if for_test else program.current_block_idx
    made.touch()
    copy_schedule(program, made)
    return made


def _training_roles(program: Any) -> int:
    """The roles of operators that only training is for; none where append_backward was not called."""
    trained = any(o.role == LOSS_GRAD for o in program.global_block().ops)
    return BACKWARD | OPTIMIZE | LR_SCHEDULE if trained else 0


def _block(block: Any, program: Any, for_test: bool, dropped: int) -> Any:
    made = type(block)(program, block.idx, block.parent_idx)
    made.forward_block_idx, made.backward_block_idx = block.forward_block_idx, block.backward_block_idx
    made.reassigned = set(block.reassigned)
    for name, variable in block.vars.items():
        twin = copy.copy(variable)
        twin.block, twin.op = made, None
        made.vars[name] = twin
    for operator in block.ops:
        if operator.role & dropped and block.idx == 0:
            continue
        made.ops.append(_operator(operator, made, for_test))
    if dropped and block.idx == 0:
        used = {n for o in made.ops for n in (*o.inputs, *o.outputs)}
        gone = {n for o in block.ops for n in (*o.inputs, *o.outputs)} - used  # gradients, and what optimizers keep
        made.vars = {n: v for n, v in made.vars.items() if n not in gone or v.is_data or v.is_parameter}
    return made


def _operator(operator: Any, block: Any, for_test: bool) -> Any:
    twin = copy.copy(operator)
    twin.block = block
    twin.attrs, twin.user_attrs = dict(operator.attrs), dict(operator.user_attrs)
    twin.role_var = list(operator.role_var)
    if for_test:
        known = operator.op.attrs
        twin.attrs.update({k: v for k, v in (("is_test", True), ("training", False)) if k in known})
    for name in twin.outputs:
        variable = None if name is None else block.vars.get(name)
        if variable is not None:
            variable.op = twin
    return twin


def needed(block: Any, targets: Iterable[str], given: Iterable[str] = (), also: Collection[int] = ()) -> list[Any]:
    """The operators of a block that the targets need, in order, where what is `given` need not be computed.

    Operators whose ids are in `also` are needed, too.
    """
    there = set(given)
    wanted = set(targets) - there
    kept: list[Any] = []
    for operator in reversed(block.ops):
        if operator.id in also or any(n in wanted for n in operator.outputs):
            kept.append(operator)
            wanted.update(n for n in operator.inputs if n is not None and n not in there)
    return kept[::-1]


def prune(program: Any, targets: Iterable[str], feeds: Iterable[str], also: Collection[int] = ()) -> Any:
    """A copy with only what the targets need, given the feeds: what would compute these is left out.

    Operators of the global block whose ids are in `also` stay, with what they need. Raises ArgumentError for a target
    that no block has.
    """
    made = clone(program)
    block = made.global_block()
    given, wanted = set(feeds), list(targets)
    for name in wanted:
        block.var_of(name)
    block.ops = needed(block, wanted, given, also)
    used = {n for o in block.ops for n in (*o.inputs, *o.outputs)} | {*wanted, *given}
    used |= {n for o in block.ops for n in o.role_var}
    block.vars = {n: v for n, v in block.vars.items() if n in used}
    kept = {id(o) for b in made.blocks for o in b.ops}
    for variable in block.vars.values():
        if variable.op is not None and id(variable.op) not in kept:
            variable.op = None
    _drop_blocks(made)
    made.current_block_idx = 0
    made.touch()
    return made


def _drop_blocks(program: Any) -> None:
    """Blocks that no operator owns any more go, if none that stays comes after them: numbers stay as they are."""
    owned = {b.idx for o in program.operators for b in o.blocks}
    linked = {i for b in owned for i in (program.blocks[b].forward_block_idx, program.blocks[b].backward_block_idx)}
    while program.num_blocks > 1 and program.num_blocks - 1 not in owned | linked:
        program.blocks.pop()
