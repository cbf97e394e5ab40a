"""paddle.fluid.dygraph.nn: layers with 1.x's parameters, over those of paddle.nn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope import nn
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.fluid.shaping import dropout_mode
from opscope.ops.registry import REGISTRY


class Linear(nn.Linear):
    """x [*, input_dim] -> [*, output_dim], through the activation `act`."""

    def __init__(
        self, input_dim: int, output_dim: int, param_attr: Any = None, bias_attr: Any = None, act: str | None = None,
        dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(input_dim, output_dim, param_attr, bias_attr)
        _only_float32(dtype)
        self._act = act

    def forward(self, input: Any) -> Any:
        out = super().forward(input)
        return out if self._act is None else REGISTRY.public[self._act](out)


class Conv2D(nn.Conv2D):
    """Convolution of [N, num_channels, H, W], through the activation `act`."""

    def __init__(
        self, num_channels: int, num_filters: int, filter_size: Any, stride: Any = 1, padding: Any = 0,
        dilation: Any = 1, groups: int | None = None, param_attr: Any = None, bias_attr: Any = None,
        use_cudnn: bool = True, act: str | None = None, dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(
            num_channels, num_filters, filter_size, stride, padding, dilation, groups or 1, weight_attr=param_attr,
            bias_attr=bias_attr,
        )  # fmt: skip
        _only_float32(dtype)
        self._act = act

    def forward(self, x: Any) -> Any:
        out = super().forward(x)
        return out if self._act is None else REGISTRY.public[self._act](out)


class Embedding(nn.Embedding):
    """Rows of a table [size[0], size[1]] by integers. Raises UnsupportedError for sparse or distributed tables."""

    def __init__(
        self, size: Sequence[int], is_sparse: bool = False, is_distributed: bool = False,
        padding_idx: int | None = None, param_attr: Any = None, dtype: str = "float32",
    ) -> None:  # fmt: skip
        if is_sparse or is_distributed:
            raise UnsupportedError("Embedding keeps its table in one piece", site=site(), fix="leave is_sparse out")
        super().__init__(size[0], size[1], padding_idx=padding_idx, weight_attr=param_attr)
        _only_float32(dtype)


class LayerNorm(nn.LayerNorm):
    """Normalized over the last dims, through the activation `act`."""

    def __init__(
        self, normalized_shape: Any, scale: bool = True, shift: bool = True, epsilon: float = 1e-5,
        param_attr: Any = None, bias_attr: Any = None, act: str | None = None, dtype: str = "float32",
    ) -> None:  # fmt: skip
        super().__init__(normalized_shape, epsilon, param_attr if scale else False, bias_attr if shift else False)
        _only_float32(dtype)
        self._act = act

    def forward(self, input: Any) -> Any:
        out = super().forward(input)
        return out if self._act is None else REGISTRY.public[self._act](out)


class Dropout(nn.Dropout):
    """A share p of the values zero while training."""

    def __init__(
        self, p: float = 0.5, seed: int | None = None, dropout_implementation: str = "downgrade_in_infer",
        is_test: bool = False,
    ) -> None:  # fmt: skip
        if seed:
            raise UnsupportedError("Dropout does not support a seed of its own", site=site(), fix="call paddle.seed()")
        super().__init__(p, mode=dropout_mode(dropout_implementation))
        if is_test:
            self.eval()


def _only_float32(dtype: str) -> None:
    if dtype != "float32":
        raise UnsupportedError(
            f"this layer does not support dtype={dtype!r}",
            site=site(),
            fix="call layer.to(dtype=...), or set_default_dtype",
        )


BatchNorm = nn.BatchNorm
