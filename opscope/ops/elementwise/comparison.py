"""Comparisons, logical and bitwise operators, and selection by a condition."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import bool_
from opscope.core.spec import TensorSpec
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import common
from opscope.ops.grad_ops import zeros_like
from opscope.ops.registry import Sample, op


def _comparable() -> list[Sample]:
    x, y = samples.integers(2, 3, below=3), samples.integers(3, below=3, seed=1)
    return [Sample((x, y)), Sample((x, 1)), Sample((samples.array(2, 1), samples.array(3)))]


def _booleans() -> list[Sample]:
    return [Sample((samples.flags(2, 3), samples.flags(3, seed=1)))]


def _bits() -> list[Sample]:
    return [*_booleans(), Sample((samples.integers(2, 3, below=9), samples.integers(2, 1, below=9, seed=1)))]


def _floats() -> list[Sample]:
    return [Sample((samples.special(6),))]


def _is_bool(x: Array) -> TensorSpec:
    return x.with_dtype(bool_)


@op(infer=infer.predicate, samples=_comparable)
def equal(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x == y, elementwise with broadcasting, bool."""
    return xp.equal(*common(xp, x, y))


@op(infer=infer.predicate, samples=_comparable)
def not_equal(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x != y, elementwise with broadcasting, bool."""
    return xp.not_equal(*common(xp, x, y))


@op(infer=infer.predicate, samples=_comparable)
def less_than(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x < y, elementwise with broadcasting, bool."""
    return xp.less(*common(xp, x, y))


@op(infer=infer.predicate, samples=_comparable)
def less_equal(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x <= y, elementwise with broadcasting, bool."""
    return xp.less_equal(*common(xp, x, y))


@op(infer=infer.predicate, samples=_comparable)
def greater_than(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x > y, elementwise with broadcasting, bool."""
    return xp.greater(*common(xp, x, y))


@op(infer=infer.predicate, samples=_comparable)
def greater_equal(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x >= y, elementwise with broadcasting, bool."""
    return xp.greater_equal(*common(xp, x, y))


@op(infer=infer.predicate, samples=_booleans)
def logical_and(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the logical AND of x and y, elementwise with broadcasting, bool; every value except 0 counts as true."""
    return xp.logical_and(x, y)


@op(infer=infer.predicate, samples=_booleans)
def logical_or(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the logical OR of x and y, elementwise with broadcasting, bool; every value except 0 counts as true."""
    return xp.logical_or(x, y)


@op(infer=infer.predicate, samples=_booleans)
def logical_xor(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the exclusive OR of x and y, elementwise with broadcasting, bool; every value except 0 counts as true."""
    return xp.logical_xor(x, y)


@op(infer=_is_bool, samples=lambda: [Sample((samples.flags(2, 3),)), Sample((samples.array(3),))])
def logical_not(xp: ArrayModule, x: Array) -> Array:
    """Return the logical NOT of x, elementwise, bool; every value except 0 counts as true."""
    return xp.logical_not(x)


@op(infer=infer.broadcast, samples=_bits)
def bitwise_and(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x & y for booleans or integers, elementwise with broadcasting."""
    return xp.bitwise_and(x, y)


@op(infer=infer.broadcast, samples=_bits)
def bitwise_or(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x | y for booleans or integers, elementwise with broadcasting."""
    return xp.bitwise_or(x, y)


@op(infer=infer.broadcast, samples=_bits)
def bitwise_xor(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return x ^ y for booleans or integers, elementwise with broadcasting."""
    return xp.bitwise_xor(x, y)


@op(infer=infer.same, samples=lambda: [Sample((samples.flags(2, 3),)), Sample((samples.integers(3, below=9),))])
def bitwise_not(xp: ArrayModule, x: Array) -> Array:
    """Return ~x for booleans or integers, elementwise."""
    return xp.bitwise_not(x)


@op(infer=_is_bool, samples=_floats)
def isnan(xp: ArrayModule, x: Array) -> Array:
    """Return a mask of the elements of x that are NaN, elementwise, bool."""
    return xp.isnan(x)


@op(infer=_is_bool, samples=_floats)
def isinf(xp: ArrayModule, x: Array) -> Array:
    """Return a mask of the infinite elements of x, elementwise, bool."""
    return xp.isinf(x)


@op(infer=_is_bool, samples=_floats)
def isfinite(xp: ArrayModule, x: Array) -> Array:
    """Return a mask of the elements of x that are neither infinite nor NaN, elementwise, bool."""
    return xp.isfinite(x)


def _infer_scalar_bool(x: Array, y: Array, **attrs: Any) -> TensorSpec:
    return TensorSpec((), bool_)


@op(infer=_infer_scalar_bool, samples=lambda: [*_comparable(), Sample((samples.array(3), samples.array(3)))])
def equal_all(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return True, as a bool of rank 0, if the shapes and values of x and y are equal."""
    same = getattr(x, "shape", ()) == getattr(y, "shape", ())
    return xp.all(xp.equal(x, y)) if same else xp.zeros((), dtype=bool)


@op(infer=_infer_scalar_bool, samples=lambda: [Sample((samples.special(6), samples.special(6)), {"equal_nan": True})])
def allclose(
    xp: ArrayModule, x: Array, y: Array, *, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Array:
    """Return True, as a bool of rank 0, if |x - y| <= atol + rtol * |y| for all elements."""
    return xp.all(xp.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan))


@op(
    infer=infer.predicate,
    samples=lambda: [Sample((samples.special(6), samples.special(6))), Sample((samples.array(2, 1), samples.array(3)))],
)
def isclose(
    xp: ArrayModule, x: Array, y: Array, *, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Array:
    """Return |x - y| <= atol + rtol * |y|, elementwise with broadcasting, bool."""
    return xp.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)


def _where(condition: Array, x: Array, y: Array) -> TensorSpec:
    return TensorSpec(dims.broadcast(condition.shape, x.shape, y.shape), infer.promoted(x, y))


infer.BROADCASTING.add(_where)


@op(
    infer=_where,
    samples=lambda: [
        Sample((samples.flags(2, 3), samples.array(2, 3), samples.array(2, 3, seed=1))),
        Sample((samples.flags(3), samples.array(2, 1), samples.array())),
        Sample((samples.flags(2, 3), samples.array(3), 0.5)),
    ],
    vjp={
        "x": lambda dout, condition: where(condition, dout, zeros_like(dout)),
        "y": lambda dout, condition: where(condition, zeros_like(dout), dout),
    },
)
def where(xp: ArrayModule, condition: Array, x: Array, y: Array) -> Array:
    """Return x where the condition is true and y elsewhere, with broadcasting."""
    x, y = common(xp, x, y)
    dtype = next((v.dtype for v in (x, y) if hasattr(v, "dtype")), None)
    if dtype is not None:  # a Python number beside an array takes the array's dtype
        x, y = (v if hasattr(v, "dtype") else xp.asarray(v, dtype=dtype) for v in (x, y))
    return xp.where(condition, x, y)


@op(
    infer=lambda x: TensorSpec((), bool_),
    samples=lambda: [Sample((samples.array(2, 3),)), Sample((samples.array(0, 2),)), Sample((samples.array(),))],
)
def is_empty(xp: ArrayModule, x: Array) -> Array:
    """Return True, as a bool of rank 0, if x has no elements."""
    return xp.asarray(x.size == 0)
