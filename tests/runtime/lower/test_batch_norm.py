"""Lowered batch_norm makes the same bits by a compiled kernel as by NumPy's calls."""

from __future__ import annotations

import numpy as np
import pytest

from opscope import paddle
from opscope.ops.registry import REGISTRY
from opscope.paddle import static
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.lowerings import normalization_lowerings

SHAPES = [(1, 7, 300, 71), (130, 3, 30, 20), (5, 4, 17, 15), (3, 64, 4, 4, 8), (16, 5, 700)]  # several threads; one


def lowered(shape, dtype, is_test):
    rng = np.random.default_rng(0)
    x = rng.standard_normal(shape).astype(dtype)
    numbers = [rng.uniform(0.5, 2, shape[1]).astype(dtype) for _ in range(4)]
    main = static.Program()
    with static.program_guard(main, static.Program()):
        inputs = [static.data(f"x{i}", list(a.shape), dtype) for i, a in enumerate((x, *numbers))]
        outs = REGISTRY["batch_norm"](*inputs, is_test=is_test)
    exe, scope = static.Executor(), static.Scope()
    feed = {f"x{i}": a for i, a in enumerate((x, *numbers))}
    runs = [exe.run(main, feed=feed, fetch_list=list(outs), scope=scope) for _ in range(3)]
    assert [ready.lowered_count for ready in exe._plans.values()] == [1]
    return runs[0], runs[2]


@pytest.fixture(autouse=True)
def _static():
    paddle.enable_static()
    yield
    paddle.disable_static()


@pytest.mark.parametrize("is_test", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_kernels_make_numpys_bits(shape, dtype, is_test, monkeypatch):
    if is_test:  # the statistics are given, so the plain run has the same arithmetic
        plain, by_kernel = lowered(shape, dtype, is_test)
        np.testing.assert_array_equal(plain[0], by_kernel[0])
    _, by_kernel = lowered(shape, dtype, is_test)
    with monkeypatch.context() as patch:
        patch.setattr(normalization_lowerings, "MIN_KERNEL_SIZE", 1 << 60)
        patch.setattr(kernel_cache, "bind", None)
        _, by_numpy = lowered(shape, dtype, is_test)
    for a, b in zip(by_kernel, by_numpy, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("images", [1, 2, 5])
@pytest.mark.parametrize("channels", [1, 3, 8])
@pytest.mark.parametrize("lists", [1, 2, 4])
def test_every_channel_of_every_image_is_in_one_part(images, channels, lists):
    parts = [*normalization_lowerings._parts(images, channels, lists)]
    covered = [(image, c) for _, image, part in parts for c in range(part.start, part.stop)]
    assert sorted(covered) == [(i, c) for i in range(images) for c in range(channels)]
    work = [sum(p.stop - p.start for k, _, p in parts if k == number) for number in range(lists)]
    assert max(work) - min(work) <= 1
