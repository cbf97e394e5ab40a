"""Losses that consist of several ops; `functions/neural.py` has cross entropy, squared and absolute losses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from opscope.core.checks.number_checks import positive_number
from opscope.core.dtype import as_dtype
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import creation
from opscope.ops import reduction as reductions
from opscope.ops.elementwise import arithmetic, unary
from opscope.ops.elementwise.comparison import where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing import gather
from opscope.ops.manipulation.reshape import flatten, reshape, squeeze, unsqueeze
from opscope.ops.nn import activation
from opscope.ops.nn.loss import sigmoid_cross_entropy_with_logits
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.ops.sequence.sequences import length_mask
from opscope.paddle.functions.loss_shapes import check_dice, fits, refuse, same_shape, variance_as
from opscope.paddle.functions.neural import binary_cross_entropy_with_logits, reduced
from opscope.paddle.nn.functional.similarity import pairwise_distance


@public
def smooth_l1_loss(input: Any, label: Any, reduction: str = "mean", delta: float = 1.0, name: str | None = None) -> Any:
    """Return 0.5 * d * d where |d| <= delta, and delta * (|d| - 0.5 * delta) elsewhere, with d = input - label.

    Source: Huber 1964.
    """
    positive_number(delta, "delta")
    same_shape("smooth_l1_loss", input=input, label=label)
    size = unary.abs(input - label)
    inside = size <= delta
    near = where(inside, size, 0.0)  # an infinite square would make the gradient NaN
    return reduced(where(inside, near * near * 0.5, size * delta - 0.5 * delta * delta), reduction, "smooth_l1_loss")


@public
def kl_div(input: Any, label: Any, reduction: str = "mean", name: str | None = None) -> Any:
    """Return label * (log(label) - input), and 0 where label is 0; input are log probabilities.

    reduction: 'mean' of all values, 'batchmean' (the sum divided by the first dim), 'sum' or 'none'.
    """
    same_shape("kl_div", input=input, label=label)
    empty = label <= 0.0
    out = where(empty, 0.0, label * (unary.log(where(empty, 1.0, label)) - input))
    if reduction == "batchmean":
        total = reductions.sum(out)
        if input.shape and input.shape[0] == -1:
            return total / arithmetic.cast_like(creation.shape(input)[0], total)
        return total * (1.0 / input.shape[0]) if input.shape else total
    return reduced(out, reduction, "kl_div")


@public
def margin_ranking_loss(
    input: Any, other: Any, label: Any, margin: float = 0.0, reduction: str = "mean", name: str | None = None
) -> Any:
    """Return max(0, -label * (input - other) + margin).

    For label 1, input should be larger; for label -1, other should be larger.
    """
    return reduced(activation.relu((other - input) * label + margin), reduction, "MarginRankingLoss")


@public
def hinge_embedding_loss(
    input: Any, label: Any, margin: float = 1.0, reduction: str = "mean", name: str | None = None
) -> Any:
    """Return input where label is 1, and max(0, margin - input) where it is -1."""
    none = zeros_like(input)
    alike = where(label == 1, input, none)
    return reduced(alike + where(label == -1, activation.relu(margin - input), none), reduction, "hinge_embedding_loss")


@public
def cosine_embedding_loss(
    input1: Any, input2: Any, label: Any, margin: float = 0, reduction: str = "mean", name: str | None = None
) -> Any:
    """Return 1 - cos(input1, input2) where label is 1, and max(0, cos - margin) where it is -1.

    The inputs are [N, M] or [M].
    """
    if len(label.shape) != 1 and len(input1.shape) == 2:
        raise ShapeError("label must have 1 dim if the inputs have 2 dims", facts={"label": list(label.shape)})
    same_shape("cosine_embedding_loss", input1=input1, input2=input2)
    if len(input1.shape) > 2:
        raise ShapeError("input1 and input2 must have 1 or 2 dims", facts={"input1": list(input1.shape)})
    product = reductions.sum(input1 * input2, axis=-1)
    tiny = 1e-12  # as in Paddle: keeps the norm of zeros away from 0
    norms = (reductions.sum(input1 * input1, axis=-1) + tiny) * (reductions.sum(input2 * input2, axis=-1) + tiny)
    cosine = product / unary.sqrt(norms)
    none = zeros_like(cosine)
    out = where(label == 1, 1.0 - cosine, none) + where(label == -1, activation.relu(cosine - margin), none)
    return reduced(out, reduction, "cosine_embedding_loss")


@public
def triplet_margin_with_distance_loss(
    input: Any,
    positive: Any,
    negative: Any,
    distance_function: Callable[[Any, Any], Any] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
    name: str | None = None,
) -> Any:
    """Return max(0, distance(input, positive) - distance(input, negative) + margin).

    distance_function None: the Euclidean distance. swap: use the smaller distance of negative to input and to positive.
    """
    if margin < 0:
        raise ArgumentError("margin of triplet_margin_loss must be at least 0.")
    same_shape("triplet_margin_loss", input=input, positive=positive, negative=negative)
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(input, positive), distance(input, negative)
    if swap:
        far = arithmetic.minimum(far, distance(positive, negative))
    return reduced(activation.relu(near - far + margin), reduction, "triplet_margin_loss")


@public
def triplet_margin_loss(
    input: Any,
    positive: Any,
    negative: Any,
    margin: float = 1.0,
    p: float = 2.0,
    epsilon: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
    name: str | None = None,
) -> Any:
    """Return max(0, |input - positive| - |input - negative| + margin) with p-norms. Source: Balntas et al. 2016."""

    def distance(a: Any, b: Any) -> Any:
        return pairwise_distance(a, b, p, epsilon)

    return triplet_margin_with_distance_loss(input, positive, negative, distance, margin, swap, reduction)


@public
def log_loss(input: Any, label: Any, epsilon: float = 1e-4, name: str | None = None) -> Any:
    """Return -label * log(input + epsilon) - (1 - label) * log(1 - input + epsilon), elementwise."""
    same_shape("log_loss", input=input, label=label)
    return -(label * unary.log(input + epsilon)) - (1.0 - label) * unary.log(1.0 - input + epsilon)


@public
def soft_margin_loss(input: Any, label: Any, reduction: str = "mean", name: str | None = None) -> Any:
    """Return log(1 + exp(-label * input)); label is 1 or -1."""
    same_shape("soft_margin_loss", input=input, label=label)
    return reduced(-activation.log_sigmoid(arithmetic.cast_like(label, input) * input), reduction, "soft_margin_loss")


@public
def poisson_nll_loss(
    input: Any,
    label: Any,
    log_input: bool = True,
    full: bool = False,
    epsilon: float = 1e-8,
    reduction: str = "mean",
    name: str | None = None,
) -> Any:
    """Return the negative log likelihood of counts under Poisson(exp(input)).

    log_input=False: under Poisson(input). full: add Stirling's approximation of log(label!). Raises ArgumentError for
    an epsilon that is not positive.
    """
    if epsilon <= 0:
        raise ArgumentError(f"The value of `epsilon` in poisson_nll_loss should be positive, but received {epsilon:f}")
    same_shape("poisson_nll_loss", input=input, label=label)
    out = unary.exp(input) - label * input if log_input else input - label * unary.log(input + epsilon)
    if full:
        above = where(label > 1, label, zeros_like(label) + 1.0)
        stirling = above * unary.log(above) - above + unary.log(above * (2.0 * math.pi)) * 0.5
        out = out + where(label > 1, stirling, zeros_like(stirling))
    return reduced(out, reduction, "poisson_nll_loss")


@public
def gaussian_nll_loss(
    input: Any,
    label: Any,
    variance: Any,
    full: bool = False,
    epsilon: float = 1e-6,
    reduction: str = "mean",
    name: str | None = None,
) -> Any:
    """Return the negative log likelihood of label under normal(input, variance); full adds log(2 pi) / 2.

    variance is at least epsilon, and has no gradient there. The variance has input's shape, or one number for each row
    of input.
    """
    if variance_as(input, variance):
        variance = unsqueeze(variance, axis=-1)
    variance = arithmetic.clip(variance, min=epsilon)
    out = (unary.log(variance) + unary.square(label - input) / variance) * 0.5
    return reduced(out + 0.5 * math.log(2.0 * math.pi) if full else out, reduction, "gaussian_nll_loss")


@public
def multi_label_soft_margin_loss(
    input: Any, label: Any, weight: Any = None, reduction: str = "mean", name: str | None = None
) -> Any:
    """Return the mean over the last dim of the binary cross entropy of label (0 or 1) and sigmoid(input)."""
    same_shape("multi_label_soft_margin_loss", input=input, label=label)
    out = sigmoid_cross_entropy_with_logits(input, label)
    out = reductions.mean(out if weight is None else out * weight, axis=-1)
    return reduced(out, reduction, "multi_label_soft_margin_loss")


@public
def sigmoid_focal_loss(
    logit: Any,
    label: Any,
    normalizer: Any = None,
    alpha: float = 0.25,
    gamma: float = 2.0,
    reduction: str = "sum",
    name: str | None = None,
) -> Any:
    """Return a binary cross entropy in which well classified elements count less. Source: Lin et al. 2017."""
    if normalizer is not None and len(normalizer.shape) > 1:
        words = f"normalizer of sigmoid_focal_loss must have 0 or 1 dims, but it has {len(normalizer.shape)}."
        raise refuse(words, "pass a normalizer with one number", normalizer=normalizer)
    plain = binary_cross_entropy_with_logits(logit, label, reduction="none")
    p = activation.sigmoid(logit)
    hit = p * label + (1.0 - p) * (1.0 - label)
    out = plain * (label * alpha + (1.0 - label) * (1.0 - alpha)) * REGISTRY.public["pow"](1.0 - hit, gamma)
    return reduced(out if normalizer is None else out / normalizer, reduction, "sigmoid_focal_loss")


@public
def multi_margin_loss(
    input: Any,
    label: Any,
    p: int = 1,
    margin: float = 1.0,
    weight: Any = None,
    reduction: str = "mean",
    name: str | None = None,
) -> Any:
    """Return max(0, margin - input[label] + input[j]) ** p, averaged over the other classes j.

    input [N, C], label [N]. weight [C]: a factor for each label, inside the max. Raises ShapeError if N or C differ.
    """
    if input.shape[0] != label.shape[0] and -1 not in (input.shape[0], label.shape[0]):
        raise ShapeError(
            f"label.shape[0] should be equal to input.shape[0], but label.shape[0] is {label.shape[0]} and "
            f"input.shape[0] is {input.shape[0]}."
        )
    if weight is not None and input.shape[1] != weight.shape[0]:
        raise ShapeError(
            f"weight.shape[0] should be equal to input.shape[1], but weight.shape[0] is {weight.shape[0]} and "
            f"input.shape[1] is {input.shape[1]}"
        )
    labels, raised = reshape(label, shape=[-1]), REGISTRY.public["pow"]
    over = margin - gather.take_along_axis(input, reshape(labels, shape=[-1, 1]), axis=1) + input
    own = margin**p  # what the label's own class adds, and should not
    if weight is not None:
        factor = gather.gather(weight, labels)
        over, own = over * reshape(factor, shape=[-1, 1]), raised(factor * margin, p)
    loss = reductions.mean(raised(activation.relu(over), p), axis=1) - own / input.shape[1]
    return reduced(loss, reduction, "multi_margin_loss")


@public
def dice_loss(input: Any, label: Any, epsilon: float = 1e-5, name: str | None = None) -> Any:
    """Return 1 - twice the overlap of input [N, ..., C] and label [N, ..., 1], divided by their sizes.

    Source: Milletari 2016.
    """
    check_dice(input, label)
    wanted = squeeze(label, axis=-1)
    hot = gather.hot_like(wanted, input, axis=-1)
    axes = list(range(1, len(input.shape)))
    inside = reductions.sum(input * hot, axis=axes)
    sizes = reductions.sum(input, axis=axes) + reductions.sum(hot, axis=axes)
    return reductions.mean(1.0 - inside * 2.0 / (sizes + epsilon))


@public
def label_smooth(label: Any, prior_dist: Any = None, epsilon: float = 0.1, name: str | None = None) -> Any:
    """Return (1 - epsilon) * label + epsilon * prior_dist; prior_dist None: uniform over the last dim.

    Source: Szegedy et al. 2015.
    """
    if not 0 <= epsilon <= 1:
        raise ArgumentError(f"The value of epsilon must be between 0 and 1, not {epsilon}.")
    prior = 1.0 / label.shape[-1] if prior_dist is None else prior_dist
    return label * (1.0 - epsilon) + prior * epsilon


@public
def sequence_mask(x: Any, maxlen: Any = None, dtype: Any = "int64", name: str | None = None) -> Any:
    """Return 1 at the first x positions of a new last dim of size maxlen, and 0 after them.

    maxlen: a number or a tensor; None or -1: the maximum of x.
    """
    kind = as_dtype(dtype).name
    if maxlen is None or hasattr(maxlen, "__apply_op__") or maxlen < 0:
        return arithmetic.cast(length_mask(x, maxlen if hasattr(maxlen, "__apply_op__") else None), dtype=kind)
    places = creation.arange(start=0, end=maxlen, step=1, dtype="int64")
    flat = reshape(x, shape=[*([0] * len(x.shape)), 1])
    return arithmetic.cast(places < arithmetic.cast(flat, dtype="int64"), dtype=kind)


@public
def npair_loss(anchor: Any, positive: Any, labels: Any, l2_reg: float = 0.002) -> Any:
    """Return the N-pair loss of anchor and positive [N, M] with labels [N], plus their squares. Source: Sohn 2016."""
    column = reshape(flatten(labels), shape=[-1, 1])
    same = arithmetic.cast_like(column == reshape(column, shape=[1, -1]), anchor)
    wanted = same / reductions.sum(same, axis=1, keepdim=True)
    squares = [reductions.mean(reductions.sum(unary.square(v), axis=1)) for v in (anchor, positive)]
    logits = REGISTRY["matmul"](anchor, positive, transpose_y=True)
    if not fits(logits.shape, wanted.shape):
        raise refuse(
            "npair_loss: anchor, positive and labels should have the same number of rows.",
            "pass positive and labels with as many rows as anchor", anchor=anchor, positive=positive, labels=labels,
        )  # fmt: skip
    entropy = -reductions.sum(wanted * activation.log_softmax(logits, axis=-1), axis=-1)
    return (squares[0] + squares[1]) * (0.25 * l2_reg) + reductions.mean(entropy)
