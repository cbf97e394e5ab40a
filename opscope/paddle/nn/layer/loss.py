"""Losses as layers: the functions of `functional` with their settings."""

from __future__ import annotations

from typing import Any

from opscope.errors import ArgumentError
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.layer.unit import Unit


class Loss(Unit):
    """Base of losses. Raises ArgumentError for a reduction that is none."""

    reductions: tuple[str, ...] = ("sum", "mean", "none")

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        if settings["reduction"] not in self.reductions:
            raise ArgumentError(
                f"The value of 'reduction' in {type(self).__name__} should be one of {', '.join(self.reductions)}, but "
                f"received {settings['reduction']}, which is not allowed."
            )
        super().__init__(name, **settings)

    def extra_repr(self) -> str:
        return ""


class CrossEntropyLoss(Loss):
    """Cross entropy of input [N, ..., C] with label [N, ...] (class numbers) or, soft, [N, ..., C].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/CrossEntropyLoss_en.html
    """

    function = staticmethod(F.cross_entropy)

    def __init__(
        self,
        weight: Any = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        soft_label: bool = False,
        axis: int = -1,
        use_softmax: bool = True,
        label_smoothing: float = 0.0,
        name: str | None = None,
    ) -> None:
        super().__init__(
            name,
            weight=weight,
            ignore_index=ignore_index,
            reduction=reduction,
            soft_label=soft_label,
            axis=axis,
            use_softmax=use_softmax,
            label_smoothing=label_smoothing,
        )


class NLLLoss(Loss):
    """Minus the log probability in input [N, C, ...] of label [N, ...]."""

    function = staticmethod(F.nll_loss)

    def __init__(
        self, weight: Any = None, ignore_index: int = -100, reduction: str = "mean", name: str | None = None
    ) -> None:
        super().__init__(name, weight=weight, ignore_index=ignore_index, reduction=reduction)


class MSELoss(Loss):
    """The mean (or sum, or each) of (input - label) squared."""

    function = staticmethod(F.mse_loss)

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, reduction=reduction)


class L1Loss(Loss):
    """The mean (or sum, or each) of |input - label|."""

    function = staticmethod(F.l1_loss)

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, reduction=reduction)


class SmoothL1Loss(Loss):
    """0.5 * d * d where |d| <= delta, delta * (|d| - 0.5 * delta) elsewhere; d = input - label."""

    function = staticmethod(F.smooth_l1_loss)

    def __init__(self, reduction: str = "mean", delta: float = 1.0, name: str | None = None) -> None:
        super().__init__(name, reduction=reduction, delta=delta)


class BCELoss(Loss):
    """Binary cross entropy of label (0 to 1) under the probabilities input."""

    function = staticmethod(F.binary_cross_entropy)

    def __init__(self, weight: Any = None, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, weight=weight, reduction=reduction)


class BCEWithLogitsLoss(Loss):
    """Binary cross entropy of label (0 to 1) under sigmoid(logit)."""

    function = staticmethod(F.binary_cross_entropy_with_logits)

    def __init__(
        self, weight: Any = None, reduction: str = "mean", pos_weight: Any = None, name: str | None = None
    ) -> None:
        super().__init__(name, weight=weight, reduction=reduction, pos_weight=pos_weight)


class KLDivLoss(Loss):
    """label * (log(label) - input): input holds log probabilities."""

    function = staticmethod(F.kl_div)
    reductions = ("batchmean", "mean", "sum", "none")

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, reduction=reduction)


class MarginRankingLoss(Loss):
    """max(0, -label * (input - other) + margin)."""

    function = staticmethod(F.margin_ranking_loss)

    def __init__(self, margin: float = 0.0, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, margin=margin, reduction=reduction)


class HingeEmbeddingLoss(Loss):
    """input where label is 1, max(0, margin - input) where it is -1."""

    function = staticmethod(F.hinge_embedding_loss)

    def __init__(self, margin: float = 1.0, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, margin=margin, reduction=reduction)


class CosineEmbeddingLoss(Loss):
    """1 - cos where label is 1, max(0, cos - margin) where it is -1."""

    function = staticmethod(F.cosine_embedding_loss)

    def __init__(self, margin: float = 0, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, margin=margin, reduction=reduction)


class TripletMarginLoss(Loss):
    """max(0, |input - positive| - |input - negative| + margin) by p-norms."""

    function = staticmethod(F.triplet_margin_loss)

    def __init__(
        self,
        margin: float = 1.0,
        p: float = 2.0,
        epsilon: float = 1e-6,
        swap: bool = False,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__(name, margin=margin, p=p, epsilon=epsilon, swap=swap, reduction=reduction)


class TripletMarginWithDistanceLoss(Loss):
    """max(0, distance(input, positive) - distance(input, negative) + margin)."""

    function = staticmethod(F.triplet_margin_with_distance_loss)

    def __init__(
        self,
        distance_function: Any = None,
        margin: float = 1.0,
        swap: bool = False,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__(name, distance_function=distance_function, margin=margin, swap=swap, reduction=reduction)


class SoftMarginLoss(Loss):
    """log(1 + exp(-label * input)); label is 1 or -1."""

    function = staticmethod(F.soft_margin_loss)

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, reduction=reduction)


class PoissonNLLLoss(Loss):
    """Minus the log likelihood of counts under Poisson(exp(input))."""

    function = staticmethod(F.poisson_nll_loss)

    def __init__(
        self,
        log_input: bool = True,
        full: bool = False,
        epsilon: float = 1e-8,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__(name, log_input=log_input, full=full, epsilon=epsilon, reduction=reduction)


class GaussianNLLLoss(Loss):
    """Minus the log likelihood of label under normal(input, variance)."""

    function = staticmethod(F.gaussian_nll_loss)

    def __init__(
        self, full: bool = False, epsilon: float = 1e-6, reduction: str = "mean", name: str | None = None
    ) -> None:
        super().__init__(name, full=full, epsilon=epsilon, reduction=reduction)


class MultiLabelSoftMarginLoss(Loss):
    """The mean over the last dim of binary cross entropies under sigmoid(input)."""

    function = staticmethod(F.multi_label_soft_margin_loss)

    def __init__(self, weight: Any = None, reduction: str = "mean", name: str | None = None) -> None:
        super().__init__(name, weight=weight, reduction=reduction)


class MultiMarginLoss(Loss):
    """max(0, margin - input[label] + input[j]) ** p, the mean over the other classes."""

    function = staticmethod(F.multi_margin_loss)

    def __init__(
        self, p: int = 1, margin: float = 1.0, weight: Any = None, reduction: str = "mean", name: str | None = None
    ) -> None:
        super().__init__(name, p=p, margin=margin, weight=weight, reduction=reduction)


class CTCLoss(Layer):
    """-log p(labels | log_probs) over all alignments; see functional.ctc_loss. Source: Graves et al. 2006."""

    def __init__(self, blank: int = 0, reduction: str = "mean") -> None:
        super().__init__()
        self.blank, self.reduction = blank, reduction

    def forward(
        self, log_probs: Any, labels: Any, input_lengths: Any, label_lengths: Any, norm_by_times: bool = False
    ) -> Any:
        return F.ctc_loss(
            log_probs, labels, input_lengths, label_lengths, self.blank, self.reduction, norm_by_times=norm_by_times
        )
