"""A run that is only watched (`record=False`): what it refuses, and that it keeps nothing of what it has watched."""

from __future__ import annotations

import contextlib
import dataclasses
import threading
from collections.abc import Callable
from typing import Any

import pytest

from opscope import debug, paddle
from opscope.debug import Run
from opscope.errors import UnsupportedError
from opscope.events import (
    Command,
    Continue,
    FetchDetail,
    FetchSlice,
    Message,
    Pause,
    PinValue,
    SetTapLevel,
    Terminate,
    WatchDetail,
)
from tests.debug.nets import DropoutAdam

LONG = 60.0
EXECUTED = {Pause, Continue, Terminate, FetchDetail, FetchSlice, PinValue, SetTapLevel, WatchDetail}
GIVEN: dict[str, Any] = {"str": "h", "int": 1, "bool": False, "float": 1.0, "tuple[str, ...]": ("h",)}


def refused() -> list[type[Command]]:
    kinds = [kind for kind in Message.registry.values() if issubclass(kind, Command)]
    return [kind for kind in kinds if kind not in EXECUTED and kind.__name__ not in ("DrawGraph", "SearchGraph")]


def fields_of(kind: type[Command]) -> dict[str, Any]:
    return {each.name: GIVEN[str(each.type)] for each in dataclasses.fields(kind) if each.name != "request"}


def static() -> None:
    DropoutAdam()()


def eager() -> None:
    paddle.disable_static()
    layer = paddle.nn.Linear(3, 3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
    for _ in range(3):
        loss = paddle.mean(layer(paddle.ones([2, 3])))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


def failing() -> None:
    eager()
    raise ValueError("no luck")


def in_a_thread() -> None:
    thread = threading.Thread(target=eager)
    thread.start()
    thread.join()


@pytest.fixture
def over() -> Run:
    run = debug.start(static, record=False)
    run.wait(LONG)
    return run


def paused(body: Callable[[], Any]) -> Run:
    """A run that stands: a command is executed where it was given."""
    gate = threading.Event()

    def waiting() -> None:
        gate.wait(LONG)
        body()

    run = debug.start(waiting, record=False)
    run.request_pause()
    gate.set()
    assert run.until_stopped(LONG) is not None
    return run


@pytest.mark.parametrize("body", [static, eager])
def test_each_command_that_needs_a_history_is_refused_by_its_name(body: Callable[[], Any]) -> None:
    run = paused(body)
    why = "is not supported: this run is only watched (start it with record=True)"
    answers = {kind: run.ask(kind, LONG, **fields_of(kind)) for kind in refused()}
    assert len(answers) > 25 and {kind: (answer.ok, answer.text) for kind, answer in answers.items()} == {
        kind: (False, f"the command {kind.__name__} {why}") for kind in answers
    }
    assert run.state == "paused"  # nothing has moved it on
    run.stop(LONG)


METHODS: list[Callable[[Run], Any]] = [
    *(lambda run: run.next(), lambda run: run.step_in(), lambda run: run.step_out(), lambda run: run.step_back()),
    *(lambda run: run.reverse_continue(), lambda run: run.goto(1), lambda run: run.run_to("op:mean")),
    *(lambda run: run.breakpoint("h"), lambda run: run.breakpoints, lambda run: run.catch("raised")),
    *(lambda run: run.stack(), lambda run: run.locals(), lambda run: run.findings, lambda run: run.record(True)),
    *(lambda run: run.evaluate("h"), lambda run: run.set("h", 0), lambda run: run.undo(), lambda run: run.recording),
]


@pytest.mark.parametrize("number", range(len(METHODS)))
def test_each_method_that_needs_a_history_is_refused_with_its_cure(over: Run, number: int) -> None:
    with pytest.raises(UnsupportedError, match="this run is only watched") as raised:
        METHODS[number](over)
    assert raised.value.fix == "start it with record=True to step it"


@pytest.mark.parametrize("body", [static, eager, failing, in_a_thread])
def test_nothing_is_kept_of_what_is_watched(body: Callable[[], Any]) -> None:
    run = debug.start(body, taps=["*"], record=False)
    with contextlib.suppress(ValueError):
        run.wait(LONG)
    driver = run.session.driver
    assert run.steps > 0 and not driver.records
    journal, navigator = driver.journal, driver.navigator
    assert (journal.run_count, journal.nbytes, journal.kept_steps(), journal.last_record()) == (0, 0, [], None)
    assert (navigator.cursor, navigator.shown_cursor, navigator.programs().programs) == (None, None, [])
    assert (driver.previous_step, driver.slow, driver.breakpoints.listed) == ({}, {}, [])
    assert set(run.why_slow()) <= {"taps"} and not run.can_stop
