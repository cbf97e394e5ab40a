"""paddle.sparse.nn: layers of sparse tensors."""

from opscope.paddle.sparse.nn import functional as functional
from opscope.paddle.sparse.nn.layer.activation import LeakyReLU, ReLU, ReLU6, Softmax
from opscope.paddle.sparse.nn.layer.conv import Conv2D, Conv3D, SubmConv2D, SubmConv3D
from opscope.paddle.sparse.nn.layer.norm import BatchNorm, SyncBatchNorm
from opscope.paddle.sparse.nn.layer.pooling import MaxPool3D

__all__ = [
    "BatchNorm",
    "Conv2D",
    "Conv3D",
    "LeakyReLU",
    "MaxPool3D",
    "ReLU",
    "ReLU6",
    "Softmax",
    "SubmConv2D",
    "SubmConv3D",
    "SyncBatchNorm",
    "functional",
]
