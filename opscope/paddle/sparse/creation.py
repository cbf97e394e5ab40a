"""Creation of sparse tensors from their parts, and from dense tensors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import as_dtype
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.ops.elementwise.arithmetic import cast
from opscope.ops.manipulation.reshape import reshape
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.base import SparseTensor, picked
from opscope.paddle.sparse.formats import SparseCooTensor, SparseCsrTensor


def _refuse(summary: str, **facts: Any) -> None:
    raise ArgumentError(summary, facts=facts, site=site())


def _tensor(data: Any, place: Any) -> Any:
    made = data if isinstance(data, Tensor) else to_tensor(data, None, place)
    return made if place is None else made.to(device=place)


def _integers(data: Any, place: Any) -> Any:
    made = _tensor(data, place)
    if made.dtype.name not in ("int8", "int16", "int32", "int64"):
        raise UsageError("the dtype of indices must be 'int8' or 'int16' or 'int32' or 'int64'", site=site())
    return made


def _values(data: Any, dtype: Any, place: Any, stop_gradient: bool) -> Any:
    """Return the elements; a given Tensor gets this stop_gradient, as in Paddle."""
    made = _tensor(data if isinstance(data, Tensor) else to_tensor(data, dtype, place), place)
    if dtype and as_dtype(dtype) is not made.dtype:
        made = cast(made, dtype=as_dtype(dtype).name)
    made.stop_gradient = stop_gradient
    return made


def sparse_coo_tensor(
    indices: Any,
    values: Any,
    shape: Sequence[int] | None = None,
    dtype: object = None,
    place: Any = None,
    stop_gradient: bool = True,
) -> SparseCooTensor:
    """Return a sparse tensor with values [nnz, ...] at indices [sparse dims, nnz].

    By default, its shape is the smallest possible shape. Gradients flow to `values`, whose stop_gradient is set. Raises
    ArgumentError (a ValueError) for parts that do not match and indices outside of the shape, UsageError (a TypeError)
    for indices that are not integers.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/sparse/sparse_coo_tensor_en.html
    """
    dynamic("sparse_coo_tensor")
    indices = _tensor(indices, place)
    if len(indices.shape) != 2:
        _refuse("'indices' must be 2-D.", indices=indices.shape)
    indices, values = _integers(indices, place), _values(values, dtype, place, stop_gradient)
    count, given = indices.shape[1], list(values.shape)
    if not given or given[0] != count:
        _refuse(
            f"indices and values must have the same number of elements, but they have {count} and "
            f"{given[0] if given else 'no dims'}"
        )
    host = places.to_host(indices._value)
    if not count and shape is None:
        _refuse("without elements, the argument shape must be passed")
    least = [*((host.max(axis=1) + 1).tolist() if count else [0] * len(host)), *given[1:]]
    shape = least if shape is None else [int(d) for d in shape]
    if len(shape) != len(least):
        _refuse(f"shape must have {len(host)} sparse dims + {len(given) - 1} dense dims, but it has {len(shape)} dims")
    if any(d < m for d, m in zip(shape, least, strict=True)) or shape[len(host) :] != given[1:]:
        _refuse(f"shape must be at least {least}, but it is {shape}")
    if count and host.min() < 0:
        _refuse("indices must not be negative", smallest=int(host.min()))
    return SparseCooTensor([indices.detach()], reshape(values, shape=given), shape)


def sparse_csr_tensor(
    crows: Any,
    cols: Any,
    values: Any,
    shape: Sequence[int],
    dtype: object = None,
    place: Any = None,
    stop_gradient: bool = True,
) -> SparseCsrTensor:
    """Return a sparse matrix [M, N], or B matrices: row i has values[crows[i] : crows[i + 1]] in columns cols[...].

    All parts are 1-D; the crows of several matrices, which each begin at 0, are concatenated. The result is a leaf.
    Raises ArgumentError (a ValueError) for parts that do not match, UsageError for crows that are not integers.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/sparse/sparse_csr_tensor_en.html
    """
    dynamic("sparse_csr_tensor")
    crows, cols = _integers(crows, place), _integers(cols, place)
    values, shape = _values(values, dtype, place, stop_gradient), [int(d) for d in shape]
    if len(shape) not in (2, 3):
        _refuse(f"a SparseCsrTensor must have 2 or 3 dims, but shape is {shape}")
    if any(len(p.shape) != 1 for p in (crows, cols, values)):
        _refuse("crows, cols and values must have 1 dim.")
    if len(cols) != len(values):
        _refuse("cols and values must have the same length", cols=cols.shape, values=values.shape)
    _check_rows(places.to_host(crows._value), places.to_host(cols._value), shape)
    leaf = values.detach()
    leaf.stop_gradient = stop_gradient
    return SparseCsrTensor([crows.detach(), cols.detach()], leaf, shape)


def _check_rows(crows: Any, cols: Any, shape: Sequence[int]) -> None:
    """Raise ArgumentError for rows that do not match `shape`."""
    rows = shape[-2]
    if len(shape) == 2 and len(crows) != rows + 1:
        _refuse(f"crows of a matrix with {rows} rows must have {rows + 1} elements, but it has {len(crows)}.")
    if len(shape) == 3 and len(crows) % (rows + 1):
        _refuse(
            f"the length of crows must be a multiple of {rows + 1}, the number of rows + 1, but it is {len(crows)}."
        )
    if len(shape) == 3 and len(crows) != shape[0] * (rows + 1):
        _refuse(
            f"crows of {shape[0]} matrices with {rows} rows must have {shape[0] * (rows + 1)} elements, but it "
            f"has {len(crows)}."
        )
    each = crows.reshape(-1, rows + 1)
    if each[:, 0].any():
        _refuse("the first value of crows must be 0")
    if each[:, -1].sum() != len(cols):
        _refuse("the last value of crows must be equal to the number of elements (nnz)", crows=crows, nnz=len(cols))
    if (np.diff(each, axis=1) < 0).any() or (len(cols) and not 0 <= cols.min() <= cols.max() < shape[-1]):
        _refuse(
            "the values of crows must not decrease, and the values of cols must be column numbers of the shape",
            shape=list(shape),
        )


def dynamic(name: str) -> None:
    """Raise ModeError (an AssertionError) while a program is built, because programs have no sparse variables."""
    if mode.static:
        raise ModeError(
            f"We only support '{name}()' in dynamic graph mode, please call 'paddle.disable_static()' to enter dynamic "
            "graph mode.",
            site=site(),
        )


# --- of dense tensors -------------------------------------------------------------------------------


def _found(x: Any, sparse_dim: int) -> tuple[sites.Sites, Any]:
    """Return the sites of the nonzero elements, and the values at these sites."""
    host = places.to_host(x._value)
    nonzero = host != 0
    found = np.stack(np.nonzero(nonzero.any(axis=tuple(range(sparse_dim, host.ndim)))))
    lead = host.shape[:sparse_dim]
    rows = reshape(x, shape=[math.prod(lead), *host.shape[sparse_dim:]])
    return found, picked(rows, sites.flat(found, lead))


def to_sparse_coo(x: Any, sparse_dim: int) -> SparseCooTensor:
    """Tensor.to_sparse_coo."""
    if isinstance(x, SparseTensor):
        raise x._unimplemented("to_sparse_coo")
    if sparse_dim > x.ndim:
        _refuse("sparse_dim must not be greater than the number of dims of x", sparse_dim=sparse_dim, x=x.shape)
    if sparse_dim <= 0:
        _refuse("sparse_dim must be greater than 0", sparse_dim=sparse_dim)
    return SparseCooTensor.at(*_found(x, sparse_dim), x.shape)


def to_sparse_csr(x: Any) -> SparseCsrTensor:
    """Tensor.to_sparse_csr."""
    if isinstance(x, SparseTensor):
        raise x._unimplemented("to_sparse_csr")
    if x.ndim not in (2, 3):
        _refuse("only a Tensor with 2 or 3 dims can be converted to a SparseCsrTensor.", x=x.shape)
    made = SparseCsrTensor.at(*_found(x.detach(), x.ndim), x.shape)
    made.stop_gradient = x.stop_gradient
    return made


note_functions(__name__)
