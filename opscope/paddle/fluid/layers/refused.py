"""What opscope knows of fluid.layers and does not have: refused where it is called, with the way around."""

from __future__ import annotations

from opscope.core.unsupported import unsupported_function
from opscope.paddle.static.nn.refused import continuous_value_model, data_norm

_LOD = "there are no sequences of different lengths (LoD) in a tensor here", "pad them, and pass their lengths"
_BOXES = "detection has no ops here", "write it with gather, where and topk"
_NO_OP = "it has no op here", "write it with the functions that are there"

lod_append = unsupported_function("lod_append", *_LOD)
reorder_lod_tensor_by_rank = unsupported_function("reorder_lod_tensor_by_rank", *_LOD)
lstm = unsupported_function("lstm", "its weights are one block of cuDNN's", "use rnn(LSTMCell(...)) or nn.LSTM")
ctc_greedy_decoder = unsupported_function("ctc_greedy_decoder", *_LOD)
edit_distance = unsupported_function("edit_distance", *_LOD)
im2sequence = unsupported_function("im2sequence", _LOD[0], "use unfold")
gather_tree = unsupported_function("gather_tree", *_NO_OP)
inplace_abn = unsupported_function("inplace_abn", "nothing is normalized in place here", "use batch_norm with act")
similarity_focus = unsupported_function("similarity_focus", *_NO_OP)
hash = unsupported_function("hash", *_NO_OP)
random_crop = unsupported_function("random_crop", _NO_OP[0], "crop the samples before they are fed")
unique = unsupported_function(
    "unique", "programs have no op whose result has as many elements as there are values", "use py_func"
)
unique_with_counts = unsupported_function("unique_with_counts", "programs have no such op", "use py_func")
filter_by_instag = unsupported_function("filter_by_instag", *_LOD)
center_loss = unsupported_function("center_loss", *_NO_OP)
teacher_student_sigmoid_loss = unsupported_function("teacher_student_sigmoid_loss", *_NO_OP)
deformable_conv = unsupported_function("deformable_conv", _NO_OP[0], "use conv2d")
deformable_roi_pooling = unsupported_function("deformable_roi_pooling", *_BOXES)
psroi_pool = unsupported_function("psroi_pool", *_BOXES)
prroi_pool = unsupported_function("prroi_pool", *_BOXES)
roi_pool = unsupported_function("roi_pool", *_BOXES)
roi_align = unsupported_function("roi_align", *_BOXES)
roi_perspective_transform = unsupported_function("roi_perspective_transform", *_BOXES)
prior_box = unsupported_function("prior_box", *_BOXES)
density_prior_box = unsupported_function("density_prior_box", *_BOXES)
multi_box_head = unsupported_function("multi_box_head", *_BOXES)
bipartite_match = unsupported_function("bipartite_match", *_BOXES)
target_assign = unsupported_function("target_assign", *_BOXES)
detection_output = unsupported_function("detection_output", *_BOXES)
ssd_loss = unsupported_function("ssd_loss", *_BOXES)
rpn_target_assign = unsupported_function("rpn_target_assign", *_BOXES)
anchor_generator = unsupported_function("anchor_generator", *_BOXES)
generate_proposals = unsupported_function("generate_proposals", *_BOXES)
iou_similarity = unsupported_function("iou_similarity", *_BOXES)
box_coder = unsupported_function("box_coder", *_BOXES)
box_clip = unsupported_function("box_clip", *_BOXES)
multiclass_nms = unsupported_function("multiclass_nms", *_BOXES)
yolo_box = unsupported_function("yolo_box", *_BOXES)
yolov3_loss = unsupported_function("yolov3_loss", *_BOXES)
polygon_box_transform = unsupported_function("polygon_box_transform", *_BOXES)
distribute_fpn_proposals = unsupported_function("distribute_fpn_proposals", *_BOXES)
collect_fpn_proposals = unsupported_function("collect_fpn_proposals", *_BOXES)
sigmoid_focal_loss = unsupported_function("sigmoid_focal_loss", _BOXES[0], "use nn.functional.sigmoid_focal_loss")
tensor_array_to_tensor = unsupported_function(
    "tensor_array_to_tensor", "an array has no list of lengths here", "gather the elements with StaticRNN or concat"
)

__all__ = [
    "anchor_generator",
    "bipartite_match", "box_clip", "box_coder", "center_loss", "collect_fpn_proposals",
    "continuous_value_model", "ctc_greedy_decoder", "data_norm",
    "deformable_conv", "deformable_roi_pooling", "density_prior_box", "detection_output", "distribute_fpn_proposals",
    "edit_distance",
    "filter_by_instag", "gather_tree", "generate_proposals", "hash",
    "im2sequence", "inplace_abn", "iou_similarity", "lod_append", "lstm",
    "multi_box_head", "multiclass_nms", "polygon_box_transform", "prior_box", "prroi_pool",
    "psroi_pool", "random_crop", "reorder_lod_tensor_by_rank", "roi_align",
    "roi_perspective_transform", "roi_pool", "rpn_target_assign",
    "sigmoid_focal_loss", "similarity_focus", "ssd_loss", "target_assign",
    "teacher_student_sigmoid_loss", "tensor_array_to_tensor", "unique", "unique_with_counts", "yolo_box",
    "yolov3_loss",
]  # fmt: skip
