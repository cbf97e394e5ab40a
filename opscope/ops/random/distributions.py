"""Random values from the run's stream, or from a new stream if `seed` is not 0."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.number_checks import in_order, not_negative
from opscope.core.dtype import DTypeLike, as_dtype
from opscope.core.place import to_host
from opscope.core.random import Generator
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError
from opscope.ops import infer, samples
from opscope.ops.elementwise.comparison import where
from opscope.ops.registry import Sample, op


def check_spread(*, min: Any = 0, max: Any = 0, std: Any = 0, a: Any = 0, b: Any = 0, **_: Any) -> None:
    """Raise ArgumentError if max < min, std < 0 or b < a."""
    in_order(min, max)
    not_negative(std, "std")
    in_order(a, b, ("a", "b"))


def _from_shape(*, shape: Sequence[int], dtype: DTypeLike, **attrs: Any) -> TensorSpec:
    check_spread(**{"min": -1.0, "max": 1.0, "a": -2.0, "b": 2.0} | attrs)
    return infer.from_shape(shape=shape, dtype=dtype)


def stream(xp: ArrayModule, rng: Generator, seed: int) -> Any:
    """Return the run's generator for the array library; a seed gives the same numbers in every run, as in Paddle."""
    return (Generator(seed) if seed else rng).array_generator(xp)


def _draw(stream: Any, kind: str, shape: Sequence[int], dtype: DTypeLike) -> Any:
    """Draw floats and convert them to the wanted dtype; generators draw only float32 and float64."""
    wanted = as_dtype(dtype).dtype
    drawn = "float64" if wanted == "float64" else "float32"
    return getattr(stream, kind)(size=tuple(shape), dtype=drawn).astype(wanted, copy=False)


def _draw_array(xp: ArrayModule, rng: Generator, seed: int, kind: str, shape: Sequence[int], dtype: DTypeLike) -> Any:
    return xp.asarray(_draw(stream(xp, rng, seed), kind, shape, dtype))


@op(
    infer=_from_shape,
    samples=lambda: [
        Sample((), {"shape": (2, 3), "dtype": "float32", "min": 2.0, "max": 3.0}),
        Sample((), {"shape": [], "dtype": "float64"}),
        Sample((), {"shape": [4], "dtype": "float16", "seed": 3}),
    ],
)
def uniform(
    xp: ArrayModule,
    rng: Generator,
    *,
    shape: Sequence[int],
    dtype: DTypeLike,
    min: float = -1.0,
    max: float = 1.0,
    seed: int = 0,
) -> Array:
    """Return values evenly distributed over [min, max)."""
    check_spread(min=min, max=max)
    return _draw_array(xp, rng, seed, "random", shape, dtype) * (max - min) + min


@op(
    infer=_from_shape,
    samples=lambda: [
        Sample((), {"shape": (2, 3), "dtype": "float32", "mean": 1.0, "std": 2.0}),
        Sample((), {"shape": (), "dtype": "float64", "seed": 3}),
    ],
)
def gaussian(
    xp: ArrayModule,
    rng: Generator,
    *,
    shape: Sequence[int],
    dtype: DTypeLike,
    mean: float = 0.0,
    std: float = 1.0,
    seed: int = 0,
) -> Array:
    """Return normally distributed values."""
    check_spread(std=std)
    return _draw_array(xp, rng, seed, "standard_normal", shape, dtype) * std + mean


@op(
    infer=_from_shape,
    samples=lambda: [
        Sample((), {"shape": (2, 3), "dtype": "float32", "std": 0.5}),
        Sample((), {"shape": (3,), "dtype": "float32", "mean": 1.0, "a": -1.0, "b": 3.0, "seed": 3}),
    ],
)
def truncated_gaussian(
    xp: ArrayModule,
    rng: Generator,
    *,
    shape: Sequence[int],
    dtype: DTypeLike,
    mean: float = 0.0,
    std: float = 1.0,
    seed: int = 0,
    a: float = -2.0,
    b: float = 2.0,
) -> Array:
    """Return normally distributed values within [mean + a * std, mean + b * std]; other values are drawn again."""
    check_spread(std=std, a=a, b=b)
    draws = stream(xp, rng, seed)
    out = xp.asarray(_draw(draws, "standard_normal", shape, "float64"))
    for _ in range(_redraw_count(a, b)):  # a fixed number, so that nothing has to be read back from the device
        again = xp.asarray(_draw(draws, "standard_normal", shape, "float64"))
        out = xp.where((out < a) | (out > b), again, out)
    return (xp.clip(out, a, b) * std + mean).astype(as_dtype(dtype).dtype)


def _redraw_count(a: float, b: float) -> int:
    """Return the number of draws after which only one value in 10^12 is still outside, and is clipped."""
    outside = 1.0 - 0.5 * (math.erf(b / math.sqrt(2)) - math.erf(a / math.sqrt(2)))
    return min(200, math.ceil(-27.6 / math.log(outside))) if outside > 0 else 0


