"""Threads that run programs on one scope: every step arrives, or an error names both threads."""

import sys
import threading

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import RunError
from opscope.paddle import static
from opscope.runtime import scope_runs
from opscope.runtime.frame import run_frame
from opscope.runtime.instrument import instrumented

THREADS, STEPS = 4, 60


def in_threads(function, count):
    """Call function(0), function(1), ... in threads of their own; raises what they raise."""
    errors, barrier = [], threading.Barrier(count)

    def call(number):
        try:
            barrier.wait(60)
            function(number)
        except BaseException as e:  # noqa: BLE001 (raised below)
            errors.append(e)

    threads = [threading.Thread(target=call, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for error in errors:
        raise error


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def counter():
    """A program that adds 1 to `c` of the scope."""
    c = static.create_global_var([1], 0.0, "float32", persistable=True, name="c")
    paddle.increment(c)
    static.Executor().run(static.default_startup_program())
    return c


def value(name="c"):
    return float(np.array(static.global_scope().find_var(name).get_tensor()).ravel()[0])


@pytest.mark.parametrize("shared", [True, False], ids=["one executor", "an executor each"])
@pytest.mark.parametrize("lower", [True, False], ids=["lowered", "plan"])
def test_no_step_is_lost(counter, shared, lower):
    one = static.Executor()

    def steps(_):
        exe = one if shared else static.Executor()
        with instrumented(lower=lower):
            for _ in range(STEPS):
                exe.run()

    in_threads(steps, THREADS)
    assert value() == THREADS * STEPS


def test_programs_of_different_threads_that_share_a_variable(counter):
    """Each thread runs a program of its own; all add to the same variable, half of them in a child scope."""

    def steps(number):
        main = static.Program()
        with static.program_guard(main):
            paddle.increment(main.global_block().create_var("c", [1], "float32", persistable=True), number + 1.0)
        scope = static.global_scope().new_scope() if number % 2 else static.global_scope()
        exe = static.Executor()
        for _ in range(STEPS):
            exe.run(main, scope=scope)

    in_threads(steps, THREADS)
    assert value() == STEPS * sum(range(1, THREADS + 1))


def test_training_in_threads_is_training_in_turn():
    """The parameters after as many steps of SGD, whichever thread makes them."""
    x = static.data("x", [8, 3])
    loss = static.nn.fc(x, 1, weight_attr=paddle.nn.initializer.Constant(0.5)).square().mean()
    paddle.optimizer.SGD(0.1).minimize(loss)
    feed = {"x": np.arange(24, dtype="float32").reshape(8, 3) / 24}
    found = []
    for threads in (1, THREADS):
        scope = static.Scope()
        exe = static.Executor()
        exe.run(static.default_startup_program(), scope=scope)
        main, each = static.default_main_program(), THREADS * 20 // threads
        in_threads(lambda _, s=scope, e=exe, n=each, m=main: [e.run(m, feed=feed, scope=s) for _ in range(n)], threads)
        found.append(np.array(scope.find_var("fc_0.w_0").get_tensor()))
    assert (found[0] == found[1]).all()


def test_a_program_may_run_another_on_the_same_scope(counter):
    """A function of a run is not made to wait for that run."""
    inner = static.Program()
    with static.program_guard(inner):
        paddle.increment(inner.global_block().create_var("d", [1], "float32", persistable=True))
    static.global_scope().var("d").get_tensor().set(np.zeros(1, "float32"))
    x = static.data("x", [1])
    out = static.default_main_program().current_block().create_var("out", [1], "float32")
    static.py_func(lambda v: [static.Executor().run(inner), np.asarray(v)][1], x, out)
    exe = static.Executor()
    for _ in range(4):
        exe.run(feed={"x": np.ones(1, "float32")}, fetch_list=[out])
    assert value() == value("d") == 4


def test_runs_that_store_nothing_wait_for_nobody(counter):
    """While a run that stores is under way, another thread evaluates."""
    main, test = static.default_main_program(), static.Program()
    with static.program_guard(test):
        doubled = test.global_block().create_var("c", [1], "float32", persistable=True) * 2
    x = static.data("x", [1])
    out = main.current_block().create_var("out", [1], "float32")
    seen = []

    def evaluates(v):
        exe = static.Executor()
        in_threads(lambda _: seen.extend(float(exe.run(test, fetch_list=[doubled])[0][0]) for _ in range(3)), 1)
        return np.asarray(v)

    static.py_func(evaluates, x, out)
    exe = static.Executor()
    for _ in range(3):
        exe.run(feed={"x": np.ones(1, "float32")}, fetch_list=[out])
    assert seen == [0, 0, 0, 2, 2, 2, 4, 4, 4]


class Paused:
    """A driver that stops before the first step of a run until another thread has done something."""

    def __init__(self):
        self.paused, self.go_on, self.error = threading.Event(), threading.Event(), None

    def drive(self, frame):
        self.paused.set()
        assert self.go_on.wait(60)
        run_frame(frame) if hasattr(frame, "env") and not hasattr(frame, "lowered") else frame.run()

    def run(self, exe, lower):
        try:
            with instrumented(drive=self.drive, lower=lower):
                exe.run()
        except RunError as e:
            self.error = e


@pytest.mark.parametrize("lower", [True, False], ids=["lowered", "plan"])
class TestPausedRuns:
    def test_refuses_to_undo_the_step_of_another_thread(self, counter, lower):
        exe, pause = static.Executor(), Paused()
        for _ in range(3):
            exe.run()
        thread = threading.Thread(target=pause.run, args=(exe, lower), name="debugged")
        thread.start()
        pause.paused.wait(60)
        exe.run()  # waits for nobody
        assert value() == 4
        pause.go_on.set()
        thread.join()
        assert value() == 4
        assert pause.error is not None
        words = (
            "while the run of thread 'debugged' was in progress, a run of thread 'MainThread' stored c, which this run"
        )
        assert words in str(pause.error)
        exe.run()
        assert value() == 5

    def test_stores_if_nobody_else_did(self, counter, lower):
        exe, pause = static.Executor(), Paused()
        for _ in range(3):
            exe.run()
        thread = threading.Thread(target=pause.run, args=(exe, lower))
        thread.start()
        pause.paused.wait(60)
        other = static.Program()
        with static.program_guard(other):
            paddle.increment(other.global_block().create_var("d", [1], "float32", persistable=True))
        static.global_scope().var("d").get_tensor().set(np.zeros(1, "float32"))
        exe.run(other)
        with pytest.raises(RunError, match="was never initialised"):  # a run that fails stores nothing
            exe.run(failing())
        pause.go_on.set()
        thread.join()
        assert pause.error is None and value() == 4 and value("d") == 1


def failing():
    main = static.Program()
    with static.program_guard(main):
        c, e = (main.global_block().create_var(n, [1], "float32", persistable=True) for n in "ce")
        paddle.increment(c)
        paddle.increment(e)
    return main


@pytest.mark.parametrize("lower", [True, False], ids=["lowered", "plan"])
def test_an_interrupt_in_any_line_leaves_the_scope_to_other_threads(counter, lower):
    """Python delivers an interrupt before any line, also of the code that gives up a turn."""
    exe = static.Executor()
    step(exe, lower)
    step(exe, lower)
    lines, at = 1, 0
    while at < lines:
        lines = interrupted_at(at, lambda: step(exe, lower))
        before = value()
        other = threading.Thread(target=step, args=(static.Executor(), lower))
        other.start()
        other.join(60)
        assert value() == before + 1, f"line {at} of {lines}"
        step(exe, lower)
        assert value() == before + 2
        at += 1
    assert lines > 20


def step(exe, lower):
    with instrumented(lower=lower):
        exe.run(static.default_main_program())


def interrupted_at(number, function):
    """Call the function with an interrupt at that line of scope_runs.py. Returns how many lines it had, at least."""
    seen = 0

    def trace(frame, event, _):
        nonlocal seen
        if frame.f_code.co_filename != scope_runs.__file__:
            return None if event == "call" else trace
        if event in ("call", "line"):
            seen += 1
            if seen == number + 1:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()  # coverage's
    sys.settrace(trace)
    try:
        function()
    except KeyboardInterrupt:
        return seen + 1
    finally:
        sys.settrace(before)
    return seen
