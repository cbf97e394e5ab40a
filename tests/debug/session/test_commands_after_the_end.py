"""When a run is over, any thread answers commands: a notebook's cells, and the thread that gets those of its panel."""

import sys
import threading

import numpy as np
import pytest

from opscope import debug, events, paddle
from opscope.debug.replay.search import SearchStopped
from opscope.paddle import static

STEPS = 40


@pytest.fixture
def over():
    """A run that is over, in whose step 21 the loss becomes NaN and stays it; and the responses that it gives."""
    paddle.enable_static()
    x = static.data("x", [4, 3], "float32")
    h = paddle.tanh(static.nn.fc(x, 5))
    loss = paddle.mean(paddle.square(h))
    h.block.rename(h.name, "h")
    loss.block.rename(loss.name, "loss")
    paddle.optimizer.Adam(0.01).minimize(loss)
    exe = static.Executor()

    def train():
        exe.run(static.default_startup_program())
        for step in range(1, STEPS + 1):
            exe.run(feed={"x": np.full((4, 3), np.nan if step == 21 else step, "float32")}, fetch_list=[loss])

    run = debug.start(train, taps=["h", "loss"])
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
