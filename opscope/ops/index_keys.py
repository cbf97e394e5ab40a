"""Indices of x[...] as plain data.

A normalized index is a tuple. Its items are an int, None (a new dim), "..." (an Ellipsis), (start, stop, step) for a
slice, or "array" for the next of the op's further inputs (integers or booleans). A normalized index can be hashed and
written to a file.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.errors import ArgumentError


def normalize_index(item: Any) -> tuple[tuple[Any, ...], list[Any]]:
    """Return the normalized index of an index expression, and its arrays.

    Raises ArgumentError if a value is not an index, or if a step is 0.

    >>> normalize_index((slice(1, None), ..., 0))
    (((1, None, None), '...', 0), [])
    """
    index: list[Any] = []
    arrays: list[Any] = []
    for part in item if isinstance(item, tuple) else (item,):
        if part is None:
            index.append(None)
        elif part is Ellipsis:
            index.append("...")
        elif isinstance(part, slice):
            bounds = tuple(None if v is None else _integer(v) for v in (part.start, part.stop, part.step))
            if bounds[2] == 0:
                raise ArgumentError("slice step cannot be zero", fix="leave the step out, or pass 1")
            index.append(bounds)
        elif isinstance(part, list | tuple | range | bool | np.bool_):
            index.append("array")
            chosen = np.asarray(part)
            if chosen.dtype.kind == "O":
                raise _no_index(part)
            arrays.append(chosen if chosen.size else chosen.astype("int64"))
        elif hasattr(part, "shape") and not isinstance(part, np.generic):
            index.append("array")
            arrays.append(part)
        else:
            index.append(_integer(part))
    return tuple(index), arrays


def _integer(value: Array) -> int:
    try:
        return int(value.__index__())
    except (AttributeError, TypeError):
        raise _no_index(value) from None


def _no_index(value: Array) -> ArgumentError:
    return ArgumentError(
        "Currently, Tensor.__indices__() only allows indexing by Boolean, Integers, Slices, Ellipsis, None, Tuples of "
        f"these types and List / Tensor of Bool and Integers, but received {type(value).__name__}: {value!r}",
        fix="for a slice with tensor bounds, use paddle.gather or index_select",
    )
