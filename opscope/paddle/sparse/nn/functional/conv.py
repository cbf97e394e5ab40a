"""Convolution of sparse tensors: sums over the stored elements only."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, ShapeError
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape
from opscope.ops.registry import REGISTRY
from opscope.paddle.sparse.asked import refuse
from opscope.paddle.sparse.base import added_up, picked
from opscope.paddle.sparse.binary import add
from opscope.paddle.sparse.creation import dynamic
from opscope.paddle.sparse.formats import SparseCooTensor
from opscope.paddle.sparse.nn.functional.windows import windows

_FORMATS = {2: "NHWC", 3: "NDHWC"}


def _conv(
    x: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int, data_format: str, dims: int,
    name: str, same: bool = False,
) -> Any:  # fmt: skip
    dynamic(name)
    if groups != 1:
        raise ModeError("the sparse convolution supports only groups=1", site=site())
    if data_format != _FORMATS[dims]:
        raise ArgumentError(f"data_format should be '{_FORMATS[dims]}', but it is '{data_format}'.", site=site())
    if len(x.shape) != dims + 2:
        raise ArgumentError(f"x should be a {dims + 2}D tensor, but it has the shape {list(x.shape)}", site=site())
    if not isinstance(x, SparseCooTensor):
        refuse(name, x)
    *kernel, channels, made = weight.shape
    if len(kernel) != dims or channels != x.shape[-1]:
        raise ShapeError(
            f"{name}: weight must have the shape [*kernel, C, O]",
            facts={"x": x.shape, "weight": list(weight.shape)},
            site=site(),
        )
    found = windows(x, kernel, stride, padding, dilation, name, same)
    filters = reshape(weight, shape=[-1, channels, made])
    parts = [
        REGISTRY.public["matmul"](picked(x._values, tap), filters[k]) for k, tap in enumerate(found.taps) if len(tap)
    ]
    parts = parts or [REGISTRY.public["matmul"](x._values, filters[0])]  # no element: none of them either
    values = added_up(concat_split.concat(parts, axis=0), np.concatenate(found.into), found.where.shape[1])
    out = SparseCooTensor.at(found.where, values, [*found.dims, made], x.kinds())
    return out if bias is None else add(out, bias)


def conv3d(
    x: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1,
    data_format: str = "NDHWC", name: str | None = None,
) -> Any:  # fmt: skip
    """Convolve a SparseCooTensor x [N, D, H, W, C], C dense, with weight [KD, KH, KW, C, O], plus bias [O].

    The result has an element, including the bias, for each window that contains an element of x. Raises
    UnsupportedError for a dense x and for padding by name, ModeError for groups, ArgumentError and ShapeError for
    arguments that do not match.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/sparse/nn/Conv3D_en.html
    """
    return _conv(x, weight, bias, stride, padding, dilation, groups, data_format, 3, "conv3d")


def conv2d(
    x: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1,
    data_format: str = "NHWC", name: str | None = None,
) -> Any:  # fmt: skip
    """Convolve x [N, H, W, C] with weight [KH, KW, C, O], as conv3d."""
    return _conv(x, weight, bias, stride, padding, dilation, groups, data_format, 2, "conv2d")


def subm_conv3d(
    x: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1,
    data_format: str = "NDHWC", key: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """Submanifold convolution: as conv3d, but the result has elements only at the sites of x.

    The site of an element is the center of its window, so `padding` has no effect. `key`, for which Paddle stores the
    windows of a call, has no effect either. Raises UnsupportedError for a stride or a dilation.
    Source: Graham, Engelcke and van der Maaten 2018, 3D semantic segmentation with submanifold sparse convolutions.
    """
    return _conv(x, weight, bias, stride, padding, dilation, groups, data_format, 3, "subm_conv3d", True)


def subm_conv2d(
    x: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1,
    data_format: str = "NHWC", key: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """Submanifold convolution of x [N, H, W, C] with weight [KH, KW, C, O], as subm_conv3d."""
    return _conv(x, weight, bias, stride, padding, dilation, groups, data_format, 2, "subm_conv2d", True)


note_functions(__name__)
