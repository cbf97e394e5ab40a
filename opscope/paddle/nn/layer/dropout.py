"""Layers that set values to 0 at random while the model trains."""

from __future__ import annotations

from typing import Any

from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.layers import TensorT
from opscope.paddle.nn.layer.unit import Unit


class _Dropout(Unit):
    """Base: the function gets the training mode of the model."""

    def forward(self, input: TensorT) -> TensorT:  # pyright: ignore[reportIncompatibleMethodOverride]
        return type(self).function(input, training=self.training, **self._settings)


class Dropout(_Dropout, function=F.dropout):
    """Dropout: values are set to 0 in training, each with the probability p. Source: Srivastava et al. 2014."""

    def __init__(
        self, p: float = 0.5, axis: Any = None, mode: str = "upscale_in_train", name: str | None = None
    ) -> None: ...


class Dropout2D(_Dropout, function=F.dropout2d):
    """Dropout of whole channels of [N, C, H, W] in training, each with the probability p."""

    def __init__(self, p: float = 0.5, data_format: str = "NCHW", name: str | None = None) -> None: ...


class Dropout3D(Dropout2D, function=F.dropout3d):
    """Dropout of whole channels of [N, C, D, H, W] in training, each with the probability p."""

    def __init__(self, p: float = 0.5, data_format: str = "NCDHW", name: str | None = None) -> None: ...


class AlphaDropout(_Dropout, function=F.alpha_dropout):
    """Dropout that sets values to the limit of selu in training, each with the probability p.

    The mean and variance do not change.
    """

    def __init__(self, p: float = 0.5, name: str | None = None) -> None: ...
