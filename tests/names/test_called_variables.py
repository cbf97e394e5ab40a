"""The name of the result of a call is right or absent, if the called function is another one each time."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound


def same(x):
    return x


def looped(functions, kept):
    x = -paddle.ones([2])
    for function in functions:
        result = function(x)
    kept.append(result)


def followed(functions, kept):
    looped(functions, kept)
    paddle.tanh(kept[0])


def applied(function, x):
    return function(x)


def passed(functions, kept):
    x = -paddle.ones([2])
    for function in functions:
        result = applied(function, x)
    kept.append(result)


FUNCTIONS = {
    "operator": lambda: (paddle.exp, same),
    "method": lambda: (paddle.exp, paddle.Tensor.detach),
    "no function": lambda: (paddle.exp, lambda x: x.astype("float32")),
}


@pytest.mark.parametrize("program", [looped, followed, passed], ids=lambda each: each.__name__)
@pytest.mark.parametrize("kind", FUNCTIONS)
def test_the_result_of_a_called_variable_is_right_or_absent(program, kind):
    paddle.disable_static()
    kept = []
    run = debug.start(lambda: program(FUNCTIONS[kind](), kept))
    run.wait()
    try:
        found = run.value("result")
    except NotFound:
        return
    np.testing.assert_array_equal(found, kept[0].numpy())


def test_the_result_of_one_function_keeps_its_name():
    paddle.disable_static()
    run = debug.start(lambda: trained(paddle.nn.ReLU()))
    run.wait()
    np.testing.assert_array_equal(run.value("result"), [3, 3])


def trained(model):
    for i in range(3):
        x = paddle.ones([2]) * (i + 1)
        result = model(x)
    return result
