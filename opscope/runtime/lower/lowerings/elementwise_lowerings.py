"""Lowering rules of elementwise ops, which are one or two ufunc calls.

A call writes to new memory, or overwrites an operand that is not read later.

Numbers are converted to arrays of rank 0, which are fastest for ufuncs. Masks are converted to numbers first, because a
conversion inside a ufunc is slow. For `maximum` and `minimum`, the output is a keyword argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.runtime.lower.emitter import Emitter, lowering

_BINARY = {
    "add": "add",
    "subtract": "subtract",
    "multiply": "multiply",
    "divide": "true_divide",
    "maximum": "maximum",
    "minimum": "minimum",
    "equal": "equal",
    "not_equal": "not_equal",
    "less_than": "less",
    "less_equal": "less_equal",
    "greater_than": "greater",
    "greater_equal": "greater_equal",
    "logical_and": "logical_and",
    "logical_or": "logical_or",
}
_NAMED = ("maximum", "minimum")  # refuse an output by position
_UNARY = (
    "tanh", "exp", "log", "log2", "log10", "log1p", "expm1", "sqrt", "abs", "sin", "cos", "tan", "sinh", "cosh",
    "floor", "ceil", "trunc", "square", "sign", "reciprocal",
)  # fmt: skip
_TESTS = ("isnan", "isinf", "isfinite", "logical_not")


def number(e: Emitter, x: Array, value: float) -> Any:
    """Return a constant in the dtype of x."""
    return e.xp.asarray(value, x.dtype)


def _binary(name: str) -> Callable[..., Any]:
    def emit(e: Emitter, x: Array, y: Array) -> Any:
        pair = _alike(e, x, y)
        if pair is None:
            return None
        out = e.out(0, x, y)
        if name in _NAMED:
            e.call(getattr(e.xp, name), *pair, out=out)
        else:
            e.call(getattr(e.xp, name), *pair, out)
        return out

    return emit


def _alike(e: Emitter, x: Array, y: Array) -> tuple[Any, Any] | None:
    """Return both operands in one dtype. Return None if NumPy would compute another dtype than the op."""
    made = e.node.outs[0].dtype
    kinds = [v.dtype for v in (x, y) if hasattr(v, "dtype")]
    if len(set(kinds)) == 1:
        kind, floats = kinds[0], any(isinstance(v, float) for v in (x, y))
        if kind.kind not in "fiub" or made not in (kind, np.dtype(bool)) or (kind.kind != "f" and floats):
            return None
        if len(kinds) == 2:
            return x, y
        if kind.kind != "f":
            return None if kind.kind == "b" else (x, y)
        return (x, e.xp.asarray(y, kind)) if hasattr(x, "dtype") else (e.xp.asarray(x, kind), y)
    masks = [k.kind == "b" for k in kinds]
    if len(kinds) == 2 and sum(masks) == 1 and made.kind == "f" and made in kinds:
        return (_numbers(e, x, made), y) if masks[0] else (x, _numbers(e, y, made))
    return None


def _numbers(e: Emitter, mask: Array, dtype: Any) -> Any:
    """Convert a mask to the numbers 0 and 1."""
    made = e.temp(mask.shape, dtype)
    e.call(e.xp.copyto, made, mask)
    return made


for _op, _ufunc in _BINARY.items():
    lowering(_op)(_binary(_ufunc))


def _unary(name: str, floats: bool) -> Callable[..., Any]:
    def emit(e: Emitter, x: Array) -> Any:
        if floats and (x.dtype != e.node.outs[0].dtype or x.dtype.kind != "f"):
            return None
        out = e.out(0, x)
        e.call(getattr(e.xp, name), x, out)
        return out

    return emit


for _op in (*_UNARY, *_TESTS):
    lowering(_op)(_unary(_op, floats=_op in _UNARY))


@lowering("rsqrt")
def _rsqrt(e: Emitter, x: Array) -> Any:
    if x.dtype != e.node.outs[0].dtype or x.dtype.kind != "f":
        return None
    out = e.out(0, x)
    e.call(e.xp.sqrt, x, out)
    e.call(e.xp.reciprocal, out, out)
    return out


@lowering("pow")
def _pow(e: Emitter, x: Array, factor: float) -> Any:
    if x.dtype.kind != "f":
        return None
    out = e.out(0, x)
    if factor == 2:
        e.call(e.xp.square, x, out)
    elif factor == 0.5:
        e.call(e.xp.sqrt, x, out)
    else:
        e.call(e.xp.power, x, number(e, x, factor), out)
    return out


@lowering("clip")
def _clip(e: Emitter, x: Array, min: float | None, max: float | None) -> Any:
    if x.dtype.kind != "f":
        return None
    if min is None and max is None:
        return x
    out = e.out(0, x)
    source = x
    for function, bound in ((e.xp.maximum, min), (e.xp.minimum, max)):
        if bound is not None:
            e.call(function, source, number(e, x, bound), out=out)
            source = out
    return out


@lowering("where")
def _where(e: Emitter, condition: Array, x: Array, y: Array) -> Any:
    made = e.node.outs[0].dtype
    if condition.dtype.kind != "b" or made.kind != "f" or any(getattr(v, "dtype", made) != made for v in (x, y)):
        return None
    bits = e.xp.dtype(f"int{made.itemsize * 8}")
    mask, mixed = e.temp(condition.shape, bits), e.temp(e.node.outs[0].shape, bits)
    out = e.out(0, x, y)
    first, second = (e.xp.asarray(v, made).view(bits) for v in (x, y))
    e.call(e.xp.copyto, mask, condition)
    e.call(e.xp.negative, mask, mask)  # all bits, or none
    e.call(e.xp.bitwise_xor, first, second, mixed)
    e.call(e.xp.bitwise_and, mixed, mask, mixed)
    e.call(e.xp.bitwise_xor, mixed, second, out.view(bits))
    return out


@lowering("add_n")
def _add_n(e: Emitter, *x: Array) -> Any:
    made = e.node.outs[0].dtype
    if made.kind != "f" or any(v.dtype != made for v in x):
        return None
    if len(x) == 1:
        return x[0]
    out = e.out(0, *x[:2]) if len(x) == 2 else e.out(0)
    e.call(e.xp.add, x[0], x[1], out)
    for other in x[2:]:
        e.call(e.xp.add, out, other, out)
    return out


@lowering("zeros_like", "full_like")
def _full_like(e: Emitter, x: Array, fill_value: float = 0, **_: Any) -> Any:
    """Return a broadcast scalar, which uses no memory."""
    ref = e.node.outs[0]
    return e.xp.broadcast_to(e.xp.asarray(fill_value).astype(ref.dtype), ref.shape)


@lowering("scale")
def _scale(e: Emitter, x: Array, scale: Any, bias: Array, bias_after_scale: bool) -> Any:
    out = e.out(0, x)
    first, second = (
        ((e.xp.multiply, scale, scale != 1), (e.xp.add, bias, bool(bias)))
        if bias_after_scale
        else ((e.xp.add, bias, True), (e.xp.multiply, scale, True))
    )
    source = x
    for function, value, needed in (first, second):
        if needed:
            e.call(function, source, e.xp.asarray(x.dtype.type(value)), out)
            source = out
    if not (first[2] or second[2]):
        e.call(e.xp.copyto, out, x)
    return out


@lowering("cast", "cast_like")
def _cast(e: Emitter, x: Array, *_: Any, **attrs: Any) -> Any:
    out = e.out()
    if not {x.dtype.kind, out.dtype.kind} <= set("fiub") or (x.dtype.kind == "f" and out.dtype.kind != "f"):
        return None  # the kernel drops imaginary parts, and decides about floats outside an integer's range
    e.call(_assign, out, x)
    return out


def _assign(out: Array, x: Array) -> None:
    out[...] = x
