"""When a run is over, or ends, any thread gives commands: that of a notebook's cells, and that of its panel."""

import sys
import threading

import numpy as np
import pytest

from opscope import debug, events, paddle
from opscope.debug.navigation.search import SearchStopped
from opscope.debug.session.run_findings import RunFindings
from opscope.paddle import static

STEPS = 40


def training():
    """A function that trains a program of its own; in its step 21 the loss becomes NaN, and it stays so."""
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup), paddle.utils.unique_name.guard():
        x = static.data("x", [4, 3], "float32")
        h = paddle.tanh(static.nn.fc(x, 5))
        loss = paddle.mean(paddle.square(h))
        paddle.optimizer.Adam(0.01).minimize(loss)
    h.block.rename(h.name, "h")
    loss.block.rename(loss.name, "loss")
    exe, scope = static.Executor(), static.Scope()

    def train():
        exe.run(startup, scope=scope)
        for step in range(1, STEPS + 1):
            fed = np.full((4, 3), np.nan if step == 21 else step, "float32")
            exe.run(main, feed={"x": fed}, fetch_list=[loss], scope=scope)

    return train


@pytest.fixture
def over():
    """Such a run, at its end."""
    run = debug.start(training(), taps=["h", "loss"])
    run.wait()
    return run


@pytest.fixture
def many_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("kind", [events.FetchSlice, events.FetchDetail, events.PinValue, events.WatchDetail])
def test_a_search_is_not_disturbed_by_what_the_panel_asks(over, kind, many_switches):
    ended = threading.Event()

    answers = []

    def ask():
        while not ended.is_set():
            answers.append(over.ask(kind, name="h"))

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        for _ in range(8):
            over.back_to_when("not all(isfinite(loss))")
            assert over.here.step == 21
            over.goto(STEPS, "op:reduce_mean")
            assert np.isnan(over.value("h")).all()
    finally:
        ended.set()
        thread.join()
    assert answers and all(answer.ok for answer in answers)


def test_what_waits_for_a_search_is_answered_behind_it_and_keeps_nobody(over):
    """The thread that gets the messages of a panel must be free for the one that stops the search."""
    search = over.session.driver.navigator.search
    told = []

    def in_a_search():
        with search.begin("for a while", 10):
            asker = threading.Thread(target=lambda: over.handle(events.FetchSlice(request=1, name="h")))
            asker.start()
            asker.join(10)  # returns before the search ends
            told.append(("asked", asker.is_alive(), len(responses)))
            over.handle(events.Pause(request=2))
            with pytest.raises(SearchStopped):
                search.check()

    responses = []
    over.subscribe(lambda batch: responses.extend(e for e in batch if isinstance(e, events.Response)))
    over.session.call(in_a_search)
    assert told == [("asked", False, 0)]
    assert [(r.request, r.ok) for r in responses] == [(2, True), (1, True)]


def test_a_sink_that_asks_is_answered_when_the_command_is_done(over):
    answered = []

    def sink(batch):
        for event in batch:
            if isinstance(event, events.PlaceSeen) and not answered:
                answered.append(over.here)
                over.handle(events.Goto(request=7, step=3))
            if isinstance(event, events.Response) and event.request == 7:
                answered.append(event.ok)

    over.subscribe(sink)
    over.goto(2)
    assert answered[1] and over.here.step == 3


def searching(monkeypatch):
    """Let the search for what a recording on disk keeps of the findings go on until it is stopped, or an event is set.

    Returns the event that it has begun, and that one.
    """
    begun, enough = threading.Event(), threading.Event()

    def search_on(self):
        search = self._driver.navigator.search
        with search.begin("findings", 10):
            begun.set()
            while not enough.wait(0.001):
                search.check()
        return []

    monkeypatch.setattr(RunFindings, "to_keep", search_on)
    return begun, enough


def test_a_run_ends_that_is_stopped_while_it_looks_for_findings(monkeypatch, tmp_path, capfd):
    begun, _ = searching(monkeypatch)
    run = debug.start(lambda: None, to=tmp_path / "kept")
    assert begun.wait(60)
    run.stop()
    run.wait(60)
    assert run.state == "finished" and run.done
    assert "complete except for the findings" in capfd.readouterr().err
    assert debug.open(tmp_path / "kept").problems == []


def test_what_is_asked_while_a_run_ends_is_answered_at_its_end(monkeypatch, tmp_path):
    begun, enough = searching(monkeypatch)
    told, places = [], []
    run = debug.start(training(), taps=["h"], to=tmp_path / "kept", sinks=[told.extend])
    assert begun.wait(60)
    asker = threading.Thread(target=lambda: places.append(run.goto(3)))
    asker.start()
    asker.join(0.05)
    assert not places, "two threads must not look at the history at once"
    enough.set()
    asker.join(60)
    run.wait(60)
    assert places[0].step == 3 and run.here == places[0] and run.state == "finished"
    run.flush()
    ends = [e for e in told if isinstance(e, events.Terminated | events.Stopped)]
    assert isinstance(ends[-1], events.Stopped), "a panel that got the end last would show no place"


def test_a_move_returns_its_own_place(over, many_switches):
    ended = threading.Event()

    def others():
        while not ended.is_set():
            over.ask(events.Goto, step=7)

    thread = threading.Thread(target=others)
    thread.start()
    try:
        assert {over.goto(STEPS).step for _ in range(100)} == {STEPS}
    finally:
        ended.set()
        thread.join()
