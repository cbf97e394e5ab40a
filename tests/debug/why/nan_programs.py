"""Programs with a planted first cause of NaN or Inf, of kinds that are published or asked about.

Each function returns a body; `at` is the step (from 1) in which it goes wrong. The line of the first cause has the
comment `cause`, with what is to be said about it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope import paddle
from opscope.paddle import static

F = paddle.nn.functional
Body = Callable[[], None]
PROGRAMS: dict[str, Planted] = {}


class Planted(NamedTuple):
    """A program, the line of its first cause and what the explanation must say."""

    name: str
    make: Callable[[int], Body]
    line: int
    says: str
    eager: bool


def planted(make: Callable[[int], Body]) -> Callable[[int], Body]:
    lines, first = inspect.getsourcelines(make)
    found = [(first + i, m[1]) for i, text in enumerate(lines) if (m := re.search(r"# cause: (.*)", text))]
    assert len(found) == 1, make.__name__
    name = make.__name__
    PROGRAMS[name] = Planted(name, make, *found[0], eager=name.startswith("eager_"))
    return make


def data(step: int, *shape: int) -> Any:
    return np.random.default_rng(step).standard_normal(shape).astype("float32")


def static_body(
    define: Callable[..., Any],
    feed: Callable[[int], dict[str, Any]],
    steps: int,
    rate: Any = 0.01,
    optimizer: Any = None,
) -> Body:
    """A training loop. `define` declares the data and returns the loss; a loss without parameters is only computed."""
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        loss = define()
        if main.all_parameters() and rate is not None:
            (optimizer or paddle.optimizer.SGD)(rate).minimize(loss)

    def body() -> None:
        paddle.enable_static()
        exe, scope = static.Executor(), static.Scope()
        paddle.seed(3)
        exe.run(startup, scope=scope)
        for step in range(1, steps + 1):
            exe.run(main, feed=feed(step), fetch_list=[loss], scope=scope)

    return body


def fixed(shape: list[int], seed: int = 0, scale: float = 0.5) -> Any:
    """A parameter with given numbers."""
    value = np.random.default_rng(seed).standard_normal(shape).astype("float32") * scale
    return static.create_parameter(shape, "float32", default_initializer=paddle.nn.initializer.Assign(value))


def tensor(array: Any, **options: Any) -> Any:
    return paddle.to_tensor(np.asarray(array, "float32"), **options)


# --- static programs -----------------------------------------------------------------------------------


@planted
def digits(at: int) -> Body:
    """TensorFlow's debugging example: a cross entropy by hand, and a probability that becomes 0."""

    def define() -> Any:
        image, label = static.data("image", [None, 8], "float32"), static.data("label", [None, 3], "float32")
        hidden = F.relu(static.nn.fc(image, 6))
        probability = F.softmax(paddle.matmul(hidden, fixed([6, 3])))
        entropy = -label * paddle.log(probability)  # cause: log of 0
        return paddle.mean(entropy)

    def feed(step: int) -> dict[str, Any]:
        image = np.abs(data(step, 4, 8)) * (1e4 if step == at else 1.0)
        return {"image": image, "label": np.eye(3, dtype="float32")[np.arange(4) % 3]}

    return static_body(define, feed, at + 2)


