"""Operators that change the shape or the order of values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.grad_ops import sum_to
from opscope.ops.registry import REGISTRY, Sample, op


def _axes(axis: Any, rank: int) -> tuple[int, ...]:
    """Return non-negative axes in the given order."""
    return tuple(dims.axis_of(int(a), rank) for a in ((axis,) if isinstance(axis, int) else axis))


def shape_like(x: TensorSpec, like: TensorSpec, *_: Any, **attrs: Any) -> TensorSpec:
    """Shape rule: the shape of the second input, and the dtype of the first."""
    return x.with_shape(like.shape)


@op(
    infer=lambda x, *, shape: x.with_shape(dims.reshape(x.shape, tuple(shape))),
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(2, 6),), {"shape": (3, 4)}),
        Sample((samples.array(2, 3, 4),), {"shape": [0, -1]}),
        Sample((samples.array(1),), {"shape": ()}),
    ],
)
def reshape(xp: ArrayModule, x: Array, *, shape: Sequence[int]) -> Array:
    """Reshape x: 0 copies the dim of x, -1 is computed. Raises ShapeError if the sizes do not agree."""
    return xp.reshape(x, dims.reshape(x.shape, tuple(shape)))


@op(
    infer=shape_like,
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [Sample((samples.array(2, 6), samples.array(3, 4)))],
)
def reshape_like(xp: ArrayModule, x: Array, like: Array) -> Array:
    """Reshape x to the shape of `like`: the gradient of reshape."""
    return x if x.shape == like.shape else xp.reshape(x, like.shape)


def _inverse(perm: Sequence[int]) -> list[int]:
    return sorted(range(len(perm)), key=[p % len(perm) for p in perm].__getitem__)


def _transpose(x: TensorSpec, *, perm: Sequence[int]) -> TensorSpec:
    axes = _axes(perm, x.rank)
    if sorted(axes) != list(range(x.rank)):
        raise ShapeError(
            f"transpose: perm {list(perm)} is not a permutation of the {x.rank} dims",
            facts={"x": x},
            fix=f"list each of 0 to {x.rank - 1} once" if x.rank else "pass an empty perm",
        )
    return x.with_shape(tuple(x.shape[a] for a in axes))


@op(
    infer=_transpose,
    vjp={"x": lambda dout, perm: transpose(dout, perm=_inverse(perm))},
    samples=lambda: [
        Sample((samples.array(2, 3, 4),), {"perm": [1, 2, 0]}),
        Sample((samples.array(2, 3),), {"perm": (-1, 0)}),
        Sample((samples.array(),), {"perm": ()}),
    ],
)
def transpose(xp: ArrayModule, x: Array, *, perm: Sequence[int]) -> Array:
    """Return the dims of x in the order `perm`: dim i of out is dim perm[i] of x."""
    return xp.transpose(x, tuple(perm))


def _squeezed(shape: dims.Shape, axis: Any) -> dims.Shape:
    axes = range(len(shape)) if axis is None else _axes(axis, len(shape))
    drop = {a for a in axes if shape and (shape[a] == 1 or (axis is not None and shape[a] is None))}
    return tuple(d for i, d in enumerate(shape) if i not in drop)


@op(
    infer=lambda x, *, axis=None: x.with_shape(_squeezed(x.shape, axis or None if axis != 0 else 0)),
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(1, 3, 1),), {"axis": (0, -1)}),
        Sample((samples.array(2, 1),), {"axis": 1}),
        Sample((samples.array(1, 3),), {"axis": 0}),
    ],
)
def squeeze(xp: ArrayModule, x: Array, *, axis: Any = None) -> Array:
    """Remove dims of size 1 among `axis` (None: all); other dims are kept, as in Paddle.

    A dim that is unknown when the program is built counts as 1 if `axis` names it, and is kept with axis=None.
    """
    return xp.reshape(x, _squeezed(x.shape, axis or None if axis != 0 else 0))


def _unsqueezed(shape: dims.Shape, axis: Any) -> dims.Shape:
    out = list(shape)
    for a in (axis,) if isinstance(axis, int) else axis:
        out.insert(dims.axis_of(int(a), len(out) + 1), 1)
    return tuple(out)


@op(
    infer=lambda x, *, axis: x.with_shape(_unsqueezed(x.shape, axis)),
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [Sample((samples.array(2, 3),), {"axis": -1}), Sample((samples.array(3),), {"axis": [0, 2]})],
)
def unsqueeze(xp: ArrayModule, x: Array, *, axis: Any) -> Array:
    """Insert dims of size 1 at `axis` (an int, or several, one after the other)."""
    return xp.reshape(x, _unsqueezed(x.shape, axis))


def _flattened(shape: dims.Shape, start_axis: int, stop_axis: int) -> dims.Shape:
    if not shape:
        return (1,)
    start, stop = dims.axis_of(start_axis, len(shape)), dims.axis_of(stop_axis, len(shape))
    if start > stop:
        raise ShapeError(f"flatten: start_axis {start_axis} is after stop_axis {stop_axis}", fix="swap the two numbers")
    return (*shape[:start], dims.product(shape[start : stop + 1]), *shape[stop + 1 :])


@op(
    infer=lambda x, *, start_axis=0, stop_axis=-1: x.with_shape(_flattened(x.shape, start_axis, stop_axis)),
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(2, 3, 4),), {}),
        Sample((samples.array(2, 3, 4),), {"start_axis": 1}),
        Sample((samples.array(2, 3, 4),), {"start_axis": 0, "stop_axis": 1}),
        Sample((samples.array(),), {}),
    ],
)
def flatten(xp: ArrayModule, x: Array, *, start_axis: int = 0, stop_axis: int = -1) -> Array:
    """Merge the dims of x from start_axis to stop_axis (both included) into one dim."""
    return xp.reshape(x, _flattened(x.shape, start_axis, stop_axis))


def _expanded(shape: dims.Shape, wanted: Sequence[int]) -> dims.Shape:
    lead = len(wanted) - len(shape)
    if lead < 0 or any(w in (-1, None) for w in wanted[:lead]):
        raise ShapeError(
            f"expand: {dims.text(shape)} cannot become {list(wanted)}", fix="give a size for every dim that is new"
        )
    sizes = (*wanted[:lead], *(d if w in (-1, None) else w for w, d in zip(wanted[lead:], shape, strict=True)))
    for size, dim in zip(sizes[lead:], shape, strict=True):
        if dim not in (None, 1, size):
            raise ShapeError(
                f"expand: {dims.text(shape)} cannot become {list(wanted)}", fix="only dims of size 1 can be expanded"
            )
    return sizes


@op(
    infer=lambda x, *, shape: x.with_shape(_expanded(x.shape, tuple(shape))),
    vjp={"x": lambda dout, x: sum_to(dout, x)},
    samples=lambda: [
        Sample((samples.array(2, 1),), {"shape": [4, -1, 3]}),
        Sample((samples.array(),), {"shape": (2,)}),
    ],
)
def expand(xp: ArrayModule, x: Array, *, shape: Sequence[int]) -> Array:
    """Broadcast the dims of size 1 of x to `shape`; -1 keeps a dim, and new dims come first."""
    return xp.broadcast_to(x, _expanded(x.shape, tuple(shape)))


@op(
    infer=shape_like,
    vjp={"x": lambda dout, x: sum_to(dout, x)},
    samples=lambda: [Sample((samples.array(2, 1), samples.array(4, 2, 3)))],
)
def expand_as(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Broadcast x to the shape of y."""
    return xp.broadcast_to(x, y.shape)


