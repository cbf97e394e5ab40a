"""Shared parts of linear algebra: checks of the last two dims, transposes, and parts of matrices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numpy.linalg import LinAlgError

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer
from opscope.ops.manipulation.reshape import transpose, unsqueeze
from opscope.ops.registry import REGISTRY


def matrix(name: str, x: Array) -> None:
    """Raise ShapeError for an array or spec of rank 0 or 1."""
    if len(x.shape) < 2:
        raise ShapeError(
            f"{name}: the dimension of Input(Input) is expected to be no less than 2. But received: "
            f"Input(Input)'s dimension = {len(x.shape)}, shape = {dims.text(x.shape)}.",
            fix="add dims with unsqueeze",
        )


def square(name: str, x: Array) -> None:
    """Raise ShapeError for an array or spec whose last two dims differ."""
    matrix(name, x)
    rows, columns = x.shape[-2:]
    if rows is not None and columns is not None and rows != columns:
        raise ShapeError(
            f"{name}: the last two dimensions are expected to be equal, a square matrix. But received: {rows} and "
            f"{columns}; Input(Input)'s shape = {dims.text(x.shape)}.",
            fix="use pinv or lstsq for other matrices",
        )


def squared(name: str) -> Any:
    """Return the shape rule of functions from square matrices to matrices."""

    def rule(x: TensorSpec, **_: Any) -> TensorSpec:
        square(name, x)
        return x

    return rule


@contextmanager
def invertible() -> Iterator[None]:
    """Raise Paddle's error about a singular matrix."""
    try:
        yield
    except LinAlgError:
        raise ArgumentError("Input is not invertible.", fix="use pinv or lstsq for singular matrices") from None


def wide(x: Array) -> Any:
    """Convert x to a dtype that LAPACK accepts: float16 becomes float32."""
    return x.astype("float32") if x.dtype == "float16" else x


def like(x: Array, *values: Array) -> list[Any]:
    """Convert results to the dtype of x."""
    return [v.astype(x.dtype, copy=False) for v in values]


# --- for gradient rules: on values of any kind -------------------------------------------------------


def swap(x: Array) -> Any:
    """Return the transposes of the last two dims."""
    rank = len(x.shape)
    return transpose(x, perm=[*range(rank - 2), rank - 1, rank - 2])


def column(x: Array) -> Any:
    """Reshape x [..., n] to [..., n, 1]."""
    return unsqueeze(x, axis=-1)


def row(x: Array) -> Any:
    """Reshape x [..., n] to [..., 1, n]."""
    return unsqueeze(x, axis=-2)


def diagonal_of(x: Array) -> Any:
    """Return the diagonals of the last two dims."""
    return REGISTRY["diagonal"](x, offset=0, axis1=-2, axis2=-1)


def with_diagonal(x: Array) -> Any:
    """Return matrices with x on their diagonals."""
    return REGISTRY["diag_embed"](x, offset=0, dim1=-2, dim2=-1)


def lower(x: Array, diagonal: int = 0) -> Any:
    """Return x with zeros above the diagonal."""
    return REGISTRY["tril"](x, diagonal=diagonal)


def upper(x: Array, diagonal: int = 0) -> Any:
    """Return x with zeros below the diagonal."""
    return REGISTRY["triu"](x, diagonal=diagonal)


def columns(x: Array, start: int | None, stop: int | None) -> Any:
    """Return x[..., start:stop]."""
    return REGISTRY["getitem"](x, index=("...", (start, stop, None)))


def rows(x: Array, start: int | None, stop: int | None) -> Any:
    """Return x[..., start:stop, :]."""
    return REGISTRY["getitem"](x, index=("...", (start, stop, None), (None, None, None)))


def size(x: Array, axis: int, name: str) -> int:
    """Return a dim that must be known. Raises ShapeError if the dim is unknown."""
    dim = x.shape[axis]
    return infer.require_known_dim(None if dim == -1 else dim, name, f"the size of axis {axis}")
