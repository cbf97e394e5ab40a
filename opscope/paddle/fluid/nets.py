"""fluid.nets: common combinations of layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.layers import images, networks, sequences, training
from opscope.paddle.fluid.statically import statically


@statically
def simple_img_conv_pool(
    input: Any, num_filters: int, filter_size: Any, pool_size: Any, pool_stride: Any, pool_padding: Any = 0,
    pool_type: str = "max", global_pooling: bool = False, conv_stride: Any = 1, conv_padding: Any = 0,
    conv_dilation: Any = 1, conv_groups: int = 1, param_attr: Any = None, bias_attr: Any = None, act: str | None = None,
    use_cudnn: bool = True,
) -> Any:  # fmt: skip
    """Apply a convolution and a pooling to input [N, C, H, W]."""
    made = networks.conv2d(
        input, num_filters, filter_size, conv_stride, conv_padding, conv_dilation, conv_groups, param_attr, bias_attr,
        use_cudnn, act,
    )  # fmt: skip
    return images.pool2d(made, pool_size, pool_type, pool_stride, pool_padding, global_pooling, use_cudnn)


def _each(value: Any, count: int, what: str) -> list[Any]:
    """Return a list of `count` values, from a list or from one value for all. Raises ModeError for another length."""
    if not isinstance(value, list | tuple):
        return [value] * count
    if len(value) != count:
        raise ModeError(f"{what} must have one entry for each convolution", facts={what: len(value)}, site=site())
    return list(value)


@statically
def img_conv_group(
    input: Any, conv_num_filter: Sequence[int], pool_size: Any, conv_padding: Any = 1, conv_filter_size: Any = 3,
    conv_act: str | None = None, param_attr: Any = None, conv_with_batchnorm: Any = False,
    conv_batchnorm_drop_rate: Any = 0.0, pool_stride: Any = 1, pool_type: str = "max", use_cudnn: bool = True,
) -> Any:  # fmt: skip
    """Apply convolutions, optionally with batch norm and dropout, and a pooling.

    Source: Simonyan & Zisserman 2015.
    """
    if not isinstance(conv_num_filter, list | tuple):
        raise ModeError("conv_num_filter should be a list or tuple", site=site())
    count = len(conv_num_filter)
    columns = zip(
        conv_num_filter, _each(conv_padding, count, "conv_padding"), _each(conv_filter_size, count, "conv_filter_size"),
        _each(param_attr, count, "param_attr"), _each(conv_with_batchnorm, count, "conv_with_batchnorm"),
        _each(conv_batchnorm_drop_rate, count, "conv_batchnorm_drop_rate"), strict=True,
    )  # fmt: skip
    for filters, padding, size, attr, normalized, drop in columns:
        act = None if normalized else conv_act
        input = networks.conv2d(input, filters, size, padding=padding, param_attr=attr, use_cudnn=use_cudnn, act=act)
        if normalized:
            input = networks.batch_norm(input, conv_act)
            input = training.dropout(input, drop) if abs(drop) > 1e-5 else input
    return images.pool2d(input, pool_size, pool_type, pool_stride, use_cudnn=use_cudnn)


@statically
def glu(input: Any, dim: int = -1) -> Any:
    """Return one half of input along a dim, times the sigmoid of the other half.

    Source: Dauphin et al. 2017.
    """
    value, gate = REGISTRY["split"](input, num_or_sections=2, axis=dim)
    return value * REGISTRY["sigmoid"](gate)


@statically
def scaled_dot_product_attention(
    queries: Any, keys: Any, values: Any, num_heads: int = 1, dropout_rate: float = 0.0
) -> Any:
    """Return softmax(queries keys' / sqrt(width)) values of tensors [N, T, D], for each head.

    num_heads heads have D / num_heads columns each. Raises ArgumentError for shapes that do not match.
    Source: Vaswani et al. 2017.
    """
    if any(len(v.shape) != 3 for v in (queries, keys, values)):
        raise ArgumentError("Inputs queries, keys and values should all be 3-D tensors.", site=site())
    if queries.shape[-1] != keys.shape[-1]:
        raise ArgumentError("The hidden size of queries and keys should be the same.", site=site())
    if keys.shape[-1] % num_heads or values.shape[-1] % num_heads:
        raise ArgumentError("The hidden size must be divisible by the number of attention heads.", site=site())
    heads = queries, keys, values
    if num_heads > 1:
        heads = tuple(_apart(networks.fc(v, v.shape[-1], num_flatten_dims=2), num_heads) for v in heads)
    q, k, v = heads
    score = REGISTRY["matmul"](q * (float(keys.shape[-1]) // num_heads) ** -0.5, k, transpose_y=True)
    weights = REGISTRY["softmax"](score)
    if dropout_rate:
        weights = training.dropout(weights, dropout_rate)
    made = REGISTRY["matmul"](weights, v)
    if num_heads == 1:
        return made
    turned = REGISTRY["transpose"](made, perm=[0, 2, 1, 3])
    return REGISTRY["reshape"](turned, shape=(0, 0, turned.shape[2] * turned.shape[3]))


def _apart(x: Any, num_heads: int) -> Any:
    parts = REGISTRY["reshape"](x, shape=(0, 0, num_heads, x.shape[-1] // num_heads))
    return REGISTRY["transpose"](parts, perm=[0, 2, 1, 3])


@statically
def sequence_conv_pool(
    input: Any, num_filters: int, filter_size: int, param_attr: Any = None, act: str | None = "sigmoid",
    pool_type: str = "max", bias_attr: Any = None,
) -> Any:  # fmt: skip
    """Apply a convolution to each sequence of input, and pool each sequence to one row."""
    made = sequences.sequence_conv(input, num_filters, filter_size, param_attr=param_attr, bias_attr=bias_attr, act=act)
    return sequences.sequence_pool(made, pool_type)


__all__ = [
    "glu", "img_conv_group", "scaled_dot_product_attention", "sequence_conv_pool", "simple_img_conv_pool",
]  # fmt: skip
