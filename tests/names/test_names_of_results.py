"""The name of a function's result is right or absent, whatever the function does behind its last operator."""

import functools

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound

# ruff: noqa: B012, C417, F841, RET504, RUF015, SIM107 (programs return in all ways that users do)


def swapped(x):
    a, b = x * 2, x + 1
    a, b = b, a
    return a


def swapped_in_two(x):
    a, b = x * 2, x + 1
    a, b = b, a
    return a, b


class Cell:
    state = None

    def update(self, x):
        new = x * 2
        self.state, old = new, self.state
        return old


def one_of_several(x, count):
    h = paddle.tanh(x)
    if count == 1:
        return h
    g = h * 2
    if count == 2:
        return g, h
    if count == 3:
        return {"g": g, "h": h}
    return [h, g, x]


def before_final_operator(x):
    h = paddle.tanh(x)
    try:
        y = h * 2
        return y
    finally:
        z = h + 1
    return z


def overridden(x):
    h = paddle.tanh(x)
    try:
        y = h * 2
        return y
    finally:
        return h


def overridden_result(x):
    h = paddle.tanh(x)
    try:
        return h * 2
    finally:
        return h


def left_loops(x):
    h = paddle.tanh(x)
    r = h * 2
    for i in range(2):
        try:
            if i:
                break
            continue
        finally:
            r = h
    return r


def one_of_two_before_final(x, count):
    h = paddle.tanh(x)
    y = h * 2
    try:
        if count:
            return h
        return y
    finally:
        z = h + 1


def closed(x):
    h = paddle.tanh(x)
    try:
        y = h * 2
        return y
    finally:
        h = None


RESULTS = {
    "swapped": lambda x: swapped(x),
    "first": lambda x: swapped_in_two(x)[0],
    "none": lambda x: Cell().update(x),
    "tuple": lambda x: one_of_several(x, 2),
    "dict": lambda x: one_of_several(x, 3),
    "list": lambda x: one_of_several(x, 4),
    "before final operator": lambda x: before_final_operator(x),
    "overridden": lambda x: overridden(x),
    "overridden result": lambda x: overridden_result(x),
    "left loops": lambda x: left_loops(x),
    "first return": lambda x: one_of_two_before_final(x, 1),
    "second return": lambda x: one_of_two_before_final(x, 0),
    "list of map": lambda x: list(map(paddle.tanh, [x, x + 1])),
    "tuple of map": lambda x: tuple(map(paddle.tanh, [x, x + 1])),
    "dict of map": lambda x: dict(zip("ab", map(paddle.exp, [x, x + 1]), strict=True)),
    "sorted": lambda x: sorted([x + 1, x], key=paddle.sum),
    "largest": lambda x: max([x, x + 1], key=paddle.sum),
    "all": lambda x: all(map(paddle.any, [x > 1, x > 2])),
}


def is_value(kept, found):
    return isinstance(kept, paddle.Tensor) and np.array_equal(kept.numpy(), found)


def value_in(body):
    """The value of r at the end of a run, or None."""
    paddle.disable_static()
    run = debug.start(body)
    run.wait()
    try:
        return run.value("r")
    except NotFound:
        return None


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("is_followed", [False, True])
def test_the_name_of_a_result_is_right_or_absent(result, is_followed):
    kept, function = [], RESULTS[result]

    def body():
        x = paddle.ones([2]) * 3
        r = function(x)
        kept.append(r)
        if is_followed:
            paddle.tanh(x)

    found = value_in(body)
    assert found is None or is_value(kept[0], found), (found, kept)


def second_update(kept):
    x, cell = paddle.ones([2]), Cell()
    cell.update(x)
    r = cell.update(x + 1)
    kept.append(r)


def exchanged(kept):
    r = swapped(paddle.ones([2]) * 3)
    kept.append(r)


def returned_before_final(kept):
    r = closed(paddle.ones([2]))
    kept.append(r)


def unpacked(outs):
    a, _, c = map(paddle.exp, outs); d = a * c  # noqa: E702 (the node of the unpacking is not found)  # fmt: skip
    return d


