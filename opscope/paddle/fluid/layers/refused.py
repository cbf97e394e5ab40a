"""What opscope knows of fluid.layers and does not have: refused where it is called, with the way around."""

from __future__ import annotations

from opscope.paddle.static.nn.refused import continuous_value_model, data_norm, refused

_LOD = "there are no sequences of different lengths (LoD) in a tensor here", "pad them, and pass their lengths"
_ROWS = "gradients are dense here: there are no SelectedRows", "use the tensor itself"
_BOXES = "detection has no ops here", "write it with gather, where and topk"
_READER = "programs have no readers here", "feed the program, or use fluid.io.DataLoader.from_generator"
_NO_OP = "it has no op here", "write it with the functions that are there"

lod_append = refused("lod_append", *_LOD)
reorder_lod_tensor_by_rank = refused("reorder_lod_tensor_by_rank", *_LOD)
lstm = refused("lstm", "its weights are one block of cuDNN's", "use rnn(LSTMCell(...)) or nn.LSTM")
ctc_greedy_decoder = refused("ctc_greedy_decoder", *_LOD)
edit_distance = refused("edit_distance", *_LOD)
im2sequence = refused("im2sequence", _LOD[0], "use unfold")
beam_search = refused("beam_search", *_LOD)
beam_search_decode = refused("beam_search_decode", *_LOD)
BeamSearchDecoder = refused("BeamSearchDecoder", "decoding has no loop of its own here", "use while_loop and topk")
dynamic_decode = refused("dynamic_decode", "decoding has no loop of its own here", "use while_loop")
gather_tree = refused("gather_tree", *_NO_OP)
merge_selected_rows = refused("merge_selected_rows", *_ROWS)
get_tensor_from_selected_rows = refused("get_tensor_from_selected_rows", *_ROWS)
inplace_abn = refused("inplace_abn", "nothing is normalized in place here", "use batch_norm with act")
similarity_focus = refused("similarity_focus", *_NO_OP)
hash = refused("hash", *_NO_OP)
random_crop = refused("random_crop", _NO_OP[0], "crop the samples before they are fed")
unique = refused("unique", "programs have no op whose result has as many elements as there are values", "use py_func")
unique_with_counts = refused("unique_with_counts", "programs have no such op", "use py_func")
filter_by_instag = refused("filter_by_instag", *_LOD)
center_loss = refused("center_loss", *_NO_OP)
teacher_student_sigmoid_loss = refused("teacher_student_sigmoid_loss", *_NO_OP)
deformable_conv = refused("deformable_conv", _NO_OP[0], "use conv2d")
deformable_roi_pooling = refused("deformable_roi_pooling", *_BOXES)
psroi_pool = refused("psroi_pool", *_BOXES)
prroi_pool = refused("prroi_pool", *_BOXES)
roi_pool = refused("roi_pool", *_BOXES)
roi_align = refused("roi_align", *_BOXES)
roi_perspective_transform = refused("roi_perspective_transform", *_BOXES)
prior_box = refused("prior_box", *_BOXES)
density_prior_box = refused("density_prior_box", *_BOXES)
multi_box_head = refused("multi_box_head", *_BOXES)
bipartite_match = refused("bipartite_match", *_BOXES)
target_assign = refused("target_assign", *_BOXES)
detection_output = refused("detection_output", *_BOXES)
ssd_loss = refused("ssd_loss", *_BOXES)
rpn_target_assign = refused("rpn_target_assign", *_BOXES)
anchor_generator = refused("anchor_generator", *_BOXES)
generate_proposals = refused("generate_proposals", *_BOXES)
iou_similarity = refused("iou_similarity", *_BOXES)
box_coder = refused("box_coder", *_BOXES)
box_clip = refused("box_clip", *_BOXES)
multiclass_nms = refused("multiclass_nms", *_BOXES)
yolo_box = refused("yolo_box", *_BOXES)
yolov3_loss = refused("yolov3_loss", *_BOXES)
polygon_box_transform = refused("polygon_box_transform", *_BOXES)
distribute_fpn_proposals = refused("distribute_fpn_proposals", *_BOXES)
collect_fpn_proposals = refused("collect_fpn_proposals", *_BOXES)
sigmoid_focal_loss = refused("sigmoid_focal_loss", _BOXES[0], "use nn.functional.sigmoid_focal_loss")
py_reader = refused("py_reader", *_READER)
create_py_reader_by_data = refused("create_py_reader_by_data", *_READER)
double_buffer = refused("double_buffer", *_READER)
read_file = refused("read_file", *_READER)
tensor_array_to_tensor = refused(
    "tensor_array_to_tensor", "an array has no list of lengths here", "gather the elements with StaticRNN or concat"
)

__all__ = [
    "BeamSearchDecoder", "anchor_generator", "beam_search", "beam_search_decode",
    "bipartite_match", "box_clip", "box_coder", "center_loss", "collect_fpn_proposals",
    "continuous_value_model", "create_py_reader_by_data", "ctc_greedy_decoder", "data_norm",
    "deformable_conv", "deformable_roi_pooling", "density_prior_box", "detection_output", "distribute_fpn_proposals",
    "double_buffer", "dynamic_decode", "edit_distance",
    "filter_by_instag", "gather_tree", "generate_proposals", "get_tensor_from_selected_rows", "hash",
    "im2sequence", "inplace_abn", "iou_similarity", "lod_append", "lstm",
    "merge_selected_rows", "multi_box_head", "multiclass_nms", "polygon_box_transform", "prior_box", "prroi_pool",
    "psroi_pool", "py_reader", "random_crop", "read_file", "reorder_lod_tensor_by_rank", "roi_align",
    "roi_perspective_transform", "roi_pool", "rpn_target_assign",
    "sigmoid_focal_loss", "similarity_focus", "ssd_loss", "target_assign",
    "teacher_student_sigmoid_loss", "tensor_array_to_tensor", "unique", "unique_with_counts", "yolo_box",
    "yolov3_loss",
]  # fmt: skip
