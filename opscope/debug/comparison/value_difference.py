"""Difference between two values: the number of differing elements, the largest difference, and the distance in bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import WideArray, float_limits
from opscope.core.place import to_host

ROUNDINGS = 1000
"""The tolerance for values that have different dtypes, devices or modes, as a number of rounding units."""
_INTEGERS = {2: np.int16, 4: np.int32, 8: np.int64}


@dataclass(frozen=True)
class ElementDifference:
    """The element with the largest difference between two values of equal shape.

    `a` and `b` are the two elements at `index`. `absolute` is |a - b|, and `relative` is |a - b| divided by the larger
    magnitude. `ulp` is the number of representable numbers from `a` to `b`, or None if the dtypes differ or are not
    floats. `bit` is the position of the bit that differs, counted from 0, or None if several bits or elements differ.
    `differing` is the number of differing elements, and `size` is the number of all elements. `spread` is the largest
    |a - b| of all elements, divided by the largest magnitude in both values.
    """

    index: tuple[int, ...]
    a: Any
    b: Any
    absolute: float
    relative: float
    ulp: int | None
    bit: int | None
    differing: int
    size: int
    spread: float

    @property
    def text(self) -> str:
        """Return a text of one line, such as `[0, 3] is 4 and 2 (0.5 relative, 1 of 8 elements)`."""
        at = f"[{', '.join(map(str, self.index))}]" if self.index else "the value"
        count = f"{self.differing:,} of {self.size:,} elements" if self.size > 1 else ""
        bit = "" if self.bit is None else f"bit {self.bit} is flipped"
        ulp = "" if self.ulp is None else f"{self.ulp:,} ulp"
        relative = f"{_short(self.relative)} relative" if self.relative == self.relative else ""  # NaN beside Inf
        rest = ", ".join(filter(None, [relative, ulp, bit, count]))
        return f"{at} is {number(self.a)} and {number(self.b)} ({rest})"


class ShapeDifference(NamedTuple):
    """Shapes of two values that cannot be compared element by element."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    spread: float = float("inf")

    @property
    def text(self) -> str:
        """Return a text such as `shape [3, 4] and [3, 5]`."""
        return f"shape {dims.text(self.a)} and {dims.text(self.b)}"


ArrayDifference = ElementDifference | ShapeDifference


def compare(a: Any, b: Any, rtol: float = 0.0) -> ArrayDifference | None:
    """Compare two arrays. Return None if the arrays are equal.

    If `rtol` is 0, the bits of the arrays are compared, but any two NaNs count as equal. Otherwise, elements may differ
    by `rtol` times the largest magnitude in the arrays.
    """
    if a is b:
        return None
    a, b = to_host(a), to_host(b)
    if a.shape != b.shape:
        if a.size != 1 or b.size != 1:
            return ShapeDifference(a.shape, b.shape)
        a, b = a.reshape(()), b.reshape(())
    if not a.size or (a.dtype == b.dtype and a.tobytes() == b.tobytes()):
        return None
    with np.errstate(all="ignore"):
        return _elements(a, b, rtol)


def _elements(a: Array, b: Array, rtol: float) -> ElementDifference | None:
    wide = np.result_type(a, b, np.complex128 if "c" in (a.dtype.kind, b.dtype.kind) else np.float64)
    wide_a, wide_b = a.astype(wide), b.astype(wide)
    distance = np.abs(wide_a - wide_b)
    magnitude = np.maximum(np.abs(wide_a), np.abs(wide_b))
    finite = np.isfinite(distance)
    nan_a, nan_b = wide_a != wide_a, wide_b != wide_b
    same = (wide_a == wide_b) | (nan_a & nan_b)
    if a.dtype == b.dtype and a.dtype.kind == "f" and not rtol:
        same &= np.signbit(a) == np.signbit(b)  # 0.0 and -0.0 have different bits
    scale = float(np.max(magnitude, where=finite, initial=0.0))
    differs = ~same & ~(finite & (distance <= rtol * scale)) if rtol else ~same
    if not differs.any():
        return None
    ranked = np.where(differs, np.where(finite, distance, np.inf), -1.0)
    flat = int(np.argmax(ranked))
    index = tuple(int(i) for i in np.unravel_index(flat, a.shape))
    largest, most = float(distance[index]), float(magnitude[index])
    count = int(differs.sum())
    is_wide = type(a) is WideArray or type(b) is WideArray  # their bits are not those of the format
    return ElementDifference(
        index=index,
        a=a[index].item(),
        b=b[index].item(),
        absolute=largest,
        relative=largest / most if most and np.isfinite(most) else (0.0 if largest == 0 else float("nan")),
        ulp=None if is_wide else _ulp(a[index], b[index]),
        bit=_flipped_bit(a[index], b[index]) if count == 1 and not is_wide else None,
        differing=count,
        size=a.size,
        spread=float(np.max(np.where(differs, distance, 0.0))) / scale if finite.all() and scale else float("inf"),
    )


def _ulp(a: Any, b: Any) -> int | None:
    """Return the number of representable numbers between two floats of the same dtype."""
    if a.dtype != b.dtype or a.dtype.kind != "f" or not (np.isfinite(a) and np.isfinite(b)):
        return None
    if (integer := _INTEGERS.get(a.dtype.itemsize)) is None:
        return None
    ordered = [int(x.view(integer)) for x in (a, b)]
    low = int(np.iinfo(integer).min)
    one, other = (low - i if i < 0 else i for i in ordered)  # negative floats are ordered in reverse
    return abs(one - other)


def _flipped_bit(a: Any, b: Any) -> int | None:
    """Return the position of the only bit that differs between two elements. Return None if several bits differ."""
    if a.dtype != b.dtype or a.dtype.kind == "c":
        return None
    different = int.from_bytes(a.tobytes(), "little") ^ int.from_bytes(b.tobytes(), "little")
    return different.bit_length() - 1 if different.bit_count() == 1 else None


def rounding(a: Any, b: Any) -> float:
    """Return the tolerance for values of two dtypes: `ROUNDINGS` times the rounding error of the coarser dtype."""
    return ROUNDINGS * max((float_limits(x).eps for x in (a, b) if x.dtype.kind in "fc"), default=0.0)


def number(x: Any) -> str:
    """Return an element as text, with enough digits to distinguish neighboring float32 numbers."""
    return f"{x:.9g}" if isinstance(x, float) else str(x)


def _short(x: float) -> str:
    return f"{x:.2g}"
