"""Elementwise special functions: gamma functions, Bessel functions, the inverse of the error function.

Narrow dtypes are computed in float64. The series are in `gamma`, `incomplete_gamma`, `bessel` and `erfinv`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import common
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import exp, log, sign
from opscope.ops.grad_ops import zeros_like
from opscope.ops.registry import REGISTRY, Sample, op
from opscope.ops.special.bessel import grown, i0e_of, i1e_of
from opscope.ops.special.erfinv import erfinv_of
from opscope.ops.special.gamma import digamma_of, log_gamma, polygamma_of
from opscope.ops.special.incomplete_gamma import lower_and_upper
from opscope.ops.special.series import in_float64


def _samples_off_poles() -> list[Sample]:
    """Return samples on both sides of 0, away from 0, -1, -2, where gamma functions have poles."""
    return [
        Sample((np.array([[-2.6, -1.4, -0.45], [0.3, 1.7, 8.2]]),)),
        Sample((samples.array(5, low=0.2, high=14.0),)),
        Sample((np.array(2.5),)),
        Sample((np.zeros((0, 3)),)),
    ]


@op(dtype_kinds="f", infer=infer.same, samples=_samples_off_poles, vjp={"x": lambda dout, x: dout * digamma(x)})
def lgamma(xp: ArrayModule, x: Array) -> Array:
    """Return log(|gamma(x)|), elementwise; inf at 0, -1, -2, ..."""
    return in_float64(log_gamma, xp, x)


@op(dtype_kinds="f", infer=infer.same, samples=_samples_off_poles, vjp={"x": lambda dout, x: dout * polygamma(x, n=1)})
def digamma(xp: ArrayModule, x: Array) -> Array:
    """Return the derivative of lgamma, elementwise; NaN at 0, -1, -2, ..."""
    return in_float64(digamma_of, xp, x)


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=lambda: [s._replace(attrs={"n": n}) for n in (1, 2) for s in _samples_off_poles()],
    vjp={"x": lambda dout, x, n: dout * REGISTRY["polygamma"](x, n=n + 1)},
)
def polygamma(xp: ArrayModule, x: Array, *, n: int) -> Array:
    """Return the derivative of order n >= 1 of digamma, elementwise; infinite at 0, -1, -2, ..."""
    return in_float64(lambda xp, x: polygamma_of(xp, x, n), xp, x)


def _pairs() -> list[Sample]:
    return [
        Sample((samples.array(2, 3, low=0.3, high=4.0), samples.array(2, 3, seed=1, low=0.2, high=6.0))),
        Sample((np.array([0.8, 35.0, 60.0]), np.array([[1.5], [40.0]]))),
    ]


def _density(x: Array, y: Array) -> Any:
    """Return the derivative of gammainc with respect to y."""
    return exp((x - 1.0) * log(y) - y - lgamma(x))


@op(dtype_kinds="f", infer=infer.broadcast, samples=_pairs, vjp={"y": lambda dout, x, y: dout * _density(x, y)})
def gammainc(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the regularized lower incomplete gamma function of order x at y, with broadcasting; no gradient for x.

    The result is NaN unless x >= 0 and y >= 0.
    """
    return _incomplete(xp, x, y, 0)


@op(dtype_kinds="f", infer=infer.broadcast, samples=_pairs, vjp={"y": lambda dout, x, y: -(dout * _density(x, y))})
def gammaincc(xp: ArrayModule, x: Array, y: Array) -> Array:
    """Return the regularized upper incomplete gamma function, 1 - gammainc(x, y), with broadcasting.

    There is no gradient for x.
    """
    return _incomplete(xp, x, y, 1)


def _incomplete(xp: ArrayModule, x: Array, y: Array, which: int) -> Any:
    x, y = common(xp, x, y)
    out = lower_and_upper(xp, *(xp.asarray(v, dtype="float64") for v in (x, y)))[which]
    return out.astype(xp.result_type(x.dtype, y.dtype), copy=False)


def _bessels() -> list[Sample]:
    return [*samples.unary()(), Sample((samples.array(4, low=7.0, high=12.0),))]


def _i1_by_x(x: Array, bessel: Any) -> Any:
    """Return i1(x) / x, and 0.5 at 0; the same for i1e."""
    at_0 = x == 0.0
    return where(at_0, zeros_like(x) + 0.5, bessel / where(at_0, zeros_like(x) + 1.0, x))


@op(dtype_kinds="f", infer=infer.same, samples=_bessels, vjp={"x": lambda dout, x: dout * i1(x)})
def i0(xp: ArrayModule, x: Array) -> Array:
    """Return the modified Bessel function of the first kind of order 0, elementwise."""
    return in_float64(lambda xp, x: grown(xp, i0e_of, x), xp, x)


@op(
    dtype_kinds="f", infer=infer.same, samples=_bessels, vjp={"x": lambda dout, x, out: dout * (i1e(x) - sign(x) * out)}
)
def i0e(xp: ArrayModule, x: Array) -> Array:
    """Return exp(-|x|) i0(x), elementwise."""
    return in_float64(i0e_of, xp, x)


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=_bessels,
    vjp={"x": lambda dout, x, out: dout * (i0(x) - _i1_by_x(x, out))},
)
def i1(xp: ArrayModule, x: Array) -> Array:
    """Return the modified Bessel function of the first kind of order 1, elementwise."""
    return in_float64(lambda xp, x: grown(xp, i1e_of, x), xp, x)


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=_bessels,
    vjp={"x": lambda dout, x, out: dout * (i0e(x) - sign(x) * out - _i1_by_x(x, out))},
)
def i1e(xp: ArrayModule, x: Array) -> Array:
    """Return exp(-|x|) i1(x), elementwise."""
    return in_float64(i1e_of, xp, x)


@op(
    dtype_kinds="f",
    infer=infer.same,
    samples=samples.unary(low=-0.9, high=0.9),
    vjp={"x": lambda dout, out: dout * exp(out * out) * (0.5 * math.sqrt(math.pi))},
)
def erfinv(xp: ArrayModule, x: Array) -> Array:
    """Return the inverse of erf, elementwise; infinite at -1 and 1, NaN outside."""
    return in_float64(erfinv_of, xp, x)
