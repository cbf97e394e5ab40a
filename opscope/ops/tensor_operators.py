"""Operators and methods that Tensors, Variables and the values inside gradient rules share.

Each method has one line. A method looks up its op when it is called. This file therefore imports no op, and every op
file can import it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Self, TypeVar

import numpy as np

from opscope.core.annotations import Array
from opscope.core.dtype import as_dtype
from opscope.core.state import mode
from opscope.ops.index_keys import normalize_index
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_methods import NamedMethods

_NUMBERS = (int, float, np.number, np.bool_)
_COMPARABLE = (*_NUMBERS, complex, list, tuple)
_ops = REGISTRY.ops
T = TypeVar("T", bound="TensorOperators")


def is_number(value: object) -> bool:
    """Return True for a Python or NumPy scalar (not for a bool array or a tensor)."""
    return not isinstance(value, TensorOperators) and isinstance(value, _NUMBERS)  # mostly it is one


def _scale(x: Array, scale: Any, bias: Array) -> Any:
    if x.dtype.kind in "iub" and (isinstance(scale, float | np.floating) or isinstance(bias, float | np.floating)):
        x = _ops["cast"](x, dtype=mode.dtype)
    if isinstance(scale, np.generic) or isinstance(bias, np.generic):
        scale, bias = _item(scale), _item(bias)
    return x.__apply_op__(_ops["scale"], (x,), {"scale": scale, "bias": bias})


def power(x: Array, y: Array) -> Any:
    """Return x to the power of y, a number or a tensor; integers to a float power give the default dtype."""
    if not is_number(y):
        return _ops["elementwise_pow"](x, y)
    if isinstance(y, float | np.floating) and x.dtype.kind in "iub":
        x = _ops["cast"](x, dtype=mode.dtype.name)
    return _ops["pow"](x, factor=y)


def _item(value: Array) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _method(name: str, reverse: bool = False) -> Callable[[T, Any], T]:
    def method(self: Any, other: Any) -> Any:
        other = _item(other)
        return _ops[name].apply((other, self) if reverse else (self, other), {})

    return method


def _divide(x: Array, y: Array) -> Any:
    if is_number(y):
        return _scale(x, _reciprocal(float(y) if x.dtype.kind in "iub" else y), 0.0)
    return x.__apply_op__(_ops["divide"], (x, y), {})


def _reciprocal(y: Array) -> Any:
    """Return 1 / y. For y = 0, an eager tensor gives inf, and a program under construction raises ZeroDivisionError."""
    return 1.0 / y if y or mode.static else math.copysign(math.inf, y)


class TensorOperators(NamedMethods):
    """Python's operators and Paddle's tensor methods.

    `==` compares element by element. Tensors can still be dict keys and set members, by identity. `x in list` calls
    `==`, so find a tensor in a list with `any(x is other for other in list)`.
    """

    __slots__ = ()
    __apply_op__: Any  # the interpreter of the value: a static function of (op, inputs, attributes)
    __array_priority__ = 1000  # ndarray + tensor asks the tensor

    def __add__(self, other: Any) -> Self:
        return _scale(self, 1, other) if is_number(other) else self.__apply_op__(_ops["add"], (self, other), {})

    __radd__ = __add__

    def __sub__(self, other: Any) -> Self:
        return _scale(self, 1, -other) if is_number(other) else self.__apply_op__(_ops["subtract"], (self, other), {})

    def __rsub__(self, other: Any) -> Self:
        return _scale(self, -1, other) if is_number(other) else _ops["subtract"].apply((other, self), {})

    def __mul__(self, other: Any) -> Self:
        return _scale(self, other, 0) if is_number(other) else self.__apply_op__(_ops["multiply"], (self, other), {})

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Self:
        return _divide(self, other)

    def __rtruediv__(self, other: Any) -> Self:
        return _ops["divide"].apply((_item(other), self), {})

    __div__, __rdiv__ = __truediv__, __rtruediv__  # Python 2's names, which Paddle has kept

    def __neg__(self) -> Self:
        return _scale(self, -1, 0)

    def __pow__(self, other: Any) -> Self:
        return power(self, _item(other))

    def __rpow__(self, other: Any) -> Self:
        return _ops["elementwise_pow"].apply((_item(other), self), {})

    def __matmul__(self, other: Any) -> Self:
        return self.__apply_op__(_ops["matmul"], (self, other), {})

    def __rmatmul__(self, other: Any) -> Self:
        return _ops["matmul"].apply((other, self), {})

    def __abs__(self) -> Self:
        return self.__apply_op__(_ops["abs"], (self,), {})

    def __getitem__(self, item: Any) -> Self:
        index, arrays = normalize_index(item)
        return self.__apply_op__(_ops["getitem"], (self, *arrays), {"index": index})

    def __eq__(self, other: Any) -> Self:  # pyright: ignore[reportIncompatibleMethodOverride] (no bool)
        if isinstance(other, _COMPARABLE) or hasattr(other, "shape"):
            return self.__apply_op__(_ops["equal"], (self, other), {})
        return NotImplemented

    def __ne__(self, other: Any) -> Self:  # pyright: ignore[reportIncompatibleMethodOverride] (no bool)
        if isinstance(other, _COMPARABLE) or hasattr(other, "shape"):
            return self.__apply_op__(_ops["not_equal"], (self, other), {})
        return NotImplemented

    def __invert__(self) -> Self:
        return self.__apply_op__(_ops["bitwise_not"], (self,), {})

    def __pos__(self) -> Self:
        return self

    __floordiv__ = _method("floor_divide")
    __rfloordiv__ = _method("floor_divide", reverse=True)
    __mod__ = _method("remainder")
    __rmod__ = _method("remainder", reverse=True)
    __lt__ = _method("less_than")
    __le__ = _method("less_equal")
    __gt__ = _method("greater_than")
    __ge__ = _method("greater_equal")
    __hash__ = object.__hash__
    __and__ = _method("bitwise_and")
    __rand__ = _method("bitwise_and", reverse=True)
    __or__ = _method("bitwise_or")
    __ror__ = _method("bitwise_or", reverse=True)
    __xor__ = _method("bitwise_xor")
    __rxor__ = _method("bitwise_xor", reverse=True)

    @property
    def T(self) -> Self:  # noqa: N802 (the name it has everywhere)
        """The tensor with its dims in reverse order."""
        return _ops["transpose"](self, perm=list(range(len(self.shape)))[::-1])  # type: ignore[attr-defined]

    def astype(self, dtype: Any) -> Self:
        """Return the tensor in another dtype."""
        return _ops["cast"](self, dtype=as_dtype(dtype).name)
