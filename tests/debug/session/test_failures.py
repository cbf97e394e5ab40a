"""What fails, is stopped or interrupted: all is left clean, and the failed run can be looked at."""

import ctypes
import re
import threading
import time

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError
from opscope.paddle import static
from opscope.runtime.instrument import current, instrumented
from tests.debug.nets import Net, Pylayer
from tests.debug.stops import Film, Map, alike, check_values, seen, stand

LONG = 60.0


class Failing(Net):
    """A function, `where` it says, raises in step 2 if its input is positive there."""

    def __init__(self, where, raised=None):
        self.where, self.raised = where, raised or ValueError("no luck")
        super().__init__()

    def define(self, x):
        h = static.nn.fc(x, 4, activation="tanh", weight_attr=paddle.nn.initializer.Constant(0.3))
        out = self.main.current_block().create_var(name="o", shape=[-1, 4], dtype="float32")

        def called(where, a):
            self.calls.append(where)
            if where == self.where and self.exe.steps[self.main] == 2 and np.array(a).max() > -2:
                raise self.raised
            return np.array(a) * 0.5

        static.py_func(lambda a: called("forward", a), h, out, backward_func=lambda a, o, d: called("backward", d))
        i = paddle.full([1], 0, "int64")

        def body(i, y):
            o = self.main.current_block().create_var(name="inner", shape=[-1, 4], dtype="float32")
            static.py_func(lambda a: called("loop", a), y, o)
            return i + 1, o + 1.0

        _, y = static.nn.while_loop(lambda i, y: i < 2, body, [i, out * 1.0])
        loss = paddle.mean(y * y) + paddle.mean(out)
        paddle.optimizer.Momentum(0.1, 0.9).minimize(loss)
        self.h, self.out = h, out
        return [loss]


class Misfit(Net):
    """A product of shapes that only fit in step 1."""

    def define(self, x):
        y = static.data("y", [None, None], "float32")
        return [paddle.mean(paddle.matmul(paddle.tanh(x), y))]

    def feed(self, rng):
        rows = 3 if self.exe.steps.get(self.main, 0) != 1 else 5
        return {**super().feed(rng), "y": np.ones((rows, 2), "float32")}


def bodies():
    return [Failing("forward"), Failing("backward"), Failing("loop"), Misfit()]


@pytest.mark.parametrize("which", range(4))
def test_a_failed_run_is_looked_at_where_it_failed(which):
    body = bodies()[which]
    film = Film(body)
    calls = list(body.calls)
    run = debug.start(body)
    with pytest.raises(type(film.result), match=re.escape(str(film.result)[:20])):
        run.wait(LONG)
    run.thread.join(LONG)
    assert not run.thread.is_alive() and body.calls == calls and run.steps == 1
    here = run.step_back()
    assert (here.run, here.tick, here.depth) == film.places[-1][:3] and here.reason == "exception"
    check_values(film.places[-1], seen(run))
    way = Map(film)
    at = film.places[-1]
    for _ in range(len(film.runs[2]) + 2):  # all the way back, into the run before
        at = way.step_back(at)
        here = run.step_back()
        assert (here.run, here.tick) == at[:2]
        check_values(at, seen(run))
    assert at.run == 1 and body.calls == calls
    run.goto(2)
    end = run._move("continue", timeout=LONG)
    assert (end.reason, end.tick) == ("exception", film.places[-1].tick) and body.calls == calls


@pytest.mark.parametrize("which", range(4))
def test_after_a_failure_executor_and_scope_are_clean(which):
    body = bodies()[which]
    with instrumented(lower=False):
        rng = body.begin()
        body.step(rng)
    expected = body.persists()
    run = debug.start(body)
    with pytest.raises((ValueError, ArgumentError), match=r"no luck|matmul"):
        run.wait(LONG)
    assert alike(body.persists(), expected)
    assert current().passes == () and run.session.driver.navigator.live is None
    body.where, body.steps = "nowhere", 1
    film = Film(body)
    again = debug.start(body)
    assert alike(again.wait(LONG), film.result)


@pytest.mark.parametrize("where", ["forward", "loop", "backward"])
def test_a_program_that_catches_the_error_goes_on_and_all_is_kept(where):
    body = Failing(where)

    def careful():
        rng, found = body.begin(), []
        for _ in range(3):
            try:
                found.append(body.step(rng))
            except ValueError:
                found.append("failed")
        return found[0], found[2], body.persists()

    film = Film(careful)
    run = debug.start(careful)
    assert alike(run.wait(LONG), film.result)
    for place in [p for p in film.places if p.depth == 0][::3]:
        stand(run, place)
        check_values(place, seen(run))


@pytest.mark.parametrize("where", ["forward", "loop", "backward"])
def test_on_error_it_stops_there_and_can_be_mended(where):
    body = Failing(where)
    film = Film(body)
    run = debug.start(body, on_error=True)
    here = run.until_stopped(LONG)
    assert (here.reason, here.run, here.tick) == ("exception", *film.places[-1][:2])
    assert "no luck" in here.text
    check_values(film.places[-1], seen(run))
    failing = next(n for n in film.places[-1].op.inputs if n is not None)
    run.set(failing if where != "backward" else "o@GRAD", np.full((4, 4), -9.0))
    assert (run.here.tick, run.next(timeout=LONG).tick) == (here.tick, here.tick + 1)
    run.cont()
    fetched, _ = run.wait(LONG)
    assert len(fetched) == 3 and body.calls.count(where) > 2


