"""RNN-T loss: the probability of a label over all its alignments with the frames."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError, ShapeError
from opscope.ops.indexing.gather import gather, take_along_axis
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape, transpose, unsqueeze
from opscope.ops.public_functions import public
from opscope.ops.reduction import logsumexp, mean, sum
from opscope.paddle.functions.arithmetic import cast
from opscope.paddle.functions.fill import assign

_NEVER = -1e30  # a log probability of nothing: -inf would make its gradient a NaN


def _skewed(values: Any, frames: int, width: int, places: Any) -> Any:
    """Return values [N, T, U] as [diagonals, N, U]: element (d, u) is the value of frame d - u."""
    flat = reshape(values, shape=[0, frames * width])
    return transpose(gather(flat, places, axis=1), perm=[1, 0, 2])


def _checked(input: Any, label: Any) -> tuple[int, int, int]:
    if len(input.shape) != 4 or len(label.shape) != 2:
        raise ShapeError(
            "rnnt_loss: input must have the shape [N, T, U + 1, C], and label the shape [N, U]",
            facts={"input": list(input.shape), "label": list(label.shape)}, site=site(),
        )  # fmt: skip
    frames, width = input.shape[1:3]
    if -1 in (frames, width) or label.shape[1] not in (-1, width - 1):
        raise ShapeError(
            "rnnt_loss: T and U of input [N, T, U + 1, C] must be known when the program is built, and label "
            "must be [N, U]",
            facts={"input": list(input.shape), "label": list(label.shape)}, site=site(),
        )  # fmt: skip
    return frames, width, frames + width - 1


@public
def rnnt_loss(
    input: Any,
    label: Any,
    input_lengths: Any,
    label_lengths: Any,
    blank: int = 0,
    fastemit_lambda: float = 0.001,
    reduction: str = "mean",
    name: str | None = None,
) -> Any:
    """Return -log of the probability of each label [N, U] over all paths through input [N, T, U + 1, C].

    input has logarithms. At (t, u), a path emits label u, or a blank, which moves to the next frame. input_lengths and
    label_lengths [N] are the lengths of the samples. As in Paddle on a CPU, input is not normalized here.
    fastemit_lambda is added to the gradients of emitted labels; it does not change the loss.
    Raises ArgumentError (a ValueError) for another reduction than 'none', 'mean' and 'sum', and ShapeError for shapes
    that do not fit. Source: Graves 2012; Yu et al. 2021.
    """
    if reduction not in ("none", "mean", "sum"):
        raise ArgumentError(f"rnnt_loss: reduction must be 'none', 'mean' or 'sum', not {reduction!r}", site=site())
    frames, width, count = _checked(input, label)
    d, u = np.arange(count)[:, None], np.arange(width)[None, :]
    t = d - u
    places = assign(t.clip(0, frames - 1) * width + u)
    outside = assign(np.where((t >= 0) & (t < frames), 0.0, _NEVER).astype(_host_dtype(input)))
    emitted = take_along_axis(
        input[:, :, : width - 1],
        unsqueeze(unsqueeze(cast(label, "int64"), axis=[1]), axis=[3]) + assign(np.zeros((1, frames, 1, 1), "int64")),
        axis=3,
    )[..., 0]
    if fastemit_lambda:
        emitted = emitted * (1.0 + fastemit_lambda) - (emitted * fastemit_lambda).detach()
    never = input[:, :, :1, 0] * 0.0 + _NEVER
    blanks = _skewed(input[..., blank], frames, width, places)
    labels = _skewed(
        concat_split.concat([never, emitted], axis=2), frames, width, places
    )  # at u: what leads from u - 1
    alpha = input[:, 0, :, 0] * 0.0 + assign(np.where(np.arange(width) == 0, 0.0, _NEVER).astype(_host_dtype(input)))
    alphas = [alpha]
    for step in range(1, count):
        stay = alphas[-1] + blanks[step - 1]
        back = concat_split.concat([alphas[-1][:, :1] * 0.0 + _NEVER, alphas[-1][:, :-1]], axis=1)
        alphas.append(logsumexp(concat_split.stack([stay, back + labels[step]], axis=0), axis=0) + outside[step])
    ends = transpose(concat_split.stack(alphas, axis=0) + blanks, perm=[1, 0, 2])
    last = cast(input_lengths, "int64") - 1 + cast(label_lengths, "int64")
    at = unsqueeze(last * width + cast(label_lengths, "int64"), axis=[1])
    loss = -take_along_axis(reshape(ends, shape=[0, count * width]), at, axis=1)[:, 0]
    return loss if reduction == "none" else (mean if reduction == "mean" else sum)(loss)


def _host_dtype(x: Any) -> str:
    return "float64" if x.dtype.name == "float64" else "float32"
