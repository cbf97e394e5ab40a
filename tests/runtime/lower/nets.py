"""Programs that the tests of lowering run, and how: plainly, or lowered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope import paddle
from opscope.core import state
from opscope.paddle import static
from opscope.runtime.instrument import instrumented

F = paddle.nn.functional


def mlp(optimizer: Callable[[], Any] | None = None) -> tuple[dict[str, Any], Any]:
    """A classifier with three layers, one of them with layer_norm and gelu."""
    x, label = static.data("x", [None, 12], "float32"), static.data("label", [None, 1], "int64")
    h = static.nn.fc(x, 16, activation="relu")
    h = F.gelu(F.layer_norm(static.nn.fc(h, 16) + h, 16))
    loss = F.cross_entropy(static.nn.fc(h, 5), label)
    (optimizer or (lambda: paddle.optimizer.Adam(0.01)))().minimize(loss)
    rng = np.random.default_rng(3)
    return {"x": rng.normal(size=(8, 12)).astype("f"), "label": rng.integers(0, 5, (8, 1))}, loss


def convnet(optimizer: Callable[[], Any] | None = None) -> tuple[dict[str, Any], Any]:
    """Convolution, batch_norm (running statistics), pooling, py_func with a backward, static_pylayer, Momentum."""
    image, label = static.data("image", [None, 1, 8, 8], "float32"), static.data("label", [None, 1], "int64")
    h = F.relu(static.nn.batch_norm(static.nn.conv2d(image, 4, 3, padding=1)))
    h = F.max_pool2d(h, 2)
    out = static.default_main_program().current_block().create_var(name="bent", dtype="float32", shape=h.shape)
    h = static.py_func(np.tanh, h, out, lambda y, dy: np.array(dy) * (1 - np.array(y) ** 2), h)
    h = static.nn.static_pylayer(lambda h: h * F.sigmoid(h), [h], lambda d: d * 0.5)
    loss = F.cross_entropy(static.nn.fc(h, 3), label)
    (optimizer or (lambda: paddle.optimizer.Momentum(0.05, 0.9)))().minimize(loss)
    rng = np.random.default_rng(4)
    return {"image": rng.normal(size=(6, 1, 8, 8)).astype("f"), "label": rng.integers(0, 3, (6, 1))}, loss


def attention(optimizer: Callable[[], Any] | None = None) -> tuple[dict[str, Any], Any]:
    """Self-attention with dropout, a residual, and a loss over everything."""
    x = static.data("x", [2, 6, 8], "float32")
    q, k, v = (static.nn.fc(x, 8, num_flatten_dims=2) for _ in range(3))
    weights = F.dropout(F.softmax(paddle.matmul(q, k, transpose_y=True) * 8**-0.5), 0.2)
    h = F.layer_norm(paddle.matmul(weights, v) + x, 8)
    loss = paddle.mean(paddle.square(paddle.transpose(h, [0, 2, 1]) - 0.3))
    # Adam would blow up the rounding in the bias of the keys, whose true gradient is 0
    (optimizer or (lambda: paddle.optimizer.SGD(0.1)))().minimize(loss)
    return {"x": np.random.default_rng(5).normal(size=(2, 6, 8)).astype("f")}, loss


NETS = {"mlp": mlp, "convnet": convnet, "attention": attention}


def begin(net: Callable[[], tuple[dict[str, Any], Any]]) -> tuple[Any, dict[str, Any], Any]:
    """(executor, feed, loss) of a fresh program with seeded parameters."""
    state.reset()
    paddle.enable_static()
    paddle.seed(11)
    feed, loss = net()
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return exe, feed, loss


def plainly() -> Any:
    """Runs inside are not lowered."""
    return instrumented(lower=False)


def scope_values() -> dict[str, Any]:
    """Copies of what the scope holds."""
    scope = static.global_scope()
    return {n: np.array(scope.find_var(n).get_tensor()) for n in scope.local_var_names()}
