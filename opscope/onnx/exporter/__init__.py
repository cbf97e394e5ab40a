"""Export of programs as ONNX models: a rule for each operator, and the graph that the rules write."""

from opscope.onnx.exporter import elementwise_export, layer_export, reduction_export, shape_export

__all__ = ["elementwise_export", "layer_export", "reduction_export", "shape_export"]
