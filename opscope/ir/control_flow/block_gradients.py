"""Gradients of operators that run one of their blocks (cond, pylayer).

The gradients are the same operators on gradient blocks. Therefore gradients of gradients need no separate code. If the
gradient block reads a value inside a block, the value becomes an extra output (`saved`). The extra output can then have
a gradient itself, which flows back through the ops of the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from opscope.ir.gradients.reverse_walk import build_gradient_block
from opscope.ir.gradients.saved_values import saved_value
from opscope.ir.program.block_ops import BlockGradient, DeclareGrads, declare_like
from opscope.ir.program.program import Block, Operator, Variable
from opscope.ops.registry import Op


class BranchGradient(NamedTuple):
    """Gradient rule: the op of the gradient operators, and the number of inputs before `params` (a predicate).

    A gradient operator has the attributes `results` and `saved` for each block, and `params`. `params` are the names of
    the operator's inputs in all blocks. A None in `results` is a gradient that this block does not compute. For each
    such result, there is an input after `params` that has the shape of the gradient.
    """

    op: Op
    num_leading: int

    def rule(self) -> BlockGradient:
        """Entry of this rule in BLOCK_GRADIENTS."""
        return BlockGradient(self.has_gradient, self.append)

    def has_gradient(self, operator: Operator, position: int) -> bool:
        """Return True for an input whose value a block reads, but not for a predicate."""
        inside = self.num_leading <= position < self.num_leading + len(operator.attrs["params"])
        return inside and not _is_first_written_by(operator, operator.inputs[position])

    def append(
        self,
        block: Block,
        operator: Operator,
        wrt: tuple[int, ...],
        douts: Sequence[Variable | None],
        declare_grads: DeclareGrads,
    ) -> list[Operator]:
        """Append the gradient of `operator` to `block`."""
        params = operator.attrs["params"]
        given = {j: d for j, d in enumerate(douts) if d is not None}
        local = {j: f"{operator.outputs[j]}@DOUT{j}" for j in given}
        wanted = [params[i - self.num_leading] for i in wrt]
        grad_blocks: list[int] = []
        results: list[tuple[str | None, ...]] = []
        free_per_block: list[list[str]] = []
        for branch, ends in zip(operator.blocks, _output_names(operator), strict=False):
            seeds = {j: end for j in given if (end := ends.get(j)) is not None}
            grad_block, grads, free = build_gradient_block(
                block.program, branch, list(seeds.values()), [local[j] for j in seeds], wanted
            )
            grad_blocks.append(grad_block.idx)
            results.append(tuple(grads))
            free_per_block.append(free)
        exported = _export_inner_values(operator, free_per_block)
        read = dict.fromkeys(f for free in free_per_block for f in free)
        # inputs may have been renamed since tracing
        renamed_inputs = dict(zip(params, operator.inputs[self.num_leading :], strict=False))
        # names are looked up in the operator's block: `block` may be a gradient block, which cannot see its outputs
        values = [
            operator.block.var_of(exported[f]) if f in exported else saved_value(operator, renamed_inputs.get(f) or f)
            for f in read
        ]
        leading = [saved_value(operator, str(n)) for n in operator.inputs[: self.num_leading]]
        likes = [
            saved_value(operator, str(operator.inputs[i])) for k, i in enumerate(wrt) if _lacks_gradient(results, k)
        ]
        attrs = {
            "blocks": tuple(grad_blocks),
            "params": (*local.values(), *read),
            "results": tuple(results),
            "saved": ((),) * len(grad_blocks),
        }
        outs = declare_grads(wrt)
        inputs = [*leading, *given.values(), *values, *likes]
        return [block.append(self.op, inputs, attrs, outputs=outs, specs=[o.spec for o in outs], of=operator)]


def _is_first_written_by(operator: Operator, name: str | None) -> bool:
    """True if one of the operator's blocks writes a variable that has no value before the operator."""
    variable = operator.block.vars.get(name or "")
    if variable is None or name not in operator.outputs or variable.persistable or variable.is_data:
        return False
    return next(o for o in operator.block.ops if name in o.outputs) is operator


def _output_names(operator: Operator) -> list[dict[int, str | None]]:
    """Return for each block the inner names of the operator's outputs, by position."""
    found: list[dict[int, str | None]] = []
    start = len(operator.attrs["results"][0])
    for results, saved in zip(operator.attrs["results"], operator.attrs["saved"], strict=True):
        found.append({**dict(enumerate(results)), **dict(enumerate(saved, start))})
        start += len(saved)
    return found


def _lacks_gradient(results: Sequence[Sequence[str | None]], position: int) -> bool:
    return any(r[position] is None for r in results)


def _export_inner_values(operator: Operator, free_per_block: Sequence[Sequence[str]]) -> dict[str, str]:
    """Add outputs to the operator for the inner values that gradient blocks read.

    Return a dict that maps each inner name to the name of its output.
    """
    attrs, n = operator.attrs, len(operator.attrs["results"][0])
    exported = dict(zip((s for former in attrs["saved"] for s in former), operator.outputs[n:], strict=True))
    saved: list[tuple[str, ...]] = []
    for branch, former, free in zip(operator.blocks, attrs["saved"], free_per_block, strict=False):
        new = [f for f in free if f in branch.vars and f not in attrs["params"] and f not in former]
        fresh = declare_like(operator.block, f"{operator.op.name}.saved", [branch.vars[f] for f in new])
        for name, variable in zip(new, fresh, strict=True):
            variable.op, exported[name] = operator, variable.name
        saved.append((*former, *new))
    operator.attrs = {**attrs, "saved": tuple(saved)}
    operator.outputs = (*operator.outputs[:n], *(exported[s] for names in saved for s in names))
    return exported  # type: ignore[return-value]
