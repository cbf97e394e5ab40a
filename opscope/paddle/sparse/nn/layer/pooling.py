"""Pooling of sparse tensors as a layer."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.sparse.nn import functional as F  # noqa: N812 (as everywhere)


class MaxPool3D(Layer):
    """The maximum of the elements in each window of a SparseCooTensor [N, D, H, W, C].

    Raises UnsupportedError for return_mask, which Paddle's forward ignores.
    """

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, return_mask: bool = False,
        ceil_mode: bool = False, data_format: str = "NDHWC", name: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        if return_mask:
            raise UnsupportedError(
                "sparse.nn.MaxPool3D does not support return_mask", site=site(), fix="leave return_mask out"
            )
        self.ksize, self.stride, self.padding, self.ceil_mode = kernel_size, stride, padding, ceil_mode
        self.return_mask, self.data_format, self.name = return_mask, data_format, name

    def forward(self, x: Any) -> Any:
        return F.max_pool3d(x, self.ksize, self.stride, self.padding, self.ceil_mode, self.data_format)

    def extra_repr(self) -> str:
        return f"kernel_size={self.ksize}, stride={self.stride}, padding={self.padding}"
