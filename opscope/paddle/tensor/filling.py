"""Functions of fill_, zero_, uniform_ and similar methods: a tensor with new elements, independent of the old elements.

The gradient of the old elements is zero.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core.checks.number_checks import finite_number, not_negative, positive_number
from opscope.core.source import site
from opscope.errors import ArgumentError, DTypeError, ModeError, UsageError
from opscope.ops.index_keys import normalize_index
from opscope.ops.manipulation.setitem import setitem
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_operators import is_number

_ALL = ("...",)


def fill(x: Any, value: float) -> Any:
    """Return the value everywhere, in the dtype of x. Raises UsageError if the value is not a number."""
    if not is_number(value):
        raise UsageError(f"value must be an int or a float, but received {type(value)}.", site=site())
    return setitem(x, _of_dtype(x, value), index=_ALL)


def _of_dtype(x: Any, value: Any) -> Any:
    """Return the number in the dtype of x."""
    return x.dtype.dtype.type(value).item()


def zero(x: Any) -> Any:
    """Return 0 everywhere."""
    return fill(x, 0)


def fill_diagonal(x: Any, value: float, offset: int = 0, wrap: bool = False, name: str | None = None) -> Any:
    """Write the value to a diagonal, which begins `offset` columns to the right; for more than 2 dims, the main one.

    wrap: in a tall matrix, the diagonal begins again one row below its end. Raises ArgumentError for fewer than 2 dims,
    and for an offset with more than 2 dims.
    """
    shape = list(x.shape)
    if len(shape) < 2 or (len(shape) > 2 and offset):
        raise ArgumentError(
            f"fill_diagonal_: a tensor of the shape {shape} has no diagonal with the offset {offset}", site=site()
        )
    return setitem(x, _of_dtype(x, value), *_diagonal(shape, offset, wrap), index=_arrays(shape))


def _arrays(shape: list[int]) -> tuple[str, ...]:
    return ("array",) * len(shape)


def _diagonal(shape: list[int], offset: int, wrap: bool) -> list[Any]:
    if len(shape) > 2:
        return [np.arange(min(shape))] * len(shape)
    rows, columns = shape
    row = np.arange(rows)
    column = row + offset
    if wrap and rows > columns:
        column = (row % (columns + 1)) + offset
    there = (column >= 0) & (column < columns)
    return [row[there], column[there]]


@public
def fill_diagonal_tensor(x: Any, y: Any, offset: int = 0, dim1: int = 0, dim2: int = 1, name: str | None = None) -> Any:
    """Write y to the diagonals of the matrices over dim1 and dim2 of x; the last dim of y is the diagonal.

    The other dims of y are the other dims of x. Raises AssertionError for another shape.
    """
    shape = list(x.shape)
    first, second = dim1 % len(shape), dim2 % len(shape)
    if first == second:
        raise ModeError(f"dim1 and dim2 must be different dims, but both are dim {first} of x", site=site())
    length = max(0, min(shape[first] + min(offset, 0), shape[second] - max(offset, 0)))
    rest = [d for i, d in enumerate(shape) if i not in (first, second)]
    if list(y.shape) != [*rest, length]:
        raise ModeError(f"y should have the shape {[*rest, length]}", facts={"y": list(y.shape)}, site=site())
    rows = np.arange(length) - min(offset, 0)
    index: list[Any] = [slice(None)] * len(shape)
    index[first], index[second] = rows, rows + offset
    order = [*range(len(rest)), len(rest)]
    if abs(first - second) > 1:  # NumPy puts the diagonal's dim first
        order = [len(rest), *range(len(rest))]
    else:
        at = min(first, second)
        order.insert(at, order.pop())
    key, arrays = normalize_index(tuple(index))
    return setitem(x, REGISTRY["transpose"](y, perm=order), *arrays, index=key)


# --- drawn ------------------------------------------------------------------------------------------


def uniform(x: Any, min: float = -1.0, max: float = 1.0, seed: int = 0, name: str | None = None) -> Any:
    """Return numbers from the uniform distribution over [min, max)."""
    return _drawn(x, REGISTRY["uniform_like"](_floating(x, "uniform_"), min=min, max=max, seed=seed))


def normal(x: Any, mean: float = 0.0, std: float = 1.0, name: str | None = None) -> Any:
    """Return numbers from a normal distribution."""
    not_negative(std, "std")
    return _drawn(x, _normal(_floating(x, "normal_")) * std + mean)


def log_normal(x: Any, mean: float = 1.0, std: float = 2.0, name: str | None = None) -> Any:
    """Return numbers whose logarithm has a normal distribution."""
    not_negative(std, "std")
    return _drawn(x, REGISTRY["exp"](_normal(_floating(x, "log_normal_")) * std + mean))


def exponential(x: Any, lam: float = 1.0, name: str | None = None) -> Any:
    """Return numbers from an exponential distribution with the rate lam.

    Raises ArgumentError unless lam is positive.
    """
    positive_number(lam, "lam")
    return _drawn(x, REGISTRY["log"](_open(x, "exponential_")) * (-1.0 / lam))


def cauchy(x: Any, loc: float = 0, scale: float = 1, name: str | None = None) -> Any:
    """Return numbers from a Cauchy distribution."""
    not_negative(scale, "scale")
    return _drawn(x, REGISTRY["tan"]((_open(x, "cauchy_") - 0.5) * math.pi) * float(scale) + float(loc))


def geometric(x: Any, probs: Any, name: str | None = None) -> Any:
    """Return waiting times for an event of probability `probs`; as in Paddle, they are not rounded to integers."""
    if not hasattr(probs, "__apply_op__") and not 0 < finite_number(probs, "probs") < 1:
        raise ArgumentError(f"probs must lie between 0 and 1, but received {probs}", site=site())
    never = REGISTRY["log1p"](-probs) if hasattr(probs, "__apply_op__") else math.log1p(-probs)
    return _drawn(x, REGISTRY["log"](_open(x, "geometric_")) / never)


def bernoulli(x: Any, p: Any = 0.5, name: str | None = None) -> Any:
    """Return 1 with probability p (a number, or a tensor that broadcasts), else 0."""
    chance = REGISTRY["uniform_like"](x.detach().astype("float32"), min=0.0, max=1.0)
    return _drawn(x, (chance < p).astype(x.dtype))


def _floating(x: Any, name: str) -> Any:
    if x.dtype.kind != "f":
        raise DTypeError(f"{name} needs an x of floating point numbers, but x is {x.dtype.name}", site=site())
    return x.detach()


def _normal(x: Any) -> Any:
    return REGISTRY["gaussian"](shape=tuple(x.shape), dtype=x.dtype.name)


def _open(x: Any, name: str) -> Any:
    """Return uniform numbers between 0 and 1, without 0 and 1, for logarithms and tangents."""
    return REGISTRY["uniform_like"](_floating(x, name), min=2.0**-24, max=1.0 - 2.0**-24)


def _drawn(x: Any, values: Any) -> Any:
    return setitem(x, values, index=_ALL)
