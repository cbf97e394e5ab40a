"""Sample inputs for the laws: small, deterministic, away from kinks, with broadcasting and odd shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.ops.registry import Sample

Samples = Callable[[], list[Sample]]


def array(*shape: int, seed: int = 0, low: float = -2.0, high: float = 2.0, away: float = 0.05) -> Any:
    """float64 values in [low, high], at least `away` from 0 (where many functions have a kink)."""
    values = np.random.default_rng(seed + 17 * len(shape) + sum(shape)).uniform(low, high, shape)
    return np.where(np.abs(values) < away, values + 2 * away, values)


def distinct(*shape: int, seed: int = 0) -> Any:
    """Values no two of which are close: for max, sort and their like."""
    size = int(np.prod(shape))
    return np.random.default_rng(seed).permutation(np.linspace(-2.0, 2.0, max(size, 1)))[:size].reshape(shape)


def unary(low: float = -2.0, high: float = 2.0) -> Samples:
    """Samples of a single input: rank 0, 1 and 3, and an empty array."""
    return lambda: [Sample((array(*s, low=low, high=high),)) for s in ((), (5,), (2, 1, 3), (0, 3))]


def binary(low: float = -2.0, high: float = 2.0) -> Samples:
    """Two inputs: equal shapes, broadcasting both ways, a scalar."""
    pairs = (((2, 3), (2, 3)), ((2, 1, 3), (4, 1)), ((3,), ()), ((1, 3), (2, 3)))
    return lambda: [
        Sample((array(*a, seed=1, low=low, high=high), array(*b, seed=2, low=low, high=high))) for a, b in pairs
    ]


def reductions(smooth: Callable[..., Any] = array) -> Samples:
    """Reductions: all, one axis, several, negative, kept dims."""
    return lambda: [
        Sample((smooth(2, 3, 4),)),
        Sample((smooth(2, 3, 4),), {"axis": 1}),
        Sample((smooth(2, 3, 4),), {"axis": (0, -1), "keepdim": True}),
        Sample((smooth(5),), {"axis": -1}),
    ]


def rough(smooth: Samples) -> Samples:
    """The same samples, for an op without a derivative."""
    return lambda: [s._replace(smooth=False) for s in smooth()]


def integers(*shape: int, below: int, seed: int = 0) -> Any:
    """int64 values in [0, below): labels and positions."""
    return np.random.default_rng(seed + sum(shape)).integers(0, below, shape)


def flags(*shape: int, seed: int = 0) -> Any:
    """Booleans, about half of them true."""
    return np.random.default_rng(seed + sum(shape)).random(shape) < 0.5


def special(size: int) -> Any:
    """Floats with a NaN and both infinities among them."""
    values = array(size)
    values[:3] = np.nan, np.inf, -np.inf
    return values
