"""Gamma distributed values, from which beta and Dirichlet values are computed."""

from __future__ import annotations

from opscope.core.annotations import Array, ArrayModule
from opscope.core.random import Generator
from opscope.ops import infer, samples
from opscope.ops.random.distributions import stream
from opscope.ops.registry import Sample, op

_ROUNDS = 12  # each accepts at least 95 % of what is left; a fixed number needs nothing back from the device


@op(
    dtype_kinds={"x": "f"},
    infer=infer.same,
    samples=lambda: [
        Sample((samples.array(2, 3, low=0.2, high=4.0),), {}),
        Sample((samples.array(4, low=0.1),), {"seed": 3}),
    ],
)
def standard_gamma(xp: ArrayModule, rng: Generator, x: Array, *, seed: int = 0) -> Array:
    """Return values of the gamma distribution with shape x and scale 1, in the shape and dtype of x.

    There is no gradient. Source: Marsaglia & Tsang 2000. For x below 1, the value is multiplied by a power of a uniform
    value.
    """
    draws = stream(xp, rng, seed)
    alpha = x.astype("float64")
    small = alpha < 1
    d = xp.where(small, alpha + 1, alpha) - 1 / 3
    c = 1 / xp.sqrt(9 * d)
    out = d * 1.0
    left = xp.ones(x.shape, dtype="bool")
    for _ in range(_ROUNDS):
        z = xp.asarray(draws.standard_normal(size=x.shape))
        u = xp.asarray(draws.random(size=x.shape))
        v = (1 + c * z) ** 3
        safe = xp.where(v > 0, v, 1.0)
        good = left & (v > 0) & (xp.log(1 - u) < 0.5 * z * z + d * (1 - v + xp.log(safe)))
        out = xp.where(good, d * v, out)
        left = left & ~good
    power = (1 - xp.asarray(draws.random(size=x.shape))) ** (1 / alpha)
    return xp.where(small, out * power, out).astype(x.dtype)
