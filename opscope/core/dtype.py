"""Data types, with one object for each type. All spellings of a type in programs refer to the same object."""

from __future__ import annotations

import functools
import math
from typing import Any, TypeAlias

import numpy as np

from opscope.errors import DTypeError, UnsupportedError, nearest


class DType:
    """A data type. A DType can be compared with `==`, and NumPy accepts it as a dtype.

    >>> import numpy as np
    >>> np.zeros(2, dtype=float32).dtype
    dtype('float32')
    """

    __slots__ = ("dtype", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.dtype = np.dtype(name)  # NumPy reads this attribute and so accepts a DType as a dtype

    @property
    def kind(self) -> str:
        """NumPy's letter for the kind of numbers: f floating, i and u integer, b bool, c complex."""
        return self.dtype.kind

    @property
    def floating(self) -> bool:
        """True for types of values that can have gradients."""
        return self.dtype.kind in "fc"

    @property
    def itemsize(self) -> int:
        """Number of bytes of one element."""
        return self.dtype.itemsize

    def __repr__(self) -> str:
        return f"paddle.{self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self.name,)  # copies and unpickled ones are the same object again


class _UnsupportedDType(DType):
    """A floating type that NumPy does not have.

    The type can be compared, but any computation with it raises an error.
    """

    __slots__ = ("_itemsize",)

    def __init__(self, name: str, itemsize: int) -> None:
        self.name, self._itemsize = name, itemsize

    @property
    def kind(self) -> str:
        """The letter f, as for all floating types."""
        return "f"

    @property
    def floating(self) -> bool:
        """True, as for all floating types."""
        return True

    @property
    def itemsize(self) -> int:
        """Number of bytes that one element would have."""
        return self._itemsize

    @property
    def dtype(self) -> Any:
        """Raise an error, because opscope cannot compute in this type."""
        raise UnsupportedError(f"{self.name} is not supported: NumPy has no such type", fix="use float32, or float16")


class HeldDType(DType):
    """A number format that NumPy does not have.

    Its numbers are shown in a NumPy dtype that can represent all of them.
    """

    __slots__ = ()

    def __init__(self, name: str, held: str) -> None:
        self.name, self.dtype = name, np.dtype(held)

    @property
    def format(self) -> str:
        """The name of the format. Arrays of such numbers have the same name in their attribute `format`."""
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return held_dtype, (self.name, self.dtype.str)


@functools.cache
def held_dtype(name: str, held: str) -> HeldDType:
    """Return the DType of a format whose numbers are shown in the NumPy dtype `held`."""
    return HeldDType(name, held)


NAMES = (
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
NUMPY_ONLY = ("uint16", "uint32", "uint64")  # not tensors in Paddle, but in files of other libraries
_TYPES = {name: DType(name) for name in (*NAMES, *NUMPY_ONLY)}
BY_NUMPY_DTYPE = {
    found.dtype: found for found in _TYPES.values()
}  # by NumPy's dtype: its `name` takes a microsecond to make
_UNSUPPORTED = {
    name: _UnsupportedDType(name, size) for name, size in (("bfloat16", 2), ("float8_e4m3fn", 1), ("float8_e5m2", 1))
}

DTypeLike: TypeAlias = str | DType | np.dtype[Any] | type  # accepted spellings of a dtype

bool_ = _TYPES["bool"]
uint8 = _TYPES["uint8"]
int8 = _TYPES["int8"]
int16 = _TYPES["int16"]
int32 = _TYPES["int32"]
int64 = _TYPES["int64"]
float16 = _TYPES["float16"]
float32 = _TYPES["float32"]
float64 = _TYPES["float64"]
complex64 = _TYPES["complex64"]
complex128 = _TYPES["complex128"]
bfloat16 = _UNSUPPORTED["bfloat16"]
float8_e4m3fn = _UNSUPPORTED["float8_e4m3fn"]  # Paddle 3's, used in files of weights
float8_e5m2 = _UNSUPPORTED["float8_e5m2"]


def as_dtype(spelling: object) -> DType:
    """Return the DType for spellings such as 'float32', np.float32 and paddle.float32.

    Other spellings have the same meaning as in NumPy. For example, float means float64. Raises DTypeError for an
    unknown type, with the text `data type 'floatxx' not understood`.
    """
    if isinstance(spelling, DType):
        return spelling
    name = spelling.removeprefix("paddle.") if isinstance(spelling, str) else ""
    found = _TYPES.get(name) or _UNSUPPORTED.get(name)
    if found is not None:
        return found
    try:
        dtype = np.dtype(name or spelling)  # type: ignore[call-overload]
        return BY_NUMPY_DTYPE.get(dtype) or _TYPES[dtype.name]
    except (TypeError, KeyError):
        fix = (nearest(name, NAMES) if name else None) or f"one of {', '.join(NAMES)}"
        raise DTypeError(f"data type {spelling!r} not understood", fix=fix) from None


def as_number(value: Any, dtype: np.dtype[Any]) -> Any:
    """Convert a number to `dtype`. An integer that is out of range wraps around, as in Paddle.

    NumPy would raise an error in this case.
    """
    try:
        return dtype.type(value)
    except OverflowError:
        if dtype.kind not in "iu":
            raise
        return np.uint64(int(value) % 2**64).astype(dtype) if math.isfinite(value) else np.iinfo(dtype).min


def promote(a: DType, b: DType) -> DType:
    """Return the common type of two tensors. A float type has priority over any integer type, unlike in NumPy."""
    if a is b:
        return a
    if a.floating != b.floating:
        return a if a.floating else b
    return BY_NUMPY_DTYPE[np.promote_types(a.dtype, b.dtype)]
