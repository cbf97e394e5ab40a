"""Losses, and metrics of predictions."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype, float32, int32
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import clip
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import log
from opscope.ops.indexing.gather import hot_like
from opscope.ops.indexing.index_checks import check_labels
from opscope.ops.nn.activation import sigmoid
from opscope.ops.reduction import sum
from opscope.ops.registry import Sample, op


def _labels(logits: TensorSpec, label: TensorSpec, axis: int, soft_label: bool) -> None:
    """Raise ShapeError, in Paddle's words, if the dims other than the axis differ."""
    ranks = (logits.rank,) if soft_label else (logits.rank, logits.rank - 1)
    if soft_label and label.rank == logits.rank and dims.unify((logits.shape[axis],), (label.shape[axis],)) is None:
        raise ShapeError(
            "If Attr(soft_label) == true, the axis dimension of Input(X) and Input(Label) should be equal.",
            facts={"logits": logits, "label": label}, fix="give each row of labels one probability for each class",
        )  # fmt: skip
    others = logits.shape[:axis] + logits.shape[axis + 1 :]
    given = label.shape if label.rank < logits.rank else label.shape[:axis] + label.shape[axis + 1 :]
    if label.rank not in ranks or dims.unify(others, given) is None:
        raise ShapeError(
            "Input(Logits) and Input(Label) should in same shape in dimensions except axis",
            facts={"logits": logits, "label": label},
            fix="give the soft label the shape of the logits" if soft_label else "give the label one integer per row",
        )


def _softmax_loss(
    logits: TensorSpec, label: TensorSpec, *, soft_label: bool = False, ignore_index: int = -100, axis: int = -1
) -> list[TensorSpec]:
    along = dims.axis_of(axis, logits.rank)
    _labels(logits, label, along, soft_label)
    return [logits, logits.with_shape((*logits.shape[:along], 1, *logits.shape[along + 1 :]))]


def _dlogits(
    softmax: Array,
    label: Array,
    soft_label: bool,
    ignore_index: int,
    axis: int,
    dloss: Array = None,
    dsoftmax: Any = None,
) -> Any:
    grad = None
    if dloss is not None:
        if soft_label:
            grad = (softmax * sum(label, axis=axis, keepdim=True) - label) * dloss
        else:
            hot = hot_like(label, softmax, axis=axis, ignore_index=ignore_index)
            grad = where(sum(hot, axis=axis, keepdim=True) > 0.0, (softmax - hot) * dloss, 0.0)
    if dsoftmax is not None:  # reached when the softmax is used, or a gradient is differentiated again
        more = (dsoftmax - sum(dsoftmax * softmax, axis=axis, keepdim=True)) * softmax
        grad = more if grad is None else grad + more
    return grad


def _softmax_loss_samples() -> list[Sample]:
    logits, labels = samples.array(4, 3), samples.integers(4, 1, below=3)
    soft = samples.array(4, 3, low=0.1)
    return [
        Sample((logits, labels), {}),
        Sample((logits, labels[:, 0]), {"ignore_index": int(labels[1, 0])}),
        Sample((logits, soft / soft.sum(1, keepdims=True)), {"soft_label": True}),
        Sample((samples.array(2, 3, 4), samples.integers(2, 4, below=3)), {"axis": 1}),
    ]


@op(
    check_shapes=True,
    dtype_kinds={"logits": "f", "label": "iuf"},
    infer=_softmax_loss,
    outputs=("softmax", "loss"),
    vjp={"logits": _dlogits},
    samples=_softmax_loss_samples,
)
def softmax_with_cross_entropy(
    xp: ArrayModule, logits: Array, label: Array, *, soft_label: bool = False, ignore_index: int = -100, axis: int = -1
) -> Array:
    """Return the softmax of logits along an axis, and the cross entropy of label, which has size 1 along the axis.

    label: integers in the shape of logits; the axis is left out or has size 1. With soft_label, label has the
    probabilities; an element with the label 0 adds nothing, even if its logit is -Inf. The loss is 0 where label is
    ignore_index. label gets no gradient. Raises RangeError for a label that is not a class. A GPU does not check this:
    the loss of such a label is 0.
    """
    shifted = logits - xp.max(logits, axis=axis, keepdims=True)
    weights = xp.exp(shifted)
    total = xp.sum(weights, axis=axis, keepdims=True)
    if soft_label:
        terms = xp.where(label == 0, logits.dtype.type(0), label * (shifted - xp.log(total)))  # 0 * -inf is NaN
        loss = -xp.sum(terms, axis=axis, keepdims=True)
    else:
        along = axis % logits.ndim
        index = xp.expand_dims(label, along) if label.ndim < logits.ndim else label
        check_labels(xp, index, logits.shape[along], ignore_index)
        valid = (index >= 0) & (index < logits.shape[along]) & (index != ignore_index)
        picked = xp.take_along_axis(shifted, xp.where(valid, index, 0).astype("int64"), axis=along)
        loss = xp.where(valid, xp.log(total) - picked, logits.dtype.type(0))  # NaN where ignored rows hold it otherwise
    return [weights * (1.0 / total), loss.astype(logits.dtype, copy=False)]


