"""Clone programs, also for evaluation, and prune them to the operators that given targets need."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable
from typing import Any

from opscope.ir.op_roles import BACKWARD, LOSS_GRAD, LR_SCHEDULE, OPTIMIZE
from opscope.ir.scheduled_variables import copy_schedule

# Program.clone calls `clone`, so this module cannot import Program: it uses the type of the object it copies.


def clone(program: Any, for_test: bool = False) -> Any:
    """Return a copy of a program with the same random_seed. The copy shares only ops and functions with the program.

    With for_test, the copy has no backward and optimizer operators, and `is_test=True` or `training=False` is set in
    the other operators. If append_backward was not called, gradients from `gradients` are ordinary results, and stay.
    """
    made = type(program)()
    made.blocks = []
    made.role, made.namescope, made.device, made._seed = program.role, program.namescope, program.device, program._seed
    made.scopes, made.grad_times = dict(program.scopes), program.grad_times
    made._next_op, made.public_calls = program._next_op, list(program.public_calls)
    for block in program.blocks:
        made.blocks.append(_copy_block(block, made, for_test, _training_roles(program) if for_test else 0))
    made.current_block_idx = 0 if for_test else program.current_block_idx
    made.touch()
    copy_schedule(program, made)
    return made


def _training_roles(program: Any) -> int:
    """Return the operator roles that only training needs. Return 0 if append_backward was not called."""
    trained = any(o.role == LOSS_GRAD for o in program.global_block().ops)
    return BACKWARD | OPTIMIZE | LR_SCHEDULE if trained else 0


def _copy_block(block: Any, program: Any, for_test: bool, dropped_roles: int) -> Any:
    made = type(block)(program, block.idx, block.parent_idx)
    made.forward_block_idx, made.backward_block_idx = block.forward_block_idx, block.backward_block_idx
    made.reassigned = set(block.reassigned)
    made.function, made.gradient_intent = block.function, block.gradient_intent
    for name, variable in block.vars.items():
        copied = copy.copy(variable)
        copied.block, copied.op = made, None
        made.vars[name] = copied
    for operator in block.ops:
        if operator.role & dropped_roles and block.idx == 0:
            continue
        made.ops.append(_copy_operator(operator, made, for_test))
    if dropped_roles and block.idx == 0:
        used = {n for o in made.ops for n in (*o.inputs, *o.outputs)}
        dropped_names = {n for o in block.ops for n in (*o.inputs, *o.outputs)} - used  # gradients and optimizer state
        made.vars = {n: v for n, v in made.vars.items() if n not in dropped_names or v.is_data or v.is_parameter}
    return made


def _copy_operator(operator: Any, block: Any, for_test: bool) -> Any:
    copied = copy.copy(operator)
    copied.block = block
    copied.attrs, copied.user_attrs = dict(operator.attrs), dict(operator.user_attrs)
    copied.role_var = list(operator.role_var)
    if for_test:
        known = operator.op.attrs
        copied.attrs.update({k: v for k, v in (("is_test", True), ("training", False)) if k in known})
    for name in copied.outputs:
        variable = None if name is None else block.vars.get(name)
        if variable is not None:
            variable.op = copied
    return copied


def needed_operators(
    block: Any, targets: Iterable[str], given: Iterable[str] = (), also: Collection[int] = ()
) -> list[Any]:
    """Return the operators of a block that are needed to compute the targets from the `given` names, in order.

    Operators whose ids are in `also` are needed, too.
    """
    available = set(given)
    wanted = set(targets) - available
    kept: list[Any] = []
    for operator in reversed(block.ops):
        if operator.id in also or any(n in wanted for n in operator.outputs):
            kept.append(operator)
            wanted.update(n for n in operator.inputs if n is not None and n not in available)
    return kept[::-1]


def prune(program: Any, targets: Iterable[str], feeds: Iterable[str], also: Collection[int] = ()) -> Any:
    """Return a copy with only the operators and variables that compute the targets from the feeds.

    Operators of the global block whose ids are in `also` stay, with all operators that they need. Raises ArgumentError
    for an unknown target.
    """
    made = clone(program)
    block = made.global_block()
    given, wanted = set(feeds), list(targets)
    for name in wanted:
        block.var_of(name)
    block.ops = needed_operators(block, wanted, given, also)
    used = {n for o in block.ops for n in (*o.inputs, *o.outputs)} | {*wanted, *given}
    used |= {n for o in block.ops for n in o.role_var}
    block.vars = {n: v for n, v in block.vars.items() if n in used}
    kept = {id(o) for b in made.blocks for o in b.ops}
    for variable in block.vars.values():
        if variable.op is not None and id(variable.op) not in kept:
            variable.op = None
    _empty_unused_blocks(made)
    _drop_trailing_blocks(made)
    made.current_block_idx = 0
    made.touch()
    return made


def _empty_unused_blocks(program: Any) -> None:
    """Empty the blocks that no operator runs any more, because they read variables that no longer exist."""
    used, found = {0}, [program.global_block()]
    while found:
        for operator in found.pop().ops:
            for block in operator.blocks:
                if block.idx not in used:
                    used.add(block.idx)
                    found.append(block)
    for block in program.blocks:
        if block.idx not in used:
            block.ops, block.vars = [], {}
            block.forward_block_idx = -1
        if block.backward_block_idx not in used:
            block.backward_block_idx = -1


def _drop_trailing_blocks(program: Any) -> None:
    """Remove the last blocks if no operator owns them. Other blocks stay, so that indices do not change."""
    owned = {b.idx for o in program.operators for b in o.blocks}
    linked = {i for b in owned for i in (program.blocks[b].forward_block_idx, program.blocks[b].backward_block_idx)}
    while program.num_blocks > 1 and program.num_blocks - 1 not in owned | linked:
        program.blocks.pop()
