"""Kernels that use the workspace: results in memory of their own, the same bits as in fresh memory, in each thread."""

import threading

import numpy as np
import pytest

from opscope.ops.nn import workspace
from opscope.ops.registry import REGISTRY

SIZES = [((32, 6, 14, 14), 16, 5), ((2, 3, 9, 7), 4, 3), ((1, 2, 5, 5), 3, 1)]


def results(seed, shape, outs, size, dtype="float32"):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=shape).astype(dtype)
    weight = rng.normal(size=(outs, shape[1], size, size)).astype(dtype)
    out = REGISTRY["conv2d"].run((x, weight), {})
    grad = rng.normal(size=out.shape).astype(dtype)
    pool = {"kernel_size": 2}
    return [
        out,
        REGISTRY["conv2d_grad_input"].run((grad, weight, x), {}),
        REGISTRY["conv2d_grad_weight"].run((grad, x, weight), {}),
        *REGISTRY["max_pool2d"].run((x,), pool),
        REGISTRY["max_pool2d"].run((x,), {"kernel_size": 1})[0],
    ]


def fresh(monkeypatch, *args):
    with monkeypatch.context() as patch:
        patch.setattr(workspace, "LIMIT", -1)
        return results(*args)


def same(found, wanted):
    return all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_bits_are_those_of_fresh_memory_and_stay(dtype, monkeypatch):
    found = [results(seed, *size, dtype) for seed in range(2) for size in SIZES]
    wanted = [fresh(monkeypatch, seed, *size, dtype) for seed in range(2) for size in SIZES]
    assert all(map(same, found, wanted))  # later calls have not written to earlier results
    buffers = list(workspace._thread.buffers.values())
    assert buffers and not any(np.shares_memory(a, b) for arrays in found for a in arrays for b in buffers)


def test_each_thread_has_its_own(monkeypatch):
    wanted, wrong = [fresh(monkeypatch, seed, *SIZES[0]) for seed in range(2)], []

    def repeat(seed):
        wrong.extend(seed for _ in range(40) if not same(results(seed, *SIZES[0]), wanted[seed]))

    threads = [threading.Thread(target=repeat, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_large_values_are_not_kept():
    workspace._thread.buffers.clear()
    workspace.empty(np, "columns", (workspace.LIMIT + 1,), "uint8")
    assert not workspace._thread.buffers


def test_where_the_largest_value_is():
    x = np.array([[[[0.0, -0.0, np.nan, 1.0], [-0.0, 0.0, 2.0, np.nan]]]], "float32")
    out, choice = REGISTRY["max_pool2d"].run((x,), {"kernel_size": 2})
    assert choice.tolist() == [[[[0, 0]]]] and choice.dtype == np.int32
    assert out[0, 0, 0, 0] == 0 and np.isnan(out[0, 0, 0, 1])