def test_on_error_going_on_lets_the_program_hear_of_it():
    body = Failing("forward")
    run = debug.start(body, on_error=True)
    assert run.until_stopped(LONG).reason == "exception"
    run.step_back()
    run.cont()
    run.until_stopped(LONG)
    run.cont()
    with pytest.raises(ValueError, match="no luck"):
        run.wait(LONG)


def test_stopped_in_the_middle():
    body = Failing("nowhere")
    film = Film(body)
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.next_run(LONG)
    run.next_run(LONG)
    run.run_to("op:py_func", LONG)
    at = run.here
    run.stop(LONG)
    assert (run.state, run.steps) == ("stopped", 1)
    assert current().drive is not run.session.drive
    here = run.step_back()
    assert (here.run, here.tick) == (at.run, at.tick)
    check_values(film.runs[at.run][at.tick], seen(run))


def test_paused_in_the_backward_part():
    inside, go = threading.Event(), threading.Event()
    body = Failing("nowhere")
    film = Film(body)
    body.calls = type("Slow", (list,), {"append": lambda self, x: x == "backward" and (inside.set(), go.wait(LONG))})()
    run = debug.start(body)
    assert inside.wait(LONG)
    run.request_pause()
    go.set()
    here = run.until_stopped(LONG)
    assert here.reason == "pause" and here.role in ("backward", "optimize")
    check_values(film.runs[here.run][here.tick], seen(run))
    run.cont()
    assert alike(run.wait(LONG), film.result)


@pytest.mark.parametrize("where", ["forward", "loop", "backward"])
def test_an_interrupt_in_a_function(where):
    body = Failing(where, KeyboardInterrupt())
    run = debug.start(body)
    with pytest.raises(KeyboardInterrupt):
        run.wait(LONG)
    here = run.step_back()
    operator = run.session.driver.navigator.cursor.next_operator
    assert here.op_type.startswith("py_func") and operator is not None
    assert here.run == 2 and run.step_back().tick < here.tick


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of the callback below
@pytest.mark.parametrize("after", [0.01, 0.03, 0.05])
def test_an_interrupt_at_any_moment(after):
    """Delivered to the worker as Ctrl-C is to the main thread."""
    body = Failing("nowhere")
    body.steps = 100_000
    run = debug.start(body, record=1 << 20)
    while not run.steps:
        time.sleep(0.001)
    time.sleep(after)
    worker, interrupt = ctypes.c_ulong(run.thread.ident), ctypes.py_object(KeyboardInterrupt)
    while not run.done:  # the callback of a weak reference may swallow one
        ctypes.pythonapi.PyThreadState_SetAsyncExc(worker, interrupt)
        run.has_ended_in(5)
    with pytest.raises(KeyboardInterrupt):
        run.wait(LONG)
    while run.here is None or (run.here.tick and run.here.run >= run.session.driver.journal.last_record().run):
        run.step_back()
        assert seen(run)
    body.steps = 2
    film = Film(body)
    assert alike(debug.start(body).wait(LONG), film.result)


def stepping(net, steps, scope):
    """A body without random numbers, in a scope of its own."""

    def body():
        rng = np.random.default_rng(1)
        return [net.exe.run(net.main, net.feed(rng), net.fetch, scope=scope) for _ in range(steps)]

    return body


@pytest.mark.parametrize("shared", [False, True])
def test_two_sessions_at_once(shared):
    nets = [Pylayer(), Pylayer()]
    if shared:
        nets[1] = nets[0]
    scopes = [static.Scope() for _ in range(4)]
    for i, scope in enumerate(scopes):
        paddle.seed(1)
        nets[i % 2].exe.run(nets[i % 2].startup, scope=scope)
    films = [Film(stepping(nets[i], 60, scopes[i])) for i in (0, 1)]
    runs = [debug.start(stepping(nets[i], 60, scopes[2 + i]), title=str(i)) for i in (0, 1)]
    for run, film in zip(runs, films, strict=True):
        assert alike(run.wait(LONG), film.result)
        for place in film.places[5::97]:
            stand(run, place)
            check_values(place, seen(run))


def test_a_session_over_a_second_run_of_the_same_program():
    body = Failing("nowhere")
    film = Film(body)
    for _ in range(2):
        run = debug.start(body)
        assert alike(run.wait(LONG), film.result)
        for place in film.places[3::23]:
            stand(run, place)
            check_values(place, seen(run))


def test_a_recompute_that_fails_takes_the_edit_back():
    body = Failing("nowhere")
    film = Film(body)
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.next_run(LONG)
    run.next_run(LONG)
    run.run_to("op:reduce_mean", LONG)
    place = film.runs[2][run.here.tick]
    body.where, body.raised = "forward", ValueError("not with that")
    with pytest.raises(ValueError, match="not with that"):
        run.set(body.h.name, 0.5)
    body.where = "loop"
    with pytest.raises(ValueError, match="not with that"):
        run.set("o", 0.5)
    body.where = "nowhere"
    assert (run.here.run, run.here.tick) == place[:2] and run.session.driver.edits.applied == []
    check_values(place, seen(run))
    run.cont()
    assert alike(run.wait(LONG), film.result)


def test_values_that_do_not_fit_are_refused():
    run = debug.start(Failing("nowhere"), entry=True)
    run.until_stopped(LONG)
    run.next_run(LONG)
    with pytest.raises(ArgumentError, match="cannot be set"):
        run.set("x", np.zeros((7, 7)))
    run.cont()
    run.wait(LONG)