def unpacked_result(kept):
    x = paddle.ones([2])
    for _ in range(2):
        r = unpacked([x, x, x])
    kept.append(r)


MOVED = [second_update, exchanged, returned_before_final, unpacked_result]


@pytest.mark.parametrize("program", MOVED, ids=lambda each: each.__name__)
def test_the_name_of_a_moved_result_is_found(program):
    kept = []
    found = value_in(lambda: program(kept))
    assert is_value(kept[0], found)


def sorted_by_key():
    r = [paddle.ones([2]), paddle.zeros([2])]
    sorted(r, key=paddle.sum)


def reduced():
    r = [paddle.ones([2]), paddle.zeros([2])]
    functools.reduce(paddle.add, r)


def next_of_map():
    r = map(paddle.exp, [paddle.ones([2]), paddle.zeros([2])])
    next(r)


@pytest.mark.parametrize("program", [sorted_by_key, reduced, next_of_map], ids=lambda each: each.__name__)
def test_an_argument_of_a_function_of_python_is_no_argument_of_the_function_that_it_calls(program):
    assert value_in(program) is None


REPEATED = {
    "unpacked": unpacked,
    "sum": lambda outs: sum(outs),
    "reduce": lambda outs: functools.reduce(paddle.add, outs),
    "list of map": lambda outs: list(map(paddle.exp, outs))[0],
    "map of lambda": lambda outs: list(map(lambda each: paddle.tanh(each * 2), outs))[0],
}


@pytest.mark.parametrize("kind", REPEATED)
def test_names_in_a_program_stay_if_a_function_of_python_repeats_operators(kind):
    """The second operator at the same position was taken for another call of the whole function."""
    main = paddle.static.Program()
    paddle.enable_static()
    with paddle.static.program_guard(main, paddle.static.Program()):
        x = paddle.static.data("x", [2, 3], "float32")
        h = paddle.tanh(x)
        outs = [h * 1, h * 2, h * 3]
        y = REPEATED[kind](outs)
        loss = paddle.mean(y)
    feed = {"x": np.linspace(-1, 1, 6, dtype="float32").reshape(2, 3)}
    run = debug.start(lambda: paddle.static.Executor().run(main, feed=feed, fetch_list=[h, y, loss]))
    for name, value in zip(("h", "y", "loss"), run.wait(), strict=True):
        np.testing.assert_array_equal(run.value(name), value)
    paddle.disable_static()


def set_first(items, value):
    items[0] = value


def changed_by(change):
    def changed(kept):
        x = paddle.ones([2])
        y, z = x * 2, x * 3
        r = [x, y, z]
        change(r, z)
        kept.append(r[0])
        paddle.tanh(x)

    return changed


def reversed_elements(kept):
    x = paddle.ones([2])
    y = x * 2
    r = [x, y]
    r.reverse()
    kept.append(r[0])
    paddle.tanh(x)


def deleted_element(kept):
    x = paddle.ones([2])
    y = x * 2
    r = [x, y]
    del r[0]
    kept.append(r[0])
    paddle.tanh(x)


def sliced(kept):
    x = paddle.ones([2])
    y = x * 2
    r = [x, y]
    r = r[1:]
    kept.append(r[0])
    paddle.tanh(x)


def set_through_another_name(kept):
    x = paddle.ones([2])
    y = x * 2
    r = [x, y]
    other = r
    other[0] = y
    kept.append(r[0])
    paddle.tanh(x)


CHANGED = [changed_by(set_first), reversed_elements, deleted_element, sliced, set_through_another_name]


@pytest.mark.parametrize("program", CHANGED, ids=lambda each: each.__name__)
def test_an_element_is_right_or_absent_if_its_list_changes_without_an_operator(program):
    paddle.disable_static()
    kept = []
    run = debug.start(lambda: program(kept))
    run.wait()
    try:
        found = run.value("r[0]")
    except NotFound:
        return
    assert is_value(kept[0], found)
