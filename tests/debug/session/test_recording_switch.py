"""The switch of recording while a program runs, what it is measured to cost, and what is said of slow runs."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.debug.drivers.recording_cost import RecordingCost
from opscope.debug.session.recording_status import RecordingStatus, recording_setting
from opscope.errors import ArgumentError, NotFound, OpscopeError, UnsupportedError
from opscope.events import CostMeasured, RecordedRangeChanged, RecordingChanged, SetRecording, SlowRunsChanged
from opscope.paddle import static

LONG = 60.0


class Loop:
    """Steps of a small program until `end` is set; with `slow`, one that cannot be lowered."""

    def __init__(self, slow: bool = False) -> None:
        paddle.enable_static()
        self.end = False
        self.main, self.startup = static.Program(), static.Program()
        with static.program_guard(self.main, self.startup):
            x = static.data("x", [4, 3], "float32")
            loss = paddle.mean(static.nn.fc(x, 5))
            self.fetch = [loss, paddle.nonzero(x)] if slow else [loss]
            paddle.optimizer.SGD(0.01).minimize(loss)

    def __call__(self) -> None:
        exe, scope = static.Executor(), static.Scope()
        exe.run(self.startup, scope=scope)
        feed = {"x": np.ones((4, 3), "float32")}
        while not self.end:
            exe.run(self.main, feed=feed, fetch_list=self.fetch, scope=scope)


def newest(run: Any, kind: type) -> Any:
    return next((e for e in reversed(run.history.events()) if isinstance(e, kind)), None)


def until(condition: Any) -> None:
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.floats(1e-6, 1.0)), min_size=1))
def test_the_share_lies_between_those_of_the_runs(runs: list[tuple[float, float]]) -> None:
    cost, shares = RecordingCost(), [share for share, _ in runs]
    for share, total in runs:
        cost.add(share * total, total)
    found = cost.share()
    assert found is not None and min(shares) - 1e-9 <= found <= max(shares) + 1e-9
    assert cost.share() is None  # no run since


def test_older_runs_count_half() -> None:
    cost = RecordingCost()
    cost.add(1.0, 2.0)
    assert cost.share() == 0.5
    cost.add(0.0, 1.0)
    assert cost.share() == 0.25


def test_a_run_at_full_speed_says_what_recording_takes() -> None:
    body = Loop()
    run = debug.start(body, record=10_000_000)
    until(lambda: (cost := newest(run, CostMeasured)) is not None and cost.recording is not None)
    measured = newest(run, CostMeasured).recording
    assert 0.0 < measured < 1.0
    status = run.recording
    assert (
        status.on and status.budget == 10_000_000 and status.nbytes <= status.budget and status.last >= status.first > 0
    )
    body.end = True
    run.wait(LONG)


def test_a_command_switches_recording_and_everybody_is_told() -> None:
    body = Loop()
    run = debug.start(body)
    assert newest(run, RecordingChanged) == RecordingChanged(on=True, budget=256_000_000)
    assert run.ask(SetRecording, LONG, on=False).ok
    assert newest(run, RecordingChanged) == RecordingChanged(on=False, budget=256_000_000)
    until(lambda: run.steps > run.recording.last + 3)
    assert str(run.recording).startswith("not recording: ")
    assert run.ask(SetRecording, LONG, on=True, budget=1_000_000).ok
    assert newest(run, RecordingChanged) == RecordingChanged(on=True, budget=1_000_000)
    assert not (answer := run.ask(SetRecording, LONG, on=True, budget=-5)).ok and "positive number" in answer.text
    body.end = True
    run.wait(LONG)


def test_a_run_that_began_unrecorded_is_not_recorded() -> None:
    body = Loop()
    run = debug.start(body)
    until(lambda: run.steps > 5)
    run.record(False)
    until(lambda: run.steps > run.recording.last + 3)
    run.pause(LONG)
    assert run.here is not None
    missing = run.here.step
    run.record(True)
    run.cont()
    until(lambda: run.recording.last > missing + 3)  # more than one step
    run.pause(LONG)
    steps = [record.step for record in run.session.driver.journal.records() if record.step]
    assert missing not in steps and steps[-1] > missing
    for step in (steps[0], steps[-1]):
        assert run.goto(step).step == step
    ((first, end), (start, last)) = run.session.driver.journal.kept_steps()
    assert first == steps[0] and end < missing < start and last == steps[-1]
    with pytest.raises(NotFound, match=f"the history, which has steps {first} to {end} and {start} to {last}"):
        run.goto(missing)
    assert newest(run, RecordedRangeChanged).gaps == (end + 1, start - 1)
    assert run.recording.ranges == ((1, end), (start, run.recording.last))
    assert f"steps 1 to {end} and {start} to {run.recording.last}>" in repr(run.recording)
    run.stop(LONG)


def test_slow_programs_are_said_with_the_users_line() -> None:
    body = Loop(slow=True)
    run = debug.start(body)
    until(lambda: any("nonzero" in reason for e in [newest(run, SlowRunsChanged)] if e for reason in e.reasons))
    (reason,) = newest(run, SlowRunsChanged).reasons
    assert reason.startswith("it cannot be compiled (lowered): the output shape of nonzero depends on values, at ")
    assert "test_recording_switch.py" in reason and run.why_slow()[newest(run, SlowRunsChanged).programs[0]] == reason
    assert newest(run, CostMeasured).recording is None  # walking is slow, not the journal
    body.end = True
    run.wait(LONG)


def test_a_run_that_is_only_watched_has_nothing_to_switch() -> None:
    run = debug.start(lambda: None, record=False)
    run.wait(LONG)
    with pytest.raises(UnsupportedError, match="only watched"):
        _ = run.recording
    with pytest.raises(UnsupportedError, match="only watched"):
        run.record(False)


@pytest.mark.parametrize("text, setting", [("on", True), ("off", False), ("64MB", 64_000_000), ("1 GiB", 1 << 30)])
def test_settings_as_people_write_them(text: str, setting: bool | int) -> None:
    assert recording_setting(text) is setting or recording_setting(text) == setting


@pytest.mark.parametrize("text", ["", "maybe", "64 Miles", "-3MB"])
def test_other_settings_are_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="recording must be on, off or a size in bytes"):
        recording_setting(text)


@pytest.mark.parametrize("budget", [0, -5, "0MB"])
def test_a_budget_is_positive(budget: int | str) -> None:
    with pytest.raises(ArgumentError, match="a budget must be a positive number of bytes"):
        debug.Run(lambda: None, record=budget)


def test_a_run_takes_its_budget_as_people_write_it() -> None:
    run = debug.start(lambda: None, record="3MB")
    run.wait(LONG)
    assert run.recording.budget == 3_000_000
    run.record("5MB")
    assert run.recording.budget == 5_000_000


def test_the_status_is_one_line() -> None:
    status = RecordingStatus(True, 12_000_000, 32_000_000, 0.04, 3, 90)
    assert str(status) == "recording: 4 % · 12.0 MB of 32.0 MB"
    assert str(status._replace(share=None)) == "recording: 12.0 MB of 32.0 MB"
    assert str(status._replace(on=False)) == "not recording: 12.0 MB of 32.0 MB are kept"


def test_a_budget_that_no_run_fits_in_is_told():
    """It was "nothing has run yet", and the steps 0 to 0 were said to be kept."""
    said = []
    run = debug.start(lambda: paddle.ones([64, 64]) * 2, record=1000)
    run.wait()
    for ask in (
        lambda: run.why("x"), lambda: run.why(), lambda: run.value("x"), lambda: run.values("x"), lambda: run.goto(1),
        lambda: run.step_back(), lambda: run.back_to_write("x"), lambda: run.branch(1, {"x": 0}),
    ):  # fmt: skip
        with pytest.raises(OpscopeError, match=r"a run needs more than the budget of 1,000 bytes") as caught:
            ask()
        said.append(caught.value.fix)
    assert all("record='1GB'" in fix for fix in said)