@op(
    dtype_kinds="iuf",
    infer=infer.broadcast,
    samples=samples.binary(),
    vjp={
        "input": lambda dout, input, label: dout * (input - label) * 2.0,
        "label": lambda dout, input, label: dout * (label - input) * 2.0,
    },
)
def square_error_cost(xp: ArrayModule, input: Array, label: Array) -> Array:
    """Return (input - label) squared, elementwise."""
    return xp.square(input - label)


@op(
    dtype_kinds="f",
    infer=infer.broadcast,
    samples=samples.binary(low=0.1, high=0.9),
    vjp={
        "logit": lambda dout, logit, label: dout * (sigmoid(logit) - label),
        "label": lambda dout, logit: -(dout * logit),
    },
)
def sigmoid_cross_entropy_with_logits(xp: ArrayModule, logit: Array, label: Array) -> Array:
    """Return the binary cross entropy of label (0 to 1) and sigmoid(logit), elementwise, without overflow."""
    return xp.maximum(logit, logit.dtype.type(0)) - logit * label + xp.log1p(xp.exp(-xp.abs(logit)))


def _same_shape(input: TensorSpec, label: TensorSpec) -> TensorSpec:
    if dims.unify(input.shape, label.shape) is None:
        raise ShapeError(
            "Input(X) and Input(Label) shall have the same shape",
            facts={"input": input, "label": label},
            fix="reshape one input: this loss does not broadcast",
        )
    return input


def _within_unit(xp: ArrayModule, input: Array) -> None:
    """Raise ArgumentError for an input outside [0, 1], also for NaN. Values on a GPU are not checked."""
    if xp is np and input.size and not (input.min() >= 0 and input.max() <= 1):
        raise ArgumentError(
            "binary_cross_entropy: Illegal input, input must be greater than or equal to 0 and less than or equal to 1",
            facts={"input holds": f"{input.min()} to {input.max()}"},
            fix="apply sigmoid() to input first, or use binary_cross_entropy_with_logits",
        )


_LEAST_LOG = -100.0  # what Paddle and PyTorch take for log(0)


def _least_spread(input: Array) -> Any:
    """Return input * (1 - input), but at least 1e-12; the gradient at 0 and 1 is then large, not NaN.

    In float16, the lower bound is the smallest positive number.
    """
    return clip(input * (1.0 - input), min=6e-8 if as_dtype(input.dtype).name == "float16" else 1e-12)


def _logit(input: Array) -> Any:
    return clip(log(input), min=_LEAST_LOG) - clip(log(1.0 - input), min=_LEAST_LOG)


@op(
    check_shapes=True,
    dtype_kinds={"input": "f", "label": "iuf"},
    infer=_same_shape,
    samples=lambda: [Sample((samples.array(2, 3, low=0.1, high=0.9), samples.array(2, 3, low=0.1, high=0.9, seed=1)))],
    vjp={
        "input": lambda dout, input, label: dout * ((input - label) / _least_spread(input)),
        "label": lambda dout, input: -(dout * _logit(input)),
    },
)
def bce_loss(xp: ArrayModule, input: Array, label: Array) -> Array:
    """Return the binary cross entropy of label (0 to 1) and the probabilities input, elementwise.

    log(0) counts as -100. Raises ArgumentError for an input outside [0, 1], also for NaN.
    """
    _within_unit(xp, input)
    least = input.dtype.type(_LEAST_LOG)
    low, high = (xp.maximum(xp.log(p), least) for p in (input, 1 - input))
    return (label - 1) * high - label * low


def _accuracy(input: TensorSpec, label: TensorSpec, **attrs: Any) -> list[TensorSpec]:
    if input.rank != 2:
        raise ShapeError(
            "accuracy: input must be [N, classes] and label [N, 1]", facts={"input": input, "label": label}
        )
    return [TensorSpec((), float32), TensorSpec((), int32), TensorSpec((), int32)]


@op(
    infer=_accuracy,
    outputs=("accuracy", "correct", "total"),
    samples=lambda: [
        Sample((samples.distinct(5, 4), samples.integers(5, 1, below=4))),
        Sample((samples.distinct(5, 4), samples.integers(5, below=4)), {"k": 2}),
    ],
)
def accuracy(xp: ArrayModule, input: Array, label: Array, *, k: int = 1) -> Array:
    """Return the share of rows of input [N, classes] whose label is among the k largest values, their number, and N.

    Among equal values, the first counts as larger.
    """
    index = xp.reshape(label, (-1, 1)).astype("int64")
    score = xp.take_along_axis(input, index, axis=1)
    before = xp.arange(input.shape[1]) < index
    rank = xp.sum((input > score) | ((input == score) & before), axis=1)
    correct = xp.sum(rank < k)
    total = input.shape[0]
    return [(correct / (total or 1)).astype("float32"), correct.astype("int32"), xp.asarray(total, dtype="int32")]
