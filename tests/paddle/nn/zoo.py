"""One of every layer, with inputs: what the laws over layers quantify over."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope import to_tensor
from opscope.paddle import nn
from tests.paddle.nn.reference import share, wave

CLASSES = np.arange(6).reshape(2, 3) * 5 % 4


def _simple() -> dict[str, tuple[Any, list[Any]]]:
    """Layers of one input without settings to speak of."""
    names = "ReLU ReLU6 LeakyReLU ELU SELU CELU GELU Sigmoid LogSigmoid Hardsigmoid Hardswish Hardtanh Hardshrink "
    names += "Softshrink Tanhshrink Swish Silu Mish Softplus Softsign Softmax LogSoftmax ThresholdedReLU Tanh Identity "
    names += "PReLU GLU Flatten Dropout AlphaDropout RReLU"
    return {name: (getattr(nn, name), [wave(2, 4, 6)]) for name in names.split()}


# name -> (what makes the layer, inputs)
LAYERS: dict[str, tuple[Any, list[Any]]] = {
    **_simple(),
    "Maxout": (lambda: nn.Maxout(2), [wave(2, 4, 3, 3)]),
    "Softmax2D": (nn.Softmax2D, [wave(2, 4, 3, 3)]),
    "Linear": (lambda: nn.Linear(6, 3), [wave(2, 4, 6)]),
    "Bilinear": (lambda: nn.Bilinear(3, 4, 2), [wave(2, 3), wave(2, 4)]),
    "Embedding": (lambda: nn.Embedding(5, 3, padding_idx=1), [CLASSES]),
    "Unflatten": (lambda: nn.Unflatten(1, [2, 2]), [wave(2, 4, 6)]),
    "CosineSimilarity": (nn.CosineSimilarity, [wave(2, 5), wave(2, 5, start=1.0)]),
    "PairwiseDistance": (nn.PairwiseDistance, [wave(2, 5), wave(2, 5, start=1.0)]),
    "Dropout2D": (nn.Dropout2D, [wave(2, 3, 4, 4)]),
    "Dropout3D": (nn.Dropout3D, [wave(2, 3, 2, 2, 2)]),
    "Conv1D": (lambda: nn.Conv1D(4, 6, 3, stride=2, padding=1, groups=2), [wave(2, 4, 6)]),
    "Conv1D NLC": (lambda: nn.Conv1D(6, 4, 3, padding="SAME", data_format="NLC"), [wave(2, 4, 6)]),
    "Conv2D": (lambda: nn.Conv2D(2, 3, [3, 2], padding=[1, 0], dilation=2), [wave(2, 2, 6, 5)]),
    "Conv2D NHWC": (lambda: nn.Conv2D(3, 2, 3, padding="VALID", data_format="NHWC"), [wave(2, 5, 4, 3)]),
    "Conv2D reflect": (lambda: nn.Conv2D(2, 2, 3, padding=[1, 2], padding_mode="reflect"), [wave(2, 2, 4, 5)]),
    "Conv3D": (lambda: nn.Conv3D(2, 3, 2, stride=2, padding=1), [wave(2, 2, 3, 4, 3)]),
    "Conv3D NDHWC": (lambda: nn.Conv3D(2, 3, 2, data_format="NDHWC"), [wave(1, 3, 3, 4, 2)]),
    "Conv1DTranspose": (lambda: nn.Conv1DTranspose(4, 2, 3, stride=2, output_padding=1), [wave(2, 4, 6)]),
    "Conv2DTranspose": (lambda: nn.Conv2DTranspose(2, 4, 3, stride=2, padding=1, groups=2), [wave(2, 2, 3, 4)]),
    "Conv2DTranspose NHWC": (lambda: nn.Conv2DTranspose(4, 2, 2, data_format="NHWC"), [wave(2, 2, 3, 4)]),
    "Conv2DTranspose SAME": (lambda: nn.Conv2DTranspose(2, 2, 3, stride=2, padding="SAME"), [wave(2, 2, 3, 4)]),
    "Conv3DTranspose": (lambda: nn.Conv3DTranspose(2, 3, 2, stride=2), [wave(1, 2, 2, 3, 2)]),
    "MaxPool1D": (lambda: nn.MaxPool1D(3, 2, 1), [wave(2, 4, 6)]),
    "MaxPool2D": (lambda: nn.MaxPool2D(2), [wave(2, 2, 5, 4)]),
    "MaxPool2D NHWC": (lambda: nn.MaxPool2D(2, data_format="NHWC"), [wave(2, 5, 4, 2)]),
    "MaxPool3D": (lambda: nn.MaxPool3D(2, 1), [wave(1, 2, 3, 4, 3)]),
    "AvgPool1D": (lambda: nn.AvgPool1D(3, 2, 1, exclusive=False), [wave(2, 4, 6)]),
    "AvgPool2D": (lambda: nn.AvgPool2D(2, ceil_mode=True), [wave(2, 2, 5, 4)]),
    "AvgPool3D": (lambda: nn.AvgPool3D(2, 1), [wave(1, 2, 3, 4, 3)]),
    "AvgPool3D NDHWC": (lambda: nn.AvgPool3D(2, 1, data_format="NDHWC"), [wave(1, 2, 3, 4, 3)]),
    "AdaptiveAvgPool1D": (lambda: nn.AdaptiveAvgPool1D(4), [wave(2, 4, 6)]),
    "AdaptiveAvgPool2D": (lambda: nn.AdaptiveAvgPool2D([3, None]), [wave(2, 2, 5, 4)]),
    "AdaptiveAvgPool3D": (lambda: nn.AdaptiveAvgPool3D(2), [wave(1, 2, 3, 4, 3)]),
    "AdaptiveMaxPool1D": (lambda: nn.AdaptiveMaxPool1D(4), [wave(2, 4, 6)]),
    "AdaptiveMaxPool2D": (lambda: nn.AdaptiveMaxPool2D(3), [wave(2, 2, 5, 4)]),
    "AdaptiveMaxPool3D": (lambda: nn.AdaptiveMaxPool3D(2), [wave(1, 2, 3, 4, 3)]),
    "MaxUnPool1D": (lambda: nn.MaxUnPool1D(2), [wave(1, 1, 3), np.array([[[1, 2, 4]]], dtype="int32")]),
    "MaxUnPool2D": (lambda: nn.MaxUnPool2D(2), [wave(1, 1, 1, 2), np.array([[[[1, 2]]]], dtype="int32")]),
    "MaxUnPool3D": (lambda: nn.MaxUnPool3D(2), [wave(1, 1, 1, 1, 1), np.array([[[[[3]]]]], dtype="int32")]),
    "BatchNorm": (lambda: nn.BatchNorm(4, act="relu"), [wave(3, 4, 2, 2)]),
    "BatchNorm1D": (lambda: nn.BatchNorm1D(4), [wave(3, 4, 6)]),
    "BatchNorm1D NLC": (lambda: nn.BatchNorm1D(6, data_format="NLC"), [wave(3, 4, 6)]),
    "BatchNorm2D": (lambda: nn.BatchNorm2D(2, momentum=0.7), [wave(3, 2, 3, 2)]),
    "BatchNorm2D NHWC": (lambda: nn.BatchNorm2D(2, data_format="NHWC"), [wave(3, 3, 2, 2)]),
    "BatchNorm3D": (lambda: nn.BatchNorm3D(2), [wave(2, 2, 2, 3, 2)]),
    "SyncBatchNorm": (lambda: nn.SyncBatchNorm(2), [wave(3, 2, 3, 2)]),
    "LayerNorm": (lambda: nn.LayerNorm([4, 6]), [wave(2, 4, 6)]),
    "GroupNorm": (lambda: nn.GroupNorm(2, 4), [wave(2, 4, 3)]),
    "GroupNorm NHWC": (lambda: nn.GroupNorm(2, 4, data_format="NHWC"), [wave(2, 3, 2, 4)]),
    "InstanceNorm1D": (lambda: nn.InstanceNorm1D(4), [wave(2, 4, 6)]),
    "InstanceNorm2D": (lambda: nn.InstanceNorm2D(2), [wave(2, 2, 3, 3)]),
    "InstanceNorm3D": (lambda: nn.InstanceNorm3D(2), [wave(2, 2, 2, 3, 2)]),
    "LocalResponseNorm": (lambda: nn.LocalResponseNorm(3), [wave(2, 5, 3, 3)]),
    "SpectralNorm": (lambda: nn.SpectralNorm([4, 2, 3], dim=1, power_iters=2), [wave(4, 2, 3)]),
    "Pad1D": (lambda: nn.Pad1D([1, 2], mode="replicate"), [wave(2, 4, 6)]),
    "Pad2D": (lambda: nn.Pad2D([1, 2, 0, 1], value=0.5), [wave(2, 2, 3, 3)]),
    "Pad2D NHWC": (lambda: nn.Pad2D(1, mode="circular", data_format="NHWC"), [wave(2, 3, 3, 2)]),
    "Pad3D": (lambda: nn.Pad3D(1, mode="reflect"), [wave(1, 2, 2, 3, 3)]),
    "ZeroPad2D": (lambda: nn.ZeroPad2D([1, 0, 2, 1]), [wave(2, 2, 3, 3)]),
    "Upsample": (lambda: nn.Upsample(scale_factor=2, mode="bilinear"), [wave(2, 2, 3, 3)]),
    "UpsamplingNearest2D": (lambda: nn.UpsamplingNearest2D(scale_factor=2), [wave(2, 2, 3, 3)]),
    "UpsamplingBilinear2D": (lambda: nn.UpsamplingBilinear2D([5, 4]), [wave(2, 2, 3, 3)]),
    "PixelShuffle": (lambda: nn.PixelShuffle(2), [wave(2, 4, 3, 2)]),
    "PixelUnshuffle": (lambda: nn.PixelUnshuffle(2), [wave(2, 1, 4, 2)]),
    "ChannelShuffle": (lambda: nn.ChannelShuffle(2), [wave(2, 4, 3, 2)]),
    "Unfold": (lambda: nn.Unfold([2, 2], strides=2), [wave(2, 2, 4, 4)]),
    "Fold": (lambda: nn.Fold([4, 4], [2, 2], strides=2), [wave(2, 8, 4)]),
    "CrossEntropyLoss": (lambda: nn.CrossEntropyLoss(ignore_index=0), [wave(2, 3, 4), CLASSES]),
    "CrossEntropyLoss soft": (lambda: nn.CrossEntropyLoss(soft_label=True), [wave(2, 4), share(2, 4)]),
    "NLLLoss": (nn.NLLLoss, [wave(3, 4), CLASSES[0]]),
    "MSELoss": (nn.MSELoss, [wave(2, 3), wave(2, 3, start=1.0)]),
    "L1Loss": (lambda: nn.L1Loss("sum"), [wave(2, 3), wave(2, 3, start=1.0)]),
    "SmoothL1Loss": (nn.SmoothL1Loss, [wave(2, 3), wave(2, 3, start=1.0)]),
    "BCELoss": (nn.BCELoss, [share(2, 3), 1.0 - share(2, 3)]),
    "BCEWithLogitsLoss": (nn.BCEWithLogitsLoss, [wave(2, 3), share(2, 3)]),
    "KLDivLoss": (lambda: nn.KLDivLoss("batchmean"), [wave(2, 3), share(2, 3)]),
    "MarginRankingLoss": (
        lambda: nn.MarginRankingLoss(0.2),
        [wave(2, 3), wave(2, 3, start=1.0), np.sign(wave(2, 3, start=2.0))],
    ),
    "HingeEmbeddingLoss": (nn.HingeEmbeddingLoss, [wave(2, 3), np.sign(wave(2, 3, start=2.0))]),
    "CosineEmbeddingLoss": (nn.CosineEmbeddingLoss, [wave(2, 3), wave(2, 3, start=1.0), np.array([1, -1])]),
    "TripletMarginLoss": (nn.TripletMarginLoss, [wave(2, 3), wave(2, 3, start=1.0), wave(2, 3, start=2.0)]),
    "TripletMarginWithDistanceLoss": (
        lambda: nn.TripletMarginWithDistanceLoss(lambda a, b: (a - b).abs().sum(-1)),
        [wave(2, 3), wave(2, 3, start=1.0), wave(2, 3, start=2.0)],
    ),
    "SoftMarginLoss": (nn.SoftMarginLoss, [wave(2, 3), np.sign(wave(2, 3, start=2.0))]),
    "PoissonNLLLoss": (nn.PoissonNLLLoss, [wave(2, 3), CLASSES * 1.0]),
    "GaussianNLLLoss": (nn.GaussianNLLLoss, [wave(2, 3), wave(2, 3, start=1.0), share(2, 3)]),
    "MultiLabelSoftMarginLoss": (nn.MultiLabelSoftMarginLoss, [wave(2, 3), (wave(2, 3) > 0) * 1.0]),
    "MultiMarginLoss": (nn.MultiMarginLoss, [wave(3, 4), CLASSES[1]]),
    "MultiMarginLoss weighted": (
        lambda: nn.MultiMarginLoss(p=2, weight=to_tensor(share(4).astype("float32"))),
        [wave(3, 4), CLASSES[1]],
    ),
    "CTCLoss": (nn.CTCLoss, [wave(7, 2, 4), CLASSES % 3 + 1, np.array([7, 5]), np.array([3, 2])]),
    "HSigmoidLoss": (lambda: nn.HSigmoidLoss(3, 5), [wave(4, 3), np.array([[0], [4], [2], [1]])]),
    "RNNTLoss": (nn.RNNTLoss, [wave(2, 4, 3, 5), np.array([[1, 3], [4, 2]]), np.array([4, 3]), np.array([2, 1])]),
    "SimpleRNNCell": (lambda: nn.SimpleRNNCell(3, 4, activation="relu"), [wave(2, 3)]),
    "LSTMCell": (lambda: nn.LSTMCell(3, 4), [wave(2, 3)]),
    "GRUCell": (lambda: nn.GRUCell(3, 4), [wave(2, 3)]),
    "RNN": (lambda: nn.RNN(nn.GRUCell(3, 4), is_reverse=True), [wave(2, 4, 3)]),
    "BiRNN": (lambda: nn.BiRNN(nn.LSTMCell(3, 4), nn.LSTMCell(3, 4)), [wave(2, 4, 3)]),
    "SimpleRNN": (lambda: nn.SimpleRNN(3, 4, direction="bidirect"), [wave(2, 4, 3)]),
    "LSTM": (lambda: nn.LSTM(3, 4, 2), [wave(2, 4, 3)]),
    "GRU": (lambda: nn.GRU(3, 4, time_major=True), [wave(4, 2, 3)]),
    "MultiHeadAttention": (lambda: nn.MultiHeadAttention(6, 2), [wave(2, 4, 6)]),
    "TransformerEncoderLayer": (lambda: nn.TransformerEncoderLayer(6, 2, 8, dropout=0.0), [wave(2, 4, 6)]),
    "TransformerEncoder": (
        lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 2, 8, dropout=0.0), 2, nn.LayerNorm(6)),
        [wave(2, 4, 6)],
    ),
    "TransformerDecoderLayer": (
        lambda: nn.TransformerDecoderLayer(6, 2, 8, dropout=0.0, normalize_before=True),
        [wave(2, 4, 6), wave(2, 3, 6)],
    ),
    "TransformerDecoder": (
        lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(6, 2, 8, dropout=0.0), 2),
        [wave(2, 4, 6), wave(2, 3, 6)],
    ),
    "Transformer": (lambda: nn.Transformer(6, 2, 1, 1, 8, dropout=0.0), [wave(2, 4, 6), wave(2, 3, 6)]),
    "Sequential": (lambda: nn.Sequential(nn.Linear(6, 5), nn.ReLU(), ("out", nn.Linear(5, 2))), [wave(2, 6)]),
}

# bases, containers without forward, and what is not a layer
NOT_HERE = {"Layer", "RNNCellBase", "LayerList", "LayerDict", "ParameterList", "ParamAttr"}
