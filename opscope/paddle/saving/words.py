"""Words: the Python names that a file of data may contain, and their meanings.

NumPy, and Paddle's Tensors, are pickled with these names.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

RANK = 32  # what every NumPy takes
_KINDS = frozenset(["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"])


class Refused(Exception):
    """Error: the file contains an object that is not data."""


class Budget:
    """The memory that a file of `size` bytes may need.

    Objects: the memory of Python objects for the instructions of a file that `pickle` wrote. Copies: the bytes of
    arrays and byte strings. A file contains each of them once, so a multiple of its size means that the file repeats
    them too often.
    """

    def __init__(self, size: int) -> None:
        self._objects = (64 << 20) + 32 * size
        self._copies = 1024 + 3 * size  # an array of protocol 2 is text in the file, then bytes, then an array

    def spend(self, nbytes: int) -> None:
        """Count an object. Raises Refused if there are too many."""
        self._objects -= nbytes
        if self._objects < 0:
            raise Refused("the pickle would need far more memory than its own size")

    def spend_copy(self, nbytes: int) -> None:
        """Count a copy of bytes in the file. Raises Refused if there are too many."""
        self._copies -= nbytes
        if self._copies < 0:
            raise Refused("the data in the pickle would be far larger than the pickle itself")


WORD = 1024  # bytes of an array or dtype with everything that is made of it, a Tensor included


class Word:
    """An item of the file that is not a value by itself."""

    def value(self) -> Any:
        """Return the value of the word. Raises Refused without a value."""
        raise NotImplementedError

    def build(self, state: Any, budget: Budget) -> None:
        """Set the state from the file. Raises Refused."""
        raise Refused("the pickle sets attributes of an object, which a file of data does not need")


class OldString(str):
    """A string of Python 2, read as latin1; bytes where bytes are needed."""


class Global(Word):
    """A Python name in the file."""

    def __init__(self, name: str) -> None:
        self.name = name

    def value(self) -> Any:
        raise Refused(f"the pickle refers to {shown(self.name)}, which is not data")


class Dtype(Word):
    """A number type with a byte order."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype

    def value(self) -> Any:
        raise Refused("the pickle has a dtype in the place of a value")

    def build(self, state: Any, budget: Budget) -> None:
        parts: tuple[Any, ...] = state if isinstance(state, tuple) else ()
        if not 5 <= len(parts) <= 9 or parts[1] not in ("<", ">", "|", "=") or any(p is not None for p in parts[2:5]):
            raise Refused("the pickle is damaged: a dtype is not valid")
        if parts[1] in ("<", ">"):
            self.dtype = self.dtype.newbyteorder(parts[1])

    def array(self, raw: Any, shape: tuple[int, ...], fortran: bool, budget: Budget) -> Any:
        """Convert bytes to a native array with its own memory.

        Raises Refused if their number does not match the shape.
        """
        if isinstance(raw, bytes | str):
            budget.spend_copy(len(raw))
        raw = raw.encode("latin1") if isinstance(raw, OldString) else raw
        if not isinstance(raw, bytes) or math.prod(shape) * self.dtype.itemsize != len(raw):
            raise Refused("the pickle is damaged: the number of bytes of an array does not match its shape")
        found = np.frombuffer(raw, self.dtype).reshape(shape, order="F" if fortran else "C")
        return found.astype(self.dtype.newbyteorder("="), order="K", copy=True)


class Array(Word):
    """An array, which exists after the file has given its content."""

    def __init__(self) -> None:
        self.array: Any = None

    def value(self) -> Any:
        if self.array is None:
            raise Refused("the pickle is damaged: an array has no content")
        return self.array

    def build(self, state: Any, budget: Budget) -> None:
        if not isinstance(state, tuple) or len(state) != 5 or self.array is not None:
            raise Refused("the pickle is damaged: the content of an array is not valid")
        _, shape, dtype, fortran, raw = state
        if not isinstance(dtype, Dtype) or not isinstance(shape, tuple) or len(shape) > RANK:
            raise Refused("the pickle is damaged: the shape or dtype of an array is not valid")
        if any(type(d) is not int or not 0 <= d < 1 << 62 for d in shape):
            raise Refused("the pickle is damaged: the shape of an array is not valid")
        self.array = dtype.array(raw, shape, bool(fortran), budget)


def called(function: Global, args: tuple[Any, ...], budget: Budget) -> Any:
    """Return the result of a call in the file. Raises Refused for all but the allowed calls."""
    name = function.name.replace("numpy._core.", "numpy.core.").replace("__builtin__.", "builtins.")
    understood = _CALLS.get(name)
    if understood is None:
        raise Refused(f"the pickle calls {shown(function.name)}, which is not data")
    budget.spend(WORD)
    found = understood(args, budget)
    if found is None:
        raise Refused(f"the pickle calls {shown(function.name)} with arguments that a file of data does not need")
    return found


def shown(name: str) -> str:
    """Return a name of the file for an error, shortened to one line."""
    return repr(name[:80])[1:-1]


def _array(args: tuple[Any, ...], budget: Budget) -> Any:
    is_array = len(args) == 3 and isinstance(args[0], Global) and args[0].name == "numpy.ndarray"
    return Array() if is_array and args[1] == (0,) else None


def _dtype(args: tuple[Any, ...], budget: Budget) -> Any:
    if not args or not isinstance(args[0], str):
        return None
    if args[0] not in _KINDS:
        raise Refused(f"the pickle has an array with the dtype {shown(args[0])}, which is not a dtype of numbers")
    return Dtype(np.dtype(args[0]))


def _scalar(args: tuple[Any, ...], budget: Budget) -> Any:
    return args[0].array(args[1], (), False, budget)[()] if len(args) == 2 and isinstance(args[0], Dtype) else None


def _encoded(args: tuple[Any, ...], budget: Budget) -> Any:
    if len(args) != 2 or not isinstance(args[0], str) or args[1] != "latin1":
        return None
    budget.spend_copy(len(args[0]))
    return args[0].encode("latin1")


def _tensor(args: tuple[Any, ...], budget: Budget) -> Any:
    """Read tuple((name, array)), the pickled form of Paddle's Tensors."""
    return args[0] if len(args) == 1 and isinstance(args[0], tuple) else None


def _dense(args: tuple[Any, ...], budget: Budget) -> Any:
    """Read eval("data", {"data": array}), the pickled form of Paddle's DenseTensors, without a call of eval."""
    fits = len(args) == 2 and args[0] == "data" and isinstance(args[1], dict) and args[1].keys() == {"data"}
    return args[1]["data"] if fits and isinstance(args[1]["data"], Array) else None


def _complex(args: tuple[Any, ...], budget: Budget) -> Any:
    return complex(*args) if len(args) == 2 and all(type(a) is float for a in args) else None


_CALLS: dict[str, Callable[[tuple[Any, ...], Budget], Any]] = {
    "numpy.core.multiarray._reconstruct": _array,
    "numpy.core.multiarray.scalar": _scalar,
    "numpy.dtype": _dtype,
    "_codecs.encode": _encoded,
    "collections.OrderedDict": lambda args, budget: None if args else {},
    "builtins.tuple": _tensor,
    "builtins.eval": _dense,
    "builtins.bytes": lambda args, budget: None if args else b"",
    "builtins.complex": _complex,
}
