"""The work that every peer does, and the numbers it starts from: identical for all."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Mlp(NamedTuple):
    """`depth` relu layers of `width`, a squared error against random targets, one Adam step."""

    depth: int
    width: int
    batch: int

    @property
    def name(self) -> str:
        return f"mlp {self.depth}x{self.width} b{self.batch}"

    def numbers(self) -> tuple[list[Any], list[Any], Any, Any]:
        """(weights, biases, x, y), float32."""
        rng = np.random.default_rng(0)
        scale = np.sqrt(2.0 / self.width)
        weights = [rng.normal(0, scale, (self.width, self.width)).astype("f") for _ in range(self.depth)]
        biases = [np.zeros(self.width, "f") for _ in range(self.depth)]
        x, y = (rng.normal(size=(self.batch, self.width)).astype("f") for _ in range(2))
        return weights, biases, x, y


WORK = {w.name: w for w in (Mlp(8, 16, 16), Mlp(8, 64, 64), Mlp(8, 256, 64), Mlp(8, 1024, 128))}
RATE, BETA1, BETA2, EPSILON = 1e-3, 0.9, 0.999, 1e-8
