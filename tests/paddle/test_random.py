"""Seeds: what paddle.seed, the seed of an op and the seed of a program each fix."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def runs(value, *before):
    """The value in as many runs; what stands in `before` is called first."""
    exe = static.Executor()
    found = []
    for call in before:
        call()
        found.append(exe.run(fetch_list=[value])[0])
    return found


def nothing():
    pass


def seed():
    paddle.seed(3)


def test_seed_returns_a_generator():
    assert type(paddle.seed(3)).__name__ == "Generator"


def test_operators_draw_anew_in_each_run_and_seed_goes_back():
    first, second, again = runs(paddle.rand([3]), seed, nothing, seed)
    assert not np.array_equal(first, second) and np.array_equal(first, again)


def test_an_operator_with_a_seed_draws_the_same_in_each_run():
    first, second, third = runs(paddle.uniform([3], seed=7), nothing, nothing, seed)
    assert np.array_equal(first, second) and np.array_equal(first, third)


def test_the_seed_of_the_program_becomes_that_of_dropout():
    static.default_main_program().random_seed = 5
    dropped = paddle.nn.functional.dropout(paddle.ones([50]), 0.5)
    assert dropped.op.attr("seed") == 5
    first, second, third = runs(dropped, nothing, nothing, seed)
    assert np.array_equal(first, second) and np.array_equal(first, third)


def test_the_seed_of_the_program_says_nothing_of_rand():
    static.default_main_program().random_seed = 5
    value = paddle.rand([50])
    assert value.op.attr("seed") == 0
    first, second = runs(value, nothing, nothing)
    assert not np.array_equal(first, second)
