"""Reductions of rows by segment: sums, means and extremes of all rows with the same segment number."""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, RangeError
from opscope.ops import samples
from opscope.ops.elementwise.arithmetic import cast_like, maximum
from opscope.ops.elementwise.comparison import equal, where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.extremes import keep_extremes
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation.reshape import reshape
from opscope.ops.public_functions import public
from opscope.ops.registry import Sample, op


def _infer(x: TensorSpec, index: TensorSpec, *, rows: int = 0, largest: bool = True) -> TensorSpec:
    if index.dtype.kind not in "iu":
        raise ArgumentError(f"Unsupported index type, Expected int, int64, but got {index.dtype.name}.", facts={"x": x})
    if index.rank != 1 or not x.shape or (None not in (x.shape[0], *index.shape) and x.shape[0] != index.shape[0]):
        raise ArgumentError(
            "Segment_ids should be the same size as dimension 0 of input X.", facts={"x": x, "segment_ids": index},
            fix="give each row of X one segment id",
        )  # fmt: skip
    return x.with_shape((rows or None, *x.shape[1:]))


def _checked(index: Array, rows: int) -> int:
    """Return the number of result rows. Raises RangeError for an invalid segment number."""
    if not index.size:
        return rows
    host = to_host(index)
    least, most = int(host.min()), int(host.max())
    if least < 0 or (rows and most >= rows):
        raise RangeError(
            f"(OutOfRange) the result has {rows or most + 1} rows, but a segment id is {least if least < 0 else most}",
            fix="use segment ids from 0 to the number of rows - 1",
        )
    return rows or most + 1


def _samples() -> list[Sample]:
    x, unsorted = samples.distinct(5, 2), samples.integers(5, below=3)
    return [Sample((x, unsorted), {"rows": 4}), Sample((x, samples.integers(5, below=3))), Sample((x[:, 0], unsorted))]


@op(
    dtype_kinds={"x": "iufc"},
    infer=lambda x, index, *, rows=0: _infer(x, index, rows=rows),
    check_shapes=True,
    samples=_samples,
    vjp={"x": lambda dout, index: gather(dout, index)},
)
def rows_summed(xp: ArrayModule, x: Array, index: Array, *, rows: int = 0) -> Array:
    """Return the sum of the rows of x for each segment number in `index`.

    The result has `rows` rows; with rows=0, it has as many rows as the largest number needs.
    """
    out = xp.zeros((_checked(index, rows), *x.shape[1:]), dtype=x.dtype)
    xp.add.at(out, index, x)
    return out


def _chosen(dout: Array, x: Array, index: Array, out: Array) -> Any:
    """Return the gradient of an extreme value for each row with this value; equal rows all get it, as in Paddle."""
    got = gather(dout, index)
    return where(equal(x, gather(out, index)), got, zeros_like(got))


@op(
    dtype_kinds={"x": "iuf"},
    infer=_infer,
    check_shapes=True,
    samples=lambda: [
        Sample(args, {**attrs, "largest": largest}) for largest in (True, False) for args, attrs, _ in _samples()
    ],
    vjp={"x": _chosen},
)
def rows_extreme(xp: ArrayModule, x: Array, index: Array, *, rows: int = 0, largest: bool = True) -> Array:
    """Return the elementwise maximum (or minimum) of the rows of x for each segment number; 0 for an empty segment."""
    count = _checked(index, rows)
    kind = x.dtype.kind
    limits = xp.finfo(x.dtype) if kind == "f" else xp.iinfo(x.dtype)
    start = (-xp.inf if largest else xp.inf) if kind == "f" else (limits.min if largest else limits.max)
    out = xp.full((count, *x.shape[1:]), start, dtype=x.dtype)
    keep_extremes(xp, out, index, x, largest)
    seen = xp.zeros((count,), dtype="int64")
    xp.add.at(seen, index, 1)
    return xp.where((seen > 0).reshape(-1, *(1,) * (x.ndim - 1)), out, xp.zeros_like(out))


def rows_averaged(x: Array, index: Array, rows: int = 0) -> Any:
    """Return the mean of the rows of x for each segment number; integers are divided without remainder.

    An empty segment gives 0.
    """
    total = rows_summed(x, index, rows=rows)
    counts = rows_summed(zeros_like(index) + 1, index, rows=rows)
    counts = cast_like(reshape(maximum(counts, 1), shape=(-1, *(1,) * (len(x.shape) - 1))), x)
    return total / counts if x.dtype.kind == "f" else _truncated(total, counts)


def _truncated(total: Array, counts: Array) -> Any:
    whole = abs(total) // counts
    return where(total < 0, -whole, whole)


def reduced(x: Array, index: Array, by: str, rows: int = 0) -> Any:
    """Combine the rows of each segment by 'sum', 'mean', 'max' or 'min'."""
    if by in ("max", "min"):
        return rows_extreme(x, index, rows=rows, largest=by == "max")
    return rows_summed(x, index, rows=rows) if by == "sum" else rows_averaged(x, index, rows)


# --- segments ---------------------------------------------------------------------------------------


@op(
    infer=lambda index: index,
    samples=lambda: [Sample((samples.integers(4, below=1),)), Sample((samples.integers(0, below=1),))],
)
def in_order(xp: ArrayModule, index: Array) -> Array:
    """Return the numbers unchanged. Raises ArgumentError if a number is less than the number before it."""
    host = to_host(index).reshape(-1)
    falls = host[1:] < host[:-1]
    if falls.any():
        at = int(falls.argmax())
        raise ArgumentError(
            f"The segment ids should be sorted, but got segment_ids[{at}]:{host[at]} > "
            f"segment_ids[{at + 1}]:{host[at + 1]}.",
            fix="sort the rows by their ids, or use geometric.send_u_recv, which takes any order",
        )
    return xp.array(index)


@public
def segment_sum(data: Array, segment_ids: Any, name: str | None = None) -> Any:
    """Return the sum of each segment of rows: out[i] is the sum of the rows with the id i, or 0 without rows.

    data [N, ...], segment_ids [N]: integers in ascending order. The number of rows of out is the last id plus 1. Raises
    ArgumentError (a ValueError) for other ids.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/geometric/segment_sum_en.html
    """
    return reduced(data, in_order(segment_ids), "sum")


@public
def segment_mean(data: Array, segment_ids: Any, name: str | None = None) -> Any:
    """Return the mean of each segment of rows; see segment_sum."""
    return reduced(data, in_order(segment_ids), "mean")


@public
def segment_max(data: Array, segment_ids: Any, name: str | None = None) -> Any:
    """Return the maximum of each segment of rows; see segment_sum. Equal rows each get the gradient."""
    return reduced(data, in_order(segment_ids), "max")


@public
def segment_min(data: Array, segment_ids: Any, name: str | None = None) -> Any:
    """Return the minimum of each segment of rows; see segment_max."""
    return reduced(data, in_order(segment_ids), "min")
