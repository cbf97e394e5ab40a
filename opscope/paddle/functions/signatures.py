"""Functions with Paddle's parameters, where the op has other parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.dtype import as_dtype, bool_
from opscope.core.public_calls import note_functions
from opscope.core.shape import axis_of
from opscope.core.source import site
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops import creation, reduction
from opscope.ops.attr_values import known_number
from opscope.ops.elementwise import comparison, unary
from opscope.ops.indexing import gather as indexing
from opscope.ops.linalg import matmul
from opscope.ops.manipulation import concat_split, reshape
from opscope.ops.registry import REGISTRY, Op


def shape(input: Any) -> Any:
    """Return the dims of input as an int32 tensor of rank 1, whose values are known only when the program runs."""
    return creation.shape(input)


def trunc(input: Any, name: str | None = None) -> Any:
    """Return input without its fraction, in its dtype; the gradient is 0."""
    return unary.trunc(input, name=name)


def unbind(input: Any, axis: int = 0) -> list[Any]:
    """Return the slices of input along an axis as a list. Raises ShapeError if the size of the axis is unknown."""
    return concat_split.unbind(input, axis=axis)


def add_n(inputs: Any, name: str | None = None) -> Any:
    """Return the sum of a list of tensors, or a copy of one tensor."""
    return concat_split.add_n(list(inputs) if isinstance(inputs, list | tuple) else [inputs], name=name)


def t(input: Any, name: str | None = None) -> Any:
    """Return the transpose of a tensor of rank 2 or less. Raises ShapeError for a larger rank."""
    rank = len(input.shape)
    if rank > 2:
        raise ShapeError(f"t: input must have rank 2 or less, but has rank {rank}", fix="use transpose(x, perm)")
    return reshape.transpose(input, perm=[1, 0], name=name) if rank == 2 else input


def bmm(x: Any, y: Any, name: str | None = None) -> Any:
    """Return the products of matrices [B, M, K] and [B, K, N], one by one. Raises ShapeError for other ranks."""
    if not len(x.shape) == len(y.shape) == 3:
        raise ShapeError(
            f"bmm: x and y must have 3 dims, but their shapes are {list(x.shape)} and {list(y.shape)}",
            fix="call paddle.matmul, which accepts any number of dims",
        )
    return matmul.matmul(x, y, name=name)


def gather(x: Any, index: Any, axis: int | None = None, name: str | None = None) -> Any:
    """Return slices of x along an axis (None: the first) at the positions index, of rank 0, [N] or [N, 1].

    Raises ShapeError for an index with more columns. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/gather_en.html
    """
    if len(index.shape) == 2:
        if index.shape[1] not in (1, -1, None):
            raise ShapeError(
                f"gather: the last dim of a 2-D index must be 1, but it is {index.shape[1]}",
                fix="call paddle.gather_nd, for which each row of the index is a position",
            )
        index = REGISTRY["reshape"](index, shape=[-1])
    along = 0 if axis is None else int(known_number(axis, "gather: axis"))
    return indexing.gather(x, index, axis=along, name=name)


def take_along_axis(arr: Any, indices: Any, axis: int, broadcast: bool = True) -> Any:
    """Return values of arr at `indices` along an axis.

    The other dims of indices equal the dims of arr, or are 1. Without broadcast, they may be smaller; then only this
    part of arr is read. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/take_along_axis_en.html
    """
    if not broadcast:
        along = axis_of(axis, len(arr.shape))
        whole = (None, None, None)
        read = [whole if i == along or d is None or d < 0 else (None, d, None) for i, d in enumerate(indices.shape)]
        arr = REGISTRY["getitem"](arr, index=tuple(read))
    return indexing.take_along_axis(arr, indices, axis=axis)


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """Return x where condition is true, and y elsewhere; without x and y, return the true positions.

    The positions are an int64 tensor [K, 1] for each axis. Raises ArgumentError if only x or only y is given, and for a
    condition that is not bool.
    """
    if x is not None and y is not None:
        if hasattr(condition, "dtype") and as_dtype(condition.dtype) is not bool_:
            raise ArgumentError(
                f"where: the condition must be bool, but its dtype is {as_dtype(condition.dtype).name}", site=site(),
                fix="compare first, as in paddle.where(x > 0, x, y); x.where(a, b) takes x as the condition",
            )  # fmt: skip
        return comparison.where(condition, x, y, name=name)
    if x is not y:
        raise ArgumentError(
            "where: x and y must both be passed, or both be left out",
            site=site(),
            fix="pass x and y, or pass only the condition",
        )
    mask = condition if as_dtype(condition.dtype) is bool_ else condition != 0
    ones = creation.full_like(mask, fill_value=1, dtype="int64")
    counted = [reduction.cumsum(ones, axis=axis) - 1 for axis in range(len(mask.shape))]
    return tuple(REGISTRY["unsqueeze"](REGISTRY["getitem"](c, mask, index=("array",)), axis=1) for c in counted)


def _logic(op: Op) -> Callable[..., Any]:
    """Return Paddle's form of a logical op, with an `out` that is not written to in dygraph."""

    def function(x: Any, y: Any, out: Any = None, name: str | None = None) -> Any:
        _no_out(op, out)
        return op(x, y, name=name)

    return _called(function, op)


def _negation(op: Op) -> Callable[..., Any]:
    def function(x: Any, out: Any = None, name: str | None = None) -> Any:
        _no_out(op, out)
        return op(x, name=name)

    return _called(function, op)


def _called(function: Callable[..., Any], op: Op) -> Callable[..., Any]:
    function.__name__ = function.__qualname__ = op.name
    function.__doc__ = op.__doc__
    return function


def _no_out(op: Op, out: Any) -> None:
    if out is not None:
        raise UnsupportedError(
            f"{op.name} with out= is not supported: in dygraph, Paddle does not write the result to out",
            fix="use the returned value, or paddle.assign(result, output=out)",
        )


logical_and, logical_or, logical_xor = map(
    _logic, (comparison.logical_and, comparison.logical_or, comparison.logical_xor)
)
bitwise_and, bitwise_or, bitwise_xor = map(
    _logic, (comparison.bitwise_and, comparison.bitwise_or, comparison.bitwise_xor)
)
logical_not, bitwise_not = _negation(comparison.logical_not), _negation(comparison.bitwise_not)

note_functions(__name__)
REGISTRY.public.update(
    where=where, shape=shape, trunc=trunc, unbind=unbind, add_n=add_n, t=t, bmm=bmm, gather=gather,
    take_along_axis=take_along_axis,
    logical_and=logical_and, logical_or=logical_or, logical_xor=logical_xor, logical_not=logical_not,
    bitwise_and=bitwise_and, bitwise_or=bitwise_or, bitwise_xor=bitwise_xor, bitwise_not=bitwise_not,
)  # fmt: skip
