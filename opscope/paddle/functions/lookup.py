"""Functions that select or find elements, with Paddle's signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.errors import ArgumentError, DTypeError, ShapeError
from opscope.ops.indexing.gather import gather, take_along_axis
from opscope.ops.manipulation.getitem import getitem
from opscope.ops.public_functions import public
from opscope.ops.search import histogram
from opscope.ops.search import unique as distinct


@public
def index_select(x: Any, index: Any, axis: int = 0, name: str | None = None) -> Any:
    """Return slices of x along an axis at the positions in index."""
    return gather(x, index, axis=axis)


@public
def masked_select(x: Any, mask: Any, name: str | None = None) -> Any:
    """Return the values of x where mask is true, as rank 1. Raises DTypeError for a mask that is not bool."""
    if as_dtype(mask.dtype).kind != "b":
        raise DTypeError(
            f"the mask of masked_select must be bool, but received {as_dtype(mask.dtype).name}", site=site(),
            fix="make a bool mask by a comparison: masked_select(x, mask != 0)",
        )  # fmt: skip
    return getitem(x, mask, index=("array",))


@public
def unique(
    x: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    dtype: Any = "int64",
    name: str | None = None,
) -> Any:
    """Return the distinct values of x (slices along an axis) in order; further requested results make it a tuple.

    return_index: the first position of each value. return_inverse: the number of each element's value. return_counts:
    the count of each value. All of them have rank 1 and the dtype `dtype`.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/unique_en.html
    """
    found = distinct.unique(x, axis=axis, dtype=as_dtype(dtype).name)
    asked = (True, return_index, return_inverse, return_counts)
    return _requested_outputs(found, asked)


@public
def unique_consecutive(
    x: Any,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    dtype: Any = "int64",
    name: str | None = None,
) -> Any:
    """Return the value of each run of equal values in x (slices along an axis).

    Further requested results make it a tuple.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/unique_consecutive_en.html
    """
    found = distinct.unique_consecutive(x, axis=axis, dtype=as_dtype(dtype).name)
    return _requested_outputs(found, (True, return_inverse, return_counts))


def _requested_outputs(found: Sequence[Any], asked: Sequence[bool]) -> Any:
    out = [value for value, wanted in zip(found, asked, strict=True) if wanted]
    return tuple(out) if len(out) > 1 else found[0]


@public
def nonzero(x: Any, as_tuple: bool = False) -> Any:
    """Return the coordinates [n, rank] of the elements of x that are not 0; with as_tuple, [n, 1] for each dim.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nonzero_en.html
    """
    places = distinct.nonzero(x)
    return tuple(places[:, i : i + 1] for i in range(len(x.shape))) if as_tuple else places


@public
def bucketize(
    x: Any, sorted_sequence: Any, out_int32: bool = False, right: bool = False, name: str | None = None
) -> Any:
    """Return the index at which each element of x could be inserted in sorted_sequence [n].

    right: after equal values, instead of before them.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/bucketize_en.html
    """
    if len(sorted_sequence.shape) != 1:
        raise ArgumentError(f"sorted_sequence must have 1 dim, but it has {len(sorted_sequence.shape)} dims")
    return histogram.searchsorted(sorted_sequence, x, out_int32=out_int32, right=right)


@public
def index_sample(x: Any, index: Any) -> Any:
    """Return the elements of each row of x [m, n] at the positions in the same row of index [m, k].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/index_sample_en.html
    """
    for said, value in (("X", x), ("Index", index)):
        if len(value.shape) != 2:
            raise ShapeError(f"index_sample: {said} should be 2-D, but its shape is {list(value.shape)}.")
    return take_along_axis(x, index, axis=1)
