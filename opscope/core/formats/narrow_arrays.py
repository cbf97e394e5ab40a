"""Arrays in formats that NumPy does not have: their stored bits, and their numbers in a NumPy dtype.

The NumPy dtype can represent all numbers of the format. Stored elements have a dtype with one field, whose name is the
name of the format. NumPy can copy and compare such elements, but it cannot compute with their bits by mistake.
`widened` returns the numbers as float32, or as complex64 for complex32.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.dtype import DType, as_dtype, held_dtype
from opscope.core.formats.float_formats import FLOATS, POWERS
from opscope.errors import ArgumentError

COMPLEX = "complex32"
STORED: dict[str, np.dtype[Any]] = {
    "bfloat16": np.dtype([("bfloat16", "<u2")]),
    **{name: np.dtype([(name, "u1")]) for name in (*FLOATS, POWERS) if name.startswith("float8")},
    COMPLEX: np.dtype([(COMPLEX, "<f2", (2,))]),
}
_FORMATS = {dtype: name for name, dtype in STORED.items()}
_FEWEST_BITS = 8


class WideArray(np.ndarray[Any, Any]):
    """The numbers of an array whose elements have another format. `format` is the name of this format.

    If NumPy computes a result from the array, the result has no format.
    """

    format = ""

    def __array_finalize__(self, of: Array) -> None:
        self.format = getattr(of, "format", "") if getattr(of, "dtype", None) == self.dtype else ""

    def __array_wrap__(self, array: Array, context: Any = None, return_scalar: bool = False) -> Any:
        made = np.asarray(array)
        return made[()] if return_scalar else made

    def __repr__(self) -> str:
        text = super().__repr__()
        return f"{text.removesuffix(')')}, format={self.format!r})" if self.format else text

    def __reduce__(self) -> Any:
        return wide, (np.asarray(self), self.format)


def is_stored(array: Array) -> bool:
    """Return True for an array of stored elements, whose format NumPy does not have."""
    dtype = getattr(array, "dtype", None)
    return dtype is not None and dtype.kind == "V" and dtype in _FORMATS


def format_of(dtype: np.dtype[Any]) -> str:
    """Return the name of the format of stored elements. Return "" for a normal NumPy dtype."""
    return _FORMATS.get(dtype, "")


def widened(array: Array) -> Any:
    """Convert stored elements of a format that NumPy lacks to their exact numbers. Return other values unchanged."""
    if not isinstance(array, np.ndarray | np.void) or array.dtype.kind != "V" or array.dtype not in _FORMATS:
        return array
    name = _FORMATS[array.dtype]
    bits = np.asarray(array)[name]
    if name == COMPLEX:
        made = np.empty(array.shape, np.complex64)
        made.real, made.imag = bits[..., 0], bits[..., 1]
    elif name == "bfloat16":
        made = (bits.astype("<u4") << np.uint32(16)).view("<f4")
    else:
        made = _numbers(name)[bits]
    return wide(made, name)


def as_stored(array: Array, of: Array) -> Any:
    """Return numbers as stored elements if the array `of` has stored elements. Otherwise, return the numbers unchanged.

    Raises ArgumentError, like `narrowed`.
    """
    return narrowed(array, of.dtype) if is_stored(of) and not is_stored(array) else array


def narrowed(array: Array, dtype: np.dtype[Any]) -> Any:
    """Return numbers as stored elements of a dtype. Each number is rounded to the nearest value, and ties to even.

    Raises ArgumentError for a number that the format cannot represent: infinity, or a number out of its range.
    """
    name = _FORMATS[dtype]
    made = np.empty(np.shape(array), dtype)
    if name == COMPLEX:
        numbers = np.asarray(array, np.complex64)
        with np.errstate(over="ignore"):
            made[name][..., 0], made[name][..., 1] = numbers.real, numbers.imag
        return made
    with np.errstate(over="ignore"):
        numbers = np.asarray(array, np.float32)
    made[name] = _upper_half(numbers) if name == "bfloat16" else _codes(numbers, name)
    return made


def dtype_name(array: Array) -> str:
    """Return the name of the format of an array's elements, such as `bfloat16`, or the name of the NumPy dtype."""
    return _format(array) or str(array.dtype)


def dtype_of(array: Array) -> DType:
    """Return the DType of an array's elements, even if NumPy does not have their format."""
    name = _format(array)
    return held_dtype(name, held_in(name)) if name else as_dtype(array.dtype)


def _format(array: Array) -> str:
    return getattr(array, "format", "") or format_of(array.dtype)


