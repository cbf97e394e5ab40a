"""Shapes whose dims may be unknown (None), and all calculations with shapes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, AxisError, ShapeError, UsageError

Dim = int | None
Shape = tuple[Dim, ...]


def product(dims: Iterable[Dim]) -> Dim:
    """Return the number of elements. Return None if a dim is unknown and no dim is 0.

    >>> product((2, 3)), product((2, None)), product((0, None))
    (6, None, 0)
    """
    total, unknown = 1, False
    for dim in dims:
        if dim is None:
            unknown = True
        else:
            total *= dim
    return 0 if total == 0 else None if unknown else total


def add(*dims: Dim) -> Dim:
    """Return the sum of dims, which is a dim of a concat's result. Return None if one dim is unknown."""
    total = 0
    for dim in dims:
        if dim is None:
            return None
        total += dim
    return total


def is_whole(size: object) -> bool:
    """Return True if a size is a whole number. Its type may be any numeric type.

    >>> is_whole(3), is_whole(3.0), is_whole(2.5), is_whole(None), is_whole("3")
    (True, True, False, False, False)
    """
    try:
        return not isinstance(size, str) and bool(int(size) == size)  # pyright: ignore[reportArgumentType]
    except (TypeError, ValueError, OverflowError):
        return False


def parameter_sizes(given: Iterable[object]) -> tuple[int, ...]:
    """Return the shape of a parameter. Raises ArgumentError for a size that is negative or not a whole number."""
    sizes: list[Any] = list(given)
    if not all(is_whole(size) and size >= 0 for size in sizes):
        raise ArgumentError(
            f"Each dimension of shape for Parameter must be greater than 0, but received {sizes}",
            site=site(), fix="pass positive whole numbers",
        )  # fmt: skip
    return tuple(map(int, sizes))


def broadcast(*shapes: Shape) -> Shape:
    """Return the shape to which NumPy's rules broadcast several shapes.

    >>> broadcast((3, 1), (None, 4)), broadcast((None,), (1,)), broadcast((2, 3), ())
    ((3, 4), (None,), (2, 3))

    Raises ShapeError if the shapes cannot be broadcast.
    """
    rank = max((len(s) for s in shapes), default=0)
    out: list[Dim] = []
    for position in range(-rank, 0):
        dims = {s[position] for s in shapes if len(s) >= -position}
        known = dims - {None, 1}
        if len(known) > 1:
            shown = " and ".join(f"{name} = {text(s)}" for name, s in zip("XYZW", shapes, strict=False))
            raise ShapeError(
                "Broadcast dimension mismatch. Operands could not be broadcast together with the shape of " + shown,
                fix="make the differing dims equal, or make one of them 1",
            )
        out.append(known.pop() if known else None if None in dims else 1)
    return tuple(out)


def unify(a: Shape, b: Shape) -> Shape | None:
    """Combine the known dims of two shapes. Return None if the ranks or two known dims differ."""
    if len(a) != len(b):
        return None
    out: list[Dim] = []
    for x, y in zip(a, b, strict=True):
        if x is not None and y is not None and x != y:
            return None
        out.append(y if x is None else x)
    return tuple(out)


def refines(actual: Sequence[int], declared: Shape) -> bool:
    """Return True if the shape of an array equals a declared shape in all known dims.

    >>> refines((4, 3), (None, 3)), refines((4, 3), (None, 2))
    (True, False)
    """
    if len(actual) != len(declared):
        return False
    return all(dim is None or dim == actual[i] for i, dim in enumerate(declared))


def axis_of(axis: int, rank: int) -> int:
    """Return an axis as a non-negative number. For rank 0, the axes 0 and -1 are valid.

    Raises AxisError with the valid range if the axis is out of range.
    """
    if rank == 0 and axis in (0, -1):
        return 0
    if not -rank <= axis < rank:
        raise AxisError(f"axis {axis} is out of range for rank {rank}", fix=f"use {-rank} to {rank - 1}")
    return axis % rank


def axes_of(axis: int | Sequence[int] | None, rank: int) -> tuple[int, ...]:
    """Return axes as sorted non-negative numbers. None and () mean all axes. Raises UsageError if `axis` is a text."""
    if isinstance(axis, str):
        raise UsageError(f"an axis must be a whole number, or a list of them, not {axis!r}", fix="axis=0")
    if axis is None or (not isinstance(axis, int) and len(axis) == 0):
        return tuple(range(rank))
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    return tuple(sorted({axis_of(int(a), rank) for a in axes} & set(range(rank))))


def reduce(shape: Shape, axis: int | Sequence[int] | None, keepdim: bool) -> Shape:
    """Return the shape after a reduction over `axis` (None means all axes)."""
    axes = axes_of(axis, len(shape))
    return tuple(1 if i in axes else d for i, d in enumerate(shape) if keepdim or i not in axes)


def reshape(shape: Shape, wanted: Sequence[int | None]) -> Shape:
    """Return the shape of a reshape, as in Paddle. 0 copies the input's dim, and a dim of -1 or None is computed.

    >>> reshape((None, 3, 4), (0, -1)), reshape((2, 6), (3, -1))
    ((None, 12), (3, 4))
    """
    if any(d == 0 and i >= len(shape) for i, d in enumerate(wanted)):
        raise ShapeError(
            f"reshape: the index of 0 in `shape` {text(tuple(wanted))} must be less than the rank of {text(shape)}",
            fix="a 0 copies a dim of the input, but the input has no dim at this position",
        )
    out: list[Dim] = [shape[i] if d == 0 else d for i, d in enumerate(wanted)]
    holes = [i for i, d in enumerate(wanted) if d is None or d == -1]
    if len(holes) > 1:
        raise ShapeError(f"reshape to {text(tuple(wanted))}: only one dim may be -1", facts={"given": text(shape)})
    if holes:
        kept = [i for i, d in enumerate(wanted) if d == 0]  # a copied dim cancels, known or not
        total = product(d for i, d in enumerate(shape) if i not in kept)
        rest = product(d for i, d in enumerate(out) if i not in kept and i not in holes)
        if total is not None and rest is not None and (rest == 0 or total % rest):
            raise ShapeError(
                f"reshape: the elements of {text(shape)} cannot be divided into {text(tuple(wanted))}",
                fix="choose sizes whose product divides the number of elements",
            )
        out[holes[0]] = None if total is None or rest is None else total // rest
    elif (a := product(shape)) is not None and (b := product(out)) is not None and a != b:
        raise ShapeError(
            f"reshape: {text(shape)} has {a} elements, but {text(tuple(out))} has {b}",
            fix="choose a shape with the same number of elements",
        )
    return tuple(out)


def text(shape: Sequence[Dim]) -> str:
    """Format a shape as text, such as `[?, 3]`."""
    return "[" + ", ".join("?" if d is None or d == -1 else str(d) for d in shape) + "]"
