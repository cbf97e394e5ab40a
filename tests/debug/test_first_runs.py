"""First runs: training that begins anew has the same bits, whether its runs have new shapes or are lowered."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.paddle import static
from tests.debug.test_one_arithmetic import LAYERS, OPTIMIZERS, RandomProgram, stepwise

BATCHES = (33, 33, 33, 7, 33, 7)  # the last one of an epoch is smaller


class Training(RandomProgram):
    """A body: training in one scope, by one executor, that begins anew whenever it is called."""

    def __init__(self, layers: list[str], optimizer: str) -> None:
        super().__init__(layers, optimizer)
        self.executor, self.scope = static.Executor(), static.Scope()

    def __call__(self) -> tuple[list[bytes], dict[str, bytes]]:
        paddle.seed(11)
        self.executor.steps.clear()
        self.executor.run(self.startup, scope=self.scope)
        rng, fetched = np.random.default_rng(5), list[bytes]()
        for rows in BATCHES:
            feed = {"x": rng.standard_normal((rows, 16)).astype("float32")}
            loss = self.executor.run(self.main, feed=feed, fetch_list=[self.loss], scope=self.scope)[0]
            fetched.append(loss.tobytes())
        names = self.scope.local_var_names()
        return fetched, {n: np.array(self.scope.find_var(n).get_tensor()).tobytes() for n in names}


def check(layers: list[str], optimizer: str) -> None:
    body = Training(layers, optimizer)
    first = body()
    assert body() == first
    assert body.executor.lowered
    assert stepwise(body) == first
    assert Training(layers, optimizer)()[0] == first[0]
    fresh = Training(layers, optimizer)
    runs = [debug.start(fresh) for _ in range(1)]
    assert runs[0].wait(60)[0] == first[0]
    runs.append(debug.start(fresh))
    assert runs[1].wait(60)[0] == first[0]
    assert str(debug.diff(*runs)).startswith("the same, bit for bit")


@pytest.mark.thorough
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    layers=st.lists(st.sampled_from(sorted(LAYERS)), min_size=1, max_size=5), name=st.sampled_from(sorted(OPTIMIZERS))
)
def test_random_programs(layers: list[str], name: str) -> None:
    check(layers, name)


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_each_layer(layer: str) -> None:
    check([layer], "adam")


@pytest.mark.parametrize("name", sorted(OPTIMIZERS))
def test_each_optimizer(name: str) -> None:
    check(["fc", "gelu", "dropout"], name)


def digest(layers: list[str], optimizer: str) -> str:
    fetched, stored = Training(layers, optimizer)()
    return hashlib.sha256(b"".join([*fetched, *(stored[n] for n in sorted(stored))])).hexdigest()


def test_another_process_computes_the_same_bits() -> None:
    layers = ["gelu", "layer_norm", "py_func", "softmax", "loop"]
    code = f"from tests.debug.test_first_runs import digest; print(digest({layers!r}, 'adam'))"
    found = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ).stdout
        for _ in range(2)
    }
    assert len(found) == 1


ANY_SHAPE: Any = [-1, -1]


def test_functions_that_return_other_shapes_than_declared() -> None:
    """What follows such a function has the bits that it has once the shape is known."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 64], "float32")
        out = main.current_block().create_var(name="cut", shape=ANY_SHAPE, dtype="float32")
        static.py_func(lambda v: np.array(v)[: int(np.array(v)[0, 0])], x, out)
        loss = paddle.mean(paddle.nn.functional.softmax(paddle.exp(paddle.tanh(out) * 0.3)) ** 2)
    executor, rng = static.Executor(), np.random.default_rng(3)
    values = rng.standard_normal((4, 20, 64)).astype("float32")
    values[:, 0, 0] = 9, 9, 13, 9

    def body() -> list[bytes]:
        return [executor.run(main, feed={"x": v}, fetch_list=[loss])[0].tobytes() for v in values]

    assert body() == body() == body()


@pytest.mark.parametrize("size", [512, 1 << 17])
def test_functions_of_constants(size: int) -> None:
    """A small constant is folded when a plan is lowered, a large one computed in each run."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, size], "float32")
        scale = paddle.exp(paddle.linspace(0.0, 1.0, size))
        y = x * paddle.tanh(scale)
    executor, feed = static.Executor(), {"x": np.ones((2, size), "float32")}
    found = {executor.run(main, feed=feed, fetch_list=[y, scale])[0].tobytes() for _ in range(3)}
    assert executor.lowered and len(found) == 1


def test_values_decide_shapes() -> None:
    """Such a program is never lowered: its first run is like all others."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 64], "float32")
        y = paddle.mean(paddle.exp(paddle.masked_select(paddle.tanh(x), x > 0)))
    executor = static.Executor()
    feed = {"x": np.random.default_rng(0).standard_normal((30, 64)).astype("float32")}
    found = {executor.run(main, feed=feed, fetch_list=[y])[0].tobytes() for _ in range(3)}
    assert not executor.lowered and len(found) == 1
