"""The program: a small convolutional classifier of 8x8 digits, with three pieces that are plain Python."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opscope import paddle
from opscope.core.annotations import Array
from opscope.paddle.static import Program, Variable, nn

LEARNING_RATE = 2e-3


# 1. An activation in NumPy, with its own gradient: a py_func.


def swish(x: Array) -> Any:
    """x * sigmoid(x)."""
    x = np.array(x)
    return x * sigmoid(x)


def swish_grad(x: Array, dout: Array) -> Any:
    """dout times the derivative of swish."""
    x = np.array(x)
    s = sigmoid(x)
    return np.array(dout) * (s + x * s * (1 - s))


def sigmoid(x: Array) -> Any:
    """1 / (1 + exp(-x)), by tanh, which cannot overflow."""
    return 0.5 * (1 + np.tanh(0.5 * x))


def activation(x: Variable, name: str) -> Variable:
    """swish as an operator of the program; its backward needs x and not the result."""
    out = x.block.create_var(name=name, shape=x.shape, dtype=x.dtype)
    paddle.static.py_func(swish, x, out, backward_func=swish_grad, skip_vars_in_backward_input=out)
    return out


# 2. Rounding has no useful gradient of its own: a static_pylayer gives it one.


def quantized(x: Variable) -> Variable:
    """x rounded to eighths within [-2, 2]; the gradient passes unchanged inside this range and is 0 outside."""

    def forward(v: Variable) -> Variable:
        return paddle.round(paddle.clip(v, -2.0, 2.0) * 8.0) / 8.0

    def backward(dout: Variable) -> Variable:
        return dout * paddle.cast(paddle.abs(x) <= 2.0, "float32")

    return nn.static_pylayer(forward, [x], backward)


# 3. A look at a value from Python, in every run: a py_func without outputs.


@dataclass
class ActiveUnits:
    """The share of active units in each of the latest runs."""

    shares: deque[float] = field(default_factory=lambda: deque[float](maxlen=1000))

    def __call__(self, x: Array) -> None:
        self.shares.append(float((np.array(x) > 0).mean()))


@dataclass
class Classifier:
    """The programs (training, test, startup) and the variables to fetch."""

    main: Program
    test: Program
    startup: Program
    loss: Variable
    accuracy: Variable
    active: ActiveUnits


def named(x: Variable, name: str) -> Variable:
    """x under a given name instead of `mean_0.tmp_0`."""
    x.block.rename(x.name, name)
    return x


def build() -> Classifier:
    """Two convolutions, each with batch normalization and swish; a hidden layer, quantized; ten classes."""
    main, startup, active = Program(), Program(), ActiveUnits()
    with paddle.static.program_guard(main, startup):
        image = paddle.static.data("image", [None, 1, 8, 8], "float32")
        label = paddle.static.data("label", [None, 1], "int64")
        with paddle.static.name_scope("conv1"):
            h = nn.conv2d(image, 16, 3, padding=1, bias_attr=False, name="conv1")
            h = activation(nn.batch_norm(h, name="norm1"), "swish1")
        with paddle.static.name_scope("conv2"):
            h = nn.conv2d(h, 32, 3, padding=1, bias_attr=False, name="conv2")
            h = activation(nn.batch_norm(h, name="norm2"), "swish2")
            h = named(paddle.nn.functional.max_pool2d(h, 2, 2), "pooled")
        with paddle.static.name_scope("hidden"):
            h = activation(nn.fc(h, 64, name="hidden"), "swish3")
            paddle.static.py_func(active, h, None)
            h = named(quantized(h), "quantized")
            h = named(paddle.nn.functional.dropout(h, 0.3), "dropout")
        with paddle.static.name_scope("output"):
            logits = named(nn.fc(h, 10, name="output"), "logits")
        with paddle.static.name_scope("loss"):
            loss = named(paddle.mean(paddle.nn.functional.softmax_with_cross_entropy(logits, label)), "loss")
            accuracy = named(paddle.static.accuracy(logits, label), "accuracy")
        test = main.clone(for_test=True)
        paddle.optimizer.Adam(LEARNING_RATE).minimize(loss)
    return Classifier(main, test, startup, loss, accuracy, active)
