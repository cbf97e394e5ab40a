"""Searches find what going through every place finds, whether runs are measured, replayed or gone through."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope import debug
from opscope.debug.conditions.condition import Condition
from opscope.debug.navigation import search as searches
from opscope.debug.navigation.backward_search import BackwardSearch
from opscope.debug.navigation.condition_scan import ConditionScan, MeasuredCondition
from opscope.debug.navigation.place_environment import PlaceEnvironment
from opscope.debug.navigation.search import SearchState
from opscope.debug.replay.journal import Journal
from opscope.debug.session import search_bar
from opscope.debug.session.session import Session
from opscope.debug.state.listener import Listener
from opscope.debug.values import place_values
from opscope.errors import NotFound, RunError
from opscope.events import Pause, SearchProgressed
from tests.debug.nets import Cond, DropoutAdam, Net, Pylayer, TwoLoops, While

NETS = {net.__name__: net for net in (DropoutAdam, While, Cond, TwoLoops, Pylayer)}
STEPS = 8


class Cut(Journal):
    """A keyframe before every third run."""

    def _needs_keyframe(self) -> bool:
        return not self.segments or len(self.segments[-1].records) >= 3


@functools.cache
def recorded(name: str) -> tuple[Net, Session]:
    body = NETS[name]()
    body.steps = STEPS
    session = Session(lambda event: None, journal=Cut())
    with session.in_thread():
        body()
    session.complete()
    with session.commands.ending("finished"):
        pass
    return body, session


@st.composite
def conditions(draw: st.DrawFn) -> tuple[str, str]:
    """A net and a condition about its values."""
    name = draw(st.sampled_from(sorted(NETS)))
    body, _ = recorded(name)
    variables = [v.name for v in body.main.list_vars() if ".steps_" not in v.name]  # records of loops are not arrays
    a, b = draw(st.sampled_from(variables)), draw(st.sampled_from(variables))
    number = draw(st.sampled_from([-1.0, -0.1, 0.0, 0.05, 0.3, 1.0]))
    forms = [
        f"{a}.max() > {number}", f"{a}.mean() > {number}", f"{a}.sum() > previous({a}).sum()", f"step > {draw(COUNT)}",
        f"step == {draw(COUNT)} or {a}.min() < {number}", f"{a}.max() > {b}.max()", f"{a}.nan() > 0 and step > 1",
        f"op == 'tanh' and {a}.max() > {number}", f"not {a}.max() > {number} and {b}.mean() < 0.5",
    ]  # fmt: skip
    return name, draw(st.sampled_from(forms))


COUNT = st.integers(0, STEPS)


def everywhere(session: Session, condition: Condition) -> Iterator[list[tuple[int, int, bool]]]:
    """For each run: what the condition is where it is known, as (run, tick, truth)."""
    navigator = session.driver.navigator
    for record in navigator.journal.records():
        found: list[tuple[int, int, bool]] = []

        def visit(cursor: Any, found: list[tuple[int, int, bool]] = found) -> None:
            previous = navigator.breakpoints.previous_values(cursor)
            truth = condition.known(PlaceEnvironment(cursor, None, "", cursor.previous_operator, previous))
            if truth is not None:
                found.append((cursor.record.run, cursor.tick, truth))

        navigator.open_run(record.run).visit(visit)
        yield found


@settings(max_examples=25)
@given(conditions())
def test_measured_truths_are_those_of_all_places(case: tuple[str, str]):
    _, session = recorded(case[0])
    condition = Condition.parse(case[1])
    expected = [{truth for _, _, truth in places} for places in everywhere(session, condition)]
    scan = ConditionScan([MeasuredCondition(condition)])
    found = [truths for segment in session.driver.journal.segments for truths in scan.truths(segment)]
    assert len(found) == len(expected)
    for measured, true in zip(found, expected, strict=True):
        assert measured is None or measured == true


@settings(max_examples=25)
@given(conditions())
def test_back_to_when_stops_at_every_rise_of_a_condition(case: tuple[str, str]):
    _, session = recorded(case[0])
    condition = Condition.parse(case[1])
    known = [place for places in everywhere(session, condition) for place in places]
    rises = [
        (run, tick)
        for (before, (run, tick, truth)) in zip([None, *(truth for _, _, truth in known)], known, strict=False)
        if truth and not before
    ]
    navigator = session.driver.navigator
    navigator.return_to_live()
    found: list[tuple[int, int]] = []
    with contextlib.suppress(NotFound):
        while len(found) <= len(rises):
            BackwardSearch(navigator).to_rise(condition)
            found.append(navigator.position)
    assert found == rises[::-1]


def test_most_conditions_are_measured():
    """Else the laws above would say nothing."""
    body, session = recorded("DropoutAdam")
    loss = body.fetch[0].name
    for text in (f"{loss} > 0.5", f"{loss} > previous({loss})", f"{body.h.name}.max() > 0", "fc_0.w_0.max() > 0"):
        scan = ConditionScan([MeasuredCondition(Condition.parse(text))])
        found = [truths for segment in session.driver.journal.segments for truths in scan.truths(segment)]
        assert sum(truths is None for truths in found) <= 4, text  # the first runs go operator by operator


def test_conditions_on_fetched_values_need_no_replay(monkeypatch: pytest.MonkeyPatch):
    body, session = recorded("DropoutAdam")
    monkeypatch.setattr("opscope.debug.replay.measured_replay.MeasuredReplay.open", None)
    scan = ConditionScan([MeasuredCondition(Condition.parse(f"{body.fetch[0].name} > 0.5"))])
    assert [truths for segment in session.driver.journal.segments for truths in scan.truths(segment)].count(None) == 0


@pytest.mark.parametrize("name", NETS)
def test_values_of_all_steps_are_those_at_their_ends(name: str):
    body, session = recorded(name)
    navigator = session.driver.navigator
    for variable in body.main.list_vars():
        if variable.name not in body.main.global_block().vars or ".steps_" in variable.name:
            continue
        expected: dict[int, Any] = {}
        for record in navigator.journal.steps():
            cursor = navigator.open_run(record.run)
            cursor.run_to_end()
            value = cursor.lookup(variable.name)
            if hasattr(value, "dtype"):
                expected[record.step] = np.array(value)
        values = place_values.values_by_step(navigator, variable.name)
        if not expected:
            with pytest.raises(NotFound):
                list(values)
            continue
        found = {step: np.array(value) for step, value in values}
        assert list(found) == list(expected)
        assert all(found[step].tobytes() == expected[step].tobytes() for step in expected)


# --- ending a search ----------------------------------------------------------------------------------


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "INTERVAL", -1.0)  # report each run


def stood_still(body: Net, paused: bool) -> debug.Run:
    run = debug.Run(body, breakpoints=[(f"{body.h.name}", f"step == {STEPS}")] if paused else ())
    run.start()
    assert (run.until_stopped(60) is not None) == paused
    return run


SEARCHES = {
    "reverse_continue": lambda run, body: (run.breakpoint("", f"{body.h.name}.max() > 1e9"), run.reverse_continue()),
    "back_to_write": lambda run, body: run.back_to_write("learning_rate_0"),
    "back_to_when": lambda run, body: run.back_to_when(f"{body.h.name}.max() > 1e9"),
    "values": lambda run, body: run.values(body.h.name),
    "cont": lambda run, body: (run.breakpoint("", f"{body.h.name}.max() > 1e9"), run.goto(1), run.cont()),
}


class ProgressListener(Listener):
    """Calls a function with the progress of searches."""

    def __init__(self, function: Callable[[SearchState | None], None]) -> None:
        self.progress = function  # type: ignore[method-assign]


@contextmanager
def heard(run: Any, function: Callable[[SearchState | None], None]) -> Iterator[None]:
    """Inside the block, call a function with the progress of searches, after the run itself has emitted it."""
    listener = ProgressListener(function)
    run.session.listeners.append(listener)
    yield
    run.session.listeners.remove(listener)


@pytest.mark.parametrize("paused", [True, False])
@pytest.mark.parametrize("search", SEARCHES)
def test_ctrl_c_ends_a_search_where_it_began(search: str, paused: bool, reports: None):
    body = DropoutAdam()
    body.steps = STEPS
    run = stood_still(body, paused)
    run.clear()
    if search != "cont":
        run.goto(3)
    place, moved = run.here, []
    seen: list[SearchState] = []
    search_state = run.session.driver.navigator.search

    def interrupt_at_second(state: SearchState | None) -> None:
        if state is not None:
            seen.append(state)
            if len(seen) == 2:
                os.kill(os.getpid(), signal.SIGINT)
                end = time.monotonic() + 60
                while not search_state.interrupted and time.monotonic() < end:  # the main thread is told late if busy
                    time.sleep(0.001)

    with heard(run, interrupt_at_second), pytest.raises(KeyboardInterrupt):
        SEARCHES[search](run, body)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert seen[0].text and 0 < seen[0].done <= seen[0].total
    if search != "cont":
        assert run.here is place
        assert np.isfinite(run.evaluate("step")) and run.evaluate("step") == 3
    run.clear()
    assert run.goto(2).step == 2 and len(run.values(body.fetch[0].name)) >= STEPS - 1 and not moved
    if paused:
        run.cont()
    run.wait(60)


def test_pause_ends_the_search_of_a_run_that_stands_still(reports: None):
    body = DropoutAdam()
    body.steps = STEPS
    run = stood_still(body, True)
    run.clear()
    run.goto(3)
    place = run.here
    count = itertools.count()

    def pause_at_second(state: SearchState | None) -> None:
        if state is not None and next(count) == 1:
            run.handle(Pause(request=5))

    with heard(run, pause_at_second), pytest.raises(RunError, match="the search was stopped"):
        run.back_to_when(f"{body.h.name}.max() > 1e9")
    assert run.here is place and run.evaluate("step") == 3
    assert [e for e in run.history.events() if isinstance(e, SearchProgressed)] == [SearchProgressed()]
    run.stop()


def test_pause_ends_the_search_of_a_run_that_is_over(reports: None):
    body = DropoutAdam()
    body.steps = STEPS
    run = stood_still(body, False)
    count = itertools.count()

    def pause_at_second(state: SearchState | None) -> None:
        if state is not None and next(count) == 1:
            thread = threading.Thread(target=run.handle, args=[Pause(request=5)])
            thread.start()
            thread.join(60)

    with heard(run, pause_at_second), pytest.raises(RunError, match="the search was stopped"):
        run.values(body.h.name)
    assert len(run.values(body.h.name)) == STEPS


def test_a_long_search_shows_a_bar_on_a_terminal(reports: None, monkeypatch: pytest.MonkeyPatch, capsys: Any):
    body = DropoutAdam()
    body.steps = STEPS
    run = stood_still(body, False)
    run.values(body.h.name)
    assert capsys.readouterr().err == ""  # it was over before
    monkeypatch.setattr(search_bar, "PATIENCE", 0.0)
    run.values(body.h.name)
    assert capsys.readouterr().err == ""  # no terminal
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    run.values(body.h.name)
    assert f"values of {body.h.name}" in capsys.readouterr().err


def test_a_program_with_its_own_handler_of_interrupts_keeps_it():
    handler = lambda *_: None
    former = signal.signal(signal.SIGINT, handler)
    try:
        body = DropoutAdam()
        run = stood_still(body, False)
        run.values(body.h.name)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, former)
