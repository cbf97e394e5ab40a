"""LeNet on 28x28 pictures, and two wide 3x3 convolutions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.bench.goals import speed, tapped
from tests.bench.work import Arrays, Model, normal

TAPPED = (tapped("health", 1.3), tapped("statistics", 1.6), tapped("record", 2.2))


@dataclass(frozen=True)
class LeNet(Model):
    """Two convolutions with pooling, three full layers, the cross entropy of 10 classes."""

    batch: int
    taps: bool = True
    sessions: bool = True

    @property
    def name(self) -> str:
        return f"LeNet b{self.batch}"

    def params(self) -> Arrays:
        rng = np.random.default_rng(0)
        shapes = {"c1": (6, 1, 3, 3), "c2": (16, 6, 5, 5), "f1": (400, 120), "f2": (120, 84), "f3": (84, 10)}
        fans = {"c1": 9, "c2": 150, "f1": 400, "f2": 120, "f3": 84}
        weights = {f"{k}.w": normal(rng, *shape, scale=(2.0 / fans[k]) ** 0.5) for k, shape in shapes.items()}
        return weights | {f"{k}.b": np.zeros(s[0] if len(s) == 4 else s[1], "float32") for k, s in shapes.items()}

    def feed(self) -> Arrays:
        rng = np.random.default_rng(1)
        return {"x": normal(rng, self.batch, 1, 28, 28), "y": rng.integers(0, 10, (self.batch, 1))}

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        def attrs(layer: str, weight: str) -> dict[str, Any]:
            return {weight: given.attr(f"{layer}.w"), "bias_attr": given.attr(f"{layer}.b")}

        nn, pool = paddle.static.nn, paddle.nn.functional.max_pool2d
        h = pool(nn.conv2d(feed["x"], 6, 3, padding=1, act="relu", **attrs("c1", "param_attr")), 2, 2)
        h = pool(nn.conv2d(h, 16, 5, act="relu", **attrs("c2", "param_attr")), 2, 2)
        h = nn.fc(h, 120, activation="relu", **attrs("f1", "weight_attr"))
        h = nn.fc(h, 84, activation="relu", **attrs("f2", "weight_attr"))
        logits = nn.fc(h, 10, **attrs("f3", "weight_attr"))
        return paddle.mean(paddle.nn.functional.softmax_with_cross_entropy(logits, feed["y"]))

    def torch(self, p: Arrays, feed: Arrays) -> Any:
        import torch

        F = torch.nn.functional
        h = F.max_pool2d(F.relu(F.conv2d(feed["x"], p["c1.w"], p["c1.b"], padding=1)), 2)
        h = F.max_pool2d(F.relu(F.conv2d(h, p["c2.w"], p["c2.b"])), 2).flatten(1)
        for layer in ("f1", "f2"):
            h = F.relu(h @ p[f"{layer}.w"] + p[f"{layer}.b"])
        return F.cross_entropy(h @ p["f3.w"] + p["f3.b"], feed["y"][:, 0])

    def jax(self, p: Arrays, feed: Arrays) -> Any:
        import jax
        import jax.numpy as jnp

        h = feed["x"]
        for layer, pad in (("c1", 1), ("c2", 0)):
            h = jax.nn.relu(_conv(h, p[f"{layer}.w"], pad) + p[f"{layer}.b"][:, None, None])
            h = jax.lax.reduce_window(h, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
        h = h.reshape(self.batch, -1)
        for layer in ("f1", "f2"):
            h = jax.nn.relu(h @ p[f"{layer}.w"] + p[f"{layer}.b"])
        logs = jax.nn.log_softmax(h @ p["f3.w"] + p["f3.b"])
        return -jnp.take_along_axis(logs, feed["y"], 1).mean()


@dataclass(frozen=True)
class Convs(Model):
    """Two 3x3 convolutions that keep the size, with relu; the mean square of what comes out."""

    channels: int
    size: int
    batch: int
    taps: bool = True
    sessions: bool = True

    @property
    def name(self) -> str:
        return f"two 3x3 convs, {self.channels} channels, {self.size}x{self.size}, b{self.batch}"

    @property
    def flops(self) -> float:
        """Forward twice, the weights twice, the input once: the first needs no gradient of its input."""
        return 5 * 2.0 * self.batch * self.size**2 * 9 * self.channels**2

    def small(self) -> Convs:
        return replace(self, channels=8, size=12, batch=4)

    def params(self) -> Arrays:
        rng, n = np.random.default_rng(0), self.channels
        weights = {f"c{i}.w": normal(rng, n, n, 3, 3, scale=(2.0 / (9 * n)) ** 0.5) for i in (1, 2)}
        return weights | {f"c{i}.b": np.zeros(n, "float32") for i in (1, 2)}

    def feed(self) -> Arrays:
        return {"x": normal(np.random.default_rng(1), self.batch, self.channels, self.size, self.size)}

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        h = feed["x"]
        for layer in ("c1", "c2"):
            attrs = {"param_attr": given.attr(f"{layer}.w"), "bias_attr": given.attr(f"{layer}.b")}
            h = paddle.static.nn.conv2d(h, self.channels, 3, padding=1, act="relu", **attrs)
        return paddle.mean(paddle.square(h))

    def torch(self, p: Arrays, feed: Arrays) -> Any:
        import torch

        F = torch.nn.functional
        h = feed["x"]
        for layer in ("c1", "c2"):
            h = F.relu(F.conv2d(h, p[f"{layer}.w"], p[f"{layer}.b"], padding=1))
        return h.square().mean()

    def jax(self, p: Arrays, feed: Arrays) -> Any:
        import jax

        h = feed["x"]
        for layer in ("c1", "c2"):
            h = jax.nn.relu(_conv(h, p[f"{layer}.w"], 1) + p[f"{layer}.b"][:, None, None])
        return (h**2).mean()


def _conv(x: Any, w: Any, pad: int) -> Any:
    import jax

    return jax.lax.conv_general_dilated(x, w, (1, 1), [(pad, pad)] * 2)


WORKS = [
    LeNet(32, goals=(speed(1.0), *TAPPED)),
    Convs(64, 32, 16, goals=(speed(1.0), *TAPPED)),
]
