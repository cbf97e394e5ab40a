"""Functions of several tensors: stacking, grids and combinations."""

from __future__ import annotations

import itertools
import string
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.errors import ArgumentError, ModeError, ShapeError, UsageError
from opscope.ir.control_flow.tensor_array import JOIN
from opscope.ir.program.program import Variable
from opscope.ops import creation, infer
from opscope.ops.indexing.gather import gather
from opscope.ops.linalg.einsum import einsum
from opscope.ops.manipulation import broadcast, diagonals
from opscope.ops.manipulation import reshape as manipulation
from opscope.ops.manipulation.concat_split import concat, stack
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions.rearrange import atleast_1d, atleast_2d, atleast_3d, dim, tensor
from opscope.paddle.functions.reshape import reshape


@public
def broadcast_tensors(input: Sequence[Any], name: str | None = None) -> list[Any]:
    """Broadcast several tensors to their common shape."""
    if not isinstance(input, list | tuple) or not input:
        raise ArgumentError(
            "broadcast_tensors(): argument 'input' (position 0) must be a list of Tensors that is not empty"
        )
    return broadcast.broadcast_tensors(*input)


@public
def hstack(x: Sequence[Any], name: str | None = None) -> Any:
    """Join a list of tensors along their second dim; tensors of rank 1 are joined along their only dim."""
    parts = [atleast_1d(one) for one in x]
    return concat(*parts, axis=0 if len(parts[0].shape) == 1 else 1)


@public
def vstack(x: Sequence[Any], name: str | None = None) -> Any:
    """Join a list of tensors along their first dim; tensors of rank 1 are rows."""
    return concat(*(atleast_2d(one) for one in x), axis=0)


row_stack = vstack


@public
def dstack(x: Sequence[Any], name: str | None = None) -> Any:
    """Join a list of tensors along their third dim; they are first reshaped to rank 3."""
    return concat(*(atleast_3d(one) for one in x), axis=2)


@public
def column_stack(x: Sequence[Any], name: str | None = None) -> Any:
    """Join a list of tensors along their second dim; tensors of rank 1 or 0 are columns."""
    parts = [tensor(one) for one in x]
    return concat(*(p if len(p.shape) > 1 else reshape(p, [-1, 1]) for p in parts), axis=1)


@public
def block_diag(inputs: Sequence[Any], name: str | None = None) -> Any:
    """Return zeros with a list of matrices along the diagonal; tensors of rank 1 or 0 are rows."""
    if not isinstance(inputs, list | tuple) or not inputs:
        raise UsageError("block_diag takes a list of tensors")
    return broadcast.diagonal_blocks(*(atleast_2d(one) for one in inputs))


@public
def meshgrid(*args: Any, **kwargs: Any) -> list[Any]:
    """Expand each of several tensors of rank 1 or 0 over a grid that has a dim for each tensor.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/meshgrid_en.html
    """
    if kwargs:
        raise UsageError(
            f"meshgrid does not have the arguments {', '.join(kwargs)}",
            fix="leave these arguments out: the dims of the results have the order of the tensors",
        )
    lines = list(args[0]) if len(args) == 1 and isinstance(args[0], list | tuple) else list(args)
    if len(lines) < 2:
        raise ArgumentError(f"meshgrid needs at least 2 tensors, but received {len(lines)}")
    for i, line in enumerate(lines):
        if len(line.shape) > 1:
            raise ShapeError(
                f"each tensor of meshgrid must have 0 or 1 dims, but tensor {i} has the shape {line.shape}"
            )
    count = len(lines)
    return broadcast.broadcast_tensors(
        *(reshape(line, [-1 if i == j else 1 for j in range(count)]) for i, line in enumerate(lines))
    )


@public
def combinations(x: Any, r: int = 2, with_replacement: bool = False, name: str | None = None) -> Any:
    """Return all combinations [n, r] of r elements of x [m], in the order of x; m must be known.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/combinations_en.html
    """
    if len(x.shape) != 1:
        raise UsageError(f"combinations: x must be a vector with one dim, but it has the shape {list(x.shape)}")
    if not isinstance(r, int) or r < 0:
        raise ArgumentError(f"combinations: r must be an int that is not negative, but it is {r}")
    if r == 0:
        return creation.full(shape=(0,), fill_value=0, dtype=as_dtype(x.dtype).name)
    size = infer.require_known_dim(dim(x, 0), "combinations", "the size of x")
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    chosen = np.asarray(list(choose(range(size), r)), dtype="int64").reshape(-1, r)
    return gather(x, creation.assign_value(values=chosen), axis=0)


