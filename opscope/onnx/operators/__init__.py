"""The table of ONNX operators, a module for each subject; importing this fills it."""

from opscope.onnx.operators import (
    control_flow,
    convolution,
    elementwise,
    generation,
    indexing,
    normalization,
    pooling,
    quantization,
    recurrent,
    reduction,
    resizing,
    sequences,
    shapes,
    signal,
    training,
)

__all__ = [
    "control_flow",
    "convolution",
    "elementwise",
    "generation",
    "indexing",
    "normalization",
    "pooling",
    "quantization",
    "recurrent",
    "reduction",
    "resizing",
    "sequences",
    "shapes",
    "signal",
    "training",
]
