"""Functions of paddle.nn.functional whose signatures differ from the op's."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.errors import ArgumentError, DTypeError, ShapeError
from opscope.ops import reduction
from opscope.ops.attr_values import static_sizes
from opscope.ops.elementwise import arithmetic, unary
from opscope.ops.elementwise.comparison import where
from opscope.ops.indexing import gather
from opscope.ops.linalg import matmul
from opscope.ops.manipulation.reshape import reshape, squeeze, unsqueeze
from opscope.ops.nn import activation, loss, normalization
from opscope.ops.public_functions import layer_names, public
from opscope.ops.random import distributions
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions.loss_shapes import check_pos_weight, same_shape


def reduced(value: Any, reduction_name: str, where: str) -> Any:
    """Return the value, its mean or its sum. Raises ArgumentError for another name."""
    if reduction_name == "none":
        return value
    if reduction_name not in ("mean", "sum"):
        raise ArgumentError(
            f"The value of 'reduction' in {where} should be 'sum', 'mean' or 'none', but received {reduction_name}",
            fix="pass one of them",
        )
    return (reduction.mean if reduction_name == "mean" else reduction.sum)(value)


@public
def softmax(x: Any, axis: int = -1, dtype: Any = None, name: str | None = None) -> Any:
    """Return exp(x) / sum(exp(x)) along an axis; with dtype, x is cast first."""
    return activation.softmax(x if dtype is None else arithmetic.cast(x, dtype=as_dtype(dtype).name), axis=axis)


@public
def log_softmax(x: Any, axis: int = -1, dtype: Any = None, name: str | None = None) -> Any:
    """Return log(softmax(x)) along an axis; with dtype, x is cast first."""
    return activation.log_softmax(x if dtype is None else arithmetic.cast(x, dtype=as_dtype(dtype).name), axis=axis)


@public
def swish(x: Any, name: str | None = None) -> Any:
    """Return x * sigmoid(x), elementwise."""
    return activation.silu(x)


@public
def relu6(x: Any, name: str | None = None) -> Any:
    """Return min(max(x, 0), 6), elementwise."""
    return arithmetic.clip(x, min=0.0, max=6.0)


@public
def hardtanh(x: Any, min: float = -1.0, max: float = 1.0, name: str | None = None) -> Any:
    """Clip x to [min, max], elementwise."""
    return arithmetic.clip(x, min=min, max=max)


@public
def dropout(
    x: Any,
    p: float = 0.5,
    axis: Any = None,
    training: bool = True,
    mode: str = "upscale_in_train",
    name: str | None = None,
) -> Any:
    """Set values of x to 0 at random, each with the probability p; p = 0 returns x.

    Raises ArgumentError for an invalid p.
    """
    if not 0 <= p <= 1:
        raise ArgumentError(f"p argument should be between 0 and 1, but received {p}", fix="pass a probability")
    if mode not in ("upscale_in_train", "downscale_in_infer"):
        raise ArgumentError(
            f"mode argument should be 'downscale_in_infer' or 'upscale_in_train', but received {mode!r}",
            fix="pass one of them",
        )
    for each in () if axis is None else axis if isinstance(axis, list | tuple) else (axis,):
        dims.axis_of(each, len(x.shape))
    if p == 0:
        return x
    return distributions.dropout(x, p=p, axis=axis, training=training, mode=mode)[0]


@public
def linear(x: Any, weight: Any, bias: Any = None, name: str | None = None) -> Any:
    """Return x @ weight + bias; weight is [in, out]."""
    with layer_names("linear"):
        out = matmul.matmul(x, weight)
        return out if bias is None else arithmetic.add(out, bias)


@public
def layer_norm(
    x: Any,
    normalized_shape: Any,
    weight: Any = None,
    bias: Any = None,
    epsilon: float = 1e-05,
    name: str | None = None,
) -> Any:
    """Normalize x over its last dims `normalized_shape`; then * weight + bias."""
    return normalization.layer_norm(
        x, weight, bias, normalized_shape=static_sizes(normalized_shape, "layer_norm"), epsilon=epsilon
    )


@public
def normalize(x: Any, p: float = 2, axis: int = 1, epsilon: float = 1e-12, name: str | None = None) -> Any:
    """Divide x by its p-norm along an axis; the norm is at least epsilon."""
    size = REGISTRY.public["norm"](x, p=float(p), axis=axis, keepdim=True)
    return x / arithmetic.clip(size, min=epsilon)


@public
def embedding(
    x: Any, weight: Any, padding_idx: int | None = None, sparse: bool = False, name: str | None = None
) -> Any:
    """Return the rows of weight [classes, size] at the integers x; zeros where x is padding_idx.

    sparse: store the gradient of the weight as rows; SGD, Adagrad and Adam(lazy_mode=True) update only these rows.
    """
    return gather.embedding(x, weight, padding_idx=padding_idx, **({"sparse": True} if sparse else {}))


# --- losses -----------------------------------------------------------------------------------------


@public
def softmax_with_cross_entropy(
    logits: Any,
    label: Any,
    soft_label: bool = False,
    ignore_index: int = -100,
    numeric_stable_mode: bool = True,
    return_softmax: bool = False,
    axis: int = -1,
) -> Any:
    """Return the cross entropy of label and softmax(logits), with size 1 along the axis.

    return_softmax: also return the softmax.
    """
    softmax, out = loss.softmax_with_cross_entropy(
        logits, label, soft_label=soft_label, ignore_index=ignore_index, axis=axis
    )
    return (out, softmax) if return_softmax else out


def _picked(values: Any, hot: Any, axis: int, keepdim: bool = True) -> Any:
    """Return the value at each label, and 0 without a label.

    The values are selected, because `values * hot` would be NaN for an infinite value.
    """
    return reduction.sum(where(hot > 0.0, values, 0.0), axis=axis, keepdim=keepdim)


def _plain_loss(input: Any, wanted: Any, axis: int, soft_label: bool) -> Any:
    """Return the cross entropy of probabilities; rows with ignored labels add 0, and so does 0 with the label 0."""
    if soft_label:
        nothing = (wanted == 0.0) & (input == 0.0)
        return -reduction.sum(wanted * unary.log(where(nothing, 1.0, input)), axis=axis, keepdim=True)
    return -unary.log(_picked(input, wanted, axis) + (1.0 - reduction.sum(wanted, axis=axis, keepdim=True)))


@public
def cross_entropy(
    input: Any,
    label: Any,
    weight: Any = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    soft_label: bool = False,
    axis: int = -1,
    use_softmax: bool = True,
    label_smoothing: float = 0.0,
    name: str | None = None,
) -> Any:
    """Return the cross entropy of label and softmax(input), or of label and input with use_softmax=False.

    label: integers in the shape of input, with the axis left out or of size 1; with soft_label, probabilities in the
    shape of input. weight: one number for each class. reduction: 'mean' (weighted, without ignored labels), 'sum' or
    'none'.
    label_smoothing: the share of each label that is distributed over all classes. Raises DTypeError for labels that are
    neither integers nor, with soft_label, probabilities. Raises ShapeError for several labels in a row.
    """
    rank = len(input.shape)
    along = dims.axis_of(axis, rank)
    bare = len(label.shape) == rank - 1
    _check_labels(label, soft_label, 1 if bare else label.shape[along])
    if bare:
        label = unsqueeze(label, axis=along)
    if label_smoothing:
        if not soft_label:
            label = gather.hot_like(label, input, axis=along, ignore_index=ignore_index)
        label, soft_label = label * (1.0 - label_smoothing) + label_smoothing / input.shape[along], True
    need_wanted = weight is not None or not use_softmax
    wanted = label
    if need_wanted and not soft_label:
        wanted = gather.hot_like(label, input, axis=along, ignore_index=ignore_index)
    if use_softmax:
        out = softmax_with_cross_entropy(input, label, soft_label, ignore_index, axis=axis)
    else:
        out = _plain_loss(input, wanted, along, soft_label)
    weights = None if weight is None else _class_weights(wanted, weight, along, rank, soft_label)
    if weights is not None:
        out = where(REGISTRY["equal"](weights, 0.0), 0.0, out * weights)  # a class without weight, at probability 0
    elif reduction == "mean" and not soft_label and _ignores(label, ignore_index):
        weights = arithmetic.cast_like(REGISTRY["not_equal"](label, ignore_index), out)
    if reduction == "mean" and weights is not None:
        return _ratio(out, weights)
    if bare and not soft_label and reduction == "none":
        return squeeze(out, axis=along)
    return reduced(out, reduction, "cross_entropy")


def _check_labels(label: Any, soft_label: bool, count: int) -> None:
    kind = as_dtype(label.dtype).kind
    if (kind == "f") != soft_label:
        raise DTypeError(
            f"cross_entropy takes {'probabilities' if soft_label else 'integers'} as labels with "
            f"soft_label={soft_label}, but the dtype of the labels is {as_dtype(label.dtype).name}",
            site=site(), fix="pass soft_label=True" if kind == "f" else "pass soft_label=False, or cast the labels",
        )  # fmt: skip
    if not soft_label and count not in (1, -1):
        raise ShapeError(
            f"cross_entropy takes one label for each row, but received {count} labels for each row",
            facts={"label": dims.text(label.shape)}, site=site(),
        )  # fmt: skip


def _ignores(label: Any, ignore_index: int) -> bool:
    """True if the mean must omit labels.

    In eager code, this is the case if a label is ignored; in programs, this is the case if the index may be a class. As
    in Paddle, a program with a negative index divides by the number of all labels, because its operators must be the
    same.
    """
    array = getattr(label, "_value", None)
    return ignore_index >= 0 if array is None else bool((array == ignore_index).any())


def _class_weights(wanted: Any, weight: Any, along: int, rank: int, soft_label: bool) -> Any:
    shape = [1] * rank
    shape[along] = -1
    if not soft_label:
        return _picked(reshape(weight, shape=shape), wanted, along)
    return reduction.sum(wanted * reshape(weight, shape=shape), axis=along, keepdim=True)


def _ratio(values: Any, weights: Any) -> Any:
    """Return sum(values) / sum(weights), and 0 without weights."""
    total = reduction.sum(weights)
    return reduction.sum(values) / (total + arithmetic.cast_like(REGISTRY["equal"](total, 0.0), total))


def _check_label_shape(input: Any, label: Any) -> None:
    """Raise ShapeError if labels would be broadcast."""
    rows = [None if d == -1 else d for i, d in enumerate(input.shape) if i != 1]
    given = [None if d == -1 else d for d in label.shape]
    if len(given) != len(rows) or any(a != b for a, b in zip(given, rows, strict=True) if None not in (a, b)):
        raise ShapeError(
            "nll_loss: input and label must have the same batch size and the same dims after the classes",
            facts={"input": dims.text(input.shape), "label": dims.text(label.shape)}, site=site(),
            fix="give one label for each row of input [N, C, ...]: label [N, ...]",
        )  # fmt: skip


@public
def nll_loss(
    input: Any,
    label: Any,
    weight: Any = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    name: str | None = None,
) -> Any:
    """Return the negative log likelihood of label [N, ...] or [N, 1, ...]; input [N, C, ...] has log probabilities.

    Raises RangeError for a label that is not a class.
    """
    if len(label.shape) == len(input.shape) and label.shape[1] == 1:
        label = reshape(label, shape=[0, *label.shape[2:]])
    _check_label_shape(input, label)
    wanted = gather.hot_like(label, input, axis=1, ignore_index=ignore_index, checked=True)
    shape = [1, -1, *[1] * (len(input.shape) - 2)]
    out = -_picked(input, wanted, 1, keepdim=False)
    if weight is None:
        weights = REGISTRY["sum"](wanted, axis=1)
    else:
        weights = _picked(reshape(weight, shape=shape), wanted, 1, keepdim=False)
        out = out * weights
    return _ratio(out, weights) if reduction == "mean" else reduced(out, reduction, "nll_loss")


@public
def mse_loss(input: Any, label: Any, reduction: str = "mean", name: str | None = None) -> Any:
    """Return the mean of (input - label) squared; reduction: 'mean', 'sum' or 'none'."""
    return reduced(loss.square_error_cost(input, label), reduction, "mse_loss")


@public
def l1_loss(input: Any, label: Any, reduction: str = "mean", name: str | None = None) -> Any:
    """Return the mean of |input - label|; reduction: 'mean', 'sum' or 'none'."""
    return reduced(unary.abs(input - label), reduction, "L1Loss")


@public
def binary_cross_entropy_with_logits(
    logit: Any, label: Any, weight: Any = None, reduction: str = "mean", pos_weight: Any = None, name: str | None = None
) -> Any:
    """Return the binary cross entropy of label (0 to 1) and sigmoid(logit)."""
    same_shape("binary_cross_entropy_with_logits", logit=logit, label=label)
    out = loss.sigmoid_cross_entropy_with_logits(logit, label)
    if pos_weight is not None:
        check_pos_weight("binary_cross_entropy_with_logits", label, pos_weight)
        out = out * (label * (pos_weight - 1.0) + 1.0)
    return reduced(out if weight is None else out * weight, reduction, "binary_cross_entropy_with_logits")


@public
def binary_cross_entropy(
    input: Any, label: Any, weight: Any = None, reduction: str = "mean", name: str | None = None
) -> Any:
    """Return the binary cross entropy of label (0 to 1) and the probabilities input.

    Infinite values, at 0 and 1, are replaced by 100. Raises ArgumentError for an input outside [0, 1], also for NaN.
    Raises ShapeError for a label of another shape.
    """
    out = loss.bce_loss(input, label)
    return reduced(out if weight is None else out * weight, reduction, "binary_cross_entropy")