@planted
def sqrt_gradient(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        squares = paddle.sum(paddle.square(paddle.matmul(x, fixed([3, 2]))), axis=1)
        distance = paddle.sqrt(squares)  # cause: division by 0|0 / 0
        return paddle.mean(distance)

    return static_body(define, lambda step: {"x": data(step, 4, 3) * np.float32(step != at)}, at + 2)


@planted
def length_zero(at: int) -> Body:
    def define() -> Any:
        x, length = static.data("x", [None, 3], "float32"), static.data("length", [None, 1], "float32")
        pooled = paddle.matmul(x, fixed([3, 2])) / length  # cause: division by 0
        return paddle.mean(pooled)

    def feed(step: int) -> dict[str, Any]:
        length = np.ones((4, 1), "float32")
        length[2] = step != at
        return {"x": data(step, 4, 3), "length": length}

    return static_body(define, feed, at + 2)


@planted
def zero_std(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        centered = x - paddle.mean(x, axis=0, keepdim=True)
        std = paddle.sqrt(paddle.mean(paddle.square(centered), axis=0, keepdim=True))
        normal = centered / std  # cause: 0 / 0
        return paddle.mean(paddle.square(static.nn.fc(normal, 2)))

    def feed(step: int) -> dict[str, Any]:
        x = data(step, 4, 3)
        if step == at:
            x[:, 1] = 5.0
        return {"x": x}

    return static_body(define, feed, at + 2)


@planted
def negative_power(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = F.sigmoid(paddle.matmul(x, fixed([3, 2])))
        curve = paddle.pow(h - 0.001, 0.5)  # cause: negative number to a power
        return paddle.mean(curve)

    return static_body(define, lambda step: {"x": data(step, 4, 3) * (500.0 if step == at else 1.0)}, at + 2)


@planted
def softmax_by_hand(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        raised = paddle.exp(paddle.matmul(x, fixed([3, 3])))  # cause: exp of more than 88
        return paddle.mean(raised / paddle.sum(raised, axis=1, keepdim=True))

    return static_body(define, lambda step: {"x": data(step, 4, 3) * (400.0 if step == at else 1.0)}, at + 2)


@planted
def half_precision(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = paddle.matmul(x, fixed([3, 2]))
        half = paddle.cast(h, "float16")  # cause: over 6.55e.04
        return paddle.mean(paddle.cast(half, "float32"))

    return static_body(define, lambda step: {"x": data(step, 4, 3) * (1e6 if step == at else 1.0)}, at + 2)


@planted
def half_squares(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 64], "float32")
        half = paddle.cast(x, "float16")
        energy = half * half  # cause: overflow
        return paddle.mean(paddle.cast(energy, "float32"))

    return static_body(define, lambda step: {"x": data(step, 4, 64) * (300.0 if step == at else 1.0)}, at + 2)


@planted
def learning_rate(at: int) -> Body:
    """The weights double again and again: no line is wrong but that of the optimizer."""

    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        return paddle.mean(paddle.square(paddle.matmul(x, fixed([3, 2])) - 1.0))

    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        loss = define()
        paddle.optimizer.SGD(30.0).minimize(loss)  # cause: grew from

    def body() -> None:
        paddle.enable_static()
        exe, scope = static.Executor(), static.Scope()
        exe.run(startup, scope=scope)
        for step in range(1, 60):
            exe.run(main, feed={"x": data(step, 4, 3)}, fetch_list=[loss], scope=scope)

    return body


@planted
def bad_row(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")  # cause: NaN in the data, in row 2
        return paddle.mean(paddle.square(static.nn.fc(x, 2)))

    def feed(step: int) -> dict[str, Any]:
        x = data(step, 4, 3)
        if step == at:
            x[2, 1] = np.nan
        return {"x": x}

    return static_body(define, feed, at + 2)


@planted
def masked_row(at: int) -> Body:
    def define() -> Any:
        x, mask = static.data("x", [None, 3], "float32"), static.data("mask", [None, 3], "float32")
        scores = paddle.matmul(x, fixed([3, 3])) + mask
        attention = F.softmax(scores)  # cause: masked everywhere
        return paddle.mean(paddle.square(attention))

    def feed(step: int) -> dict[str, Any]:
        mask = np.where(np.arange(3) < 2, 0.0, -np.inf).astype("float32")
        mask = np.tile(mask, (4, 1))
        if step == at:
            mask[3] = -np.inf
        return {"x": data(step, 4, 3), "mask": mask}

    return static_body(define, feed, at + 2)


def _risky(x: Any) -> Any:
    x = np.array(x)
    with np.errstate(all="ignore"):
        return np.log(x + 3.0).astype("float32")


@planted
def python_function(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = paddle.matmul(x, fixed([3, 2]))
        out = static.default_main_program().current_block().create_var(name="risky", shape=h.shape, dtype="float32")
        static.py_func(_risky, h, out, backward_func=lambda h, out, d: d)  # cause: your function _risky made it
        return paddle.mean(out)

    return static_body(define, lambda step: {"x": data(step, 4, 3) * (50.0 if step == at else 0.5)}, at + 2)


@planted
def dropout_by_hand(at: int) -> Body:
    def define() -> Any:
        x, keep = static.data("x", [None, 3], "float32"), static.data("keep", [None, 3], "float32")
        kept = F.dropout(paddle.matmul(x, fixed([3, 3])), 0.3) * keep
        share = paddle.mean(keep)
        rescaled = kept / share  # cause: 0 / 0
        return paddle.mean(paddle.square(rescaled))

    def feed(step: int) -> dict[str, Any]:
        return {"x": data(step, 4, 3), "keep": np.full((4, 3), step != at, "float32")}

    return static_body(define, feed, at + 2)


@planted
def batch_norm_without_epsilon(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = static.nn.batch_norm(x, epsilon=0.0)  # cause: a channel is constant
        return paddle.mean(paddle.square(static.nn.fc(h, 2)))

    def feed(step: int) -> dict[str, Any]:
        x = data(step, 4, 3)
        if step == at:
            x[:, 2] = 1.5
        return {"x": x}

    return static_body(define, feed, at + 2)


@planted
def cosine_of_zero(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = paddle.matmul(x, fixed([3, 3]))
        norm = paddle.sqrt(paddle.sum(h * h, axis=1, keepdim=True))
        unit = h / norm  # cause: 0 / 0
        return paddle.mean(unit)

    def feed(step: int) -> dict[str, Any]:
        x = data(step, 4, 3)
        x[1] *= step != at
        return {"x": x}

    return static_body(define, feed, at + 2)


@planted
def log_of_negative(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        p = paddle.matmul(x, fixed([3, 1])) * 0.1
        loss = -paddle.log(1.0 - p)  # cause: log of a negative number
        return paddle.mean(loss)

    return static_body(define, lambda step: {"x": data(step, 4, 3) * (500.0 if step == at else 1.0)}, at + 2)


@planted
def weight_from_outside(at: int) -> Body:
    """A checkpoint with a NaN is loaded in the middle."""
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [None, 3], "float32")
        h = static.nn.fc(x, 2, weight_attr="weight")  # cause: written by code that is not an operator
        loss = paddle.mean(paddle.square(h))
        paddle.optimizer.SGD(0.01).minimize(loss)

    def body() -> None:
        paddle.enable_static()
        exe, scope = static.Executor(), static.Scope()
        exe.run(startup, scope=scope)
        for step in range(1, at + 3):
            if step == at:
                found = scope.find_var("weight").get_tensor()
                value = np.array(found)
                value[1, 0] = np.nan
                found.set(value, paddle.CPUPlace())
            exe.run(main, feed={"x": data(step, 4, 3)}, fetch_list=[loss], scope=scope)

    return body


@planted
def acos_gradient(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        cosine = paddle.clip(paddle.matmul(x, fixed([3, 1])), -1.0, 1.0)
        angle = paddle.acos(cosine)  # cause: division by 0|0 / 0
        return paddle.mean(angle)

    return static_body(define, lambda step: {"x": data(step, 4, 3) * (90.0 if step == at else 0.1)}, at + 2)


@planted
def loop(at: int) -> Body:
    """A recurrence of a length that is fed."""

    def define() -> Any:
        x, count = static.data("x", [None, 3], "float32"), static.data("count", [1], "int64")
        h = paddle.matmul(x, fixed([3, 3]))

        def turn(i: Any, h: Any) -> Any:
            return [i + 1, h * h + 2.0]  # cause: overflow

        _, h = static.nn.while_loop(lambda i, h: i < count, turn, [paddle.full([1], 0, "int64"), h])
        return paddle.mean(h)

    def feed(step: int) -> dict[str, Any]:
        return {"x": data(step, 4, 3), "count": np.array([12 if step == at else 2], "int64")}

    return static_body(define, feed, at + 2, rate=None)


@planted
def branch(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = paddle.matmul(x, fixed([3, 3]))
        out = static.nn.cond(
            paddle.mean(h) > 50.0,
            lambda: paddle.log(F.relu(h) * 1.0),  # cause: log of 0
            lambda: h * 2.0,
        )
        return paddle.mean(out)

    def feed(step: int) -> dict[str, Any]:
        x = data(7, 4, 3)
        x = x if (x @ np.random.default_rng(0).standard_normal((3, 3))).mean() > 0 else -x
        return {"x": x * (1e5 if step == at else 0.1)}

    return static_body(define, feed, at + 2)


@planted
def inf_minus_inf(at: int) -> Body:
    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = paddle.matmul(x, fixed([3, 2]))
        power = paddle.square(h)  # cause: the square is over
        return paddle.mean(power - paddle.mean(power))

    return static_body(define, lambda step: {"x": data(step, 4, 3) * np.float32(1e25 if step == at else 1)}, at + 2)


@planted
def zero_times_inf(at: int) -> Body:
    """An entropy by hand: p * log(p) of a p that is 0."""

    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        p = F.softmax(paddle.matmul(x, fixed([3, 3])))
        return -paddle.mean(p * paddle.log(p))  # cause: log of 0

    return static_body(define, lambda step: {"x": data(step, 4, 3) * (1e4 if step == at else 1.0)}, at + 2)


@planted
def where_gradient(at: int) -> Body:
    """The forward pass is finite: the branch that is not taken spoils the gradient."""

    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        h = F.relu(paddle.matmul(x, fixed([3, 2])))
        root = paddle.sqrt(h)  # cause: division by 0|0 / 0
        safe = paddle.where(h > 0.0, root, paddle.zeros_like(h))
        return paddle.mean(safe)

    def feed(step: int) -> dict[str, Any]:
        x = np.abs(data(1, 4, 3)) * np.sign(np.random.default_rng(0).standard_normal((3, 2))[:, 0]).astype("float32")
        return {"x": x * 0 if step == at else x}

    return static_body(define, feed, at + 2)


@planted
def adam_without_epsilon(at: int) -> Body:
    """A unit that never got a gradient: 0 / sqrt(0)."""

    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        return paddle.mean(paddle.matmul(x, fixed([3, 2])))

    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        loss = define()
        paddle.optimizer.Adam(0.01, epsilon=0.0).minimize(loss)  # cause: 0 / 0

    def body() -> None:
        paddle.enable_static()
        exe, scope = static.Executor(), static.Scope()
        exe.run(startup, scope=scope)
        for step in range(1, 4):
            x = data(step, 4, 3)
            x[:, 1] = 0.0
            exe.run(main, feed={"x": x}, fetch_list=[loss], scope=scope)

    return body


# --- eager code ----------------------------------------------------------------------------------------


def eager_body(
    layer: Callable[[], Any], step_of: Callable[[Any, Any, int], None], steps: int, rate: float = 0.01
) -> Body:
    """A training loop in eager code; `step_of` gets the layer, its optimizer and the step."""

    def body() -> None:
        paddle.disable_static()
        paddle.seed(3)
        net = layer()
        optimizer = paddle.optimizer.SGD(rate, parameters=net.parameters())
        for step in range(1, steps + 1):
            with np.errstate(all="ignore"):
                step_of(net, optimizer, step)

    return body


def descend(optimizer: Any, loss: Any) -> None:
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()


@planted
def eager_digits(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        image = tensor(data(step, 4, 8) * (1e5 if step == at else 1.0))
        label = tensor(np.eye(3)[np.arange(4) % 3])
        probability = F.softmax(net(image))
        entropy = label * paddle.log(probability)  # cause: log of 0
        descend(optimizer, -paddle.mean(entropy))

    return eager_body(lambda: paddle.nn.Linear(8, 3), step_of, at + 2)


@planted
def eager_sqrt_gradient(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        squares = paddle.sum(paddle.square(net(tensor(data(step, 4, 3) * (step != at)))), axis=1)
        distance = paddle.sqrt(squares)  # cause: division by 0|0 / 0
        descend(optimizer, paddle.mean(distance))

    return eager_body(lambda: paddle.nn.Linear(3, 2, bias_attr=False), step_of, at + 2)


@planted
def eager_zero_std(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        h = net(tensor(data(step, 1 if step == at else 4, 3)))
        centered = h - paddle.mean(h, axis=0, keepdim=True)
        std = paddle.sqrt(paddle.mean(centered * centered, axis=0, keepdim=True))
        normal = centered / std  # cause: 0 / 0
        descend(optimizer, paddle.mean(paddle.square(normal)))

    return eager_body(lambda: paddle.nn.Linear(3, 2), step_of, at + 2)


@planted
def eager_bad_row(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        x = data(step, 4, 3)
        if step == at:
            x[1, 2] = np.nan
        h = net(tensor(x))  # cause: NaN in the data, in row 1
        descend(optimizer, paddle.mean(paddle.square(h)))

    return eager_body(lambda: paddle.nn.Linear(3, 2), step_of, at + 2)


@planted
def eager_masked_row(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        mask = np.zeros((4, 3))
        mask[:, 2] = -np.inf
        mask[0] = -np.inf if step == at else mask[0]
        scores = net(tensor(data(step, 4, 3))) + tensor(mask)
        attention = F.softmax(scores)  # cause: masked everywhere
        descend(optimizer, paddle.mean(paddle.square(attention)))

    return eager_body(lambda: paddle.nn.Linear(3, 3), step_of, at + 2)


class ByHand(paddle.autograd.PyLayer):
    """A clip whose backward divides by its input."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return paddle.clip(x, -5.0, 5.0)


@planted
def eager_layer(at: int) -> Body:
    class Divides(ByHand):
        @staticmethod
        def backward(ctx: Any, dy: Any) -> Any:
            (x,) = ctx.saved_tensor()
            return dy / x  # cause: division by 0

    def step_of(net: Any, optimizer: Any, step: int) -> None:
        descend(optimizer, paddle.mean(Divides.apply(net(tensor(data(step, 4, 3) * (step != at))))))

    return eager_body(lambda: paddle.nn.Linear(3, 2, bias_attr=False), step_of, at + 2)


@planted
def eager_learning_rate(at: int) -> Body:
    """A schedule that multiplies the rate: it explodes, and the weights with it."""

    def step_of(net: Any, optimizer: Any, step: int) -> None:
        optimizer.set_lr(0.1 * 3.0**step)
        loss = paddle.mean(paddle.square(net(tensor(data(step, 4, 3))) - 1.0))
        loss.backward()
        optimizer.step()  # cause: grew from
        optimizer.clear_grad()

    return eager_body(lambda: paddle.nn.Linear(3, 2), step_of, 40)


@planted
def eager_empty_mean(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        h = net(tensor(data(step, 4, 3)))
        chosen = h[: 0 if step == at else 2]
        loss = paddle.mean(chosen)  # cause: the mean of no elements
        descend(optimizer, loss)

    return eager_body(lambda: paddle.nn.Linear(3, 2), step_of, at + 2)


@planted
def eager_atanh(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        squashed = paddle.tanh(net(tensor(data(step, 4, 3) * (200.0 if step == at else 1.0))))
        back = paddle.atanh(squashed)  # cause: at 1 or -1
        descend(optimizer, paddle.mean(back))

    return eager_body(lambda: paddle.nn.Linear(3, 2), step_of, at + 2)


@planted
def eager_weight_from_outside(at: int) -> Body:
    def step_of(net: Any, optimizer: Any, step: int) -> None:
        if step == at:
            value = net.weight.numpy()
            value[0, 1] = np.nan
            net.weight.set_value(value)  # cause: NaN in the data
        h = net(tensor(data(step, 4, 3)))
        descend(optimizer, paddle.mean(paddle.square(h)))

    return eager_body(lambda: paddle.nn.Linear(3, 2), step_of, at + 2)


@planted
def eager_half_precision(at: int) -> Body:
    """The data grew, and not the weights."""

    def step_of(net: Any, optimizer: Any, step: int) -> None:
        h = net(tensor(data(step, 4, 3) * (1e6 if step == at else 1.0)))
        half = paddle.cast(h, "float16")  # cause: over 6.55e.04
        descend(optimizer, paddle.mean(paddle.cast(half, "float32")))

    return eager_body(lambda: paddle.nn.Linear(3, 3), step_of, at + 2)


@planted
def eager_masked_label(at: int) -> Body:
    """The class of an example is masked: the loss is Inf, and nothing is NaN."""

    def step_of(net: Any, optimizer: Any, step: int) -> None:
        mask = np.zeros((4, 3))
        mask[1, 2] = -np.inf
        mask[0, 0] = -np.inf if step == at else 0.0
        logits = net(tensor(data(step, 4, 3))) + tensor(mask)
        loss = F.cross_entropy(logits, paddle.to_tensor(np.zeros((4, 1), "int64")))  # cause: label is -Inf
        descend(optimizer, loss)

    return eager_body(lambda: paddle.nn.Linear(3, 3), step_of, at + 2)


@planted
def variance_by_rounding(at: int) -> Body:
    """E[x^2] - E[x]^2 is negative where both are large."""

    def define() -> Any:
        x = static.data("x", [None, 3], "float32")
        variance = paddle.mean(x * x, axis=0) - paddle.square(paddle.mean(x, axis=0))
        std = paddle.sqrt(variance)  # cause: square root of a negative number
        return paddle.mean(static.nn.fc(x, 3) / (std + 1e-3))

    def feed(step: int) -> dict[str, Any]:
        return {"x": data(step, 4, 3) * np.float32(1e-3) + np.float32(12345.678 if step == at else 0.0)}

    return static_body(define, feed, at + 2)


@planted
def bad_pixel(at: int) -> Body:
    def define() -> Any:
        image = static.data("image", [None, 1, 8, 8], "float32")  # cause: NaN in the data, in row 3
        h = F.max_pool2d(F.relu(static.nn.conv2d(image, 4, 3, padding=1)), 2, 2)
        return paddle.mean(paddle.square(static.nn.fc(h, 2)))

    def feed(step: int) -> dict[str, Any]:
        image = data(step, 4, 1, 8, 8)
        if step == at:
            image[3, 0, 2, 2] = np.nan
        return {"image": image}

    return static_body(define, feed, at + 2)
