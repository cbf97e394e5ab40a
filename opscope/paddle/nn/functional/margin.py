"""Losses over very many classes whose logits are cosines: with margins, and with a sample of the classes."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError, UnsupportedError
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import acos, cos
from opscope.ops.indexing.gather import one_hot
from opscope.ops.manipulation.reshape import reshape
from opscope.ops.nn.activation import softmax
from opscope.ops.nn.loss import softmax_with_cross_entropy
from opscope.ops.public_functions import public
from opscope.ops.random import class_centers
from opscope.ops.reduction import mean, sum


def _alone(group: Any) -> None:
    if group not in (None, False) and getattr(group, "nranks", 2) != 1:
        raise UnsupportedError(
            "the argument group is not supported, because only one process is running",
            site=site(),
            fix="pass group=None",
        )


@public
def margin_cross_entropy(
    logits: Any,
    label: Any,
    margin1: float = 1.0,
    margin2: float = 0.5,
    margin3: float = 0.0,
    scale: float = 64.0,
    group: Any = None,
    return_softmax: bool = False,
    reduction: str | None = "mean",
) -> Any:
    """Return the cross entropy of scale * logits; cos θ of the label becomes cos(margin1 θ + margin2) - margin3.

    logits [N, classes] are cosines; label is [N] or [N, 1]. With reduction None or 'none', out is [N, 1], else a
    number.
    return_softmax: also return the probabilities. Raises ModeError (an AssertionError) for another reduction, and
    UnsupportedError for a group of processes.
    Source: Deng et al. 2019, eq. 4;
    https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/nn/functional/margin_cross_entropy_en.html
    """
    if reduction not in (None, "none", "mean", "sum"):
        raise ModeError(f"reduction must be 'mean', 'sum', 'none' or None, not {reduction!r}", site=site())
    _alone(group)
    at = reshape(label, shape=[-1])
    mine = one_hot(at, num_classes=logits.shape[-1]) > 0.0
    angle = acos(sum(where(mine, logits, 0.0), axis=[-1], keepdim=True))
    scores = where(mine, cos(angle * margin1 + margin2) - margin3, logits) * scale
    _, loss = softmax_with_cross_entropy(scores, reshape(at, shape=[-1, 1]))
    loss = loss if reduction in (None, "none") else (mean if reduction == "mean" else sum)(loss)
    return (loss, softmax(scores)) if return_softmax else loss


@public
def class_center_sample(label: Any, num_classes: int, num_samples: int, group: Any = None) -> tuple[Any, Any]:
    """Return label as indices of the sampled classes, and the sampled classes.

    The sampled classes are all classes that occur, in order, then random classes, until there are num_samples. Raises
    ArgumentError (a ValueError) for a label that is not below num_classes, and for more samples than classes. Raises
    UnsupportedError for a group of processes.
    Source: An et al. 2021.
    """
    _alone(group)
    sampled, remapped = class_centers.class_center_sample(label, num_classes=num_classes, num_samples=num_samples)
    return remapped, sampled
