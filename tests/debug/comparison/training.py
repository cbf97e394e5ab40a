"""Small trainings that differ in one thing, each from the same start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope import paddle
from opscope.paddle import nn, static
from opscope.paddle.nn import functional

STEPS = 6


def program(
    *,
    rate: float = 0.1,
    seed: int = 0,
    feed_seed: int = 0,
    dtype: str = "float32",
    place: str = "cpu",
    steps: int = STEPS,
    activation: Callable[[Any], Any] = functional.tanh,
    function: Callable[[Any], Any] | None = None,
    swapped: bool = False,
    scale: float = 0.0,
    width: int = 8,
    flip: int = 0,
    outside: int = 0,
) -> Callable[[], Any]:
    """A function that trains a net for some steps, in a scope of its own; returns the last loss.

    flip: the step in which bit 3 of one element that is fed is flipped. outside: the step before which a weight is set.
    """

    def train() -> Any:
        paddle.enable_static()
        main, startup, scope = static.Program(), static.Program(), static.Scope()
        with static.program_guard(main, startup), paddle.utils.unique_name.guard():
            x = static.data("x", [None, 4], dtype)
            h = static.nn.fc(x, width)
            h = functional.relu(activation(h)) if swapped else activation(functional.relu(h))
            if scale:
                h = h * scale
            if function is not None:
                out = main.current_block().create_var(name="own", shape=[-1, width], dtype=dtype)
                static.py_func(function, h, out, backward_func=lambda x, y, dy: np.array(dy))
                h = out
            loss = paddle.mean(h * h)
            paddle.optimizer.SGD(rate).minimize(loss)
        paddle.seed(seed)
        exe = static.Executor(place)
        exe.run(startup, scope=scope)
        rng = np.random.default_rng(feed_seed)
        found = None
        for step in range(1, steps + 1):
            batch = rng.standard_normal((5, 4)).astype(dtype)
            if step == flip:
                batch.view("uint32")[2, 1] ^= 1 << 3
            if step == outside:
                tensor = scope.find_var("fc_0.w_0").get_tensor()
                tensor.set(np.array(tensor) * np.float32(0.5))
            found = exe.run(main, feed={"x": batch}, fetch_list=[loss], scope=scope)
        return found

    return train


def eager(*, rate: float = 0.1, seed: int = 0, compiled: bool = False) -> Callable[[], Any]:
    """The same kind of net in eager code; `compiled`: its layers are traced into a program."""

    def train() -> None:
        paddle.disable_static()
        paddle.seed(seed)
        net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        optimizer = paddle.optimizer.SGD(rate, parameters=net.parameters())
        call = paddle.jit.to_static(net) if compiled else net
        rng = np.random.default_rng(0)
        for _ in range(4):
            loss = paddle.mean(paddle.square(call(paddle.to_tensor(rng.standard_normal((5, 4)).astype("float32")))))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    return train
