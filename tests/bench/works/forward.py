"""One op, forward, on 4 M elements.

The input is a tensor of the framework (a parameter of the static programs, made by the startup program), so nobody
copies it in; the output is computed in full and stays with the framework. The static programs fetch its first row
through a slice op, since what a static program fetches is copied out, and what nobody fetches might not be computed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.bench.goals import speed
from tests.bench.work import Arrays, Model, normal


@dataclass(frozen=True)
class Forward(Model):
    """`op` on [rows, columns]."""

    op: str
    rows: int = 4096
    columns: int = 1024

    trains = False

    @property
    def name(self) -> str:
        return f"{self.op}, {self.rows * self.columns / 2**20:.0f} M"

    def small(self) -> Forward:
        return replace(self, rows=8)

    def params(self) -> Arrays:
        rng = np.random.default_rng(0)
        start = {"x": normal(rng, self.rows, self.columns, scale=2.0)}
        if self.op == "layer_norm":
            start |= {name: normal(rng, self.columns) for name in ("w", "b")}
        return start

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        F, x = paddle.nn.functional, given.parameter("x")
        if self.op == "softmax":
            out = F.softmax(x)
        elif self.op == "layer_norm":
            out = F.layer_norm(x, [self.columns], given.parameter("w"), given.parameter("b"))
        else:
            out = F.gelu(x, approximate=self.op == "GELU (tanh)")
        return paddle.slice(out, [0], [0], [1])

    def torch(self, p: Arrays, feed: Arrays) -> Any:
        import torch

        F = torch.nn.functional
        if self.op == "softmax":
            return F.softmax(p["x"], -1)
        if self.op == "layer_norm":
            return F.layer_norm(p["x"], (self.columns,), p["w"], p["b"])
        return F.gelu(p["x"], approximate="tanh" if self.op == "GELU (tanh)" else "none")

    def jax(self, p: Arrays, feed: Arrays) -> Any:
        import jax

        if self.op == "softmax":
            return jax.nn.softmax(p["x"])
        if self.op == "layer_norm":
            return jax.nn.standardize(p["x"], epsilon=1e-5) * p["w"] + p["b"]
        return jax.nn.gelu(p["x"], approximate=self.op == "GELU (tanh)")


WORKS = [Forward(op, goals=(speed(1.0),)) for op in ("GELU (tanh)", "GELU (erf)", "softmax", "layer_norm")]
