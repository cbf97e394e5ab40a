"""Sorted elements, elements at positions, elements written to positions, and sums along an axis."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.compat.composite_ops import composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.operators.making import numbers
from opscope.paddle.nn import functional as F  # noqa: N812


@composed("top_k", out="Out Indices")
def top_k(X: Any, K: Any = None, *, k: int = 1) -> Any:
    return tuple(T.topk(X, k if K is None else K))


@composed("top_k_v2", out="Out Indices")
def top_k_v2(X: Any, K: Any = None, *, k: int = 1, axis: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    return tuple(T.topk(X, k if K is None else K, axis, largest, sorted))


@composed("argsort", out="Out Indices")
def argsort(X: Any, *, axis: int = -1, descending: bool = False) -> Any:
    places = T.argsort(X, axis, descending)
    return T.take_along_axis(X, places, axis), places


@composed("arg_max")
def arg_max(X: Any, *, axis: int = -1, keepdims: bool = False, flatten: bool = False, dtype: Any = "int64") -> Any:
    return T.argmax(X, None if flatten else axis, keepdims, dtype or "int64")


@composed("arg_min")
def arg_min(X: Any, *, axis: int = -1, keepdims: bool = False, flatten: bool = False, dtype: Any = "int64") -> Any:
    return T.argmin(X, None if flatten else axis, keepdims, dtype or "int64")


@composed("kthvalue", out="Out Indices")
def kthvalue(X: Any, *, k: int = 1, axis: int = -1, keepdim: bool = False) -> Any:
    return tuple(T.kthvalue(X, k, axis, keepdim))


@composed("mode", out="Out Indices")
def mode(X: Any, *, axis: int = -1, keepdim: bool = False) -> Any:
    return tuple(T.mode(X, axis, keepdim))


@composed("cumsum")
def cumsum(X: Any, *, axis: int = -1, flatten: bool = False, exclusive: bool = False, reverse: bool = False) -> Any:
    return _running(T.cumsum, X, axis, flatten, exclusive, reverse)


@composed("logcumsumexp")
def logcumsumexp(
    X: Any, *, axis: int = -1, flatten: bool = False, exclusive: bool = False, reverse: bool = False
) -> Any:
    return _running(T.logcumsumexp, X, axis, flatten, exclusive, reverse)


def _running(function: Any, x: Any, axis: int, flatten: bool, exclusive: bool, reverse: bool) -> Any:
    """Cumulative results: exclusive leaves out the element itself, and reverse begins at the end."""
    if flatten:
        x, axis = T.reshape(x, [-1]), 0
    turned = T.flip(x, [axis]) if reverse else x
    out = function(turned, axis)
    if exclusive:
        none = 0.0 if function is T.cumsum else float("-inf")
        first = T.full_like(T.slice(out, [axis], [0], [1]), none)
        out = T.concat([first, T.slice(out, [axis], [0], [out.shape[axis] - 1])], axis)
    return T.flip(out, [axis]) if reverse else out


@composed("gather")
def gather(X: Any, Index: Any, Axis: Any = None, *, axis: int = 0, overwrite: bool = True) -> Any:
    flat = Index if len(Index.shape) < 2 else T.reshape(Index, [-1])
    return T.gather(X, flat, axis if Axis is None else Axis)


@composed("scatter")
def scatter(X: Any, Ids: Any, Updates: Any, *, overwrite: bool = True) -> Any:
    return T.scatter(X, Ids if len(Ids.shape) < 2 else T.reshape(Ids, [-1]), Updates, overwrite)


@composed("index_sample")
def index_sample(X: Any, Index: Any) -> Any:
    return T.index_sample(X, Index)


@composed("index_select")
def index_select(X: Any, Index: Any, *, dim: int = 0) -> Any:
    return T.index_select(X, Index, dim)


@composed("masked_select", out="Y")
def masked_select(X: Any, Mask: Any) -> Any:
    return T.masked_select(X, Mask)


@composed("scatter_nd_add")
def scatter_nd_add(X: Any, Index: Any, Updates: Any) -> Any:
    return T.scatter_nd_add(X, Index, Updates)


@composed("take_along_axis", out="Result")
def take_along_axis(Input: Any, Index: Any, *, Axis: int = 0) -> Any:
    return T.take_along_axis(Input, Index, Axis)


@composed("put_along_axis", out="Result")
def put_along_axis(
    Input: Any, Index: Any, Value: Any, *, Axis: int = 0, Reduce: str = "assign", Include_self: bool = True
) -> Any:
    return T.put_along_axis(Input, Index, Value, Axis, Reduce, Include_self)


@composed("repeat_interleave")
def repeat_interleave(X: Any, RepeatsTensor: Any = None, *, Repeats: int = 1, dim: int = 0) -> Any:
    return T.repeat_interleave(X, Repeats if RepeatsTensor is None else RepeatsTensor, dim)


@composed("roll")
def roll(X: Any, ShiftsTensor: Any = None, *, shifts: Any = (), axis: Any = ()) -> Any:
    return T.roll(X, numbers(list(shifts), ShiftsTensor), list(axis) or None)


@composed("renorm")
def renorm(X: Any, *, p: float, axis: int, max_norm: float) -> Any:
    return T.renorm(X, p, axis, max_norm)


@composed("segment_pool", out="Out SummedIds")
def segment_pool(X: Any, SegmentIds: Any, *, pooltype: str = "SUM") -> Any:
    return REGISTRY.public[f"segment_{pooltype.lower()}"](X, SegmentIds)


@composed("unique", out="Out Indices Index Counts")
def unique(
    X: Any, *, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Any = (),
    dtype: Any = "int64", is_sorted: bool = False,
) -> Any:  # fmt: skip
    """Indices are the first positions of the elements. Index is the position in Out of each element."""
    if not is_sorted:
        raise UnsupportedError(
            "unique does not support is_sorted=False, because the result is always sorted",
            site=site(),
            fix="pass is_sorted=True",
        )
    out, first, which, counts = T.unique(X, True, True, True, axis[0] if axis else None, dtype)
    return out, first, which, counts


@composed("unique_consecutive", out="Out Index Counts")
def unique_consecutive(
    X: Any, *, return_inverse: bool = False, return_counts: bool = False, axis: Any = (), dtype: Any = "int64"
) -> Any:
    return tuple(T.unique_consecutive(X, True, True, axis[0] if axis else None, dtype))


@composed("lookup_table", out="Out")
def lookup_table(W: Any, Ids: Any, *, padding_idx: int = -1, is_sparse: bool = False) -> Any:
    """Ids is [*, 1]; the last dim becomes the dim of the rows."""
    return F.embedding(T.squeeze(Ids, [-1]), W, _padding(W, padding_idx), is_sparse)


@composed("lookup_table_v2", out="Out")
def lookup_table_v2(W: Any, Ids: Any, *, padding_idx: int = -1, is_sparse: bool = False) -> Any:
    return F.embedding(Ids, W, _padding(W, padding_idx), is_sparse)


def _padding(table: Any, row: int) -> int | None:
    return None if row == -1 else row if row >= 0 else table.shape[0] + row
