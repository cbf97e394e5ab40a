"""The table of ONNX operators, a module for each subject; importing this fills it."""

from opscope.onnx.operators import (
    control_flow,
    convolution,
    elementwise_nodes,
    generation,
    indexing,
    normalization_nodes,
    pooling,
    quantization,
    recurrent,
    reduction_nodes,
    resizing,
    sequence_nodes,
    shapes,
    signal,
    training,
)

__all__ = [
    "control_flow",
    "convolution",
    "elementwise_nodes",
    "generation",
    "indexing",
    "normalization_nodes",
    "pooling",
    "quantization",
    "recurrent",
    "reduction_nodes",
    "resizing",
    "sequence_nodes",
    "shapes",
    "signal",
    "training",
]
