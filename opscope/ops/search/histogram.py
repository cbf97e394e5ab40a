"""Histograms, and searches in sorted values."""

from __future__ import annotations

import math

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype, int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.registry import Sample, op


def _binned(input: TensorSpec, *, bins: int = 100, min: float = 0, max: float = 0) -> TensorSpec:
    if bins < 1:
        raise ArgumentError(f"bins must be at least 1, but received {bins}")
    if max < min:
        raise ArgumentError(f"max must be larger or equal to min, but received max = {max} and min = {min}")
    return TensorSpec((bins,), int64)


def _range(xp: ArrayModule, input: Array, low: float, high: float) -> tuple[float, float]:
    if low == high == 0 and input.size:
        low, high = float(to_host(xp.min(input))), float(to_host(xp.max(input)))
    if not math.isfinite(low) or not math.isfinite(high):
        raise ArgumentError(f"histogram: the range [{low}, {high}] is not finite", fix="pass min and max")
    return (low - 1, high + 1) if low == high else (low, high)


@op(
    dtype_kinds="iuf",
    infer=_binned,
    samples=lambda: [
        Sample((samples.array(3, 5),), {"bins": 4}),
        Sample((samples.integers(9, below=6),), {"bins": 3, "min": 1, "max": 4}),
        Sample((samples.array(0),), {"bins": 2}),
    ],
)
def histogram(xp: ArrayModule, input: Array, *, bins: int = 100, min: float = 0, max: float = 0) -> Array:
    """Return the int64 number of input's values in each of `bins` equal parts of [min, max].

    If min and max are 0, the range of the values is used. Values outside are not counted. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/histogram_en.html
    """
    _binned(infer.array_spec(input), bins=bins, min=min, max=max)
    flat = xp.reshape(input, (-1,)).astype("float64")
    low, high = _range(xp, flat, min, max)
    inside = flat[(flat >= low) & (flat <= high)]
    places = xp.minimum(((inside - low) * bins / (high - low)).astype("int64"), bins - 1)
    return xp.bincount(places, None, bins).astype("int64")


def _searched(
    sorted_sequence: TensorSpec, values: TensorSpec, *, out_int32: bool = False, right: bool = False
) -> TensorSpec:
    lead = sorted_sequence.shape[:-1]
    if sorted_sequence.rank != 1 and (
        values.rank != sorted_sequence.rank or dims.unify(lead, values.shape[:-1]) is None
    ):
        raise ShapeError(
            f"The shape of sorted_sequence is {dims.text(sorted_sequence.shape)}, but the shape of values is "
            f"{dims.text(values.shape)}. sorted_sequence must have 1 dim, or all dims except the last must be equal."
        )
    return TensorSpec(values.shape, as_dtype("int32" if out_int32 else "int64"))


@op(
    dtype_kinds="iuf",
    infer=_searched,
    samples=lambda: [
        Sample((np.sort(samples.distinct(6)), samples.array(2, 3))),
        Sample((np.asarray([1, 3, 3, 5]), np.asarray([3, 0, 9])), {"right": True, "out_int32": True}),
        Sample((np.sort(samples.distinct(2, 5)), samples.array(2, 3))),
    ],
)
def searchsorted(
    xp: ArrayModule, sorted_sequence: Array, values: Array, *, out_int32: bool = False, right: bool = False
) -> Array:
    """Return the index at which each of values could be inserted in sorted_sequence [n], or [..., n] for each row.

    The index is before equal values, or with `right`, after them. The dtype is int64, or int32 with out_int32. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/searchsorted_en.html
    """
    specs = [infer.array_spec(v) for v in (sorted_sequence, values)]
    kind, side = _searched(*specs, out_int32=out_int32).dtype.dtype, "right" if right else "left"
    if sorted_sequence.ndim == 1:
        return xp.searchsorted(sorted_sequence, values, side=side).astype(kind)
    count = math.prod(values.shape[:-1])
    if not values.size:
        return xp.zeros(values.shape, dtype=kind)
    rows, wanted = xp.reshape(sorted_sequence, (count, -1)), xp.reshape(values, (count, -1))
    found = [xp.searchsorted(rows[i], wanted[i], side=side) for i in range(count)]
    return xp.reshape(xp.stack(found), values.shape).astype(kind)