def is_float(array: Array) -> bool:
    """Return True for an array of floats, including stored floats."""
    return array.dtype.kind == "f" or format_of(array.dtype) not in ("", COMPLEX)


class FloatLimits(NamedTuple):
    """Limits of a float format: its largest and smallest normal numbers, and the distance from 1 to the next number."""

    max: float
    tiny: float
    eps: float


def float_limits(array: Array) -> FloatLimits:
    """Return the limits of the format of an array of floats, or of a DType."""
    name = getattr(array, "format", "")
    if name == POWERS:
        return FloatLimits(2.0**127, 2.0**-127, 1.0)
    if name in FLOATS:
        format_ = FLOATS[name]
        return FloatLimits(format_.largest, 2.0**format_.least, 2.0**-format_.fraction)
    found = np.finfo(np.float16 if name == COMPLEX else array.dtype)
    return FloatLimits(float(found.max), float(found.tiny), float(found.eps))


def held_in(name: str) -> str:
    """Return the text of the NumPy dtype in which the numbers of a format are shown."""
    return "<c8" if name == COMPLEX else "<f4"


def like(array: Array, of: Array) -> Any:
    """Return numbers as an array with the format of the array `of`, if `of` has a format."""
    found = getattr(of, "format", "")
    return wide(np.asarray(array), found) if found and array.dtype == of.dtype else array


def dtype_text(dtype: np.dtype[Any]) -> str:
    """Return the text that represents a dtype in a file: the name of the format of stored elements, or NumPy's text."""
    return format_of(dtype) or dtype.str


def wide(array: Array, name: str) -> Any:
    """Return an array as a WideArray with the format `name`."""
    made = np.asarray(array).view(WideArray)
    made.format = name
    return made


def _upper_half(numbers: Any) -> Any:
    bits = numbers.view("<u4")
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(numbers), np.uint32(0x7FC0), rounded).astype("<u2")


@functools.cache
def _numbers(name: str) -> Any:
    """Return the number that each code (bit pattern) of an eight-bit format represents."""
    codes = np.arange(1 << _FEWEST_BITS)
    if name == POWERS:
        return np.where(codes == codes[-1], np.nan, np.ldexp(1.0, codes - 127)).astype(np.float32)
    format_ = FLOATS[name]
    size, steps = codes & 0x7F, 1 << format_.fraction
    exponent, part = size >> format_.fraction, size & (steps - 1)
    is_normal = exponent > 0
    scale = np.where(is_normal, exponent - 1, 0) + format_.least
    found = np.ldexp((part + np.where(is_normal, steps, 0)) / steps, scale)
    beyond = found > format_.largest
    found = np.where(beyond, np.inf if format_.infinity else np.nan, found)
    found = np.where(beyond & (part != 0), np.nan, found)
    found = np.where(codes >= 0x80, -found, found)
    if not format_.negative_zero:
        found[0x80] = np.nan
    return found.astype(np.float32)


def _codes(numbers: Any, name: str) -> Any:
    """Return the codes of the nearest numbers in an eight-bit format."""
    known = _numbers(name).astype(np.float64)
    positive = known if name == POWERS else known[:0x80]
    finite = positive[np.isfinite(positive)]
    last = len(finite) - 1
    size = np.abs(numbers).astype(np.float64)
    steps = np.append(finite, finite[-1] + (finite[-1] - finite[-2]))
    middles = (steps[:-1] + steps[1:]) / 2
    codes = np.searchsorted(middles, size)
    codes += (codes <= last) & (size == middles[np.minimum(codes, last)]) & ((codes % 2 == 1) | (name == POWERS))
    has_infinity = name != POWERS and FLOATS[name].infinity
    lost = (codes > last) & ~np.isnan(numbers)
    lost &= not has_infinity
    if name == POWERS:
        lost |= numbers <= 0
    if lost.any():
        first = numbers[lost].flat[0]
        raise ArgumentError(
            f"{name} cannot represent {first:g}", fix=f"use numbers from {finite[0]:.3g} to {finite[-1]:.3g}"
        )
    nan = np.flatnonzero(np.isnan(known))
    nan = nan[(len(nan) - 1) // 2]  # the last positive one
    signed = codes if name == POWERS else np.where(np.signbit(numbers), codes | 0x80, codes)
    if name != POWERS and not FLOATS[name].negative_zero:
        signed = np.where(codes == 0, 0, signed)
    return np.where(np.isnan(numbers), nan, signed).astype("u1")
