"""The rows of a gradient, in programs and in dygraph. Clips and optimizers use them for gradients of an embedding."""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.variable_kinds import SELECTED_ROWS
from opscope.eager.selected_rows_tensor import SelectedRowsTensor
from opscope.eager.sparse_gradient import SelectedRows
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError
from opscope.ir.gradients import sparse_embedding
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY


class GradientRows(NamedTuple):
    """Rows [n] with values [n, *], as Variables or Tensors, and the gradient to which they belong."""

    rows: Any
    values: Any
    grad: Any

    def merged(self) -> GradientRows:
        """Return each row once, with the sum of its values. The rest is filled with zeros."""
        rows, values = REGISTRY["merge_selected_rows"](self.rows, self.values)
        return GradientRows(rows, values, self.grad)

    def gradient(self, values: Any) -> Any:
        """Return the gradient with other values. In a program, it keeps its name."""
        if isinstance(self.grad, Variable):
            return sparse_embedding.with_values(self.grad, self.rows, values)
        rows = SelectedRows(self.rows._value, values._value, tuple(self.grad.shape))
        return SelectedRowsTensor(rows, self.grad.stop_gradient)


def _asked(x: Any, function: str) -> GradientRows:
    found = rows_of(x) if isinstance(x, Variable | SelectedRowsTensor) else None
    if found is None:
        name = getattr(x, "name", type(x).__name__)
        raise ArgumentError(
            f"{function} needs a sparse gradient with rows, but {name} is dense", site=site(),
            fix="pass the gradient of the weight of an embedding that has sparse=True (is_sparse=True)",
        )  # fmt: skip
    return found


def merge_selected_rows(x: Any, name: str | None = None) -> Any:
    """Return the gradient x in a new Variable or Tensor. Each row occurs once, with the sum of its values.

    Raises ArgumentError for a dense x.
    """
    found = _asked(x, "merge_selected_rows").merged()
    if not isinstance(x, Variable):
        return found.gradient(found.values)
    like = x.op.block.var_of(x.op.inputs[2])  # type: ignore[union-attr]
    made = REGISTRY["selected_rows_to_dense"](found.rows, found.values, like)
    made.set_kind(SELECTED_ROWS)
    return made


def get_tensor_from_selected_rows(x: Any, name: str | None = None) -> Any:
    """Return the values [n, *] of the gradient x, one value for each of its rows.

    Raises ArgumentError for a dense x.
    """
    return _asked(x, "get_tensor_from_selected_rows").values


def rows_of(grad: Any) -> GradientRows | None:
    """Return the rows of a gradient. Return None if it is dense."""
    if isinstance(grad, Variable):
        found = sparse_embedding.rows_of(grad)
        return None if found is None else GradientRows(*found, grad)
    rows = grad.selected if isinstance(grad, SelectedRowsTensor) else None
    return None if rows is None else GradientRows(Tensor(rows.rows), Tensor(rows.values), grad)


note_functions(__name__)
