"""paddle.sparse.nn.functional: the functions of the layers."""

from opscope.paddle.sparse.nn.functional.activation import leaky_relu, relu, relu6, softmax
from opscope.paddle.sparse.nn.functional.conv import conv2d, conv3d, subm_conv2d, subm_conv3d
from opscope.paddle.sparse.nn.functional.pooling import max_pool3d
from opscope.paddle.sparse.nn.functional.transformer import attention

__all__ = [
    "attention",
    "conv2d",
    "conv3d",
    "leaky_relu",
    "max_pool3d",
    "relu",
    "relu6",
    "softmax",
    "subm_conv2d",
    "subm_conv3d",
]
