"""Checks of the arguments of functions of sparse tensors."""

from __future__ import annotations

from typing import Any, NoReturn

from opscope.core.source import site
from opscope.errors import AxisError, NotFound, UnsupportedError
from opscope.paddle.sparse.base import SparseTensor
from opscope.paddle.sparse.creation import dynamic


def refuse(name: str, *given: Any) -> NoReturn:
    """Raise UnsupportedError for these kinds of arguments."""
    raise UnsupportedError(
        f"{name} does not support inputs of these types.",
        facts={"types": ", ".join(type(v).__name__ for v in given)},
        site=site(),
    )


def sparse(x: Any, name: str) -> SparseTensor:
    """Return x if it is a sparse tensor. Raises UnsupportedError; ModeError while a program is built."""
    dynamic(name)
    return x if isinstance(x, SparseTensor) else refuse(name, x)


def floats(x: SparseTensor, name: str) -> SparseTensor:
    """Return x if its values are floats. Raises NotFound (a RuntimeError), because Paddle has no other kernels."""
    if x.dtype.kind != "f":
        kind = "coo" if x.is_sparse_coo() else "csr"
        raise NotFound(
            f"(NotFound) {name} of a {kind} tensor supports only the dtypes float64 and float32, but x has the "
            f"dtype {x.dtype.name}.",
            site=site(),
            fix="cast x to float32 or float64",
        )
    return x


def axis_of(axis: int, x: SparseTensor, name: str) -> int:
    """Return the axis as a number from 0 to rank - 1. Raises AxisError."""
    rank = x.ndim
    if not -rank <= axis < rank:
        raise AxisError(
            f"axis of {name} should be from {-rank} to {rank - 1}, but it is {axis}.",
            facts={"x": x.shape},
            site=site(),
        )
    return axis % rank