@op(
    infer=infer.from_shape,
    samples=lambda: [Sample((), {"shape": (2, 3), "dtype": "int64", "low": 0, "high": 5})],
)
def randint(
    xp: ArrayModule, rng: Generator, *, shape: Sequence[int], dtype: DTypeLike, low: int, high: int, seed: int = 0
) -> Array:
    """Return integers evenly distributed over [low, high)."""
    drawn = xp.asarray(stream(xp, rng, seed).integers(low, high, size=tuple(shape)))
    return drawn.astype(as_dtype(dtype).dtype)


@op(
    infer=lambda *, n, dtype, **_: TensorSpec((n,), as_dtype(dtype)),
    samples=lambda: [Sample((), {"n": 5, "dtype": "int64"})],
)
def randperm(xp: ArrayModule, rng: Generator, *, n: int, dtype: DTypeLike, seed: int = 0) -> Array:
    """Return 0 to n - 1 in random order."""
    return xp.argsort(xp.asarray(stream(xp, rng, seed).random(size=(n,)))).astype(as_dtype(dtype).dtype)


@op(infer=infer.same, samples=lambda: [Sample((samples.array(2, 3, low=0.1, high=0.9),))])
def bernoulli(xp: ArrayModule, rng: Generator, x: Array, *, seed: int = 0) -> Array:
    """Return 1 with the probability x, else 0, elementwise in the dtype of x; there is no gradient.

    Raises ArgumentError for an x outside [0, 1], also for NaN. Values on a GPU are not checked, because a check would
    wait for the GPU.
    """
    if xp is np and not ((x >= 0) & (x <= 1)).all():
        raise ArgumentError("bernoulli needs probabilities between 0 and 1", facts={"x": x})
    return (_draw_array(xp, rng, seed, "random", x.shape, "float64") < x).astype(x.dtype)


def _as_input(x: TensorSpec, **attrs: Any) -> TensorSpec:
    check_spread(**{"min": 0.0, "max": 1.0} | attrs)
    return infer.same(x)


@op(infer=_as_input, samples=lambda: [Sample((samples.array(2, 3),), {"min": 1.0, "max": 2.0})])
def uniform_like(
    xp: ArrayModule, rng: Generator, x: Array, *, min: float = 0.0, max: float = 1.0, seed: int = 0
) -> Array:
    """Return values evenly distributed over [min, max) in the shape and dtype of x; the values of x are not used."""
    check_spread(min=min, max=max)
    drawn = _draw_array(xp, rng, seed, "random", x.shape, "float64")
    return (drawn * (max - min) + min).astype(x.dtype)


def _dropped(x: Array, mask: Array, p: float, training: bool, mode: str) -> Any:
    """Return x after dropout, from operators only: the kernel and the gradient use this function."""
    upscale = mode == "upscale_in_train"
    if not training:
        return x * (1.0 if upscale else 1.0 - p)
    return where(mask > 0, x * (1.0 / (1.0 - p) if upscale and p < 1 else 1.0), 0.0)  # 0 times Inf would be NaN


def _dropout(x: TensorSpec, given: TensorSpec | None = None, **attrs: Any) -> list[TensorSpec]:
    return [x, x.with_dtype(as_dtype("uint8"))]


@op(
    dtype_kinds={"x": "f"},
    infer=_dropout,
    outputs=("out", "mask"),
    vjp={"x": lambda dout, mask, p, training, mode: _dropped(dout, mask, p, training, mode)},
    samples=lambda: [
        Sample((samples.array(4, 5),), {"p": 0.3, "seed": 7}),
        Sample((samples.array(4, 5),), {"p": 0.3, "seed": 7, "mode": "downscale_in_infer"}),
        Sample((samples.array(4, 5),), {"p": 0.3, "training": False, "mode": "downscale_in_infer"}),
        Sample((samples.array(4, 5),), {"training": False}),
        Sample((samples.array(4, 5, 2),), {"axis": [0, 1], "seed": 7}),
        Sample((samples.array(3),), {"p": 1.0}),
    ],
)
def dropout(
    xp: ArrayModule,
    rng: Generator,
    x: Array,
    given: Array = None,
    *,
    p: float = 0.5,
    axis: Any = None,
    training: bool = True,
    mode: str = "upscale_in_train",
    seed: int = 0,
) -> Array:
    """Set values of x to 0 at random, each with the probability p; return also the mask (uint8) of the kept values.

    mode 'upscale_in_train' divides the kept values by 1 - p in training. mode 'downscale_in_infer' multiplies by 1 - p
    outside training. axis: the dims along which the choice differs (None: all). given: a seed as a tensor of one
    element, which has priority over `seed` (the program waits for its value on a GPU).
    Source: Srivastava et al. 2014, Dropout.
    """
    if not training:
        return [_dropped(x, None, p, training, mode), xp.ones(x.shape, dtype="uint8")]
    axes = (axis,) if isinstance(axis, int) else axis
    shape = x.shape if axes is None else [d if i in {a % x.ndim for a in axes} else 1 for i, d in enumerate(x.shape)]
    if given is not None:
        seed = int(to_host(given).reshape(-1)[0])
    kept = _draw_array(xp, rng, seed, "random", shape, "float32") >= p
    mask = xp.broadcast_to(kept.astype("uint8"), x.shape)
    return [_dropped(x, mask, p, training, mode), mask]
