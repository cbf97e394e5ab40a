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


class Applied:
    def __init__(self, function):
        self.function = function

    def apply(self, x):
        return self.function(x)


def of_objects(functions, kept):
    x = -paddle.ones([2])
    first, second = map(Applied, functions)
    for number in range(2):
        result = applied(first.apply if number == 0 else second.apply, x)
    kept.append(result)
    paddle.tanh(x)


def assigned_to_attribute(functions, kept):
    x = -paddle.ones([2])
    layer = Applied(functions[0])
    for function in functions[1:] * 2:
        result = layer.function(x)
        layer.function = function
    kept.append(result)
    paddle.tanh(x)


def assigned_to_element(functions, kept):
    x = -paddle.ones([2])
    layers = [functions[0]]
    for function in functions[1:] * 2:
        result = layers[0](x)
        layers[0] = function
    kept.append(result)
    paddle.tanh(x)


def method_of_object(functions, kept):
    x = -paddle.ones([2])
    layer = Applied(functions[0])
    for function in functions[1:] * 2:
        result = layer.apply(x)
        layer.function = function
    kept.append(result)
    paddle.tanh(x)


def by_local_variable(functions, number, x):
    chosen = functions[number]
    return chosen(x)


def chosen_in_function(functions, kept):
    x = -paddle.ones([2])
    for number in range(2):
        result = by_local_variable(functions, number, x)
    kept.append(result)
    paddle.tanh(x)


def closure_over(function):
    def called(x):
        y = x + 1
        result = x * 2
        result = function(x)
        return y, result

    return called


def in_closures(functions, kept):
    x = -paddle.ones([2])
    for each in [*map(closure_over, functions)]:
        result = each(x)[1]
    kept.append(result)
    paddle.tanh(x)


PROGRAMS = [looped, followed, passed, of_objects, assigned_to_attribute, assigned_to_element, method_of_object]
PROGRAMS += [chosen_in_function, in_closures]
FUNCTIONS = {
    "operator": lambda: (paddle.exp, same),
    "method": lambda: (paddle.exp, paddle.Tensor.detach),
    "no function": lambda: (paddle.exp, lambda x: x.astype("float32")),
}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
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
