"""The newest values of taps take a limited number of bytes, also in code whose values have new names in each call."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.taps import latest_values
from tests.debug.eager_runs import LONG

SIZE, CALLS, FEW = 1024, 60, 10  # elements of a value; calls of the code; values that fit into the limit


def call_often():
    x = paddle.ones([SIZE])
    for _ in range(CALLS):
        x = x * 1.5
    return x.numpy()


@pytest.mark.parametrize("options", [{}, {"record": False}, {"hz": None}], ids=["recorded", "watched", "each call"])
def test_the_oldest_values_are_forgotten(monkeypatch, options):
    monkeypatch.setattr(latest_values, "MOST_BYTES", FEW * SIZE * 4)
    run = debug.start(call_often, taps=["*"], **options)
    last = run.wait(LONG)
    latest = run.session.values.latest
    assert 1 < len(latest) <= FEW
    assert sum(seen.value.nbytes for seen in latest.values()) <= FEW * SIZE * 4
    assert np.array_equal([*latest.values()][-1].value, last)


def test_a_value_that_is_larger_than_the_limit_is_kept(monkeypatch):
    monkeypatch.setattr(latest_values, "MOST_BYTES", SIZE)
    run = debug.start(call_often, taps=["*"])
    last = run.wait(LONG)
    (seen,) = run.session.values.latest.values()
    assert np.array_equal(seen.value, last)


def test_the_values_of_steps_that_fit_are_all_kept(monkeypatch):
    """The same names get new values in each step, and the former values do not count."""

    def train():
        w = paddle.ones([SIZE])
        w.stop_gradient = False
        optimizer = paddle.optimizer.SGD(0.1, parameters=[w])
        for _ in range(30):
            h = w * 2.0
            paddle.mean(h * h).backward()
            optimizer.step()
            optimizer.clear_grad()

    names = []
    for limit in (40 * SIZE * 4, 1 << 28):
        monkeypatch.setattr(latest_values, "MOST_BYTES", limit)
        with paddle.utils.unique_name.guard():
            run = debug.start(train, taps=["*"])
            run.wait(LONG)
        names.append([*run.session.values.latest])
    assert names[0] == names[1] and len(names[0]) > 3
