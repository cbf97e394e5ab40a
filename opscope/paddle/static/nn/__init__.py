"""paddle.static.nn: layers that make their own parameters, and operators that contain functions or blocks."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.ir.control_flow.pylayer_block import StaticPyLayerBlock as StaticPyLayerBlock
from opscope.ir.control_flow.static_pylayer import static_pylayer
from opscope.ir.program.py_func import py_func
from opscope.paddle.static.nn import control_flow, sequence_lod
from opscope.paddle.static.nn.control_flow import case, cond, switch_case, while_loop
from opscope.paddle.static.nn.convolutions import conv2d, conv2d_transpose, conv3d, conv3d_transpose
from opscope.paddle.static.nn.layers import batch_norm, bilinear_tensor_product, embedding, fc
from opscope.paddle.static.nn.moved import deform_conv2d, row_conv
from opscope.paddle.static.nn.noise import nce
from opscope.paddle.static.nn.norms import group_norm, instance_norm, layer_norm, prelu, spectral_norm
from opscope.paddle.static.nn.refused import continuous_value_model, data_norm, sparse_embedding
from opscope.paddle.static.nn.sequence_lod import (
    sequence_concat,
    sequence_conv,
    sequence_enumerate,
    sequence_expand,
    sequence_expand_as,
    sequence_first_step,
    sequence_last_step,
    sequence_pad,
    sequence_pool,
    sequence_reshape,
    sequence_reverse,
    sequence_scatter,
    sequence_slice,
    sequence_softmax,
    sequence_unpad,
)

alias_in_submodules(
    __name__,
    {
        "common": (
            "fc instance_norm data_norm group_norm conv2d conv3d conv2d_transpose conv3d_transpose "
            "deform_conv2d batch_norm bilinear_tensor_product prelu py_func row_conv spectral_norm layer_norm "
            "embedding sparse_embedding"
        ),
        "loss": "nce",
        "static_pylayer": "static_pylayer StaticPyLayerBlock",
    },
)

__all__ = [
    "batch_norm",
    "bilinear_tensor_product",
    "case",
    "cond",
    "continuous_value_model",
    "control_flow",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "data_norm",
    "deform_conv2d",
    "embedding",
    "fc",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "nce",
    "prelu",
    "py_func",
    "row_conv",
    "sequence_concat",
    "sequence_conv",
    "sequence_enumerate",
    "sequence_expand",
    "sequence_expand_as",
    "sequence_first_step",
    "sequence_last_step",
    "sequence_lod",
    "sequence_pad",
    "sequence_pool",
    "sequence_reshape",
    "sequence_reverse",
    "sequence_scatter",
    "sequence_slice",
    "sequence_softmax",
    "sequence_unpad",
    "sparse_embedding",
    "spectral_norm",
    "static_pylayer",
    "switch_case",
    "while_loop",
]
