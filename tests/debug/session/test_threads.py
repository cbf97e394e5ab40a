"""The threads of a program take turns: recorded in one order, stopped together, each looked at and stepped."""

import asyncio
import multiprocessing
import os
import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.eager.op_calls import open_watches
from opscope.errors import NotFound, RunError
from opscope.events import Warned
from opscope.paddle import static
from opscope.runtime.instrument import _on_undriven

LONG = 60.0


def start(work, name, *args):
    thread = threading.Thread(target=work, name=name, args=args)
    thread.start()
    return thread


def beside(work, name):
    start(work, name).join(LONG)


def told(run):
    return [e.text for e in run.history.events() if isinstance(e, Warned)]


@pytest.fixture
def one():
    """A function that runs a program on numbers."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [2], "float32")
        y = paddle.exp(paddle.tanh(x))
    exe = static.Executor()
    return lambda number=1.0: exe.run(main, feed={"x": np.full(2, number, "float32")}, fetch_list=[y])[0]


# --- recorded -------------------------------------------------------------------------------------------


def test_two_threads_that_train_one_scope_are_replayed_to_the_last_bit():
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [None, 4], "float32")
        hidden = paddle.nn.functional.dropout(static.nn.fc(x, 8), 0.5)  # draws from the one stream of all threads
        loss = paddle.mean(paddle.square(hidden))
        paddle.optimizer.Adam(0.05).minimize(loss)
    exe, losses = static.Executor(), {1: [], 2: []}

    def train(number):
        for step in range(15):
            feed = {"x": np.random.default_rng(number * 100 + step).random((6, 4), "float32")}
            losses[number].append(float(exe.run(main, feed=feed, fetch_list=[loss])[0]))

    def body():
        exe.run(startup)
        other = start(train, "other", 2)
        train(1)
        other.join(LONG)

    run = debug.start(body)
    run.wait(LONG)
    threads = {r.step: r.thread for r in run.session.driver.journal.records() if r.lowered or r.plan.fetches}
    assert sorted(threads) == list(range(1, 31)) and [*threads.values()].count(2) == 15
    seen = {1: iter(losses[1]), 2: iter(losses[2])}
    values = run.values(loss.name)
    assert all(float(values[step]) == next(seen[threads[step]]) for step in sorted(threads))
    here = run.goto(20)
    assert here.past and here.thread == threads[20] and here.thread_name == ("run", "other")[threads[20] - 1]


def test_eager_steps_of_two_threads_are_recorded_each_whole():
    def train(scale):
        w = paddle.to_tensor(np.full(3, scale, "float32"), stop_gradient=False)
        sgd = paddle.optimizer.SGD(0.1, parameters=[w])
        for _ in range(4):
            hidden = paddle.tanh(w) * scale
            hidden.sum().backward()
            sgd.step()
            sgd.clear_grad()
        return w.numpy()

    def body():
        other = start(lambda: found.append(train(2.0)), "other")
        found.append(train(1.0))
        other.join(LONG)

    found = []
    run = debug.start(body)
    run.wait(LONG)
    plain = [train(1.0), train(2.0)]
    assert sorted(map(tuple, found)) == sorted(map(tuple, plain)) and run.steps == 8
    hidden = [run.goto(step, "op:tanh") and float(run.evaluate("hidden[0]") or 0) for step in range(1, 9)]
    assert [run.goto(step).thread for step in range(1, 9)].count(2) == 4 and len(hidden) == 8

    run = debug.start(body, breakpoints=[("op:tanh", "step > 2")])
    here = run.until_stopped(LONG)
    run.clear()
    for op in ("scale", "reduce_sum"):  # steps stay in their thread
        there = run.next(timeout=LONG)
        assert (there.op_type, there.thread) == (op, here.thread)
    run.cont()
    run.wait(LONG)


# --- stopped --------------------------------------------------------------------------------------------


def test_a_stop_stops_all_and_a_chosen_thread_is_looked_at_and_stepped(one):
    ends = threading.Event()

    def loop(number):
        while not ends.is_set():
            one(float(number))

    def body():
        threads = [start(loop, f"loop {n}", n) for n in (2, 3)]
        for each in threads:
            each.join(LONG)
        return one()

    run = debug.start(body, title="main")
    run.session.call(lambda: None, LONG)  # a program runs
    run.pause(LONG)
    standing = run.here.thread
    other = 5 - standing
    while (other, "waiting") not in [(t.number, t.state) for t in run.threads]:
        pass
    assert {t.number: (t.name, t.state, t.chosen) for t in run.threads} == {
        1: ("main", "running", False),
        standing: (f"loop {standing}", "stopped", True),
        other: (f"loop {other}", "waiting", False),
    }
    steps = run.steps
    assert [f.function for f in run.stack()][-1] == "block 0"
    assert run.select_thread(other).chosen
    assert [f.function.split(".")[-1] for f in run.stack()] == ["loop", "<lambda>"]
    assert run.locals(0)["number"].value == other and run.evaluate("number + 1", 0) == other + 1
    assert run.execute("number = 7", 0).error is None and run.steps == steps
    with pytest.raises(NotFound, match=r"(?s)no thread 9\n.*one of 1, 2, 3"):
        run.select_thread(9)
    here = run.next(timeout=LONG)
    assert (here.thread, here.op_type, run.value("x")[0]) == (other, "tanh", other)  # its feed was made before
    assert run.next(timeout=LONG).op_type == "exp" and run.here.thread == other
    assert run.next_run(timeout=LONG).thread == other and run.value("x")[0] == 7
    ends.set()
    run.cont()
    run.wait(LONG)
    assert not run.threads and run.result[0] == one()[0]


def test_lines_and_breakpoint_calls_stop_in_the_thread_that_comes_there(one):
    def work(count):
        for number in range(count):
            one(number)
        breakpoint()
        return count

    def body():
        other = start(work, "worker", 2)
        other.join(LONG)
        one(9)

    line = work.__code__.co_firstlineno + 2
    run = debug.Run(body)
    run.breakpoint(f"test_threads.py:{line}")
    run.start()
    for number in range(2):
        here = run.until_stopped(LONG)
        assert (here.line, here.thread, run.evaluate("number", -1)) == (line, 2, number)
        if not number:
            assert run.next(timeout=LONG).line == line - 1 and run.here.thread == 2
        run.cont()
    here = run.until_stopped(LONG)
    assert (here.text, here.thread, run.locals()["count"].value) == ("breakpoint()", 2, 2)
    run.select_thread(1)
    assert [f.function.split(".")[-1] for f in run.stack()] == ["body"] and run.locals()["other"].value.name == "worker"
    run.cont()
    run.wait(LONG)
    with pytest.raises(RunError, match="the program has ended"):
        run.select_thread(1)


def test_from_a_line_of_a_thread_another_one_is_stepped_to_its_next_operator(one):
    def work():
        one(1.0)
        breakpoint()
        one(2.0)

    def body():
        start(work, "worker").join(LONG)
        one(9.0)

    run = debug.start(body)
    assert run.until_stopped(LONG).thread == 2
    run.select_thread(1)
    here = run.next(timeout=LONG)
    assert (here.thread, here.op_type, run.value("x")[0]) == (1, "tanh", 9.0)
    run.cont()
    run.wait(LONG)


def test_an_error_that_ends_a_thread_stops_there_and_the_program_goes_on(one, monkeypatch):
    ended = []
    monkeypatch.setattr(threading, "excepthook", lambda args: ended.append(args.exc_type))

    def fails():
        cause = one(0.0)
        raise KeyError(cause)

    def body():
        beside(fails, "fails")
        return 3

    run = debug.start(body, on_error=True)
    here = run.until_stopped(LONG)
    assert here.reason == "exception" and here.thread == 2 and "cause" in run.locals()
    run.cont()
    assert run.wait(LONG) == 3 and run.error is None and ended == [KeyError]


def test_a_run_lasts_as_long_as_its_threads_and_stop_ends_all(one):
    run = debug.start(lambda: start(lambda: [one() for _ in range(30)], "later") and None)
    run.wait(LONG)
    assert run.steps == 30

    def body():
        for name in "ab":
            start(lambda: [one() for _ in range(10**9)], name)

    run = debug.start(body)
    run.session.call(lambda: None, LONG)
    run.stop(LONG)
    assert run.state == "stopped"
    for name in "ab":
        for thread in threading.enumerate():
            if thread.name == name:
                thread.join(LONG)
                assert not thread.is_alive()
    assert not open_watches


# --- not recorded ---------------------------------------------------------------------------------------


def test_a_function_that_waits_for_a_thread_does_not_block_it(one, monkeypatch, capsys):
    monkeypatch.setattr("opscope.debug.state.program_threads.PATIENCE", 0.05)
    paddle.enable_static()
    outer, got = static.Program(), []
    with static.program_guard(outer):
        x = static.data("x", [2], "float32")
        out = static.default_main_program().current_block().create_var(name="out", shape=[2], dtype="float32")
        static.py_func(lambda a: (beside(lambda: got.append(one(0.0)), "inner"), np.asarray(a))[1], x, out)
    exe, feed = static.Executor(), {"x": np.ones(2, "float32")}
    run = debug.start(lambda: [exe.run(outer, feed=feed, fetch_list=[out]) for _ in range(3)])
    run.wait(LONG)
    assert run.steps == 3 and len(got) == 3
    (text,) = told(run)
    assert "thread 'inner' continues at test_threads.py:" in text and "not recorded" in text
    assert text in capsys.readouterr().err


def test_an_older_thread_that_runs_operators_is_named_once(capsys):
    paddle.disable_static()
    work, results = queue.Queue(), queue.Queue()

    def foreign():
        while (number := work.get(timeout=LONG)) is not None:
            results.put(float(paddle.exp(paddle.to_tensor(number))))

    def asked(number):
        work.put(number)
        return results.get(timeout=LONG)

    thread = start(foreign, "foreign")
    run = debug.start(lambda: [asked(float(i)) for i in range(3)], breakpoints=["op:exp"])
    run.wait(LONG)
    run = debug.start(lambda: paddle.tanh(paddle.ones([2])), entry=True)
    run.until_stopped(LONG)
    paddle.sin(paddle.ones([2]))  # in the thread that has started the run, as in another cell
    run.cont()
    run.wait(LONG)
    assert not told(run)
    work.put(None)
    thread.join(LONG)
    (text,) = [line for line in capsys.readouterr().err.splitlines() if "foreign" in line]
    assert "thread 'foreign' runs operators beside this run at " in text and "does not record or stop them" in text


@pytest.mark.parametrize("record", [True, False])
def test_a_thread_that_the_program_has_not_started_is_named_once(one, record, capsys):
    go, ready = threading.Event(), threading.Event()

    def foreign():
        go.wait(LONG)
        for _ in range(3):
            one()
        ready.set()

    thread = start(foreign, "foreign")
    run = debug.start(lambda: (one(), go.set(), ready.wait(LONG), beside(one, "own")), record=record)
    run.wait(LONG)
    thread.join(LONG)
    assert run.steps == 2
    (text,) = told(run)
    assert "thread 'foreign' runs programs beside this run at " in text and "does not record or stop them" in text
    assert text in capsys.readouterr().err


def test_the_thread_that_started_the_run_and_other_runs_are_not_named(one):
    first = debug.start(lambda: [one() for _ in range(20)], entry=True)
    first.until_stopped(LONG)
    one()
    second = debug.start(lambda: [one() for _ in range(20)])
    second.wait(LONG)
    first.cont()
    first.wait(LONG)
    assert not told(first) and not told(second) and not _on_undriven


# --- pools and processes ------------------------------------------------------------------------------------


@pytest.fixture
def older_pool():
    """A pool whose only thread is older than any run of the test."""
    with ThreadPoolExecutor(1, thread_name_prefix="older") as pool:
        pool.submit(int).result()
        yield pool


@pytest.mark.parametrize("submit", ["submit", "map", "asyncio"])
def test_tasks_in_an_older_pool_are_of_the_program(one, older_pool, submit):
    async def awaited():
        loop = asyncio.get_running_loop()
        return [await loop.run_in_executor(older_pool, one, number) for number in range(4)]

    def body():
        if submit == "submit":
            return [older_pool.submit(one, number).result(LONG) for number in range(4)]
        return [*older_pool.map(one, range(4))] if submit == "map" else asyncio.run(awaited())

    plain = body()
    run = debug.Run(body)
    run.breakpoint("op:exp", "step > 2")
    run.start()
    for step in (3, 4):
        here = run.until_stopped(LONG)
        assert (here.step, here.thread, here.thread_name) == (step, 2, "older_0")
        assert [(t.number, t.name, t.state) for t in run.threads][1] == (2, "older_0", "stopped")
        run.cont()
    assert [a.tobytes() for a in run.wait(LONG)] == [a.tobytes() for a in plain]
    assert not told(run) and {r.thread for r in run.session.driver.journal.records()} == {2}
    assert (
        older_pool.submit(one).result(LONG) is not None and run.steps == 4
    )  # it is over: the pool is the user's again


def test_eager_tasks_in_an_older_pool_stop(older_pool):
    paddle.disable_static()
    run = debug.Run(lambda: older_pool.submit(lambda: float(paddle.tanh(paddle.to_tensor(0.0)))).result(LONG))
    run.breakpoint("op:tanh")
    run.start()
    assert run.until_stopped(LONG).thread_name == "older_0"
    run.cont()
    assert run.wait(LONG) == 0.0


def test_what_a_task_raises_is_for_those_who_wait_for_it(older_pool):
    def fail():
        raise KeyError("mine")

    def body():
        with pytest.raises(KeyError, match="mine"):
            older_pool.submit(fail).result(LONG)
        return older_pool.submit(sorted, [2, 1], reverse=True).result(LONG)

    run = debug.start(body, on_error=True)
    assert run.wait(LONG) == [2, 1] and not told(run)


def test_a_pool_is_the_threads_own_when_no_run_is_open(older_pool):
    debug.start(lambda: None).wait(LONG)
    assert ThreadPoolExecutor.submit.__module__ == "concurrent.futures.thread"


def _nothing():
    pass


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn", "os.fork"])
def test_child_processes_are_named_once(method, capsys):
    def body():
        for _ in range(2):
            if method == "os.fork":
                child = os.fork()
                if not child:
                    os._exit(0)
                os.waitpid(child, 0)
            else:
                process = multiprocessing.get_context(method).Process(target=_nothing)
                process.start()
                process.join(LONG)

    run = debug.start(body)
    run.wait(LONG)
    (text,) = told(run)
    assert text.startswith("the program starts another process at ") and "does not record or stop" in text
    assert capsys.readouterr().err.count(text) == 1
