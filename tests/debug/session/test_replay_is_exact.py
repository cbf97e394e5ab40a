"""What a reader with fresh eyes broke in the debugger, one test for each way."""

import threading

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError, OpscopeWarning, RunError
from tests.debug.eager_runs import LONG

FEED = np.linspace(-1, 1, 12, dtype="float32").reshape(3, 4)


@pytest.fixture
def dropped():
    """A function that runs five steps with dropout; `values` has what the program itself fetched of it."""
    paddle.enable_static()
    paddle.seed(1)
    x = paddle.static.data("x", [3, 4])
    h = paddle.nn.functional.dropout(paddle.tanh(x), 0.5)
    total = paddle.sum(h)
    exe = paddle.static.Executor()
    values = []

    def body():
        for _ in range(5):
            values.append(exe.run(feed={"x": FEED}, fetch_list=[h, total])[0])

    body.h, body.values = h.name, values
    return body


def test_going_back_twice_in_a_step_draws_what_was_drawn(dropped, begin):
    run = begin(dropped)
    run.wait(LONG)
    for _ in range(2):
        run.goto(3)
        run.goto(3, "op:reduce_sum")
        np.testing.assert_array_equal(run.value(dropped.h), dropped.values[2])


def test_a_one_time_breakpoint_met_twice_at_a_place_leaves_the_program_alone(dropped, begin):
    run = begin(dropped, entry=True)
    run.until_stopped(LONG)
    run.breakpoint("*", "step > 1", once=True)
    run.cont()
    assert run.until_stopped(LONG).step == 2 and not run.breakpoints
    run.cont()
    run.wait(LONG)
    assert len(dropped.values) == 5


def test_previous_is_of_the_same_program_where_programs_take_turns(begin):
    paddle.enable_static()
    programs = []
    for name in ("a", "b"):
        main = paddle.static.Program()
        with paddle.static.program_guard(main):
            total = paddle.sum(paddle.static.data(name, [1]))
            main.global_block().rename(total.name, f"sum_{name}")
        programs.append(main)
    exe = paddle.static.Executor()

    def body():
        for value in (1.0, 3.0, 2.0, 5.0):
            for main, name in zip(programs, "ab", strict=True):
                exe.run(main, feed={name: np.array([value], "float32")}, fetch_list=[f"sum_{name}"])

    run = begin(body, breakpoints=[("sum_b", "sum_b > previous(sum_b)")])
    steps = []
    while (here := run.until_stopped(LONG)) is not None:
        steps.append(here.step)
        run.cont()
    back = []
    while (here := run.reverse_continue()).reason != "entry":
        back.append(here.step)
    assert steps == [4, 8] and back == [8, 4]


def test_a_failed_run_ends_where_it_failed_and_can_be_tried_otherwise(begin):
    paddle.enable_static()
    x = paddle.static.data("x", [2])
    out = x.block.create_var(name="out", shape=[2], dtype="float32")

    def root(x):
        if np.array(x).min() < 0:
            raise ValueError("of a negative number")
        return np.sqrt(np.array(x))

    paddle.static.py_func(root, x, out)
    exe = paddle.static.Executor()

    def body():
        for value in (1.0, 4.0, -1.0):
            exe.run(feed={"x": np.full(2, value, "float32")}, fetch_list=[out])

    run = begin(body)
    with pytest.raises(ValueError, match="negative"):
        run.wait(LONG)
    here = run.goto(3, "op:py_func")
    assert here.op_type == "py_func"
    for move in (run.next, run.run_to_end, run.step_in):
        assert (move().reason, run.here.op_type) == ("exception", "py_func")
    assert run.branch(1, {"x": 9.0}, until=1).edited["out"][1].tolist() == [3, 3]
    assert run.branch(1, {"x": 9.0}).last == 2  # the last that came to its end
    tried = run.branch(3, {"x": 16.0})
    assert tried.edited["out"][3].tolist() == [4, 4] and "out" not in tried.untouched


def test_eager_code_alone_is_saved(begin, tmp_path):
    run = begin(lambda: paddle.tanh(paddle.to_tensor([1.0]), name="out"))
    run.wait(LONG)
    run.save(tmp_path / "eager")
    opened = debug.open(tmp_path / "eager")
    assert opened.goto(1, "op:tanh").op_type == "tanh" and opened.value("in0").tolist() == [1.0]


def test_nothing_is_saved_where_nothing_has_run(begin, tmp_path):
    run = begin(lambda: None)
    run.wait(LONG)
    with pytest.raises(RunError, match="nothing has run yet"):
        run.save(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_what_cannot_be_meant_is_told(dropped, begin):
    run = begin(dropped, entry=True)
    run.until_stopped(LONG)
    with pytest.raises(ArgumentError, match="cannot be set to None"):
        run.set("x", None)
    with pytest.warns(OpscopeWarning, match=r"no file nosuch\.py is known"):
        run.breakpoint("nosuch.py:12")
    with pytest.warns(OpscopeWarning, match="matches nothing"):
        run.breakpoint("op:reluu")
    with pytest.raises(ArgumentError, match="nosuch"):
        run.evaluate("nosuch + 1")
    run.stop(LONG)


def test_who_asks_while_the_program_is_in_its_own_code_is_told(dropped, begin, monkeypatch):
    monkeypatch.setattr("opscope.debug.runs.step_methods.ANSWER_TIMEOUT", 0.2)
    wait = threading.Event()

    def body():
        dropped()
        wait.wait(LONG)

    run = begin(body)
    try:
        while len(dropped.values) < 5:
            pass
        with pytest.raises(RunError, match="its own Python code"):
            run.value("x")
    finally:
        wait.set()
    run.wait(LONG)
