"""Programs that lose digits, each with the line, the cause, and the true result of its worst element in 60 digits.

The truth is computed with `decimal` and `fractions`, from the float32 numbers that the program is given.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, getcontext
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from opscope import paddle

F = paddle.nn.functional
getcontext().prec = 60
CASES: list[Case] = []


class Case(NamedTuple):
    """A program: `given` -> result, with the marked line `# here`; `truth(index)` is the element without rounding."""

    name: str
    program: Callable[[Any], Any]
    given: Any
    cause: str
    fix: str
    truth: Callable[[tuple[int, ...]], Any]


def case(given: Any, cause: str, fix: str, truth: Callable[..., Any]) -> Callable[[Any], Any]:
    array = np.asarray(given, "float32")

    def register(program: Any) -> Any:
        exact = [Decimal(float(number)) for number in array.reshape(-1)]

        def true_element(index: tuple[int, ...]) -> Any:
            return truth(exact, int(np.ravel_multi_index(index, array.shape)) if len(index) == array.ndim else index)

        CASES.append(Case(program.__name__, program, array, cause, fix, true_element))
        return program

    return register


def cos(x: Decimal) -> Decimal:
    """Cosine by its series, for small x."""
    return sum(((-1) ** k * x ** (2 * k) / math.factorial(2 * k) for k in range(12)), Decimal(0))


@case([150.0, 2.0, 1.0], "large exponent", "softmax(x)", lambda x, i: x[i].exp())
def naive_softmax(x):
    e = paddle.exp(x)  # here
    return e / paddle.sum(e)


@case([1e-4, 3e-4, 2e-4], "cancellation", "sin(x / 2)", lambda x, i: 1 - cos(x[i]))
def one_minus_cosine(x):
    near = paddle.cos(x)
    return paddle.mean(1.0 - near)  # here


@case([3e-8, 2e-7, 1e-7], "near a singularity", "log1p", lambda x, i: (1 + x[i]).ln())
def log_of_one_plus(x):
    above = 1.0 + x
    return paddle.mean(paddle.log(above))  # here


def _variance(x: list[Decimal], _: Any) -> Decimal:
    mean = sum(x) / len(x)
    return sum((each - mean) ** 2 for each in x) / len(x)


@case(np.random.default_rng(0).standard_normal(64) + 1e4, "cancellation", "two passes", _variance)
def variance_of_squares(x):
    of_squares = paddle.mean(x * x)
    square = paddle.square(paddle.mean(x))
    return paddle.sqrt(paddle.abs(of_squares - square))  # here


@case([1e8, 1.25, -1e8, 2.5, 3e7, -3e7], "cancellation", "float64", lambda x, _: sum(map(Fraction, x)))
def sum_of_large_numbers(x):
    return paddle.sum(x)  # here


@case([1e8, -1e8] + [0.3] * 30, "sum of unlike magnitudes", "float64", lambda x, _: sum(map(Fraction, x)))
def sum_of_large_and_small_numbers(x):
    return paddle.sum(x)  # here


@case([1.0, 1e5, 3.0], "cast to a narrow dtype", "scale before the cast", lambda x, i: x[i])
def cast_that_overflows(x):
    half = x.astype("float16")  # here
    return paddle.sum(half.astype("float32"))


@case([1e-9, 2e-9], "cast to a narrow dtype", "scale before the cast", lambda x, i: x[i])
def cast_that_underflows(x):
    half = x.astype("float16")  # here
    return paddle.sum(half.astype("float32") * 1e9)


@case([1e-25, 2e-25], "underflow", "norm(x / m)", lambda x, i: x[i] * x[i])
def norm_of_a_tiny_vector(x):
    squares = x * x  # here
    return paddle.sqrt(paddle.sum(squares))


@case([20.0, 25.0, 22.0], "near a singularity", "log_sigmoid", lambda x, i: -(1 + (-x[i]).exp()).ln())
def log_of_a_sigmoid(x):
    likely = F.sigmoid(x)
    return -paddle.mean(paddle.log(likely))  # here


@case([-200.0, 2.0, 1.0], "underflow", "log_sigmoid", lambda x, i: 1 / (1 + (-x[i]).exp()))
def log_of_a_sigmoid_of_zero(x):
    likely = F.sigmoid(x)  # here
    return -paddle.mean(paddle.log(likely))


@case([1e-6, 2e-6, 5e-6], "cancellation", "expm1", lambda x, i: x[i].exp() - 1)
def exp_minus_one(x):
    grown = paddle.exp(x)
    return paddle.mean((grown - 1.0) / x)  # here


@case([1.0, 1.5, 2.0], "cancellation", "expm1", lambda x, i: (x[i] * Decimal("1.00000003")).exp() - x[i].exp())
def difference_of_exponentials(x):
    one, other = paddle.exp(x * 1.00000003), paddle.exp(x)
    return paddle.mean(one - other)  # here


@case([1e6, 2e6, 3.3e6], "large angle", "multiples of 2 pi", lambda x, i: Decimal(math.sin(x[i])))
def sine_of_a_large_angle(x):
    return paddle.mean(paddle.sin(x))  # here


@case(
    [[1 / (i + j + 1) for i in range(6)] for j in range(6)],
    "ill-conditioned matrix",
    "identity",
    lambda x, i: _inverse(x)[i],
)
def inverse_of_a_hilbert_matrix(x):
    return paddle.inverse(x)  # here


def _inverse(x: list[Decimal]) -> list[Fraction]:
    """Inverse of a square matrix by Gauss-Jordan on fractions, by rows."""
    n = math.isqrt(len(x))
    rows = [[Fraction(x[i * n + j]) for j in range(n)] + [Fraction(i == j) for j in range(n)] for i in range(n)]
    for i in range(n):
        rows[i] = [each / rows[i][i] for each in rows[i]]
        for j in range(n):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [each for row in rows for each in row[n:]]
