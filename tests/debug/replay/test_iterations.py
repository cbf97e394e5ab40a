"""Stops inside while loops of a program say which iteration that is, forward and backward in time."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle import static

INNER = 2  # iterations of the inner loop in each of the outer one
OUTER = 3
EACH = [f"iterations {outer}, {inner}" for outer in range(1, OUTER + 1) for inner in range(1, INNER + 1)]


@pytest.fixture
def train():
    """Two steps of a loop in a loop: `tanh` runs in the inner one, `square` in the outer one."""
    paddle.enable_static()

    def inside(j, h):
        return [j + 1, paddle.tanh(h) + 1]

    def outside(i, h):
        start = paddle.full([1], 0, "int64")
        _, h = static.nn.while_loop(lambda j, h: j < INNER, inside, [start, h])
        return [i + 1, paddle.square(h)]

    x = static.data("x", [3], "float32")
    _, h = static.nn.while_loop(lambda i, h: i < OUTER, outside, [paddle.full([1], 0, "int64"), x])
    exe = static.Executor()

    def train():
        for _ in range(2):
            exe.run(feed={"x": np.ones(3, "float32")}, fetch_list=[h])

    return train


def test_each_stop_has_its_iteration_both_ways(train):
    run = debug.start(train, breakpoints=["op:tanh"])
    live = []
    while (here := run.until_stopped()) is not None:
        live.append(here.counters)
        run.cont()
    assert live == EACH * 2

    back = []
    while (here := run.reverse_continue()).reason == "breakpoint":
        back.append(here.counters)
    assert back == (EACH * 2)[::-1]

    run.goto(2, "op:tanh")
    again = [run.here.counters]
    while run.cont() is None and run.here.reason == "breakpoint":
        again.append(run.here.counters)
    assert again == EACH


def test_only_bodies_of_loops_have_iterations(train):
    run = debug.start(train)
    run.wait()
    run.goto(1, "op:square")
    assert run.here.counters == "iteration 1"
    assert [frame.function for frame in run.stack()][-1].endswith("of while, iteration 1")
    while run.step_back().op_type != "while":  # the inner loop itself
        pass
    assert run.here.counters == "iteration 1"
    run.goto(1)
    assert run.here.counters == ""
    while run.step_in().op_type != "less_than":
        pass
    assert run.here.counters == "" and run.here.depth == 1  # the condition
    assert "iteration" not in run.stack()[-1].function
