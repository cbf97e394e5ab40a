"""Connectionist temporal classification: the probability of a label over all alignments with the frames."""

from __future__ import annotations

from typing import Any

from opscope.errors import ModeError, ShapeError
from opscope.ops.creation import arange, full_like
from opscope.ops.elementwise.arithmetic import cast_like, maximum
from opscope.ops.elementwise.comparison import equal, less_than, logical_and, not_equal, where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.gather import take_along_axis
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape, unsqueeze
from opscope.ops.nn.activation import log_softmax
from opscope.ops.public_functions import public
from opscope.ops.reduction import logsumexp
from opscope.ops.registry import REGISTRY

_NEVER = -1e30  # a log probability of nothing: -inf would make its gradient a NaN


def _spread(labels: Any, blank: int) -> Any:
    """Return labels [N, L] with a blank before, between and after the labels: [N, 2 L + 1]."""
    gaps = full_like(labels, fill_value=blank)
    pairs = reshape(concat_split.stack([gaps, labels], axis=2), shape=[0, -1])
    return concat_split.concat([pairs, gaps[:, :1]], axis=1)


def _shifted(x: Any, by: int, fill: float) -> Any:
    """Shift x [N, S] to the right along S."""
    return concat_split.concat([full_like(x[:, :by], fill_value=fill), x[:, :-by]], axis=1)


def _alignments(logp: Any, states: Any, lengths: Any, blank: int) -> Any:
    """Return log p [N, S] of all alignments that end in each state, at the last frame of each sample."""
    emitted = take_along_axis(logp, unsqueeze(states, axis=[0]), axis=2)
    skipping = logical_and(not_equal(states, blank), not_equal(states, _shifted(states, 2, blank)))
    barred = where(skipping, zeros_like(emitted[0]), full_like(emitted[0], fill_value=_NEVER))
    position = REGISTRY.public["cumsum"](zeros_like(states) + 1, axis=1) - 1
    alpha = where(less_than(position, 2), emitted[0], full_like(emitted[0], fill_value=_NEVER))
    for frame in range(1, logp.shape[0]):
        ways = concat_split.stack([alpha, _shifted(alpha, 1, _NEVER), _shifted(alpha, 2, _NEVER) + barred], axis=0)
        on = less_than(full_like(lengths, fill_value=frame), lengths)
        alpha = where(on, logsumexp(ways, axis=0) + emitted[frame], alpha)
    return alpha


def _checked(log_probs: Any, labels: Any, reduction: str) -> None:
    if reduction not in ("none", "mean", "sum"):
        raise ModeError(f"ctc_loss: reduction must be 'none', 'mean' or 'sum', not {reduction!r}")
    if len(log_probs.shape) != 3 or len(labels.shape) != 2:
        raise ShapeError(
            "ctc_loss: log_probs must have the shape [T, N, C], and labels the shape [N, L]",
            facts={"log_probs": list(log_probs.shape), "labels": list(labels.shape)},
            fix="pad the labels to one length and pass the length of each in label_lengths",
        )
    if log_probs.shape[0] == -1:
        raise ShapeError("ctc_loss: the number of frames must be known when the program is built",
                         facts={"log_probs": list(log_probs.shape)})  # fmt: skip


@public
def ctc_loss(
    log_probs: Any,
    labels: Any,
    input_lengths: Any,
    label_lengths: Any,
    blank: int = 0,
    reduction: str = "mean",
    norm_by_times: bool = False,
) -> Any:
    """Return -log p(labels [N, L] | log_probs [T, N, C]); log_probs are logits, to which softmax is applied.

    input_lengths, label_lengths: the numbers of frames and labels [N]. 'mean' first divides each loss by the length of
    its label. norm_by_times: divide gradients by the number of frames. A label that is too long for its frames gives 0,
    as in Paddle. Raises ModeError (an AssertionError) for another reduction, and ShapeError.
    Source: Graves et al. 2006.
    """
    _checked(log_probs, labels, reduction)
    cast = REGISTRY.public["cast"]
    labels, frames, sizes = (cast(v, "int64") for v in (labels, input_lengths, label_lengths))
    steps = reshape(arange(start=0, end=log_probs.shape[0], step=1, dtype="int64"), shape=[-1, 1, 1])
    counted = less_than(steps, reshape(frames, shape=[1, -1, 1]))
    logp = log_softmax(where(counted, log_probs, 0.0), axis=-1)  # padding may hold anything
    frames, sizes = reshape(frames, shape=[-1, 1]), reshape(sizes, shape=[-1, 1])
    alpha = _alignments(logp, _spread(labels, blank), frames, blank)
    # an alignment ends with the last blank, or without it
    ends = concat_split.concat([sizes * 2, maximum(sizes * 2 - 1, zeros_like(sizes))], axis=1)
    final = take_along_axis(alpha, ends, axis=1)
    both = logsumexp(final, axis=1, keepdim=True)
    total = where(equal(sizes, 0), final[:, :1], both)
    loss = reshape(where(total <= _NEVER / 2, zeros_like(total), -total), shape=[-1])
    if norm_by_times:
        scaled = loss / cast_like(reshape(frames, shape=[-1]), loss)
        loss = scaled + (loss - scaled).detach()
    if reduction == "mean":
        return REGISTRY.public["mean"](loss / cast_like(reshape(sizes, shape=[-1]), loss))
    return REGISTRY.public["sum"](loss) if reduction == "sum" else loss
