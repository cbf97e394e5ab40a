"""Functions of paddle.nn.functional."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.ops.elementwise.unary import tanh
from opscope.ops.indexing.gather import one_hot
from opscope.ops.nn.activation import elu, gelu, leaky_relu, log_sigmoid, relu, sigmoid, silu, softplus
from opscope.ops.nn.activation_units import (
    hardshrink,
    hardswish,
    mish,
    softshrink,
    softsign,
    tanhshrink,
    thresholded_relu,
)
from opscope.ops.nn.loss import square_error_cost
from opscope.ops.sequence.decoding import gather_tree
from opscope.paddle.functions.grids import diag_embed as diag_embed  # old: paddle.diag_embed
from opscope.paddle.functions.neural import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    dropout,
    embedding,
    hardtanh,
    l1_loss,
    layer_norm,
    linear,
    log_softmax,
    mse_loss,
    nll_loss,
    normalize,
    relu6,
    softmax,
    softmax_with_cross_entropy,
    swish,
)
from opscope.paddle.nn.functional import flash_attention
from opscope.paddle.nn.functional.activation import celu, glu, gumbel_softmax, hardsigmoid, maxout, prelu, rrelu, selu
from opscope.paddle.nn.functional.attention import scaled_dot_product_attention
from opscope.paddle.nn.functional.conv import (
    conv1d,
    conv1d_transpose,
    conv2d,
    conv2d_transpose,
    conv3d,
    conv3d_transpose,
)
from opscope.paddle.nn.functional.ctc import ctc_loss
from opscope.paddle.nn.functional.hierarchical import hsigmoid_loss
from opscope.paddle.nn.functional.inplace import (
    elu_,
    hardtanh_,
    leaky_relu_,
    relu_,
    softmax_,
    tanh_,
    thresholded_relu_,
)
from opscope.paddle.nn.functional.loss import (
    cosine_embedding_loss,
    dice_loss,
    gaussian_nll_loss,
    hinge_embedding_loss,
    kl_div,
    label_smooth,
    log_loss,
    margin_ranking_loss,
    multi_label_soft_margin_loss,
    multi_margin_loss,
    npair_loss,
    poisson_nll_loss,
    sequence_mask,
    sigmoid_focal_loss,
    smooth_l1_loss,
    soft_margin_loss,
    triplet_margin_loss,
    triplet_margin_with_distance_loss,
)
from opscope.paddle.nn.functional.margin import class_center_sample, margin_cross_entropy
from opscope.paddle.nn.functional.noise import alpha_dropout, dropout2d, dropout3d
from opscope.paddle.nn.functional.norm import batch_norm, group_norm, instance_norm, local_response_norm
from opscope.paddle.nn.functional.pooling import (
    adaptive_avg_pool1d,
    adaptive_avg_pool2d,
    adaptive_avg_pool3d,
    adaptive_max_pool1d,
    adaptive_max_pool2d,
    adaptive_max_pool3d,
    avg_pool1d,
    avg_pool2d,
    avg_pool3d,
    max_pool1d,
    max_pool2d,
    max_pool3d,
    max_unpool1d,
    max_unpool2d,
    max_unpool3d,
)
from opscope.paddle.nn.functional.refused import sparse_attention
from opscope.paddle.nn.functional.sampling import affine_grid, grid_sample
from opscope.paddle.nn.functional.similarity import bilinear, cosine_similarity, pairwise_distance
from opscope.paddle.nn.functional.transducer import rnnt_loss
from opscope.paddle.nn.functional.vision import (
    channel_shuffle,
    fold,
    interpolate,
    pad,
    pixel_shuffle,
    pixel_unshuffle,
    temporal_shift,
    unfold,
    upsample,
    zeropad2d,
)

alias_in_submodules(
    __name__,
    {
        "activation": (
            "elu elu_ gelu hardshrink hardtanh hardtanh_ hardswish leaky_relu leaky_relu_ relu relu_ "
            "log_sigmoid relu6 silu softmax softmax_ softplus softshrink softsign swish mish tanhshrink "
            "thresholded_relu thresholded_relu_ log_softmax"
        ),
        "common": (
            "unfold interpolate upsample bilinear dropout dropout2d dropout3d alpha_dropout pad zeropad2d "
            "cosine_similarity linear label_smooth fold"
        ),
        "distance": "pairwise_distance",
        "extension": "diag_embed gather_tree sequence_mask temporal_shift",
        "input": "one_hot embedding",
        "loss": (
            "square_error_cost binary_cross_entropy l1_loss nll_loss mse_loss ctc_loss "
            "softmax_with_cross_entropy cross_entropy"
        ),
        "norm": "normalize layer_norm",
        "vision": "affine_grid grid_sample",
    },
)

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "affine_grid",
    "alpha_dropout",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "batch_norm",
    "bilinear",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "celu",
    "channel_shuffle",
    "class_center_sample",
    "conv1d",
    "conv1d_transpose",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "cosine_embedding_loss",
    "cosine_similarity",
    "cross_entropy",
    "ctc_loss",
    "dice_loss",
    "dropout",
    "dropout2d",
    "dropout3d",
    "elu",
    "elu_",
    "embedding",
    "flash_attention",
    "fold",
    "gather_tree",
    "gaussian_nll_loss",
    "gelu",
    "glu",
    "grid_sample",
    "group_norm",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hardtanh_",
    "hinge_embedding_loss",
    "hsigmoid_loss",
    "instance_norm",
    "interpolate",
    "kl_div",
    "l1_loss",
    "label_smooth",
    "layer_norm",
    "leaky_relu",
    "leaky_relu_",
    "linear",
    "local_response_norm",
    "log_loss",
    "log_sigmoid",
    "log_softmax",
    "margin_cross_entropy",
    "margin_ranking_loss",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_unpool1d",
    "max_unpool2d",
    "max_unpool3d",
    "maxout",
    "mish",
    "mse_loss",
    "multi_label_soft_margin_loss",
    "multi_margin_loss",
    "nll_loss",
    "normalize",
    "npair_loss",
    "one_hot",
    "pad",
    "pairwise_distance",
    "pixel_shuffle",
    "pixel_unshuffle",
    "poisson_nll_loss",
    "prelu",
    "relu",
    "relu6",
    "relu_",
    "rnnt_loss",
    "rrelu",
    "scaled_dot_product_attention",
    "selu",
    "sequence_mask",
    "sigmoid",
    "sigmoid_focal_loss",
    "silu",
    "smooth_l1_loss",
    "soft_margin_loss",
    "softmax",
    "softmax_",
    "softmax_with_cross_entropy",
    "softplus",
    "softshrink",
    "softsign",
    "sparse_attention",
    "square_error_cost",
    "swish",
    "tanh",
    "tanh_",
    "tanhshrink",
    "temporal_shift",
    "thresholded_relu",
    "thresholded_relu_",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
    "unfold",
    "upsample",
    "zeropad2d",
]
