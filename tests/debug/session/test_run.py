"""Run: a program in a worker thread that pauses, continues, stops, and always answers."""

import contextlib
import gc
import itertools
import threading
import time
import weakref

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core import state
from opscope.debug.taps.statistics import statistics
from opscope.errors import RunError
from opscope.events import Continue, DetailSeen, FetchDetail, Pause, Terminate, ValueSeen, Warned, WatchDetail
from opscope.paddle import static
from tests.forked import python

LONG = 60.0  # seconds until a test gives up


class Training:
    """A training that goes on until it is told to end. `gate` may hold it in its own Python code."""

    def __init__(self):
        paddle.enable_static()
        self.main, self.startup = static.Program(), static.Program()
        with static.program_guard(self.main, self.startup):
            x = static.data("x", [None, 3], "float32")
            self.loss = static.nn.fc(x, 2).mean()
            paddle.optimizer.Momentum(1e-3, 0.9).minimize(self.loss)
        self.exe, self.steps, self.end = static.Executor(), 0, False
        self.gate = threading.Event()
        self.gate.set()
        self.exe.run(self.startup)

    def step(self):
        self.exe.run(self.main, feed={"x": np.ones((4, 3), "float32")}, fetch_list=[self.loss])
        self.steps += 1

    def __call__(self):
        while not self.end:
            self.gate.wait(LONG)
            self.step()
        return self.steps


@pytest.fixture
def training():
    made = Training()
    yield made
    made.end = True
    made.gate.set()


def until(condition):
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.002)


def state_of(scope):
    return {n: np.array(scope.find_var(n).get_tensor()).tobytes() for n in scope.local_var_names()}


class TestPause:
    def test_stands_still_before_an_operator_and_goes_on(self, training):
        run = debug.start(training, taps=["*"])
        until(lambda: training.steps > 2)
        run.pause(LONG)
        assert run.state == "paused"
        run.session.call(lambda: None, LONG)  # the values of the place have been sent
        steps, events = training.steps, len(run.history.of(training.loss.name))
        time.sleep(0.1)
        assert training.steps == steps and len(run.history.of(training.loss.name)) == events
        stopped = next(e for e in reversed(run.history.events()) if e.kind == "Stopped")
        assert stopped.reason == "pause" and (not stopped.op_type or "test_run.py" in stopped.site)
        run.cont()
        until(lambda: training.steps > steps + 2)
        assert run.state == "running"
        training.end = True
        assert run.wait(LONG) == training.steps and run.state == "finished" and run.done

    @pytest.mark.parametrize("steps", [0, 4], ids=["first run", "lowered"])
    def test_between_two_runs_it_stops_where_values_exist(self, training, steps):
        """At operator 0 nothing of the step existed: the panel was grey."""
        waiting, allowed = threading.Semaphore(0), threading.Semaphore(0)

        def train():
            while not training.end:
                waiting.release()
                allowed.acquire(timeout=LONG)
                training.step()

        run = debug.start(train)
        for _ in range(steps):
            allowed.release()
            assert waiting.acquire(timeout=LONG)
        assert waiting.acquire(timeout=LONG)
        run.request_pause()
        allowed.release()
        here = run.until_stopped(LONG)
        assert (here.reason, here.op, here.step) == ("pause", -1, steps + 1)
        assert np.isfinite(run.value(training.loss.name))
        assert training.steps == steps  # its results are not stored yet
        allowed.release()
        following = run.next()
        assert (following.reason, following.step) == ("step", steps + 2) and following.op_type
        back = run.step_back()
        assert (back.op, back.step) == (-1, steps + 1)
        training.end = True
        run.stop(LONG)

    def test_many_times_in_a_row(self, training):
        run = debug.start(training)
        for _ in range(10):
            run.pause(LONG)
            assert run.state == "paused"
            steps = training.steps
            run.cont()
            until(lambda steps=steps: training.steps > steps)
        run.stop(LONG)

    def test_inside_a_loop_of_the_program(self):
        paddle.enable_static()
        i = paddle.full([1], 0, "int64")
        _, total = static.nn.while_loop(lambda i, v: i < 10**9, lambda i, v: (i + 1, v + 1), [i, i])
        run = debug.start(lambda: static.Executor().run(fetch_list=[total]))
        run.pause(LONG)
        assert run.state == "paused" and run.steps == 0
        run.cont()
        run.stop(LONG)
        assert run.state == "stopped"

    def test_a_run_that_is_over_is_not_waited_for(self):
        run = debug.start(lambda: 5)
        assert run.wait(LONG) == 5
        run.pause(LONG)
        assert run.state == "finished"

    def test_python_code_that_takes_long_is_told(self, training):
        training.gate.clear()
        run = debug.start(training)
        with pytest.raises(RunError, match=r"the run did not reach an operator within 0.05 s"):
            run.pause(0.05)
        training.gate.set()
        until(lambda: run.state == "paused")
        run.stop(LONG)


