"""Dropout of whole channels, and dropout that keeps mean and variance."""

from __future__ import annotations

import math
from typing import Any

from opscope.errors import ArgumentError
from opscope.ops import creation
from opscope.ops.nn.activation_units import SELU_ALPHA, SELU_SCALE
from opscope.ops.public_functions import public
from opscope.ops.random import distributions
from opscope.paddle.functions.neural import dropout
from opscope.paddle.nn.functional.layout import channels_last, with_rank


@public
def dropout2d(x: Any, p: float = 0.5, training: bool = True, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Set whole channels of x [N, C, H, W] (or NHWC) to 0 at random, each with the probability p."""
    with_rank(x, 4, "dropout2d")
    axis = [0, 3] if channels_last(data_format, 2, "dropout2d") else [0, 1]
    return dropout(x, p=p, axis=axis, training=training)


@public
def dropout3d(
    x: Any, p: float = 0.5, training: bool = True, data_format: str = "NCDHW", name: str | None = None
) -> Any:
    """Set whole channels of x [N, C, D, H, W] (or NDHWC) to 0 at random, each with the probability p."""
    with_rank(x, 5, "dropout3d")
    axis = [0, 4] if channels_last(data_format, 3, "dropout3d") else [0, 1]
    return dropout(x, p=p, axis=axis, training=training)


@public
def alpha_dropout(x: Any, p: float = 0.5, training: bool = True, name: str | None = None) -> Any:
    """Set values of x to the limit of selu at random, then scale x so that its mean and variance do not change.

    Source: Klambauer et al. 2017, Self-normalizing neural networks.
    """
    if not 0 <= p <= 1:
        raise ArgumentError(f"p argument should be between 0 and 1, but received {p}", fix="pass a probability")
    if not training or p == 0:
        return x
    if p == 1:
        return x * 0.0
    low = -SELU_ALPHA * SELU_SCALE
    a = 1.0 / math.sqrt((1.0 - p) * (1.0 + p * low * low))
    kept = distributions.bernoulli(creation.full_like(x, fill_value=1.0 - p))
    return (x * kept + (1.0 - kept) * low) * a - a * low * p