def _repeats(repeat_times: Any, rank: int) -> tuple[int, ...]:
    times = (repeat_times,) if isinstance(repeat_times, int) else tuple(repeat_times)
    return (1,) * (rank - len(times)) + times


def _tile(x: TensorSpec, *, repeat_times: Any) -> TensorSpec:
    times = _repeats(repeat_times, x.rank)
    shape = (1,) * (len(times) - x.rank) + x.shape
    return x.with_shape(tuple(dims.product(pair) for pair in zip(shape, times, strict=True)))


@op(
    infer=_tile,
    vjp={"x": lambda dout, x, attrs: tile_sum(dout, x, **attrs)},
    samples=lambda: [
        Sample((samples.array(2, 3),), {"repeat_times": [2, 2]}),
        Sample((samples.array(3),), {"repeat_times": (2, 1)}),
        Sample((samples.array(2, 3),), {"repeat_times": 2}),
    ],
)
def tile(xp: ArrayModule, x: Array, *, repeat_times: Any) -> Array:
    """Repeat x `repeat_times` times along each of the last dims."""
    return xp.tile(x, _repeats(repeat_times, x.ndim))


@op(
    dtype_kinds="fc",
    infer=shape_like,
    vjp={"x": lambda dout, attrs: tile(dout, **attrs)},
    samples=lambda: [Sample((samples.array(4, 6), samples.array(2, 3)), {"repeat_times": [2, 2]})],
)
def tile_sum(xp: ArrayModule, x: Array, like: Array, *, repeat_times: Any) -> Array:
    """Return the sum of the copies that tile made, in the shape of `like`: the gradient of tile."""
    times = _repeats(repeat_times, like.ndim)
    shape = (1,) * (len(times) - like.ndim) + like.shape
    pairs = xp.reshape(x, tuple(d for pair in zip(times, shape, strict=True) for d in pair))
    return xp.reshape(xp.sum(pairs, axis=tuple(range(0, 2 * len(times), 2))), like.shape)


