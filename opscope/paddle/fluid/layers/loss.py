"""fluid.layers: losses with the parameters of Paddle 1.x. A loss is a column [N, 1], not a vector or a mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.checks.number_checks import positive_number
from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ops.nn.loss import softmax_with_cross_entropy as softmax_loss
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.layers.arithmetic import whole
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import arithmetic
from opscope.paddle.functions.loss_shapes import same_shape
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)

KEPT = -100  # 1.x's kIgnoreIndex


def _rows(x: Any) -> Any:
    """Return the sum of each row, over all dims but the first: [N, 1]."""
    wide = x if len(x.shape) == 2 else REGISTRY["flatten_to_2d"](x, num_col_dims=1)
    return REGISTRY["sum"](wide, axis=(1,), keepdim=True)


@statically
def cross_entropy(input: Any, label: Any, soft_label: bool = False, ignore_index: int = KEPT) -> Any:
    """Return -log(input [*, D] at label [*, 1]), or with soft_label for label [*, D]: [*, 1].

    For label [*] with one dim less than input, the result is [*].
    """
    if soft_label:
        return F.cross_entropy(input, label, soft_label=True, use_softmax=False, reduction="none")
    wide = label if len(label.shape) == len(input.shape) else REGISTRY["unsqueeze"](label, axis=-1)
    kept = REGISTRY["not_equal"](wide, ignore_index)
    place = wide * arithmetic.cast(kept, wide.dtype)
    own = REGISTRY["take_along_axis"](input, place, axis=-1)
    out = -REGISTRY["log"](REGISTRY["where"](kept, own, 1.0))
    return out if wide is label else REGISTRY["squeeze"](out, axis=(-1,))


@statically
def softmax_with_cross_entropy(
    logits: Any, label: Any, soft_label: bool = False, ignore_index: int = KEPT, numeric_stable_mode: bool = True,
    return_softmax: bool = False, axis: int = -1,
) -> Any:  # fmt: skip
    """Return the loss of logits [N, D] and label [N, 1]: [N, 1]; return_softmax also returns the softmax."""
    softmax, loss = softmax_loss(logits, label, soft_label=soft_label, ignore_index=ignore_index, axis=axis)
    return (loss, softmax) if return_softmax else loss


@statically
def square_error_cost(input: Any, label: Any) -> Any:
    """(input - label)^2, elementwise."""
    return REGISTRY["square_error_cost"](input, label)


@statically
def mse_loss(input: Any, label: Any) -> Any:
    """The mean of (input - label)^2, [1]."""
    return whole("mean", REGISTRY["square_error_cost"](input, label))


@statically
def sigmoid_cross_entropy_with_logits(
    x: Any, label: Any, ignore_index: int = KEPT, name: str | None = None, normalize: bool = False
) -> Any:
    """Return -label * log(sigmoid(x)) - (1 - label) * log(1 - sigmoid(x)).

    The loss is 0 where label is ignore_index. With normalize, the loss is divided by the number of other labels.
    """
    same_shape("sigmoid_cross_entropy_with_logits", x=x, label=label)
    return of_kept(lambda x: REGISTRY["sigmoid_cross_entropy_with_logits"](x, label), x, label, ignore_index, normalize)


def of_kept(loss_of: Callable[[Any], Any], x: Any, label: Any, ignore_index: int, normalize: bool) -> Any:
    """Set the loss of x to 0 where label is ignore_index; normalize divides it by the number of other labels."""
    kept = REGISTRY["not_equal"](label, float(ignore_index))
    loss = REGISTRY["where"](kept, loss_of(REGISTRY["where"](kept, x, 0.0)), 0.0)
    count = REGISTRY["sum"](arithmetic.cast(kept, loss.dtype)) if normalize else None
    return loss if count is None else loss / REGISTRY["maximum"](count, 1e-5)


@statically
def smooth_l1(x: Any, y: Any, inside_weight: Any = None, outside_weight: Any = None, sigma: float | None = None) -> Any:
    """Return the row sums [N, 1] of 0.5 (sigma d)^2 where |d| < 1 / sigma^2, else |d| - 0.5 / sigma^2; d = x - y.

    inside_weight multiplies d, and outside_weight multiplies the loss of each element.
    Source: Girshick 2015.
    """
    same_shape("smooth_l1", x=x, y=y)
    square = 1.0 if sigma is None else float(sigma) ** 2
    diff = x - y if inside_weight is None else (x - y) * inside_weight
    size = REGISTRY["abs"](diff)
    inside = REGISTRY["less_than"](size, 1.0 / square)
    near = REGISTRY["square"](REGISTRY["where"](inside, size, 0.0)) * (0.5 * square)
    loss = REGISTRY["where"](inside, near, size - 0.5 / square)
    return _rows(loss if outside_weight is None else loss * outside_weight)


@statically
def huber_loss(input: Any, label: Any, delta: float) -> Any:
    """0.5 d^2 where |d| <= delta, else delta * (|d| - delta / 2); d = label - input, elementwise."""
    positive_number(delta, "delta")
    same_shape("huber_loss", input=input, label=label)
    diff = label - input
    size = REGISTRY["abs"](diff)
    inside = REGISTRY["less_equal"](size, float(delta))
    near = REGISTRY["square"](REGISTRY["where"](inside, size, 0.0)) * 0.5
    return REGISTRY["where"](inside, near, (size - 0.5 * delta) * delta)


@statically
def kldiv_loss(x: Any, target: Any, reduction: str = "mean", name: str | None = None) -> Any:
    """Return target * (log(target) - x): 'none' for each element, or the 'mean', 'sum' or 'batchmean' [1]."""
    loss = F.kl_div(x, target, "none")
    if reduction == "none":
        return loss
    if reduction == "batchmean":
        return whole("sum", loss) / float(x.shape[0]) if x.shape[0] > 0 else _per_row(loss)
    if reduction not in ("mean", "sum"):
        raise ArgumentError(f"reduction should be none, mean, sum or batchmean, not {reduction!r}", site=site())
    return whole(reduction, loss)


def _per_row(loss: Any) -> Any:
    return REGISTRY["mean"](_rows(loss), axis=(0,))


@statically
def log_loss(input: Any, label: Any, epsilon: float = 1e-4, name: str | None = None) -> Any:
    """-label * log(input + epsilon) - (1 - label) * log(1 - input + epsilon), elementwise."""
    return F.log_loss(input, label, epsilon)


@statically
def rank_loss(label: Any, left: Any, right: Any, name: str | None = None) -> Any:
    """log(1 + exp(o)) - label * o with o = left - right, [N, 1]. Source: Burges et al. 2005 (RankNet)."""
    over = left - right
    return REGISTRY["softplus"](over) - label * over


@statically
def margin_rank_loss(label: Any, left: Any, right: Any, margin: float = 0.1, name: str | None = None) -> Any:
    """max(0, -label * (left - right) + margin), label 1 or -1: [N, 1]."""
    return REGISTRY["relu"](label * (right - left) + margin)


@statically
def bpr_loss(input: Any, label: Any, name: str | None = None) -> Any:
    """The mean over the other classes j of -log(sigmoid(input[label] - input[j])): [N, 1]."""
    own = REGISTRY["take_along_axis"](input, label, axis=-1)
    every = REGISTRY["softplus"](input - own)
    itself = REGISTRY["softplus"](own - own)
    return (REGISTRY["sum"](every, axis=(-1,), keepdim=True) - itself) / (input.shape[-1] - 1)


@statically
def dice_loss(input: Any, label: Any, epsilon: float = 1e-5) -> Any:
    """Return 1 - 2 * intersection / (sum of sizes) of input [N, ..., C] and label [N, ..., 1], [1]."""
    return REGISTRY["reshape"](F.dice_loss(input, label, epsilon), shape=(1,))


@statically
def npair_loss(anchor: Any, positive: Any, labels: Any, l2_reg: float = 0.002) -> Any:
    """Return the N-pair loss of pairs of rows, [1].

    Source: Sohn 2016.
    """
    return REGISTRY["reshape"](F.npair_loss(anchor, positive, labels, l2_reg), shape=(1,))


@statically
def label_smooth(
    label: Any, prior_dist: Any = None, epsilon: float = 0.1, dtype: object = "float32", name: str | None = None
) -> Any:
    """Return (1 - epsilon) * label + epsilon * prior_dist; by default, prior_dist is the same for all classes."""
    if not 0.0 <= epsilon <= 1.0:
        raise ArgumentError("The value of epsilon must be between 0 and 1.", facts={"epsilon": epsilon}, site=site())
    return arithmetic.cast(F.label_smooth(label, prior_dist, epsilon), dtype)


@statically
def warpctc(
    input: Any, label: Any, blank: int = 0, norm_by_times: bool = False, input_length: Any = None,
    label_length: Any = None,
) -> Any:  # fmt: skip
    """Return the CTC loss [N, 1] of logits input [T, N, C] and label [N, L], with the lengths [N].

    Raises UnsupportedError without the lengths.
    Source: Graves et al. 2006.
    """
    if input_length is None or label_length is None:
        raise UnsupportedError(
            "warpctc needs padded sequences and the length of each sequence, because the number of steps must "
            "be known when the program is built", site=site(), fix="call sequence_pad(input, 0., maxlen=...), "
            "and pass the lengths",
        )  # fmt: skip
    loss = F.ctc_loss(input, label, input_length, label_length, blank, "none", norm_by_times)
    return REGISTRY["reshape"](loss, shape=(-1, 1))


@statically
def fsp_matrix(x: Any, y: Any) -> Any:
    """Return the mean over all positions of x [N, C1, H, W] times y [N, C2, H, W]: [N, C1, C2].

    Source: Yim et al. 2017.
    """
    high, wide = x.shape[2:]
    flat = [REGISTRY["reshape"](v, shape=(-1, v.shape[1], high * wide)) for v in (x, y)]
    return REGISTRY["matmul"](*flat, transpose_y=True) / float(high * wide)


@statically
def mean_iou(input: Any, label: Any, num_classes: int) -> Any:
    """Return (mean intersection over union [1], number of wrong labels [C], number of right labels [C]) of integers."""
    said, true = (REGISTRY["reshape"](v, shape=(-1,)) for v in (input, label))
    hot = [REGISTRY["one_hot"](v, num_classes=num_classes) for v in (said, true)]
    right = REGISTRY["sum"](hot[0] * hot[1], axis=(0,))
    either = REGISTRY["sum"](hot[0] + hot[1], axis=(0,)) - right
    there = arithmetic.cast(REGISTRY["greater_than"](either, 0.0), "float32")
    share = REGISTRY["sum"](right / REGISTRY["maximum"](either, 1.0)) / REGISTRY["maximum"](REGISTRY["sum"](there), 1.0)
    wrong = either - right
    return REGISTRY["reshape"](share, shape=(1,)), arithmetic.cast(wrong, "int32"), arithmetic.cast(right, "int32")


@statically
def teacher_student_sigmoid_loss(
    input: Any, label: Any, soft_max_up_bound: float = 15.0, soft_max_lower_bound: float = -15.0
) -> Any:
    """Return the cross entropy [N, 1] of logits with clicks and with a teacher's estimates.

    input and label are [N, 1]. label -2 means no click, and -1 a click. With an estimate z from 0 to 1, label z means
    no click, and 1 + z a click. The gradient is zero where input is outside of the bounds.
    """
    inside = REGISTRY["logical_and"](
        REGISTRY["less_than"](input, soft_max_up_bound), REGISTRY["greater_than"](input, soft_max_lower_bound)
    )
    x = REGISTRY["where"](inside, input, input.detach())
    clicked, estimated, far = (
        arithmetic.cast(f, input.dtype)
        for f in (
            REGISTRY["logical_or"](
                REGISTRY["greater_equal"](label, 1.0),
                REGISTRY["logical_and"](REGISTRY["greater_equal"](label, -1.0), REGISTRY["less_than"](label, 0.0)),
            ),
            REGISTRY["greater_equal"](label, 0.0),
            REGISTRY["greater_equal"](label, 1.0),
        )
    )
    base = REGISTRY["sigmoid_cross_entropy_with_logits"](x, 0.0 * x)
    return base - x * clicked + estimated * (base - x * (label - far))


__all__ = [
    "bpr_loss", "cross_entropy", "dice_loss", "fsp_matrix", "huber_loss", "kldiv_loss", "label_smooth", "log_loss",
    "margin_rank_loss", "mean_iou", "mse_loss", "npair_loss", "rank_loss",
    "sigmoid_cross_entropy_with_logits", "smooth_l1", "softmax_with_cross_entropy", "square_error_cost",
    "teacher_student_sigmoid_loss", "warpctc",
]  # fmt: skip
