"""Functions that select: values at flat positions, rows of several tensors; and powers of a vector."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.errors import ArgumentError, DTypeError, RunError, ShapeError, UsageError
from opscope.ops import creation, cumulative
from opscope.ops.elementwise import arithmetic
from opscope.ops.elementwise.comparison import where
from opscope.ops.indexing import multiplex as rows
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation import reshape as manipulation
from opscope.ops.manipulation.concat_split import concat
from opscope.ops.manipulation.reshape import reshape_like
from opscope.ops.public_functions import public
from opscope.paddle.functions.fill import ones_like
from opscope.paddle.functions.reshape import reshape, slice


@public
def take(x: Any, index: Any, mode: str = "raise", name: str | None = None) -> Any:
    """Return the values of the flattened x at the positions `index` (int32 or int64), in the shape of index.

    mode is for positions beyond the ends. 'raise' raises IndexError; negative positions count from the end. 'wrap'
    takes positions modulo the size. 'clip' uses the last position, and the first position for negative positions.
    """
    if mode not in ("raise", "wrap", "clip"):
        raise ArgumentError(f"'mode' in 'take' should be 'raise', 'wrap', 'clip', but received {mode}.")
    if not hasattr(index, "shape"):
        raise UsageError(f"'index' must be a Tensor, but received {type(index)}", fix="convert index with to_tensor")
    if index.dtype.kind != "i" or index.dtype.itemsize < 4:
        raise DTypeError(f"The data type of 'index' must be one of ['int32', 'int64'], but got {index.dtype}")
    size = dims.product(None if d == -1 else d for d in x.shape)
    many = creation.numel(x) if size is None else size
    if mode == "clip":
        index = arithmetic.minimum(arithmetic.maximum(index, 0), many - 1)
    elif mode == "wrap":
        index = arithmetic.remainder(index, many)
    else:
        index = where(index < 0, index + many, index)
    return reshape_like(gather(reshape(x, [-1]), reshape(index, [-1])), index)


@public
def multiplex(inputs: Any, index: Any, name: str | None = None) -> Any:
    """Return an output whose row i is row i of inputs[index[i]].

    index: integers [rows, 1]. inputs: a list of two or more tensors.
    """
    if not isinstance(inputs, list | tuple):
        raise UsageError(f"'inputs' of multiplex must be a list, but received {type(inputs)}")
    if len(inputs) < 2:
        raise ArgumentError("multiplex: inputs should be a list of at least 2 Tensors.", fix="pass more tensors")
    if len(index.shape) != 2:
        raise RunError("multiplex: index must have 2 dims, [rows, 1]", facts={"index": list(index.shape)})
    return rows.multiplex(index, list(inputs))


@public
def vander(x: Any, n: int | None = None, increasing: bool = False, name: str | None = None) -> Any:
    """Return the powers 0 to n - 1 of x [N] as columns [N, n], highest power first; n None: N.

    increasing: lowest power first.
    """
    if len(x.shape) != 1:
        raise ArgumentError(f"vander: x must have 1 dim, but it has {len(x.shape)}.")
    if n is None:
        n = x.shape[0]
        if n in (None, -1):
            raise ShapeError(
                "vander: the size of x must be known when the program is built, if n is left out", fix="pass n"
            )
    if n < 0:
        raise ArgumentError("vander: n must be at least 0.")
    column = manipulation.unsqueeze(x, axis=-1)
    if n == 0:
        return slice(column, [1], [0], [0])
    powers = concat([ones_like(column), *[column] * (n - 1)], axis=1)
    out = cumulative.cumprod(powers, axis=1)
    return out if increasing else manipulation.flip(out, axis=1)
