"""Loss layers: functions of `functional` with their settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.errors import ArgumentError
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.layer.unit import Unit


class Loss(Unit):
    """Base of losses. Raises ArgumentError for an invalid reduction."""

    reductions: tuple[str, ...] = ("sum", "mean", "none")

    def _check_settings(self, settings: Mapping[str, Any]) -> None:
        if settings["reduction"] not in self.reductions:
            raise ArgumentError(
                f"The value of 'reduction' in {type(self).__name__} should be one of "
                f"{', '.join(self.reductions)}, but received {settings['reduction']}."
            )

    def extra_repr(self) -> str:
        return ""


class CrossEntropyLoss(Loss, function=F.cross_entropy):
    """Cross entropy of input [N, ..., C] and label: class numbers [N, ...], or probabilities [N, ..., C].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/CrossEntropyLoss_en.html
    """

    def __init__(
        self, weight: Any = None, ignore_index: int = -100, reduction: str = "mean", soft_label: bool = False,
        axis: int = -1, use_softmax: bool = True, label_smoothing: float = 0.0, name: str | None = None,
    ) -> None: ...  # fmt: skip


class NLLLoss(Loss, function=F.nll_loss):
    """Negative log likelihood of label [N, ...]; input [N, C, ...] has log probabilities."""

    def __init__(
        self, weight: Any = None, ignore_index: int = -100, reduction: str = "mean", name: str | None = None
    ) -> None: ...


class MSELoss(Loss, function=F.mse_loss):
    """Mean of (input - label) squared; reduction: 'mean', 'sum' or 'none'."""

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None: ...


class L1Loss(Loss, function=F.l1_loss):
    """Mean of |input - label|; reduction: 'mean', 'sum' or 'none'."""

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None: ...


class SmoothL1Loss(Loss, function=F.smooth_l1_loss):
    """Loss 0.5 * d * d where |d| <= delta, and delta * (|d| - 0.5 * delta) elsewhere, with d = input - label."""

    def __init__(self, reduction: str = "mean", delta: float = 1.0, name: str | None = None) -> None: ...


class BCELoss(Loss, function=F.binary_cross_entropy):
    """Binary cross entropy of label (0 to 1) and the probabilities input."""

    def __init__(self, weight: Any = None, reduction: str = "mean", name: str | None = None) -> None: ...


class BCEWithLogitsLoss(Loss, function=F.binary_cross_entropy_with_logits):
    """Binary cross entropy of label (0 to 1) and sigmoid(logit)."""

    def __init__(
        self, weight: Any = None, reduction: str = "mean", pos_weight: Any = None, name: str | None = None
    ) -> None: ...


class KLDivLoss(Loss, function=F.kl_div):
    """Kullback-Leibler divergence label * (log(label) - input); input are log probabilities."""

    reductions = ("batchmean", "mean", "sum", "none")

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None: ...


class MarginRankingLoss(Loss, function=F.margin_ranking_loss):
    """Loss max(0, -label * (input - other) + margin)."""

    def __init__(self, margin: float = 0.0, reduction: str = "mean", name: str | None = None) -> None: ...


class HingeEmbeddingLoss(Loss, function=F.hinge_embedding_loss):
    """Loss: input where label is 1, and max(0, margin - input) where it is -1."""

    def __init__(self, margin: float = 1.0, reduction: str = "mean", name: str | None = None) -> None: ...


class CosineEmbeddingLoss(Loss, function=F.cosine_embedding_loss):
    """Loss: 1 - cos where label is 1, and max(0, cos - margin) where it is -1."""

    def __init__(self, margin: float = 0, reduction: str = "mean", name: str | None = None) -> None: ...


class TripletMarginLoss(Loss, function=F.triplet_margin_loss):
    """Loss max(0, |input - positive| - |input - negative| + margin) with p-norms."""

    def __init__(
        self, margin: float = 1.0, p: float = 2.0, epsilon: float = 1e-6, swap: bool = False, reduction: str = "mean",
        name: str | None = None,
    ) -> None: ...  # fmt: skip


class TripletMarginWithDistanceLoss(Loss, function=F.triplet_margin_with_distance_loss):
    """Loss max(0, distance(input, positive) - distance(input, negative) + margin)."""

    def __init__(
        self, distance_function: Any = None, margin: float = 1.0, swap: bool = False, reduction: str = "mean",
        name: str | None = None,
    ) -> None: ...  # fmt: skip


class SoftMarginLoss(Loss, function=F.soft_margin_loss):
    """Loss log(1 + exp(-label * input)); label is 1 or -1."""

    def __init__(self, reduction: str = "mean", name: str | None = None) -> None: ...


class PoissonNLLLoss(Loss, function=F.poisson_nll_loss):
    """Negative log likelihood of counts under Poisson(exp(input))."""

    def __init__(
        self, log_input: bool = True, full: bool = False, epsilon: float = 1e-8, reduction: str = "mean",
        name: str | None = None,
    ) -> None: ...  # fmt: skip


class GaussianNLLLoss(Loss, function=F.gaussian_nll_loss):
    """Negative log likelihood of label under normal(input, variance)."""

    def __init__(
        self, full: bool = False, epsilon: float = 1e-6, reduction: str = "mean", name: str | None = None
    ) -> None: ...


class MultiLabelSoftMarginLoss(Loss, function=F.multi_label_soft_margin_loss):
    """Mean over the last dim of the binary cross entropy of label and sigmoid(input)."""

    def __init__(self, weight: Any = None, reduction: str = "mean", name: str | None = None) -> None: ...


class MultiMarginLoss(Loss, function=F.multi_margin_loss):
    """Loss max(0, margin - input[label] + input[j]) ** p, averaged over the other classes."""

    def __init__(
        self, p: int = 1, margin: float = 1.0, weight: Any = None, reduction: str = "mean", name: str | None = None
    ) -> None: ...


class CTCLoss(Layer):
    """Loss -log p(labels | log_probs) over all alignments; see functional.ctc_loss. Source: Graves et al. 2006."""

    def __init__(self, blank: int = 0, reduction: str = "mean") -> None:
        super().__init__()
        self.blank, self.reduction = blank, reduction

    def forward(
        self, log_probs: Any, labels: Any, input_lengths: Any, label_lengths: Any, norm_by_times: bool = False
    ) -> Any:
        return F.ctc_loss(
            log_probs, labels, input_lengths, label_lengths, self.blank, self.reduction, norm_by_times=norm_by_times
        )
