"""Law: a run that is not recorded notes no calls of steps that nobody looks at, and nothing is lost."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager import log_size
from opscope.debug.eager_calls import call_summaries
from opscope.debug.taps.working_clock import WAIT, WorkingClock
from opscope.eager.op_call_log import CallLog
from opscope.eager.op_calls import is_observed
from opscope.events import ValueSeen
from tests.debug.eager_runs import LONG

STEPS = 12


def training(at_call=lambda step: None, optimizer=paddle.optimizer.Adam):
    """Train a net with a loss that a function returns, and another that has a name."""

    def loss_of(h):
        return paddle.mean(h**2)

    def body():
        paddle.seed(3)
        with paddle.utils.unique_name.guard():
            net = paddle.nn.Sequential(paddle.nn.Linear(4, 8), paddle.nn.BatchNorm1D(8), paddle.nn.Linear(8, 2))
            update = optimizer(0.1, parameters=net.parameters())
            x = paddle.to_tensor(np.arange(12, dtype="float32").reshape(3, 4) / 7)
            for step in range(1, STEPS + 1):
                h = net(x)
                at_call(step)
                cost = loss_of(paddle.tanh(h))
                cost.backward(retain_graph=True)
                paddle.sum(h, name="total_of_h").backward()
                update.step()
                update.clear_grad()

    return body


def run_of(body, **options):
    """The summaries by (name, step, type), the losses by step, and the run."""
    events = []
    run = debug.Run(body, **options)
    emit = run.session.values.cache.emit
    run.session.values.cache.emit = lambda event: (events.append(event), emit(event))
    run.start().wait(LONG)
    seen = {(e.name, e.step, e.op_type): e for e in events if isinstance(e, ValueSeen)}
    return seen, run.history.scalars(), run


def test_nothing_is_logged_without_taps_and_losses_are_those_of_a_recorded_run(monkeypatch):
    calls, begin = [], CallLog.begin
    monkeypatch.setattr(CallLog, "begin", lambda log, op, *rest: (calls.append(op.name), begin(log, op, *rest))[1])
    observed = []
    _, losses, run = run_of(training(lambda step: observed.append(is_observed())), record=False)
    assert calls == [] and observed == [False] * STEPS
    assert run.steps == STEPS and sorted(losses) == list(range(1, STEPS + 1))
    _, recorded, _ = run_of(training())
    assert losses == recorded and {"cost", "total_of_h"} <= set(losses[1])
    assert len(calls) > 20 * STEPS


@pytest.mark.parametrize("optimizer", [paddle.optimizer.Adam, paddle.optimizer.SGD])
def test_a_look_after_steps_without_one_has_the_numbers_of_a_run_that_summarizes_each_value(optimizer):
    """Optimizers write in place while nobody looks: copies that taps made before are old."""
    every = run_of(training(optimizer=optimizer), taps=["*", "*@GRAD"], hz=None)[0]
    some, _, run = run_of(training(optimizer=optimizer), taps=[("*", 4), ("*@GRAD", 4)], hz=1e-3, record=False)
    assert {step for _, step, _ in some} == {1, 4, 8, 12} and "every 4" in run.why_slow()["taps"]
    common = some.keys() & every.keys()
    assert len(common) > 0.9 * len(some)
    for key in (key for key in common if key[1] % 4 == 0):  # at others, two passes give a gradient
        a, b = some[key], every[key]
        assert (a.min, a.max, a.mean, a.std, a.shape) == (b.min, b.max, b.mean, b.std, b.shape), key


def test_a_pause_stops_at_the_next_call_and_the_rest_of_the_run_is_not_logged(monkeypatch):
    calls, begin = [], CallLog.begin
    monkeypatch.setattr(CallLog, "begin", lambda log, op, *rest: (calls.append(op.name), begin(log, op, *rest))[1])
    reached, go = threading.Event(), threading.Event()

    def wait(step):
        if step == 5:
            reached.set()
            go.wait(LONG)

    run = debug.start(training(wait), record=False)
    assert reached.wait(LONG)
    run.request_pause()
    go.set()
    stop = run.until_stopped(LONG)
    assert stop is not None and stop.step == 5 and stop.op_type == "tanh"
    number = stop.op
    run.cont()
    run.wait(LONG)
    assert run.steps == STEPS and len(calls) < 3

    stops = debug.start(training(), record=True)  # the operator has the number that it has in a recorded run
    stops.wait(LONG)
    stops.goto(5)
    tanh = [op for op in stops.program().operators if op.type == "tanh"]
    assert number in {op.id for op in tanh}


def test_an_end_of_the_run_comes_in_the_middle_of_code_without_steps():
    begun = threading.Event()

    def body():
        x = paddle.ones([2])
        with paddle.no_grad():
            while True:
                x = paddle.tanh(x)
                begun.set()

    run = debug.start(body, record=False)
    assert begun.wait(LONG)
    run.stop(LONG)
    assert run.state == "stopped"


def test_code_without_steps_is_looked_at_again_after_a_window(monkeypatch):
    monkeypatch.setattr(call_summaries, "WINDOW", 40)
    monkeypatch.setattr(log_size, "MOST", 40)  # calls between two looks at the size of the log
    looks = []
    start = call_summaries.CallSummaries.start_window
    monkeypatch.setattr(
        call_summaries.CallSummaries, "start_window", lambda self: (looks.append(self._recorder.number), start(self))
    )

    def body():
        x = paddle.ones([2])
        with paddle.no_grad():
            for _ in range(400):
                x = paddle.tanh(x)

    run = debug.start(body, record=False, taps=["*"], hz=1e-3)
    run.wait(LONG)
    windows = [b - a for a, b in zip([0, *looks], looks, strict=False)]
    assert len(windows) >= 6 and min(windows) >= 40 and max(windows) <= 80


def test_waits_count_little():
    now, worked = [0.0], [0.0]
    clock = WorkingClock(lambda: now[0], lambda: worked[0])
    assert clock() == 0.0
    now[0], worked[0] = 3.0, 3.0
    assert clock() == 3.0
    now[0] += 100.0
    assert clock() == pytest.approx(3.0 + WAIT)
    now[0], worked[0] = now[0] + 10.0, worked[0] + 4.0
    assert clock() == pytest.approx(7.0 + 2 * WAIT)
    now[0], worked[0] = now[0] + 10.0, worked[0] + 4.0
    thread = threading.Thread(target=clock)  # processor seconds of another thread are of no use
    thread.start()
    thread.join()
    assert clock() == pytest.approx(7.0 + 3 * WAIT)
