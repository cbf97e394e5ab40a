"""Correct custom ops at values where slopes are hard: huge and tiny, at poles, jumps and masks, fast waves.

At the first run two of them were called wrong (a mask of -1e9, a sine of 1e6 x) and three were unclear.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope import paddle
from tests.debug.gradients.correct_ops import A, F, _cast, block, func, layer
from tests.debug.gradients.op_cases import Case, image, normal, positive


def f32(*values: float) -> Any:
    return A(values, "float32")


def only_float32(x: Any) -> Any:
    assert A(x).dtype == np.float32
    return np.tanh(A(x))


def only_float32_grad(x: Any, y: Any, d: Any) -> Any:
    assert A(x).dtype == np.float32
    return A(d) * (1 - A(y) ** 2)


def half_inside(x: Any) -> Any:
    return np.exp(A(x).astype("float16").astype(A(x).dtype))


def newton(x: Any) -> Any:
    """A square root to four digits, by iteration."""
    x = A(x)
    y = np.ones_like(x)
    for _ in range(100):
        former, y = y, 0.5 * (y + x / y)
        if np.abs(former - y).max() < 1e-4:
            break
    return y


def softplus(x: Any) -> Any:
    return np.where(A(x) > 20, A(x), np.log1p(np.exp(np.minimum(A(x), 20))))


def mask_softmax(x: Any, m: Any) -> Any:
    e = paddle.exp(x + m - (x + m).max(axis=-1, keepdim=True))
    return e / e.sum(axis=-1, keepdim=True)


def mask_softmax_grad(x: Any, m: Any, d: Any) -> Any:
    y = mask_softmax(x, m)
    grad = y * (d - (d * y).sum(axis=-1, keepdim=True))
    return grad, grad


def with_argmax(ctx: Any, x: Any) -> Any:
    index = paddle.argmax(x, -1)
    ctx.mark_non_differentiable(index)
    return x * 2.0, index


WEIGHTS = normal(64, 50)


def dense(x: Any) -> Any:
    return np.maximum(A(x) @ WEIGHTS.astype(A(x).dtype), 0).sum().reshape(1)


def dense_grad(x: Any, y: Any, d: Any) -> Any:
    weights = WEIGHTS.astype(A(x).dtype)
    return ((A(x) @ weights > 0) * A(d)) @ weights.T


def pool(x: Any) -> Any:
    return A(x).reshape(4, 2, 4, 2).max((1, 3))


def pool_grad(x: Any, y: Any, d: Any) -> Any:
    parts = A(x).reshape(4, 2, 4, 2).transpose(0, 2, 1, 3).reshape(4, 4, 4)
    out = np.zeros_like(parts)
    np.put_along_axis(out, parts.argmax(-1)[..., None], A(d)[..., None], -1)
    return out.reshape(4, 4, 2, 2).transpose(0, 2, 1, 3).reshape(8, 8)


def counted(ctx: Any, x: Any) -> Any:
    CALLS.append(1)
    ctx.save_for_backward(x)
    return x * F.sigmoid(x)


def counted_grad(ctx: Any, d: Any) -> Any:
    (x,) = ctx.saved_tensor()
    s = F.sigmoid(x)
    return d * (s + x * s * (1 - s))


def interpolate_grad(x: Any, y: Any, d: Any) -> Any:
    at = np.clip(np.searchsorted(XP, A(x), side="right") - 1, 0, 11)
    return (A(d) * ((FP[at + 1] - FP[at]) / (XP[at + 1] - XP[at]))).astype(A(x).dtype)


def norm_grad(x: Any, y: Any, d: Any) -> Any:
    y = A(y)
    return A(x) * np.where(y > 0, A(d) / np.where(y > 0, y, 1), 0)[:, None].astype(A(x).dtype)


def sharp_softmax(x: Any) -> Any:
    e = np.exp((A(x) - A(x).max(-1, keepdims=True)) / 1e-3)
    return e / e.sum(-1, keepdims=True)


def inverse_root(x: Any, y: Any, d: Any) -> Any:
    with np.errstate(divide="ignore"):
        return A(d) / (2 * A(y))


def share_of_max(x: Any, y: Any, d: Any) -> Any:
    top = A(x) == A(x).max()
    return (top / top.sum() * A(d)).astype(A(x).dtype)


def max_pool_grad(x: Any, d: Any) -> Any:
    wide = F.interpolate(F.max_pool2d(x, 2), scale_factor=2, mode="nearest")
    return paddle.where(x == wide, F.interpolate(d, scale_factor=2, mode="nearest"), paddle.zeros_like(x))


def hard_swish_grad(x: Any, d: Any) -> Any:
    inner = paddle.where(x >= 3, paddle.ones_like(x), (2 * x + 3) / 6)
    return d * paddle.where(x <= -3, paddle.zeros_like(x), inner)


def prelu_grad(x: Any, a: Any, d: Any) -> Any:
    dx = d * paddle.where(x > 0, paddle.ones_like(x), a + paddle.zeros_like(x))
    return dx, (d * paddle.where(x > 0, paddle.zeros_like(x), x)).sum().reshape([1])


CALLS: list[int] = []
XP = np.linspace(-3, 3, 13)
FP = np.sin(XP)
IMAGE = image(8, 8)
IMAGE[:4] = 0
MASK = A(np.where(np.arange(24).reshape(4, 6) % 3 == 0, -1e9, 0), "float32")

HARD: list[Case] = [
    func("float32 only", only_float32, only_float32_grad, normal(40)),
    func("float16 inside", half_inside, lambda x, y, d: A(d) * A(y), normal(20)),
    func("float16 inside, f64", half_inside, lambda x, y, d: A(d) * A(y), normal(20, dtype="float64")),
    func("newton sqrt", newton, lambda x, y, d: A(d) / (2 * A(y)), positive(12)),
    func("huge", lambda x: A(x) * 2, lambda x, y, d: A(d) * 2, f32(1e30, -2e30, 1e-30, 0)),
    func("tiny", lambda x: A(x) * 3, lambda x, y, d: A(d) * 3, f32(1e-38, -2e-39, 1e-42, 0)),
    func("tiny square", lambda x: A(x) ** 2, lambda x, y, d: A(d) * 2 * A(x), f32(1e-20, 1e-18, 3e-19)),
    func("exp near overflow", lambda x: np.exp(A(x)), lambda x, y, d: A(d) * A(y), f32(88, 87, 80, -87)),
    func("log1p", lambda x: np.log1p(A(x)), lambda x, y, d: A(d) / (1 + A(x)), f32(1e-8, 1e-3, 0, 1, -0.999999)),
    func("expm1", lambda x: np.expm1(A(x)), lambda x, y, d: A(d) * np.exp(A(x)), f32(1e-8, -1e-3, 0, 1)),
    func(
        "cancellation",
        lambda x: np.sqrt(A(x) + 1) - np.sqrt(A(x)),
        lambda x, y, d: A(d) * (0.5 / np.sqrt(A(x) + 1) - 0.5 / np.sqrt(A(x))),
        f32(1e6, 1e4, 10, 1),
    ),
    func(
        "cancellation 1e8",
        lambda x: np.sqrt(A(x) + 1) - np.sqrt(A(x)),
        lambda x, y, d: A(d) * (0.5 / np.sqrt(A(x) + 1) - 0.5 / np.sqrt(A(x))),
        f32(1e8, 2e8, 3e8),
    ),
    func(
        "1-cos over x2",
        lambda x: (1 - np.cos(A(x))) / A(x) ** 2,
        lambda x, y, d: A(d) * (np.sin(A(x)) * A(x) - 2 * (1 - np.cos(A(x)))) / A(x) ** 3,
        f32(1e-2, 1, 2, -3),
    ),
    func("x to x", lambda x: A(x) ** A(x), lambda x, y, d: A(d) * A(y) * (np.log(A(x)) + 1), positive(8)),
    func(
        "softplus threshold",
        softplus,
        lambda x, y, d: A(d) * np.where(A(x) > 20, 1, 1 / (1 + np.exp(-A(x)))),
        f32(19, 20, 21, -50, 0, 100),
    ),
    layer("relu6", lambda x: F.relu6(x), lambda x, d: d * _cast((x > 0) & (x < 6), x), f32(0, 6, 3, -1, 7, 6, 0)),
    layer("hardswish", lambda x: F.hardswish(x), hard_swish_grad, f32(-3, 3, 0, 1, -4, 5)),
    layer("prelu", lambda x, a: paddle.where(x > 0, x, a * x), prelu_grad, image(5, 5), f32(0.25)),
    func("global max", lambda x: A(x).max().reshape(1), share_of_max, np.round(normal(6, 6)), outs=[((1,), "float32")]),
    func(
        "norm at zero rows",
        lambda x: np.linalg.norm(A(x), axis=-1),
        norm_grad,
        A([[0, 0, 0], [1, 2, 2], [0, 0, 0]], "float32"),
        outs=[((3,), "float32")],
    ),
    func("sqrt of zeros, Inf", lambda x: np.sqrt(A(x)), inverse_root, f32(0, 1, 4)),
    func(
        "sqrt of zeros, 0",
        lambda x: np.sqrt(A(x)),
        lambda x, y, d: np.where(A(y) > 0, A(d) / (2 * np.where(A(y) > 0, A(y), 1)), 0),
        f32(0, 1, 4, 9),
    ),
    func(
        "cbrt at 0",
        lambda x: np.cbrt(A(x)),
        lambda x, y, d: np.where(A(x) == 0, 0, A(d) / (3 * np.where(A(x) == 0, 1, A(y)) ** 2)).astype(A(x).dtype),
        f32(0, 1, -8, 27, 2),
    ),
    layer("masked softmax -1e9", mask_softmax, mask_softmax_grad, normal(4, 6), MASK),
    Case("argmax beside", "layer", with_argmax, lambda ctx, d, i: d * 2.0, (normal(4, 5),)),
    func("dense relu", dense, dense_grad, normal(1, 64), outs=[((1,), "float32")]),
    func("dense relu of zeros", dense, dense_grad, np.zeros((1, 64), "float32"), outs=[((1,), "float32")]),
    func("dense relu of an image", dense, dense_grad, image(30, 64), outs=[((1,), "float32")]),
    func("2d pool of zeros", pool, pool_grad, IMAGE, outs=[((4, 4), "float32")]),
    Case("counter", "layer", counted, counted_grad, (normal(6),), calls=4),
    func(
        "interp",
        lambda x: np.interp(A(x), XP, FP).astype(A(x).dtype),
        interpolate_grad,
        f32(0.1, 1, 2, -0.5, 2.9, 0, 0.25),
    ),
    layer(
        "complex abs at 0",
        lambda z: paddle.abs(z),
        lambda z, d: z * (d / paddle.clip(paddle.abs(z), 1e-30, 1e30)).astype(z.dtype),
        A([0, 1 + 1j, -2j], "complex64"),
    ),
    layer("0-d", lambda x: x * x, lambda x, d: 2 * x * d, A(1.5, "float32")),
    layer("one element", lambda x: x**3, lambda x, d: 3 * x * x * d, f32(2.0)),
    func(
        "sin 1e6 x",
        lambda x: np.sin(1e6 * A(x)),
        lambda x, y, d: A(d) * 1e6 * np.cos(1e6 * A(x)),
        normal(9, dtype="float64"),
    ),
    func(
        "exp 1e3 x",
        lambda x: np.exp(1e3 * A(x)),
        lambda x, y, d: A(d) * 1e3 * A(y),
        normal(6, dtype="float64", scale=0.1),
    ),
    func(
        "temperature",
        sharp_softmax,
        lambda x, y, d: A(y) * (A(d) - (A(d) * A(y)).sum(-1, keepdims=True)) / np.float32(1e-3),
        normal(4, 5),
    ),
    func("quantised output", lambda x: np.round(A(x) * 256) / 256, lambda x, y, d: A(d), normal(10), intended=("*",)),
    func("mod", lambda x: np.mod(A(x), 1.0), lambda x, y, d: A(d), normal(12)),
    func("mod at integers", lambda x: np.mod(A(x), 1.0), lambda x, y, d: A(d), f32(0, 1, 2, 0.5, -1)),
    func("sign", lambda x: np.sign(A(x)), lambda x, y, d: A(d) * 0, normal(8)),
    func("sign at zeros", lambda x: np.sign(A(x)), lambda x, y, d: A(d) * 0, image(5, 5)),
    func(
        "threshold",
        lambda x: (A(x) > 0.5).astype(A(x).dtype) * A(x),
        lambda x, y, d: (A(x) > 0.5) * A(d),
        f32(0.5, 0.6, 0.4, 0, 1),
    ),
    func(
        "pow 1.5 at 0",
        lambda x: np.abs(A(x)) ** 1.5,
        lambda x, y, d: A(d) * 1.5 * np.sqrt(np.abs(A(x))) * np.sign(A(x)),
        f32(0, 0, 1, -2, 0.3),
    ),
    func(
        "x log x at 0",
        lambda x: np.where(A(x) > 0, A(x) * np.log(np.where(A(x) > 0, A(x), 1)), 0),
        lambda x, y, d: A(d) * np.where(A(x) > 0, np.log(np.where(A(x) > 0, A(x), 1)) + 1, 0),
        f32(0, 1, 0.5, 1e-6, 0.1),
    ),
    func(
        "acos at 1",
        lambda x: np.arccos(A(x)),
        lambda x, y, d: -A(d) / np.sqrt(1 - A(x) ** 2),
        f32(0.5, -0.3, 0.999999, 0.1),
    ),
    func(
        "float16 sum",
        lambda x: A(x).sum().reshape(1),
        lambda x, y, d: np.broadcast_to(A(d), A(x).shape).copy(),
        normal(40, 40, dtype="float16"),
        outs=[((1,), "float16")],
    ),
    func(
        "float16 of large",
        lambda x: A(x) * np.float16(100),
        lambda x, y, d: A(d) * np.float16(100),
        f32(300, 400, -500).astype("float16"),
    ),
    func(
        "var",
        lambda x: A(x).var().reshape(1),
        lambda x, y, d: 2 * (A(x) - A(x).mean()) / A(x).size * A(d),
        normal(50, 40) + 1000,
        outs=[((1,), "float32")],
    ),
    func(
        "logsumexp big",
        lambda x: np.log(np.exp(A(x) - A(x).max()).sum()).reshape(1) + A(x).max(),
        lambda x, y, d: np.exp(A(x) - A(x).max()) / np.exp(A(x) - A(x).max()).sum() * A(d),
        normal(300) * 10,
        outs=[((1,), "float32")],
    ),
    block(
        "static embedding-like",
        lambda x: paddle.matmul(paddle.tanh(x), x, False, True),
        lambda x, d: paddle.matmul(d, x) * (1 - paddle.tanh(x) ** 2) + paddle.matmul(d, paddle.tanh(x), True),
        normal(5, 4),
    ),
    block("static maxpool", lambda x: F.max_pool2d(x, 2), max_pool_grad, normal(1, 2, 4, 4)),
]
