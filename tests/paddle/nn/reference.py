"""Calls whose results PyTorch 2.13 gave too: `expected.py` holds them, as products with a wave.

Inputs are waves as well, so no arrays are stored. Results are: the output, then the gradient of each input.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope import paddle
from opscope.paddle import nn
from opscope.paddle.nn import functional as F  # noqa: N812


def wave(*shape: int, start: float = 0.0) -> Any:
    """float64 values in [-2, 2], no two alike."""
    return 2.0 * np.sin(np.arange(math.prod(shape)) * 1.7 + start).reshape(shape)


def share(*shape: int) -> Any:
    """Values in (0, 1)."""
    return (wave(*shape, start=0.5) + 2.1) / 4.2


LABELS = np.arange(15).reshape(3, 5) * 7 % 4
SIGNS = np.sign(wave(3, 4, 5, start=2.0))
LENGTHS = np.array([6, 2, 4])


def t(value: Any) -> Any:
    return paddle.to_tensor(value)


# name -> (call, shapes of the inputs, or the inputs themselves)
CASES: dict[str, tuple[Any, list[Any]]] = {
    "conv1d": (lambda x, w, b: F.conv1d(x, w, b, stride=2, padding=1, groups=2), [(2, 4, 9), (6, 2, 3), (6,)]),
    "conv2d": (
        lambda x, w, b: F.conv2d(x, w, b, stride=[2, 1], padding=[1, 2], dilation=[1, 2], groups=2),
        [(2, 4, 7, 6), (6, 2, 3, 2), (6,)],
    ),
    "conv3d": (
        lambda x, w, b: F.conv3d(x, w, b, stride=[2, 1, 1], padding=[1, 0, 1], groups=2),
        [(2, 4, 5, 4, 6), (6, 2, 3, 2, 2), (6,)],
    ),
    "conv1d_transpose": (
        lambda x, w, b: F.conv1d_transpose(x, w, b, stride=3, padding=1, output_padding=2),
        [(2, 4, 5), (4, 3, 3), (3,)],
    ),
    "conv2d_transpose": (
        lambda x, w, b: F.conv2d_transpose(x, w, b, stride=2, padding=1, output_padding=1, groups=2),
        [(2, 4, 5, 4), (4, 3, 3, 3), (6,)],
    ),
    "conv2d_transpose sized": (
        lambda x, w, b: F.conv2d_transpose(x, w, b, stride=2, padding=[1, 0], dilation=2, output_size=[12, 11]),
        [(2, 4, 5, 4), (4, 3, 3, 3), (3,)],
    ),
    "conv3d_transpose": (
        lambda x, w, b: F.conv3d_transpose(x, w, b, stride=2, padding=1),
        [(1, 2, 3, 4, 3), (2, 3, 3, 3, 2), (3,)],
    ),
    "max_pool1d": (lambda x: F.max_pool1d(x, 3, 2, 1), [(2, 3, 9)]),
    "max_pool2d": (lambda x: F.max_pool2d(x, 3, 2, 1, ceil_mode=True), [(2, 3, 7, 8)]),
    "max_pool2d mask": (lambda x: F.max_pool2d(x, 3, 2, 1, return_mask=True)[1].astype("float64"), [(2, 3, 7, 8)]),
    "max_pool3d": (lambda x: F.max_pool3d(x, 3, 2, 1), [(2, 2, 5, 6, 7)]),
    "avg_pool1d": (lambda x: F.avg_pool1d(x, 3, 2, 1, exclusive=True), [(2, 3, 9)]),
    "avg_pool2d": (lambda x: F.avg_pool2d(x, 3, 2, 1, exclusive=False, ceil_mode=True), [(2, 3, 7, 8)]),
    "avg_pool3d": (lambda x: F.avg_pool3d(x, 3, 2, 1, exclusive=False, ceil_mode=True), [(2, 2, 5, 6, 7)]),
    "avg_pool3d exclusive": (lambda x: F.avg_pool3d(x, 3, 2, 1), [(2, 2, 5, 6, 7)]),
    "adaptive_avg_pool1d": (lambda x: F.adaptive_avg_pool1d(x, 4), [(2, 3, 9)]),
    "adaptive_avg_pool2d": (lambda x: F.adaptive_avg_pool2d(x, [3, 5]), [(2, 3, 7, 8)]),
    "adaptive_avg_pool3d": (lambda x: F.adaptive_avg_pool3d(x, [2, 3, 4]), [(2, 2, 5, 6, 7)]),
    "adaptive_max_pool1d": (lambda x: F.adaptive_max_pool1d(x, 4), [(2, 3, 9)]),
    "adaptive_max_pool2d": (lambda x: F.adaptive_max_pool2d(x, [3, 5]), [(2, 3, 7, 8)]),
    "adaptive_max_pool2d mask": (
        lambda x: F.adaptive_max_pool2d(x, [3, 5], return_mask=True)[1].astype("float64"),
        [(2, 3, 7, 8)],
    ),
    "adaptive_max_pool3d": (lambda x: F.adaptive_max_pool3d(x, 3), [(2, 2, 5, 6, 7)]),
    "max_unpool2d": (lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_mask=True), 2), [(2, 3, 6, 8)]),
    "cross_entropy": (lambda x: F.cross_entropy(x, t(LABELS), axis=1), [(3, 4, 5)]),
    "cross_entropy weighted": (
        lambda x: F.cross_entropy(x, t(LABELS), weight=t(share(4)), ignore_index=1, axis=1),
        [(3, 4, 5)],
    ),
    "cross_entropy smooth": (lambda x: F.cross_entropy(x, t(LABELS), axis=1, label_smoothing=0.2), [(3, 4, 5)]),
    "nll_loss": (lambda x: F.nll_loss(x, t(LABELS), weight=t(share(4)), ignore_index=2), [(3, 4, 5)]),
    "smooth_l1_loss": (lambda x: F.smooth_l1_loss(x, t(SIGNS), delta=0.7), [(3, 4, 5)]),
    "binary_cross_entropy": (lambda x: F.binary_cross_entropy(F.sigmoid(x), t(share(3, 4, 5))), [(3, 4, 5)]),
    "kl_div": (lambda x: F.kl_div(x, t(share(3, 4, 5)), "batchmean"), [(3, 4, 5)]),
    "margin_ranking_loss": (
        lambda x, y: F.margin_ranking_loss(x, y, t(SIGNS), 0.3, "sum"),
        [(3, 4, 5), wave(3, 4, 5, start=1.0)],
    ),
    "hinge_embedding_loss": (lambda x: F.hinge_embedding_loss(x, t(SIGNS), 0.6), [(3, 4, 5)]),
    "cosine_embedding_loss": (
        lambda x, y: F.cosine_embedding_loss(x, y, t(np.array([1, -1, 1, -1])), 0.1),
        [(4, 6), wave(4, 6, start=1.0)],
    ),
    "triplet_margin_loss": (
        lambda x, y, z: F.triplet_margin_loss(x, y, z, swap=True),
        [(3, 6), wave(3, 6, start=1.0), wave(3, 6, start=2.0)],
    ),
    "soft_margin_loss": (lambda x: F.soft_margin_loss(x, t(SIGNS)), [(3, 4, 5)]),
    "poisson_nll_loss": (lambda x: F.poisson_nll_loss(x, t(LABELS * 1.0), full=True), [(3, 5)]),
    "gaussian_nll_loss": (
        lambda x, v: F.gaussian_nll_loss(x, t(SIGNS), v, full=True),
        [(3, 4, 5), share(3, 4, 5) + 0.1],
    ),
    "cosine_similarity": (F.cosine_similarity, [(3, 4, 5), wave(3, 4, 5, start=1.0)]),
    "pairwise_distance": (lambda x, y: F.pairwise_distance(x, y, p=3.0), [(3, 4, 5), wave(3, 4, 5, start=1.0)]),
    "bilinear": (F.bilinear, [(3, 4), (3, 5), (2, 4, 5)]),
    "pad reflect": (lambda x: F.pad(x, [1, 2, 3, 1], "reflect"), [(2, 3, 5, 6)]),
    "pad replicate": (lambda x: F.pad(x, [1, 2, 1, 1, 2, 0], "replicate", data_format="NCDHW"), [(2, 3, 5, 4, 4)]),
    "pad circular": (lambda x: F.pad(x, [1, 2], "circular", data_format="NCL"), [(2, 3, 5)]),
    "interpolate nearest": (lambda x: F.interpolate(x, [9, 4]), [(2, 3, 5, 6)]),
    "interpolate bilinear": (lambda x: F.interpolate(x, scale_factor=2.5, mode="bilinear"), [(2, 3, 5, 6)]),
    "interpolate corners": (lambda x: F.interpolate(x, [9, 4], mode="bilinear", align_corners=True), [(2, 3, 5, 6)]),
    "interpolate bicubic": (lambda x: F.interpolate(x, [9, 4], mode="bicubic"), [(2, 3, 5, 6)]),
    "interpolate area": (lambda x: F.interpolate(x, [3, 4], mode="area"), [(2, 3, 5, 6)]),
    "interpolate linear": (lambda x: F.interpolate(x, [7], mode="linear"), [(2, 3, 5)]),
    "interpolate trilinear": (lambda x: F.interpolate(x, [7, 3, 5], mode="trilinear"), [(2, 3, 5, 4, 4)]),
    "pixel_shuffle": (lambda x: F.pixel_shuffle(x, 2), [(2, 8, 3, 4)]),
    "pixel_unshuffle": (lambda x: F.pixel_unshuffle(x, 2), [(2, 3, 6, 4)]),
    "channel_shuffle": (lambda x: F.channel_shuffle(x, 2), [(2, 4, 3, 4)]),
    "unfold": (lambda x: F.unfold(x, [2, 3], 2, 1), [(2, 3, 5, 6)]),
    "fold": (lambda x: F.fold(x, [5, 6], [2, 3], 1, 1), [(2, 18, 36)]),
    "group_norm": (lambda x, w, b: F.group_norm(x, 2, 1e-5, w, b), [(2, 4, 3, 5), (4,), (4,)]),
    "instance_norm": (lambda x, w, b: F.instance_norm(x, weight=w, bias=b), [(2, 4, 3, 5), (4,), (4,)]),
    "layer_norm": (lambda x, w, b: F.layer_norm(x, [5], w, b), [(2, 4, 5), (5,), (5,)]),
    "local_response_norm": (lambda x: F.local_response_norm(x, 3, 0.1, 0.75, 1.2), [(2, 5, 3, 4)]),
    "attention": (
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        [(2, 5, 3, 4), wave(2, 5, 3, 4, start=1.0), wave(2, 5, 3, 4, start=2.0)],
    ),
    "affine_grid": (lambda theta: F.affine_grid(theta, [2, 3, 4, 5], False), [(2, 2, 3)]),
    "affine_grid volume": (lambda theta: F.affine_grid(theta, [2, 3, 4, 5, 2]), [(2, 3, 4)]),
    **{
        f"grid_sample {mode} {padding} {'corners' if corners else 'edges'}": (
            lambda x, grid, how=(mode, padding, corners): F.grid_sample(x, grid, *how),
            [(2, 3, 4, 5), 0.7 * wave(2, 3, 6, 2, start=0.7) ** 3 / 4],
        )
        for mode, padding, corners in (
            ("bilinear", "zeros", True), ("bilinear", "border", False), ("bilinear", "reflection", True),
            ("bilinear", "reflection", False), ("nearest", "zeros", False), ("nearest", "reflection", True),
        )
    },
    "grid_sample volume": (
        lambda x, grid: F.grid_sample(x, grid, align_corners=False), [(2, 2, 4, 3, 5), 0.8 * wave(2, 2, 3, 2, 3)]
    ),
    "ctc_loss": (
        lambda x: F.ctc_loss(x, t(LABELS), t(np.array([11, 12, 9])), t(np.array([5, 3, 0])), blank=4, reduction="none"),
        [(12, 3, 5)],
    ),
    "multi_margin_loss": (lambda x: F.multi_margin_loss(x, t(LABELS[0]), p=2, margin=0.7), [(5, 4)]),
}  # fmt: skip


def filled(layer: Any) -> Any:
    """The layer with waves for its parameters, each from another start."""
    for number, parameter in enumerate(layer.parameters()):
        parameter.set_value(0.3 * wave(*parameter.shape, start=float(number)).astype(parameter.dtype.dtype))
    return layer


def with_lengths(layer: Any) -> Any:
    """All that a recurrent network gives for sequences of several lengths, as one vector."""

    def call(x: Any) -> Any:
        out, states = layer(x, sequence_length=t(LENGTHS))
        many = states if isinstance(states, tuple) else (states,)
        return paddle.concat([v.reshape([-1]) for v in (out, *many)])

    return call


def recurrent(kind: str, direction: str) -> Any:
    return with_lengths(filled(getattr(nn, kind)(4, 5, num_layers=2, direction=direction)))


# name -> (what makes the call, inputs); made with float64 as the default dtype
LAYERS: dict[str, tuple[Any, list[Any]]] = {
    **{
        f"{kind} {direction}": (lambda kind=kind, direction=direction: recurrent(kind, direction), [(3, 6, 4)])
        for kind in ("LSTM", "GRU", "SimpleRNN")
        for direction in ("forward", "bidirect")
    },
    "MultiHeadAttention": (
        lambda: (lambda m: lambda q, k: m(q, k, k))(filled(nn.MultiHeadAttention(8, 2))),
        [(2, 3, 8), wave(2, 5, 8, start=1.0)],
    ),
    "encoder": (lambda: filled(nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, activation="gelu")), [(2, 5, 8)]),
    "encoder before": (
        lambda: filled(nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, normalize_before=True)),
        [(2, 5, 8)],
    ),
    "decoder": (
        lambda: (lambda m: lambda x, y: m(x, y, t(np.triu(np.full((4, 4), -np.inf), 1))))(
            filled(nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0))
        ),
        [(2, 4, 8), wave(2, 5, 8, start=1.0)],
    ),
}


def inputs(given: list[Any]) -> list[Any]:
    return [wave(*v, start=0.1 * i) if isinstance(v, tuple) else v for i, v in enumerate(given)]


def products(values: list[Any]) -> list[float]:
    """Each array's product with a wave: one number that no wrong element leaves alone."""
    return [float(np.sum(v * np.cos(np.arange(v.size) * 0.9).reshape(v.shape))) for v in values]
