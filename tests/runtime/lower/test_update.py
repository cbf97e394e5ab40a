"""The update at the end of a run is made whole, whatever interrupts."""

import functools
import signal

import numpy as np
import pytest

from opscope.runtime.lower import update


def test_an_interrupt_in_the_middle_is_delivered_when_all_is_done():
    done = np.zeros(4)
    one = np.ones(1)
    calls = [functools.partial(np.add, done[i : i + 1], one, done[i : i + 1]) for i in range(4)]
    calls.insert(2, functools.partial(signal.raise_signal, signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        update.run(calls)
    assert done.tolist() == [1, 1, 1, 1]


def test_a_floating_point_error_that_the_user_asked_for_comes_when_all_is_done():
    out = np.zeros(3)
    calls = [functools.partial(np.divide, np.ones(1), np.zeros(1), out[:1])]
    calls += [functools.partial(np.add, out[i : i + 1], np.ones(1), out[i : i + 1]) for i in (1, 2)]
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        update.run(calls)
    assert out[1:].tolist() == [1, 1]
