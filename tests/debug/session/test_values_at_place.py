"""Where a run stands, the panel is told the tapped values that are there, and which ones do not exist yet."""

import time
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest

from opscope import debug
from opscope.debug.session import command_processor
from opscope.errors import NotFound
from opscope.events import DetailSeen, FetchDetail
from opscope.ui.event_fold import Fold
from tests.debug.nets import Net, paddle, static

LONG = 60.0


class Training(Net):
    steps = 4

    def define(self, x):
        h = paddle.tanh(static.nn.fc(x, 3, name="fc"))
        loss = paddle.mean(h * h)
        paddle.optimizer.Adam(0.1).minimize(loss)
        return [loss]


class Seen:
    """What a panel has been told, against what the run itself says of the same place."""

    def __init__(self, body):
        self.fold, self.details = Fold(), []
        self.run = debug.start(body, taps=["*"], entry=True, hz=None, sinks=[self.add])
        self.run.until_stopped(LONG)

    def add(self, events):
        for event in events:
            self.fold.add(event)
            self.details += [event] if isinstance(event, DetailSeen) else []

    def check(self):
        run, here = self.run, self.run.here
        run.names()  # the run's thread answers when it has told what is there
        run.flush()
        place = self.fold.place
        assert here is not None and place is not None
        if not here.step:
            assert (place.step, place.absent) == (0, ())
            return set()
        assert place.step == here.step
        existing = {name for name in self.fold.values if self.has(name)}
        assert set(place.absent) == self.fold.values.keys() - existing
        for name in existing:
            value, seen = run.value(name), self.fold.values[name]
            assert seen.step == here.step and seen.mean == pytest.approx(float(np.mean(value)), rel=1e-5, abs=1e-9)
        assert place.later == tuple(name for name in place.names if not self.has(name))  # only the past knows these
        for name, scalar in zip(place.names, place.scalars, strict=True):
            assert name in place.later or scalar == float(run.value(name))
        return existing

    def has(self, name):
        with suppress(NotFound):
            return self.run.value(name) is not None
        return False

    def detail(self, name):
        assert self.run.ask(FetchDetail, LONG, name=name).ok
        self.run.flush()
        return self.details[-1]


def test_what_is_shown_belongs_to_the_place():
    body = Training()
    loss = body.fetch[0].name
    seen = Seen(body)
    run = seen.run
    seen.check()
    run.goto(2)
    at_first = seen.check()
    assert loss in seen.fold.place.absent and "fc.w_0" in at_first
    before = seen.fold.values["fc.w_0"].mean
    assert not seen.fold.place.names
    shown = [len(seen.check())]
    while (here := run.next(timeout=LONG)).op >= 0:
        shown.append(len(seen.check()))
        assert here.step == 2
    assert len(seen.check()) == len(seen.fold.values) and shown == sorted(shown)
    assert seen.fold.values["fc.w_0"].mean != before  # Adam has run
    assert (seen.fold.place.names, seen.fold.place.later) == ((loss,), ())
    run.cont()
    run.wait(LONG)

    run.goto(1)
    losses = {e.step: e.scalars[0] for e in run.history.steps()}
    seen.check()
    assert loss in seen.fold.place.absent
    assert (seen.fold.place.names, seen.fold.place.scalars) == ((loss,), (pytest.approx(losses[1]),))
    later = seen.fold.values[loss]  # known of the same step, and of no other
    assert (later.step, later.mean) == (1, pytest.approx(losses[1]))
    assert seen.detail(loss).step == seen.detail("fc.w_0").step == 1
    assert seen.fold.place.later == (loss,)
    run.next(count=5)
    seen.check()
    assert seen.fold.place.later == ()
    run.step_back()
    seen.check()
    run.goto(4)
    seen.check()
    assert seen.fold.place.scalars == (pytest.approx(losses[4]),)


def test_a_step_includes_the_users_code_between_two_runs_and_has_its_names(monkeypatch):
    away = [0.0]
    monkeypatch.setattr(command_processor, "time", SimpleNamespace(perf_counter=lambda: time.perf_counter() + away[0]))

    class Loading(Training):
        def step(self, rng):
            away[0] += 1e6
            return super().step(rng)

    run = debug.start(Loading())
    run.wait(LONG)
    steps = run.history.steps()
    assert [1e6 <= step.seconds < 2e6 for step in steps] == [True] * Training.steps
    assert {step.called for step in steps} == {("loss",)} and "loss" not in steps[0].names


def test_a_step_takes_as_long_as_it_ran_not_as_long_as_it_stood(monkeypatch):
    stood = [0.0]
    monkeypatch.setattr(command_processor, "time", SimpleNamespace(perf_counter=lambda: time.perf_counter() + stood[0]))
    run = debug.start(Training(), entry=True)
    run.until_stopped(LONG)
    run.goto(2)
    run.next()
    stood[0] += 1e6
    run.cont()
    run.wait(LONG)
    assert [step.seconds < 1e5 for step in run.history.steps()] == [True] * Training.steps


class Blocks(Net):
    """A loop in a branch: `start` is executed in each round, and has another value in each step."""

    steps = 4

    def define(self, x):
        i = paddle.full([1], 0, "int64")
        many = paddle.full([1], 3, "int64")

        def body(i, y):
            self.start = paddle.sin(y * 1.5)
            return i + 1, paddle.tanh(self.start)

        _, y = static.nn.while_loop(lambda i, y: i < many, body, [i, x * 1.0])
        self.aside = paddle.mean(paddle.exp(x))
        loss = static.nn.cond(paddle.mean(x) > 0, lambda: self.negated(y), lambda: paddle.mean(y))
        return [loss, self.aside]

    def negated(self, y):
        self.branch = paddle.mean(-y)
        return self.branch * 2.0


def test_values_of_blocks_belong_to_the_place():
    """In the past they were grey everywhere, with the values of the step that ran last."""
    body = Blocks()
    seen = Seen(body)
    run, inside = seen.run, {body.start.name, body.branch.name}
    run.goto(4)
    shown = []
    for step in (2, 3):
        run.goto(step)
        while True:
            existing = seen.check()
            shown.append(len(inside & existing))
            assert all(seen.fold.values[name].step == step for name in inside & seen.fold.values.keys())
            if (here := run.step_in(timeout=LONG)).op < 0 and not here.depth:
                break
    assert shown == [*sorted(shown[: len(shown) // 2])] * 2 and {*shown} == {0, 1, 2}
    run.cont()
    run.wait(LONG)
