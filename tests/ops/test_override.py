"""A kernel may have another form for one array library; no other library sees it."""

import numpy as np

from opscope.ops import infer
from opscope.ops.registry import Op
from tests.laws import fake_cupy


def test_the_library_of_the_arrays_decides(monkeypatch):
    cupy = fake_cupy.install(monkeypatch)
    twice = Op(lambda xp, x: x + x, infer=infer.same, name="twice")
    seen = []

    @twice.override("cupy")
    def on_cupy(xp, x):
        seen.append(xp)
        return x * 2

    assert twice(np.ones(2)).tolist() == [2.0, 2.0]
    assert seen == []
    assert cupy.asnumpy(twice(cupy.asarray(np.ones(2)))).tolist() == [2.0, 2.0]
    assert seen == [cupy]
