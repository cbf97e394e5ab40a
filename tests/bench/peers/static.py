"""The program as Paddle spells it: the same text for opscope and for Paddle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench import work


def program(paddle: Any, mlp: work.Mlp) -> tuple[Any, Callable[[], Any]]:
    """(executor, one training step)."""
    weights, biases, x, y = mlp.numbers()
    paddle.enable_static()
    static, start = paddle.static, paddle.nn.initializer.Assign
    features = static.data("x", list(x.shape), "float32")
    target = static.data("y", list(y.shape), "float32")
    h = features
    for w, b in zip(weights, biases, strict=True):
        attrs = (paddle.ParamAttr(initializer=start(v)) for v in (w, b))
        h = static.nn.fc(h, mlp.width, weight_attr=next(attrs), bias_attr=next(attrs), activation="relu")
    loss = paddle.mean(paddle.square(h - target))
    paddle.optimizer.Adam(work.RATE, work.BETA1, work.BETA2, work.EPSILON).minimize(loss)
    exe = static.Executor(paddle.CPUPlace())
    exe.run(static.default_startup_program())
    main, feed = static.default_main_program(), {"x": x, "y": y}
    return exe, lambda: exe.run(main, feed=feed, fetch_list=[loss])[0]
