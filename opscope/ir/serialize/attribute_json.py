"""Attributes of operators as JSON, without loss. Types that JSON does not have are objects with one key, a tag.

Finite numbers, strings, true, false, null and lists are stored as they are. `{"tuple": [1, {"float": "nan"}]}` is
`(1, nan)`. The tags are `float`, `complex`, `tuple`, `dict`, `slice`, `ellipsis`, `array`, `scalar`, `dtype`,
`numpy` (NumPy's dtypes) and `type`.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.dtype import NAMES, DType, as_dtype
from opscope.core.shape import product
from opscope.errors import UnsupportedError
from opscope.ir.serialize.untrusted import Untrusted

MAX_DEPTH = 32  # of nested lists
MAX_INT = 2**64  # seeds are the largest integers in programs
MAX_RANK = 32  # supported by every version of NumPy

# classes that programs use as data types
_CLASSES: dict[str, type] = {
    **{t.__name__: t for t in (bool, int, float, complex)},
    **{f"numpy.{name}": np.dtype(name).type for name in NAMES},
}
_CLASS_NAMES = {made: name for name, made in _CLASSES.items()}


def encode(value: Any, depth: int = 0) -> Any:
    """Encode a value for `decode`. Raises UnsupportedError for types that have no encoding."""
    kind = type(value)  # the exact type: a subclass would lose its own state
    if value is None or kind in (bool, str) or (kind is float and math.isfinite(value)):
        return value
    if kind is int and -MAX_INT <= value <= MAX_INT:
        return value
    if depth > MAX_DEPTH:
        raise UnsupportedError(f"a value nested deeper than {MAX_DEPTH} levels cannot be stored")
    if kind in (list, tuple):
        items = [encode(item, depth + 1) for item in value]
        return items if kind is list else {"tuple": items}
    if kind is dict:
        if any(type(key) is not str for key in value):
            raise UnsupportedError("a dict with keys that are not strings cannot be stored")
        return {"dict": {key: encode(item, depth + 1) for key, item in value.items()}}
    if kind is complex:
        return {"complex": [encode(value.real), encode(value.imag)]}
    if kind is slice:
        return {"slice": [encode(part, depth + 1) for part in (value.start, value.stop, value.step)]}
    return _leaf(value, kind)


def _leaf(value: Any, kind: type) -> dict[str, Any]:
    if kind is float:
        return {"float": "nan" if value != value else "inf" if value > 0 else "-inf"}
    if value is Ellipsis:
        return {"ellipsis": True}
    if kind is DType:
        return {"dtype": value.name}
    if issubclass(kind, np.dtype) and value.name in NAMES:
        return {"numpy": value.name}
    if kind is np.ndarray and value.dtype.name in NAMES:
        order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
        return {"array": {**_bits(value, order), "shape": list(value.shape), "order": order}}
    if issubclass(kind, np.generic) and value.dtype.name in NAMES:
        return {"scalar": _bits(np.asarray(value), "C")}
    if kind is type and value in _CLASS_NAMES:
        return {"type": _CLASS_NAMES[value]}
    raise UnsupportedError(f"a value of type {kind.__name__} cannot be stored")


def _bits(array: Array, order: Any) -> dict[str, str]:
    plain = array.astype(array.dtype.newbyteorder("<"), copy=False)
    return {"dtype": array.dtype.name, "base64": base64.b64encode(plain.tobytes(order)).decode("ascii")}


def decode(data: Untrusted, depth: int = 0) -> Any:
    """Decode a value that `encode` has created. Raises ArgumentError for other values."""
    value = data.value
    if value is None or type(value) in (bool, str):
        return value
    if type(value) is int:
        return data.integer(-MAX_INT, MAX_INT)
    if type(value) is float:
        if not math.isfinite(value):
            raise data.error("must be finite")
        return value
    if depth > MAX_DEPTH:
        raise data.error(f"is nested deeper than {MAX_DEPTH} levels")
    if type(value) is list:
        return [decode(item, depth + 1) for item in data.items()]
    if type(value) is not dict or len(value) != 1:
        raise data.error("must be a number, a string, true, false, null, a list, or an object with one tag")
    ((tag, content),) = value.items()
    inner = data.tagged(content)
    if tag in _NESTED:
        return _NESTED[tag](inner, depth + 1)
    if tag not in _LEAVES:
        raise data.error("has an unknown tag")
    return _LEAVES[tag](inner)


def _tuple(data: Untrusted, depth: int) -> tuple[Any, ...]:
    return tuple(decode(item, depth) for item in data.items())


def _dict(data: Untrusted, depth: int) -> dict[str, Any]:
    return {key: decode(item, depth) for key, item in data.entries().items()}


def _slice(data: Untrusted, depth: int) -> slice:
    parts = _tuple(data, depth)
    if len(parts) != 3:
        raise data.error("a slice must have three parts")
    return slice(*parts)


def _complex(data: Untrusted, depth: int) -> complex:
    parts = _tuple(data, depth)
    if [type(part) for part in parts] != [float, float]:
        raise data.error("a complex number must be two floats: [real, imaginary]")
    return complex(*parts)


def _choice(table: dict[str, Any]) -> Callable[[Untrusted], Any]:
    def read(data: Untrusted) -> Any:
        name = data.text()
        if name not in table:
            raise data.error(f"must be one of {', '.join(table)}")
        return table[name]

    return read


def _ellipsis(data: Untrusted) -> Any:
    if not data.boolean():
        raise data.error("must be true")
    return Ellipsis


def _array(data: Untrusted) -> Any:
    name, bits, shape, order = data.record("dtype", "base64", "shape", "order")
    dims = tuple(dim.integer() for dim in shape.items(most=MAX_RANK))
    flat = _flat(name, bits, product(dims) or 0)
    if order.value not in ("C", "F"):
        raise order.error("must be C or F")
    try:
        return flat.reshape(dims, order=order.value)
    except (ValueError, OverflowError):  # an empty array with a huge dim
        raise shape.error("is too large") from None


def _scalar(data: Untrusted) -> Any:
    name, bits = data.record("dtype", "base64")
    return _flat(name, bits, 1)[0]


def _flat(name: Untrusted, bits: Untrusted, count: int) -> Any:
    """A new array with `count` elements."""
    dtype = read_dtype(name).dtype
    try:
        raw = base64.b64decode(bits.text(), validate=True)
    except (binascii.Error, ValueError):  # ValueError: not even ASCII
        raise bits.error("must be base64") from None
    if len(raw) != count * dtype.itemsize:
        raise bits.error("does not have the number of bytes that its shape and dtype need")
    if dtype.kind == "b" and raw.strip(b"\0\1"):
        raise bits.error("has bytes that are neither true nor false")
    return np.frombuffer(raw, dtype.newbyteorder("<")).astype(dtype)


read_dtype: Callable[[Untrusted], DType] = _choice({name: as_dtype(name) for name in NAMES})

_NESTED: dict[Any, Callable[[Untrusted, int], Any]] = {
    "tuple": _tuple,
    "dict": _dict,
    "slice": _slice,
    "complex": _complex,
}
_LEAVES: dict[Any, Callable[[Untrusted], Any]] = {
    "float": _choice({"nan": math.nan, "inf": math.inf, "-inf": -math.inf}),
    "ellipsis": _ellipsis,
    "array": _array,
    "scalar": _scalar,
    "dtype": read_dtype,
    "numpy": _choice({name: np.dtype(name) for name in NAMES}),
    "type": _choice(_CLASSES),
}
