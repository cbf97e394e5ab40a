"""Vector functions of float32: exp, tanh, erf, log and log1p, accurate to a few units in the last place.

NaN stays NaN. Results outside the range are 0, 1 or infinite, as in NumPy. Sources: Cephes' expf, tanhf and logf
(https://www.netlib.org/cephes); erf is a minimax fit made for this file, by iterated weighted least squares (Sanathanan
& Koerner 1963, Lawson 1961) on [0, 3.95].
"""

from __future__ import annotations

from collections.abc import Sequence

from opscope.core.machine_code.ir_builder import VectorBuilder

LOG2E = 1.44269504088896341
LN2 = 0.693359375, -2.12194440e-4  # in two parts, the first of few bits
ROUND = 12582912.0  # 1.5 * 2**23: added to a number, it leaves the nearest integer in the low bits
EXP = 1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1
TANH = -5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1
TANH_NEAR, TANH_END = 0.625, 10.0  # up to where it is a polynomial; from where it is long 1
ERF_P = (
    1.9603868388e-08,
    -1.9509099421e-06,
    1.4381049952e-04,
    3.8078825210e-03,
    5.0923379443e-02,
    2.0258379445e-01,
    1.1283791037e00,
)
ERF_Q = 9.7985718570e-04, 1.4575827662e-02, 1.1609488017e-01, 5.1286672381e-01, 1.0
ERF_END = 3.92  # from where it is 1 to the last bit
LOG = (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
    2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip


def polynomial(v: VectorBuilder, x: str, coefficients: Sequence[float]) -> str:
    """Return a polynomial. The first coefficient belongs to the highest power."""
    value = v.constant(coefficients[0])
    for c in coefficients[1:]:
        value = v.fma(value, x, v.constant(c))
    return value


def exp(v: VectorBuilder, x: str) -> str:
    """Return the exponential: 2**n times a polynomial of the rest. 2**n is a product of two factors."""
    value, n = _exp(v, v.at_least(v.at_most(x, 89.0), -104.0))
    half = v.integers("ashr", n, v.integer(1))
    return v.mul(v.mul(value, _power(v, half)), _power(v, v.integers("sub", n, half)))


def _exp(v: VectorBuilder, x: str) -> tuple[str, str]:
    """Return (m, n) with exp(x) = m * 2**n."""
    shifted = v.fma(x, v.constant(LOG2E), v.constant(ROUND))
    n = v.integers("sub", v.bits(shifted), v.bits(v.constant(ROUND)))
    whole = v.sub(shifted, v.constant(ROUND))
    rest = v.fma(whole, v.constant(-LN2[1]), v.fma(whole, v.constant(-LN2[0]), x))
    return v.fma(polynomial(v, rest, EXP), v.mul(rest, rest), v.add(rest, v.constant(1))), n


def _power(v: VectorBuilder, n: str) -> str:
    """2**n."""
    return v.of_bits(v.integers("shl", v.integers("add", n, v.integer(127)), v.integer(23)))


def tanh(v: VectorBuilder, x: str) -> str:
    """Return the hyperbolic tangent: a polynomial near 0, and otherwise 1 - 2 / (exp(2 |x|) + 1)."""
    size, square = v.abs(x), v.mul(x, x)
    near = v.fma(v.mul(polynomial(v, square, TANH), square), size, size)
    value, n = _exp(v, v.mul(v.at_most(size, TANH_END), v.constant(2)))
    grown = v.add(v.mul(value, _power(v, n)), v.constant(1))
    far = v.sub(v.constant(1), v.div(v.constant(2), grown))
    return v.copysign(v.select(v.compare("olt", size, v.constant(TANH_NEAR)), near, far), x)


def erf(v: VectorBuilder, x: str) -> str:
    """Return the error function: a rational function of |x|, or 1 for a large x."""
    size, square = v.abs(x), v.mul(x, x)
    value = v.div(v.mul(size, polynomial(v, square, ERF_P)), polynomial(v, square, ERF_Q))
    value = v.select(v.compare("oge", size, v.constant(ERF_END)), v.constant(1), v.at_most(value, 1.0))
    return v.copysign(value, x)


def log(v: VectorBuilder, x: str) -> str:
    """Return the logarithm: a polynomial of the mantissa in [sqrt(1/2), sqrt(2)], plus the exponent times ln 2."""
    tiny = v.compare("olt", x, v.constant(2.0**-126))
    scaled = v.select(tiny, v.mul(x, v.constant(2.0**23)), x)
    bits = v.integers("sub", v.bits(scaled), v.integer(0x3F3504F3))  # of sqrt(1/2)
    n = v.integers("ashr", bits, v.integer(23))
    mantissa = v.of_bits(v.integers("add", v.integers("and", bits, v.integer(0x7FFFFF)), v.integer(0x3F3504F3)))
    power = v.from_int(n)
    power = v.select(tiny, v.sub(power, v.constant(23)), power)
    rest = v.sub(mantissa, v.constant(1))
    square = v.mul(rest, rest)
    value = v.mul(v.mul(polynomial(v, rest, LOG), square), rest)
    value = v.fma(power, v.constant(LN2[1]), value)
    value = v.fma(square, v.constant(-0.5), value)
    value = v.fma(power, v.constant(LN2[0]), v.add(rest, value))
    value = v.select(v.compare("olt", x, v.constant(float("inf"))), value, x)  # infinite, or NaN
    value = v.select(v.compare("olt", x, v.constant(0)), v.constant(float("nan")), value)
    return v.select(v.compare("oeq", x, v.constant(0)), v.constant(float("-inf")), value)


def log1p(v: VectorBuilder, x: str) -> str:
    """Return the logarithm of 1 + x, corrected for the rounding of 1 + x."""
    one = v.constant(1)
    sum_ = v.add(x, one)
    lost = v.div(v.sub(x, v.sub(sum_, one)), sum_)
    value = log(v, sum_)
    near = v.compare("olt", v.abs(sum_), v.constant(float("inf")))
    return v.select(near, v.add(value, v.select(v.compare("ogt", sum_, v.constant(0)), lost, v.constant(0))), value)


VECTOR_FUNCTIONS = {"exp": exp, "tanh": tanh, "erf": erf, "log": log, "log1p": log1p}
