"""Screening: one forward call and one backward call decide if a function call needs a full gradient check.

A screening calls the functions with inputs that are close to the inputs of the original call. A screening compares the
change of the outputs with the change that the gradients predict. A screening takes about as long as the original call.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.gradients.application import Application, real_product, widened

STEP = {"float16": 0.03, "float32": 1e-3, "complex64": 1e-3}  # else 1e-6; relative to the size of the input
OFF = {"float16": 0.3, "float32": 0.03, "complex64": 0.03}  # else 1e-3; share of the derivative


class Signs:
    """Generator of random signs (1 and -1) for arrays of any shape. A new array of signs takes little time."""

    def __init__(self, rng: Any) -> None:
        self._rng = rng
        self._signs: dict[int, Array] = {}

    def like(self, array: Array) -> Any:
        """Return an array of random signs (1 and -1) in the shape of another array.

        Each call of this method chooses new random signs.
        """
        size = array.size
        kept = self._signs.get(size)
        if kept is None:
            kept = self._signs[size] = self._rng.choice(np.array([-1.0, 1.0], "float32"), 2 * size + 16)
        start = int(self._rng.integers(0, len(kept) - size + 1))
        return kept[start : start + size].reshape(array.shape)


def is_suspicious(app: Application, signs: Signs) -> bool:
    """Return True if gradients and output changes disagree, or if backward breaks a rule of backward functions."""
    if app.lost_state:
        return False
    positions = [p for target in app.targets for p in target]
    dtype = app.inputs[positions[0]].dtype.name
    moved, directions = list(app.inputs), dict[int, Any]()
    for p in positions:
        x = app.inputs[p]
        size = _rms(x)
        moved[p] = (x + signs.like(x) * (STEP.get(dtype, 1e-6) * (size or 1.0))).astype(x.dtype)
        directions[p] = moved[p] - x
    douts = [
        signs.like(o).astype(o.dtype) if c and o.dtype.kind in "fc" else None
        for o, c in zip(app.outs, app.carries, strict=True)
    ]
    pulled = app.pull(moved, douts)
    if pulled is None:
        return True
    change = claim = square = 0.0
    for target, grad in zip(app.targets, pulled.grads, strict=True):
        if grad is None:
            continue
        if grad.shape != app.inputs[target[0]].shape:
            return True
        terms = real_product(grad, directions[target[0]])
        claim += float(terms.sum(dtype="float64"))
        square += _rms(terms) ** 2 * terms.size
    for dout, out, now in zip(douts, app.outs, pulled.outs, strict=True):
        if dout is not None:
            if now.shape != out.shape:
                return True
            change += float(real_product(dout, now - out).sum(dtype="float64"))
    off = abs(change - claim)
    noise = sum(_noise(o) for o, d in zip(app.outs, douts, strict=True) if d is not None)
    return not off <= OFF.get(dtype, 1e-3) * max(square**0.5, abs(change)) + noise


def _noise(out: Array) -> float:
    return 4 * float(np.finfo(out.dtype).eps) * _rms(out) * out.size**0.5


def _rms(array: Array) -> float:
    flat = array.reshape(-1)
    if array.dtype.itemsize <= 2:
        flat = flat.astype("float32")
    size = float(np.vdot(flat, flat).real)
    if not math.isfinite(size):
        size = float(np.linalg.norm(widened(flat))) ** 2
    return math.sqrt(size / flat.size) if flat.size and math.isfinite(size) else 0.0
