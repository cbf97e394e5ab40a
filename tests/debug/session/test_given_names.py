"""What takes the name of a value takes the program's variable, too, and refuses anything else."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError
from opscope.paddle import static

CALLS = {
    "value": lambda run, name: run.value(name),
    "look": lambda run, name: str(run.look(name)),
    "values": lambda run, name: list(run.values(name).values()),
    "why": lambda run, name: str(run.why(name)),
    "branch": lambda run, name: run.branch(2, {"x": 0.0}, names=[name]).edited["mean_0.tmp_0"],
    "back_to_write": lambda run, name: run.back_to_write(name).op,
    "breakpoint": lambda run, name: run.breakpoint(name).spec,
    "watch": lambda run, name: run.watch(name, "max_gt(1)").spec,
    "expect": lambda run, name: run.expect(name, "nan"),
    "dial": lambda run, name: run.dial(name, "health"),
}


class Training:
    def __init__(self):
        paddle.enable_static()
        self.main, startup = static.Program(), static.Program()
        with static.program_guard(self.main, startup), paddle.utils.unique_name.guard():
            x = static.data("x", [None, 2], "float32")
            self.loss = paddle.mean(static.nn.fc(x, 1))
        self.exe = static.Executor()
        self.exe.run(startup)

    def steps(self):
        for i in range(3):
            self.exe.run(self.main, feed={"x": np.full((2, 2), i, "float32")}, fetch_list=[self.loss])


@pytest.fixture(scope="module")
def recorded():
    training = Training()
    run = debug.start(training.steps)
    run.wait()
    return run, training.loss


@pytest.mark.parametrize("name", CALLS)
def test_a_variable_stands_for_its_name(recorded, name):
    run, loss = recorded
    np.testing.assert_equal(CALLS[name](run, loss), CALLS[name](run, loss.name))


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("given", [3, None, ["loss"], np.ones(2)], ids=repr)
def test_anything_else_is_refused(recorded, name, given):
    if name == "why" and given is None:
        return  # the NaN at this stop
    with pytest.raises(ArgumentError, match=r"name of a value must be a text or a variable|must be a string, not"):
        CALLS[name](recorded[0], given)


def test_variables_as_options_taps_and_edits():
    training = Training()
    run = debug.start(training.steps, taps=[training.loss], keep=training.loss, breakpoints=[training.loss])
    assert run.until_stopped().reason == "data breakpoint"
    run.set(training.loss, 7.0)
    assert run.value(training.loss) == 7.0
    run.stop()
    assert run.history.names() == [training.loss.name]
    taps = debug.attach(training.exe).tap(training.loss, level="record")
    training.steps()
    assert taps[training.loss].mean == taps.value(training.loss) == list(taps.values(training.loss).values())[-1]
    assert taps.untap(training.loss).patterns == {}
