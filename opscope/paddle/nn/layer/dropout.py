"""Layers that set values to 0 at random while the model trains."""

from __future__ import annotations

from typing import Any

from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.layers import Layer, TensorT


class Dropout(Layer):
    """Values set to 0 in training, each with probability p. Source: Srivastava et al. 2014."""

    def __init__(
        self, p: float = 0.5, axis: Any = None, mode: str = "upscale_in_train", name: str | None = None
    ) -> None:
        super().__init__()
        self.p, self.axis, self.mode, self.name = p, axis, mode, name

    def forward(self, input: TensorT) -> TensorT:
        return F.dropout(input, p=self.p, axis=self.axis, training=self.training, mode=self.mode)

    def extra_repr(self) -> str:
        return f"p={self.p}, axis={self.axis}, mode={self.mode}" + (f", name={self.name}" if self.name else "")


class Dropout2D(Layer):
    """Whole channels of [N, C, H, W] set to 0 in training, each with probability p."""

    def __init__(self, p: float = 0.5, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__()
        self.p, self.data_format, self.name = p, data_format, name

    def forward(self, input: TensorT) -> TensorT:
        return F.dropout2d(input, self.p, self.training, self.data_format)

    def extra_repr(self) -> str:
        return f"p={self.p}, data_format={self.data_format}" + (f", name={self.name}" if self.name else "")


class Dropout3D(Dropout2D):
    """Whole channels of [N, C, D, H, W] set to 0 in training, each with probability p."""

    def __init__(self, p: float = 0.5, data_format: str = "NCDHW", name: str | None = None) -> None:
        super().__init__(p, data_format, name)

    def forward(self, input: TensorT) -> TensorT:
        return F.dropout3d(input, self.p, self.training, self.data_format)


class AlphaDropout(Layer):
    """Values set to selu's limit in training, each with probability p; mean and variance stay."""

    def __init__(self, p: float = 0.5, name: str | None = None) -> None:
        super().__init__()
        self.p, self.name = p, name

    def forward(self, input: TensorT) -> TensorT:
        return F.alpha_dropout(input, self.p, self.training)

    def extra_repr(self) -> str:
        return f"p={self.p}" + (f", name={self.name}" if self.name else "")
