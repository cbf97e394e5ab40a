"""Relu layers of one width, a squared error against random targets; also in straight NumPy calls."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from tests.bench.goals import by_hand, in_session, speed, tapped
from tests.bench.work import BETA1, BETA2, EPSILON, RATE, Arrays, Model, Step, normal


@dataclass(frozen=True)
class Mlp(Model):
    """`depth` layers of `width`."""

    depth: int
    width: int
    batch: int
    taps: bool = field(default=False, compare=False)
    sessions: bool = field(default=False, compare=False)

    @property
    def name(self) -> str:
        return f"mlp {self.depth}x{self.width} b{self.batch}" + (", GPU" if self.device == "cuda" else "")

    @property
    def flops(self) -> float:
        """Forward, and two products backward; the first layer needs no gradient of its input."""
        return 2.0 * self.batch * self.width**2 * (3 * self.depth - 1) if self.width >= 256 else 0.0

    def small(self) -> Mlp:
        return replace(self, depth=3, width=min(self.width, 64), batch=min(self.batch, 32))

    def params(self) -> Arrays:
        rng, width = np.random.default_rng(0), self.width
        weights = {f"w{i}": normal(rng, width, width, scale=(2.0 / width) ** 0.5) for i in range(self.depth)}
        return weights | {f"b{i}": np.zeros(width, "float32") for i in range(self.depth)}

    def feed(self) -> Arrays:
        rng = np.random.default_rng(1)
        return {name: normal(rng, self.batch, self.width) for name in ("x", "y")}

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        h = feed["x"]
        for i in range(self.depth):
            attrs = {"weight_attr": given.attr(f"w{i}"), "bias_attr": given.attr(f"b{i}")}
            h = paddle.static.nn.fc(h, self.width, activation="relu", **attrs)
        return paddle.mean(paddle.square(h - feed["y"]))

    def torch(self, p: Arrays, feed: Arrays) -> Any:
        import torch

        h = feed["x"]
        for i in range(self.depth):
            h = torch.relu(torch.addmm(p[f"b{i}"], h, p[f"w{i}"]))
        return torch.nn.functional.mse_loss(h, feed["y"])

    def jax(self, p: Arrays, feed: Arrays) -> Any:
        import jax

        h = feed["x"]
        for i in range(self.depth):
            h = jax.nn.relu(h @ p[f"w{i}"] + p[f"b{i}"])
        return ((h - feed["y"]) ** 2).mean()

    def by_hand(self) -> Step:
        """Forward, backward and Adam on buffers that are made once; the parameters are views of one array."""
        p, (x, y) = self.params(), self.feed().values()
        order = [f"{kind}{i}" for i in range(self.depth) for kind in "wb"]
        ends = np.cumsum([0, *(p[name].size for name in order)])
        flat = np.concatenate([p[name].ravel() for name in order])
        grad, shape = np.zeros_like(flat), (self.batch, self.width)

        def layers(buffer: Any) -> list[tuple[Any, Any]]:
            parts = [buffer[a:b] for a, b in pairwise(ends)]
            return [(w.reshape(self.width, -1), b) for w, b in zip(parts[::2], parts[1::2], strict=True)]

        params, grads, adam = layers(flat), layers(grad), _adam(flat, grad)
        hidden = [x, *(np.empty(shape, "float32") for _ in params)]
        masks = [np.empty(shape, bool) for _ in params]
        delta, error = np.empty_like(y), np.empty_like(y)

        def step() -> Any:
            for (w, b), h, out, mask in zip(params, hidden, hidden[1:], masks, strict=False):
                np.matmul(h, w, out=out)
                np.add(out, b, out=out)
                np.maximum(out, 0.0, out=out)
                np.greater(out, 0.0, out=mask)
            np.subtract(hidden[-1], y, out=error)
            loss = np.dot(error.ravel(), error.ravel()) / error.size
            d, other = error, delta
            np.multiply(d, np.float32(2.0 / error.size), out=d)
            for (w, _), (dw, db), h, mask in zip(params[::-1], grads[::-1], hidden[-2::-1], masks[::-1], strict=True):
                np.multiply(d, mask, out=d)
                np.matmul(h.T, d, out=dw)
                np.sum(d, axis=0, out=db)
                if h is not x:
                    np.matmul(d, w.T, out=other)
                    d, other = other, d
            adam()
            return loss

        return step


def _adam(flat: Any, grad: Any) -> Step:
    m, v, t1, t2 = (np.zeros_like(flat) for _ in range(4))
    powers = [1.0, 1.0]

    def update() -> None:
        powers[0] *= BETA1
        powers[1] *= BETA2
        np.multiply(m, np.float32(BETA1), out=m)
        np.multiply(grad, np.float32(1 - BETA1), out=t1)
        np.add(m, t1, out=m)
        np.multiply(v, np.float32(BETA2), out=v)
        np.multiply(grad, grad, out=t1)
        np.multiply(t1, np.float32(1 - BETA2), out=t1)
        np.add(v, t1, out=v)
        np.sqrt(v, out=t2)
        root = (1 - powers[1]) ** 0.5
        np.add(t2, np.float32(EPSILON * root), out=t2)
        np.divide(m, t2, out=t1)
        np.multiply(t1, np.float32(RATE * root / (1 - powers[0])), out=t1)
        np.subtract(flat, t1, out=flat)

    return update


WORKS = [
    Mlp(8, 16, 16, sessions=True, goals=(speed(1.5), by_hand(1.2), *in_session(1.6, 1.9, 1.6, 1.8)), quick=True),
    Mlp(8, 64, 64, sessions=True, goals=(speed(1.5), by_hand(1.2), *in_session(1.2, 1.4, 1.25, 1.3)), quick=True),
    Mlp(
        8, 256, 64, taps=True, sessions=True,
        goals=(
            speed(1.0), by_hand(1.05), tapped("health", 1.2), tapped("statistics", 1.6), tapped("record", 2.2),
            *in_session(1.1, 1.2, 1.1, 1.15),
        ),
    ),
    Mlp(8, 1024, 128, goals=(speed(1.0), by_hand(1.05))),
    Mlp(8, 256, 64, goals=(speed(1.0),), device="cuda"),
]  # fmt: skip
