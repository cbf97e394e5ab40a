"""Writes of blocks to outer variables. A block is converted to SSA form, and the last version becomes a result.

A program may assign a name again (`assign(x, output=i)`, `increment(i)`), also inside a block. Blocks run many times,
and their gradients need every earlier value. Therefore, each value inside a block gets its own name. The operator that
owns the block assigns the last version to the outer name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from opscope.errors import UnsupportedError
from opscope.ir.program.program import Block, Operator, Variable


def outer_writes(blocks: Iterable[Block]) -> list[str]:
    """Return the names that the blocks write but do not declare, in order of the first write."""
    found: dict[str, None] = {}
    for block in blocks:
        for operator in block.ops:
            found.update((n, None) for n in operator.outputs if n is not None and n not in block.vars)
    return list(found)


def refuse_outer_writes(block: Block) -> None:
    """Raise UnsupportedError if an operator of the block writes a variable of an outer block."""
    for operator in block.ops:
        for name in operator.outputs:
            if name is not None and name not in block.vars:
                raise UnsupportedError(
                    f"{operator.type} writes {name}, which was made outside this block",
                    site=operator.site,
                    fix="return the new value from the function instead",
                )


def convert_to_ssa(block: Block, entry: Mapping[str, str], params: Iterable[str] = ()) -> dict[str, str]:
    """Give every value of the block its own name, and return the last version of the outer names.

    These names are the names in `entry`, and the names that are assigned again. `entry` contains the first version of
    outer names. `params` are other names that have a value at the start of the block.
    """
    last_version = dict(entry)
    assigned = set(params)
    for operator in block.ops:
        _check_captures(operator, last_version)
        operator.inputs = tuple(last_version.get(n, n) if n is not None else None for n in operator.inputs)
        outputs: list[str | None] = []
        for name in operator.outputs:
            if name is not None and (name in assigned or name not in block.vars):
                last_version[name] = name = _declare_version(block, name, operator)
            elif name is not None:
                assigned.add(name)
            outputs.append(name)
        operator.outputs = tuple(outputs)
        _update_stop_gradient(block, operator)
    if last_version:
        block.program.touch()
    return last_version


def _declare_version(block: Block, name: str, operator: Operator) -> str:
    like, number = block.var_of(name), 1
    while block.find(f"{name}@{number}") is not None:
        number += 1
    made = Variable(block, f"{name}@{number}", like.spec, stop_gradient=like.stop_gradient)
    made.op, made.call, made.is_tensor_array = operator, operator.call, like.is_tensor_array
    block.declare(made)
    return made.name


def _update_stop_gradient(block: Block, operator: Operator) -> None:
    """Clear stop_gradient of outputs whose inputs now carry a gradient, unless the outputs are detached."""
    if not operator.op.differentiable:
        return
    inputs = [block.var_of(n) for n in operator.inputs if n is not None]
    if inputs and not all(v.stop_gradient for v in inputs):
        for name in operator.outputs:
            out = None if name is None else block.vars.get(name)
            if out is not None and out.dtype.floating and not out.detached:
                out.stop_gradient = False


def _check_captures(operator: Operator, last_version: Mapping[str, str]) -> None:
    """Raise an error if a backward_fn of static_pylayer reads a value that would be renamed."""
    free: Sequence[str] = (operator.attrs.get("backward") or {}).get("free", ()) if operator.blocks else ()
    if again := [n for n in free if n in last_version]:
        raise UnsupportedError(
            f"the backward_fn of a static_pylayer reads {again[0]}, which this block writes again",
            site=operator.site,
            fix=f"pass {again[0]} in inputs of static_pylayer",
        )
