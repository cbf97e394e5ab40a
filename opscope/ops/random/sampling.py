"""Random choices with given probabilities, and Poisson numbers."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype, int64
from opscope.core.place import to_host
from opscope.core.random import Generator
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.grad_ops import zeros_like
from opscope.ops.random.distributions import stream
from opscope.ops.registry import Sample, op


def _chosen(x: TensorSpec, *, num_samples: int = 1, replacement: bool = False, **_: Any) -> TensorSpec:
    if not 1 <= x.rank <= 2:
        raise ShapeError(
            f"The number of dimensions of the input probability distribution should be > 0 and <= 2, but got {x.rank}.",
            facts={"x": x},
        )
    if num_samples < 1:
        raise ArgumentError(f"The number of samples should be > 0, but got {num_samples}.")
    return TensorSpec((*x.shape[:-1], num_samples), int64)


def _checked(x: Array, num_samples: int, replacement: bool) -> None:
    host = to_host(x)  # a GPU waits, so that what is not a distribution does not go unseen
    if host.size and not host.min() >= 0:
        raise ArgumentError(f"The input of multinomial distribution should be >= 0, but got {host.min():f}.")
    if not (host.sum(axis=-1) > 0).all():
        raise ArgumentError(
            f"The sum of one multinomial distribution probability should be > 0, but got {host.sum(axis=-1).min():f}."
        )
    if not replacement and (few := int((host > 0).sum(axis=-1).min())) < num_samples:
        raise ArgumentError(
            "When replacement is False, number of samples should be less than non-zero categories.",
            facts={"samples": num_samples, "categories": few},
        )


@op(
    dtype_kinds="f",
    infer=_chosen,
    samples=lambda: [
        Sample((samples.array(5, low=0.1, high=1.0),), {"num_samples": 3, "seed": 3}),
        Sample((samples.array(2, 4, low=0.1, high=1.0),), {"num_samples": 6, "replacement": True}),
    ],
)
def multinomial(
    xp: ArrayModule, rng: Generator, x: Array, *, num_samples: int = 1, replacement: bool = False, seed: int = 0
) -> Array:
    """Return the int64 positions of num_samples choices with the weights x [n], or [rows, n] for each row.

    Without replacement, no position is chosen twice. Raises ArgumentError if the weights are not a distribution.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/multinomial_en.html
    """
    _chosen(infer.array_spec(x), num_samples=num_samples)
    _checked(x, num_samples, replacement)
    weights = x.astype("float64")
    draws = stream(xp, rng, seed)
    if not replacement:  # the shortest of waiting times with these rates, in order
        waiting = -xp.log1p(-xp.asarray(draws.random(size=x.shape))) / xp.where(weights > 0, weights, 1)
        order = xp.argsort(xp.where(weights > 0, waiting, xp.inf), axis=-1)
        return order[..., :num_samples].astype("int64")
    edges = xp.cumsum(weights, axis=-1)
    drawn = xp.asarray(draws.random(size=(*x.shape[:-1], num_samples))) * edges[..., -1:]
    return xp.sum(edges[..., None, :] <= drawn[..., :, None], axis=-1).astype("int64")


@op(
    dtype_kinds="f",
    infer=infer.same,
    vjp={"x": lambda dout: zeros_like(dout)},
    samples=lambda: [Sample((samples.array(3, 2, low=0.5, high=9.0),), {"seed": 3}, smooth=False)],
)
def poisson(xp: ArrayModule, rng: Generator, x: Array, *, seed: int = 0) -> Array:
    """Return Poisson distributed numbers with the mean x, elementwise in the dtype of x; the gradient is 0.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/poisson_en.html
    """
    rates = xp.maximum(x.astype("float64"), 0)
    return xp.asarray(stream(xp, rng, seed).poisson(rates, size=x.shape)).astype(x.dtype)


@op(
    infer=lambda x, *, low, high, dtype=None, seed=0: x if dtype is None else x.with_dtype(as_dtype(dtype)),
    samples=lambda: [
        Sample((samples.array(2, 3),), {"low": -1, "high": 5}),
        Sample((samples.array(2),), {"low": 0, "high": 5, "dtype": "int32", "seed": 3}),
    ],
)
def randint_like(
    xp: ArrayModule, rng: Generator, x: Array, *, low: int, high: int, dtype: DTypeLike | None = None, seed: int = 0
) -> Array:
    """Return integers evenly distributed over [low, high) in the shape of x; the default dtype is the dtype of x."""
    drawn = xp.asarray(stream(xp, rng, seed).integers(low, high, size=x.shape))
    return drawn.astype(x.dtype if dtype is None else as_dtype(dtype).dtype)


def _top_p(x: TensorSpec, ps: TensorSpec, threshold: TensorSpec | None = None, **_: Any) -> list[TensorSpec]:
    if x.rank != 2 or ps.rank != 1:
        raise ShapeError(
            "top_p_sampling: x must be [rows, n] and ps [rows]", facts={"x": x, "ps": ps}, fix="reshape x and ps"
        )
    if dims.unify(x.shape[:1], ps.shape) is None:
        raise ShapeError(
            "top_p_sampling: ps must have a number for each row of x",
            facts={"x": x, "ps": ps},
            fix="pass one number for each row",
        )
    out = x.with_shape((x.shape[0], 1))
    return [out, out.with_dtype(int64)]


@op(
    dtype_kinds="f",
    infer=_top_p,
    outputs=("out", "ids"),
    samples=lambda: [
        Sample((samples.array(2, 5, low=0.1, high=1.0), samples.array(2, low=0.2, high=0.9)), {"seed": 3}),
        Sample((samples.array(2, 5, low=0.1, high=1.0), samples.array(2, low=0.2, high=0.9), samples.array(2)), {}),
    ],
)
def top_p_sampling(
    xp: ArrayModule, rng: Generator, x: Array, ps: Array, threshold: Array = None, *, seed: int = 0
) -> Array:
    """Choose an id in each row of the probabilities x [rows, n], among the likeliest ids whose total probability is ps.

    Returns the chosen probabilities and the ids. threshold [rows]: a less likely id is not chosen, unless it is the
    most likely id of its row.
    Source: Holtzman et al. 2019, The curious case of neural text degeneration.
    """
    _top_p(infer.array_spec(x), infer.array_spec(ps))
    order = xp.argsort(-x, axis=-1)
    likely = xp.take_along_axis(x, order, axis=-1).astype("float64")
    kept = xp.cumsum(likely, axis=-1) - likely < ps[:, None]
    if threshold is not None:
        kept = kept & (likely >= threshold[:, None])
    kept = kept | (xp.arange(x.shape[-1]) == 0)
    edges = xp.cumsum(xp.where(kept, likely, 0), axis=-1)
    drawn = xp.asarray(stream(xp, rng, seed).random(size=(x.shape[0], 1))) * edges[:, -1:]
    place = xp.minimum(xp.sum(edges <= drawn, axis=-1, keepdims=True), xp.sum(kept, axis=-1, keepdims=True) - 1)
    ids = xp.take_along_axis(order, place, axis=-1)
    return [xp.take_along_axis(x, ids, axis=-1), ids.astype("int64")]
