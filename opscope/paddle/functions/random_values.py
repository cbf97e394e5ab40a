"""Random tensors, with Paddle's signatures."""

from __future__ import annotations

from typing import Any

from opscope.core.dtype import as_dtype
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops import dynamic_shape
from opscope.ops.attr_values import dtype_or_default, shape_template
from opscope.ops.public_functions import public
from opscope.ops.random import distributions, sampling
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_operators import is_number
from opscope.paddle.functions.reshape import reshape


@public
def uniform(
    shape: Any, dtype: Any = None, min: float = -1.0, max: float = 1.0, seed: int = 0, name: str | None = None
) -> Any:
    """Return values evenly distributed over [min, max)."""
    template, tensors = shape_template(shape, "uniform")
    attrs = {"shape": template, "dtype": dtype_or_default(dtype).name, "min": min, "max": max, "seed": seed}
    return dynamic_shape.uniform_to(*tensors, **attrs) if tensors else distributions.uniform(**attrs)


@public
def rand(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return values evenly distributed over [0, 1)."""
    return uniform(shape, dtype, 0.0, 1.0)


@public
def gaussian(
    shape: Any, mean: float = 0.0, std: float = 1.0, seed: int = 0, dtype: Any = None, name: str | None = None
) -> Any:
    """Return normally distributed values."""
    template, tensors = shape_template(shape, "gaussian")
    attrs = {"shape": template, "dtype": dtype_or_default(dtype).name, "mean": mean, "std": std, "seed": seed}
    return dynamic_shape.gaussian_to(*tensors, **attrs) if tensors else distributions.gaussian(**attrs)


@public
def randn(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Return normally distributed values with mean 0 and standard deviation 1."""
    return gaussian(shape, dtype=dtype)


standard_normal = randn


@public
def normal(mean: Any = 0.0, std: Any = 1.0, shape: Any = None, name: str | None = None) -> Any:
    """Return normally distributed values; mean and std are tensors, or numbers with a shape."""
    if is_number(mean) and is_number(std):
        return gaussian([1] if shape is None else shape, mean, std)
    tensor = std if is_number(mean) else mean
    if -1 in tensor.shape:
        raise UnsupportedError("normal: mean or std has an unknown dim", fix="pass a mean and std whose shape is known")
    return gaussian(list(tensor.shape), dtype=tensor.dtype) * std + mean


@public
def randint(
    low: int = 0, high: int | None = None, shape: Any = (1,), dtype: Any = None, name: str | None = None
) -> Any:
    """Return integers evenly distributed over [low, high), or over [0, low) without high."""
    low, high = (0, low) if high is None else (low, high)
    if high <= low:
        raise ArgumentError(f"randint: there is no integer in [{low}, {high})", fix="make high larger than low")
    kind = as_dtype("int64" if dtype is None else dtype).name
    template, tensors = shape_template(shape, "randint")
    attrs = {"shape": template, "dtype": kind, "low": low, "high": high}
    return dynamic_shape.randint_to(*tensors, **attrs) if tensors else distributions.randint(**attrs)


@public
def randint_like(x: Any, low: int = 0, high: int | None = None, dtype: Any = None, name: str | None = None) -> Any:
    """Return integers evenly distributed over [low, high), or over [0, low) without high, in the shape of x.

    dtype None: the dtype of x. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/randint_like_en.html
    """
    if high is None:
        if low <= 0:
            raise ArgumentError(f"If high is None, low must be greater than 0, but received low = {low}.")
        low, high = 0, low
    if high <= low:
        raise ArgumentError(f"randint_like: there is no integer in [{low}, {high})", fix="make high larger than low")
    return sampling.randint_like(x, low=low, high=high, dtype=None if dtype is None else as_dtype(dtype).name)


@public
def randperm(n: int, dtype: Any = "int64", name: str | None = None) -> Any:
    """Return 0 to n - 1 in random order."""
    return distributions.randperm(n=n, dtype=as_dtype(dtype).name)


@public
def top_p_sampling(
    x: Any, ps: Any, threshold: Any = None, seed: int | None = None, name: str | None = None
) -> tuple[Any, Any]:
    """Choose an id in each row of x among the most likely ids, which have the total probability ps [rows].

    Returns the chosen probabilities [rows, 1] and the ids, int64. x: probabilities [rows, n]. Ids with a probability
    below threshold [rows] are left out. seed None or -1: use the run's random stream.
    """
    threshold = None if threshold is None else reshape(threshold, [-1])
    out, ids = sampling.top_p_sampling(x, reshape(ps, [-1]), threshold, seed=0 if seed in (None, -1) else seed)
    return out, ids


REGISTRY.public["standard_normal"] = standard_normal
