"""The name of a function's result is right or absent, if an error outside of an operator has ended the function."""

import contextlib

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound


def converted(x, text):
    y = paddle.exp(x)
    int(text)
    return y


def refused(x, text):
    y = paddle.exp(x)
    if text == "x":
        raise ValueError(text)
    return y


def asserted(x, text):
    y = paddle.exp(x)
    assert text != "x"
    return y


def within(x, text):
    with paddle.no_grad():
        return converted(x * 2, text)


def uncaught(function, kept):
    x = r = paddle.ones([2])
    try:
        r = function(x, "x")
    finally:
        kept.append(r)


def caught(function, kept):
    x = r = paddle.ones([2])
    try:
        r = function(x, "x")
    except (ValueError, AssertionError):
        x = None
    kept.append(r)


def followed(function, kept):
    caught(function, kept)
    paddle.tanh(kept[0])


def suppressed(function, kept):
    x = r = paddle.ones([2])
    with contextlib.suppress(ValueError, AssertionError):
        r = function(x, "x")
    kept.append(r)
    paddle.tanh(x)


class Suppressor:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return error[0] is not None


@contextlib.contextmanager
def errors_dropped():
    with contextlib.suppress(ValueError, AssertionError):
        yield


class Passing:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.error = error
        return False


def suppressed_by_class(function, kept):
    x = r = paddle.ones([2])
    with Suppressor():
        r = function(x, "x")
    kept.append(r)
    paddle.tanh(x)


def suppressed_by_variable(function, kept):
    x = r = paddle.ones([2])
    suppressor = Suppressor()
    with suppressor:
        r = function(x, "x")
    kept.append(r)
    paddle.tanh(x)


def suppressed_by_generator(function, kept):
    x = r = paddle.ones([2])
    with errors_dropped():
        r = function(x, "x")
    kept.append(r)
    paddle.tanh(x)


def suppressed_by_stack(function, kept):
    x = r = paddle.ones([2])
    with contextlib.ExitStack() as stack:
        stack.enter_context(errors_dropped())
        r = function(x, "x")
    kept.append(r)
    paddle.tanh(x)


def suppressed_in_loop(function, kept):
    x = paddle.ones([2])
    for text in ("1", "x", "2"):
        with Suppressor():
            if text != "2":
                r = function(x * len(kept), text)
                kept.append(r)
            paddle.tanh(x)
    kept[:] = kept[-1:]


def moved_in_block(function, kept):
    x = paddle.ones([2])
    r, spare = x + 1, x + 2
    with Suppressor():
        if function is not None:
            raise ValueError
        r = spare
    kept.append(r)
    paddle.tanh(x)


def repeated(function, kept):
    x = paddle.ones([2])
    for text in ("1", "x"):
        try:
            r = function(x, text)
        except (ValueError, AssertionError):
            continue
        x = x + 1
    kept.append(r)


def value_after(program, function):
    paddle.disable_static()
    kept = []
    run = debug.start(lambda: program(function, kept))
    with contextlib.suppress(ValueError, AssertionError):
        run.wait()
    try:
        return run.value("r"), kept[0].numpy()
    except NotFound:
        return None, kept[0].numpy()


SUPPRESSED = [suppressed_by_class, suppressed_by_variable, suppressed_by_generator, suppressed_by_stack]
PROGRAMS = [uncaught, caught, followed, suppressed, *SUPPRESSED, suppressed_in_loop, moved_in_block, repeated]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("function", [converted, refused, asserted, within], ids=lambda each: each.__name__)
def test_a_result_that_an_error_has_prevented_has_no_name(function, program):
    found, right = value_after(program, function)
    if found is not None:
        np.testing.assert_array_equal(found, right)


@pytest.mark.parametrize("program", [uncaught, caught, followed], ids=lambda each: each.__name__)
def test_a_result_has_its_name_if_no_error_can_come_before_the_return(program):
    found, right = value_after(program, lambda x, _: paddle.exp(x))
    assert found is not None
    np.testing.assert_array_equal(found, right)


def unguarded(function, kept):
    with Passing(), paddle.no_grad():
        r = function(paddle.ones([2]), "1")
    kept.append(r)
    paddle.tanh(r)


def continued(function, kept):
    with Suppressor():
        r = function(paddle.ones([2]), "1")
        kept.append(r)
        paddle.tanh(r)


def continued_in_loop(function, kept):
    for number in range(3):
        try:
            r = function(paddle.ones([2]) * number, "1")
            kept[:] = [r]
            paddle.tanh(r)
        except ValueError:
            pass


@pytest.mark.parametrize("program", [unguarded, continued, continued_in_loop], ids=lambda each: each.__name__)
@pytest.mark.parametrize("function", [converted, within], ids=lambda each: each.__name__)
def test_a_result_has_its_name_if_the_program_goes_on_behind_its_call(program, function):
    found, right = value_after(program, function)
    assert found is not None
    np.testing.assert_array_equal(found, right)
