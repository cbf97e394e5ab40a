"""Shared by tests of programs: inputs with gradients, runs, and numerical derivatives."""

import numpy as np

from opscope import paddle
from opscope.paddle import static


def data(name="x", shape=(3,), dtype="float64"):
    made = static.data(name, list(shape), dtype)
    made.stop_gradient = False
    return made


def number(value):
    return paddle.full([1], value, "int64")


def run(fetch, **feed):
    """Twice: as a plan, and (where it can be) lowered; both give the same."""
    exe = static.Executor()
    first, second = (exe.run(feed=feed, fetch_list=list(fetch)) for _ in range(2))
    for a, b in zip(first, second, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)
    return first


def check_gradients(value, inputs, **feed):
    """static.gradients against central differences."""
    names = [v.name for v in inputs]
    got = run(static.gradients([value], inputs), **feed)
    exe = static.Executor()
    for grad, name in zip(got, names, strict=True):
        for index in np.ndindex(grad.shape):
            ends = []
            for step in (1e-6, -1e-6):
                moved = feed[name].copy()
                moved[index] += step
                ends.append(float(exe.run(feed={**feed, name: moved}, fetch_list=[value])[0].sum()))
            np.testing.assert_allclose(grad[index], (ends[0] - ends[1]) / 2e-6, rtol=1e-5, atol=1e-7)
