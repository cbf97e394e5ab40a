"""Operators whose sizes are tensors, such as `paddle.shape(x)[0]`; they exist only in programs.

A shape attribute is a template: a tuple with DYNAMIC_DIM in place of each value of `sizes`. A tensor of rank 1 fills
several places. Eager code does not use these operators, because its sizes are numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype
from opscope.core.place import to_host
from opscope.core.random import Generator
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import creation, samples
from opscope.ops.attr_values import DYNAMIC_DIM, shape_template
from opscope.ops.grad_ops import sum_to
from opscope.ops.manipulation import reshape
from opscope.ops.manipulation.getitem import getitem
from opscope.ops.manipulation.reshape import reshape_like, shape_like
from opscope.ops.random import distributions
from opscope.ops.registry import Sample, op

ShapeTemplate = Sequence[int | str]


def fill_template(sizes: Sequence[Any], *templates: ShapeTemplate) -> list[tuple[int, ...]]:
    """Return the templates with the values of the tensors in place of DYNAMIC_DIM, in order.

    Raises ShapeError if the sizes do not fit.
    """
    values = [int(v) for size in sizes for v in to_host(size).reshape(-1)]
    holes = sum(isinstance(d, str) for template in templates for d in template)
    if len(values) != holes:
        raise ShapeError(
            f"the shape has {holes} unknown dims, but received {len(values)} sizes",
            fix="give one size for each unknown dim",
        )
    rest = iter(values)
    return [tuple(next(rest) if isinstance(d, str) else d for d in template) for template in templates]


def _shape(template: ShapeTemplate) -> dims.Shape:
    return tuple(None if isinstance(d, str) else d for d in template)


def _reshaped(x: TensorSpec, *sizes: TensorSpec, shape: ShapeTemplate, allow_zero: bool = False) -> TensorSpec:
    wanted = _shape(shape)
    if allow_zero and 0 in wanted:
        return x.with_shape(tuple(None if d == -1 else d for d in wanted))
    if sum(d in (None, -1) for d in wanted) <= 1:
        return x.with_shape(dims.reshape(x.shape, wanted))
    return x.with_shape(
        tuple(x.shape[i] if d == 0 and i < x.rank else None if d == -1 else d for i, d in enumerate(wanted))
    )


@op(
    dtype_kinds={"sizes": "iu"},
    infer=_reshaped,
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(2, 6), np.asarray([3])), {"shape": (DYNAMIC_DIM, -1)}),
        Sample((samples.array(2, 6), np.asarray([2, 2], dtype="int32")), {"shape": (DYNAMIC_DIM, DYNAMIC_DIM, 3)}),
        Sample((samples.array(2, 6), np.asarray(0)), {"shape": (DYNAMIC_DIM, 2, 3)}),
        Sample((samples.array(2, 0), np.asarray([0, 3])), {"shape": (DYNAMIC_DIM, DYNAMIC_DIM), "allow_zero": True}),
    ],
)
def reshape_to(xp: ArrayModule, x: Array, *sizes: Array, shape: ShapeTemplate, allow_zero: bool = False) -> Array:
    """Reshape x to a shape whose sizes may be tensors.

    A size of 0 copies the dim of x unless `allow_zero` is true; a size of -1 is computed.
    """
    filled = fill_template(sizes, shape)[0]
    if allow_zero and 0 in filled:
        return xp.reshape(x, filled)
    return reshape.reshape.kernel(xp, x, shape=filled)


@op(
    dtype_kinds={"sizes": "iu"},
    infer=lambda x, *_, shape: x.with_shape(
        tuple(d if d != -1 else x.shape[i - len(shape)] for i, d in enumerate(_shape(shape)))
    ),
    vjp={"x": lambda dout, x: sum_to(dout, x)},
    samples=lambda: [
        Sample((samples.array(2, 1), np.asarray([3])), {"shape": (4, -1, DYNAMIC_DIM)}),
        Sample((samples.array(), np.asarray([2, 3])), {"shape": (DYNAMIC_DIM, DYNAMIC_DIM)}),
    ],
)
def expand_to(xp: ArrayModule, x: Array, *sizes: Array, shape: ShapeTemplate) -> Array:
    """Broadcast x to a shape whose sizes may be tensors; -1 keeps a dim."""
    return reshape.expand.kernel(xp, x, shape=fill_template(sizes, shape)[0])


def _tiled(x: TensorSpec, *_: TensorSpec, repeat_times: ShapeTemplate) -> TensorSpec:
    times = (*(1,) * (x.rank - len(repeat_times)), *_shape(repeat_times))
    shape = (1,) * (len(times) - x.rank) + x.shape
    return x.with_shape(tuple(dims.product(pair) for pair in zip(shape, times, strict=True)))


@op(
    dtype_kinds={"sizes": "iu"},
    infer=_tiled,
    vjp={"x": lambda dout, x, sizes, repeat_times: tile_to_sum(dout, x, *sizes, repeat_times=repeat_times)},
    samples=lambda: [
        Sample((samples.array(2, 3), np.asarray(2), np.asarray([2])), {"repeat_times": (DYNAMIC_DIM, 1, DYNAMIC_DIM)})
    ],
)
def tile_to(xp: ArrayModule, x: Array, *sizes: Array, repeat_times: ShapeTemplate) -> Array:
    """Repeat x along its last dims; the numbers of repetitions may be tensors."""
    return reshape.tile.kernel(xp, x, repeat_times=fill_template(sizes, repeat_times)[0])


@op(
    dtype_kinds={"x": "f", "sizes": "iu"},
    infer=shape_like,
    vjp={"x": lambda dout, sizes, repeat_times: tile_to(dout, *sizes, repeat_times=repeat_times)},
    samples=lambda: [
        Sample((samples.array(4, 3), samples.array(2, 3), np.asarray(2)), {"repeat_times": (DYNAMIC_DIM, 1)})
    ],
)
def tile_to_sum(xp: ArrayModule, x: Array, like: Array, *sizes: Array, repeat_times: ShapeTemplate) -> Array:
    """Sum the copies that tile_to made, in the shape of `like`: the gradient of tile_to."""
    return reshape.tile_sum.kernel(xp, x, like, repeat_times=fill_template(sizes, repeat_times)[0])


# --- parts ------------------------------------------------------------------------------------------


def _sliced(
    x: TensorSpec,
    *_: TensorSpec,
    axes: Sequence[int],
    starts: ShapeTemplate,
    ends: ShapeTemplate,
    strides: ShapeTemplate,
) -> TensorSpec:
    index: list[Any] = [(None, None, None)] * x.rank
    open_ = set[int]()
    for axis, *bounds in zip(axes, starts, ends, strides, strict=True):
        along = dims.axis_of(axis, x.rank)
        if any(isinstance(b, str) for b in bounds):
            open_.add(along)
        else:
            index[along] = tuple(bounds)
    found = getitem.infer(x, index=tuple(index))
    return x.with_shape(tuple(None if i in open_ else d for i, d in enumerate(found.shape)))


def _key(rank: int, sizes: Sequence[Any], axes: Sequence[int], *bounds: ShapeTemplate) -> tuple[slice, ...]:
    key = [slice(None)] * rank
    for axis, start, end, stride in zip(axes, *fill_template(sizes, *bounds), strict=True):
        key[dims.axis_of(axis, rank)] = slice(start, end, stride)
    return tuple(key)


_BOUNDS = {"axes": (0, 1), "starts": (DYNAMIC_DIM, 0), "ends": (DYNAMIC_DIM, 2), "strides": (1, DYNAMIC_DIM)}


@op(
    dtype_kinds={"sizes": "iu"},
    infer=_sliced,
    vjp={"x": lambda dout, x, sizes, attrs: slice_to_add(dout, x, *sizes, **attrs)},
    samples=lambda: [Sample((samples.array(5, 3, 2), np.asarray(1), np.asarray([-1]), np.asarray(2)), _BOUNDS)],
)
def slice_to(
    xp: ArrayModule,
    x: Array,
    *sizes: Array,
    axes: Sequence[int],
    starts: ShapeTemplate,
    ends: ShapeTemplate,
    strides: ShapeTemplate,
) -> Array:
    """Return x[start:end:stride] along each of the axes; the bounds may be tensors."""
    return x[_key(x.ndim, sizes, axes, starts, ends, strides)]


@op(
    dtype_kinds={"sizes": "iu"},
    infer=shape_like,
    vjp={"x": lambda dout, sizes, attrs: slice_to(dout, *sizes, **attrs)},
    samples=lambda: [
        Sample((samples.array(3, 1), samples.array(5, 3), np.asarray([1]), np.asarray(4), np.asarray(2)), _BOUNDS)
    ],
)
def slice_to_add(
    xp: ArrayModule,
    x: Array,
    like: Array,
    *sizes: Array,
    axes: Sequence[int],
    starts: ShapeTemplate,
    ends: ShapeTemplate,
    strides: ShapeTemplate,
) -> Array:
    """Gradient of slice_to: zeros in the shape of `like`, with x at the positions of the slice."""
    out = xp.zeros(like.shape, dtype=x.dtype)
    out[_key(like.ndim, sizes, axes, starts, ends, strides)] = x
    return out


# --- creation ---------------------------------------------------------------------------------------


def _made(*_: TensorSpec, shape: ShapeTemplate, dtype: DTypeLike, **attrs: Any) -> TensorSpec:
    distributions.check_spread(**{"min": -1.0, "max": 1.0} | attrs)
    return TensorSpec(_shape(shape), as_dtype(dtype))


@op(
    dtype_kinds="iu",
    infer=_made,
    samples=lambda: [Sample((np.asarray([2]),), {"shape": (DYNAMIC_DIM, 3), "fill_value": 1.5, "dtype": "float32"})],
)
def full_to(xp: ArrayModule, *sizes: Array, shape: ShapeTemplate, fill_value: float, dtype: DTypeLike) -> Array:
    """Return a tensor in which all elements are `fill_value`; the sizes of its shape may be tensors."""
    return creation.full.kernel(xp, shape=fill_template(sizes, shape)[0], fill_value=fill_value, dtype=dtype)


@op(
    dtype_kinds="iu",
    infer=_made,
    samples=lambda: [Sample((np.asarray(2),), {"shape": (DYNAMIC_DIM, 3), "dtype": "float32", "seed": 3})],
)
def uniform_to(
    xp: ArrayModule,
    rng: Generator,
    *sizes: Array,
    shape: ShapeTemplate,
    dtype: DTypeLike,
    min: float = -1.0,
    max: float = 1.0,
    seed: int = 0,
) -> Array:
    """Return values evenly distributed over [min, max); the sizes of the shape may be tensors."""
    return distributions.uniform.kernel(
        xp, rng, shape=fill_template(sizes, shape)[0], dtype=dtype, min=min, max=max, seed=seed
    )


@op(
    dtype_kinds="iu",
    infer=_made,
    samples=lambda: [Sample((np.asarray([2, 3]),), {"shape": (DYNAMIC_DIM, DYNAMIC_DIM), "dtype": "float64"})],
)
def gaussian_to(
    xp: ArrayModule,
    rng: Generator,
    *sizes: Array,
    shape: ShapeTemplate,
    dtype: DTypeLike,
    mean: float = 0.0,
    std: float = 1.0,
    seed: int = 0,
) -> Array:
    """Return normally distributed values; the sizes of the shape may be tensors."""
    return distributions.gaussian.kernel(
        xp, rng, shape=fill_template(sizes, shape)[0], dtype=dtype, mean=mean, std=std, seed=seed
    )


@op(
    dtype_kinds="iu",
    infer=_made,
    samples=lambda: [Sample((np.asarray(4),), {"shape": (DYNAMIC_DIM,), "dtype": "int64", "low": 0, "high": 5})],
)
def randint_to(
    xp: ArrayModule,
    rng: Generator,
    *sizes: Array,
    shape: ShapeTemplate,
    dtype: DTypeLike,
    low: int,
    high: int,
    seed: int = 0,
) -> Array:
    """Return integers evenly distributed over [low, high); the sizes of the shape may be tensors."""
    return distributions.randint.kernel(
        xp, rng, shape=fill_template(sizes, shape)[0], dtype=dtype, low=low, high=high, seed=seed
    )


@op(
    infer=lambda start, end, step, *, dtype: TensorSpec((None,), as_dtype(dtype)),
    samples=lambda: [
        Sample((np.asarray([1]), np.asarray(7), np.asarray([2])), {"dtype": "int64"}),
        Sample((np.asarray(0.0), np.asarray(1.0), np.asarray(0.25)), {"dtype": "float32"}),
    ],
)
def arange_to(xp: ArrayModule, start: Array, end: Array, step: Array, *, dtype: DTypeLike) -> Array:
    """Return start, start + step, ... up to, but not including, end; the bounds and step are tensors of one element."""
    first, last, width = (to_host(v).reshape(()).item() for v in (start, end, step))
    return creation.arange.kernel(xp, start=first, end=last, step=width, dtype=dtype)


def strided_slice(
    x: Array,
    axes: Sequence[int],
    starts: Sequence[int],
    ends: Sequence[int],
    strides: Sequence[int],
) -> Any:
    """Return x[start:end:stride] along each of the axes.

    If the stride is negative, an end of -1 stands for the position before the first element.
    """
    index: list[Any] = [(None, None, None)] * len(x.shape)
    plans = [shape_template(v, "slice") for v in (axes, starts, ends, strides)]
    columns = [template for template, _ in plans]
    if tensors := [t for _, found in plans[1:] for t in found]:
        bounds = dict(zip(("axes", "starts", "ends", "strides"), columns, strict=True))
        return slice_to(x, *tensors, **bounds)
    if len({len(column) for column in columns}) > 1:
        raise ArgumentError(
            "axes, starts, ends and strides must have the same length",
            facts={"axes": list(axes), "starts": starts, "ends": ends, "strides": strides},
        )
    for axis, start, end, stride in zip(*columns, strict=True):
        past = None if end == -1 and stride < 0 else end  # as in Paddle
        index[dims.axis_of(axis, len(index))] = (start, past, stride)
    return getitem(x, index=tuple(index))
