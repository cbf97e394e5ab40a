"""The gradient of an operator that runs one of its blocks: such an operator again, with the gradients of its blocks.

So gradients of gradients need nothing of their own. What a gradient block reads from the inside of the block leaves
that as one more output (`saved`), and may have a gradient in its turn, which goes back through the block's own ops.
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
    """How operators of one kind are derived: the op of their gradients, and how many inputs come before `params`.

    Their attributes are, for each block that may run: `results` (None: a gradient that it does not make) and `saved`;
    and `params`, what all of them call the operator's inputs. Behind those come, for each result that some block does
    not make, an input that has its shape.
    """

    op: Op
    first: int

    def gradient(self) -> BlockGradient:
        """Entered in GRADIENTS for the kinds of operators that this holds for."""
        return BlockGradient(self.reaches, self.append)

    def reaches(self, operator: Operator, position: int) -> bool:
        """True for what the blocks read; not for a predicate, or what only lends its shape."""
        return self.first <= position < self.first + len(operator.attrs["params"])

    def append(
        self,
        block: Block,
        operator: Operator,
        wrt: tuple[int, ...],
        douts: Sequence[Variable | None],
        targets: DeclareGrads,
    ) -> list[Operator]:
        """Append the gradient of `operator` to `block`."""
        params = operator.attrs["params"]
        given = {j: d for j, d in enumerate(douts) if d is not None}
        local = {j: f"{operator.outputs[j]}@DOUT{j}" for j in given}
        wanted = [params[i - self.first] for i in wrt]
        made: list[int] = []
        results: list[tuple[str | None, ...]] = []
        frees: list[list[str]] = []
        for branch, ends in zip(operator.blocks, _output_names(operator), strict=False):
            seeds = {j: end for j in given if (end := ends.get(j)) is not None}
            derived, grads, free = build_gradient_block(
                block.program, branch, list(seeds.values()), [local[j] for j in seeds], wanted
            )
            made.append(derived.idx)
            results.append(tuple(grads))
            frees.append(free)
        outside = _export_inner_values(operator, frees)
        read = dict.fromkeys(f for free in frees for f in free)
        # an outer name may have been given another one since
        names = dict(zip(params, operator.inputs[self.first :], strict=False))
        # `block` may be a gradient block, which does not see what is made beside the operator
        values = [
            operator.block.var_of(outside[f]) if f in outside else saved_value(operator, names.get(f) or f)
            for f in read
        ]
        lead = [saved_value(operator, str(n)) for n in operator.inputs[: self.first]]
        likes = [
            saved_value(operator, str(operator.inputs[i])) for k, i in enumerate(wrt) if _lacks_gradient(results, k)
        ]
        attrs = {
            "blocks": tuple(made),
            "params": (*local.values(), *read),
            "results": tuple(results),
            "saved": ((),) * len(made),
        }
        outs = targets(wrt)
        inputs = [*lead, *given.values(), *values, *likes]
        return [block.append(self.op, inputs, attrs, outputs=outs, specs=[o.spec for o in outs], of=operator)]


def _output_names(operator: Operator) -> list[dict[int, str | None]]:
    """For each block, what it calls the outputs of the operator, by position."""
    found: list[dict[int, str | None]] = []
    start = len(operator.attrs["results"][0])
    for results, saved in zip(operator.attrs["results"], operator.attrs["saved"], strict=True):
        found.append({**dict(enumerate(results)), **dict(enumerate(saved, start))})
        start += len(saved)
    return found


def _lacks_gradient(results: Sequence[Sequence[str | None]], position: int) -> bool:
    return any(r[position] is None for r in results)


def _export_inner_values(operator: Operator, frees: Sequence[Sequence[str]]) -> dict[str, str]:
    """Let what is read of the blocks' insides leave them; returns what it is called outside, by its name inside."""
    attrs, n = operator.attrs, len(operator.attrs["results"][0])
    outside = dict(zip((s for kept in attrs["saved"] for s in kept), operator.outputs[n:], strict=True))
    saved: list[tuple[str, ...]] = []
    for branch, kept, free in zip(operator.blocks, attrs["saved"], frees, strict=False):
        new = [f for f in free if f in branch.vars and f not in attrs["params"] and f not in kept]
        fresh = declare_like(operator.block, f"{operator.op.name}.saved", [branch.vars[f] for f in new])
        for name, variable in zip(new, fresh, strict=True):
            variable.op, outside[name] = operator, variable.name
        saved.append((*kept, *new))
    operator.attrs = {**attrs, "saved": tuple(saved)}
    operator.outputs = (*operator.outputs[:n], *(outside[s] for kept in saved for s in kept))
    return outside  # type: ignore[return-value]
