"""Diagonals: reading, writing, and positions of triangles."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype
from opscope.core.public_calls import note_functions
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import infer, samples
from opscope.ops.grad_ops import zeros_like
from opscope.ops.registry import REGISTRY, Sample, op


def _pair(shape: Any, axis1: int, axis2: int, name: str) -> tuple[int, int]:
    rank = len(shape)
    if rank < 2:
        raise ShapeError(f"{name}: Input's dim is out of range (expected at least 2 dimensions, but got {rank}).")
    first, second = dims.axis_of(axis1, rank), dims.axis_of(axis2, rank)
    if first == second:
        raise ShapeError(f"{name}: diagonal dimensions should not be identical {axis1} vs {axis2}.")
    return first, second


def _length(rows: dims.Dim, columns: dims.Dim, offset: int) -> dims.Dim:
    if rows is None or columns is None:
        return None
    return max(0, min(rows + min(offset, 0), columns - max(offset, 0)))


def _diagonal(x: TensorSpec, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> TensorSpec:
    pair = _pair(x.shape, axis1, axis2, "diagonal")
    kept = tuple(d for i, d in enumerate(x.shape) if i not in pair)
    return x.with_shape((*kept, _length(x.shape[pair[0]], x.shape[pair[1]], offset)))


def _attrs() -> list[dict[str, int]]:
    return [{}, {"offset": 1}, {"offset": -1, "axis1": 2, "axis2": 0}, {"offset": 4}]


def _diagonal_gradient(dout: Array, x: Array, offset: int, axis1: int, axis2: int) -> Any:
    return diagonal_scatter(zeros_like(x), dout, offset=offset, axis1=axis1, axis2=axis2)


@op(
    infer=_diagonal,
    vjp={"x": _diagonal_gradient},
    samples=lambda: [*(Sample((samples.array(3, 2, 4),), a) for a in _attrs()), Sample((samples.array(2, 3),))],
)
def diagonal(xp: ArrayModule, x: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """Return the diagonals of two dims of x as a new last dim; offset counts columns to the right."""
    first, second = _pair(x.shape, axis1, axis2, "diagonal")
    return xp.array(xp.diagonal(x, offset, first, second))


def _scattered(x: TensorSpec, y: TensorSpec, **attrs: Any) -> TensorSpec:
    wanted = _diagonal(x, **attrs).shape
    if dims.unify(wanted, y.shape) is None:
        raise ShapeError(
            f"diagonal_scatter: the y shape should be {dims.text(wanted)}, but received {dims.text(y.shape)}"
        )
    return x


def _scatter_samples() -> list[Sample]:
    x = samples.array(3, 2, 4)
    return [Sample((x, samples.array(*diagonal.run((x,), a).shape, seed=3)), a) for a in _attrs()]


@op(
    infer=_scattered,
    vjp={
        "x": lambda dout, y, attrs: REGISTRY["diagonal_scatter"](dout, zeros_like(y), **attrs),
        "y": lambda dout, offset, axis1, axis2: diagonal(dout, offset=offset, axis1=axis1, axis2=axis2),
    },
    samples=_scatter_samples,
)
def diagonal_scatter(xp: ArrayModule, x: Array, y: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """Return x with y in place of the diagonals of two dims. Raises ShapeError if y does not have their shape."""
    _scattered(infer.array_spec(x), infer.array_spec(y), offset=offset, axis1=axis1, axis2=axis2)
    out = xp.array(x)
    turned = xp.moveaxis(out, _pair(x.shape, axis1, axis2, "diagonal_scatter"), (-2, -1))
    places = xp.arange(y.shape[-1])
    turned[..., places + max(-offset, 0), places + max(offset, 0)] = y
    return out


def _embedded(input: TensorSpec, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> TensorSpec:
    shape = list(input.shape)
    first, second = sorted(_pair((*shape, 0), dim1, dim2, "diag_embed"))
    side = dims.add(shape.pop(), abs(offset))
    shape.insert(first, side)
    shape.insert(second, side)
    return input.with_shape(tuple(shape))


@op(
    infer=_embedded,
    vjp={"input": lambda dout, offset, dim1, dim2: diagonal(dout, offset=offset, axis1=dim1, axis2=dim2)},
    samples=lambda: [
        Sample((samples.array(2, 3),)),
        Sample((samples.array(2, 3),), {"offset": 1, "dim1": 0, "dim2": 2}),
        Sample((samples.array(3),), {"offset": -2}),
        Sample((samples.array(2, 3),), {"offset": -1, "dim1": -1, "dim2": 0}),
    ],
)
def diag_embed(xp: ArrayModule, input: Array, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Return matrices of zeros with the last dim of input on a diagonal; dim1 are the rows, dim2 the columns."""
    shape = _embedded(infer.array_spec(input), offset=offset, dim1=dim1, dim2=dim2).shape
    out = xp.zeros(shape, dtype=input.dtype)
    turned = xp.moveaxis(out, _pair(shape, dim1, dim2, "diag_embed"), (-2, -1))
    places = xp.arange(input.shape[-1])
    turned[..., places + max(-offset, 0), places + max(offset, 0)] = input
    return out


