"""Threads that run programs beside a run are named once: the run neither records nor stops them."""

import threading

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.events import Warned
from opscope.paddle import static
from opscope.runtime.instrument import _on_undriven

LONG = 60.0


def step():
    """A function that runs a program."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        y = paddle.tanh(static.data("x", [2], "float32"))
    exe, feed = static.Executor(), {"x": np.ones(2, "float32")}
    return lambda: exe.run(main, feed=feed, fetch_list=[y])


def beside(work, name):
    thread = threading.Thread(target=work, name=name)
    thread.start()
    thread.join(LONG)


def told(run):
    return [e.text for e in run.history.events() if isinstance(e, Warned)]


@pytest.mark.parametrize("record", [True, False])
def test_each_such_thread_is_named_once_with_its_line(record, capsys):
    one = step()

    def body():
        one()
        beside(lambda: [one() for _ in range(3)], "evaluation")
        beside(lambda: None, "idle")
        beside(one, "logging")
        one()

    run = debug.start(body, record=record)
    run.wait(LONG)
    assert run.steps == 2
    evaluation, logging = told(run)
    assert "thread 'evaluation' runs programs beside this run at " in evaluation and "'logging'" in logging
    assert "test_threads_beside.py:" in evaluation and "they are not recorded" in evaluation
    assert [line.split(": ", 1)[1] for line in capsys.readouterr().err.splitlines()] == [evaluation, logging]


def test_the_thread_that_started_the_run_and_other_runs_are_not():
    one = step()
    first = debug.start(lambda: [one() for _ in range(20)], entry=True)
    first.until_stopped(LONG)
    one()
    second = debug.start(lambda: [one() for _ in range(20)])
    second.wait(LONG)
    first.cont()
    first.wait(LONG)
    assert not told(first) and not told(second) and not _on_undriven
