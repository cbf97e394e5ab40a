"""What a recorded run does: lowered where nobody stands still, stepwise where it may stop, and says why."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.drivers import frame_driver as driver
from opscope.debug.state.command_queue import DriverCall
from opscope.debug.state.listener import Listener
from opscope.errors import ArgumentError, NotFound, RunError
from opscope.paddle import static

LONG = 60.0


class Training:
    """Steps of a small program on a scope of its own; `calls` counts what the user's function was called with."""

    def __init__(self, steps: int = 8, feeds: Any = None) -> None:
        paddle.enable_static()
        self.steps, self.feeds = steps, feeds or (lambda step: np.full((4, 3), step, "float32"))
        self.calls: list[float] = []
        self.main, self.startup = static.Program(), static.Program()
        with static.program_guard(self.main, self.startup):
            x = static.data("x", [None, 3], "float32")
            self.h = static.nn.fc(x, 5)
            out = self.main.current_block().create_var(name="seen", shape=[-1, 5], dtype="float32")
            self.py = static.py_func(self.see, self.h, out, backward_func=lambda x, y, dy: np.array(dy))
            self.loss = paddle.mean(paddle.sqrt(paddle.square(self.py) + 1.0))
            paddle.optimizer.Adam(0.01).minimize(self.loss)

    def see(self, x: Any) -> Any:
        self.calls.append(float(np.array(x).sum()))
        return np.array(x) * 1.0

    def __call__(self) -> list[float]:
        paddle.seed(1)
        self.calls.clear()
        exe, scope = static.Executor(), static.Scope()
        exe.run(self.startup, scope=scope)
        fetch = [self.loss]
        return [
            exe.run(self.main, feed={"x": self.feeds(i)}, fetch_list=fetch, scope=scope)[0].item()
            for i in range(self.steps)
        ]


class Onlooker(Listener):
    """Somebody who sees the run, or not."""

    def __init__(self, is_watched: bool) -> None:
        self._is_watched = is_watched

    @property
    def is_watched(self) -> bool:
        return self._is_watched


def lowered(run: Any) -> list[bool]:
    """For each step: whether all its operators computed as in a lowered run."""
    records = run.session.driver.journal.records()
    return [r.lowered == len(r.plan.instructions) for r in records if r.step]


def test_all_but_the_first_step_and_it_is_said_why() -> None:
    body = Training()
    plain, calls = body(), [*body.calls]
    run = debug.start(body)
    assert run.wait(LONG) == plain and body.calls == calls
    assert lowered(run) == [True] * 8
    assert set(run.why_slow().values()) == {"its first run with these shapes goes operator by operator"}  # startup


