"""Correct programs with NaN or Inf that is meant or does no harm: `watch("nan")` must not stop in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope import paddle
from opscope.paddle import static
from tests.debug.why.nan_programs import Body, data, descend, eager_body, fixed, static_body, tensor

F = paddle.nn.functional
STEPS = 6
BENIGN: dict[str, Callable[[], Body]] = {}


def benign(make: Callable[[], Body]) -> Callable[[], Body]:
    BENIGN[make.__name__] = make
    return make


def x_only(step: int) -> dict[str, Any]:
    return {"x": data(step, 4, 3)}


def causal() -> Any:
    return np.where(np.tril(np.ones((4, 4))) > 0, 0.0, -np.inf).astype("float32")


@benign
def mask_that_is_fed() -> Body:
    def define() -> Any:
        x, mask = static.data("x", [4, 3], "float32"), static.data("mask", [4, 4], "float32")
        q = static.nn.fc(x, 3)
        attention = F.softmax(paddle.matmul(q, x, transpose_y=True) + mask)
        return paddle.mean(paddle.square(paddle.matmul(attention, q)))

    return static_body(define, lambda step: {**x_only(step), "mask": causal()}, STEPS)


@benign
def mask_that_is_a_constant() -> Body:
    def define() -> Any:
        x = static.data("x", [4, 3], "float32")
        q = static.nn.fc(x, 3)
        scores = paddle.matmul(q, x, transpose_y=True)
        keep = paddle.tril(paddle.ones([4, 4])) > 0.5
        masked = paddle.where(keep, scores, paddle.full([4, 4], -np.inf))
        return paddle.mean(paddle.square(paddle.matmul(F.softmax(masked), q)))

    return static_body(define, x_only, STEPS)


@benign
def mask_of_a_logarithm() -> Body:
    """log(0) = -Inf as a mask: it is computed of finite numbers, and the softmax absorbs it."""

    def define() -> Any:
        x, keep = static.data("x", [4, 3], "float32"), static.data("keep", [4, 4], "float32")
        scores = paddle.matmul(static.nn.fc(x, 3), x, transpose_y=True) + paddle.log(keep)
        return paddle.mean(paddle.square(paddle.matmul(F.softmax(scores), x)))

    return static_body(define, lambda step: {**x_only(step), "keep": np.tril(np.ones((4, 4), "float32"))}, STEPS)


@benign
def where_picks_the_finite_branch() -> Body:
    """Only forward: the gradient of such a where is NaN, which is another program."""

    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        positive = F.relu(x)
        logarithm = paddle.log(positive)
        return paddle.mean(paddle.where(positive > 0.0, logarithm, paddle.zeros_like(logarithm)))

    return static_body(define, x_only, STEPS, rate=None)


@benign
def running_maximum_from_minus_inf() -> Body:
    def define() -> Any:
        x = static.data("x", [4, 3], "float32")
        best = paddle.full([4, 3], -np.inf)
        best = paddle.maximum(best, static.nn.fc(x, 3))
        return paddle.mean(paddle.square(best))

    return static_body(define, x_only, STEPS)


@benign
def exp_of_minus_inf() -> Body:
    def define() -> Any:
        x, mask = static.data("x", [4, 3], "float32"), static.data("mask", [4, 4], "float32")
        h = static.nn.fc(x, 4)
        weights = paddle.exp(h + mask)
        return paddle.mean(weights / paddle.sum(weights, axis=1, keepdim=True))

    return static_body(define, lambda step: {**x_only(step), "mask": causal()}, STEPS)


@benign
def clipped_infinity() -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        ratio = paddle.clip(1.0 / (x - x), -10.0, 10.0)
        return paddle.mean(ratio)

    return static_body(define, x_only, STEPS, rate=None)


@benign
def not_a_number_is_replaced() -> Body:
    """Missing values are fed as NaN."""

    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        filled = paddle.where(paddle.isnan(x), paddle.zeros_like(x), x)
        return paddle.mean(paddle.square(static.nn.fc(filled, 2)))

    def feed(step: int) -> dict[str, Any]:
        x = data(step, 4, 3)
        x[step % 4, 1] = np.nan
        return {"x": x}

    return static_body(define, feed, STEPS)


@benign
def sigmoid_of_infinity() -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        return paddle.mean(F.sigmoid(paddle.exp(x * 200.0)))

    return static_body(define, x_only, STEPS, rate=None)


@benign
def loss_scaling() -> Body:
    """Scaled gradients overflow in some steps, which are left out."""
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [None, 3], "float32")
        loss = paddle.mean(paddle.square(static.nn.fc(x, 2)))
        optimizer = static.amp.decorate(
            paddle.optimizer.SGD(0.01), init_loss_scaling=1e38, use_dynamic_loss_scaling=True, decr_every_n_nan_or_inf=1
        )
        optimizer.minimize(loss)

    def body() -> None:
        paddle.enable_static()
        exe, scope = static.Executor(), static.Scope()
        exe.run(startup, scope=scope)
        for step in range(STEPS):
            exe.run(main, feed={"x": data(step, 4, 3) * 20}, fetch_list=[loss], scope=scope)

    return body


@benign
def loop_with_a_mask() -> Body:
    def define() -> Any:
        x, mask = static.data("x", [4, 3], "float32"), static.data("mask", [4, 4], "float32")

        def turn(i: Any, h: Any) -> Any:
            return [i + 1, paddle.matmul(F.softmax(paddle.matmul(h, h, transpose_y=True) + mask), h)]

        i = paddle.full([1], 0, "int64")
        _, h = static.nn.while_loop(lambda i, h: i < 2, turn, [i, paddle.matmul(x, fixed([3, 3]))])
        return paddle.mean(paddle.square(h))

    return static_body(define, lambda step: {**x_only(step), "mask": causal()}, STEPS)


@benign
def eager_mask() -> Body:
    mask = causal()

    def step_of(net: Any, optimizer: Any, step: int) -> None:
        x = tensor(data(step, 4, 3))
        attention = F.softmax(paddle.matmul(net(x), x, transpose_y=True) + tensor(mask))
        descend(optimizer, paddle.mean(paddle.square(paddle.matmul(attention, x))))

    return eager_body(lambda: paddle.nn.Linear(3, 3), step_of, STEPS)


@benign
def eager_where_mask() -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        x = tensor(data(step, 4, 3))
        scores = paddle.matmul(net(x), x, transpose_y=True)
        masked = paddle.where(paddle.tril(paddle.ones([4, 4])) > 0.5, scores, paddle.full([4, 4], -np.inf))
        descend(optimizer, paddle.mean(paddle.square(F.softmax(masked))))

    return eager_body(lambda: paddle.nn.Linear(3, 3), step_of, STEPS)


@benign
def eager_loss_scaling() -> Body:
    scaler = paddle.amp.GradScaler(init_loss_scaling=1e38, decr_every_n_nan_or_inf=1)

    def step_of(net: Any, optimizer: Any, step: int) -> None:
        loss = paddle.mean(paddle.square(net(tensor(data(step, 4, 3)))))
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.clear_grad()

    return eager_body(lambda: paddle.nn.Linear(3, 2), step_of, STEPS)