class TestEnds:
    def test_stopping_in_the_middle_leaves_the_scope_as_after_the_last_whole_step(self, training):
        run = debug.start(training)
        until(lambda: training.steps > 1)
        run.pause(LONG)
        kept = state_of(static.global_scope())
        run.stop(LONG)
        assert run.state == "stopped" and state_of(static.global_scope()) == kept
        training.step()
        assert state_of(static.global_scope()) != kept

    def test_stopping_needs_no_handler_of_the_program(self, training):
        def body():
            while True:
                with contextlib.suppress(Exception):  # a program that swallows everything
                    training.step()

        run = debug.start(body)
        until(lambda: training.steps > 1)
        run.stop(LONG)
        assert run.state == "stopped" and run.wait(LONG) is None

    def test_an_exception_of_the_users_is_raised_by_wait(self, training):
        def body():
            training.step()
            raise LookupError("mine")

        run = debug.start(body)
        with pytest.raises(LookupError, match="mine") as e:
            run.wait(LONG)
        assert e.traceback[-1].name == "body" and run.state == "failed" and run.error is e.value
        assert run.history.events()[-1].error == "LookupError: mine"

    def test_an_exception_in_a_py_func_names_its_operator(self):
        def func(x):
            raise LookupError("mine")

        paddle.enable_static()
        static.py_func(func, paddle.full([1], 1.0), None)
        run = debug.start(lambda: static.Executor().run())
        with pytest.raises(LookupError) as e:
            run.wait(LONG)
        assert "py_func" in e.value.__notes__[0]
        ended = run.history.events()[-1].error  # the panel shows all of it
        assert ended.startswith("LookupError: mine\nraised in py_func") and "created at" in ended

    def test_a_last_summary_that_fails_is_raised_by_wait(self, training, monkeypatch):
        def fail(*_):
            raise MemoryError("no room for it")

        run = debug.Run(training.step, taps=["*"])
        monkeypatch.setattr(run.session.values.cache, "close", fail)
        with pytest.raises(MemoryError, match="no room"):
            run.start().wait(timeout=LONG)
        assert run.state == "failed"

    def test_wait_gives_up_in_time(self, training):
        run = debug.start(training)
        with pytest.raises(TimeoutError, match=r"run is still running after 0.05 s"):
            run.wait(0.05)
        run.stop(LONG)

    def test_an_interrupt_in_wait_pauses_and_is_raised(self, training):
        def pump():
            if training.steps > 1:
                raise KeyboardInterrupt

        run = debug.start(training, pump=pump)
        with pytest.raises(KeyboardInterrupt):
            run.wait(LONG)
        until(lambda: run.state == "paused")
        run.stop(LONG)

    def test_it_can_be_awaited(self, training):
        import asyncio

        async def main():
            run = debug.start(lambda: [training.step() for _ in range(3)])
            await run
            return run

        assert asyncio.run(main()).steps == 3


class TestCommands:
    def test_every_command_is_answered_in_every_state(self, training):
        commands = [Pause, Continue, lambda request: FetchDetail(request=request, name="nobody")]
        commands.append(lambda request: WatchDetail(request=request, name=""))
        run = debug.start(training, taps=["*"])
        numbers = itertools.count(1)
        sent = []

        def send_all():
            for make in commands:
                sent.append(next(numbers))
                run.handle(make(request=sent[-1]))

        until(lambda: training.steps > 1)
        send_all()  # while it runs
        run.pause(LONG)
        send_all()
        run.pause(LONG)
        training.gate.clear()
        run.cont()
        send_all()  # in Python code between runs
        training.gate.set()
        run.handle(Terminate(request=999))
        run.stop(LONG)
        send_all()  # after the end
        until(lambda: {e.request for e in run.history.events() if e.kind == "Response"} >= {*sent, 999})

    def test_a_detail_is_sent_while_running_and_after_the_end(self, training):
        run = debug.start(training, taps=[training.loss.name])
        until(lambda: training.steps > 1)
        for _ in range(2):
            assert run.ask(FetchDetail, LONG, name=training.loss.name).ok
            assert any(e.kind == "DetailSeen" for e in run.history.events())
            run.stop(LONG)

    def test_a_value_that_is_not_tapped_is_taken_from_the_paused_frame(self, training):
        run = debug.start(training)
        until(lambda: training.steps > 1)
        run.pause(LONG)
        assert run.ask(FetchDetail, LONG, name="x").ok
        answer = run.ask(FetchDetail, LONG, name="nobody")
        assert not answer.ok and "no value of 'nobody' has been seen" in answer.text
        run.stop(LONG)
        assert not run.ask(FetchDetail, LONG, name="nobody").ok
        assert run.ask(Pause, LONG).text == "the run is over"

    def test_a_watched_value_comes_with_every_summary(self, training):
        run = debug.start(training, taps=["x"], hz=None)
        until(lambda: training.steps > 1)
        run.ask(WatchDetail, LONG, name="x")
        count = lambda: sum(e.kind == "DetailSeen" for e in run.history.events())
        until(lambda: count() > 3)
        assert run.ask(WatchDetail, LONG, name="").ok
        run.stop(LONG)


