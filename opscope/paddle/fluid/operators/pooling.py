"""Pooling: over windows of a fixed size, over everything, or over a given number of windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.compat.composite_ops import composed
from opscope.paddle.fluid.layers.images import pooled
from opscope.paddle.fluid.operators.images import padding_of
from opscope.paddle.nn import functional as F  # noqa: N812


def _pool(dims: int) -> Callable[..., Any]:
    def pool(
        X: Any, *, pooling_type: str = "max", ksize: Any, strides: Any = (1,) * dims, paddings: Any = (0,) * dims,
        global_pooling: bool = False, exclusive: bool = True, adaptive: bool = False, ceil_mode: bool = False,
        data_format: str = "", padding_algorithm: str = "EXPLICIT",
    ) -> Any:  # fmt: skip
        layout = ("NHWC", "NDHWC")[dims - 2] if data_format[-1:] == "C" else ("NCHW", "NCDHW")[dims - 2]
        if adaptive and not global_pooling:
            function = getattr(F, f"adaptive_{pooling_type}_pool{dims}d")
            if pooling_type == "avg":
                return function(X, list(ksize), layout)
            return function(X, list(ksize))
        pads = padding_of(paddings, padding_algorithm)
        return pooled(X, pooling_type, list(ksize), list(strides), pads, global_pooling, ceil_mode, exclusive, layout)

    return pool


def _pool_with_index(dims: int) -> Callable[..., Any]:
    def pool(
        X: Any, *, ksize: Any, strides: Any = (1,) * dims, paddings: Any = (0,) * dims, global_pooling: bool = False,
        adaptive: bool = False, ceil_mode: bool = False,
    ) -> Any:  # fmt: skip
        if adaptive and not global_pooling:
            return tuple(getattr(F, f"adaptive_max_pool{dims}d")(X, list(ksize), True))
        size, pads = (list(X.shape[2:]), 0) if global_pooling else (list(ksize), list(paddings))
        return tuple(getattr(F, f"max_pool{dims}d")(X, size, list(strides), pads, True, ceil_mode))

    return pool


def _unpool(dims: int) -> Callable[..., Any]:
    def unpool(
        X: Any, Indices: Any, *, ksize: Any, strides: Any = (1,) * dims, paddings: Any = (0,) * dims,
        output_size: Any = (), unpooling_type: str = "max", data_format: str = "NCHW",
    ) -> Any:  # fmt: skip
        if unpooling_type != "max" or data_format[-1] == "C":
            raise UnsupportedError(
                "unpool needs unpooling_type='max' and an input [N, C, *]",
                site=site(),
                fix="transpose the input to [N, C, *]",
            )
        function = getattr(F, f"max_unpool{dims}d")
        size = list(output_size) if output_size and any(output_size) else None
        return function(X, Indices, list(ksize), list(strides), list(paddings), output_size=size)

    return unpool


for _dims in (2, 3):
    composed(f"pool{_dims}d")(_pool(_dims))
    composed(f"max_pool{_dims}d_with_index", out="Out Mask")(_pool_with_index(_dims))
composed("unpool")(_unpool(2))
composed("unpool3d")(_unpool(3))
