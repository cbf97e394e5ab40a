"""What opscope knows of paddle.static.nn and does not have: refused where it is called, with the way around."""

from __future__ import annotations

from opscope.core.refused import refused

_LOD = "there are no sequences of different lengths (LoD) in a tensor here", "pad them, and pass their lengths"
_SPARSE = "there are no parameters on servers here", "use static.nn.embedding"


sequence_concat = refused("sequence_concat", *_LOD)
sequence_conv = refused("sequence_conv", *_LOD)
sequence_enumerate = refused("sequence_enumerate", *_LOD)
sequence_expand = refused("sequence_expand", *_LOD)
sequence_expand_as = refused("sequence_expand_as", *_LOD)
sequence_first_step = refused("sequence_first_step", *_LOD)
sequence_last_step = refused("sequence_last_step", *_LOD)
sequence_pad = refused("sequence_pad", *_LOD)
sequence_pool = refused("sequence_pool", *_LOD)
sequence_reshape = refused("sequence_reshape", *_LOD)
sequence_reverse = refused("sequence_reverse", *_LOD)
sequence_scatter = refused("sequence_scatter", *_LOD)
sequence_slice = refused("sequence_slice", *_LOD)
sequence_softmax = refused("sequence_softmax", *_LOD)
sequence_unpad = refused("sequence_unpad", *_LOD)
sparse_embedding = refused("sparse_embedding", *_SPARSE)
data_norm = refused("data_norm", "its statistics are kept by servers", "use batch_norm")
deform_conv2d = refused("deform_conv2d", "it has no op here", "use conv2d")
nce = refused("nce", "it has no op here", "use softmax_with_cross_entropy over all classes")
row_conv = refused("row_conv", "it has no op here", "use conv2d over the time axis")
continuous_value_model = refused("continuous_value_model", *_SPARSE)

__all__ = [
    "continuous_value_model",
    "data_norm",
    "deform_conv2d",
    "nce",
    "row_conv",
    "sequence_concat",
    "sequence_conv",
    "sequence_enumerate",
    "sequence_expand",
    "sequence_expand_as",
    "sequence_first_step",
    "sequence_last_step",
    "sequence_pad",
    "sequence_pool",
    "sequence_reshape",
    "sequence_reverse",
    "sequence_scatter",
    "sequence_slice",
    "sequence_softmax",
    "sequence_unpad",
    "sparse_embedding",
]
