"""The pool: all is done when it returns, errors arrive, nested and forked callers are served."""

from __future__ import annotations

import itertools
import os
import signal
import threading
import time

import numpy as np
import pytest

from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.thread_pool import Pool, parallel, run_all


def test_every_call_is_made_once():
    pool, seen = Pool(3), []
    for _ in range(50):
        seen.clear()
        pool.run([[lambda i=i, k=k: seen.append((i, k)) for k in range(4)] for i in range(7)])
        assert sorted(seen) == [(i, k) for i in range(7) for k in range(4)]
        for i in range(7):
            assert [k for j, k in seen if j == i] == [0, 1, 2, 3]


def test_workers_take_part():
    pool, names, both = Pool(2), set(), threading.Barrier(2, timeout=60)

    def call() -> None:
        both.wait()  # passes only if two threads are here
        names.add(threading.current_thread().name)

    pool.run([[call], [call]])
    assert len(names) == 2


@pytest.mark.parametrize("failing", [0, 1, 3])
def test_an_error_is_raised_when_all_is_done(failing: int):
    pool, seen = Pool(2), []

    def fail() -> None:
        raise ValueError(failing)

    lists = [[lambda i=i: seen.append(i)] for i in range(4)]
    lists[failing] = [fail, lambda: seen.append("never")]
    with pytest.raises(ValueError, match=str(failing)):
        pool.run(lists)
    assert "never" not in seen
    seen.clear()
    pool.run([[lambda: seen.append(1)], [lambda: seen.append(2)]])  # it goes on
    assert sorted(seen) == [1, 2]


def test_a_caller_of_the_caller_works_alone():
    pool, seen = Pool(2), []
    pool.run([[lambda: pool.run([[lambda: seen.append(1)], [lambda: seen.append(2)]])], [lambda: seen.append(3)]])
    assert sorted(seen) == [1, 2, 3]


def test_workers_have_the_callers_errstate():
    zeros, out = np.zeros(4), np.empty((2, 4))
    lists = [[lambda i=i: np.divide(zeros, zeros, out[i])] for i in range(2)]
    with np.errstate(invalid="ignore"):
        Pool(2).run(lists)
    with np.errstate(invalid="raise"), pytest.raises(FloatingPointError):
        Pool(2).run(lists)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs a signal of POSIX")
@pytest.mark.parametrize("uninterruptible", [False, True])
def test_an_interrupt_waits_for_the_workers(uninterruptible: bool):
    pool, count, steps, told = Pool(2), [0] * 4, itertools.count(1), threading.Event()

    def interrupt(*_: object) -> None:
        told.set()
        raise KeyboardInterrupt

    def step(i: int) -> None:
        if next(steps) == 10:
            os.kill(os.getpid(), signal.SIGALRM)
            if threading.current_thread() is not threading.main_thread():
                assert told.wait(60)
        time.sleep(0.002)
        count[i] += 1

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            pool.run([[lambda i=i: step(i)] * 40 for i in range(4)], uninterruptible=uninterruptible)
    finally:
        signal.signal(signal.SIGALRM, before)
    left = list(count)
    time.sleep(0.02)
    assert count == left  # nobody works on
    if not uninterruptible:
        assert sum(left) < 160


def test_whole_makes_every_call_despite_interrupts():
    pool, out = Pool(2), np.zeros((4, 3))

    def interrupt() -> None:
        raise KeyboardInterrupt

    lists = [[lambda i=i, k=k: out[i].__setitem__(k, 1) for k in range(3)] for i in range(4)]
    for calls in lists:
        calls.insert(1, interrupt)
    with pytest.raises(KeyboardInterrupt):
        pool.run([lists[0], [], [], []], uninterruptible=True)
    assert out[0].all()
    with pytest.raises(KeyboardInterrupt):
        run_all(lists[1])
    assert out[1].all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_child_has_workers_of_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thread_pool, "_pool", Pool(2))
    out = np.zeros(2)
    call = parallel([[lambda: out.__setitem__(0, 1)], [lambda: out.__setitem__(1, 1)]])
    call()
    out[:] = 0
    child = os.fork()
    if not child:
        signal.alarm(20)
        call()
        os._exit(0 if out.all() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
