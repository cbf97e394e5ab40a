"""The same step in straight NumPy calls on buffers that are made once: what the plan is measured against."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from tests.bench import work


def make(mlp: work.Mlp, variant: str) -> Callable[[], Any]:
    """One step of forward, backward and Adam over one flat array of parameters."""
    weights, biases, x, y = mlp.numbers()
    sizes = [a.size for pair in zip(weights, biases, strict=True) for a in pair]
    ends = np.cumsum([0, *sizes])
    flat = np.concatenate([a.ravel() for pair in zip(weights, biases, strict=True) for a in pair])
    grad, m, v, t1, t2 = (np.zeros_like(flat) for _ in range(5))

    def views(buffer: Any) -> list[tuple[Any, Any]]:
        parts = [buffer[a:b] for a, b in pairwise(ends)]
        return [(w.reshape(mlp.width, mlp.width), b) for w, b in zip(parts[::2], parts[1::2], strict=True)]

    params, grads = views(flat), views(grad)
    hidden = [x, *(np.empty((mlp.batch, mlp.width), "f") for _ in range(mlp.depth))]
    masks = [np.empty((mlp.batch, mlp.width), bool) for _ in range(mlp.depth)]
    delta, error = np.empty_like(hidden[1]), np.empty_like(hidden[1])
    powers = [1.0, 1.0]

    def step() -> Any:
        for (w, b), h, out, mask in zip(params, hidden, hidden[1:], masks, strict=False):
            np.matmul(h, w, out=out)
            np.add(out, b, out=out)
            np.maximum(out, 0.0, out=out)
            np.greater(out, 0.0, out=mask)
        np.subtract(hidden[-1], y, out=error)
        loss = np.dot(error.ravel(), error.ravel()) / error.size
        d, other = error, delta
        np.multiply(d, np.float32(2.0 / error.size), out=d)
        for (w, _), (dw, db), h, mask in zip(params[::-1], grads[::-1], hidden[-2::-1], masks[::-1], strict=True):
            np.multiply(d, mask, out=d)
            np.matmul(h.T, d, out=dw)
            np.sum(d, axis=0, out=db)
            if h is not x:
                np.matmul(d, w.T, out=other)
                d, other = other, d
        _adam(flat, grad, m, v, t1, t2, powers)
        return loss

    return step


def _adam(flat: Any, grad: Any, m: Any, v: Any, t1: Any, t2: Any, powers: list[float]) -> None:
    powers[0] *= work.BETA1
    powers[1] *= work.BETA2
    np.multiply(m, np.float32(work.BETA1), out=m)
    np.multiply(grad, np.float32(1 - work.BETA1), out=t1)
    np.add(m, t1, out=m)
    np.multiply(v, np.float32(work.BETA2), out=v)
    np.multiply(grad, grad, out=t1)
    np.multiply(t1, np.float32(1 - work.BETA2), out=t1)
    np.add(v, t1, out=v)
    np.sqrt(v, out=t2)
    root = (1 - powers[1]) ** 0.5
    np.add(t2, np.float32(work.EPSILON * root), out=t2)
    np.divide(m, t2, out=t1)
    np.multiply(t1, np.float32(work.RATE * root / (1 - powers[0])), out=t1)
    np.subtract(flat, t1, out=flat)