def _turned(x: TensorSpec, *, axis: Any = None, **_: Any) -> TensorSpec:
    if not x.rank and axis not in (None, [], ()):
        raise ShapeError(f"x has rank 0, so it has no axis {axis}")
    _axes(() if axis is None else axis, x.rank)
    return x


def _rolled(x: TensorSpec, *, shifts: Any, axis: Any = None) -> TensorSpec:
    counts = [1 if isinstance(each, int) else len(each) for each in (shifts, axis) if each is not None]
    if axis not in (None, [], ()) and len({*counts}) > 1:
        raise ArgumentError(
            f"roll needs one shift for each axis, but received {counts[0]} and {counts[1]}",
            facts={"shifts": shifts, "axis": axis},
        )
    return _turned(x, axis=axis)


def _triangular(x: TensorSpec, **_: Any) -> TensorSpec:
    if x.rank < 2:
        raise ShapeError("x shape in tril or triu must be at least 2-D", facts={"x": x})
    return x


@op(
    infer=_turned,
    vjp={"x": lambda dout, axis: REGISTRY["flip"](dout, axis=axis)},
    samples=lambda: [Sample((samples.array(2, 3),), {"axis": 1}), Sample((samples.array(2, 3),), {"axis": [0, -1]})],
)
def flip(xp: ArrayModule, x: Array, *, axis: Any) -> Array:
    """Reverse the order of x along `axis` (an int or several)."""
    return xp.flip(x, axis=_axes(axis, x.ndim))


@op(
    infer=_rolled,
    check_shapes=True,
    vjp={"x": lambda dout, shifts, axis: roll(dout, shifts=_negated(shifts), axis=axis)},
    samples=lambda: [
        Sample((samples.array(2, 3),), {"shifts": 1}),
        Sample((samples.array(2, 3),), {"shifts": [1, -2], "axis": [0, 1]}),
    ],
)
def roll(xp: ArrayModule, x: Array, *, shifts: Any, axis: Any = None) -> Array:
    """Shift x cyclically by `shifts` along `axis` (None: in the flattened x)."""
    many = not isinstance(shifts, int)
    return xp.roll(x, tuple(shifts) if many else shifts, axis=tuple(axis) if isinstance(axis, list) else axis)


def _negated(shifts: Any) -> Any:
    return -shifts if isinstance(shifts, int) else [-s for s in shifts]


@op(
    infer=_triangular,
    check_shapes=True,
    vjp={"x": lambda dout, diagonal: tril(dout, diagonal=diagonal)},
    samples=lambda: [Sample((samples.array(3, 4),)), Sample((samples.array(2, 3, 3),), {"diagonal": -1})],
)
def tril(xp: ArrayModule, x: Array, *, diagonal: int = 0) -> Array:
    """Return x with zeros above a diagonal of its last two dims."""
    return xp.tril(x, diagonal)


@op(
    infer=_triangular,
    check_shapes=True,
    vjp={"x": lambda dout, diagonal: triu(dout, diagonal=diagonal)},
    samples=lambda: [Sample((samples.array(3, 4),)), Sample((samples.array(2, 3, 3),), {"diagonal": 1})],
)
def triu(xp: ArrayModule, x: Array, *, diagonal: int = 0) -> Array:
    """Return x with zeros below a diagonal of its last two dims."""
    return xp.triu(x, diagonal)
