"""Gradients of embeddings as rows (SelectedRows): the rows that were read, and the values to add to each row.

A pair of values stands for a table of `height` rows: `rows` [n], integers, and `values` [n, *]. A row may occur several
times; its values are summed in order. The cost of a computation depends on the number of these rows, not on the height.
"""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int64
from opscope.core.spec import TensorSpec
from opscope.ops import samples
from opscope.ops.elementwise import arithmetic, comparison
from opscope.ops.indexing.gather import embedding
from opscope.ops.manipulation import reshape
from opscope.ops.registry import Sample, op


def merged(xp: ArrayModule, rows: Array, values: Array) -> tuple[Any, Any]:
    """Return the distinct rows in ascending order, and for each row the sum of its values, added in order."""
    if not rows.size:
        return rows, values
    order = xp.argsort(rows, kind="stable")
    ordered = rows[order]
    first = xp.ones(rows.shape, dtype=bool)
    first[1:] = ordered[1:] != ordered[:-1]
    starts = order[first]
    sums = xp.take(values, starts, axis=0)
    if len(starts) == len(rows):
        return ordered, sums
    again = ~first
    add_to_rows(xp, sums, (xp.cumsum(first) - 1)[again], values[order[again]])
    return ordered[first], sums


def add_to_rows(xp: ArrayModule, table: Array, rows: Array, values: Array) -> None:
    """Add values [n, *] to these rows of the table; the values of a repeated row are added one after the other."""
    flags = getattr(table, "flags", None)
    if table.ndim == 2 and flags is not None and flags.c_contiguous:  # one index: the fast path of `at`
        width = table.shape[1]
        places = (rows[:, None] * width + xp.arange(width, dtype=rows.dtype)).reshape(-1)
        xp.add.at(table.reshape(-1), places, values.reshape(-1))
    else:
        xp.add.at(table, rows, values)


def _sparse_grad_specs(x: TensorSpec, index: TensorSpec, *, padding_idx: int | None = None) -> list[TensorSpec]:
    count = dims.product(index.shape)
    return [TensorSpec((count,), int64), x.with_shape((count, *x.shape[len(index.shape) :]))]


def _sparse_grad_vjp(dvalues: Any, x: Any, index: Any, padding_idx: int | None) -> Any:
    if padding_idx is not None:
        kept = comparison.not_equal(reshape.reshape(index, shape=(-1, 1)), padding_idx)
        dvalues = arithmetic.multiply(dvalues, arithmetic.cast_like(kept, dvalues))
    return reshape.reshape_like(dvalues, x)


@op(
    outputs=("rows", "values"),
    infer=_sparse_grad_specs,
    vjp={"x": _sparse_grad_vjp},
    samples=lambda: [
        Sample((samples.array(2, 4, 3), samples.integers(2, 4, below=5))),
        Sample((samples.array(6, 3), samples.integers(6, below=5)), {"padding_idx": 1}),
    ],
)
def embedding_sparse_grad(xp: ArrayModule, x: Array, index: Array, *, padding_idx: int | None = None) -> Any:
    """Return the gradient of the weight of embedding as row numbers [n] and values [n, size].

    x [*, size] is the gradient of the output of embedding, and index [*] contains the row numbers.

    The values are 0 where the index is padding_idx, which is not negative here.
    """
    rows = xp.reshape(index, (-1,)).astype("int64")
    values = xp.reshape(x, (rows.shape[0], *x.shape[index.ndim :]))
    if padding_idx is not None:
        values = xp.where((rows == padding_idx)[:, None], x.dtype.type(0), values)
    return [rows, values]


def _rows_samples() -> tuple[Any, Any]:
    return samples.integers(6, below=5), samples.array(6, 3)


@op(
    outputs=("rows_out", "values_out"),
    infer=lambda rows, values: [rows, values],
    samples=lambda: [Sample(_rows_samples())],
)
def merge_selected_rows(xp: ArrayModule, rows: Array, values: Array) -> Any:
    """Return the same table with each row once, in ascending order, and its values summed.

    The shapes do not change. The distinct rows come first. Then the last row is repeated, with zeros as values.
    """
    different, sums = merged(xp, rows, values)
    out_rows, out_values = xp.empty_like(rows), xp.zeros_like(values)
    count = different.shape[0]
    out_rows[:count], out_values[:count] = different, sums
    out_rows[count:] = different[-1:]
    return [out_rows, out_values]


@op(
    infer=lambda rows, values, like: values.with_shape(like.shape),
    vjp={"values": lambda dout, rows: embedding(rows, dout)},
    samples=lambda: [Sample((*_rows_samples(), samples.array(5, 3)))],
)
def selected_rows_to_dense(xp: ArrayModule, rows: Array, values: Array, like: Array) -> Array:
    """Return the table in the shape of `like`: zeros, with the values added to the rows."""
    out = xp.zeros(like.shape, dtype=values.dtype)
    add_to_rows(xp, out, rows, values)
    return out
