"""Words: the names of Python that a file of data may mention, and what is understood by them.

They are those that NumPy, and Paddle's Tensors, are pickled with.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

RANK = 32  # what every NumPy takes
_KINDS = frozenset(["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"])


class Refused(Exception):
    """The file asks for something that is no data."""


class Word:
    """Something of the file that is no value by itself."""

    def value(self) -> Any:
        """What stands in its place. Raises Refused if nothing can."""
        raise NotImplementedError

    def build(self, state: Any) -> None:
        """Take what the file says of it. Raises Refused."""
        raise Refused("it sets the attributes of an object")


class OldString(str):
    """A string of Python 2, read as latin1: bytes, where bytes are needed."""


class Global(Word):
    """A name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def value(self) -> Any:
        raise Refused(f"it names {shown(self.name)}, which is no data")


class Dtype(Word):
    """A number type, in some byte order."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype

    def value(self) -> Any:
        raise Refused("it has a dtype where a value should be")

    def build(self, state: Any) -> None:
        parts: list[Any] = list(state) if isinstance(state, tuple) else []
        if len(parts) < 5 or parts[1] not in ("<", ">", "|", "=") or any(p is not None for p in parts[2:5]):
            raise Refused("it is damaged (a dtype)")
        if parts[1] in ("<", ">"):
            self.dtype = self.dtype.newbyteorder(parts[1])

    def array(self, raw: Any, shape: tuple[int, ...], fortran: bool) -> Any:
        """Bytes as a native array of its own. Raises Refused if they are not as many as the shape needs."""
        raw = raw.encode("latin1") if isinstance(raw, OldString) else raw
        if not isinstance(raw, bytes) or math.prod(shape) * self.dtype.itemsize != len(raw):
            raise Refused("it is damaged (an array whose bytes do not fill its shape)")
        found = np.frombuffer(raw, self.dtype).reshape(shape, order="F" if fortran else "C")
        return found.astype(self.dtype.newbyteorder("="), order="K", copy=True)


class Array(Word):
    """An array, which is there once the file has said what is in it."""

    def __init__(self) -> None:
        self.array: Any = None

    def value(self) -> Any:
        if self.array is None:
            raise Refused("it is damaged (an array without content)")
        return self.array

    def build(self, state: Any) -> None:
        if not isinstance(state, tuple) or len(state) != 5 or self.array is not None:
            raise Refused("it is damaged (an array)")
        _, shape, dtype, fortran, raw = state
        if not isinstance(dtype, Dtype) or not isinstance(shape, tuple) or len(shape) > RANK:
            raise Refused("it is damaged (an array)")
        if any(type(d) is not int or not 0 <= d < 1 << 62 for d in shape):
            raise Refused("it is damaged (the shape of an array)")
        self.array = dtype.array(raw, shape, bool(fortran))


def called(function: Global, args: tuple[Any, ...]) -> Any:
    """What a call of the file stands for. Raises Refused for all that is not known here."""
    name = function.name.replace("numpy._core.", "numpy.core.").replace("__builtin__.", "builtins.")
    understood = _CALLS.get(name)
    if understood is None:
        raise Refused(f"it calls {shown(function.name)}, which is no data")
    found = understood(args)
    if found is None:
        raise Refused(f"it calls {shown(function.name)} as data is not made")
    return found


def shown(name: str) -> str:
    """A name of the file, in an error: no longer than a line, and in one."""
    return repr(name[:80])[1:-1]


def _array(args: tuple[Any, ...]) -> Any:
    is_array = len(args) == 3 and isinstance(args[0], Global) and args[0].name == "numpy.ndarray"
    return Array() if is_array and args[1] == (0,) else None


def _dtype(args: tuple[Any, ...]) -> Any:
    if not args or not isinstance(args[0], str):
        return None
    if args[0] not in _KINDS:
        raise Refused(f"it has an array of {shown(args[0])}, which are no numbers")
    return Dtype(np.dtype(args[0]))


def _scalar(args: tuple[Any, ...]) -> Any:
    return args[0].array(args[1], (), False)[()] if len(args) == 2 and isinstance(args[0], Dtype) else None


def _encoded(args: tuple[Any, ...]) -> Any:
    plain = len(args) == 2 and isinstance(args[0], str) and args[1] == "latin1"
    return args[0].encode("latin1") if plain else None


def _tensor(args: tuple[Any, ...]) -> Any:
    """tuple((name, array)): how Paddle pickles a Tensor."""
    return args[0] if len(args) == 1 and isinstance(args[0], tuple) else None


def _dense(args: tuple[Any, ...]) -> Any:
    """eval("data", {"data": array}): how Paddle pickles a DenseTensor; read as the pattern that it is."""
    fits = len(args) == 2 and args[0] == "data" and isinstance(args[1], dict) and list(args[1]) == ["data"]
    return args[1]["data"] if fits and isinstance(args[1]["data"], Array) else None


def _complex(args: tuple[Any, ...]) -> Any:
    return complex(*args) if len(args) == 2 and all(type(a) is float for a in args) else None


_CALLS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "numpy.core.multiarray._reconstruct": _array,
    "numpy.core.multiarray.scalar": _scalar,
    "numpy.dtype": _dtype,
    "_codecs.encode": _encoded,
    "collections.OrderedDict": lambda args: None if args else {},
    "builtins.tuple": _tensor,
    "builtins.eval": _dense,
    "builtins.bytes": lambda args: None if args else b"",
    "builtins.complex": _complex,
}
