"""Products of sparse and dense matrices."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import DTypeError, ShapeError
from opscope.ops.manipulation.reshape import reshape, unsqueeze
from opscope.ops.registry import REGISTRY
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.asked import floats, refuse, sparse
from opscope.paddle.sparse.base import SparseTensor, added_up, picked
from opscope.paddle.sparse.binary import add
from opscope.paddle.sparse.creation import dynamic
from opscope.paddle.sparse.unary import scaled


def _checked(name: str, x: Any, y: Any) -> None:
    """Raise ShapeError unless x [*, M, K] and y [*, K, N] can be multiplied, DTypeError for two dtypes."""
    if len(x.shape) != len(y.shape) or len(x.shape) < 2 or x.shape[:-2] != y.shape[:-2] or x.shape[-1] != y.shape[-2]:
        raise ShapeError(
            f"{name}: x must have the shape [*, M, K] and y the shape [*, K, N], with the same dims before the "
            "last two",
            facts={"x": list(x.shape), "y": list(y.shape)},
            site=site(),
        )
    if x.dtype is not y.dtype:
        raise DTypeError(
            f"{name}: x and y must have the same dtype, but x is {x.dtype.name} and y is {y.dtype.name}",
            site=site(),
            fix="cast one of them",
        )


def _matrix(x: Any, name: str) -> tuple[Any, Any, Any]:
    """Return (matrix number, row, column) of each element.

    Raises UnsupportedError for dense dims, NotFound without floats.
    """
    x = floats(sparse(x, name), name)
    if x.sparse_dim != x.ndim:
        refuse(name, x)
    where = x.sites()
    return sites.flat(where[:-2], x.shape[:-2]), where[-2], where[-1]


def matmul(x: Any, y: Any, name: str | None = None) -> Any:
    """Return x @ y of a sparse x [*, M, K] and y [*, K, N]: dense for a dense y, else sparse in the same format.

    Paddle has no kernel for the CPU; the result is that of Paddle on a GPU. Raises ShapeError, UnsupportedError for a
    dense x and for two formats, NotFound (a RuntimeError) for values that are not floats.
    """
    which, row, column = _matrix(x, "matmul")
    if isinstance(y, SparseTensor):
        return _sparse_by_sparse(x, y, which, row, column)
    _checked("matmul", x, y)
    lead, (m, k), n = x.shape[:-2], x.shape[-2:], y.shape[-1]
    right = picked(reshape(y, shape=[math.prod(lead) * k, n]), which * k + column)
    out = added_up(unsqueeze(x._values, axis=[1]) * right, which * m + row, math.prod(lead) * m)
    return reshape(out, shape=[*lead, m, n])


def _sparse_by_sparse(x: Any, y: Any, which: Any, row: Any, column: Any) -> Any:
    if type(x) is not type(y):
        refuse("matmul", x, y)
    among, inner, target = _matrix(y, "matmul")
    _checked("matmul", x, y)
    shape = [*x.shape[:-1], y.shape[-1]]
    m, k, n = *x.shape[-2:], shape[-1]
    left, right = sites.pairs(which * k + column, among * k + inner)
    numbers, (into,) = sites.merged((which[left] * m + row[left]) * n + target[right])
    values = added_up(picked(x._values, left) * picked(y._values, right), into, len(numbers))
    return x.at(sites.unflat(numbers, shape), values, shape, x.kinds())


def masked_matmul(x: Any, y: Any, mask: Any, name: str | None = None) -> Any:
    """Return the elements of x @ y, of dense x [*, M, K] and y [*, K, N], at the sites of a sparse mask [*, M, N].

    The result is that of Paddle on a GPU. Raises ShapeError, UnsupportedError for a sparse x or y and for a dense mask.
    """
    dynamic("masked_matmul")
    if isinstance(x, SparseTensor) or isinstance(y, SparseTensor):
        refuse("masked_matmul", x, y, mask)
    which, row, column = _matrix(mask, "masked_matmul")
    _checked("masked_matmul", x, y)
    m, k, n = *x.shape[-2:], y.shape[-1]
    if mask.shape != [*x.shape[:-2], m, n]:
        raise ShapeError(
            "masked_matmul: the mask must have the shape of x @ y",
            facts={"x": list(x.shape), "y": list(y.shape), "mask": mask.shape},
            site=site(),
        )
    turned = REGISTRY.public["transpose"](y, [*range(len(y.shape) - 2), len(y.shape) - 1, len(y.shape) - 2])
    left = picked(reshape(x, shape=[-1, k]), which * m + row)
    right = picked(reshape(turned, shape=[-1, k]), which * n + column)
    return mask.like(REGISTRY.public["sum"](left * right, -1))


def mv(x: Any, vec: Any, name: str | None = None) -> Any:
    """Return x @ vec of a sparse matrix x [M, N] and a dense vec [N]: dense [M], as Paddle on a GPU.

    Raises ShapeError, UnsupportedError for a dense x.
    """
    if len(sparse(x, "mv").shape) != 2 or len(vec.shape) != 1 or x.shape[1] != vec.shape[0]:
        raise ShapeError(
            "mv: x must have the shape [M, N], and vec the shape [N]",
            facts={"x": x.shape, "vec": list(vec.shape)},
            site=site(),
        )
    return reshape(matmul(x, unsqueeze(vec, axis=[1])), shape=[x.shape[0]])


def addmm(input: Any, x: Any, y: Any, beta: float = 1.0, alpha: float = 1.0, name: str | None = None) -> Any:
    """Return beta * input + alpha * x @ y: input is dense for a dense y, else sparse in the same format.

    The result is that of Paddle on a GPU. Raises ShapeError, UnsupportedError for other kinds of arguments.
    """
    product = matmul(x, y)
    if isinstance(product, SparseTensor):
        return add(scaled(sparse(input, "addmm"), beta), scaled(product, alpha))
    if isinstance(input, SparseTensor):
        refuse("addmm", input, x, y)
    if list(input.shape) != product.shape:
        raise ShapeError(
            "addmm: input must have the shape of x @ y",
            facts={"input": list(input.shape), "x @ y": product.shape},
            site=site(),
        )
    return input * beta + product * alpha


def pca_lowrank(x: Any, q: int | None = None, center: bool = True, niter: int = 2, name: str | None = None) -> Any:
    """Return (U, S, V): the q largest principal components of a sparse matrix [m, n], which is converted to dense.

    Raises UnsupportedError for a dense x, ArgumentError for a q that is too large.
    """
    return REGISTRY.public["pca_lowrank"](sparse(x, "pca_lowrank").to_dense(), q, center, niter)


note_functions(__name__)
