"""A check of gradients on a GPU gives the functions arrays of the GPU, and says what it says on the host.

On the stand-in; with -m gpu on a real one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle import static
from tests.laws import fake_cupy

GPU = paddle.CUDAPlace(0)


@pytest.fixture(autouse=True, params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def cupy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> Any:
    return fake_cupy.install(monkeypatch) if request.param == "stand-in" else pytest.importorskip("cupy")


@pytest.mark.parametrize("factor, right", [(3.0, True), (2.0, False)])
def test_a_pylayer(factor: float, right: bool):
    class Cube(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            assert x.place == GPU
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx: Any, dy: Any) -> Any:
            assert dy.place == GPU
            return dy * factor * ctx.saved_tensor()[0] ** 2

    paddle.set_device("gpu")
    x = paddle.to_tensor(np.linspace(-2, 2, 6, dtype="float32"), stop_gradient=False)
    (found,) = debug.check(lambda: Cube.apply(x).sum().backward())
    assert found.right is right


@pytest.mark.parametrize("factor, right", [(1.0, True), (1.5, False)])
def test_functions_of_programs(factor: float, right: bool):
    paddle.enable_static()
    x = static.data("x", [3, 4])
    x.stop_gradient = False
    out = static.default_main_program().current_block().create_var(name="bent", dtype="float32", shape=[3, 4])
    static.py_func(np.tanh, x, out, lambda x, y, dy: np.asarray(dy) * (1 - np.asarray(y) ** 2) * factor)
    h = static.nn.static_pylayer(lambda h: h * h, [x], lambda d: d * 2.0 * x * factor)
    static.append_backward(paddle.mean(out + h))
    exe, feed = static.Executor(GPU), {"x": np.random.default_rng(0).standard_normal((3, 4)).astype("float32")}
    found = debug.check(lambda: exe.run(feed=feed))
    assert [c.right for c in found] == [right, right]
