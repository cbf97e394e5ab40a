"""Elementwise arithmetic of two sparse tensors with the same format and shape."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ShapeError
from opscope.ops.manipulation import concat_split
from opscope.ops.registry import REGISTRY
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.asked import floats, refuse, sparse
from opscope.paddle.sparse.base import SparseTensor, added_up
from opscope.paddle.sparse.creation import dynamic
from opscope.paddle.sparse.formats import SparseCooTensor
from opscope.paddle.sparse.unary import as_floats, cast, scaled


def _both(x: Any, y: Any, name: str) -> tuple[SparseTensor, SparseTensor]:
    """Return x, and y in the dtype of x. Raises UnsupportedError for two formats, ShapeError for two shapes."""
    dynamic(name)
    if not isinstance(x, SparseTensor) or type(x) is not type(y):
        refuse(name, x, y)
    if x.shape != y.shape:
        raise ShapeError(
            f"x and y must have the same shape, but their shapes are {x.shape} and {y.shape}.",
            site=site(),
            fix="convert x and y to one shape, because sparse tensors are not broadcast",
        )
    if x.sparse_dim != y.sparse_dim:
        refuse(name, x, y)
    return x, y if y.dtype is x.dtype else cast(y, None, x.dtype)


def _numbers(*given: SparseTensor) -> list[Any]:
    return [sites.flat(v.sites(), v.shape[: v.sparse_dim]) for v in given]


def _on(x: SparseTensor, numbers: Any, values: Any) -> Any:
    return x.at(sites.unflat(numbers, x.shape[: x.sparse_dim]), values, x.shape, x.kinds())


def _summed(x: SparseTensor, y: SparseTensor, sign: int) -> Any:
    numbers, into = sites.merged(*_numbers(x, y))
    other = y._values if sign > 0 else REGISTRY.public["scale"](y._values, -1)
    values = concat_split.concat([x._values, other], axis=0)
    return _on(x, numbers, added_up(values, np.concatenate(into), len(numbers)))


def _aligned(x: SparseTensor, y: SparseTensor, numbers: Any, into: Any, by: Callable[[Any, Any], Any]) -> Any:
    """Return by(x, y) at the sites with these numbers; a missing element is 0."""
    left, right = (added_up(v._values, i, len(numbers)) for v, i in zip((x, y), into, strict=True))
    return _on(x, numbers, by(left, right))


def add(x: Any, y: Any, name: str | None = None) -> Any:
    """Return x + y of two sparse tensors; y is cast to the dtype of x.

    y may also be dense [C]; then it is added to each of the values [nnz, ..., C] of a SparseCooTensor. Raises
    ShapeError for two shapes, UnsupportedError for other kinds of arguments.
    """
    if isinstance(x, SparseCooTensor) and isinstance(y, Tensor) and y.is_dense():
        if y.shape != x._values.shape[-1:] or x.sparse_dim == x.ndim:
            refuse("add", x, y)
        return x.like(x._values + y.astype(x.dtype))
    return _summed(*_both(x, y, "add"), 1)


def subtract(x: Any, y: Any, name: str | None = None) -> Any:
    """Return x - y of two sparse tensors; y is cast to the dtype of x.

    Raises ShapeError, UnsupportedError for a dense y.
    """
    return _summed(*_both(x, y, "subtract"), -1)


def multiply(x: Any, y: Any, name: str | None = None) -> Any:
    """Return x * y of two sparse tensors, at the sites of both; or of a sparse tensor of floats and a number.

    Raises ShapeError for two shapes, UnsupportedError for a dense tensor.
    """
    if isinstance(y, int | float):
        return scaled(sparse(x, "scale"), float(y))
    x, y = _both(x, y, "multiply")
    return _aligned(x, y, *sites.merged(*_numbers(x, y)), REGISTRY.public["multiply"])


def divide(x: Any, y: Any, name: str | None = None) -> Any:
    """Return x / y of two sparse tensors, at all sites: 0 / 0 is NaN; or of a sparse tensor and a number.

    Integers become float32. Raises ShapeError for two shapes, UnsupportedError for a dense tensor.
    """
    x = as_floats(sparse(x, "divide"))
    if isinstance(y, int | float):
        return floats(x, "divide_scalar").like(x._values / float(y))
    x, y = _both(x, y, "divide")
    everywhere = np.arange(math.prod(x.shape[: x.sparse_dim]))
    with np.errstate(divide="ignore", invalid="ignore"):  # by the zeros of y, which is not accident
        return _aligned(x, y, everywhere, _numbers(x, y), REGISTRY.public["divide"])


def is_same_shape(x: Any, y: Any) -> bool:
    """Return True if both tensors, sparse or dense, have the same shape."""
    return x.is_same_shape(y)


note_functions(__name__)
