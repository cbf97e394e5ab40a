"""The name of a function's result is right or absent, if the function returns one of several values."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound


def lifted(x, count):
    for _ in range(count):
        x = x.unsqueeze(0)
    return x


def reshaped(x, count):
    if count >= 1:
        x = x.unsqueeze(0)
    if count == 2:
        x = x.reshape([3, 2])
    return x


def chosen(x, count):
    a = x.unsqueeze(0)
    b = x.reshape([3, 2])
    return a if count else b


def chosen_in_reverse(x, count):
    b = x.reshape([3, 2])
    a = x.unsqueeze(0)
    return a if count else b


def left_early(x, count):
    with paddle.no_grad():
        a = x.unsqueeze(0)
        if count:
            return a
    return x.reshape([3, 2])


def paired(x, count):
    a = x.unsqueeze(0)
    if count:
        return a, x
    return x.reshape([3, 2]), a


def first(x, count):
    r, _ = paired(x, count)
    return r


def passed_on(x, count):
    return reshaped(x, count)


def chosen_in_a_statement(x, count):
    return x.unsqueeze(0) if count else x


def called(function, counts, is_followed):
    """Return a program that calls a function several times, and the list that gets the last result."""
    kept = []

    def program():
        x = paddle.arange(6, dtype="float32").reshape([2, 3])
        for count in counts:
            r = function(x, count)
        if is_followed:
            paddle.exp(x)
        kept.append(r)

    return program, kept


def called_in_two_names(counts, is_followed):
    """Return such a program for `paired`."""
    kept = []

    def program():
        x = paddle.arange(6, dtype="float32").reshape([2, 3])
        for count in counts:
            r, _s = paired(x, count)
        if is_followed:
            paddle.exp(x)
        kept.append(r)

    return program, kept


def value_or_nothing(program):
    paddle.disable_static()
    run = debug.start(program)
    run.wait()
    try:
        return run.value("r")
    except NotFound:
        return None


FUNCTIONS = [lifted, reshaped, chosen, chosen_in_reverse, left_early, first, passed_on, chosen_in_a_statement]


@pytest.mark.parametrize("is_followed", [False, True])
@pytest.mark.parametrize("counts", [(0,), (1,), (2,), (1, 0), (2, 0), (1, 2), (2, 1, 0)], ids=str)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_the_result_of_a_function_with_branches_is_right_or_absent(function, counts, is_followed):
    program, kept = called(function, counts, is_followed)
    found = value_or_nothing(program)
    if found is not None:
        np.testing.assert_array_equal(found, kept[0].numpy())


@pytest.mark.parametrize("is_followed", [False, True])
@pytest.mark.parametrize("counts", [(0,), (1,), (1, 0)], ids=str)
def test_an_element_of_the_result_is_right_or_absent(counts, is_followed):
    program, kept = called_in_two_names(counts, is_followed)
    found = value_or_nothing(program)
    if found is not None:
        np.testing.assert_array_equal(found, kept[0].numpy())


@pytest.mark.parametrize("function", [reshaped, passed_on])
def test_the_result_of_the_last_operator_is_found(function):
    """It was the result of the operator before."""
    kept = []

    def program():
        r = function(paddle.arange(6, dtype="float32").reshape([2, 3]), 2)
        kept.append(r)

    np.testing.assert_array_equal(value_or_nothing(program), kept[0].numpy())


def test_a_result_is_found_where_each_way_executes_an_operator():
    def doubled(x, count):
        if count > 5:
            x = x + 1
        return x * 2

    program, kept = called(doubled, [1, 2, 3], True)
    np.testing.assert_array_equal(value_or_nothing(program), kept[0].numpy())


def test_a_result_of_the_operator_in_the_return_statement_is_found():
    program, kept = called_in_two_names([0], False)
    np.testing.assert_array_equal(value_or_nothing(program), kept[0].numpy())
