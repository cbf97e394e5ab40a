"""Reductions of arrays over the ranks of a group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError

SUM, MAX, MIN, PROD, AVG = range(5)  # as paddle.distributed.ReduceOp
NAMES = ("SUM", "MAX", "MIN", "PROD", "AVG")
_MPI_NAMES = ("SUM", "MAX", "MIN", "PROD", "SUM")  # an average is a sum, divided after it
_REDUCED = frozenset(["float32", "float64", "int8", "int16", "int32", "int64", "uint8"])


def checked_reduction(op: int) -> str:
    """Return the name of a reduction from its number. Raises ArgumentError if no reduction has this number."""
    if op not in range(AVG + 1):
        raise ArgumentError(f"Unknown reduce_op type: {op}", site=site(), fix="use paddle.distributed.ReduceOp")
    return NAMES[op]


def check_reduced_dtype(what: str, dtype: str, op: int) -> None:
    """Raise UnsupportedError if a dtype cannot be reduced over ranks, or if integers are averaged."""
    if dtype not in _REDUCED or (op == AVG and not dtype.startswith("float")):
        raise UnsupportedError(
            f"{what} {NAMES[op]} of {dtype} over ranks is not supported",
            facts={"reduced": ", ".join(sorted(_REDUCED))}, site=site(), fix="cast before the call, and back after it",
        )  # fmt: skip


def in_every_rank(array: Any, op: int) -> Callable[[Any, Any], Any]:
    """Return a function that reduces an array over the ranks, in place, on every rank."""

    def transfer(mpi: Any, comm: Any) -> Any:
        comm.Allreduce(mpi.IN_PLACE, array, op=getattr(mpi, _MPI_NAMES[op]))
        return averaged(array, op, comm.Get_size())

    return transfer


def in_one_rank(array: Any, op: int, root: int) -> Callable[[Any, Any], Any]:
    """Return a function that reduces an array over the ranks on the rank `root`. On other ranks, its result is None."""

    def transfer(mpi: Any, comm: Any) -> Any:
        result = np.empty_like(array) if comm.Get_rank() == root else None
        comm.Reduce(array, result, op=getattr(mpi, _MPI_NAMES[op]), root=root)
        return None if result is None else averaged(result, op, comm.Get_size())

    return transfer


def in_parts(parts: Any, op: int) -> Callable[[Any, Any], Any]:
    """Return a function that reduces an array [ranks, ...] over the ranks. Each rank gets the part with its number."""

    def transfer(mpi: Any, comm: Any) -> Any:
        result = np.empty_like(parts[0])
        comm.Reduce_scatter_block(parts, result, op=getattr(mpi, _MPI_NAMES[op]))
        return averaged(result, op, comm.Get_size())

    return transfer


def averaged(array: Any, op: int, size: int) -> Any:
    """If the reduction is an average, divide the sum in place by the number of ranks."""
    if op == AVG:
        np.divide(array, np.asarray(size, array.dtype), out=array)
    return array
