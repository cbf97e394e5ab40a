"""A move to a step that something else stops on the way: every front end gets the same sentence."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import OpscopeWarning
from opscope.events import Goto, Warned
from opscope.paddle import static
from tests.cli.sessions import piped

SHORT = "stopped on the way to step 4, in step 2: breakpoint step == 2"


def program():
    paddle.enable_static()
    x = static.data("x", [2])
    out, exe = paddle.tanh(x), static.Executor()

    def train():
        for i in range(5):
            exe.run(feed={"x": np.full(2, i, "float32")}, fetch_list=[out])

    return train


def by_python(run):
    with pytest.warns(OpscopeWarning, match="stopped on the way to step 4") as caught:
        assert run.goto(4, timeout=30).step == 2
    return str(caught[0].message)


def by_panel(run):
    assert run.ask(Goto, step=4).ok
    assert run.until_stopped(30).step == 2
    run.flush()
    return SHORT


@pytest.mark.parametrize("move", [by_python, by_panel])
def test_a_stop_on_the_way_is_said_to_every_listener(move):
    seen = []
    run = debug.start(program(), entry=True, sinks=[seen.extend])
    run.until_stopped(30)
    run.breakpoint("op:tanh", "step == 2")
    assert SHORT in move(run)
    run.flush()
    assert [event.text for event in seen if isinstance(event, Warned) and event.subject == "goto"] == [SHORT]
    run.ask(Goto, step=4)
    assert run.until_stopped(30).step == 4
    run.ask(Goto, step=1)
    run.flush()
    assert len([event for event in seen if isinstance(event, Warned) and event.subject == "goto"]) == 1
    run.clear()
    run.stop(5.0)


SCRIPT = """
import numpy as np
import paddle
paddle.enable_static()
x = paddle.static.data("x", [2])
y = paddle.tanh(x)
exe = paddle.static.Executor()
for i in range(5):
    exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[y])
"""


def test_the_prompt_says_it(tmp_path):
    done = piped(tmp_path, SCRIPT, "b op:tanh if step == 2\ngoto 4\nquit\n")
    assert f"goto: {SHORT}" in done.stdout, done.stdout
