"""Collectives in programs: operators that functions of paddle.distributed append for a Variable.

As in Paddle, these operators write to their Variable, and no gradient flows through them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.clone_prune import needed_operators
from opscope.ir.gradients.backward import Pairs
from opscope.ir.program.program import BACKWARD, Program, Variable
from opscope.ir.program.rank_ops import ALL_GATHER, ALL_REDUCE, BROADCAST, COMPARE, COMPARE_ROWS, REDUCE, REDUCE_SCATTER
from opscope.ops.creation import shape
from opscope.ops.elementwise.arithmetic import scale
from opscope.ops.manipulation.concat_split import concat, split
from opscope.ops.registry import Op
from opscope.paddle.distributed.groups import Group
from opscope.ranks.checksums import EVERY
from opscope.ranks.reductions import AVG, SUM, check_reduced_dtype


def _append(op: Op, variable: Variable, group: Group, out: Variable | None = None, **attrs: Any) -> Variable:
    block = variable.program.current_block()
    attrs = {"ring_id": group.id, "nranks": group.nranks, "called": variable.name, **attrs}
    if out is not None:
        block.append(op, [variable], attrs, outputs=[out], specs=[out.spec])
        return out
    made = block.append(op, [variable], attrs, prefix=f"{op.name}.tmp")
    return block.var_of(made.outputs[0] or "")


def all_reduce(variable: Variable, reduction: int, group: Group) -> None:
    """Append a reduction of a value over the ranks, in place. AVG is a sum and a scale."""
    check_reduced_dtype("all_reduce", variable.dtype.name, reduction)
    _append(ALL_REDUCE[SUM if reduction == AVG else reduction], variable, group, variable)
    if reduction == AVG:
        _scale(variable, group.nranks)


def _scale(variable: Variable, ranks: int) -> None:
    block = variable.program.current_block()
    attrs = {"scale": 1.0 / ranks, "bias": 0.0, "bias_after_scale": True}
    block.append(scale, [variable], attrs, outputs=[variable], specs=[variable.spec])


def reduce(variable: Variable, root: int, reduction: int, group: Group) -> None:
    """Append a reduction of a value over the ranks, in place on the rank `root` of the group. AVG raises an error."""
    check_reduced_dtype("reduce", variable.dtype.name, reduction)
    if reduction == AVG:
        raise UnsupportedError(
            "reduce with ReduceOp.AVG is not supported in a program",
            site=site(),
            fix="use all_reduce, or ReduceOp.SUM and then paddle.scale",
        )
    _append(REDUCE[reduction], variable, group, variable, root=root)


def broadcast(variable: Variable, root: int, group: Group) -> None:
    """Append a broadcast of the value of the rank `root` of the group to the value of each rank."""
    _append(BROADCAST, variable, group, variable, root=root)


def all_gather(variable: Variable, group: Group) -> list[Variable]:
    """Return the values of all ranks."""
    return split(_append(ALL_GATHER, variable, group), group.nranks, 0)


def reduce_scatter(variable: Variable, parts: Sequence[Variable], reduction: int, group: Group) -> None:
    """Append a reduction over the ranks of the part for this rank, written to a value."""
    if reduction != SUM:
        raise UnsupportedError("reduce_scatter in a program supports only sums", site=site(), fix="use ReduceOp.SUM")
    check_reduced_dtype("reduce_scatter", variable.dtype.name, reduction)
    _append(REDUCE_SCATTER, concat(list(parts), 0), group, variable)


def compare_parameters(parameters: Sequence[Variable], group: Group) -> None:
    """Append the comparison of parameters over the ranks."""
    block = parameters[0].program.current_block()
    attrs = {"ring_id": group.id, "nranks": group.nranks, "called": tuple(p.name for p in parameters)}
    block.append(COMPARE, list(parameters), attrs, outputs=[], specs=[])


def compare_rows(loss: Variable, group: Group) -> None:
    """Append the comparison of the batch's rows over the ranks.

    The rows are those of the first data with unknown length that the loss needs. The mean over all rows is the mean of
    the ranks' means only if each rank has the same number of rows.
    """
    block = loss.program.global_block()
    read = {name for operator in needed_operators(block, [loss.name]) for name in operator.inputs}
    data = next((v for v in block.vars.values() if v.is_data and v.name in read and list(v.shape[:1]) == [-1]), None)
    if data is None:
        return
    with loss.program.within(role=BACKWARD):
        rows = block.append(shape, [data], {}, prefix=f"{data.name}.shape").outputs[0] or ""
        attrs = {"ring_id": group.id, "nranks": group.nranks, "called": data.name}
        block.append(COMPARE_ROWS, [block.var_of(rows)], attrs, outputs=[], specs=[])


def average_gradients(pairs: Pairs, group: Group) -> None:
    """Append the averages of the gradients over the ranks, after backward."""
    for parameter, grad in pairs:
        if not isinstance(grad, Variable):
            raise UnsupportedError(
                f"the gradient of {parameter.name} is sparse, but ranks can average only dense gradients", site=site(),
                fix="pass is_sparse=False",
            )  # fmt: skip
        with grad.program.within(role=BACKWARD):
            all_reduce(grad, AVG, group)
    if pairs and EVERY in os.environ:  # the operator copies the parameters in each step: on demand only
        with pairs[0][0].program.within(role=BACKWARD):
            compare_parameters([parameter for parameter, _ in pairs], group)


def send_initial_values(main: Program, startup: Program, group: Group) -> None:
    """Append to the startup program the broadcast of the parameters of rank 0."""
    made = startup.global_block()
    for parameter in main.all_parameters():
        if parameter.name in made.vars:
            broadcast(made.vars[parameter.name], 0, group)
