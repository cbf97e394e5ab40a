"""paddle.tensor.manipulation: shapes, parts and joins."""

from opscope.ops.complex_numbers import as_complex, as_real
from opscope.ops.indexing.gather import gather_nd, scatter
from opscope.ops.indexing.scatter import scatter_nd_add
from opscope.ops.manipulation.concat_split import concat, split, stack
from opscope.ops.manipulation.diagonals import diagonal_scatter
from opscope.ops.manipulation.reshape import expand_as, flatten, flip, roll, squeeze, unsqueeze
from opscope.ops.manipulation.strided_views import as_strided, shard_index
from opscope.ops.manipulation.strided_views import tensor_unfold as unfold
from opscope.paddle.functions.arithmetic import cast
from opscope.paddle.functions.fill import tolist
from opscope.paddle.functions.grids import (
    block_diag,
    broadcast_tensors,
    column_stack,
    dstack,
    hstack,
    row_stack,
    tensordot,
    vstack,
)
from opscope.paddle.functions.grids import tensor_array_to_tensor as tensor_array_to_tensor
from opscope.paddle.functions.lookup import unique, unique_consecutive
from opscope.paddle.functions.rearrange import (
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
from opscope.paddle.functions.reshape import (
    broadcast_to,
    chunk,
    expand,
    reshape,
    reverse,
    slice,
    strided_slice,
    tile,
    unstack,
)
from opscope.paddle.functions.scatter import (
    index_add,
    index_fill,
    index_put,
    masked_fill,
    masked_scatter,
    put_along_axis,
    scatter_nd,
    select_scatter,
)
from opscope.paddle.functions.signatures import gather, take_along_axis, unbind
from opscope.paddle.functions.split import crop, dsplit, hsplit, tensor_split, vsplit

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
