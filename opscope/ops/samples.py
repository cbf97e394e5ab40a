"""Sample inputs for the laws: small and deterministic, far from kinks, with broadcasting and unusual shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.ops.registry import Sample

Samples = Callable[[], list[Sample]]


def array(*shape: int, seed: int = 0, low: float = -2.0, high: float = 2.0, away: float = 0.05) -> Any:
    """Return float64 values in [low, high] with absolute values of at least `away`; many functions have a kink at 0."""
    values = np.random.default_rng(seed + 17 * len(shape) + sum(shape)).uniform(low, high, shape)
    return np.where(np.abs(values) < away, values + 2 * away, values)


def distinct(*shape: int, seed: int = 0) -> Any:
    """Return values that are far from each other, for functions such as max and sort."""
    size = int(np.prod(shape))
    return np.random.default_rng(seed).permutation(np.linspace(-2.0, 2.0, max(size, 1)))[:size].reshape(shape)


def unary(low: float = -2.0, high: float = 2.0) -> Samples:
    """Return samples of a single input: rank 0, 1 and 3, and an empty array."""
    return lambda: [Sample((array(*s, low=low, high=high),)) for s in ((), (5,), (2, 1, 3), (0, 3))]


def binary(low: float = -2.0, high: float = 2.0) -> Samples:
    """Return samples of two inputs: equal shapes, broadcasting of each input, a scalar."""
    pairs = (((2, 3), (2, 3)), ((2, 1, 3), (4, 1)), ((3,), ()), ((1, 3), (2, 3)))
    return lambda: [
        Sample((array(*a, seed=1, low=low, high=high), array(*b, seed=2, low=low, high=high))) for a, b in pairs
    ]


def reductions(smooth: Callable[..., Any] = array) -> Samples:
    """Return samples for reductions: all axes, one axis, several axes, negative axes, kept dims."""
    return lambda: [
        Sample((smooth(2, 3, 4),)),
        Sample((smooth(2, 3, 4),), {"axis": 1}),
        Sample((smooth(2, 3, 4),), {"axis": (0, -1), "keepdim": True}),
        Sample((smooth(5),), {"axis": -1}),
    ]


def rough(smooth: Samples) -> Samples:
    """Return the same samples, for an op without a derivative."""
    return lambda: [s._replace(smooth=False) for s in smooth()]


def integers(*shape: int, below: int, seed: int = 0) -> Any:
    """Return int64 values in [0, below) for labels and positions."""
    return np.random.default_rng(seed + sum(shape)).integers(0, below, shape)


def flags(*shape: int, seed: int = 0) -> Any:
    """Return booleans; about half of them are true."""
    return np.random.default_rng(seed + sum(shape)).random(shape) < 0.5


def special(size: int) -> Any:
    """Return floats that include a NaN and both infinities."""
    values = array(size)
    values[:3] = np.nan, np.inf, -np.inf
    return values
