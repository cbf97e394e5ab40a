"""What it costs around the arithmetic: many small ops, calls of py_func, eager ops, building and compiling.

JAX is left out of the chain (it would fuse it into one op) and takes minutes to compile ten thousand ops.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tests.bench.goals import above_hand, microseconds, seconds
from tests.bench.work import STATIC, TORCH, Arrays, Loop, Model, Step, normal

WIDTH = 16


@dataclass(frozen=True)
class Chain(Model):
    """`ops` additions and multiplications of 16 elements, each of the result of the one before."""

    ops: int

    trains = False

    @property
    def name(self) -> str:
        return f"chain of {self.ops} small ops"

    @property
    def peers(self) -> tuple[str, ...]:
        return ("opscope", "numpy_by_hand", *TORCH, *STATIC)

    def small(self) -> Chain:
        return replace(self, ops=100)

    def params(self) -> Arrays:
        return {"b": normal(np.random.default_rng(0), WIDTH), "c": np.full(WIDTH, 0.5, "float32")}

    def feed(self) -> Arrays:
        return {"x": normal(np.random.default_rng(1), WIDTH)}

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        h, b, c = feed["x"], given.parameter("b"), given.parameter("c")
        for _ in range(self.ops // 2):
            h = paddle.multiply(paddle.add(h, b), c)
        return h

    def torch(self, p: Arrays, feed: Arrays) -> Any:
        import torch

        h, b, c = feed["x"], p["b"], p["c"]
        for _ in range(self.ops // 2):
            h = torch.mul(torch.add(h, b), c)
        return h

    def by_hand(self) -> Step:
        """The NumPy calls alone."""
        (b, c), x, h = self.params().values(), self.feed()["x"], np.empty(WIDTH, "float32")

        def step() -> Any:
            h[:] = x
            for _ in range(self.ops // 2):
                np.add(h, b, h)
                np.multiply(h, c, h)
            return h

        return step


@dataclass(frozen=True)
class PyFunc(Model):
    """`calls` taps with py_func, which look at the same value; by hand: the function called that often."""

    calls: int

    trains = False

    @property
    def name(self) -> str:
        return "py_func tap"

    @property
    def peers(self) -> tuple[str, ...]:
        return ("opscope", "numpy_by_hand", *STATIC)

    def small(self) -> PyFunc:
        return replace(self, calls=10)

    def params(self) -> Arrays:
        return {}

    def feed(self) -> Arrays:
        return {"x": normal(np.random.default_rng(1), WIDTH)}

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        look, h = _counter(), paddle.scale(feed["x"], 2.0)
        for _ in range(self.calls):
            paddle.static.py_func(look, h, None)
        return h

    def by_hand(self) -> Step:
        look, x, h = _counter(), self.feed()["x"], np.empty(WIDTH, "float32")

        def step() -> Any:
            np.multiply(x, np.float32(2.0), out=h)
            for _ in range(self.calls):
                look(h)
            return h

        return step


def _counter() -> Any:
    seen = [0]

    def look(value: Any) -> None:
        seen[0] += 1

    return look


@dataclass(frozen=True)
class EagerOp(Loop):
    """Additions of 16 elements, one by one; `tracked`: recorded for a gradient that nobody asks for."""

    tracked: bool
    units: int = field(default=1000, kw_only=True)

    @property
    def name(self) -> str:
        return f"eager op, {'tracked' if self.tracked else 'untracked'}"

    @property
    def peers(self) -> tuple[str, ...]:
        return ("opscope", "numpy_by_hand", *TORCH, "paddle262:1")

    def numbers(self) -> tuple[Any, Any]:
        rng = np.random.default_rng(0)
        return normal(rng, WIDTH), normal(rng, WIDTH)

    def paddle(self, paddle: Any) -> Step:
        paddle.disable_static()
        a, b = (paddle.to_tensor(n, stop_gradient=not self.tracked) for n in self.numbers())
        add = self._adding(a, b)
        return lambda: add().numpy()

    def torch(self) -> Step:
        import torch

        add = self._adding(*(torch.tensor(n, requires_grad=self.tracked) for n in self.numbers()))
        return lambda: add().detach()

    def by_hand(self) -> Step:
        return self._adding(*self.numbers())

    def _adding(self, a: Any, b: Any) -> Step:
        def step() -> Any:
            for _ in range(self.units):
                c = a + b
            return c

        return step


@dataclass(frozen=True)
class Build(Loop):
    """A program of `ops` ops built, compiled and run three times: a runtime may compile once a program repeats."""

    ops: int
    warm: int = field(default=1, kw_only=True)

    @property
    def name(self) -> str:
        return f"build + compile {self.ops} ops"

    @property
    def peers(self) -> tuple[str, ...]:
        return ("opscope", "paddle262:1") if self.ops <= 1000 else ("opscope",)  # Paddle: a quarter of a minute

    def small(self) -> Build:
        return replace(self, ops=20)

    def paddle(self, paddle: Any) -> Step:
        paddle.enable_static()
        x = normal(np.random.default_rng(1), WIDTH)

        def step() -> Any:
            program = paddle.static.Program()
            with paddle.static.program_guard(program, paddle.static.Program()):
                h = paddle.static.data("x", [WIDTH], "float32")
                for _ in range(self.ops // 2):
                    h = paddle.scale(paddle.tanh(h), 1.5)
            exe = paddle.static.Executor(paddle.CPUPlace())
            return [exe.run(program, feed={"x": x}, fetch_list=[h]) for _ in range(3)][-1][0]

        return step


WORKS = [
    Chain(10_000, goals=(above_hand(0.3),), units=10_000, quick=True),
    PyFunc(1000, goals=(above_hand(1.5),), units=1000, quick=True),
    EagerOp(False, goals=(microseconds(1.5),), quick=True),
    EagerOp(True, goals=(microseconds(2.5),), quick=True),
    Build(1000),
    Build(10_000, goals=(seconds(1.5),)),
]
