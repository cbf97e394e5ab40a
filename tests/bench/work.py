"""What a work is: a description and the numbers it starts from, identical for all peers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from tests.bench.goals import IN_SESSION, Goal

RATE, BETA1, BETA2, EPSILON = 1e-3, 0.9, 0.999, 1e-8  # of Adam, for all

Step = Callable[[], Any]
Arrays = dict[str, Any]

STATIC = ("paddle262:1", "paddle262:2")
TORCH = ("torch_eager:1", "torch_eager:2")
FUSED = ("torch_eager:1+fused", "torch_eager:2+fused")
LEVELS = ("health", "statistics", "record")  # of taps on an executor
PERIOD = 10  # steps of which the mean is taken: a session does some things only now and then
# "alone": outside of any session; "watched": in one that does not record
SESSION = ("alone", "watched", "watched, all at 20 Hz", *IN_SESSION)
# in a recorded session: calls of the user's functions are not told apart, so that tensors cannot be named; and with a
# breakpoint on a line of Python that never runs
NAMES_AND_LINES = ("recorded without names", "recorded with a line breakpoint")


@dataclass(frozen=True, kw_only=True)
class Work:
    """Something to do, step by step.

    `units`: ops or calls in a step. `flops`: in its matrix products and convolutions. `warm`: steps before the answer
    is compared. `quick`: cheap enough for `--quick`.
    """

    goals: tuple[Goal, ...] = field(default=(), compare=False)
    quick: bool = field(default=False, compare=False)
    units: int = 1
    warm: int = 5

    flops = 0.0
    device = "cpu"

    @property
    def name(self) -> str:
        raise NotImplementedError

    @property
    def peers(self) -> tuple[str, ...]:
        """Who can do it, opscope first; `module:variant`."""
        raise NotImplementedError

    def small(self) -> Work:
        """The same with fewer numbers, for the test that all peers agree."""
        return self


@dataclass(frozen=True, kw_only=True)
class Model(Work):
    """A function of parameters and data, said once for each kind of peer.

    `static(paddle, given, feed)` is Paddle's text, which opscope runs unchanged; `torch(p, feed)` and `jax(p, feed)`
    take dicts of tensors. All return a loss, which Adam then makes smaller, unless `trains` is False: then the value
    itself is the work. On "cuda" opscope (with cupy), PyTorch and JAX take part.
    """

    device: str = "cpu"
    trains = True
    taps = False  # also measured with every value tapped
    sessions = False  # also measured in a debug session
    by_hand: ClassVar[Any] = None  # a method where there is one

    @property
    def peers(self) -> tuple[str, ...]:
        if self.device == "cuda":
            return ("opscope", TORCH[0], FUSED[0], "jax_jit")
        hand = ("numpy_by_hand",) if self.by_hand else ()
        variants = (*(LEVELS if self.taps else ()), *(SESSION if self.sessions else ()))
        levels = tuple(f"opscope:{variant}" for variant in variants)
        blas = ("blas",) if self.flops else ()
        return ("opscope", *hand, *TORCH, *(FUSED if self.trains else ()), *STATIC, "jax_jit", *levels, *blas)

    def params(self) -> Arrays:
        raise NotImplementedError

    def feed(self) -> Arrays:
        return {}

    def static(self, paddle: Any, given: Any, feed: Arrays) -> Any:
        raise NotImplementedError

    def torch(self, p: Arrays, feed: Arrays) -> Any:
        raise NotImplementedError

    def jax(self, p: Arrays, feed: Arrays) -> Any:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Loop(Work):
    """A work that is not a model: each kind of peer gets its step directly. `paddle` is opscope or Paddle."""

    def paddle(self, paddle: Any) -> Step:
        raise NotImplementedError

    def torch(self) -> Step:
        raise NotImplementedError

    def by_hand(self) -> Step:
        raise NotImplementedError


def normal(rng: np.random.Generator, *shape: int, scale: float = 1.0) -> Any:
    """float32 random numbers."""
    return rng.normal(0.0, scale, shape).astype("float32")


def answer(value: Any) -> float:
    """A number for what a step returned: the loss, or a weighted mean magnitude of the first 1024 elements."""
    values = np.asarray(value, "float64").reshape(-1)[:1024]
    return float((np.abs(values) * np.linspace(1.0, 2.0, values.size)).mean())
