"""Gradients as rows in programs: gradients of the weight of `embedding` with sparse=True.

The gradient `w@GRAD` is the result of `selected_rows_to_dense(w@GRAD@ROWS, w@GRAD@VALUES)`. Clips and optimizers search
for the operator that adds the rows, and use the two inputs of this operator. All other code uses the dense gradient. A
lowered run computes the dense gradient only if other code reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from opscope.core.dtype import int64
from opscope.core.spec import TensorSpec
from opscope.core.variable_kinds import SELECTED_ROWS
from opscope.ir.program.program import Block, Operator, Variable
from opscope.ops.indexing.gather import embedding
from opscope.ops.indexing.selected_rows import embedding_sparse_grad, selected_rows_to_dense
from opscope.ops.manipulation.concat_split import concat

ROWS, VALUES = "@ROWS", "@VALUES"


class Gradients(Protocol):
    """Interface of the accumulator of a reverse walk."""

    block: Block

    def read(self, operator: Operator, name: str | None, written: bool = False) -> Variable | None:
        """Return the variable with the value that the forward operator has read."""
        ...

    def notify(self, operator: Operator) -> None:
        """Call the callbacks after an operator was appended."""
        ...


def gives_rows(operator: Operator) -> bool:
    """Return True for an embedding whose weight must get its gradient in the form of rows."""
    return operator.op is embedding and bool(operator.attrs.get("sparse"))


def append_rows(
    grads: Gradients, operator: Operator, dout: Variable, declare_grads: Callable[[], Sequence[Variable]]
) -> None:
    """Append the gradient of an embedding: its rows, and the dense gradient, which `declare_grads` declares."""
    weight = operator.block.var_of(str(operator.inputs[1]))
    padding = operator.attrs.get("padding_idx")
    attrs = {} if padding is None else {"padding_idx": padding % (weight.spec.shape[0] or 1)}
    index = grads.read(operator, operator.inputs[0])
    (total,) = declare_grads()
    specs = embedding_sparse_grad.infer(dout.spec, None if index is None else index.spec, **attrs)
    outs = _declared(grads.block, total.name, specs)
    made = grads.block.append(embedding_sparse_grad, [dout, index], attrs, outputs=outs, specs=specs, of=operator)
    made.type_override = f"{operator.type}_grad"
    grads.notify(made)
    grads.notify(append_dense(grads.block, outs, weight, total, of=operator))


def append_dense(
    block: Block, rows: Sequence[Variable], like: Variable, total: Variable, of: Operator | None = None
) -> Operator:
    """Append the operator that makes the dense gradient `total` from (rows, values), in the shape of `like`."""
    total.set_kind(SELECTED_ROWS)
    return block.append(selected_rows_to_dense, [*rows, like], {}, outputs=[total], specs=[total.spec], of=of)


def append_sum(grads: Gradients, parts: Sequence[Variable], total: Variable) -> bool:
    """If all gradients are rows, append their sum, also as rows. Otherwise, return False."""
    found = [rows_of(part) for part in parts]
    pairs = [pair for pair in found if pair is not None]
    if len(pairs) < len(found):
        return False
    block = grads.block
    for part, pair in zip(parts, pairs, strict=True):  # a part that was renamed leaves its names to the sum
        for variable, suffix in zip(pair, (ROWS, VALUES), strict=True):
            if variable.name == total.name + suffix:
                block.rename(variable.name, part.name + suffix)
    maker = parts[0].op
    assert maker is not None
    pairs = [pair for part in parts if (pair := rows_of(part)) is not None]
    specs = [concat.infer(*(pair[i].spec for pair in pairs), axis=0) for i in (0, 1)]
    outs = _declared(block, total.name, specs)
    for i, out in enumerate(outs):
        grads.notify(block.append(concat, [p[i] for p in pairs], {"axis": 0}, outputs=[out], specs=[specs[i]]))
    grads.notify(append_dense(block, outs, block.var_of(str(maker.inputs[2])), total))
    return True


def rows_of(grad: Variable) -> tuple[Variable, Variable] | None:
    """Return (rows, values) of a gradient that consists of rows. For other gradients, return None."""
    maker = grad.op
    if maker is None or maker.op is not selected_rows_to_dense:
        return None
    rows, values = (maker.block.var_of(str(name)) for name in maker.inputs[:2])
    return rows, values


def with_values(grad: Variable, rows: Variable, values: Variable) -> Variable:
    """Replace the rows and values of a gradient from this position on. The gradient keeps its name."""
    maker = grad.op
    assert maker is not None
    append_dense(grad.program.current_block(), [rows, values], maker.block.var_of(str(maker.inputs[2])), grad)
    return grad


def _declared(block: Block, name: str, specs: Sequence[TensorSpec]) -> list[Variable]:
    made: list[Variable] = []
    for suffix, spec in zip((ROWS, VALUES), specs, strict=True):
        wanted, number = name + suffix, 0
        while block.find(wanted) is not None:
            wanted, number = f"{name}{suffix}_{number}", number + 1
        made.append(block.declare(Variable(block, wanted, spec, stop_gradient=spec.dtype == int64)))
    return made


__all__ = ["append_dense", "append_rows", "append_sum", "gives_rows", "rows_of", "with_values"]
