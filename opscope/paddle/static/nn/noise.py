"""Noise-contrastive estimation: the loss compares the true class with some drawn classes, not with all classes."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError
from opscope.ir.program.context import require_static
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions import arithmetic, fill, reshape
from opscope.paddle.nn.param_attr import as_attr, new_parameter

SAMPLERS = ("uniform", "log_uniform", "custom_dist")


class Draw:
    """Sampler of negative classes. Raises ArgumentError for an unknown sampler, or a wrong distribution."""

    def __init__(self, classes: int, count: int, sampler: str, distribution: Any, seed: int) -> None:
        if sampler not in SAMPLERS:
            raise ArgumentError(f"The sampler {sampler!r} is not supported.", site=site(), fix=f"use one of {SAMPLERS}")
        if (sampler == "custom_dist") != (distribution is not None):
            raise ArgumentError("the argument custom_dist needs sampler='custom_dist'", site=site())
        self.classes, self.count, self.sampler, self.seed = classes, count, sampler, seed
        self.edges = None if distribution is None else np.cumsum(np.asarray(distribution, "float32"))
        self.shares = None if distribution is None else np.asarray(distribution, "float32")

    def __call__(self, like: Any) -> Any:
        """Return drawn classes [N, count], int64; `like` is [N, *]."""
        column = REGISTRY["getitem"](like, index=((None, None, None), (0, 1, None)))
        wide = reshape.tile(fill.zeros_like(column, "float32"), [1, self.count])
        drawn = REGISTRY["uniform_like"](wide, min=0.0, max=1.0, seed=self.seed)
        if self.sampler == "uniform":
            found = REGISTRY["floor"](drawn * float(self.classes))
        elif self.sampler == "log_uniform":
            found = REGISTRY["exp"](drawn * math.log(self.classes + 1.0)) - 1.0
            found = REGISTRY["floor"](found)
        else:
            passed = REGISTRY["less_equal"](fill.assign(self.edges), REGISTRY["unsqueeze"](drawn, axis=(-1,)))
            found = REGISTRY["sum"](arithmetic.cast(passed, "int64"), axis=(-1,))
        return REGISTRY["clip"](arithmetic.cast(found, "int64"), min=0, max=self.classes - 1)

    def chance(self, chosen: Any) -> Any:
        """Return the probability of drawing each class."""
        if self.sampler == "uniform":
            return fill.full_like(chosen, 1.0 / self.classes, "float32")
        if self.shares is not None:
            return REGISTRY["embedding"](chosen, fill.assign(self.shares[:, None])).squeeze(-1)
        place = arithmetic.cast(chosen, "float32")
        return REGISTRY["log"]((place + 2.0) / (place + 1.0)) / math.log(self.classes + 1.0)


def noise_contrasted(input: Any, label: Any, weight: Any, bias: Any, draw: Draw, sample_weight: Any) -> Any:
    """Return the loss of nce, with its parameters."""
    drawn = draw(label)
    cost = _told(input, label, weight, bias, draw, True) + _told(input, drawn, weight, bias, draw, False)
    if sample_weight is not None:
        cost = cost * REGISTRY["reshape"](sample_weight, shape=(-1, 1))
    return cost / (draw.count + 1)


def _told(input: Any, chosen: Any, weight: Any, bias: Any, draw: Draw, true: bool) -> Any:
    rows = REGISTRY["embedding"](chosen, weight)  # [N, T, D]
    score = REGISTRY["sum"](rows * REGISTRY["unsqueeze"](input, axis=(1,)), axis=(-1,))
    if bias is not None:
        score = score + REGISTRY["squeeze"](REGISTRY["embedding"](chosen, bias), axis=(-1,))
    given, noise = REGISTRY["sigmoid"](score), draw.chance(chosen) * float(draw.count)
    cost = -REGISTRY["log"]((given if true else noise) / (given + noise))
    return REGISTRY["sum"](cost, axis=(1,), keepdim=True)


def _of_programs(function: Callable[..., Any]) -> Any:
    """Return the function with a check of static mode. In fluid, the function also works in dygraph."""

    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        require_static(function.__name__)
        return function(*args, **kwargs)

    return checked


@_of_programs
def nce(
    input: Any,
    label: Any,
    num_total_classes: int,
    sample_weight: Any = None,
    param_attr: Any = None,
    bias_attr: Any = None,
    num_neg_samples: int | None = None,
    name: str | None = None,
    sampler: str = "uniform",
    custom_dist: Any = None,
    seed: int = 0,
    is_sparse: bool = False,
) -> Any:
    """Return the loss [N, 1] of noise-contrastive estimation: label [N, T] against num_neg_samples (10) drawn classes.

    sampler: 'uniform', 'log_uniform' or 'custom_dist' (with custom_dist, a probability for each class). Gradients are
    dense, also with is_sparse.
    Source: Gutmann & Hyvarinen 2010.
    """
    layer = name or names("nce")
    size = [num_total_classes, input.shape[1]]
    weight = new_parameter(layer, "w", size, as_attr(param_attr), input.dtype)
    bias = as_attr(bias_attr)
    shift = None if bias is None else new_parameter(layer, "b", [num_total_classes, 1], bias, input.dtype)
    draw = Draw(num_total_classes, num_neg_samples or 10, sampler, custom_dist, seed)
    return noise_contrasted(input, label, weight, shift, draw, sample_weight)


note_functions(__name__)
