"""The operators and methods that Tensors, Variables and the values inside gradient rules share.

One line each. The ops are looked up by name when used, so this file imports none of them and every op file
may import it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.state import mode
from opscope.ops.index import normalised
from opscope.ops.registry import REGISTRY

_NUMBERS = (int, float, np.number, np.bool_)
_ops = REGISTRY.ops


def is_number(value: object) -> bool:
    """A Python or NumPy scalar (not a bool array, not a tensor)."""
    return not isinstance(value, TensorOperators) and isinstance(value, _NUMBERS)  # mostly it is one


def _scaled(x: Any, scale: Any, bias: Any) -> Any:
    if x.dtype.kind in "iub" and (isinstance(scale, float | np.floating) or isinstance(bias, float | np.floating)):
        x = _ops["cast"](x, dtype=mode.dtype)
    if isinstance(scale, np.generic) or isinstance(bias, np.generic):
        scale, bias = _item(scale), _item(bias)
    return _ops["scale"].on((x,), {"scale": scale, "bias": bias})


def _item(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _method(name: str, reverse: bool = False) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        other = _item(other)
        return _ops[name].on((other, self) if reverse else (self, other), {})

    return method


def _public(name: str) -> Callable[..., Any]:
    """The method that calls the public function of a name (which is registered later)."""
    public = REGISTRY.public

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return public[name](self, *args, **kwargs)

    method.__name__ = name
    return method


def _compared(name: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        comparable = is_number(other) or hasattr(other, "shape") or isinstance(other, list | tuple)
        return _ops[name].on((self, other), {}) if comparable else NotImplemented

    return method


def _divide(x: Any, y: Any) -> Any:
    if is_number(y):
        return _scaled(x, 1.0 / (float(y) if x.dtype.kind in "iub" else y), 0.0)
    return _ops["divide"].on((x, y), {})


class TensorOperators:
    """Python's operators and Paddle's tensor methods, by ops.

    == compares element by element; tensors can still be dict keys and set members (by identity), but `x in list`
    asks ==, so look for a tensor with `any(x is other for other in list)`.
    """

    __slots__ = ()
    __array_priority__ = 1000  # ndarray + tensor asks the tensor

    def __add__(self, other: Any) -> Any:
        return _scaled(self, 1, other) if is_number(other) else _ops["add"].on((self, other), {})

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return _scaled(self, 1, -other) if is_number(other) else _ops["subtract"].on((self, other), {})

    def __rsub__(self, other: Any) -> Any:
        return _scaled(self, -1, other) if is_number(other) else _ops["subtract"].on((other, self), {})

    def __mul__(self, other: Any) -> Any:
        return _scaled(self, other, 0) if is_number(other) else _ops["multiply"].on((self, other), {})

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return _divide(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _ops["divide"].on((_item(other), self), {})

    def __neg__(self) -> Any:
        return _scaled(self, -1, 0)

    def __pow__(self, other: Any) -> Any:
        return REGISTRY.public["pow"](self, _item(other))

    def __rpow__(self, other: Any) -> Any:
        return _ops["elementwise_pow"].on((_item(other), self), {})

    def __matmul__(self, other: Any) -> Any:
        return _ops["matmul"].on((self, other), {})

    def __rmatmul__(self, other: Any) -> Any:
        return _ops["matmul"].on((other, self), {})

    def __abs__(self) -> Any:
        return _ops["abs"].on((self,), {})

    def __getitem__(self, item: Any) -> Any:
        index, arrays = normalised(item)
        return _ops["getitem"].on((self, *arrays), {"index": index})

    def __invert__(self) -> Any:
        return _ops["bitwise_not"].on((self,), {})

    def __pos__(self) -> Any:
        return self

    __floordiv__ = _method("floor_divide")
    __rfloordiv__ = _method("floor_divide", reverse=True)
    __mod__ = _method("remainder")
    __rmod__ = _method("remainder", reverse=True)
    __lt__ = _method("less_than")
    __le__ = _method("less_equal")
    __gt__ = _method("greater_than")
    __ge__ = _method("greater_equal")
    __eq__ = _compared("equal")
    __ne__ = _compared("not_equal")
    __hash__ = object.__hash__
    __and__ = _method("bitwise_and")
    __rand__ = _method("bitwise_and", reverse=True)
    __or__ = _method("bitwise_or")
    __ror__ = _method("bitwise_or", reverse=True)
    __xor__ = _method("bitwise_xor")
    __rxor__ = _method("bitwise_xor", reverse=True)

    @property
    def T(self) -> Any:  # noqa: N802 (the name it has everywhere)
        """The dims in reverse order."""
        return _ops["transpose"](self, perm=list(range(len(self.shape)))[::-1])  # type: ignore[attr-defined]

    def astype(self, dtype: Any) -> Any:
        """In another dtype."""
        return REGISTRY.public["cast"](self, dtype)

    abs = _public("abs")
    acos = _public("acos")
    acosh = _public("acosh")
    add = _public("add")
    addmm = _public("addmm")
    all = _public("all")
    allclose = _public("allclose")
    any = _public("any")
    argmax = _public("argmax")
    argmin = _public("argmin")
    argsort = _public("argsort")
    asin = _public("asin")
    asinh = _public("asinh")
    atan = _public("atan")
    atanh = _public("atanh")
    bitwise_and = _public("bitwise_and")
    bitwise_not = _public("bitwise_not")
    bitwise_or = _public("bitwise_or")
    bitwise_xor = _public("bitwise_xor")
    bmm = _public("bmm")
    broadcast_to = _public("broadcast_to")
    cast = _public("cast")
    ceil = _public("ceil")
    chunk = _public("chunk")
    clip = _public("clip")
    concat = _public("concat")
    cos = _public("cos")
    cosh = _public("cosh")
    cumsum = _public("cumsum")
    divide = _public("divide")
    dot = _public("dot")
    equal = _public("equal")
    equal_all = _public("equal_all")
    erf = _public("erf")
    exp = _public("exp")
    expand = _public("expand")
    expand_as = _public("expand_as")
    expm1 = _public("expm1")
    flatten = _public("flatten")
    flip = _public("flip")
    floor = _public("floor")
    floor_divide = _public("floor_divide")
    gather = _public("gather")
    gather_nd = _public("gather_nd")
    greater_equal = _public("greater_equal")
    greater_than = _public("greater_than")
    index_select = _public("index_select")
    isclose = _public("isclose")
    isfinite = _public("isfinite")
    isinf = _public("isinf")
    isnan = _public("isnan")
    less_equal = _public("less_equal")
    less_than = _public("less_than")
    log = _public("log")
    log10 = _public("log10")
    log1p = _public("log1p")
    log2 = _public("log2")
    logical_and = _public("logical_and")
    logical_not = _public("logical_not")
    logical_or = _public("logical_or")
    logical_xor = _public("logical_xor")
    logsumexp = _public("logsumexp")
    masked_select = _public("masked_select")
    matmul = _public("matmul")
    max = _public("max")
    maximum = _public("maximum")
    mean = _public("mean")
    min = _public("min")
    minimum = _public("minimum")
    mm = _public("mm")
    multiply = _public("multiply")
    neg = _public("neg")
    norm = _public("norm")
    not_equal = _public("not_equal")
    numel = _public("numel")
    pow = _public("pow")
    prod = _public("prod")
    reciprocal = _public("reciprocal")
    remainder = _public("remainder")
    reshape = _public("reshape")
    roll = _public("roll")
    round = _public("round")
    rsqrt = _public("rsqrt")
    scale = _public("scale")
    scatter = _public("scatter")
    sigmoid = _public("sigmoid")
    sign = _public("sign")
    sin = _public("sin")
    sinh = _public("sinh")
    slice = _public("slice")
    sort = _public("sort")
    split = _public("split")
    sqrt = _public("sqrt")
    square = _public("square")
    squeeze = _public("squeeze")
    stack = _public("stack")
    std = _public("std")
    strided_slice = _public("strided_slice")
    subtract = _public("subtract")
    sum = _public("sum")
    t = _public("t")
    take_along_axis = _public("take_along_axis")
    tan = _public("tan")
    tanh = _public("tanh")
    tile = _public("tile")
    topk = _public("topk")
    transpose = _public("transpose")
    tril = _public("tril")
    triu = _public("triu")
    trunc = _public("trunc")
    unbind = _public("unbind")
    unsqueeze = _public("unsqueeze")
    unstack = _public("unstack")
    var = _public("var")
    where = _public("where")
