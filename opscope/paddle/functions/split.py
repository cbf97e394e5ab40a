"""Functions that split tensors into parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer
from opscope.ops.attr_values import shape_template, static_sizes
from opscope.ops.manipulation import concat_split
from opscope.ops.public_functions import public
from opscope.paddle.functions.rearrange import dim, listed
from opscope.paddle.functions.reshape import slice


def _check_min_rank(x: Any, rank: int) -> None:
    if len(x.shape) < rank:
        raise ArgumentError(
            f"The input must have at least {rank} dims, but it has {len(x.shape)}",
            fix=f"add dims with atleast_{rank}d",
        )


@public
def vsplit(x: Any, num_or_sections: Any, name: str | None = None) -> list[Any]:
    """Split x along its first dim into equal parts, or into parts of given sizes, as in Paddle 2.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/vsplit_en.html
    """
    _check_min_rank(x, 2)
    return concat_split.split(x, num_or_sections=num_or_sections, axis=0)


@public
def tensor_split(x: Any, num_or_indices: Any, axis: int = 0, name: str | None = None) -> list[Any]:
    """Split x along an axis into a number of parts, or before each listed index.

    If the parts cannot be equal, the first parts are larger by 1.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/tensor_split_en.html
    """
    _check_min_rank(x, 1)
    along = dims.axis_of(axis, len(x.shape))
    if isinstance(num_or_indices, int):
        size = infer.require_known_dim(dim(x, along), "tensor_split", f"the size of axis {axis}")
        if num_or_indices < 1:
            raise ArgumentError(f"tensor_split: the number of parts must be positive, but received {num_or_indices}")
        each, more = divmod(size, num_or_indices)
        cuts = [i * each + min(i, more) for i in range(1, num_or_indices)]
    else:
        cuts = list(static_sizes(num_or_indices, "tensor_split"))
    bounds = zip([None, *cuts], [*cuts, None], strict=True)
    lead = (np.s_[:],) * along
    return [x[(*lead, np.s_[start:stop])] for start, stop in bounds]


@public
def hsplit(x: Any, num_or_indices: Any, name: str | None = None) -> list[Any]:
    """Split x along its second dim (or its only dim) with tensor_split."""
    _check_min_rank(x, 1)
    return tensor_split(x, num_or_indices, axis=min(1, len(x.shape) - 1))


@public
def dsplit(x: Any, num_or_indices: Any, name: str | None = None) -> list[Any]:
    """Split x along its third dim with tensor_split."""
    _check_min_rank(x, 3)
    return tensor_split(x, num_or_indices, axis=2)


@public
def crop(x: Any, shape: Any = None, offsets: Any = None, name: str | None = None) -> Any:
    """Return the part of x that begins at offsets (default 0) and has the given shape.

    The default of shape is the shape of x; -1 goes to the end. shape and offsets may be tensors.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/crop_en.html
    """
    rank = len(x.shape)
    begins = [0] * rank if offsets is None else _listed_numbers(offsets, "crop")
    wanted = [-1] * rank if shape is None else _listed_numbers(shape, "crop")
    if len(wanted) != rank or len(begins) != rank:
        raise ShapeError(
            f"crop: shape and offsets must have one element for each of the {rank} dims of the input, but shape "
            f"has {len(wanted)}.",
            facts={"offsets": len(begins)},
        )
    ends = [_end(i, dim(x, i), b, w) for i, (b, w) in enumerate(zip(begins, wanted, strict=True))]
    return slice(x, list(range(rank)), begins, ends)


def _listed_numbers(value: Any, where: str) -> list[Any]:
    template, tensors = shape_template(value, where)
    return list(template) if not tensors else listed(value)


def _end(axis: int, size: dims.Dim, begin: Any, wanted: Any) -> Any:
    if isinstance(wanted, int) and wanted < 0:
        if wanted != -1:
            raise ArgumentError(f"crop: the only negative number that shape can contain is -1, but received {wanted}.")
        return np.iinfo(np.int32).max if size is None else size
    if not isinstance(begin, int) or not isinstance(wanted, int):
        return begin + wanted
    if begin < 0:
        raise ArgumentError(f"crop: each of the offsets must be at least 0, but received {begin}.")
    if size is not None and begin + wanted > size:
        raise ArgumentError(
            f"crop: on axis {axis}, the sum of the offset ({begin}) and the size in shape ({wanted}) must not be "
            "greater than the size of the input.",
            facts={"size": size},
        )
    return begin + wanted
