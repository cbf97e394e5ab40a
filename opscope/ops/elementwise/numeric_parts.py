"""Elementwise functions of one tensor: parts, signs, masks of non-finite values, and the inverse of sigmoid."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import bool_
from opscope.core.spec import TensorSpec
from opscope.ops import infer, samples
from opscope.ops.elementwise.comparison import isfinite, where
from opscope.ops.elementwise.unary import reciprocal
from opscope.ops.grad_ops import zeros_like
from opscope.ops.registry import REGISTRY, Sample, op


def _is_bool(x: Array) -> TensorSpec:
    return x.with_dtype(bool_)


def _inside(x: Array, eps: float | None) -> Any:
    low = eps or 0.0
    return (x >= low) & (x <= 1.0 - low)


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=lambda: [
        *samples.unary(low=0.05, high=0.95)(),
        Sample((np.array([-0.5, 0.02, 0.3, 0.7, 0.99, 1.5]),), {"eps": 0.1}),
    ],
    vjp={
        "x": lambda dout, x, eps: where(_inside(x, eps), dout * reciprocal(x * (1.0 - x)), zeros_like(dout)),
    },
)
def logit(xp: ArrayModule, x: Array, *, eps: float | None = None) -> Array:
    """Return log(x / (1 - x)), the inverse of sigmoid, elementwise.

    With `eps`, x is first clipped to [eps, 1 - eps]. Without `eps`, the result outside [0, 1] is NaN. The gradient
    outside the range is 0.
    """
    if eps:
        x = xp.minimum(xp.maximum(x, x.dtype.type(eps)), x.dtype.type(1.0 - eps))
    return xp.log(x / (1.0 - x))


def _halved(x: TensorSpec) -> list[TensorSpec]:
    return [x, x]


@op(
    dtype_kinds="f",
    infer=_halved,
    outputs=("mantissa", "exponent"),
    samples=lambda: [Sample((np.array([[0.3, -1.4, 5.0], [-100.0, 0.7, 0.06]]),)), *samples.unary()()],
    vjp={"x": lambda dmantissa, exponent: dmantissa * REGISTRY["elementwise_pow"](2.0, -exponent)},
)
def frexp(xp: ArrayModule, x: Array) -> Array:
    """Return the mantissa and exponent in the dtype of x: x = mantissa * 2 ** exponent with 0.5 <= |mantissa| < 1."""
    mantissa, exponent = xp.frexp(x)
    return [mantissa, exponent.astype(x.dtype)]


@op(dtype_kinds="if", infer=infer.same, samples=samples.unary(), vjp={"x": lambda dout: dout})
def frac(xp: ArrayModule, x: Array) -> Array:
    """Return x minus its integer part, with the sign of x, elementwise; the gradient is 1."""
    return x - xp.trunc(x) if x.dtype.kind == "f" else xp.zeros_like(x)


@op(
    infer=infer.same,
    samples=lambda: [
        Sample((samples.special(6),), {"nan": 0.5, "posinf": 3.0, "neginf": -4.0}, smooth=False),
        Sample((samples.array(2, 3),)),
    ],
    vjp={"x": lambda dout, x: where(isfinite(x), dout, zeros_like(dout))},
)
def nan_to_num(
    xp: ArrayModule, x: Array, *, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None
) -> Array:
    """Replace NaN, Inf and -Inf in x by nan, posinf and neginf. None means the largest or smallest number of the dtype.

    Replaced elements of x have no gradient.
    """
    if x.dtype.kind not in "fc":
        return xp.array(x)
    kind, ends = x.dtype.type, xp.finfo(x.dtype)
    high, low = (kind(end if given is None else given) for given, end in ((posinf, ends.max), (neginf, ends.min)))
    out = xp.where(xp.isnan(x), kind(nan), x)
    return xp.where(out == np.inf, high, xp.where(out == -np.inf, low, out))


@op(dtype_kinds="iuf", infer=_is_bool, samples=lambda: [Sample((samples.special(6),)), Sample((samples.array(2, 3),))])
def isposinf(xp: ArrayModule, x: Array) -> Array:
    """Return a mask of the elements of x that are inf, elementwise, bool."""
    return x == np.inf


@op(dtype_kinds="iuf", infer=_is_bool, samples=lambda: [Sample((samples.special(6),)), Sample((samples.array(2, 3),))])
def isneginf(xp: ArrayModule, x: Array) -> Array:
    """Return a mask of the elements of x that are -inf, elementwise, bool."""
    return x == -np.inf


@op(dtype_kinds="iuf", infer=_is_bool, samples=lambda: [Sample((np.array([0.0, -0.0, -1.5, 2.0, np.nan]),))])
def signbit(xp: ArrayModule, x: Array) -> Array:
    """Return a mask of the elements of x with a minus sign, elementwise, bool; -0.0 has a minus sign."""
    return xp.signbit(x) if x.dtype.kind == "f" else x < 0
