"""SelectedRows, the nonzero rows of a gradient. The weights of embeddings have such gradients."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.annotations import Array
from opscope.ops.indexing.gather import embedding
from opscope.ops.indexing.selected_rows import add_to_rows, embedding_sparse_grad
from opscope.ops.registry import Attrs, Op

# makes the Tensor that shows rows to the user; set by `selected_rows_tensor`
as_tensor: list[Callable[[SelectedRows, bool], Any]] = []


class SelectedRows:
    """Row numbers [n] in a table of a given shape, with values [n, *]. The gradient of a row is the sum of its values.

    The tape adds SelectedRows to arrays and to other SelectedRows.
    """

    __slots__ = ("rows", "shape", "values")
    __array_ufunc__ = None

    def __init__(self, rows: Any, values: Any, shape: tuple[int, ...]) -> None:
        self.rows, self.values, self.shape = rows, values, shape

    @property
    def dtype(self) -> Any:
        """The dtype of the values."""
        return self.values.dtype

    def to_dense(self) -> Any:
        """Return the dense table. The values are added to the rows of a table of zeros."""
        xp: Any = places.array_module(self.values)
        out = xp.zeros(self.shape, self.values.dtype)
        add_to_rows(xp, out, self.rows, self.values)
        return out

    def copy(self) -> SelectedRows:
        """Return a copy of the rows in separate memory."""
        return SelectedRows(self.rows.copy(), self.values.copy(), self.shape)

    def __add__(self, other: Array) -> Any:
        if not isinstance(other, SelectedRows):
            return self.to_dense() + other
        xp: Any = places.array_module(self.values)
        rows = xp.concatenate([self.rows, other.rows])
        return SelectedRows(rows, xp.concatenate([self.values, other.values]), self.shape)

    def __radd__(self, other: Array) -> Any:
        return other + self.to_dense()

    def __repr__(self) -> str:
        return f"<{len(self.rows)} rows of {list(self.shape)}>"


def accumulated(former: Any, grad: SelectedRows, dense: Callable[..., Any]) -> Any:
    """Return the sum of the rows `grad` and the former gradient of a leaf.

    `former` is a Tensor, or None if the leaf has no gradient yet. `dense` converts an array to a Tensor.
    """
    if former is None:
        return as_tensor[0](grad.copy(), False)
    before = getattr(former, "selected", None)
    if before is None:
        return dense(former._value + grad.to_dense(), False)
    return as_tensor[0](before + grad, False)


def zeros_for(grad: Any, dense: Callable[..., Any]) -> Any:
    """Return a gradient of zeros in the same form as `grad`.

    If `grad` consists of rows, the result has no rows. Otherwise, `dense` converts an array of zeros to a Tensor.
    """
    rows = getattr(grad, "selected", None)
    if rows is not None:
        return as_tensor[0](SelectedRows(rows.rows[:0].copy(), rows.values[:0].copy(), rows.shape), False)
    array = grad._value
    if type(array) is np.ndarray and array.flags.c_contiguous:  # `zeros_like` is slow for small arrays
        return dense(np.zeros(array.shape, array.dtype), False)
    xp: Any = places.array_module(array)
    return dense(xp.zeros_like(array), False)  # Inf times 0 would be NaN


def gives_rows(op: Op, attrs: Attrs) -> bool:
    """Return True for an embedding whose weight receives its gradient in the form of rows."""
    return op is embedding and bool(attrs.get("sparse"))


def rows_gradient(values: Sequence[Any], attrs: Attrs) -> SelectedRows:
    """Return the gradient of the weight of an embedding.

    `values` is the list that the gradient rule of the embedding receives: [index, weight, out, dout].
    """
    index, weight, _, dout = values[:4]
    padding = attrs.get("padding_idx")
    made: Any = embedding_sparse_grad.run(
        [dout, index], {} if padding is None else {"padding_idx": padding % weight.shape[0]}
    )
    return SelectedRows(made[0], made[1], tuple(weight.shape))
