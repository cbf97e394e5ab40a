"""Operators of a recorded step by time, memory, gradient norm and change: the numbers that colour a graph."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.values import operator_measures
from opscope.events import MeasureOperators, OperatorsMeasured


@pytest.fixture
def train():
    paddle.enable_static()
    x = paddle.static.data("x", [None, 3], "float32")
    y = paddle.static.nn.fc(x, 2, name="layer")
    loss = paddle.mean(y * y)
    paddle.optimizer.SGD(0.5).minimize(loss)
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    feeds = [np.full((4, 3), step + 1, "float32") for step in range(3)]

    def train():
        for feed in feeds:
            exe.run(feed={"x": feed}, fetch_list=[loss])

    return train


@pytest.fixture
def run(train):
    run = debug.start(train)
    run.wait()
    return run


def measured(run, **fields):
    found = []
    run.subscribe(found.extend)
    answer = run.ask(MeasureOperators, **fields)
    run.flush()
    events = [event for event in found if isinstance(event, OperatorsMeasured)]
    program = paddle.static.default_main_program()
    types = {operator.id: operator for operator in program.operators}
    return answer, events[-1] if events else None, types


def by_type(event, types, name):
    return next(n for op, n in zip(event.ops, event.numbers, strict=True) if types[op].type == name)


def test_each_measure_is_that_of_the_values(run):
    _, memory, types = measured(run, by="memory", step=2)
    assert by_type(memory, types, "mul") == 4 * 2 * 4
    _, time, _ = measured(run, by="time")
    assert time.step == 3 and len(time.ops) == len(types) and min(time.numbers) >= 0
    _, gradient, types = measured(run, by="gradient", step=2)
    wanted = float(np.linalg.norm(run.values("layer.w_0@GRAD", [2])[2]))
    assert by_type(gradient, types, "mul_grad") == pytest.approx(wanted, rel=1e-5)


def test_a_run_that_is_interrupted_does_not_make_an_operator_slow(run, monkeypatch):
    kept = operator_measures.trace
    runs = []

    def interrupted(*args):
        runs.append(kept(*args))
        victim = len(runs) % len(runs[-1])
        return [e._replace(seconds=9.0) if i == victim else e._replace(seconds=0.5) for i, e in enumerate(runs[-1])]

    monkeypatch.setattr(operator_measures, "trace", interrupted)
    _, times, _ = measured(run, by="time")
    assert len(runs) > 2 and set(times.numbers) == {0.5}


def test_a_change_is_relative_to_the_former_value(run):
    _, change, types = measured(run, by="change", step=3, against=1)
    assert (change.step, change.against) == (3, 1)
    assert by_type(change, types, "fill_constant") == 0.0
    assert by_type(change, types, "mul") > 0.1
    _, before, _ = measured(run, by="change", step=3)
    assert before.against == 2


def test_eager_calls_have_no_times():
    net = paddle.nn.Linear(3, 2)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def train():
        paddle.mean(net(paddle.ones([4, 3]))).backward()
        optimizer.step()

    run = debug.start(train)
    run.wait()
    answer = run.ask(MeasureOperators, by="time")
    assert not answer.ok and "eager code have no times: eager code is not run again" in answer.text
    assert run.ask(MeasureOperators, by="memory").ok


def test_in_a_step_that_has_not_ended_the_one_before_is_measured(train):
    stopped = debug.start(train, breakpoints=[("op:sgd", "step == 3")])
    stopped.until_stopped(60.0)
    assert stopped.here.step == 3
    answer, time, _ = measured(stopped, by="time", step=3)
    assert answer.ok and time.step == 2
    _, change, _ = measured(stopped, by="change", step=3)
    assert (change.step, change.against) == (2, 1)
    stopped.stop()


def test_what_cannot_be_measured_is_refused(run):
    answer, _, _ = measured(run, by="beauty")
    assert not answer.ok and "time, memory, gradient" in answer.text
    answer, _, _ = measured(run, by="time", step=99)
    assert not answer.ok and "choose a step from 1 to 3" in answer.text
