"""Sums of a sparse tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.asked import axis_of, sparse
from opscope.paddle.sparse.base import SparseTensor, added_up, placed
from opscope.paddle.sparse.formats import SparseCooTensor, SparseCsrTensor
from opscope.paddle.sparse.unary import cast


def sum(
    x: Any, axis: int | Sequence[int] | None = None, dtype: Any = None, keepdim: bool = False, name: str | None = None
) -> Any:
    """Return the sum of all elements, or along axes, as a sparse tensor in the format of x.

    int32 and bool become int64.

    If no sparse dim would remain, one dim of size 1 remains. A SparseCsrTensor is summed over all elements, or along
    the last axis, which remains. Raises UnsupportedError for its other axes.
    """
    x = sparse(x, "sum")
    if dtype is not None or x.dtype.name in ("bool", "int32"):
        x = cast(x, None, "int64" if dtype is None else dtype)
    if isinstance(x, SparseCsrTensor):
        return _of_rows(x, axis)
    if axis is None:
        return _total(x, keepdim)
    axes = {axis_of(a, x, "sum") for a in ([axis] if isinstance(axis, int) else axis)}
    return _along(x, axes, keepdim)


def _everything(x: SparseTensor) -> Any:
    return REGISTRY.public["sum"](x._values)


def _of_rows(x: SparseCsrTensor, axis: Any) -> Any:
    where = x.sites()
    if axis is None:
        total = REGISTRY.public["reshape"](_everything(x), [1])
        return SparseCsrTensor.at(np.zeros((2, 1), "int64"), total, [1, 1], x.kinds())
    if axis != -1:
        raise UnsupportedError(
            "the sum of a SparseCsrTensor supports only axis=None and axis=-1",
            facts={"axis": axis},
            site=site(),
            fix="compute the sum of x.to_sparse_coo(x.ndim)",
        )
    lead = x.shape[:-1]
    rows, (into,) = sites.merged(sites.flat(where[:-1], lead))
    found = np.concatenate([sites.unflat(rows, lead), np.zeros((1, len(rows)), "int64")])
    return SparseCsrTensor.at(found, added_up(x._values, into, len(rows)), [*lead, 1], x.kinds())


def _total(x: SparseTensor, keepdim: bool) -> Any:
    """Return the sum of all elements: [1], or with keepdim all dims 1."""
    total = _everything(x)
    if keepdim:
        where = np.zeros((x.ndim, 1), "int64")
        return SparseCooTensor.at(where, REGISTRY.public["reshape"](total, [1]), [1] * x.ndim, x.kinds())
    return SparseCooTensor([placed(np.zeros(1, x.kinds()[0]), total)], total, [1])  # flat, as in Paddle


def _along(x: SparseTensor, axes: set[int], keepdim: bool) -> Any:
    lead, found = x.sparse_dim, x.sites()
    kept = [d for d in range(lead) if d not in axes]
    dims = [x.shape[d] for d in kept]
    numbers, (into,) = sites.merged(sites.flat(found[kept], dims) if kept else np.zeros(x.nnz(), "int64"))
    values = added_up(x._values, into, len(numbers)) if len(kept) < lead else x.values()
    where = sites.unflat(numbers, dims) if len(kept) < lead else found
    dense = [a - lead + 1 for a in axes if a >= lead]
    if dense:
        values = REGISTRY.public["sum"](values, dense, None, keepdim)
    shape = [1 if d in axes else size for d, size in enumerate(x.shape) if keepdim or d not in axes]
    if keepdim:
        rows = iter(where)
        where = np.stack([np.zeros(where.shape[1], "int64") if d in axes else next(rows) for d in range(lead)])
    elif not kept:
        where, shape = np.zeros((1, len(numbers)), "int64"), [1, *shape]
    return SparseCooTensor.at(where, values, shape, x.kinds())


note_functions(__name__)
