"""One clock for eager code: what is shown at a past place belongs to its step, or says that it comes later in it."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle.optimizer import SGD, Adam
from tests.debug.eager_runs import LONG, train

pytestmark = pytest.mark.usefixtures("nothing_stays")
STATES = ("w2_moment1_0", "w2_moment2_0")


def shown_at(run, *where):
    """What is told when a run goes somewhere: the values that exist there, and those that do not yet."""
    told = []
    run.subscribe(listener := lambda events: told.extend(events))
    run.goto(*where, timeout=LONG)
    run.flush()
    run.unsubscribe(listener)
    values = {e.name: e for e in told if e.kind == "ValueSeen"}
    absent = next(e.absent for e in reversed(told) if e.kind == "PlaceSeen")
    return {n: e for n, e in values.items() if n not in absent}, {n: values[n] for n in absent}


@pytest.mark.parametrize("stops", [True, False])  # calls that are notified one by one, and calls that are only logged
def test_parameters_and_states_exist_at_the_first_op_of_a_past_step(begin, stops):
    run = begin(train, taps=["*", "*@GRAD"], breakpoints=["nothing*"] if stops else [])
    run.wait(LONG)
    run.goto(2)
    run.run_to_end()
    then = {name: np.array(run.value(name)) for name in ("w1", "w2", "b2", *STATES)}
    here, later = shown_at(run, 3)
    assert {"w1", "b1", "w2", "b2", *STATES} <= set(here)
    assert {e.step for e in here.values()} == {3}
    assert here["b2"].mean == pytest.approx(float(then["b2"].mean()))
    for name, value in then.items():
        np.testing.assert_array_equal(run.value(name), value)
    assert not run.value("w1@GRAD").any()  # what clear_grad has left
    assert "h" in later and "w1@GRAD" not in later and {e.step for e in later.values()} == {3}
    run.goto(2)
    assert not np.array_equal(run.value("w2"), then["w2"])  # before the update of this step


def test_what_comes_later_in_a_past_step_is_of_that_step(begin):
    run = begin(train, taps=["*", "*@GRAD"])
    run.wait(LONG)
    _, later = shown_at(run, 1, "op:tanh")
    assert {e.step for e in later.values()} == {1}


def test_a_state_does_not_exist_before_the_first_step_has_made_it(begin):
    run = begin(train, taps=["*"])
    run.wait(LONG)
    run.goto(1)
    assert "h" not in run.names() and run.value("w1").shape == (4, 8)


def two_optimizers(steps=3):
    paddle.seed(4)
    nets = [paddle.nn.Linear(3, 3), paddle.nn.Linear(3, 1)]
    optimizers = [Adam(0.1, parameters=nets[0].parameters()), SGD(0.1, parameters=nets[1].parameters())]
    for _ in range(steps):
        for number in (0, 1):
            y = nets[0](paddle.ones([2, 3])) if number == 0 else nets[1](paddle.ones([2, 3]))
            paddle.mean(y * y).backward()
            optimizers[number].step()
            optimizers[number].clear_grad()
    return [p.name for net in nets for p in net.parameters()]


def test_a_step_knows_the_parameters_that_only_another_optimizer_uses(begin):
    run = begin(two_optimizers, taps=["*"])
    names = run.wait(LONG)
    here, _ = shown_at(run, 4)
    assert set(names) <= set(here) and {here[name].step for name in names} == {4}
    of_the_step_before = run.value(names[0])
    run.goto(3)
    run.run_to_end()
    np.testing.assert_array_equal(run.value(names[0]), of_the_step_before)


def test_going_back_in_the_step_that_is_running_keeps_what_it_has_not_read_yet(standing):
    run = standing(train, taps=["*"])
    run.goto(2, "op:tanh", timeout=LONG)
    now = np.array(run.value("w2"))
    run.step_back()
    assert run.here.past
    np.testing.assert_array_equal(run.value("w2"), now)
