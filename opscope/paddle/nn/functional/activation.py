"""Activations that consist of several ops, or whose signatures in Paddle differ from the op's."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.errors import ArgumentError
from opscope.ops.elementwise import unary
from opscope.ops.indexing import gather
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape, squeeze
from opscope.ops.nn import activation, activation_units
from opscope.ops.public_functions import public
from opscope.ops.random import distributions
from opscope.ops.registry import REGISTRY
from opscope.ops.search.sorting import argmax


@public
def selu(
    x: Any,
    scale: float = activation_units.SELU_SCALE,
    alpha: float = activation_units.SELU_ALPHA,
    name: str | None = None,
) -> Any:
    """Return scale * x where x > 0, and scale * alpha * (exp(x) - 1) elsewhere.

    Raises ArgumentError for scale <= 1 or alpha < 0.
    """
    if scale <= 1.0 or alpha < 0:
        raise ArgumentError(f"scale must be greater than 1.0 and alpha at least 0, but they are {scale} and {alpha}.")
    return activation_units.selu(x, scale=scale, alpha=alpha)


@public
def celu(x: Any, alpha: float = 1.0, name: str | None = None) -> Any:
    """Return x where x > 0, and alpha * (exp(x / alpha) - 1) elsewhere. Raises ArgumentError for an alpha of 0."""
    if alpha == 0:
        raise ArgumentError("alpha cannot be 0 for celu", fix="pass another alpha")
    return activation_units.celu(x, alpha=alpha)


@public
def prelu(x: Any, weight: Any, data_format: str = "NCHW", name: str | None = None) -> Any:
    """Return x where x > 0, and weight * x elsewhere; weight is [1], or [C] with a slope for each channel."""
    known = ("NC", "NCL", "NCHW", "NCDHW", "NLC", "NHWC", "NDHWC")
    if list(weight.shape) in ([], [1]):
        data_format = "NCHW"  # there are no channels to find, and Paddle does not look
    elif data_format not in known:
        raise ArgumentError(f"data_format must be one of {', '.join(known)}, but it is {data_format}")
    return activation_units.prelu(x, weight, data_format="NCHW" if data_format == "NC" else data_format)


@public
def hardsigmoid(x: Any, slope: float = 0.1666667, offset: float = 0.5, name: str | None = None) -> Any:
    """Return slope * x + offset, clipped to [0, 1], elementwise."""
    return activation_units.hardsigmoid(x, slope=slope, offset=offset)


@public
def maxout(x: Any, groups: int, axis: int = 1, name: str | None = None) -> Any:
    """Return the maximum of each group of `groups` adjacent channels along an axis.

    Raises ArgumentError if the number of channels is not a multiple of groups. Source: Goodfellow et al. 2013.
    """
    if axis not in (1, -1, 3):
        raise ArgumentError(
            f"axis of maxout should be 1 for an NCHW input, and -1 or 3 for an NHWC input, but it is {axis}"
        )
    along = dims.axis_of(axis, len(x.shape))
    channels = x.shape[along]
    if groups < 2:
        raise ArgumentError(f"groups of maxout should be larger than 1, but it is {groups}.")
    if channels == -1 or channels % groups:
        raise ArgumentError(
            f"maxout: {channels} channels cannot be divided by groups={groups}", facts={"x": list(x.shape)}
        )
    lead = [0] * along
    cut = reshape(x, shape=[*lead, channels // groups, groups, *x.shape[along + 1 :]])
    largest = argmax(cut, axis=along + 1, keepdim=True)  # of equal channels the first has the gradient, as in Paddle
    return squeeze(gather.take_along_axis(cut, largest, axis=along + 1), axis=along + 1)


@public
def glu(x: Any, axis: int = -1, name: str | None = None) -> Any:
    """Return the first half along an axis times the sigmoid of the second half. Source: Dauphin et al. 2016."""
    a, gate = concat_split.split(x, num_or_sections=2, axis=axis)
    return a * activation.sigmoid(gate)


@public
def gumbel_softmax(
    x: Any, temperature: float = 1.0, hard: bool = False, axis: int = -1, name: str | None = None
) -> Any:
    """Return a differentiable random choice along an axis; x are log probabilities. hard: exactly one element is 1.

    Source: Jang et al. 2016, Categorical reparameterization with Gumbel-softmax.
    """
    if temperature <= 0:
        raise ArgumentError(f"gumbel_softmax: the temperature must be positive, not {temperature}")
    drawn = distributions.uniform_like(
        x, min=2.0**-24, max=1.0 - 2.0**-24
    )  # away from 0 and 1, whose logs are infinite
    noise = -unary.log(-unary.log(drawn))
    soft = activation.softmax((x + noise) * (1.0 / temperature), axis=axis)
    if not hard:
        return soft
    chosen = gather.hot_like(argmax(soft, axis=axis), soft, axis=axis)
    return chosen - soft.detach() + soft


@public
def rrelu(
    x: Any, lower: float = 1.0 / 8.0, upper: float = 1.0 / 3.0, training: bool = True, name: str | None = None
) -> Any:
    """Return x where x >= 0, and a * x elsewhere.

    In training, a is drawn from [lower, upper); otherwise, a is the mean of lower and upper.
    """
    if not 0 <= lower <= upper <= 1:
        raise ArgumentError(f"rrelu needs 0 <= lower <= upper <= 1, but lower is {lower} and upper is {upper}")
    slope = distributions.uniform_like(x, min=lower, max=upper) if training else (lower + upper) / 2.0
    return REGISTRY["where"](x >= 0, x, x * slope)
