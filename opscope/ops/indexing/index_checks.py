"""Checks of indices, ids and labels, with the error texts of Paddle.

Values on a GPU are not checked, because a check would wait for the GPU.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.errors import RangeError

_UNSIGNED = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}


def _first_outside(index: Array, size: int) -> int | None:
    """Return the first value outside 0 ... size - 1; negative values are large as unsigned numbers."""
    beyond = index.view(_UNSIGNED[index.itemsize]) >= size
    return int(index[beyond].reshape(-1)[0]) if np.count_nonzero(beyond) else None


def check_index(xp: ArrayModule, index: Array, size: int, axis: int) -> None:
    """Raise RangeError if an element of index is not a valid position along an axis of this size."""
    if xp is np and index.dtype.kind in "iu" and (bad := _first_outside(index, size)) is not None:
        must = (
            "greater than or equal to 0" if bad < 0 else f"less than the size of input dim size of axis which is {size}"
        )
        raise RangeError(
            f"(OutOfRange) The element of Index must be {must}, but received index element which is {bad}",
            fix=f"use positions from 0 to {size - 1} along axis {axis}",
        )


def check_ids(xp: ArrayModule, ids: Array, count: int) -> None:
    """Raise RangeError if an id is not the number of a row."""
    if xp is np and ids.dtype.kind in "iu" and (bad := _first_outside(ids, count)) is not None:
        raise RangeError(
            f"(InvalidArgument) Variable value (input) of OP(fluid.layers.embedding) expected >= 0 and < {count}, but "
            f"got {bad}. Please check input value.",
            fix="give the embedding one row for each id, or correct the ids",
        )


def check_classes(xp: ArrayModule, x: Array, depth: int) -> None:
    """Raise RangeError if an element of x is not a class of one_hot."""
    if xp is np and x.dtype.kind in "iu" and (bad := _first_outside(x, depth)) is not None:
        must = (
            f"at least 0, but received input ({bad}) less than 0"
            if bad < 0
            else f"less than Input(depth), but received input ({bad}) not less than depth ({depth})"
        )
        raise RangeError(f"(InvalidArgument) Illegal index value, Input(input) value should be {must}")


def label_check(label: Array, mask: Array, classes: int, ignore_index: int) -> Callable[[], None]:
    """Return a function that checks an array of labels at each call, like `check_labels`.

    mask: a bool array of the same shape, for temporary values.
    """
    unsigned = label.view(_UNSIGNED[label.itemsize])
    bound = np.asarray(min(classes, np.iinfo(unsigned.dtype).max), unsigned.dtype)  # of its own dtype it is not cast

    def check() -> None:
        np.greater_equal(unsigned, bound, mask)
        if np.count_nonzero(mask):
            check_labels(np, label, classes, ignore_index)

    return check


def check_labels(xp: ArrayModule, label: Array, classes: int, ignore_index: int) -> None:
    """Raise RangeError if a label is neither a class nor the ignored label."""
    if xp is not np or label.dtype.kind not in "iu" or _first_outside(label, classes) is None:
        return
    bad = _first_outside(label[label != ignore_index], classes)
    if bad is None:
        return
    words = f"when label value({bad}) not equal to ignore_index({ignore_index})"
    words = (
        f"should >= 0 {words}"
        if bad < 0
        else f"should less than the shape of axis dimension {words}, But received label value as {bad} and shape of "
        f"axis dimension is {classes}"
    )
    raise RangeError(
        f"(OutOfRange) label value {words}",
        facts={"classes": f"0 to {classes - 1}"},
        fix=f"use labels from 0 to {classes - 1}, and ignore_index for each row that does not count",
    )
