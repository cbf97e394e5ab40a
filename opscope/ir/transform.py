"""Program -> Program: copies, copies for evaluation, and the part that given targets need."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opscope.ir.program import Block, Operator, Program


def clone(program: Program, for_test: bool = False) -> Program:
    """A copy that shares nothing but ops and functions; random_seed is kept.

    for_test drops backward and optimizer operators and sets `is_test=True` / `training=False` elsewhere.
    """
    made = type(program)()
    made.blocks = []
    made.role, made.namescope, made._seed = program.role, program.namescope, program._seed
    made.scopes = dict(program.scopes)
    made._next_op = program._next_op
    for block in program.blocks:
        made.blocks.append(_block(block, made, for_test))
    made.current_block_idx = 0 if for_test else program.current_block_idx
    made.touch()
    return made


def _block(block: Block, program: Program, for_test: bool) -> Block:
    made = type(block)(program, block.idx, block.parent_idx)
    made.forward_block_idx, made.backward_block_idx = block.forward_block_idx, block.backward_block_idx
    for name, variable in block.vars.items():
        twin = copy.copy(variable)
        twin.block, twin.op = made, None
        made.vars[name] = twin
    for operator in block.ops:
        if for_test and operator.phase != "forward" and block.idx == 0:
            continue
        made.ops.append(_operator(operator, made, for_test))
    if for_test and block.idx == 0:
        used = {n for o in made.ops for n in (*o.inputs, *o.outputs)}
        dropped = {n for o in block.ops for n in o.outputs} - used
        made.vars = {n: v for n, v in made.vars.items() if n not in dropped or v.persistable}
    return made


def _operator(operator: Operator, block: Block, for_test: bool) -> Operator:
    twin = copy.copy(operator)
    twin.block = block
    twin.attrs = dict(operator.attrs)
    twin.role_var = list(operator.role_var)
    if for_test:
        known = operator.op.attrs
        twin.attrs.update({k: v for k, v in (("is_test", True), ("training", False)) if k in known})
    for name in twin.outputs:
        variable = None if name is None else block.vars.get(name)
        if variable is not None:
            variable.op = twin
    return twin


def needed(block: Block, targets: Iterable[str]) -> list[Operator]:
    """The operators of a block that the targets need, in order."""
    wanted = set(targets)
    kept: list[Operator] = []
    for operator in reversed(block.ops):
        if any(n in wanted for n in operator.outputs):
            kept.append(operator)
            wanted.update(n for n in operator.inputs if n is not None)
    return kept[::-1]
