"""Operators that create tensors from attributes: constants, ranges, identity matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype, as_number
from opscope.core.spec import TensorSpec
from opscope.ops import infer, samples
from opscope.ops.registry import Sample, op


@op(
    infer=lambda *, shape, fill_value, dtype: TensorSpec(tuple(shape), as_dtype(dtype)),
    samples=lambda: [
        Sample((), {"shape": (2, 3), "fill_value": 1.5, "dtype": "float32"}),
        Sample((), {"shape": [], "fill_value": 7, "dtype": "int64"}),
        Sample((), {"shape": [0, 2], "fill_value": True, "dtype": "bool"}),
    ],
)
def full(xp: ArrayModule, *, shape: Sequence[int], fill_value: float, dtype: DTypeLike) -> Array:
    """Return a tensor in which all elements are `fill_value`."""
    wanted = as_dtype(dtype).dtype
    return xp.full(tuple(shape), as_number(fill_value, wanted), dtype=wanted)


@op(
    infer=lambda x, *, fill_value, dtype=None: x if dtype is None else x.with_dtype(as_dtype(dtype)),
    samples=lambda: [
        Sample((samples.array(2, 3),), {"fill_value": 2.0}),
        Sample((samples.array(2),), {"fill_value": 1, "dtype": "int32"}),
    ],
)
def full_like(xp: ArrayModule, x: Array, *, fill_value: float, dtype: DTypeLike | None = None) -> Array:
    """Return a tensor of the shape of x in which all elements are `fill_value`; the default dtype is the dtype of x."""
    wanted = x.dtype if dtype is None else as_dtype(dtype).dtype
    return xp.full(x.shape, as_number(fill_value, wanted), dtype=wanted)


def _steps(start: float, end: float, step: float) -> int:
    return max(0, -int((start - end) // step))


@op(
    infer=lambda *, start, end, step, dtype: TensorSpec((_steps(start, end, step),), as_dtype(dtype)),
    samples=lambda: [
        Sample((), {"start": 0, "end": 5, "step": 2, "dtype": "int64"}),
        Sample((), {"start": 1.0, "end": 0.0, "step": -0.25, "dtype": "float32"}),
        Sample((), {"start": 3, "end": 1, "step": 1, "dtype": "int64"}),
    ],
)
def arange(xp: ArrayModule, *, start: float, end: float, step: float, dtype: DTypeLike) -> Array:
    """Return start, start + step, ... up to, but not including, end."""
    kind = as_dtype(dtype).dtype
    count = _steps(start, end, step)
    return (xp.arange(count, dtype="float64" if kind.kind == "f" else kind) * step + start).astype(kind)


@op(
    infer=lambda *, start, stop, num, dtype: TensorSpec((num,), as_dtype(dtype)),
    samples=lambda: [Sample((), {"start": 0.0, "stop": 1.0, "num": 5, "dtype": "float32"})],
)
def linspace(xp: ArrayModule, *, start: float, stop: float, num: int, dtype: DTypeLike) -> Array:
    """Return `num` evenly spaced values from start to stop, both included."""
    return xp.linspace(start, stop, num).astype(as_dtype(dtype).dtype)


@op(
    infer=lambda *, num_rows, num_columns, dtype: TensorSpec((num_rows, num_columns), as_dtype(dtype)),
    samples=lambda: [Sample((), {"num_rows": 2, "num_columns": 3, "dtype": "float32"})],
)
def eye(xp: ArrayModule, *, num_rows: int, num_columns: int, dtype: DTypeLike) -> Array:
    """Return a matrix with ones on the diagonal and zeros elsewhere."""
    return xp.eye(num_rows, num_columns, dtype=as_dtype(dtype).dtype)


def _assign_value(*, values: Array) -> TensorSpec:
    return TensorSpec(tuple(np.shape(values)), as_dtype(np.asarray(values).dtype))


@op(infer=_assign_value, samples=lambda: [Sample((), {"values": samples.array(2, 3)})])
def assign_value(xp: ArrayModule, *, values: Array) -> Array:
    """Return a copy of the constant array in the attribute `values`."""
    return xp.array(values)


@op(
    infer=infer.same,
    samples=lambda: [Sample((samples.integers(1, below=5),), {"value": 2.0}), Sample((samples.array(1),), {})],
    vjp={"x": lambda dout: dout},
)
def increment(xp: ArrayModule, x: Array, *, value: float = 1.0) -> Array:
    """Return x + value in the dtype of x; used for loop counters."""
    return x + x.dtype.type(value)


@op(
    infer=lambda x: TensorSpec((x.rank,), as_dtype("int32")),
    samples=lambda: [Sample((samples.array(2, 3),)), Sample((samples.array(),))],
)
def shape(xp: ArrayModule, x: Array) -> Array:
    """Return the dims of x as an int32 tensor of rank 1, whose values are known only when the program runs."""
    return xp.asarray(x.shape, dtype=xp.int32)


@op(
    infer=lambda x: TensorSpec((), as_dtype("int64")),
    samples=lambda: [Sample((samples.array(2, 3),)), Sample((samples.array(),))],
)
def numel(xp: ArrayModule, x: Array) -> Array:
    """Return the number of elements of x as an int64 tensor of rank 0."""
    return xp.asarray(x.size, dtype=xp.int64)


def ones_like(x: Array) -> Any:
    """Return ones in the shape and dtype of x."""
    return full_like(x, fill_value=1.0)