class TestSinks:
    def test_get_everything_that_happens_once_and_the_newest_values(self, training):
        batches = []
        run = debug.start(lambda: [training.step() for _ in range(5)], taps=["x"], sinks=[batches.append], hz=None)
        run.wait(LONG)
        events = [e for batch in batches for e in batch]
        assert events[0].kind == "RunStarted" and events[-1].kind == "Terminated"
        assert max(e.step for e in events if e.kind == "ValueSeen") == 5 == run.steps

    def test_a_slow_one_costs_the_program_nothing(self, training):
        batches = []

        def slow(batch):
            time.sleep(0.3)
            batches.append(batch)

        start = time.monotonic()
        run = debug.start(lambda: [training.step() for _ in range(200)], taps=["*"], sinks=[slow], hz=None)
        until(lambda: run.done)
        took = time.monotonic() - start
        run.wait(LONG)
        assert len(batches) < 10 + took / 0.3 and run._delivery.queue.dropped > 0

    def test_one_that_fails_does_not_stop_the_others_or_the_run(self, training):
        good = []

        def bad(batch):
            raise LookupError("sink")

        run = debug.start(lambda: [training.step() for _ in range(3)], sinks=[bad, good.append])
        run.wait(LONG)
        until(lambda: {"Terminated", "Warned"} <= {e.kind for batch in good for e in batch})
        (warned,) = [e for e in run.history.events() if e.kind == "Warned"]
        assert warned.text == "removed, because it failed: LookupError: sink" and run.state == "finished"