def _diag_infer(x: TensorSpec, *, offset: int = 0, padding_value: float = 0) -> TensorSpec:
    if x.rank > 2:
        raise ShapeError(
            f"The input tensor X's dimensions of DiagV2Op should be either 1 or 2, but received {x.rank}.",
            facts={"x": x},
            fix="use diag_embed",
        )
    if x.rank == 2:
        return _diagonal(x, offset=offset)
    side = dims.add(x.shape[0] if x.rank else 1, abs(offset))
    return x.with_shape((side, side))


def _diag_rule(dout: Array, x: Array, offset: int) -> Any:
    if len(x.shape) == 2:
        return _diagonal_gradient(dout, x, offset, 0, 1)
    found = diagonal(dout, offset=offset)
    return found if len(x.shape) else found.sum()


@op(
    infer=_diag_infer,
    vjp={"x": _diag_rule},
    samples=lambda: [
        Sample((samples.array(3),), {"offset": 1, "padding_value": 2.0}),
        Sample((samples.array(2, 3),), {"offset": -1}),
        Sample((samples.array(),)),
    ],
)
def diag(xp: ArrayModule, x: Array, *, offset: int = 0, padding_value: float = 0) -> Array:
    """Return a matrix with x [n] on a diagonal and padding_value elsewhere; for a matrix x, return its diagonal.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/diag_en.html
    """
    _diag_infer(infer.array_spec(x), offset=offset)
    if x.ndim == 2:
        return xp.array(xp.diagonal(x, offset))
    side = x.size + abs(offset)
    out = xp.full((side, side), padding_value, dtype=x.dtype)
    places = xp.arange(x.size)
    out[places + max(-offset, 0), places + max(offset, 0)] = xp.reshape(x, (-1,))
    return out


def _triangle(rows: int, columns: int, first: Any, last: Any, dtype: DTypeLike) -> TensorSpec:
    count = sum(max(0, last(r) - first(r)) for r in range(rows))
    return TensorSpec((2, count), as_dtype(dtype))


def _tril_infer(*, rows: int, columns: int, offset: int = 0, dtype: DTypeLike = "int64") -> TensorSpec:
    return _triangle(rows, columns, lambda r: 0, lambda r: min(columns, max(0, r + offset + 1)), dtype)


def _triu_infer(*, rows: int, columns: int, offset: int = 0, dtype: DTypeLike = "int64") -> TensorSpec:
    return _triangle(rows, columns, lambda r: min(columns, max(0, r + offset)), lambda r: columns, dtype)


def _places(xp: ArrayModule, flags: Any, dtype: DTypeLike) -> Any:
    return xp.stack(xp.nonzero(flags)).astype(as_dtype(dtype).dtype)


def _triangles() -> list[Sample]:
    attrs = [{"rows": 3, "columns": 4, "offset": k} for k in (-1, 0, 2, 9)]
    return [*(Sample((), a) for a in attrs), Sample((), {"rows": 0, "columns": 2, "dtype": "int32"})]


@op(infer=_tril_infer, samples=_triangles)
def tril_places(xp: ArrayModule, *, rows: int, columns: int, offset: int = 0, dtype: DTypeLike = "int64") -> Array:
    """Return the rows and columns [2, n] of the elements on and below a diagonal of a matrix."""
    return _places(xp, xp.tri(rows, columns, offset) > 0, dtype)


@op(infer=_triu_infer, samples=_triangles)
def triu_places(xp: ArrayModule, *, rows: int, columns: int, offset: int = 0, dtype: DTypeLike = "int64") -> Array:
    """Return the rows and columns [2, n] of the elements on and above a diagonal of a matrix."""
    return _places(xp, xp.tri(rows, columns, offset - 1) == 0, dtype)


def _checked_sizes(row: Array, col: Any, name: str) -> dict[str, int]:
    for said, value in (("row", row), ("col", col)):
        if not isinstance(value, int | np.integer) or value < 0:
            raise ShapeError(f"{name}: {said} should be a non-negative int, but received {value!r}")
    return {"rows": int(row), "columns": int(col)}


def tril_indices(row: int, col: int | None = None, offset: int = 0, dtype: DTypeLike = "int64") -> Any:
    """Return the rows and columns [2, n] of the lower triangle of a row x col matrix; the default of col is row."""
    sides = _checked_sizes(row, row if col is None else col, "tril_indices")
    return tril_places(**sides, offset=offset, dtype=as_dtype(dtype).name)


def triu_indices(row: int, col: int | None = None, offset: int = 0, dtype: DTypeLike = "int64") -> Any:
    """Return the rows and columns [2, n] of the upper triangle of a row x col matrix; the default of col is row."""
    sides = _checked_sizes(row, row if col is None else col, "triu_indices")
    return triu_places(**sides, offset=offset, dtype=as_dtype(dtype).name)


note_functions(__name__)
