"""Inside a while loop names mean what they mean in the loop's functions, and its variables can be tapped."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound
from opscope.names.program_names import user_names
from opscope.paddle import static
from opscope.paddle.static.nn.control_flow import While

ROUNDS = 3


def factor(h):
    return h * 2.0


@pytest.fixture
def train():
    """One step of a loop that doubles `h` three times; `h` is 1 before the loop and 9 behind it."""
    paddle.enable_static()
    x = static.data("x", [2], "float32")
    i = paddle.full([1], 0, "int64")
    rounds = paddle.full([1], ROUNDS, "int64")
    h = paddle.abs(x)

    def goes_on(i, h):
        return i < rounds

    def body(i, h):
        h = factor(h)
        kept = paddle.square(h)
        i = i + 1
        return [i, h + 0 * kept]

    i, h = static.nn.while_loop(goes_on, body, [i, h])
    h = h + 1.0
    exe = static.Executor()
    return lambda: exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[h])


def value(run, name):
    return float(run.value(name).ravel()[0])


def test_names_mean_what_they_do_at_the_line(train):
    run = debug.start(train)
    run.wait()
    run.goto(1, "op:while")
    assert (value(run, "i"), value(run, "h")) == (0, 1)
    for rounds in range(ROUNDS):
        while run.step_in().op_type != "less_than":
            pass
        assert (value(run, "i"), value(run, "h"), value(run, "rounds")) == (rounds, 2**rounds, ROUNDS)
        while run.step_in().op_type != "square":
            pass
        assert (value(run, "i"), value(run, "h")) == (rounds, 2 ** (rounds + 1))
        assert run.evaluate("i + h.sum()").ravel()[0] == rounds + 2 * 2 ** (rounds + 1)
    while run.next().depth:
        pass
    run.goto(1, "op:while")
    run.next()
    assert (value(run, "i"), value(run, "h")) == (ROUNDS, 2**ROUNDS)
    while run.next().op_type:
        pass
    assert value(run, "h") == 2**ROUNDS + 1


def test_a_condition_inside_a_loop_reads_the_loops_variables(train):
    run = debug.start(train, breakpoints=[("op:square", "i.max() == 1")])
    assert run.until_stopped().counters == "iteration 2"
    assert value(run, "h") == 4
    run.cont()
    run.wait()


def test_a_value_of_a_loop_that_is_over_says_where_it_can_be_set(train):
    """It was "not computed yet", and to step on was the advice."""
    run = debug.start(train, entry=True)
    run.until_stopped()
    with pytest.raises(NotFound, match="the value is not computed yet"):
        run.set("kept", 1.0)
    run.goto(1, "op:while")
    run.next()
    line = train.__code__.co_firstlineno - 3
    told = rf"belongs to the body of the loop at .*:{line} in train, which has ended .* breakpoint\('kept'\)"
    with pytest.raises(NotFound, match=told):
        run.set("kept", 1.0)
    run.stop()
    run = debug.start(train, breakpoints=["kept"])
    assert run.until_stopped().counters == "iteration 1"
    run.set("kept", 7.0)
    assert value(run, "kept") == 7
    run.stop()


def test_loop_variables_can_be_tapped(train):
    run = debug.start(train, taps=["*"])
    run.wait()
    variables = [name for name in run.history.names() if name.startswith("loop_var")]
    seen = {name: run.history.of(name)[-1] for name in variables}
    assert [seen[name].called for name in variables] == ["i", "h"]
    assert [seen[name].mean for name in variables] == [ROUNDS - 1, 2 ** (ROUNDS - 1)]  # of the last time in the body
    program = static.default_main_program()
    assert [user_names(program, name) for name in variables] == [("i",), ("h",)]


def test_the_place_has_the_values_of_its_iteration(train):
    run = debug.start(train, taps=["loop_var_*"], breakpoints=["op:square"])
    for rounds in range(ROUNDS):
        run.until_stopped()
        assert value(run, "h") == 2 ** (rounds + 1)  # the values at the place come behind the stop, and before this
        found = [run.history.of(name)[-1].mean for name in run.history.names()]
        assert found == [rounds, 2**rounds]
        run.cont()
    run.wait()


def test_taps_of_an_executor_see_the_variables_in_lowered_runs_too():
    paddle.enable_static()
    x = static.data("x", [2], "float32")
    _, h = static.nn.while_loop(lambda i, h: i < 2, lambda i, h: [i + 1, h * 3.0], [paddle.full([1], 0, "int64"), x])
    exe = static.Executor()
    taps = debug.attach(exe).tap("loop_var_*")
    for step in range(3):
        exe.run(feed={"x": np.full(2, step + 1.0, "float32")}, fetch_list=[h])
        assert [event.mean for event in taps.latest.values()] == [1, 3 * (step + 1)]


def test_variables_of_nested_structures_and_arrays_are_not_mixed_up():
    """There are more variables than parameters, or fewer: then each is known from where it is used first."""
    paddle.enable_static()
    x = static.data("x", [2], "float32")
    array = paddle.tensor.create_array("float32")
    paddle.tensor.array_write(x, paddle.full([1], 0, "int64"), array)

    def body(i, pair, array):
        first, second = pair
        first = first * 2.0
        second = first + second
        return [i + 1, [first, second], array]

    _, pair, array = static.nn.while_loop(
        lambda i, pair, array: i < 2, body, [paddle.full([1], 0, "int64"), [x, x * 5.0], array]
    )
    exe = static.Executor()
    run = debug.start(
        lambda: exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=pair), breakpoints=["op:elementwise_add"]
    )
    run.until_stopped()
    assert (value(run, "first"), value(run, "second")) == (2, 5)
    run.cont()
    run.until_stopped()
    assert (value(run, "first"), value(run, "second")) == (4, 7)
    run.cont()
    run.wait()


def test_an_outer_variable_that_a_block_writes_has_its_value_of_the_place():
    """Its value before the loop was shown in all iterations, and before the branch in all of the branch."""
    paddle.enable_static()
    x = static.data("x", [2], "float32")
    i, rounds, h = paddle.full([1], 0, "int64"), paddle.full([1], 2, "int64"), paddle.abs(x)
    going = i < rounds

    def one():
        paddle.assign(paddle.exp(h * 0.0), output=h)
        paddle.assign(paddle.floor(h), output=h)

    with While(going).block():
        paddle.assign(h * 2.0, output=h)
        static.nn.cond(i > 0, one)
        paddle.square(h)
        paddle.increment(i)
        paddle.assign(i < rounds, output=going)
    exe = static.Executor()
    run = debug.start(lambda: exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[h]))
    run.wait()
    run.goto(1, "op:while")
    seen = []
    while (here := run.step_in()).depth or not seen:
        assert value(run, "h") == value(run, h.name) == run.evaluate("h.max()")
        seen.append((here.op_type, value(run, "h"), value(run, "i")))
    of_interest = [place for place in seen if place[0] in ("greater_than", "floor", "square", "less_than")]
    assert of_interest == [
        ("greater_than", 2, 0), ("square", 2, 0), ("less_than", 2, 1),
        ("greater_than", 4, 1), ("floor", 1, 1), ("square", 1, 1), ("less_than", 1, 2),
    ]  # fmt: skip
    assert value(run, "h") == 1


def test_an_outer_variable_that_a_block_reads_first_has_the_value_of_the_place():
    paddle.enable_static()
    x, i, n = static.data("x", [2], "float32"), paddle.full([1], 0, "int64"), paddle.full([1], ROUNDS, "int64")
    total = paddle.zeros([2])
    more = paddle.less_than(i, n)
    with While(more).block():
        new = paddle.add(total, x)  # an operator of the block reads it before the block writes it
        paddle.assign(new, total)
        paddle.increment(i)
        paddle.assign(paddle.less_than(i, n), more)
    exe = static.Executor()
    run = debug.start(lambda: exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[total]))
    run.wait()
    run.goto(1, "op:while")
    assert value(run, "total") == 0
    for rounds in range(ROUNDS):
        seen = {}
        while (here := run.step_in()).op_type != "assign" or "assign" not in seen:
            seen.setdefault(here.op_type, value(run, "total"))
        assert seen["elementwise_add"] == seen["assign"] == rounds
        assert seen["increment"] == value(run, "total") == rounds + 1
