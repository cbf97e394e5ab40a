"""While eager code is logged, Python looks for garbage at the ends of logs; a program's settings stay what they are."""

import gc
import weakref

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager_calls.log_keeper import LogKeeper
from opscope.debug.eager_calls.step_garbage import IN_STEP, LONG_LOG
from opscope.paddle.optimizer import SGD
from tests.debug.eager_runs import LONG


class Cycle:
    """An object that only a search for garbage frees."""

    def __init__(self):
        self.itself = self


def trained(steps, at_step=lambda number: None):
    w = paddle.to_tensor(np.ones(3, "float32"), stop_gradient=False)
    optimizer = SGD(0.1, parameters=[w])
    for number in range(steps):
        paddle.sum(w * 2.0).backward()
        optimizer.step()
        optimizer.clear_grad()
        at_step(number)


@pytest.fixture
def thresholds():
    """Thresholds at which a step is due for a search."""
    before = gc.get_threshold()
    gc.set_threshold(50, 2, 2)
    yield gc.get_threshold()
    gc.set_threshold(*before)


def generated(calls, at_call, size=4):
    """A loop without optimizer steps, such as the generation of text."""
    x = paddle.to_tensor(np.ones(size, "float32"))
    for number in range(calls):
        x = x * 1.0
        at_call(number)


def recorded(body):
    run = debug.Run(body)
    run.start().wait(LONG)
    return run


def test_garbage_of_recorded_steps_is_freed(thresholds):
    cycles, alive = [], []

    def make(number):
        cycles.append(weakref.ref(Cycle()))
        alive.append(sum(ref() is not None for ref in cycles))

    recorded(lambda: trained(60, make))
    assert max(alive[20:]) < 40 and gc.get_threshold() == thresholds


def test_what_the_program_sets_stays(thresholds):
    seen = []

    def set_own(number):
        seen.append(gc.get_threshold())
        gc.set_threshold(77, 5, 5)

    recorded(lambda: trained(2, set_own))
    assert seen == [(IN_STEP, *thresholds[1:]), (IN_STEP, 5, 5)] and gc.get_threshold() == (77, 5, 5)


@pytest.mark.parametrize("switch", [gc.disable, lambda: gc.set_threshold(0)], ids=["disabled", "threshold 0"])
def test_a_search_that_the_program_has_switched_off_stays_off(thresholds, switch):
    gc.collect()
    switch()
    try:
        counts = [each["collections"] for each in gc.get_stats()]
        recorded(lambda: trained(5))
        assert [each["collections"] for each in gc.get_stats()] == counts
    finally:
        gc.enable()


def test_a_program_that_disables_the_collector_between_steps_gets_its_thresholds_back(thresholds):
    try:
        recorded(lambda: trained(6, lambda number: gc.disable() if number == 2 else None))
        assert not gc.isenabled() and gc.get_threshold() == thresholds
    finally:
        gc.enable()


def test_a_long_log_delays_the_search_also_without_steps(thresholds):
    seen = []
    recorded(lambda: generated(3 * LONG_LOG, lambda number: seen.append(gc.get_threshold())))
    assert seen[0] == thresholds and seen[-1] == (IN_STEP, *thresholds[1:]) and gc.get_threshold() == thresholds


def test_the_places_of_a_long_log_are_made_without_a_search(thresholds, monkeypatch):
    seen, read = [], LogKeeper._read
    monkeypatch.setattr(LogKeeper, "_read", lambda self: (seen.append(gc.get_threshold()), read(self)))
    recorded(lambda: generated(2 * LONG_LOG, lambda number: None))
    assert seen[-1] == (IN_STEP, *thresholds[1:]) and gc.get_threshold() == thresholds


def test_garbage_is_freed_where_a_log_without_steps_ends(thresholds):
    cycles, alive = [], []

    def make(number):
        cycles.append(weakref.ref(Cycle()))
        alive.append(sum(ref() is not None for ref in cycles))

    recorded(lambda: generated(1000, make, size=1 << 16))
    assert max(alive) < 500 and gc.get_threshold() == thresholds
