"""Functions that replace elements, with Paddle's signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.core.state import mode
from opscope.errors import ArgumentError, ModeError, RunError, ShapeError
from opscope.ops import creation, reduction
from opscope.ops.elementwise import arithmetic
from opscope.ops.elementwise.comparison import where
from opscope.ops.indexing import scatter, scatter_along_axis
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation import reshape as manipulation
from opscope.ops.manipulation.setitem import setitem
from opscope.ops.public_functions import public
from opscope.ops.tensor_operators import is_number
from opscope.paddle.functions.fill import full, zeros_like
from opscope.paddle.functions.rearrange import dim, tensor
from opscope.paddle.functions.reshape import reshape


def _in_dtype(value: Any, x: Any) -> Any:
    """Return a number or tensor in the dtype of x."""
    if is_number(value):
        return creation.full(shape=(), fill_value=value, dtype=as_dtype(x.dtype).name)
    value = tensor(value)
    return value if value.dtype == x.dtype else arithmetic.cast(value, dtype=as_dtype(x.dtype).name)


@public
def masked_fill(x: Any, mask: Any, value: Any, name: str | None = None) -> Any:
    """Return x with a number where mask is true; both broadcast.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/masked_fill_en.html
    """
    return where(mask, _in_dtype(value, x), x)


@public
def masked_scatter(x: Any, mask: Any, value: Any, name: str | None = None) -> Any:
    """Return x with the elements of value, in order, where mask is true; mask broadcasts to x.

    Raises ModeError (an AssertionError) if value has fewer elements than mask has true elements.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/masked_scatter_en.html
    """
    flags = arithmetic.cast(mask, dtype="int64") + zeros_like(x, dtype="int64")
    flat = reshape(flags, [-1])
    if not mode.static and int(flat.sum()) > value.size:
        raise ModeError(
            "masked_scatter: value must have one element for each True element of mask, but value has "
            f"{value.size} elements and mask has {int(flat.sum())} True elements"
        )
    if not mode.static and not value.size:
        return arithmetic.assign(x)
    order = arithmetic.clip(reduction.cumsum(flat) - 1, min=0)
    taken = manipulation.reshape_like(gather(reshape(value, [-1]), order), x)
    return where(arithmetic.cast(flags, dtype="bool"), taken, x)


@public
def index_fill(x: Any, index: Any, axis: int, value: Any, name: str | None = None) -> Any:
    """Return x with a number (or a tensor of rank 0) in its slices at the positions index [n] of an axis.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/index_fill_en.html
    """
    value = _in_dtype(value, x)
    if len(value.shape):
        raise ArgumentError(f"index_fill: value must have 0 dims, but its shape is {list(value.shape)}")
    return scatter.index_fill(x, tensor(index), value, axis=axis)


@public
def index_add(x: Any, index: Any, axis: int, value: Any, name: str | None = None) -> Any:
    """Return x with the slices of value added at the positions index [n] of an axis.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/index_add_en.html
    """
    return scatter.index_add(x, index, value, axis=axis)


@public
def index_put(x: Any, indices: Any, value: Any, accumulate: bool = False, name: str | None = None) -> Any:
    """Return x with value at x[indices]; with accumulate, value is added to x[indices].

    indices: a tuple of integer or bool tensors.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/index_put_en.html
    """
    if not isinstance(indices, list | tuple) or not indices:
        raise ArgumentError(
            "index_put(): the argument 'indices' (position 1) must be a list of Tensors, but received "
            f"{type(indices).__name__}"
        )
    return scatter.index_put(x, _in_dtype(value, x), *map(tensor, indices), accumulate=accumulate)


@public
def scatter_nd(index: Any, updates: Any, shape: Any, name: str | None = None) -> Any:
    """Return zeros of a shape with updates added at the coordinates in the last dim of index.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/scatter_nd_en.html
    """
    return scatter.scatter_nd_add(full(shape, 0, updates.dtype), index, updates)


@public
def select_scatter(x: Any, values: Any, axis: int, index: int, name: str | None = None) -> Any:
    """Return x with values in place of the slice `index` along an axis.

    Raises RunError (a RuntimeError) if values does not have the shape of the slice.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/select_scatter_en.html
    """
    along = dims.axis_of(axis, len(x.shape))
    wanted = [d for i, d in enumerate(x.shape) if i != along]
    if dims.unify(tuple(dim(x, i) for i in range(len(x.shape)) if i != along), _shape_of(values)) is None:
        raise RunError(
            f"select_scatter: values must have the shape of the slice of x, which is {wanted}, but their shape "
            f"is {list(values.shape)}"
        )
    size = dim(x, along)
    if size is not None and not -size <= index < size:
        raise ShapeError(f"select_scatter: index {index} is out of range for a dim of {size}")
    return setitem(x, _in_dtype(values, x), index=(*((None, None, None),) * along, index))


def _shape_of(x: Any) -> dims.Shape:
    return tuple(dim(x, i) for i in range(len(x.shape)))


@public
def put_along_axis(
    arr: Any,
    indices: Any,
    values: Any,
    axis: int,
    reduce: str = "assign",
    include_self: bool = True,
    broadcast: bool = True,
) -> Any:
    """Return arr with values written at `indices` of an axis, or combined with the values at these positions.

    reduce: 'assign', 'add', 'mul' ('multiply'), 'mean', 'amin' or 'amax'. include_self: the values of arr also count.
    broadcast: indices and values are broadcast to the other dims of arr; otherwise, they may be smaller.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/put_along_axis_en.html
    """
    rank = len(arr.shape)
    if len(indices.shape) != rank:
        raise ArgumentError("`indices` and `arr` must have the same number of dims.")
    along = dims.axis_of(axis, rank)
    if broadcast:
        indices = _stretched(indices, [-1 if i == along else dim(arr, i) for i in range(rank)])
    values = _stretched(_in_dtype(values, arr), [dim(indices, i) for i in range(rank)])
    return scatter_along_axis.put_along_axis(arr, indices, values, axis=along, reduce=reduce, include_self=include_self)


def _stretched(x: Any, shape: Sequence[int | None]) -> Any:
    """Broadcast the dims of size 1 of x to the known dims."""
    own = (1,) * (len(shape) - len(x.shape)) + _shape_of(x)
    wanted = [w if d == 1 and w is not None else -1 for d, w in zip(own, shape, strict=True)]
    wanted = [1 if w == -1 and i < len(shape) - len(x.shape) else w for i, w in enumerate(wanted)]
    return (
        x
        if all(w in (-1, d) for w, d in zip(wanted, own, strict=True)) and len(x.shape) == len(shape)
        else (manipulation.expand(x, shape=tuple(wanted)))
    )
