"""Functions of float32 vectors: exp, tanh, log and log1p, to a few units in the last place; erf by way of tanh.

NaN stays NaN, and what is out of range becomes 0, 1 or infinite as in NumPy.
Sources: Cephes' expf and logf (https://www.netlib.org/cephes); the rational tanh of Eigen and XLA
(https://gitlab.com/libeigen/eigen, MathFunctionsImpl.h); erf as in `ops.erf`.
"""

from __future__ import annotations

from collections.abc import Sequence

from opscope.runtime.lower.machine.lanes import Lanes

LOG2E = 1.44269504088896341
LN2 = 0.693359375, -2.12194440e-4  # in two parts, the first of few bits
ROUND = 12582912.0  # 1.5 * 2**23: added to a number, it leaves the nearest integer in the low bits
EXP = 1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1
TANH_P = 1.394553628e-8, 2.102733560e-5, 3.520756727e-3, 1.340216100e-1, 1.0
TANH_Q = 8.015776984e-7, 3.326951409e-4, 2.597254514e-2, 4.673548340e-1, 1.0
TANH_END = 8.053593635559082  # where this is 1 to the last bit, and nowhere before
BEND_END = 40.0**0.5  # where erf is long 1
LOG = (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
    2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip


def polynomial(v: Lanes, x: str, coefficients: Sequence[float]) -> str:
    """With these coefficients, from the highest power down."""
    value = v.number(coefficients[0])
    for c in coefficients[1:]:
        value = v.fma(value, x, v.number(c))
    return value


def exp(v: Lanes, x: str) -> str:
    """e to the power of x: 2**n times a polynomial of the rest, in two factors, so that neither is out of range."""
    x = v.at_least(v.at_most(x, 89.0), -104.0)
    shifted = v.fma(x, v.number(LOG2E), v.number(ROUND))
    n = v.integers("sub", v.bits(shifted), v.bits(v.number(ROUND)))
    whole = v.sub(shifted, v.number(ROUND))
    rest = v.fma(whole, v.number(-LN2[1]), v.fma(whole, v.number(-LN2[0]), x))
    value = v.fma(polynomial(v, rest, EXP), v.mul(rest, rest), v.add(rest, v.number(1)))
    half = v.integers("ashr", n, v.integer(1))
    for part in (half, v.integers("sub", n, half)):
        power = v.integers("shl", v.integers("add", part, v.integer(127)), v.integer(23))
        value = v.mul(value, v.of_bits(power))
    return value


def tanh(v: Lanes, x: str) -> str:
    """A rational function of x between the points from which tanh is 1."""
    inner = v.at_least(v.at_most(x, TANH_END), -TANH_END)
    square = v.mul(inner, inner)
    return v.div(v.mul(inner, polynomial(v, square, TANH_P)), polynomial(v, square, TANH_Q))


def bend(v: Lanes, x: str, coefficients: Sequence[float]) -> str:
    """tanh(x * P(x * x)), for P with these coefficients from the highest power down: erf is such a function."""
    near = v.choose(v.compare("ogt", v.abs(x), v.number(BEND_END)), v.number(BEND_END), x)
    return tanh(v, v.mul(polynomial(v, v.mul(near, near), coefficients), x))


def log(v: Lanes, x: str) -> str:
    """The natural logarithm: of the mantissa between sqrt(1/2) and sqrt(2) by a polynomial, and of the power of 2."""
    tiny = v.compare("olt", x, v.number(2.0**-126))
    scaled = v.choose(tiny, v.mul(x, v.number(2.0**23)), x)
    bits = v.integers("sub", v.bits(scaled), v.integer(0x3F3504F3))  # of sqrt(1/2)
    n = v.integers("ashr", bits, v.integer(23))
    mantissa = v.of_bits(v.integers("add", v.integers("and", bits, v.integer(0x7FFFFF)), v.integer(0x3F3504F3)))
    power = v.float_of(n)
    power = v.choose(tiny, v.sub(power, v.number(23)), power)
    rest = v.sub(mantissa, v.number(1))
    square = v.mul(rest, rest)
    value = v.mul(v.mul(polynomial(v, rest, LOG), square), rest)
    value = v.fma(power, v.number(LN2[1]), value)
    value = v.fma(square, v.number(-0.5), value)
    value = v.fma(power, v.number(LN2[0]), v.add(rest, value))
    value = v.choose(v.compare("olt", x, v.number(float("inf"))), value, x)  # infinite, or NaN
    value = v.choose(v.compare("olt", x, v.number(0)), v.number(float("nan")), value)
    return v.choose(v.compare("oeq", x, v.number(0)), v.number(float("-inf")), value)


def log1p(v: Lanes, x: str) -> str:
    """log(1 + x), with what 1 + x has lost put back."""
    one = v.number(1)
    sum_ = v.add(x, one)
    lost = v.div(v.sub(x, v.sub(sum_, one)), sum_)
    value = log(v, sum_)
    near = v.compare("olt", v.abs(sum_), v.number(float("inf")))
    return v.choose(near, v.add(value, v.choose(v.compare("ogt", sum_, v.number(0)), lost, v.number(0))), value)


FUNCTIONS = {"exp": exp, "tanh": tanh, "log": log, "log1p": log1p}
