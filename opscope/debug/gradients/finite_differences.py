"""Compares a gradient with finite differences, along each element of an input, or a few directions of a large one.

The outputs are weighted with random numbers and summed, so that one number per direction is compared: the derivative
of the weighted sum, by differences and by the gradient. Two step lengths give the error of the differences themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array

ELEMENTS = 64  # an input of at most this size is tested along each element, and a wrong element is named
DIRECTIONS = 8
DOUBLE_PRECISION = 1e-4, 1e-3  # tolerance and step length, for float64 and complex128
LOW_PRECISION = {"float16": (0.05, 0.1), "float32": (4e-3, 2e-2), "complex64": (4e-3, 2e-2)}
STEP_LENGTHS = 3  # how many are tried, each a quarter of the one before, where the function is not linear

Arrays = list[Any]
Forward = Callable[[Arrays], Arrays]


class Verdict(NamedTuple):
    """Whether the gradient of one input is right (None: unclear), its relative error, and what may be wrong."""

    right: bool | None
    error: float
    reason: str


def compare_gradient(forward: Forward, inputs: Arrays, i: int, douts: Arrays, grad: Any, rng: Any) -> Verdict:
    """Compare the gradient of input `i` with differences of `forward`, each output weighted with its `dout`."""
    x = inputs[i]
    grad = np.zeros(x.shape, x.dtype) if grad is None else np.asarray(grad)
    if grad.shape != x.shape:
        return Verdict(False, math.inf, f"its shape is {list(grad.shape)}, that of the input is {list(x.shape)}")
    each = x.size <= ELEMENTS
    directions = _unit_directions(x) if each else [_random_direction(x, rng) for _ in range(DIRECTIONS)]
    analytic = np.array([_inner(grad, direction) for direction in directions])
    tolerance, length = LOW_PRECISION.get(x.dtype.name, DOUBLE_PRECISION)
    length *= max(1.0, float(np.sqrt(np.mean(np.abs(x) ** 2))))
    error = size = 0.0
    for _ in range(STEP_LENGTHS):
        numeric, uncertainty = _differences(forward, inputs, i, douts, directions, length)
        size = max(float(np.linalg.norm(analytic)), float(np.linalg.norm(numeric)))
        error = float(np.linalg.norm(analytic - numeric))
        if error <= tolerance * size or error <= uncertainty <= 5 * tolerance * size:
            return Verdict(True, error / size if size else 0.0, "")
        if error > 4 * uncertainty:
            return Verdict(False, error / size, _hint(analytic, numeric, x if each else None, tolerance))
        length /= 4
    return Verdict(None, error / size, "it is not smooth here, or too flat: differences do not settle")


def _differences(
    forward: Forward, inputs: Arrays, i: int, douts: Arrays, directions: Sequence[Any], length: float
) -> tuple[Any, float]:
    """The derivative of the weighted outputs along each direction, and its possible error."""
    x = inputs[i]

    def changes(h: float) -> Any:
        found: list[float] = []
        for direction in directions:
            moved = [(x + side * h * direction).astype(x.dtype) for side in (1, -1)]
            ends = [forward([*inputs[:i], at, *inputs[i + 1 :]]) for at in moved]
            pairs = zip(douts, *ends, strict=True)
            found.append(sum(_inner(d, _widen(a) - _widen(b)) for d, a, b in pairs if d is not None) / (2 * h))
        return np.array(found)

    far, near = changes(length), changes(length / 2)
    outs = [(d, out) for d, out in zip(douts, forward(inputs), strict=True) if d is not None]
    rounding = sum(float(np.linalg.norm(_widen(d) * _widen(out))) * np.finfo(out.dtype).eps for d, out in outs) / length
    return (4 * near - far) / 3, float(np.linalg.norm(near - far)) + rounding


def random_cotangents(outs: Arrays, rng: Any) -> Arrays:
    """A random number for each element of each output that carries a gradient; None for the others."""
    return [_random_direction(out, rng) if out.dtype.kind in "fc" else None for out in outs]


def _random_direction(x: Array, rng: Any) -> Any:
    found = rng.standard_normal(x.shape)
    if x.dtype.kind == "c":
        found = found + 1j * rng.standard_normal(x.shape)
    return np.asarray(found, dtype=x.dtype)


def _unit_directions(x: Array) -> list[Any]:
    """A direction along each element; for complex elements along the real and the imaginary part."""
    found: list[Any] = []
    for at in np.ndindex(x.shape):
        for one in (1, 1j) if x.dtype.kind == "c" else (1,):
            direction = np.zeros(x.shape, x.dtype)
            direction[at] = one
            found.append(direction)
    return found


def _widen(a: Any) -> Any:
    return np.asarray(a, dtype="complex128" if a.dtype.kind == "c" else "float64")


def _inner(a: Any, b: Any) -> float:
    """The inner product of two arrays; for complex ones, of the real and imaginary parts."""
    return float(np.vdot(_widen(a), _widen(b)).real)


def _hint(analytic: Any, numeric: Any, x: Array, tolerance: float) -> str:
    """What may be wrong. `x`: the input, if there is a direction for each of its elements."""
    norm = np.linalg.norm
    if not analytic.any():
        return "no gradient arrives, and there is one"
    if not norm(numeric):
        return "there is a gradient, and the output does not depend on it"
    factor = float(analytic @ numeric / (numeric @ numeric))
    if norm(analytic - factor * numeric) <= 2 * tolerance * norm(analytic):
        return f"it is {factor:.4g} times what it should be"
    if x is None or x.dtype.kind == "c":
        return "it points elsewhere"
    if x.ndim > 1 and x.shape[-1] == x.shape[-2] > 1:
        transposed = np.swapaxes(numeric.reshape(x.shape), -1, -2).reshape(-1)
        if norm(analytic - transposed) <= 2 * tolerance * norm(analytic):
            return "it is the transpose of what it should be"
    worst = int(np.abs(analytic - numeric).argmax())
    at = ", ".join(str(int(k)) for k in np.unravel_index(worst, x.shape))
    return f"at [{at}] it is {analytic[worst]:.4g}, and should be {numeric[worst]:.4g}"
