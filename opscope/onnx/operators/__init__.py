"""The table of ONNX operators, with a module for each subject; the import of this package fills the table."""

from opscope.onnx.operators import (
    control_flow_nodes,
    convolution_nodes,
    elementwise_nodes,
    generation_nodes,
    indexing_nodes,
    normalization_nodes,
    onnxruntime_nodes,
    pooling_nodes,
    quantization_nodes,
    recurrent_nodes,
    reduction_nodes,
    resizing_nodes,
    sequence_nodes,
    shape_nodes,
    signal_nodes,
    training_nodes,
)

__all__ = [
    "control_flow_nodes",
    "convolution_nodes",
    "elementwise_nodes",
    "generation_nodes",
    "indexing_nodes",
    "normalization_nodes",
    "onnxruntime_nodes",
    "pooling_nodes",
    "quantization_nodes",
    "recurrent_nodes",
    "reduction_nodes",
    "resizing_nodes",
    "sequence_nodes",
    "shape_nodes",
    "signal_nodes",
    "training_nodes",
]
