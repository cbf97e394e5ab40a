"""paddle.tensor.manipulation: shapes, parts and joins."""

from opscope.ops.api import broadcast_to, cast, chunk, expand, reshape, reverse, slice, strided_slice, tile, unstack
from opscope.ops.indexing import gather, gather_nd, scatter, take_along_axis
from opscope.ops.joining import concat, split, stack, unbind
from opscope.ops.manipulation import expand_as, flatten, flip, roll, squeeze, unsqueeze

__all__ = [
    "broadcast_to",
    "cast",
    "chunk",
    "concat",
    "expand",
    "expand_as",
    "flatten",
    "flip",
    "gather",
    "gather_nd",
    "reshape",
    "reverse",
    "roll",
    "scatter",
    "slice",
    "split",
    "squeeze",
    "stack",
    "strided_slice",
    "take_along_axis",
    "tile",
    "unbind",
    "unsqueeze",
    "unstack",
]
