"""Windows over the last two dims, for convolution and pooling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike
from opscope.core.shape import Dim
from opscope.errors import ArgumentError, ShapeError


def pair(value: Array, name: str) -> tuple[int, int]:
    """Return (height, width) from an int or two ints. Raises ArgumentError for other values."""
    both = (value, value) if isinstance(value, int) else tuple(value)
    if len(both) != 2:
        raise ArgumentError(f"{name} must be an int or two ints, not {value!r}", fix=f"pass {name}=1 or {name}=(1, 1)")
    return both


@dataclass(frozen=True, slots=True)
class Axis:
    """Windows along one dim: size, stride, dilation, and the padding before and after."""

    size: int
    stride: int
    dilation: int
    before: int
    after: int

    def __post_init__(self) -> None:
        for what, value in (("kernel size", self.size), ("stride", self.stride), ("dilation", self.dilation)):
            if value < 1:
                raise ArgumentError(f"{what} should be larger than 0, but received {what} is {value}")
        if self.before < 0 or self.after < 0:
            raise ArgumentError(
                f"Invalid padding, all value should be larger than or equal to 0, but received: "
                f"{[self.before, self.after]}"
            )

    @property
    def extent(self) -> int:
        """The number of values from the first value of a window to its last value."""
        return self.dilation * (self.size - 1) + 1

    def count(self, dim: Dim, ceil: bool = False) -> Dim:
        """Return the number of windows; with `ceil`, the last window may end after the padding.

        Raises ShapeError if there is no window.
        """
        if dim is None:
            return None
        room = dim + self.before + self.after - self.extent
        if room < 0:
            raise ShapeError(
                f"a window of {self.extent} does not fit into {dim} + {self.before} + {self.after} (padding)",
                fix="use a smaller kernel or more padding",
            )
        count = (-(-room // self.stride) if ceil else room // self.stride) + 1
        if ceil and (count - 1) * self.stride >= dim + self.before:
            count -= 1  # a window that would lie in the padding alone
        return count

    def values_at(self, offset: int, count: int) -> slice:
        """Return the slice of the padded values that `count` windows have at `offset`."""
        start = offset * self.dilation
        return slice(start, start + self.stride * (count - 1) + 1, self.stride)

    def unpadded(self, offset: int, count: int, dim: int) -> tuple[slice, slice]:
        """Return the slice of the windows without padding at `offset`, and the slice of their values there."""
        start = offset * self.dilation - self.before
        low = max(-(start // self.stride), 0)
        high = min((dim - 1 - start) // self.stride + 1, count)
        if high <= low:
            return slice(0), slice(0)
        first = start + low * self.stride
        return slice(low, high), slice(first, start + (high - 1) * self.stride + 1, self.stride)

    def span(self, count: int) -> int:
        """Return the number of values that `count` windows cover, from the beginning of the padding."""
        return (count - 1) * self.stride + self.extent

    @property
    def are_disjoint(self) -> bool:
        """True if the windows share no values."""
        return self.stride >= self.extent


def _padding_pairs(padding: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    if isinstance(padding, int):
        return (padding, padding), (padding, padding)
    flat = list(padding)
    if len(flat) == 4 and not isinstance(flat[0], int):  # [[0, 0], [0, 0], [top, bottom], [left, right]]
        flat = [*flat[2], *flat[3]]
    elif len(flat) == 2 and not isinstance(flat[0], int):
        flat = [*flat[0], *flat[1]]
    elif len(flat) == 2:
        flat = [flat[0], flat[0], flat[1], flat[1]]
    if len(flat) != 4:
        raise ArgumentError(
            f"padding {padding!r} is not valid", fix="pass an int, two ints, four ints, 'SAME' or 'VALID'"
        )
    return (flat[0], flat[1]), (flat[2], flat[3])


def axes(dims: Sequence[Dim], size: Any, stride: Any, padding: Any, dilation: Any = 1) -> tuple[Axis, Axis]:
    """Return an Axis for height and an Axis for width. Raises ArgumentError for an invalid padding."""
    sizes, steps, gaps = pair(size, "kernel_size"), pair(stride, "stride"), pair(dilation, "dilation")
    if isinstance(padding, str):
        name = padding.upper()
        if name not in ("SAME", "VALID"):
            raise ArgumentError(f"padding {padding!r} is not valid", fix="pass 'SAME', 'VALID' or numbers")
        pads = [_same(d, k, s) if name == "SAME" else (0, 0) for d, k, s in zip(dims, sizes, steps, strict=True)]
        gaps = (1, 1) if name == "SAME" else gaps  # as in Paddle
    else:
        pads = list(_padding_pairs(padding))
    made = [Axis(k, s, g, *p) for k, s, g, p in zip(sizes, steps, gaps, pads, strict=True)]
    return made[0], made[1]


def _same(dim: Dim, size: int, stride: int) -> tuple[int, int]:
    if dim is None:
        return 0, 0
    total = max((-(-dim // stride) - 1) * stride + size - dim, 0)
    return total // 2, total - total // 2


def padded(xp: ArrayModule, x: Array, axes: tuple[Axis, Axis], counts: Sequence[int], value: float = 0) -> Any:
    """Return x with its padding, and with more padding if the last window ends after it (ceil_mode)."""
    sizes = padded_dims(x.shape[2:], axes, counts)
    if sizes == tuple(x.shape[2:]):
        return x
    out = xp.full((*x.shape[:2], *sizes), value, dtype=x.dtype)
    interior(out, x, axes)[:] = x
    return out


def padded_dims(dims: Sequence[int], axes: tuple[Axis, Axis], counts: Sequence[int]) -> tuple[int, ...]:
    """Return the height and width of the padded values, which contain all windows."""
    return tuple(max(a.span(n), a.before + d) for a, n, d in zip(axes, counts, dims, strict=True))


def padded_zeros(xp: ArrayModule, like: Any, axes: tuple[Axis, Axis], counts: Sequence[int], dtype: DTypeLike) -> Any:
    """Return zeros in the shape that `padded` returns. Gradients are added to them; `interior` is the result."""
    return xp.zeros((*like.shape[:2], *padded_dims(like.shape[2:], axes, counts)), dtype=dtype)


def interior(out: Array, like: Any, axes: tuple[Axis, Axis]) -> Any:
    """Return a padded array without its padding."""
    top, left = axes[0].before, axes[1].before
    return out[:, :, top : top + like.shape[2], left : left + like.shape[3]]


def kernel_positions(axes: tuple[Axis, Axis], counts: Sequence[int]) -> Iterator[tuple[int, int, slice, slice]]:
    """Yield (row, column, slice, slice) for each kernel position; the slices select the values of all windows."""
    for row in range(axes[0].size):
        for column in range(axes[1].size):
            yield row, column, axes[0].values_at(row, counts[0]), axes[1].values_at(column, counts[1])
