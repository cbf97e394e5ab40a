"""Sixty correct custom ops in the three kinds, with the values where gradient checks go wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope import debug, paddle
from tests.debug.gradients.op_cases import Case, image, normal, positive

A = np.asarray
F = paddle.nn.functional


def _keep(function: Any) -> Any:
    def forward(ctx: Any, *xs: Any) -> Any:
        ctx.save_for_backward(*xs)
        return function(*xs)

    return forward


def _saved(function: Any) -> Any:
    return lambda ctx, *ds: function(*ctx.saved_tensor(), *ds)


def layer(name: str, forward: Any, backward: Any, *inputs: Any, **more: Any) -> Case:
    return Case(name, "layer", _keep(forward), _saved(backward), inputs, **more)


def func(name: str, forward: Any, backward: Any, *inputs: Any, **more: Any) -> Case:
    return Case(name, "func", forward, backward, inputs, **more)


def block(name: str, forward: Any, backward: Any, *inputs: Any, **more: Any) -> Case:
    return Case(name, "block", forward, backward, inputs, **more)


def _cast(condition: Any, like: Any) -> Any:
    return condition.astype(like.dtype)


def _one_hot_max(x: Any, d: Any) -> Any:
    top = x == x.max(axis=-1, keepdim=True)
    mask = _cast(top, x)
    return d.unsqueeze(-1) * mask / mask.sum(axis=-1, keepdim=True)


def _first_max(x: Any, y: Any, d: Any) -> Any:
    x, d = A(x), A(d)
    out = np.zeros_like(x)
    out[np.arange(len(x)), x.argmax(-1)] = d
    return out


def _dropout() -> tuple[Any, Any]:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mask = _cast(paddle.rand(x.shape) > 0.5, x)
        return x * ctx.mask * 2.0

    return forward, lambda ctx, d: d * ctx.mask * 2.0


def _numpy_dropout() -> tuple[Any, Any]:
    kept: dict[str, Any] = {}

    def forward(x: Any) -> Any:
        kept["mask"] = np.random.random(A(x).shape) > 0.5  # noqa: NPY002 (users draw so)
        return A(x) * kept["mask"]

    return forward, lambda x, y, d: A(d) * kept["mask"]


def _running_mean() -> tuple[Any, Any]:
    state = {"mean": np.zeros(4), "calls": 0}

    def forward(ctx: Any, x: Any) -> Any:
        state["calls"] += 1
        state["mean"] = 0.9 * state["mean"] + 0.1 * x.numpy().mean(0)
        ctx.shift = paddle.to_tensor(state["mean"]).astype(x.dtype)
        return (x - ctx.shift) * 3.0

    # the statistics count as constant by the user's choice: declared
    return forward, lambda ctx, d: d * 3.0


def _counter() -> tuple[Any, Any]:
    calls: list[int] = []

    def forward(x: Any) -> Any:
        calls.append(1)
        return A(x) * len(calls)

    return forward, lambda x, y, d: A(d) * len(calls)


def _layer_norm(x: Any, y: Any, d: Any) -> Any:
    x, d = A(x), A(d)
    n = x.shape[-1]
    centred = x - x.mean(-1, keepdims=True)
    inverse = 1 / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    hat = centred * inverse
    return inverse * (d - d.mean(-1, keepdims=True) - hat * (d * hat).sum(-1, keepdims=True) / n)


def _layer_norm_forward(x: Any) -> Any:
    x = A(x)
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)


def _softmax(x: Any) -> Any:
    e = np.exp(A(x) - A(x).max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _mixed(x: Any) -> Any:
    """Computes in float32 whatever it gets."""
    return np.tanh(A(x).astype("float32"))


def _sinc_backward(x: Any, y: Any, d: Any) -> Any:
    x, d = A(x), A(d)
    safe = np.where(x == 0, 1, x)
    return d * np.where(x == 0, 0, (np.cos(safe) * safe - np.sin(safe)) / safe**2)


class Round(paddle.autograd.PyLayer):
    """Declared in the code."""

    @staticmethod
    @debug.intended("straight-through estimator")
    def backward(ctx: Any, d: Any) -> Any:
        return d


KINKS = A([0, 1.0, -1.0, 0.5, 0, -2.0, 1.0, 0], "float32")
TIES = A([[1, 1, 0], [2, 0, 2], [0, 0, 0], [3, 1, 2]], "float32")
_drop, _np_drop, _mean, _count = _dropout(), _numpy_dropout(), _running_mean(), _counter()

CORRECT = [
    layer("relu of an image", lambda x: F.relu(x), lambda x, d: d * _cast(x > 0, x), image(1, 28, 28)),
    layer("relu of zeros", lambda x: F.relu(x), lambda x, d: d * _cast(x > 0, x), np.zeros((4, 9), "float32")),
    layer("relu with 1 at 0", lambda x: F.relu(x), lambda x, d: d * _cast(x >= 0, x), image(3, 8, 8)),
    layer(
        "relu with a half at 0", lambda x: F.relu(x), lambda x, d: d * (_cast(x > 0, x) + _cast(x >= 0, x)) / 2, KINKS
    ),
    layer(
        "leaky relu in float16",
        lambda x: F.leaky_relu(x, 0.1),
        lambda x, d: d * paddle.where(x > 0, paddle.ones_like(x), paddle.full_like(x, 0.1)),
        normal(40, dtype="float16"),
    ),
    layer("max with ties", lambda x: x.max(axis=-1), _one_hot_max, TIES),
    layer(
        "clip at its bounds", lambda x: paddle.clip(x, -1.0, 1.0), lambda x, d: d * _cast((x > -1) & (x < 1), x), KINKS
    ),
    layer("abs", lambda x: paddle.abs(x), lambda x, d: d * paddle.sign(x), KINKS),
    layer("sin at 1e4", lambda x: paddle.sin(x), lambda x, d: d * paddle.cos(x), normal(30, scale=1e4)),
    layer(
        "sin of 1e4 x",
        lambda x: paddle.sin(x * 1e4),
        lambda x, d: d * 1e4 * paddle.cos(x * 1e4),
        normal(20, dtype="float64"),
    ),
    layer("1/x near 0", lambda x: 1 / x, lambda x, d: -d / (x * x), A([1e-3, -1e-4, 1e-6, 2.0, -1.0, 1e-2], "float32")),
    layer(
        "tanh in float64",
        lambda x: paddle.tanh(x),
        lambda x, d: d * (1 - paddle.tanh(x) ** 2),
        normal(5, 5, dtype="float64"),
    ),
    layer(
        "tanh in float16",
        lambda x: paddle.tanh(x),
        lambda x, d: d * (1 - paddle.tanh(x) ** 2),
        normal(5, 5, dtype="float16"),
    ),
    layer(
        "saturated tanh",
        lambda x: paddle.tanh(x),
        lambda x, d: d * (1 - paddle.tanh(x) ** 2),
        A([0.1, 5, -9, 12, 40, 1], "float32"),
    ),
    layer(
        "a product",
        lambda x, w: paddle.matmul(x, w),
        lambda x, w, d: (paddle.matmul(d, w.t()), paddle.matmul(x.t(), d)),
        normal(5, 3),
        normal(3, 4),
    ),
    layer(
        "a large product",
        lambda x, w: paddle.matmul(x, w),
        lambda x, w, d: (paddle.matmul(d, w.t()), paddle.matmul(x.t(), d)),
        normal(64, 48),
        normal(48, 32),
    ),
    layer("complex square", lambda z: z * z, lambda z, d: 2 * d * paddle.conj(z), normal(4, dtype="complex64")),
    layer(
        "abs of complex",
        lambda z: paddle.abs(z),
        lambda z, d: (d / paddle.abs(z)).astype(z.dtype) * z,
        normal(6, dtype="complex128"),
    ),
    layer(
        "real to complex",
        lambda x, y: paddle.complex(x, y),
        lambda x, y, d: (paddle.real(d), paddle.imag(d)),
        normal(5),
        normal(5),
    ),
    layer("two outputs", lambda x: (paddle.sin(x), x * x), lambda x, d, e: d * paddle.cos(x) + 2 * x * e, normal(3, 4)),
    Case("dropout", "layer", *_drop, (normal(8, 8),)),
    Case("running mean", "layer", *_mean, (normal(5, 4),), intended=("Own",)),
    layer("round, declared by name", lambda x: paddle.round(x), lambda x, d: d, normal(12), intended=("Own.*",)),
    Case("round, declared in the code", "layer", lambda ctx, x: paddle.round(x), Round.backward, (normal(12),)),
    layer("gradient reversal", lambda x: x * 1.0, lambda x, d: -d, normal(6), intended=("O?n",)),
    layer(
        "logsumexp", lambda x: paddle.logsumexp(x, -1), lambda x, d: d.unsqueeze(-1) * F.softmax(x, -1), normal(6, 9)
    ),
    layer(
        "cumsum",
        lambda x: paddle.cumsum(x, -1),
        lambda x, d: paddle.flip(paddle.cumsum(paddle.flip(d, [-1]), -1), [-1]),
        normal(3, 7),
    ),
    layer(
        "tiny values",
        lambda x: paddle.tanh(x * 1e-12) * 1e-6,
        lambda x, d: d * 1e-18 * (1 - paddle.tanh(x * 1e-12) ** 2),
        normal(5),
    ),
    func("square", lambda x: A(x) ** 2, lambda x, y, d: 2 * A(x) * A(d), normal(4, 4)),
    func("relu of an image, NumPy", lambda x: np.maximum(A(x), 0), lambda x, y, d: A(d) * (A(y) > 0), image(8, 8)),
    func("max, the first of ties", lambda x: A(x).max(-1), _first_max, TIES, outs=[((4,), "float32")]),
    func("softmax", _softmax, lambda x, y, d: A(y) * (A(d) - (A(d) * A(y)).sum(-1, keepdims=True)), normal(8, 10)),
    func("layer norm", _layer_norm_forward, _layer_norm, normal(16, 24)),
    func(
        "sort",
        lambda x: np.sort(A(x), -1),
        lambda x, y, d: np.take_along_axis(A(d), np.argsort(np.argsort(A(x), -1), -1), -1),
        normal(4, 6),
    ),
    func(
        "sqrt near 0",
        lambda x: np.sqrt(A(x)),
        lambda x, y, d: A(d) / (2 * A(y)),
        A([1e-8, 1e-4, 1.0, 4.0, 1e-12], "float32"),
    ),
    func("log", lambda x: np.log(A(x)), lambda x, y, d: A(d) / A(x), positive(10)),
    func("bias", lambda x, b: A(x) + A(b), lambda x, b, y, d: (A(d), A(d).sum(0)), normal(20, 6), normal(6)),
    func(
        "a scale",
        lambda x, s: A(x) * A(s),
        lambda x, s, y, d: (A(d) * A(s), (A(d) * A(x)).sum(keepdims=True).reshape(1)),
        normal(7, 3),
        normal(1),
    ),
    func("dropout by numpy.random", *_np_drop, normal(6, 6)),
    func("a counter", *_count, normal(6), calls=5),
    func(
        "float32 inside",
        _mixed,
        lambda x, y, d: (A(d) * (1 - A(y) ** 2)).astype("float64"),
        normal(9, dtype="float64"),
        outs=[((9,), "float32")],
    ),
    func("float16", lambda x: A(x) * A(x) * A(x), lambda x, y, d: 3 * A(d) * A(x) ** 2, normal(12, dtype="float16")),
    func("float64", lambda x: np.arctan(A(x)), lambda x, y, d: A(d) / (1 + A(x) ** 2), normal(12, dtype="float64")),
    func("sinc at 0", lambda x: np.sinc(A(x) / np.pi), _sinc_backward, A([0, 1, -2, 0.5], "float32")),
    func(
        "hinge at its corner",
        lambda x: np.maximum(0, 1 - A(x)),
        lambda x, y, d: -A(d) * (A(x) < 1),
        A([1, 1, 0, 2, -1], "float32"),
    ),
    func(
        "huber at its corner",
        lambda x: np.where(abs(A(x)) < 1, A(x) ** 2 / 2, abs(A(x)) - 0.5),
        lambda x, y, d: A(d) * np.clip(A(x), -1, 1),
        KINKS,
    ),
    func(
        "mean of squares",
        lambda x: (A(x) ** 2).mean(keepdims=True).reshape(1),
        lambda x, y, d: 2 * A(x) / A(x).size * A(d),
        normal(30, 40),
        outs=[((1,), "float32")],
    ),
    func(
        "complex product",
        lambda a, b: A(a) * A(b),
        lambda a, b, y, d: (A(d) * A(b).conj(), A(d) * A(a).conj()),
        normal(5, dtype="complex64"),
        normal(5, dtype="complex64"),
    ),
    func(
        "norm",
        lambda x: np.linalg.norm(A(x), axis=-1),
        lambda x, y, d: A(x) * (A(d) / A(y))[:, None],
        normal(5, 3),
        outs=[((5,), "float32")],
    ),
    block("static tanh", lambda x: paddle.tanh(x), lambda x, d: d * (1 - paddle.tanh(x) ** 2), normal(4, 6)),
    block("static relu of an image", lambda x: F.relu(x), lambda x, d: d * _cast(x > 0, x), image(2, 10, 10)),
    block(
        "static product",
        lambda x, w: paddle.matmul(x, w),
        lambda x, w, d: (paddle.matmul(d, w, False, True), paddle.matmul(x, d, True)),
        normal(6, 5),
        normal(5, 4),
    ),
    block(
        "static max of two with ties",
        lambda x, y: paddle.maximum(x, y),
        lambda x, y, d: (d * _cast(x >= y, x), d * _cast(x < y, x)),
        KINKS,
        A([0, 1, 1, 0.2, 0, 0, -1, 0], "float32"),
    ),
    block("static exp in float64", lambda x: paddle.exp(x), lambda x, d: d * paddle.exp(x), normal(7, dtype="float64")),
    block("static float16", lambda x: x * x, lambda x, d: d * x * 2.0, normal(7, dtype="float16")),
    block("static sin at 1e4", lambda x: paddle.sin(x), lambda x, d: d * paddle.cos(x), normal(9, scale=1e4)),
    block("static reciprocal", lambda x: 1.0 / x, lambda x, d: -d / (x * x), A([1e-4, 0.3, -2, 1e-5], "float32")),
    block(
        "static softmax",
        lambda x: F.softmax(x, -1),
        lambda x, d: F.softmax(x, -1) * (d - (d * F.softmax(x, -1)).sum(axis=-1, keepdim=True)),
        normal(5, 6),
    ),
    block(
        "static floor, declared", lambda x: paddle.floor(x), lambda x, d: d, normal(9), intended=("static_pylayer*",)
    ),
    block("static mean", lambda x: paddle.mean(x), lambda x, d: paddle.ones_like(x) * d / 24.0, normal(4, 6)),
]
