"""Concatenation of several tensors, and division of a tensor into several tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import AxisError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import together
from opscope.ops.registry import Sample, op


def _merged(name: str, specs: Sequence[TensorSpec], ignoring: int | None) -> list[dims.Dim]:
    """Return the common dims of all inputs. Raises ShapeError, with all shapes, if the dims differ."""
    if not specs:
        raise ShapeError(f"{name}: the list of tensors is empty", fix="pass at least one tensor")
    shape = list(specs[0].shape)
    for spec in specs[1:]:
        agreed = len(shape) == spec.rank
        for i, (a, b) in enumerate(zip(shape, spec.shape, strict=False)):
            agreed = agreed and (i == ignoring or a is None or b is None or a == b)
            shape[i] = b if a is None else a
        if not agreed:
            raise ShapeError(
                f"{name}: the shapes of the inputs differ" + ("" if ignoring is None else f" outside axis {ignoring}"),
                facts={f"x[{i}]": s for i, s in enumerate(specs)},
                fix="make these shapes equal",
            )
    return shape


def _concat(*x: TensorSpec, axis: int = 0) -> TensorSpec:
    along = dims.axis_of(axis, x[0].rank) if x else 0
    shape = _merged("concat", x, ignoring=along)
    shape[along] = dims.add(*(s.shape[along] for s in x))
    return TensorSpec(tuple(shape), infer.promoted(*x))


@op(
    infer=_concat,
    vjp={"x": lambda dout, x, axis: split_like(dout, x, axis=axis)},
    samples=lambda: [
        Sample((samples.array(2, 3), samples.array(2, 1), samples.array(2, 2)), {"axis": 1}),
        Sample((samples.array(2, 3), samples.array(4, 3)), {}),
        Sample((samples.array(3),), {"axis": -1}),
    ],
)
def concat(xp: ArrayModule, *x: Array, axis: int = 0) -> Array:
    """Concatenate a list of tensors along an existing axis. Raises ShapeError if other dims differ."""
    return xp.concatenate(together(xp, x), axis=axis)


@op(
    infer=lambda x, *likes, axis=0: [s.with_dtype(x.dtype) for s in likes],
    outputs=("*out",),
    vjp={"x": lambda dout, axis: concat(dout, axis=axis)},
    samples=lambda: [Sample((samples.array(2, 5), samples.array(2, 3), samples.array(2, 2)), {"axis": 1})],
)
def split_like(xp: ArrayModule, x: Array, *likes: Array, axis: int = 0) -> Array:
    """Split x along an axis into pieces with the sizes of `likes` along this axis: the gradient of concat."""
    return _cut(x, [like.shape[axis] for like in likes], axis)


def _cut(x: Array, sizes: Sequence[int], axis: int) -> list[Any]:
    lead = (slice(None),) * dims.axis_of(axis, x.ndim)
    pieces, start = [], 0
    for size in sizes:
        pieces.append(x[(*lead, slice(start, start + size))])
        start += size
    return pieces


def _sections(dim: dims.Dim, wanted: int | Sequence[int]) -> list[dims.Dim]:
    """Return the sizes of the pieces. Raises ShapeError if the sizes do not add up to the dim."""
    if isinstance(wanted, int):
        if wanted < 1 or (dim is not None and dim % wanted):
            raise ShapeError(
                f"split: a dim of {dim} cannot be divided into {wanted} equal parts", fix="pass the sizes as a list"
            )
        return [None if dim is None else dim // wanted] * wanted
    sizes: list[dims.Dim] = list(wanted)
    holes = [i for i, s in enumerate(sizes) if s in (-1, None)]
    if any(s is not None and s < -1 for s in sizes):
        raise ShapeError(
            f"split: each section must be a size of 0 or more, but the sections are {list(wanted)}",
            fix="make the sizes add up to the dim; one size may be -1",
        )
    given = dims.add(*(s for i, s in enumerate(sizes) if i not in holes)) or 0
    if len(holes) > 1 or (dim is not None and (given > dim or (not holes and given != dim))):
        raise ShapeError(
            f"split: the sections {list(wanted)} do not add up to {dim}",
            fix="make the sizes add up to the dim; one size may be -1",
        )
    for i in holes:
        sizes[i] = None if dim is None else dim - given
    return sizes


def _split(x: TensorSpec, *, num_or_sections: Any, axis: int = 0) -> list[TensorSpec]:
    along = dims.axis_of(axis, x.rank)
    sizes = _sections(x.shape[along], num_or_sections)
    return [x.with_shape((*x.shape[:along], size, *x.shape[along + 1 :])) for size in sizes]


@op(
    infer=_split,
    outputs=("*out",),
    vjp={"x": lambda dout, axis: concat(dout, axis=axis)},
    samples=lambda: [
        Sample((samples.array(2, 6),), {"num_or_sections": 3, "axis": -1}),
        Sample((samples.array(5, 2),), {"num_or_sections": [2, -1]}),
    ],
)
def split(xp: ArrayModule, x: Array, *, num_or_sections: int | Sequence[int], axis: int = 0) -> Array:
    """Split x along an axis into a number of equal parts, or into parts of given sizes (one of them may be -1)."""
    return _cut(x, _sections(x.shape[axis], num_or_sections), axis)  # type: ignore[arg-type]


def _stack(*x: TensorSpec, axis: int = 0) -> TensorSpec:
    shape = _merged("stack", x, ignoring=None)
    shape.insert(dims.axis_of(axis, len(shape) + 1), len(x))
    return TensorSpec(tuple(shape), infer.promoted(*x))


@op(
    infer=_stack,
    vjp={"x": lambda dout, axis: unbind(dout, axis=axis)},
    samples=lambda: [
        Sample((samples.array(2, 3), samples.array(2, 3, seed=1)), {"axis": 1}),
        Sample((samples.array(),), {}),
        Sample((samples.array(3), samples.array(3, seed=1), samples.array(3, seed=2)), {"axis": -1}),
    ],
)
def stack(xp: ArrayModule, *x: Array, axis: int = 0) -> Array:
    """Join tensors of the same shape along a new axis. Raises ShapeError if the shapes differ."""
    return xp.stack(together(xp, x), axis=axis)


def _unbind(x: TensorSpec, *, axis: int = 0) -> list[TensorSpec]:
    along = dims.axis_of(axis, x.rank)
    count = infer.require_known_dim(x.shape[along], "unbind", f"the size of axis {along}")
    return [x.with_shape((*x.shape[:along], *x.shape[along + 1 :]))] * count


@op(
    infer=_unbind,
    outputs=("*out",),
    vjp={"x": lambda dout, axis: stack(dout, axis=axis)},
    samples=lambda: [Sample((samples.array(2, 3),), {"axis": 1}), Sample((samples.array(3),), {})],
)
def unbind(xp: ArrayModule, x: Array, *, axis: int = 0) -> Array:
    """Return the slices of x along an axis as a list.

    The size of the axis must be known. Raises AxisError for rank 0.
    """
    if not x.ndim:
        raise AxisError("unbind: a tensor of rank 0 has no axis", fix="add an axis with unsqueeze")
    lead = (slice(None),) * dims.axis_of(axis, x.ndim)
    return [x[(*lead, i)] for i in range(x.shape[axis])]


@op(
    infer=infer.broadcast,
    vjp={"x": lambda dout, x: [dout] * len(x)},
    samples=lambda: [
        Sample((samples.array(2, 3), samples.array(2, 3, seed=1), last), {})
        for last in (samples.array(3), samples.array(2, 3, seed=2))
    ],
)
def add_n(xp: ArrayModule, *x: Array) -> Array:
    """Return the sum of a list of tensors; used to add the gradients of a value that is used several times."""
    out = x[0]
    for other in x[1:]:
        out = xp.add(*together(xp, (out, other)))
    return xp.array(out) if len(x) == 1 else out
