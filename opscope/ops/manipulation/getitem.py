"""Indexing x[...]: the op and the op of its gradient. The index is plain data, see `index_keys`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import AxisError
from opscope.ops import samples
from opscope.ops.index_keys import normalize_index
from opscope.ops.manipulation.reshape import shape_like
from opscope.ops.registry import Sample, op


def numpy_key(index: Sequence[Any], arrays: Sequence[Any]) -> tuple[Any, ...]:
    """Return the key for the brackets of an array."""
    rest = iter(arrays)
    key: list[Any] = []
    for part in index:
        if isinstance(part, str):
            key.append(Ellipsis if part == "..." else next(rest))
        else:
            key.append(slice(*part) if isinstance(part, tuple | list) else part)
    return tuple(key)


def keys(index: Sequence[Any], arrays: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the keys for the brackets of an array, in the order of their application.

    If an index has arrays and ints, the ints are applied first, as in Paddle; NumPy treats them as arrays.
    """
    key = numpy_key(index, arrays)
    if not any(map(_is_array_index, arrays)) or not any(map(_single, key)):
        return [key]
    first: list[Any] = []
    then: list[Any] = []
    for part in key:
        if _single(part):
            first.append(part if isinstance(part, int) else to_host(part).item())
        elif _is_array_index(part):
            first += [slice(None)] * (part.ndim if part.dtype.kind == "b" else 1)
            then.append(part)
        else:
            first.append(part)
            then.append(part if part is Ellipsis else slice(None))
    return [tuple(first), tuple(then)]


def _single(part: Any) -> bool:
    """True for an integer, also as an array or spec of rank 0."""
    return isinstance(part, int) or (getattr(part, "shape", None) == () and part.dtype.kind != "b")


def _is_array_index(part: Any) -> bool:
    """True for an array or spec of indices or flags that selects several positions."""
    return hasattr(part, "shape") and not _single(part)


def _sliced(dim: dims.Dim, part: Sequence[int | None]) -> dims.Dim:
    if dim is not None:
        return len(range(*slice(*part).indices(dim)))
    return 0 if part[1] == 0 and (part[2] or 1) > 0 else None


def _taken(part: Any, spec: TensorSpec | None) -> int:
    """Return the number of dims of x that a part of the index uses."""
    if part is None or part == "...":
        return 0
    return spec.rank if spec is not None and spec.dtype.kind == "b" else 1


def _getitem(x: TensorSpec, *indices: TensorSpec, index: Sequence[Any]) -> TensorSpec:
    rest = iter(indices)
    specs = [next(rest) if part == "array" else None for part in index]
    missing = x.rank - sum(_taken(p, s) for p, s in zip(index, specs, strict=True))
    if missing < 0:
        raise AxisError(
            f"too many indices: x has rank {x.rank}", facts={"x": x}, fix="remove an index, or add a dim with unsqueeze"
        )
    parts = list(zip(index, specs, strict=True))
    if "..." not in index:
        parts.append(("...", None))
    return _Walk(x.shape, missing).over(parts, x)


class _Walk:
    """Indexing of the dims from left to right.

    Index arrays broadcast; their dims are at the position of the first index array. See `keys`.
    """

    def __init__(self, shape: dims.Shape, missing: int) -> None:
        self.left = list(shape)
        self.missing = missing
        self.out: list[dims.Dim] = []
        self.advanced: list[dims.Shape] = []
        self.place = 0  # of the advanced dims in out
        self.gap = False  # something else stands between two advanced parts: then their dims come first

    def over(self, parts: Sequence[tuple[Any, TensorSpec | None]], x: TensorSpec) -> TensorSpec:
        last = -1
        position = 0  # among the parts that are not a single index
        for part, spec in parts:
            if spec is not None and _single(spec):
                del self.left[0]
                continue
            if spec is None:
                self._basic(part, x)
                position += not isinstance(part, int)
                continue
            if not self.advanced:
                self.place = len(self.out)
            elif position != last + 1:
                self.gap = True
            last = position
            position += 1
            self._advanced(spec)
        if self.advanced:
            place = 0 if self.gap else self.place
            self.out[place:place] = dims.broadcast(*self.advanced)
        return x.with_shape(tuple(self.out))

    def _basic(self, part: Any, x: TensorSpec) -> None:
        if part is None:
            self.out.append(1)
        elif part == "...":
            self.out += self.left[: self.missing]
            del self.left[: self.missing]
        elif isinstance(part, int):
            self._in_range(part, x)
        else:
            self.out.append(_sliced(self.left.pop(0), part))

    def _advanced(self, spec: TensorSpec) -> None:
        if spec.dtype.kind == "b":
            del self.left[: spec.rank]
            self.advanced.append((None,))
        else:
            del self.left[0]
            self.advanced.append(spec.shape)

    def _in_range(self, part: int, x: TensorSpec) -> None:
        dim = self.left.pop(0)
        if dim is not None and not -dim <= part < dim:
            raise AxisError(
                f"index {part} is out of range for a dim of {dim}",
                facts={"x": x},
                fix=f"use an index from {-dim} to {dim - 1}" if dim else "",
            )


def _index_samples() -> list[Sample]:
    x, rows = samples.array(3, 4, 2), np.asarray([2, 0, 2])
    basic = [0, slice(1, None), (slice(None, None, -1), -1), (..., 0), (None, 1, slice(0, 3, 2)), (slice(0, 0),), ()]
    advanced = [
        rows,
        (rows, rows),
        (slice(None), rows),
        (rows, slice(1, 3), 1),
        (0, slice(None), np.asarray([[1], [0]])),
        (slice(None), np.asarray(1), np.asarray([1, 0])),
    ]
    masks = [samples.flags(3), samples.flags(3, 4), (slice(None), samples.flags(4), 1)]
    made = [normalize_index(item) for item in (*basic, *advanced, *masks)]
    return [Sample((x, *arrays), {"index": index}) for index, arrays in made]


@op(
    infer=_getitem,
    vjp={"x": lambda dout, x, indices, index: index_put_like(dout, x, *indices, index=index)},
    samples=_index_samples,
)
def getitem(xp: ArrayModule, x: Array, *indices: Array, index: Sequence[Array]) -> Array:
    """Return x[index], see `keys`. Raises AxisError for an int out of range; at run time, raises RangeError."""
    for key in keys(index, indices):
        x = x[key]
    return x


@op(
    infer=shape_like,
    vjp={"x": lambda dout, indices, index: getitem(dout, *indices, index=index)},
    samples=lambda: [
        Sample((samples.array(2, 3), samples.array(4, 3)), {"index": ((1, 3, None),)}),
        Sample((samples.array(3), samples.array(4), np.asarray([1, 0, 1])), {"index": ("array",)}),
    ],
)
def index_put_like(xp: ArrayModule, x: Array, like: Array, *indices: Array, index: Sequence[Array]) -> Array:
    """Return zeros in the shape of `like` with x added at x[index]: the gradient of getitem."""
    out = xp.zeros(like.shape, dtype=x.dtype)
    *before, key = keys(index, indices)
    part = out[before[0]] if before else out
    if any(i.dtype.kind != "b" for i in indices):
        xp.add.at(part, key, x)  # a place may be named twice
    else:
        part[key] = x
    return out
