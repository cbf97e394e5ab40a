"""Products and distances: matrix, outer, inner, Kronecker and cross products; norms of differences."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.errors import ArgumentError, ModeError, ShapeError, UsageError
from opscope.ops import reduction
from opscope.ops.elementwise import arithmetic
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import sqrt, square
from opscope.ops.grad_ops import zeros_like
from opscope.ops.linalg import matmul, vectors
from opscope.ops.manipulation import reshape as manipulation
from opscope.ops.public_functions import public
from opscope.ops.tensor_operators import is_number
from opscope.paddle.functions.reshape import reshape


@public
def mm(input: Any, mat2: Any, name: str | None = None) -> Any:
    """Return the matrix product."""
    return matmul.matmul(input, mat2)


@public
def addmm(input: Any, x: Any, y: Any, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Any:
    """Return beta * input + alpha * (x @ y)."""
    return input * beta + matmul.matmul(x, y) * alpha


@public
def dot(x: Any, y: Any, name: str | None = None) -> Any:
    """Return the sum of x * y over the last dim."""
    return reduction.sum(x * y, axis=-1)


@public
def outer(x: Any, y: Any, name: str | None = None) -> Any:
    """Return the products of all values of the flattened x and y: [size of x, size of y]."""
    return reshape(x, [-1, 1]) * reshape(y, [1, -1])


@public
def inner(x: Any, y: Any, name: str | None = None) -> Any:
    """Return sums of products over the last dims: x [..., n] and y [*, n] give [..., *].

    A tensor of one value multiplies the other tensor.
    """
    if 1 in (dims.product(_dims(x)), dims.product(_dims(y))):
        return arithmetic.multiply(x, y)
    rank = len(y.shape)
    if rank == 1 or len(x.shape) == 1:
        return matmul.matmul(x, y) if rank == 1 else matmul.matmul(y, x)
    if rank == 2:
        return matmul.matmul(x, y, transpose_y=True)
    out = matmul.matmul(x, reshape(y, [-1, _dims(y)[-1] or -1]), transpose_y=True)
    return reshape(out, [*[0] * (len(x.shape) - 1), *y.shape[:-1]])


def _dims(x: Any) -> dims.Shape:
    return tuple(None if d == -1 else d for d in x.shape)


@public
def kron(x: Any, y: Any, name: str | None = None) -> Any:
    """Return the Kronecker product: x with each value replaced by value * y. The shorter shape gets dims of size 1."""
    rank = max(len(x.shape), len(y.shape))
    x, y = (
        manipulation.unsqueeze(v, axis=list(range(rank - len(v.shape)))) if len(v.shape) < rank else v for v in (x, y)
    )
    if not rank:
        return arithmetic.multiply(x, y)
    between = manipulation.unsqueeze(x, axis=list(range(1, 2 * rank, 2)))
    around = manipulation.unsqueeze(y, axis=list(range(0, 2 * rank, 2)))
    out = between * around
    for axis in range(rank):
        out = manipulation.flatten(out, start_axis=axis, stop_axis=axis + 1)
    return out


@public
def cross(x: Any, y: Any, axis: int | None = 9, name: str | None = None) -> Any:
    """Return the cross product along an axis of size 3; x and y have the same shape.

    axis None or 9: the first axis of size 3.
    """
    if axis is None or axis == 9:
        sizes = _dims(x)
        if 3 not in sizes:
            raise ShapeError("cross: at least one dim of x and y must have the size 3.")
        axis = sizes.index(3)
    return vectors.cross(x, y, axis=axis)


# --- distances --------------------------------------------------------------------------------------


@public
def dist(x: Any, y: Any, p: float = 2, name: str | None = None) -> Any:
    """Return the p-norm of x - y, of rank 0, with broadcasting.

    p: a number, inf, -inf, or 0 (the number of values that differ).
    """
    return vectors.lp_norm(arithmetic.subtract(x, y), p=float(p))


_MODES = ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist")


def _pairs_asked(x: Any, y: Any, p: Any, compute_mode: str) -> None:
    """Raise Paddle's errors for arguments that cdist does not accept: TypeError, ValueError, AssertionError."""
    if not is_number(p):
        raise UsageError(f"The type of 'p' in cdist must be (float, int), but received {type(p)}")
    if compute_mode not in _MODES:
        raise ArgumentError(f"The compute_mode should be one of {_MODES}, but it is {compute_mode}.")
    for name, value in (("x", x), ("y", y)):
        if len(value.shape) < 2:
            raise ModeError(f"cdist: {name} must have at least 2 dims, but it has {len(value.shape)}.")
    if x.shape[-1] != y.shape[-1]:
        raise ModeError(
            "The last dim of x and the last dim of y must be equal", facts={"x": list(x.shape), "y": list(y.shape)}
        )
    if p < 0:
        raise ModeError(f"p must be greater than or equal to 0, but it is {p}.")


@public
def cdist(
    x: Any,
    y: Any,
    p: float = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
    name: str | None = None,
) -> Any:
    """Return the p-norm of x[i] - y[j] for rows of x [..., n, d] and y [..., m, d]: [..., n, m].

    The dims before n and m broadcast. compute_mode selects when distances are computed by matrix products: always,
    never, or (default) for more than 25 rows. Matrix products have larger rounding errors if two rows are close to each
    other. Raises ModeError (an AssertionError) for shapes that do not fit, and for p < 0.
    """
    _pairs_asked(x, y, p, compute_mode)
    many = any(d is None or d > 25 for d in (_dims(x)[-2], _dims(y)[-2]))
    if p == 2 and (compute_mode == _MODES[1] or (compute_mode == _MODES[0] and many)):
        return _by_products(x, y)
    rows, others = manipulation.unsqueeze(x, axis=-2), manipulation.unsqueeze(y, axis=-3)
    return vectors.lp_norm(arithmetic.subtract(rows, others), p=float(p), axis=-1)


def _by_products(x: Any, y: Any) -> Any:
    """Return Euclidean distances as the root of x.x - 2 x.y + y.y; the gradient of a distance 0 is 0."""
    here = reduction.sum(square(x), axis=-1, keepdim=True)
    there = manipulation.unsqueeze(reduction.sum(square(y), axis=-1), axis=-2)
    squares = matmul.matmul(x, y, transpose_y=True) * -2.0 + there + here
    apart = squares > 0.0
    none = zeros_like(squares)
    return where(apart, sqrt(where(apart, squares, none + 1.0)), none)


@public
def renorm(x: Any, p: float, axis: int, max_norm: float) -> Any:
    """Scale each slice of x along an axis so that its p-norm is at most max_norm."""
    rank = len(x.shape)
    if not -rank <= axis < rank:
        raise ArgumentError(
            f"renorm: axis must be from {-rank} to {rank - 1} for x of the shape {list(x.shape)}, but it is {axis}",
            fix="pass an axis of x",
        )
    others = [i for i in range(rank) if i != axis % rank]
    size = vectors.lp_norm(x, p=float(p), axis=others, keepdim=True) if others else abs(x)
    long = size > max_norm
    scale = max_norm / where(long, size, zeros_like(size) + 1.0)
    return x * where(long, scale, zeros_like(size) + 1.0)
