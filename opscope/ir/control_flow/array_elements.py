"""Kernels of tensor arrays.

Elements of the same shape and dtype are stacked. Other elements are items of an object array. None means an element
that was not written. A gradient has the form of its array: stacked, or an object array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype
from opscope.core.place import to_host
from opscope.errors import ArgumentError, UnsupportedError


def _elements(array: Any) -> list[Any]:
    return [array[k] for k in range(array.shape[0])]


def _index(i: Any) -> int:
    return int(to_host(i).reshape(-1)[0])


def create(xp: ArrayModule, *, shape: Any, dtype: Any) -> Any:
    """Return an array without elements."""
    return xp.zeros(tuple(shape), dtype=as_dtype(dtype).dtype)


def write(xp: ArrayModule, array: Array, x: Array, i: Any) -> Any:
    """Return the array with element i set to x. The array grows if i is not below its length."""
    at, count = _index(i), array.shape[0]
    if at < 0:
        raise ArgumentError(f"array_write needs an index of 0 or more, but received {at}", fix="pass 0 or more")
    if not count and not at:
        return xp.array(x[None])
    if at > count or x.dtype != array.dtype or x.shape != array.shape[1:]:
        elements = [*_elements(array), *[None] * (at + 1 - count)]
        elements[at] = x
        return _objects(xp, elements)
    if at == count:
        return xp.concatenate([array, x[None]])
    out = array.copy()
    out[at] = x
    return out


def read(xp: ArrayModule, array: Array, i: Any) -> Any:
    """Return element i of the array."""
    at, count = _index(i), array.shape[0]
    if not 0 <= at < count or array[at] is None:
        raise ArgumentError(
            f"array_read: the array has {count} elements, so it has no index {at}", fix="write this element first"
        )
    return xp.array(array[at])


def read_grad(xp: ArrayModule, x: Array, like: Any, i: Any) -> Any:
    """Return the gradient of the array `like`. x is the gradient of element i, which was read."""
    zeros = _zeros(xp, like)
    zeros[_index(i)] = x
    return _in_form_of(xp, zeros, like)


def write_grad(xp: ArrayModule, x: Array, like: Any, i: Any) -> Any:
    """Return the gradient of the array before a write. x is the gradient of the array after the write.

    The result is 0 at element i. The result has the form of `like`.
    """
    at, zeros = _index(i), _zeros(xp, like)
    return _in_form_of(xp, [zero if k == at else x[k] for k, zero in enumerate(zeros)], like)


def write_grad_grad(xp: ArrayModule, x: Array, like: Any, i: Any) -> Any:
    """Return the gradient of `write_grad`.

    The gradient is x in the form of the written array `like`, with 0 at element i.
    """
    at, zeros = _index(i), _zeros(xp, like)
    return _in_form_of(xp, [x[k] if k < x.shape[0] and k != at else zero for k, zero in enumerate(zeros)], like)


def length(xp: ArrayModule, x: Array) -> Any:
    """Return the number of elements, int64, of shape [1]."""
    return xp.asarray([x.shape[0]], dtype=xp.int64)


def join(xp: ArrayModule, array: Array, *, axis: int, use_stack: bool) -> Any:
    """Return the elements joined along an axis, or stacked, and the size of each element along that axis."""
    elements = _elements(array)
    sizes = [1 if use_stack else e.shape[axis] for e in elements]
    joined = xp.stack(elements, axis=axis) if use_stack else xp.concatenate(elements, axis=axis)
    return joined, xp.asarray(sizes, dtype=xp.int32)


def join_grad(xp: ArrayModule, x: Array, like: Any, *, axis: int, use_stack: bool) -> Any:
    """Return the gradient of the array `like`, whose elements were joined. x is the gradient of the result."""
    if use_stack:
        return _in_form_of(xp, _elements(xp.moveaxis(x, axis, 0)), like)
    ends = np.cumsum([e.shape[axis] for e in _elements(like)])
    return _in_form_of(xp, xp.split(x, [int(end) for end in ends[:-1]], axis=axis), like)


def _zeros(xp: ArrayModule, like: Any) -> list[Any]:
    return [xp.zeros(()) if e is None else xp.zeros_like(e) for e in _elements(like)]


def _in_form_of(xp: ArrayModule, elements: Sequence[Any], like: Any) -> Any:
    if like.dtype.kind == "O":
        return _objects(xp, elements)
    return xp.stack(elements) if elements else xp.zeros_like(like)


def _objects(xp: ArrayModule, elements: Sequence[Any]) -> Any:
    if xp is not np:
        raise UnsupportedError(
            "on a GPU, all elements of an array must have the same shape and dtype", fix="pad or cast the elements"
        )
    made = np.empty(len(elements), object)
    for position, element in enumerate(elements):
        made[position] = element
    return made