@pytest.mark.parametrize("is_watched", [True, False])
def test_the_first_pause_of_a_program_that_somebody_sees_is_prepared(
    is_watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []
    make = driver.observed_plan
    monkeypatch.setattr(driver, "observed_plan", lambda lowered: made.append(lowered) or make(lowered))
    monkeypatch.setattr(driver, "AHEAD", 0.0)
    body = Training()
    plain = body()
    run = debug.Run(body)
    assert run.session.driver is not None
    run.session.listeners.append(Onlooker(is_watched))
    assert run.start().wait(LONG) == plain
    assert lowered(run) == [True] * 8
    assert len(made) == is_watched and all(each.observed is not None for each in made)


def test_a_breakpoint_in_one_program_does_not_slow_another() -> None:
    body, other = Training(), Training()

    def both() -> None:
        body()
        other()

    run = debug.Run(both)
    run.breakpoint(other.h.name, "step > 100000 and previous(" + other.loss.name + ") > 0")
    run.start()
    run.wait(LONG)
    breakpoints, journal = run.session.driver.breakpoints.operators, run.session.driver.journal
    assert not breakpoints.may_stop_in(journal.record_of_step(3).plan)
    assert breakpoints.may_stop_in(journal.record_of_step(11).plan)
    assert "a breakpoint may stop in this run" in run.why_slow().values()


def test_a_watch_on_nan_stops_where_the_first_one_is_made_and_the_rest_is_lowered() -> None:
    body = Training(feeds=lambda step: np.full((4, 3), np.nan if step == 5 else step, "float32"))
    run = debug.Run(body)
    run.watch("nan")
    here = run.start().until_stopped(LONG)
    assert here is not None and here.step == 6 and "x" in here.text
    assert lowered(run) == [True] * 5
    assert len(body.calls) == 6  # the lowered run has called it already; it is not called again
    run.clear()
    run.cont()
    run.wait(LONG)
    assert len(body.calls) == 8 and lowered(run) == [True] * 8


@pytest.mark.parametrize("condition", ["{loss} > 0 and step == 4", "{w}.max() > -10 and step == 4"])
def test_a_condition_about_one_value_is_measured(condition: str) -> None:
    """Also about a parameter, which the run has updated by then: it is run again from what it had loaded."""
    body = Training()
    plain = body()
    w = body.main.all_parameters()[0].name
    run = debug.Run(body)
    run.breakpoint("", condition.format(loss=body.loss.name, w=w))
    here = run.start().until_stopped(LONG)
    assert here is not None and here.step == 4
    assert lowered(run) == [True, True, True]
    run.clear()
    run.cont()
    assert run.wait(LONG) == plain
    assert lowered(run) == [True] * 8


def test_a_run_that_is_paused_in_its_middle_calls_no_function_twice() -> None:
    body = Training()
    plain, calls = body(), [*body.calls]
    entered, go_on = threading.Event(), threading.Event()

    def waits(x: Any) -> Any:
        made = Training.see(body, x)
        if len(body.calls) == 5:
            entered.set()
            go_on.wait(LONG)
        return made

    body = _rebuilt(body, waits)
    run = debug.start(body)
    assert entered.wait(LONG)
    asked = threading.Thread(target=run.pause, args=(LONG,))
    asked.start()
    while not run.session.commands.queue.urgent:
        time.sleep(0.001)
    go_on.set()
    asked.join(LONG)
    here = run.here
    assert here is not None and here.reason == "pause" and here.step == 5
    assert len(body.calls) == 5
    run.cont()
    assert run.wait(LONG) == plain and body.calls == calls


def _rebuilt(old: Training, function: Any) -> Training:
    class Waiting(Training):
        def see(self, x: Any) -> Any:
            old.calls = self.calls
            return function(x)

    return Waiting()


def test_an_error_is_raised_once_at_its_operator_and_the_program_goes_on() -> None:
    body, failed = Training(), []

    def fails(x: Any) -> Any:
        if len(body.calls) == 4:
            body.calls.append(-1.0)
            raise ZeroDivisionError("at the fifth call")
        return Training.see(body, x)

    body = _rebuilt(body, fails)

    def careful() -> None:
        try:
            body()
        except ZeroDivisionError as e:
            failed.append(e)

    run = debug.start(careful, on_error=True)
    here = run.until_stopped(LONG)
    assert here is not None and here.reason == "exception" and here.op_type == "py_func" and here.step == 5
    run.cont()
    run.wait(LONG)
    assert len(failed) == 1 and len(body.calls) == 5


def test_a_replay_that_differs_is_said_and_not_shown() -> None:
    body = Training()
    run = debug.start(body)
    run.wait(LONG)
    record = run.session.driver.journal.record_of_step(3)
    record.fetched[body.loss.name] = record.fetched[body.loss.name] + 1
    with pytest.raises(RunError, match="step 3 cannot be replayed"):
        run.goto(5)


def test_programs_that_cannot_be_lowered_say_so() -> None:
    body = Training()

    def strict() -> Any:
        with np.errstate(over="raise"):
            return body()

    run = debug.start(strict)
    run.wait(LONG)
    assert any("np.errstate" in why for why in run.why_slow().values()) or all(lowered(run)[1:])


def test_recording_is_switched_while_the_program_runs() -> None:
    """Steps that are left out are not in the history; those after them are replayed from a keyframe of their own."""
    body = Training(steps=9)
    plain = body()
    holder: list[Any] = []

    def switches(x: Any) -> Any:
        made = Training.see(body, x)
        if len(body.calls) in (3, 6):
            holder[0].session.commands.queue.put(_switch(holder[0], len(body.calls) == 6))
        return made

    body = _rebuilt(body, switches)
    body.steps = 9
    run = debug.Run(body)
    holder.append(run)
    run.start()
    assert run.wait(LONG) == plain
    steps = [record.step for record in run.session.driver.journal.records() if record.step]
    assert steps == [1, 2, 3, 7, 8, 9]
    found = run.values(body.loss.name)
    assert {step: value.item() for step, value in found.items()} == {step: plain[step - 1] for step in steps}
    assert run.goto(7).step == 7 and run.step_back().step == 3 and run.next_run().step == 7
    with pytest.raises(NotFound, match="step 5"):
        run.goto(5)
    run.record(10_000)
    assert run.session.driver.journal.nbytes <= 10_000
    with pytest.raises(ArgumentError, match="positive number of bytes"):
        run.record(-1)


def _switch(run: Any, on: bool) -> DriverCall:
    return DriverCall(lambda: run.session.driver.journal.switch(on))
