"""Taps of dygraph code look at some steps, within their share of the time, and show the values of these steps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.debug.eager_calls import call_summaries
from opscope.debug.eager_calls.notified_calls import NotifiedCalls
from opscope.debug.taps import eager_sampling
from opscope.debug.taps.eager_sampling import EagerSampling
from opscope.debug.taps.levels import tap_levels
from opscope.debug.taps.sampling_rate import CHECK_SHARE, LOOK_SHARE, SHARE, SamplingRate
from opscope.events import ValueSeen
from opscope.paddle.optimizer import Adam
from tests.debug.eager_runs import LONG

STEPS = 12


@pytest.fixture
def one_look(monkeypatch):
    """Let taps look as often as they may at no cost, then no more; and check the results of all other steps."""
    monkeypatch.setattr(eager_sampling, "LOOK_SHARE", 1e-12)
    monkeypatch.setattr(eager_sampling, "CHECK_SHARE", 1e9)


def training(at_step=lambda step, net: None, steps=STEPS):
    def body():
        paddle.seed(3)
        with paddle.utils.unique_name.guard():
            train()

    def train():
        net = paddle.nn.Sequential(paddle.nn.Linear(4, 8), paddle.nn.Linear(8, 2))
        adam = Adam(0.1, parameters=net.parameters())
        x = paddle.to_tensor(np.arange(12, dtype="float32").reshape(3, 4) / 7)
        for step in range(1, steps + 1):
            at_step(step, net)
            h = net(x)
            h.add_(paddle.ones([2]))  # the result of the layer is written to in place
            loss = paddle.mean(paddle.tanh(h, name="h") ** 2, name="loss")
            loss.backward()
            adam.step()
            adam.clear_grad()

    return body


def all_seen(body, **options):
    """The summaries by (name, step, type of operator), and the run. The queue of events would keep fewer of them."""
    events = []
    run = debug.Run(body, **{"taps": ["*", "*@GRAD"], "hz": 1e9, **options})
    emit = run.session.values.cache.emit
    run.session.values.cache.emit = lambda event: (events.append(event), emit(event))
    run.start().wait(LONG)
    return {(e.name, e.step, e.op_type): e for e in events if isinstance(e, ValueSeen)}, run


def seen(body, **options):
    """The last summaries by (name, step), and the run."""
    found, run = all_seen(body, **options)
    return {(name, step): event for (name, step, _), event in found.items()}, run


def numbers(e):
    return e.op_type, e.role, e.shape, e.dtype, e.min, e.max, e.mean, e.std, e.zeros, e.nan, e.inf


@given(st.lists(st.tuples(st.floats(1e-4, 1.0), st.floats(0.0, 0.5), st.floats(0.0, 0.1)), min_size=20, max_size=60))
@settings(max_examples=50)
def test_looks_and_checks_keep_to_their_share(steps):
    """A step takes (its own time, a look, a check). The first looks are free, and the last one is not paid yet."""
    now, looks, checks = [0.0], [], []
    sampling = EagerSampling(tap_levels([("*", None)], []), SamplingRate(0.0), lambda: now[0])
    for number, (own, look, check) in enumerate(steps, 1):
        sampling.start_step(number)
        if sampling.looks:
            sampling.spend(look)
            looks.append((now[0], look))
        elif sampling.checks:
            sampling._checked += check
            checks.append(check)
        now[0] += own + (look if sampling.looks else check if sampling.checks else 0.0)
    assert sum(checks[:-1]) <= CHECK_SHARE * now[0]
    for (start, last), (following, _) in pairwise(looks[1:]):
        former = looks[[at for at, _ in looks].index(start) - 1][1]
        assert following - start >= min(former, last) / LOOK_SHARE * (1 - 1e-9)
    assert pytest.approx(SHARE) == LOOK_SHARE + CHECK_SHARE


@pytest.mark.parametrize("record", [True, False])
def test_a_summary_is_that_of_a_run_that_summarizes_each_value(record):
    every, some = all_seen(training(), hz=None)[0], all_seen(training(), record=record)[0]
    assert {step for _, step, _ in some} >= ({1, 2, STEPS} if record else {1, 2}) and len(some) > 30
    common = some.keys() & every.keys()  # a gradient behind a write in place has another name in a log
    assert len(common) > 0.9 * len(some)
    assert {key: numbers(some[key]) for key in common} == {key: numbers(every[key]) for key in common}


@pytest.mark.parametrize("record", [True, False])
def test_steps_without_a_look_are_logged(one_look, record, monkeypatch):
    calls = []
    begin = NotifiedCalls._begin
    monkeypatch.setattr(
        NotifiedCalls, "_begin", lambda self, call: (calls.append(self._recorder._counter.steps + 1), begin(self, call))
    )
    some, run = seen(training(), record=record)
    assert set(calls) == ({1} if record else {1, 2})
    # the last one at the end of the run; at a third look the rate of a value itself may not allow a summary
    assert {step for name, step in some if name == "h"} - {3} == {1, 2, STEPS}
    assert f"at each of 2 steps of {STEPS}" in run.why_slow()["taps"]


@pytest.mark.parametrize("record", [True, False])
def test_nan_is_reported_in_the_step_that_makes_it(one_look, record):
    def spoil(step, net):
        if step == 7:
            net[1].bias.set_value(np.array([np.nan, 0.0], "float32"))

    some, _ = seen(training(spoil), record=record)
    unhealthy = sorted(key for key, event in some.items() if not event.healthy and key[1] < STEPS)
    assert {step for _, step in unhealthy} == {7}  # it is news once
    assert {"h", "loss"} <= {name for name, _ in unhealthy}


@pytest.mark.parametrize("record", [True, False])
def test_a_tap_that_asks_for_each_step_gets_it_and_the_cost_is_said(one_look, record):
    some, run = seen(training(), record=record, taps=[("h", 1)])
    assert {step for name, step in some if name == "h"} == set(range(1, STEPS + 1))
    assert "because of h every 1" in run.why_slow()["taps"]


def test_code_without_steps_is_sampled_in_windows(one_look, monkeypatch):
    calls = []
    begin = NotifiedCalls._begin
    monkeypatch.setattr(NotifiedCalls, "_begin", lambda self, call: (calls.append(call.op.name), begin(self, call)))
    monkeypatch.setattr(call_summaries, "WINDOW", 40)

    def body():
        x = paddle.ones([2])
        with paddle.no_grad():
            for _ in range(400):
                x = paddle.tanh(x)

    some, _ = seen(body, record=False)
    assert 40 <= len(calls) <= 2 * 40 + 5
    assert len(some) >= 40


def test_calls_that_are_notified_one_by_one_have_a_reason():
    run = debug.start(training(), taps=["h"], hz=None)
    run.wait(LONG)
    assert "hz=None" in run.why_slow()["eager calls"]
    run = debug.start(training())
    run.wait(LONG)
    assert run.why_slow() == {}
