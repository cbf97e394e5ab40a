"""Normalizations, with the statistics that they used."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.ir.compat.composite_ops import composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.nn import functional as F  # noqa: N812


@composed("layer_norm", out="Y Mean Variance")
def layer_norm(X: Any, Scale: Any = None, Bias: Any = None, *, epsilon: float = 1e-5, begin_norm_axis: int = 1) -> Any:
    """Mean and Variance are the statistics over the dims from begin_norm_axis to the last."""
    sizes = list(X.shape[begin_norm_axis:])
    scale, bias = (None if v is None else T.reshape(v, sizes) for v in (Scale, Bias))
    axes = list(range(begin_norm_axis, len(X.shape)))
    return F.layer_norm(X, sizes, scale, bias, epsilon), T.mean(X, axes), T.var(X, axes, unbiased=False)


@composed("group_norm", out="Y Mean Variance")
def group_norm(
    X: Any, Scale: Any = None, Bias: Any = None, *, groups: int, epsilon: float = 1e-5, data_layout: str = "NCHW"
) -> Any:
    out = F.group_norm(X, groups, epsilon, Scale, Bias, data_layout)
    first = X if data_layout == "NCHW" else T.transpose(X, [0, len(X.shape) - 1, *range(1, len(X.shape) - 1)])
    rows = T.reshape(first, [0, groups, -1])
    return out, T.mean(rows, -1), T.var(rows, -1, unbiased=False)


@composed("instance_norm", out="Y SavedMean SavedVariance")
def instance_norm(X: Any, Scale: Any = None, Bias: Any = None, *, epsilon: float = 1e-5) -> Any:
    rows = T.reshape(X, [0, 0, -1])
    mean, var = T.reshape(T.mean(rows, -1), [-1]), T.reshape(T.var(rows, -1, unbiased=False), [-1])
    return F.instance_norm(X, weight=Scale, bias=Bias, eps=epsilon), mean, T.rsqrt(var + epsilon)


@composed("batch_norm", "sync_batch_norm", out="Y MeanOut VarianceOut SavedMean SavedVariance")
def batch_norm(
    X: Any, Scale: Any, Bias: Any, Mean: Any, Variance: Any, MomentumTensor: Any = None, *, momentum: float = 0.9,
    epsilon: float = 1e-5, is_test: bool = False, data_layout: str = "NCHW", use_global_stats: bool = False,
    trainable_statistics: bool = False, fuse_with_relu: bool = False,
) -> Any:  # fmt: skip
    """With use_global_stats, or is_test without trainable_statistics, the given statistics are used and not updated."""
    last, rank = data_layout[-1] == "C" and len(X.shape) > 2, len(X.shape)
    x = T.transpose(X, [0, rank - 1, *range(1, rank - 1)]) if last else X
    given = use_global_stats or (is_test and not trainable_statistics)
    out: Any
    out, *rest = REGISTRY["batch_norm"](
        x, Mean, Variance, Scale, Bias, momentum=momentum, epsilon=epsilon, is_test=given
    )
    out = F.relu(out) if fuse_with_relu else out
    return T.transpose(out, [0, *range(2, rank), 1]) if last else out, *rest


@composed("spectral_norm")
def spectral_norm(Weight: Any, U: Any, V: Any, *, dim: int = 0, power_iters: int = 1, eps: float = 1e-12) -> Any:
    """Divide Weight by its largest singular value, which power iterations from U and V estimate.

    No gradient flows into the power iterations.
    """
    order = [dim, *(axis for axis in range(len(Weight.shape)) if axis != dim)]
    matrix = T.reshape(T.transpose(Weight, order), [Weight.shape[dim], -1])
    fixed, left, right = matrix.detach(), U.detach(), V.detach()
    for _ in range(power_iters):
        right = _unit(T.mv(T.t(fixed), left), eps)
        left = _unit(T.mv(fixed, right), eps)
    size = T.sum(left.detach() * T.mv(matrix, right.detach()))
    out = T.reshape(matrix / size, [Weight.shape[axis] for axis in order])
    return T.transpose(out, [int(a) for a in np.argsort(order)])


def _unit(vector: Any, eps: float) -> Any:
    return vector / (T.sqrt(T.sum(T.square(vector))) + eps)


@composed("data_norm", out="Y Means Scales")
def data_norm(
    X: Any, BatchSize: Any, BatchSum: Any, BatchSquareSum: Any, scale_w: Any = None, bias: Any = None, *,
    epsilon: float = 1e-4, enable_scale_and_shift: bool = False,
) -> Any:  # fmt: skip
    means, scales = BatchSum / BatchSize, T.sqrt(BatchSize / BatchSquareSum)
    out = (X - means) * scales
    return out * scale_w + bias if enable_scale_and_shift else out, means, scales
