"""The update at the end of a run is made whole, whatever interrupts."""

import functools
import itertools
import signal

import numpy as np
import pytest

from opscope.core.machine_code import llvm_compiler
from opscope.ops.registry import REGISTRY
from opscope.runtime.lower import optimizer_update
from opscope.runtime.lower.trace import TraceNode


def test_an_interrupt_in_the_middle_is_delivered_when_all_is_done():
    done = np.zeros(4)
    one = np.ones(1)
    calls = [functools.partial(np.add, done[i : i + 1], one, done[i : i + 1]) for i in range(4)]
    calls.insert(2, functools.partial(signal.raise_signal, signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        optimizer_update.run_update(calls)
    assert done.tolist() == [1, 1, 1, 1]


def test_a_floating_point_error_that_the_user_asked_for_comes_when_all_is_done():
    out = np.zeros(3)
    calls = [functools.partial(np.divide, np.ones(1), np.zeros(1), out[:1])]
    calls += [functools.partial(np.add, out[i : i + 1], np.ones(1), out[i : i + 1]) for i in (1, 2)]
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        optimizer_update.run_update(calls)
    assert out[1:].tolist() == [1, 1]


@pytest.mark.parametrize("size", [0, 5, 70, 1000])
def test_threads_and_kernels_update_what_one_does(size, monkeypatch):
    monkeypatch.setattr(optimizer_update, "BLOCK_SIZES", (16, 64))
    monkeypatch.setattr(optimizer_update.thread_pool, "_pool", optimizer_update.thread_pool.Pool(2))
    rng = np.random.default_rng(0)
    start = {name: rng.random(size, "float32") for name in ("param", "grad", "moment1", "moment2")}
    results = []
    for shared, compiled in itertools.product((1, 1 << 40), (True, False)):
        monkeypatch.setattr(optimizer_update.thread_pool, "MIN_PARALLEL_SIZE", shared)
        monkeypatch.setattr(llvm_compiler, "available", lambda: compiled)  # noqa: B023 (called in this round)
        arrays = {name: value.copy() for name, value in start.items()}
        powers = {name: np.full(3, 0.9, "float32") for name in ("beta1_pow", "beta2_pow")}
        node = TraceNode(REGISTRY["adam"], (), {}, (), 0)
        flats = optimizer_update.FlatState(arrays, powers, np.asarray(0.1, "float32"), [slice(0, size)])
        pass_state: dict[str, bool] = {}
        before, during = optimizer_update.update_calls(node, flats, pass_state)
        assert bool(pass_state) == compiled
        optimizer_update.run_update([*before, *during])
        results.append([a.tobytes() for a in (*arrays.values(), *powers.values())])
    assert len(results) == 4 and all(result == results[0] for result in results)
