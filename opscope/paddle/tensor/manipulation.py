"""paddle.tensor.manipulation: shapes, parts and joins."""

from opscope.ops.arithmetic import cast
from opscope.ops.combining import (
    block_diag,
    broadcast_tensors,
    column_stack,
    dstack,
    hstack,
    row_stack,
    tensordot,
    vstack,
)
from opscope.ops.combining import (
    tensor_array_to_tensor as tensor_array_to_tensor,
)
from opscope.ops.complexes import as_complex, as_real
from opscope.ops.cutting import crop, dsplit, hsplit, tensor_split, vsplit
from opscope.ops.diagonals import diagonal_scatter
from opscope.ops.indexing import gather_nd, scatter
from opscope.ops.joining import concat, split, stack
from opscope.ops.making import tolist
from opscope.ops.manipulation import expand_as, flatten, flip, roll, squeeze, unsqueeze
from opscope.ops.picking import unique, unique_consecutive
from opscope.ops.placing import scatter_nd_add
from opscope.ops.rearranging import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    moveaxis,
    repeat_interleave,
    rot90,
    unflatten,
    view,
    view_as,
)
from opscope.ops.replacing import (
    index_add,
    index_fill,
    index_put,
    masked_fill,
    masked_scatter,
    put_along_axis,
    scatter_nd,
    select_scatter,
)
from opscope.ops.shaping import broadcast_to, chunk, expand, reshape, reverse, slice, strided_slice, tile, unstack
from opscope.ops.spelled import gather, take_along_axis, unbind
from opscope.ops.strided import as_strided, shard_index
from opscope.ops.strided import tensor_unfold as unfold

__all__ = [
    "as_complex",
    "as_real",
    "as_strided",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "block_diag",
    "broadcast_tensors",
    "broadcast_to",
    "cast",
    "chunk",
    "column_stack",
    "concat",
    "crop",
    "diagonal_scatter",
    "dsplit",
    "dstack",
    "expand",
    "expand_as",
    "flatten",
    "flip",
    "gather",
    "gather_nd",
    "hsplit",
    "hstack",
    "index_add",
    "index_fill",
    "index_put",
    "masked_fill",
    "masked_scatter",
    "moveaxis",
    "put_along_axis",
    "repeat_interleave",
    "reshape",
    "reverse",
    "roll",
    "rot90",
    "row_stack",
    "scatter",
    "scatter_nd",
    "scatter_nd_add",
    "select_scatter",
    "shard_index",
    "slice",
    "split",
    "squeeze",
    "stack",
    "strided_slice",
    "take_along_axis",
    "tensor_split",
    "tensordot",
    "tile",
    "tolist",
    "unbind",
    "unflatten",
    "unfold",
    "unique",
    "unique_consecutive",
    "unsqueeze",
    "unstack",
    "view",
    "view_as",
    "vsplit",
    "vstack",
]
