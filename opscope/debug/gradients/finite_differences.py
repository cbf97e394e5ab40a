"""Numeric: one gradient beside finite differences, along each element of an input, or some directions of a large one.

The output is weighed with random numbers, so one number a direction is compared: how the weighed sum changes, and what
the gradient says of it. Two step lengths say how far the differences themselves can be trusted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

ELEMENTS = 64  # of an input of at most so many each one is tried, and a wrong one named
DIRECTIONS = 8
PRECISE = 1e-4, 1e-3  # tolerance and length of a step, for float64 and complex128
ROUGH = {"float16": (0.05, 0.1), "float32": (4e-3, 2e-2), "complex64": (4e-3, 2e-2)}
SHORTER = 3  # how often another, shorter step is tried where the function bends

Arrays = list[Any]
Forward = Callable[[Arrays], Arrays]


class Finding(NamedTuple):
    """What is found of one input: whether its gradient is right (None: it cannot be told), how far off, and how."""

    right: bool | None
    error: float
    told: str


def compared(forward: Forward, inputs: Arrays, i: int, douts: Arrays, grad: Any, rng: Any) -> Finding:
    """The gradient of input `i` beside differences of `forward`, each output weighed with its `dout`."""
    x = inputs[i]
    grad = np.zeros(x.shape, x.dtype) if grad is None else np.asarray(grad)
    if grad.shape != x.shape:
        return Finding(False, math.inf, f"its shape is {list(grad.shape)}, that of the input is {list(x.shape)}")
    each = x.size <= ELEMENTS
    ways = _elements(x) if each else [_direction(x, rng) for _ in range(DIRECTIONS)]
    said = np.array([_along(grad, way) for way in ways])
    tolerance, length = ROUGH.get(x.dtype.name, PRECISE)
    length *= max(1.0, float(np.sqrt(np.mean(np.abs(x) ** 2))))
    off = size = 0.0
    for _ in range(SHORTER):
        is_, doubt = _differences(forward, inputs, i, douts, ways, length)
        size = max(float(np.linalg.norm(said)), float(np.linalg.norm(is_)))
        off = float(np.linalg.norm(said - is_))
        if off <= tolerance * size or off <= doubt <= 5 * tolerance * size:
            return Finding(True, off / size if size else 0.0, "")
        if off > 4 * doubt:
            return Finding(False, off / size, _hint(said, is_, x if each else None, tolerance))
        length /= 4
    return Finding(None, off / size, "it is not smooth here, or too flat: differences do not settle")


def _differences(
    forward: Forward, inputs: Arrays, i: int, douts: Arrays, ways: Sequence[Any], length: float
) -> tuple[Any, float]:
    """How the weighed outputs change along each way, and how far that can be off."""
    x = inputs[i]

    def changes(h: float) -> Any:
        found: list[float] = []
        for way in ways:
            moved = [(x + side * h * way).astype(x.dtype) for side in (1, -1)]
            ends = [forward([*inputs[:i], at, *inputs[i + 1 :]]) for at in moved]
            pairs = zip(douts, *ends, strict=True)
            found.append(sum(_along(d, _wide(a) - _wide(b)) for d, a, b in pairs if d is not None) / (2 * h))
        return np.array(found)

    far, near = changes(length), changes(length / 2)
    outs = [(d, out) for d, out in zip(douts, forward(inputs), strict=True) if d is not None]
    rounding = sum(float(np.linalg.norm(_wide(d) * _wide(out))) * np.finfo(out.dtype).eps for d, out in outs) / length
    return (4 * near - far) / 3, float(np.linalg.norm(near - far)) + rounding


def weights(outs: Arrays, rng: Any) -> Arrays:
    """A random number for each element of each output that carries a gradient; None for the others."""
    return [_direction(out, rng) if out.dtype.kind in "fc" else None for out in outs]


def _direction(x: Any, rng: Any) -> Any:
    found = rng.standard_normal(x.shape)
    if x.dtype.kind == "c":
        found = found + 1j * rng.standard_normal(x.shape)
    return np.asarray(found, dtype=x.dtype)


def _elements(x: Any) -> list[Any]:
    """A way along each element, of complex ones along both parts."""
    found: list[Any] = []
    for at in np.ndindex(x.shape):
        for one in (1, 1j) if x.dtype.kind == "c" else (1,):
            way = np.zeros(x.shape, x.dtype)
            way[at] = one
            found.append(way)
    return found


def _wide(a: Any) -> Any:
    return np.asarray(a, dtype="complex128" if a.dtype.kind == "c" else "float64")


def _along(a: Any, b: Any) -> float:
    """The inner product of two arrays, of complex ones that of both parts."""
    return float(np.vdot(_wide(a), _wide(b)).real)


def _hint(said: Any, is_: Any, x: Any, tolerance: float) -> str:
    """What it may be. `x`: the input, where `said` and `is_` are about each of its elements."""
    norm = np.linalg.norm
    if not said.any():
        return "no gradient arrives, and there is one"
    if not norm(is_):
        return "there is a gradient, and the output does not depend on it"
    factor = float(said @ is_ / (is_ @ is_))
    if norm(said - factor * is_) <= 2 * tolerance * norm(said):
        return f"it is {factor:.4g} times what it should be"
    if x is None or x.dtype.kind == "c":
        return "it points elsewhere"
    if x.ndim > 1 and x.shape[-1] == x.shape[-2] > 1:
        turned = np.swapaxes(is_.reshape(x.shape), -1, -2).reshape(-1)
        if norm(said - turned) <= 2 * tolerance * norm(said):
            return "it is the transpose of what it should be"
    worst = int(np.abs(said - is_).argmax())
    at = ", ".join(str(int(k)) for k in np.unravel_index(worst, x.shape))
    return f"at [{at}] it is {said[worst]:.4g}, and should be {is_[worst]:.4g}"
