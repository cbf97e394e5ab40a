"""Random ops: each has the distribution it says, the same seed gives the same numbers, and eager = static, in order.

A random op without a row in DRAWS fails here: what it draws must be told before it can be believed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from opscope import paddle
from opscope.core import random
from opscope.core.random import Generator
from opscope.eager.tensor import Tensor
from opscope.ir.program.context import data, program_guard
from opscope.ir.program.program import Program
from opscope.ops.registry import REGISTRY, Op, Sample
from opscope.runtime.executor import Executor
from tests.laws.cases import OPS, every_sample, law_for, listed

N = 20_000
RANDOM = [op for op in OPS if op.random and op.name != "seed"]  # which draws one number, to seed others


class Draw(NamedTuple):
    """A call that draws N numbers or more, and the distribution function of what its first output has."""

    args: tuple[Any, ...]
    attrs: dict[str, Any]
    below: Callable[[Any], Any]  # P(X <= x)
    mean: float
    variance: float


def normal(x: Any) -> Any:
    return 0.5 * (1 + np.vectorize(math.erf)(np.asarray(x) / math.sqrt(2)))


def evenly(low: float, high: float) -> Callable[[Any], Any]:
    return lambda x: np.clip((x - low) / (high - low), 0, 1)


def steps(values: Any, shares: Any) -> Callable[[Any], Any]:
    """Of whole numbers."""
    total = np.cumsum(shares)
    return lambda x: np.concatenate([[0], total])[np.searchsorted(values, x, side="right")]


def truncated(x: Any, a: float, b: float) -> Any:
    return np.clip((normal(x) - normal(a)) / (normal(b) - normal(a)), 0, 1)


def truncated_moments(a: float, b: float) -> tuple[float, float]:
    """Mean and variance of the standard normal distribution between a and b."""
    density = [math.exp(-t * t / 2) / math.sqrt(2 * math.pi) for t in (a, b)]
    mass = float(normal(b) - normal(a))
    mean = (density[0] - density[1]) / mass
    return mean, 1 + (a * density[0] - b * density[1]) / mass - mean**2


def whole(low: int, high: int) -> tuple[Callable[[Any], Any], float, float]:
    values = np.arange(low, high)
    return steps(values, np.full(len(values), 1 / len(values))), float(values.mean()), float(values.var())


MEAN, VARIANCE = truncated_moments(-1.0, 2.0)
P = np.full(N, 0.3)
DRAWS = {
    "uniform": Draw((), {"shape": (N,), "dtype": "float32", "min": 2.0, "max": 5.0}, evenly(2, 5), 3.5, 0.75),
    "uniform_like": Draw((P,), {"min": -1.0, "max": 1.0}, evenly(-1, 1), 0.0, 1 / 3),
    "gaussian": Draw(
        (), {"shape": (N,), "dtype": "float64", "mean": 1.0, "std": 2.0}, lambda x: normal((x - 1) / 2), 1.0, 4.0
    ),
    "truncated_gaussian": Draw(
        (), {"shape": (N,), "dtype": "float64", "mean": 3.0, "std": 0.5, "a": -1.0, "b": 2.0},
        lambda x: truncated((x - 3) / 0.5, -1.0, 2.0), 3 + 0.5 * MEAN, 0.25 * VARIANCE,
    ),
    "randint": Draw((), {"shape": (N,), "dtype": "int64", "low": -2, "high": 5}, *whole(-2, 5)),
    "randperm": Draw((), {"n": N, "dtype": "int64"}, *whole(0, N)),
    "uniform_to": Draw((np.asarray(N),), {"shape": ("?",), "dtype": "float32"}, evenly(-1, 1), 0.0, 1 / 3),
    "gaussian_to": Draw((np.asarray(N),), {"shape": ("?",), "dtype": "float64"}, normal, 0.0, 1.0),
    "randint_to": Draw(
        (np.asarray([N]),), {"shape": ("?",), "dtype": "int64", "low": -2, "high": 5}, *whole(-2, 5)
    ),
    "randint_like": Draw((P,), {"low": -2, "high": 5, "dtype": "int64"}, *whole(-2, 5)),
    "multinomial": Draw(
        (np.asarray([1.0, 2.0, 1.0]),), {"num_samples": N, "replacement": True},
        steps([0, 1, 2], [0.25, 0.5, 0.25]), 1.0, 0.5,
    ),
    "top_p_sampling": Draw(
        (np.tile([0.2, 0.5, 0.3], (N, 1)), np.full(N, 0.7)), {}, steps([0.3, 0.5], [0.375, 0.625]), 0.425, 0.009375
    ),
    "poisson": Draw(
        (np.full(N, 3.0),), {},
        steps(np.arange(40), [math.exp(-3) * 3**k / math.factorial(k) for k in range(40)]), 3.0, 3.0,
    ),
    "bernoulli": Draw((P,), {}, steps([0, 1], [0.7, 0.3]), 0.3, 0.21),
    "dropout": Draw((np.ones(N),), {"p": 0.2}, steps([0, 1.25], [0.2, 0.8]), 1.0, 0.25),
    "standard_gamma": Draw((np.full(N, 2.0),), {}, lambda x: 1 - np.exp(-x) * (1 + x), 2.0, 2.0),
    "class_center_sample": Draw((np.empty(0, "int64"),), {"num_classes": N, "num_samples": N}, *whole(0, N)),
    # an entry of a random direction in n dimensions is nearly normal, of variance gain² / n
    "orthogonal": Draw(
        (), {"shape": (150, 150), "dtype": "float64", "gain": 2.0},
        lambda x: normal(x * math.sqrt(150) / 2), 0.0, 4 / 150,
    ),
}  # fmt: skip


def drawn(op: Op, draw: Draw, seed: int) -> Any:
    return listed(op.run(draw.args, draw.attrs, rng=Generator(seed)))[0].ravel()


@pytest.mark.parametrize("op", RANDOM, ids=lambda op: op.name)
def test_the_distribution_is_what_it_says(op: Op):
    assert op.name in DRAWS, f"{op.name}: say in DRAWS what it draws"
    draw = DRAWS[op.name]
    values = np.sort(drawn(op, draw, 5).astype("float64"))
    n = len(values)
    assert n >= N
    assert values.mean() == pytest.approx(draw.mean, abs=4 * math.sqrt(draw.variance / n))
    assert values.var() == pytest.approx(draw.variance, rel=0.05)
    # Kolmogorov and Smirnov, at one in a thousand: between two values the largest gap is at one of them
    places, first, count = np.unique(values, return_index=True, return_counts=True)
    gap = np.max(np.abs((first + count) / n - draw.below(places)))
    assert gap < 1.95 / math.sqrt(n)


@pytest.mark.parametrize("op", RANDOM, ids=lambda op: op.name)
def test_neighbours_know_nothing_of_each_other(op: Op):
    """But for what is drawn without putting back, which a twenty-thousandth cannot show."""
    values = drawn(op, DRAWS[op.name], 6).astype("float64")
    assert abs(np.corrcoef(values[1:], values[:-1])[0, 1]) < 4 / math.sqrt(len(values))


@pytest.mark.parametrize("op", RANDOM, ids=lambda op: op.name)
def test_the_same_seed_gives_the_same_numbers_and_another_seed_others(op: Op):
    draw = DRAWS[op.name]
    one, again, other = (drawn(op, draw, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, again) and not np.array_equal(one, other)
    own = Draw(draw.args, {**draw.attrs, "seed": 9}, draw.below, draw.mean, draw.variance)
    assert np.array_equal(drawn(op, own, 1), drawn(op, own, 2)), "its own seed comes before the stream's"


def test_a_permutation_has_every_number_once_and_every_order():
    randperm = REGISTRY["randperm"]
    assert sorted(drawn(randperm, DRAWS["randperm"], 3)) == list(range(N))
    rng = Generator(4)
    orders = [tuple(randperm.run((), {"n": 3, "dtype": "int64"}, rng=rng)) for _ in range(3000)]
    assert all(abs(orders.count(order) - 500) < 100 for order in set(orders)) and len(set(orders)) == 6


def test_orthogonal_rows_are():
    square = REGISTRY["orthogonal"].run((), DRAWS["orthogonal"].attrs, rng=Generator(5))
    np.testing.assert_allclose(square @ square.T, 4 * np.eye(150), atol=1e-12)


def eager(op: Op, sample: Sample) -> list[Any]:
    return [o.numpy() for o in listed(op(*(Tensor(a) for a in sample.args), **sample.attrs))]


@law_for(every_sample(lambda op, s: op.random))
def test_eager_and_static_draw_the_same_in_order(op: Op, sample: Sample):
    """Three times, so that the stream is the same before and after each."""
    paddle.seed(7)
    wanted = [o for _ in range(3) for o in eager(op, sample)]
    after = random.default.get_state()
    paddle.enable_static()
    with program_guard(Program(), Program()):
        given = [data(f"x{i}", list(a.shape), a.dtype) for i, a in enumerate(sample.args)]
        results = [o for _ in range(3) for o in listed(op(*given, **sample.attrs))]
        feed = {v.name: a for v, a in zip(given, sample.args, strict=True)}
        executor = Executor()
        for _ in range(3):  # watched, lowered, lowered again
            paddle.seed(7)
            found = executor.run(feed=feed, fetch_list=results)
            for a, w in zip(found, wanted, strict=True):
                assert a.dtype == w.dtype and np.array_equal(a, w)
            assert repr(random.default.get_state()) == repr(after)
