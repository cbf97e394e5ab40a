"""One Transformer block: attention and a wide layer with GELU, each added to its input and normalized."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.bench.goals import speed
from tests.bench.work import Arrays, Model, normal


@dataclass(frozen=True)
class Transformer(Model):
    """`width` features in `heads` heads, `length` positions; a squared error against random targets."""

    width: int
    length: int
    batch: int
    heads: int

    @property
    def name(self) -> str:
        shape = f"d{self.width}, s{self.length}, b{self.batch}, {self.heads} heads"
        return f"Transformer block {shape}" + (", GPU" if self.device == "cuda" else "")

    @property
    def flops(self) -> float:
        """Twelve width x width products and two of attention, each three times; less the gradients of the input."""
        tokens = self.batch * self.length
        return 2.0 * tokens * self.width * (3 * (12 * self.width + 2 * self.length) - 3 * self.width)

    def small(self) -> Transformer:
        return replace(self, width=32, length=16, batch=2)

    def params(self) -> Arrays:
        rng, d = np.random.default_rng(0), self.width
        shapes = {"q": (d, d), "k": (d, d), "v": (d, d), "o": (d, d), "up": (d, 4 * d), "down": (4 * d, d)}
        start = {f"{k}.w": normal(rng, *s, scale=s[0] ** -0.5) for k, s in shapes.items()}
        start |= {f"{k}.b": normal(rng, s[1], scale=0.1) for k, s in shapes.items()}
        for layer in ("n1", "n2"):
            start |= {f"{layer}.w": 1 + normal(rng, d, scale=0.1), f"{layer}.b": normal(rng, d, scale=0.1)}
        return start

    def feed(self) -> Arrays:
        rng = np.random.default_rng(1)
        return {name: normal(rng, self.batch, self.length, self.width) for name in ("x", "y")}

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        F, x = paddle.nn.functional, feed["x"]

        def full(h: Any, layer: str, size: int) -> Any:
            attrs = {"weight_attr": given.attr(f"{layer}.w"), "bias_attr": given.attr(f"{layer}.b")}
            return paddle.static.nn.fc(h, size, num_flatten_dims=2, **attrs)

        def norm(h: Any, layer: str) -> Any:
            return F.layer_norm(h, [self.width], given.parameter(f"{layer}.w"), given.parameter(f"{layer}.b"))

        def head(layer: str) -> Any:
            split = paddle.reshape(full(x, layer, self.width), [0, 0, self.heads, self.width // self.heads])
            return paddle.transpose(split, [0, 2, 1, 3])

        q, k, v = (head(layer) for layer in "qkv")
        scores = paddle.scale(paddle.matmul(q, k, transpose_y=True), (self.width // self.heads) ** -0.5)
        seen = paddle.transpose(paddle.matmul(F.softmax(scores), v), [0, 2, 1, 3])
        h = norm(x + full(paddle.reshape(seen, [0, 0, self.width]), "o", self.width), "n1")
        h = norm(h + full(F.gelu(full(h, "up", 4 * self.width)), "down", self.width), "n2")
        return paddle.mean(paddle.square(h - feed["y"]))

    def torch(self, p: Arrays, feed: Arrays) -> Any:
        import torch

        F, x = torch.nn.functional, feed["x"]
        shape = (self.batch, self.length, self.heads, -1)

        def full(h: Any, layer: str) -> Any:
            return h @ p[f"{layer}.w"] + p[f"{layer}.b"]

        def norm(h: Any, layer: str) -> Any:
            return F.layer_norm(h, (self.width,), p[f"{layer}.w"], p[f"{layer}.b"])

        q, k, v = (full(x, layer).view(shape).transpose(1, 2) for layer in "qkv")
        seen = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(x.shape)
        h = norm(x + full(seen, "o"), "n1")
        h = norm(h + full(F.gelu(full(h, "up")), "down"), "n2")
        return F.mse_loss(h, feed["y"])

    def jax(self, p: Arrays, feed: Arrays) -> Any:
        import jax

        x, shape = feed["x"], (self.batch, self.length, self.heads, -1)

        def full(h: Any, layer: str) -> Any:
            return h @ p[f"{layer}.w"] + p[f"{layer}.b"]

        def norm(h: Any, layer: str) -> Any:
            h = jax.nn.standardize(h, epsilon=1e-5)
            return h * p[f"{layer}.w"] + p[f"{layer}.b"]

        q, k, v = (full(x, layer).reshape(shape).transpose(0, 2, 1, 3) for layer in "qkv")
        weights = jax.nn.softmax(q @ k.swapaxes(2, 3) * (self.width // self.heads) ** -0.5)
        seen = (weights @ v).transpose(0, 2, 1, 3).reshape(x.shape)
        h = norm(x + full(seen, "o"), "n1")
        h = norm(h + full(jax.nn.gelu(full(h, "up"), approximate=False), "down"), "n2")
        return ((h - feed["y"]) ** 2).mean()


WORKS = [
    Transformer(256, 128, 8, 4, goals=(speed(1.0),)),
    Transformer(256, 128, 8, 4, goals=(speed(1.0),), device="cuda"),
]
