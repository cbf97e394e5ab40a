"""Random matrices with orthogonal rows or columns."""

from __future__ import annotations

import math
from collections.abc import Sequence

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype
from opscope.core.random import Generator
from opscope.ops import infer
from opscope.ops.random.distributions import stream
from opscope.ops.registry import Sample, op


@op(
    infer=infer.from_shape,
    samples=lambda: [
        Sample((), {"shape": (4, 2), "dtype": "float32", "gain": 2.0}),
        Sample((), {"shape": [2, 3, 2], "dtype": "float64", "seed": 3}),
    ],
)
def orthogonal(
    xp: ArrayModule, rng: Generator, *, shape: Sequence[int], dtype: DTypeLike, gain: float = 1.0, seed: int = 0
) -> Array:
    """Return a random orthogonal matrix, times gain; shape[0] are its rows, the product of the other dims its columns.

    Source: Saxe, McClelland & Ganguli 2013.
    """
    rows, columns = shape[0], math.prod(shape[1:])
    tall = (max(rows, columns), min(rows, columns))
    q, r = xp.linalg.qr(xp.asarray(stream(xp, rng, seed).standard_normal(size=tall, dtype="float64")))
    q = q * xp.sign(xp.diagonal(r))  # else the distribution would not be uniform
    q = xp.transpose(q) if rows < columns else q
    return (xp.reshape(q, tuple(shape)) * gain).astype(as_dtype(dtype).dtype)
