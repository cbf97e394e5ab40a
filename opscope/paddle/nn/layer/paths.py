"""Losses over paths: in a tree of classes, and between frames and labels."""

from __future__ import annotations

from typing import Any

from opscope.core.checks.number_checks import whole_numbers
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.layers import Layer


class HSigmoidLoss(Layer):
    """Layer of functional.hsigmoid_loss with its weights; is_custom: a tree of the user with num_classes nodes.

    Gradients are always dense; is_sparse has no effect. Raises ArgumentError (a ValueError) for fewer than two classes.
    """

    def __init__(
        self,
        feature_size: int,
        num_classes: int,
        weight_attr: Any = None,
        bias_attr: Any = None,
        is_custom: bool = False,
        is_sparse: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        whole_numbers(feature_size=feature_size, num_classes=num_classes)
        if num_classes < 2 and not is_custom:
            raise ArgumentError("with the default tree, num_classes must be at least 2", site=site())
        nodes = num_classes if is_custom else num_classes - 1
        self._num_classes, self._is_custom = num_classes, is_custom
        self.weight = self.create_parameter([nodes, feature_size], weight_attr)
        self.bias = self.create_parameter([nodes, 1], bias_attr, is_bias=True)

    def forward(self, input: Any, label: Any, path_table: Any = None, path_code: Any = None) -> Any:
        if self._is_custom and (path_table is None or path_code is None):
            raise ArgumentError(
                "a custom tree needs a path_table and a path_code", site=site(), fix="pass path_table and path_code"
            )
        return F.hsigmoid_loss(input, label, self._num_classes, self.weight, self.bias, path_table, path_code)


class RNNTLoss(Layer):
    """Layer of functional.rnnt_loss."""

    def __init__(
        self,
        blank: int = 0,
        fastemit_lambda: float = 0.001,
        reduction: str = "mean",
        name: str | None = None,
    ) -> None:
        super().__init__()
        self.blank, self.fastemit_lambda, self.reduction = blank, fastemit_lambda, reduction

    def forward(self, input: Any, label: Any, input_lengths: Any, label_lengths: Any) -> Any:
        return F.rnnt_loss(input, label, input_lengths, label_lengths, self.blank, self.fastemit_lambda, self.reduction)