@public
def cartesian_prod(x: Sequence[Any], name: str | None = None) -> Any:
    """Return all combinations [n, count] with one element of each of several tensors of rank 1.

    For a single tensor, return the tensor.
    """
    if any(len(one.shape) != 1 for one in x):
        raise ShapeError(
            "cartesian_prod: each element of x must be a vector with one dim",
            facts={"shapes": [one.shape for one in x]},
        )
    if len(x) == 1:
        return x[0]
    return stack(*(reshape(grid, [-1]) for grid in meshgrid(*x)), axis=1)


@public
def diag_embed(input: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Any:
    """Return matrices of zeros with the last dim of input (a tensor, list or array) on a diagonal of dim1 and dim2.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/diag_embed_en.html
    """
    return diagonals.diag_embed(tensor(input), offset=offset, dim1=dim1, dim2=dim2)


@public
def diagflat(x: Any, offset: int = 0, name: str | None = None) -> Any:
    """Return a matrix with the elements of x on a diagonal, and zeros elsewhere."""
    return diagonals.diag_embed(manipulation.flatten(x), offset=offset)


@public
def tensordot(x: Any, y: Any, axes: Any = 2, name: str | None = None) -> Any:
    """Return the sum of products over the last `axes` dims of x and the first `axes` dims of y, or over listed dims.

    A dim of size 1 broadcasts. Raises ModeError (an AssertionError) for dims that differ. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/tensordot_en.html
    """
    left, right = _contracted_axes(axes, len(x.shape))
    letters = iter(string.ascii_letters)
    of_x = [next(letters) for _ in x.shape]
    of_y = [next(letters) for _ in y.shape]
    gone: set[str] = set()
    for i, j in zip(left, right, strict=True):
        a, b = dim(x, i), dim(y, j)
        gone.update((of_x[i], of_y[j]))
        if 1 not in (a, b) or a == b:
            if a is not None and b is not None and a != b:
                raise ModeError(
                    f"tensordot: the dims that are summed must have the same size in x and y, but dim {i} of x "
                    f"has size {a} and dim {j} of y has size {b}."
                )
            of_y[j] = of_x[i]
    kept = [n for n in (*of_x, *of_y) if n not in gone]
    return einsum(f"{''.join(of_x)},{''.join(of_y)}->{''.join(kept)}", x, y)


def _contracted_axes(axes: Any, rank: int) -> tuple[list[int], list[int]]:
    """Return the axes of both tensors, as Paddle reads them.

    For two lists, the longer list extends the shorter list. One list is for both tensors.
    """
    if hasattr(axes, "tolist"):
        axes = axes.tolist()
    if isinstance(axes, int):
        if axes < 0:
            raise ModeError(f"an int as 'axes' in tensordot should not be negative, but received axes={axes}.")
        return list(range(rank - axes, rank)), list(range(axes))
    if not isinstance(axes, list | tuple):
        raise UsageError(f"tensordot: axes must be an int, a list or a tuple, not {axes!r}")
    nested = bool(axes) and isinstance(axes[0], list | tuple)
    left = list(axes[0] if nested else axes)
    right = list(axes[1]) if nested and len(axes) > 1 else []
    return left + right[len(left) :], right + left[len(right) :]


def tensor_array_to_tensor(input: Any, axis: int = 1, use_stack: bool = False, name: str | None = None) -> Any:
    """Join the elements of an array along an axis, or stack them with use_stack; also return their sizes on this axis.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/fluid/layers/tensor_array_to_tensor_en.html
    """
    if isinstance(input, list):
        for one in input:
            if not hasattr(one, "__apply_op__"):
                raise UsageError(
                    f"tensor_array_to_tensor needs a list of tensors, but the list contains a {type(one).__name__}"
                )
        counts = np.asarray([one.shape[axis] for one in input], dtype="int64")
        return (stack if use_stack else concat)(*input, axis=axis), creation.assign_value(values=counts)
    if not (isinstance(input, Variable) and input.is_tensor_array):
        raise ModeError("The 'input' of tensor_array_to_tensor must be a list of tensors, or a tensor array")
    attrs = {"axis": axis, "use_stack": use_stack}
    made = input.program.current_block().append(JOIN, [input], attrs, prefix="tensor_array_to_tensor.tmp")
    out, sizes = made.result()
    return out, sizes


REGISTRY.public["row_stack"] = row_stack
