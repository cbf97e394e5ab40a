"""Writes of blocks to names that exist already: each becomes a variable of the block, and the last one a result.

A program may write a name again (`assign(x, output=i)`, `increment(i)`), also from inside a block. Blocks run many
times, and their gradients need each value as it was: so inside a block every value gets a name of its own. What was
written outside the block leaves it as an output of the operator that owns it, under the outer name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from opscope.errors import UnsupportedError
from opscope.ir.program.program import Block, Operator, Variable


def outer_writes(blocks: Iterable[Block]) -> list[str]:
    """Names that operators of the blocks write and no block declares, in order of the first write."""
    found: dict[str, None] = {}
    for block in blocks:
        for operator in block.ops:
            found.update((n, None) for n in operator.outputs if n is not None and n not in block.vars)
    return list(found)


def refuse_outer_writes(block: Block) -> None:
    """Raise UnsupportedError if an operator of the block writes what was made outside it."""
    for operator in block.ops:
        for name in operator.outputs:
            if name is not None and name not in block.vars:
                raise UnsupportedError(
                    f"{operator.type} writes {name}, which was made outside this block",
                    site=operator.site,
                    fix="return the new value from the function instead",
                )


def convert_to_ssa(block: Block, entry: Mapping[str, str], params: Iterable[str] = ()) -> dict[str, str]:
    """Give every value of the block a name of its own; `entry` says what outer names are called on entering.

    `params` are names that have a value on entering, too. Returns what each name that was entered or written again is
    called at the end.
    """
    now = dict(entry)
    made = set(params)
    for operator in block.ops:
        _check_captures(operator, now)
        operator.inputs = tuple(now.get(n, n) if n is not None else None for n in operator.inputs)
        outputs: list[str | None] = []
        for name in operator.outputs:
            if name is not None and (name in made or name not in block.vars):
                now[name] = name = _declare_version(block, name, operator)
            elif name is not None:
                made.add(name)
            outputs.append(name)
        operator.outputs = tuple(outputs)
        _update_stop_gradient(block, operator)
    if now:
        block.program.touch()
    return now


def _declare_version(block: Block, name: str, operator: Operator) -> str:
    like, number = block.var_of(name), 1
    while block.find(f"{name}@{number}") is not None:
        number += 1
    made = Variable(block, f"{name}@{number}", like.spec, stop_gradient=like.stop_gradient)
    made.op, made.call, made.is_tensor_array = operator, operator.call, like.is_tensor_array
    block.declare(made)
    return made.name


def _update_stop_gradient(block: Block, operator: Operator) -> None:
    """What now reads a value that may carry a gradient may itself, unless somebody has detached it."""
    if not operator.op.differentiable:
        return
    inputs = [block.var_of(n) for n in operator.inputs if n is not None]
    if inputs and not all(v.stop_gradient for v in inputs):
        for name in operator.outputs:
            out = None if name is None else block.vars.get(name)
            if out is not None and out.dtype.floating and not out.detached:
                out.stop_gradient = False


def _check_captures(operator: Operator, now: Mapping[str, str]) -> None:
    """A backward_fn of static_pylayer reads outer names when its gradient is made: then they must mean the same."""
    free: Sequence[str] = (operator.attrs.get("backward") or {}).get("free", ()) if operator.blocks else ()
    if again := [n for n in free if n in now]:
        raise UnsupportedError(
            f"the backward_fn of a static_pylayer reads {again[0]}, which this block writes again",
            site=operator.site,
            fix=f"pass {again[0]} in inputs of static_pylayer",
        )