class TestWatching:
    def test_results_are_bit_identical_and_the_plan_outside_is_untouched(self):
        states = []
        for watched in (True, False):
            state.reset()
            training = Training()
            plan = training.exe.plan(training.main, ("x",), (training.loss.name,))
            body = lambda training=training: [training.step() for _ in range(3)]
            if watched:
                debug.start(body, taps=["*", "*@GRAD"], hz=None).wait(LONG)
            else:
                body()
            assert training.exe.plan(training.main, ("x",), (training.loss.name,)) is plan
            states.append(state_of(static.global_scope()))
        assert states[0] == states[1] and len(states[0]) == 5

    def test_two_runs_at_once_do_not_mix(self):
        a, b = Training(), Training()
        b.end = a.end = False
        runs = [debug.start(a, taps=["x"], title="a"), debug.start(b, taps=["fc_*"], title="b")]
        until(lambda: a.steps > 2 and b.steps > 2)
        runs[0].pause(LONG)
        steps = a.steps, b.steps
        until(lambda: b.steps > steps[1] + 2)
        assert a.steps == steps[0] and [r.state for r in runs] == ["paused", "running"]
        for run in runs:
            run.stop(LONG)
        assert runs[0].history.names() == ["x"] and all(n.startswith("fc_") for n in runs[1].history.names())

    def test_summaries_are_bounded_in_time_but_no_nan_is_missed(self):
        paddle.enable_static()
        x = static.data("x", [2], "float32")
        y, exe = x * 2, static.Executor()

        def body():
            for step in range(50):
                value = np.nan if step == 25 else 1.0
                exe.run(feed={"x": np.full(2, value, "float32")}, fetch_list=[y])

        run = debug.start(body, taps=[y.name], hz=0.001)
        run.wait(LONG)
        assert [(e.step, e.nan) for e in run.history.of(y.name)] == [(1, 0), (26, 2), (50, 0)]

    def test_values_that_are_measured_together_are_summarized_as_each_alone(self):
        paddle.enable_static()
        x = static.data("x", [40, 50], "float32")
        exe, rng = static.Executor(), np.random.default_rng(3)
        values = [x * 2, x + 1e4, (x * 10 > 3).astype("int64"), (x * 3).astype("float64"), paddle.full_like(x, 2.5)]
        feeds = [rng.normal(size=(40, 50)).astype("float32") for _ in range(6)]
        feeds[3][0, :2] = np.nan, np.inf
        made = [exe.run(feed={"x": feed}, fetch_list=values) for feed in feeds]

        def body():
            for feed in feeds:
                exe.run(feed={"x": feed}, fetch_list=values)

        run = debug.start(body, taps=[v.name for v in values], hz=None)
        run.wait(LONG)
        for i, variable in enumerate(values):
            seen = run.history.of(variable.name)
            assert [e.step for e in seen] == [1, 2, 3, 4, 5, 6]
            for event, arrays in zip(seen, made, strict=True):
                alone = statistics(arrays[i])
                assert (event.nan, event.inf, event.zeros) == (alone.nan, alone.inf, alone.zeros)
                found = (event.min, event.max, event.mean, event.std)
                assert found == pytest.approx((alone.min, alone.max, alone.mean, alone.std), rel=1e-5, abs=1e-6)

    def test_the_last_summary_is_of_the_last_step_of_this_run(self, training):
        for _ in range(2):  # also when the executor has run the program before
            run = debug.start(lambda: [training.step() for _ in range(5)], taps=["x"], hz=0.01)
            run.wait()
            run.ask(FetchDetail, name="x")
            seen = [(e.kind, e.step) for e in run.history.events() if isinstance(e, ValueSeen | DetailSeen)]
            assert sorted(seen) == [("DetailSeen", 5), ("ValueSeen", 1), ("ValueSeen", 5)]

    def test_a_tap_that_matches_nothing_is_warned_of_with_the_nearest_name(self, training):
        training.end = True
        run = debug.start(training.step, taps=["*", "fc_0.w_O", "op:conv*"])
        run.wait()
        warned = {e.subject: e.text for e in run.history.events() if isinstance(e, Warned)}
        assert set(warned) == {"fc_0.w_O", "op:conv*"} and "did you mean 'fc_0.w_0'?" in warned["fc_0.w_O"]

    def test_a_run_that_is_dropped_is_not_kept_by_the_plans_of_the_executor(self, training):
        run = debug.start(training.step, taps=["*"])
        run.wait()
        run.thread.join()
        kept = weakref.ref(run.session)
        del run
        end = time.monotonic() + LONG
        while kept() is not None and time.monotonic() < end:  # the thread of the events is just ending
            gc.collect()
            time.sleep(0.01)
        assert kept() is None, [type(each) for each in gc.get_referrers(kept())]

    def test_steps_carry_their_scalars(self, training):
        run = debug.start(lambda: [training.step() for _ in range(3)])
        run.wait(LONG)
        steps = run.history.steps()
        assert [s.step for s in steps] == [1, 2, 3] and steps[0].names == (training.loss.name,)
        assert all(np.isfinite(s.scalars[0]) and s.seconds > 0 for s in steps)
        assert repr(run).startswith("<run run: finished, 3 steps")

    def test_a_failed_run_says_why_in_its_line(self, training):
        def body(text):
            training.step()
            raise ValueError(text)

        for text, end in [("no data\nis left", ": ValueError: no data>"), ("x" * 500, "xxx...>")]:
            run = debug.start(lambda text=text: body(text))
            with pytest.raises(ValueError, match=text[:7]):
                run.wait(LONG)
            assert repr(run).startswith("<run run: failed, 1 step, 0 values seen: ValueError: ")
            assert repr(run).endswith(end) and len(repr(run)) < 200


class TestScriptsThatEnd:
    """A script that does not wait for its run."""

    SCRIPT = """
import threading, time
from opscope import debug

over, worked = threading.Event(), threading.Event()

def body():
    assert over.wait(60)
    time.sleep(0.1)
    print("the work is done")
    worked.set()
    {rest}

run = debug.start(body)
print("the script is over")
over.set()
"""

    def test_python_stays_until_the_work_is_done(self):
        done = python("-c", self.SCRIPT.format(rest=""))
        assert done.stdout.splitlines() == ["the script is over", "the work is done"]
        assert done.returncode == 0 and not done.stderr

    def test_an_error_is_told(self):
        done = python("-c", self.SCRIPT.format(rest="1 / 0"))
        assert "ZeroDivisionError" in done.stderr and "line 12" in done.stderr

    def test_what_stands_still_is_given_up(self):
        eager = "import opscope; opscope.to_tensor([1.0]) + 1"
        script = self.SCRIPT.format(rest=eager).replace("debug.start(body)", "debug.start(body, entry=True)")
        done = python("-c", script)
        assert done.stdout.splitlines() == ["the script is over", "the work is done"]
        assert "nothing continues the run" in done.stderr

    def test_what_was_paused_is_given_up_too(self):
        eager = "import opscope\n    for _ in range(10**9): opscope.to_tensor([1.0]) + 1"
        done = python("-c", self.SCRIPT.format(rest=eager) + "assert worked.wait(60)\nrun.pause(60)\n")
        assert "is paused, so it ends" in done.stderr and done.returncode == 0
