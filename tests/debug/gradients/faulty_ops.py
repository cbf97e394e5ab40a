"""Sixty faulty custom ops in the three kinds: which inputs' gradients are wrong, and how."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope import paddle
from tests.debug.gradients.correct_ops import A, F, _cast, _keep, _saved, _softmax
from tests.debug.gradients.op_cases import Case, image, normal, positive


def layer(
    name: str, kinds: str, forward: Any, backward: Any, *inputs: Any, wrong: tuple[int, ...] = (0,), **more: Any
) -> Case:
    return Case(name, "layer", _keep(forward), _saved(backward), inputs, wrong, tuple(kinds.split("|")), **more)


def func(
    name: str, kinds: str, forward: Any, backward: Any, *inputs: Any, wrong: tuple[int, ...] = (0,), **more: Any
) -> Case:
    return Case(name, "func", forward, backward, inputs, wrong, tuple(kinds.split("|")), **more)


def block(
    name: str, kinds: str, forward: Any, backward: Any, *inputs: Any, wrong: tuple[int, ...] = (0,), **more: Any
) -> Case:
    return Case(name, "block", forward, backward, inputs, wrong, tuple(kinds.split("|")), **more)


def _shared_save() -> tuple[Any, Any]:
    """Saves on the function, not on ctx."""
    kept: dict[str, Any] = {}

    def forward(ctx: Any, x: Any) -> Any:
        kept["x"] = x
        return x * x

    return forward, lambda ctx, d: 2 * d * kept["x"]


def _late(start: int) -> tuple[Any, Any]:
    """Wrong from a call on."""
    calls: list[int] = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        calls.append(1)
        ctx.factor = 2.0 if len(calls) < start else 1.0
        return x * x

    return forward, lambda ctx, d: d * ctx.factor * ctx.saved_tensor()[0]


def _late_func(start: int) -> tuple[Any, Any]:
    calls: list[int] = []

    def forward(x: Any) -> Any:
        calls.append(1)
        return np.sin(A(x))

    def backward(x: Any, y: Any, d: Any) -> Any:
        return A(d) * np.cos(A(x)) * (1 if len(calls) < start else -1)

    return forward, backward


def _writes_input(ctx: Any, x: Any) -> Any:
    ctx.save_for_backward(x.clone())
    x[0] = 0.0
    return x * 3.0


def _writes_saved(ctx: Any, d: Any) -> Any:
    x = ctx.saved_tensor()[0]
    grad = 2 * d * x
    x[:] = 0.0
    return grad


def _writes_dy(x: Any, d: Any) -> Any:
    d[:] = d * paddle.cos(x)
    return d


def _raises(x: Any, d: Any) -> Any:
    raise ZeroDivisionError("in backward")


_share, _late_layer, _late_np = _shared_save(), _late(4), _late_func(6)
sigmoid = F.sigmoid

FAULTY = [
    layer("sign of a minus", "sign", lambda x, y: x - y, lambda x, y, d: (d, d), normal(5), normal(5), wrong=(1,)),
    layer("factor 2 of a square", "factor", lambda x: x * x, lambda x, d: d * x, normal(7)),
    layer(
        "one percent", "factor", lambda x: paddle.tanh(x), lambda x, d: d * (1 - paddle.tanh(x) ** 2) * 1.01, normal(9)
    ),
    layer("a mean that sums", "factor", lambda x: paddle.mean(x), lambda x, d: paddle.ones_like(x) * d, normal(6, 8)),
    layer(
        "mean over the batch twice",
        "factor",
        lambda x: x.sum(axis=0),
        lambda x, d: paddle.expand(d / 6, x.shape),
        normal(6, 3),
    ),
    layer("transposed square", "transposed", lambda x: x.t() * 2.0, lambda x, d: d * 2.0, normal(4, 4)),
    layer(
        "swapped inputs",
        "swapped",
        lambda x, y: x * x * y,
        lambda x, y, d: (d * x * x, 2 * d * x * y),
        normal(6),
        normal(6),
        wrong=(0, 1),
    ),
    layer(
        "the other's gradient",
        "another",
        lambda x, y: x * y,
        lambda x, y, d: (d * x, d * x),
        normal(6),
        normal(6),
        wrong=(0,),
    ),
    layer(
        "swish without the product rule",
        "term|factor",
        lambda x: x * sigmoid(x),
        lambda x, d: d * sigmoid(x),
        normal(12),
    ),
    layer(
        "swish as in the README",
        "term",
        lambda x: x * sigmoid(x),
        lambda x, d: d * (sigmoid(x) + x * sigmoid(x)),
        normal(12),
    ),
    layer("dy passed on", "passed on", lambda x: paddle.exp(x), lambda x, d: d, normal(8)),
    layer(
        "bias not summed", "broadcast", lambda x, b: x + b, lambda x, b, d: (d, d), normal(5, 3), normal(3), wrong=(1,)
    ),
    layer(
        "scale not summed",
        "broadcast",
        lambda x, s: x * s,
        lambda x, s, d: (d * s, d * x),
        normal(5, 3),
        normal(5, 1),
        wrong=(1,),
    ),
    layer("dy not used", "ignores dy", lambda x: x * x, lambda x, d: 2 * x, normal(5)),
    layer("dy squared", "not linear", lambda x: x * 3.0, lambda x, d: 3 * d * d, normal(5)),
    layer("undeclared clipping", "not linear", lambda x: x * 1.0, lambda x, d: paddle.clip(d, -5.0, 5.0), normal(5)),
    layer(
        "leaky only below 0", "only where", lambda x: F.leaky_relu(x, 0.1), lambda x, d: d * _cast(x > 0, x), normal(30)
    ),
    layer(
        "elu only below 0",
        "only where",
        lambda x: F.elu(x),
        lambda x, d: d * paddle.where(x > 0, paddle.ones_like(x), F.elu(x)),
        normal(5, 30),
    ),
    layer(
        "wrong beyond 2", "only where", lambda x: x * x, lambda x, d: d * paddle.where(x > 1.5, x, 2 * x), normal(8, 8)
    ),
    layer(
        "wrong in the last row",
        "only where",
        lambda x: x * 2.0,
        lambda x, d: paddle.concat([d[:-1] * 2.0, d[-1:] * 0.0]),
        normal(6, 4),
    ),
    Case("wrong from call 4 on", "layer", *_late_layer, (normal(6),), (0,), ("from call on",), 6),
    Case("saved outside of ctx", "layer", *_share, (normal(6),), (0,), ("hidden state",)),
    Case(
        "writes its input",
        "layer",
        _writes_input,
        lambda ctx, d: paddle.concat([d[:1] * 0.0, d[1:] * 3.0]),
        (normal(6),),
        (0,),
        ("in place", "only where"),
    ),
    Case("writes what it saved", "layer", _keep(lambda x: x * x), _writes_saved, (normal(6),), (0,), ("in place",)),
    layer(
        "None for a needed one",
        "none",
        lambda x, y: x * y,
        lambda x, y, d: (d * y, None),
        normal(4),
        normal(4),
        wrong=(1,),
    ),
    layer("zeros", "zero", lambda x: paddle.sin(x), lambda x, d: d * 0.0, normal(5)),
    layer("a gradient of a constant", "independent", lambda x: x * 0.0 + 2.0, lambda x, d: d, normal(5)),
    layer(
        "NaN at 0",
        "nonfinite",
        lambda x: paddle.sin(x),
        lambda x, d: d * paddle.cos(x) * x / x,
        A([0, 1, 2], "float32"),
    ),
    layer("round undeclared", "independent", lambda x: paddle.round(x), lambda x, d: d, normal(20)),
    layer(
        "complex without conj",
        "conjugate|factor|term",
        lambda z: z * z * 1j,
        lambda z, d: 2j * d * z,
        normal(5, dtype="complex64"),
    ),
    layer(
        "cumsum backward forward",
        "order|term",
        lambda x: paddle.cumsum(x, -1),
        lambda x, d: paddle.cumsum(d, -1),
        normal(2, 7),
    ),
    layer("raises", "raises", lambda x: x * 2.0, _raises, normal(3)),
    func("tanh without 1 -", "term|factor", lambda x: np.tanh(A(x)), lambda x, y, d: A(d) * A(y) ** 2, normal(4, 5)),
    func("softmax without its sum", "term", _softmax, lambda x, y, d: A(d) * A(y), normal(6, 5)),
    func(
        "layer norm without the mean",
        "term",
        lambda x: A(x) - A(x).mean(-1, keepdims=True),
        lambda x, y, d: A(d),
        normal(6, 8),
    ),
    func("log upside down", "term", lambda x: np.log(A(x)), lambda x, y, d: A(d) * A(x), positive(10)),
    func("float64 of float32", "dtype", lambda x: A(x) * 2, lambda x, y, d: A(d).astype("float64") * 2, normal(5)),
    func("a row for a matrix", "shape|broadcast", lambda x: A(x) * 2, lambda x, y, d: A(d)[0] * 2, normal(4, 3)),
    func(
        "sort unsorted",
        "term",
        lambda x: np.sort(A(x), -1),
        lambda x, y, d: np.take_along_axis(A(d), np.argsort(A(x), -1), -1),
        normal(5, 9),
    ),
    func("sign of cos", "sign", lambda x: np.cos(A(x)), lambda x, y, d: A(d) * np.sin(A(x)), normal(11)),
    func(
        "relu of y below",
        "term|sign|only where",
        lambda x: np.maximum(A(x), 0),
        lambda x, y, d: A(d) * (A(x) < 0),
        normal(20),
    ),
    func(
        "max to all",
        "term",
        lambda x: A(x).max(-1),
        lambda x, y, d: np.broadcast_to(A(d)[:, None], A(x).shape).copy(),
        normal(4, 6),
        outs=[((4,), "float32")],
    ),
    layer("writes dy", "in place", lambda x: paddle.sin(x), _writes_dy, normal(8)),
    Case("wrong from call 6 on", "func", *_late_np, (normal(6),), (0,), ("from call on",), 9),
    func(
        "transposed product",
        "transposed",
        lambda x, w: A(x) @ A(w),
        lambda x, w, y, d: (A(d) @ A(w).T, A(d).T @ A(x)),
        normal(5, 4),
        normal(4, 4),
        wrong=(1,),
        outs=[((5, 4), "float32")],
    ),
    func(
        "transposed other shape",
        "transposed",
        lambda x, w: A(x) @ A(w),
        lambda x, w, y, d: (A(d) @ A(w).T, A(d).T @ A(x)),
        normal(5, 3),
        normal(3, 4),
        wrong=(1,),
        outs=[((5, 4), "float32")],
    ),
    func("hinge inverted", "sign", lambda x: np.maximum(0, 1 - A(x)), lambda x, y, d: A(d) * (A(x) < 1), normal(14)),
    func(
        "one wrong pixel",
        "only where|term",
        lambda x: A(x) * 2.0,
        lambda x, y, d: A(d) * np.where(np.arange(A(x).size).reshape(A(x).shape) == 4321, 5.0, 2.0).astype("float32"),
        normal(100, 100),
    ),
    func(
        "one wrong weight of many",
        "term|only where",
        lambda x: np.tanh(A(x).sum(-1)),
        lambda x, y, d: (
            (A(d) * (1 - A(y) ** 2))[:, None]
            * np.where(np.arange(300) == 77, 0.0, 1.0).astype("float32")
            * np.ones_like(A(x))
        ),
        normal(3, 300, scale=0.05),
        outs=[((3,), "float32")],
    ),
    func(
        "huber without the corner",
        "only where|term",
        lambda x: np.where(abs(A(x)) < 1, A(x) ** 2 / 2, abs(A(x)) - 0.5),
        lambda x, y, d: A(d) * A(x),
        normal(40),
    ),
    func("float16 factor", "factor", lambda x: A(x) * A(x), lambda x, y, d: A(d) * A(x), positive(12, dtype="float16")),
    block("static factor", "factor", lambda x: x * x, lambda x, d: d * x, normal(6)),
    block("static sign", "sign", lambda x: paddle.cos(x), lambda x, d: d * paddle.sin(x), normal(6)),
    block(
        "static swapped",
        "swapped",
        lambda x, y: x * x * y,
        lambda x, y, d: (d * x * x, d * 2.0 * x * y),
        normal(6),
        normal(6),
        wrong=(0, 1),
    ),
    block(
        "static transposed",
        "transposed",
        lambda x, w: paddle.matmul(x, w),
        lambda x, w, d: (paddle.matmul(d, w, False, False), paddle.matmul(x, d, True)),
        normal(4, 4),
        normal(4, 4),
        wrong=(0,),
    ),
    block("static missing term", "term", lambda x: x * paddle.tanh(x), lambda x, d: d * paddle.tanh(x), normal(9)),
    block("static passes dy", "passed on", lambda x: paddle.exp(x), lambda x, d: d * 1.0, normal(3, 4)),
    block(
        "static only below 0",
        "only where",
        lambda x: F.leaky_relu(x, 0.2),
        lambda x, d: d * _cast(x > 0, x),
        image(5, 5) - 0.1,
    ),
    block("static ignores dy", "ignores dy", lambda x: x * x, lambda x, d: x * 2.0, normal(6)),
    block(
        "static zeros", "zero|none", lambda x, y: x * y, lambda x, y, d: (d * y, None), normal(4), normal(4), wrong=(1,)
    ),
]
