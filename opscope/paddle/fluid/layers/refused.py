"""Names of fluid.layers that opscope does not have: a call raises an error with a replacement."""

from __future__ import annotations

from opscope.core.checks.unsupported import unsupported_function
from opscope.paddle.static.nn.refused import continuous_value_model, data_norm

_NO_OP = "opscope has no op for it", "write the function with other functions of fluid.layers"
_LOD = _NO_OP[0], "write the function as a py_func, which gets the LoD, or pad the sequences and pass their lengths"
_BOXES = (
    _NO_OP[0],
    "use a function of paddle.vision.ops, or write the function with gather, where and topk, or as a py_func",
)

lod_append = unsupported_function("lod_append", *_LOD)
reorder_lod_tensor_by_rank = unsupported_function("reorder_lod_tensor_by_rank", *_LOD)
lstm = unsupported_function("lstm", "its weights have the memory layout of cuDNN", "use rnn(LSTMCell(...)) or nn.LSTM")
ctc_greedy_decoder = unsupported_function("ctc_greedy_decoder", *_LOD)
edit_distance = unsupported_function("edit_distance", *_LOD)
im2sequence = unsupported_function("im2sequence", _NO_OP[0], "use unfold")
inplace_abn = unsupported_function("inplace_abn", "opscope does not normalize in place", "use batch_norm with act")
similarity_focus = unsupported_function("similarity_focus", *_NO_OP)
hash = unsupported_function("hash", *_NO_OP)
random_crop = unsupported_function("random_crop", _NO_OP[0], "crop the samples before they are fed")
unique = unsupported_function(
    "unique", "the size of its result depends on the values, and opscope has no such op for programs", "use py_func"
)
unique_with_counts = unsupported_function("unique_with_counts", "opscope has no such op for programs", "use py_func")
filter_by_instag = unsupported_function("filter_by_instag", *_LOD)
center_loss = unsupported_function("center_loss", *_NO_OP)
deformable_conv = unsupported_function("deformable_conv", _NO_OP[0], "use conv2d")
deformable_roi_pooling = unsupported_function("deformable_roi_pooling", *_BOXES)
prroi_pool = unsupported_function("prroi_pool", *_BOXES)
roi_perspective_transform = unsupported_function("roi_perspective_transform", *_BOXES)
density_prior_box = unsupported_function("density_prior_box", *_BOXES)
multi_box_head = unsupported_function("multi_box_head", *_BOXES)
bipartite_match = unsupported_function("bipartite_match", *_BOXES)
target_assign = unsupported_function("target_assign", *_BOXES)
detection_output = unsupported_function("detection_output", *_BOXES)
ssd_loss = unsupported_function("ssd_loss", *_BOXES)
rpn_target_assign = unsupported_function("rpn_target_assign", *_BOXES)
anchor_generator = unsupported_function("anchor_generator", *_BOXES)
generate_proposals = unsupported_function("generate_proposals", _NO_OP[0], "use paddle.vision.ops.generate_proposals")
box_clip = unsupported_function("box_clip", *_BOXES)
multiclass_nms = unsupported_function("multiclass_nms", _NO_OP[0], "use paddle.vision.ops.matrix_nms or nms")
polygon_box_transform = unsupported_function("polygon_box_transform", *_BOXES)
distribute_fpn_proposals = unsupported_function(
    "distribute_fpn_proposals", _NO_OP[0], "use paddle.vision.ops.distribute_fpn_proposals"
)
collect_fpn_proposals = unsupported_function("collect_fpn_proposals", *_BOXES)
sigmoid_focal_loss = unsupported_function("sigmoid_focal_loss", _NO_OP[0], "use nn.functional.sigmoid_focal_loss")
tensor_array_to_tensor = unsupported_function(
    "tensor_array_to_tensor", _NO_OP[0], "gather the elements with StaticRNN or concat"
)

__all__ = [
    "anchor_generator",
    "bipartite_match", "box_clip", "center_loss", "collect_fpn_proposals",
    "continuous_value_model", "ctc_greedy_decoder", "data_norm",
    "deformable_conv", "deformable_roi_pooling", "density_prior_box", "detection_output", "distribute_fpn_proposals",
    "edit_distance",
    "filter_by_instag", "generate_proposals", "hash",
    "im2sequence", "inplace_abn", "lod_append", "lstm",
    "multi_box_head", "multiclass_nms", "polygon_box_transform", "prroi_pool",
    "random_crop", "reorder_lod_tensor_by_rank",
    "roi_perspective_transform", "rpn_target_assign",
    "sigmoid_focal_loss", "similarity_focus", "ssd_loss", "target_assign",
    "tensor_array_to_tensor", "unique", "unique_with_counts",
]  # fmt: skip
