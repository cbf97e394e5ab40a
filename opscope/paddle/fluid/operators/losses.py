"""Losses: elementwise, or a column [N, 1]."""

from __future__ import annotations

from typing import Any

from opscope.ir.compat.composite_ops import composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.layers import loss as old
from opscope.paddle.functions.loss_shapes import same_shape
from opscope.paddle.nn import functional as F  # noqa: N812

REDUCTIONS = ("sum", "mean", "none")


@composed("cross_entropy", out="Y")
def cross_entropy(X: Any, Label: Any, *, soft_label: bool = False, ignore_index: int = -100) -> Any:
    return old.cross_entropy(X, Label, soft_label, ignore_index)


@composed("cross_entropy2", out="Y MatchX")
def cross_entropy2(X: Any, Label: Any, *, ignore_index: int = -100) -> Any:
    loss = old.cross_entropy(X, Label, False, ignore_index)
    return loss, T.exp(-loss)


@composed("sigmoid_cross_entropy_with_logits")
def sigmoid_cross_entropy(
    X: Any, Label: Any, pos_weight: Any = None, *, normalize: bool = False, ignore_index: int = -100
) -> Any:
    """pos_weight multiplies only the part of the loss that is not linear in x, as in Paddle."""
    same_shape("sigmoid_cross_entropy_with_logits", X=X, Label=Label)

    def loss_of(x: Any) -> Any:
        if pos_weight is None:
            return REGISTRY["sigmoid_cross_entropy_with_logits"](x, Label)
        return F.relu(x) - x * Label + F.softplus(-T.abs(x)) * pos_weight

    return old.of_kept(loss_of, X, Label, ignore_index, normalize)


@composed("huber_loss", out="Out Residual")
def huber_loss(X: Any, Y: Any, *, delta: float = 1.0) -> Any:
    return old.huber_loss(X, Y, delta), Y - X


@composed("smooth_l1_loss", out="Out Diff")
def smooth_l1_loss(X: Any, Y: Any, InsideWeight: Any = None, OutsideWeight: Any = None, *, sigma: float = 1.0) -> Any:
    diff = X - Y if InsideWeight is None else (X - Y) * InsideWeight
    return old.smooth_l1(X, Y, InsideWeight, OutsideWeight, sigma), diff


@composed("log_loss", out="Loss")
def log_loss(Predicted: Any, Labels: Any, *, epsilon: float = 1e-4) -> Any:
    return F.log_loss(Predicted, Labels, epsilon)


@composed("kldiv_loss", out="Loss")
def kldiv_loss(X: Any, Target: Any, *, reduction: str = "mean") -> Any:
    return F.kl_div(X, Target, reduction)


@composed("hinge_loss", out="Loss")
def hinge_loss(Logits: Any, Labels: Any) -> Any:
    return F.relu(1.0 - Logits * (Labels * 2.0 - 1.0))


@composed("modified_huber_loss", out="Out IntermediateVal")
def modified_huber_loss(X: Any, Y: Any) -> Any:
    """-4 z for z < -1, (1 - z)^2 for z < 1, else 0, with z = (2 y - 1) x. Source: Zhang 2004."""
    z = X * (Y * 2.0 - 1.0)
    near = T.square(F.relu(1.0 - z))
    return REGISTRY["where"](T.less_than(z, -1.0), z * -4.0, near), z


@composed("rank_loss")
def rank_loss(Label: Any, Left: Any, Right: Any) -> Any:
    return old.rank_loss(Label, Left, Right)


@composed("margin_rank_loss", out="Out Activated")
def margin_rank_loss(Label: Any, X1: Any, X2: Any, *, margin: float = 0.0) -> Any:
    over = Label * (X2 - X1) + margin
    return F.relu(over), T.cast(over > 0.0, X1.dtype)


@composed("bpr_loss", out="Y")
def bpr_loss(X: Any, Label: Any) -> Any:
    return old.bpr_loss(X, Label)


@composed("nll_loss", out="Out Total_weight")
def nll_loss(X: Any, Label: Any, Weight: Any = None, *, ignore_index: int = -100, reduction: str = "mean") -> Any:
    kept = T.cast(T.not_equal(Label, ignore_index), X.dtype)
    if Weight is not None:
        places = REGISTRY["where"](T.equal(Label, ignore_index), T.zeros_like(Label), Label)
        kept = kept * T.reshape(T.gather(Weight, T.reshape(places, [-1])), list(Label.shape))
    total = T.zeros([], X.dtype) if reduction == "none" else T.sum(kept)
    return F.nll_loss(X, Label, Weight, ignore_index, reduction), total


@composed("label_smooth")
def label_smooth(X: Any, PriorDist: Any = None, *, epsilon: float = 0.0) -> Any:
    return F.label_smooth(X, PriorDist, epsilon)


@composed("warpctc", out="Loss")
def warpctc(
    Logits: Any, Label: Any, LogitsLength: Any = None, LabelLength: Any = None, *, blank: int = 0,
    norm_by_times: bool = False,
) -> Any:  # fmt: skip
    return old.warpctc(Logits, Label, blank, norm_by_times, LogitsLength, LabelLength)


@composed("identity_loss")
def identity_loss(X: Any, *, reduction: int = 1) -> Any:
    kind = REDUCTIONS[reduction]
    return T.assign(X) if kind == "none" else getattr(T, kind)(X)


@composed("hierarchical_sigmoid", out="Out")
def hierarchical_sigmoid(
    X: Any, W: Any, Label: Any, PathTable: Any = None, PathCode: Any = None, Bias: Any = None, *, num_classes: int = 2
) -> Any:
    return F.hsigmoid_loss(X, Label, num_classes, W, Bias, PathTable, PathCode)


@composed("mean_iou", out="OutMeanIou OutWrong OutCorrect")
def mean_iou(Predictions: Any, Labels: Any, *, num_classes: int) -> Any:
    return tuple(old.mean_iou(Predictions, Labels, num_classes))


@composed("accuracy", out="Accuracy Correct Total")
def accuracy(Out: Any, Indices: Any, Label: Any) -> Any:
    """The share of rows whose Label [N, 1] is among the Indices [N, k] of the largest values."""
    hit = T.cast(T.any(T.equal(Indices, T.cast(Label, Indices.dtype)), 1), "int32")
    correct, total = T.sum(hit, dtype="int32"), T.full([], Indices.shape[0], "int32")
    return T.mean(T.cast(hit, "float32")), correct, total
