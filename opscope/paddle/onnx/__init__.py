"""paddle.onnx: layers, functions and programs as ONNX models."""

from opscope.paddle.onnx.export_layer import export

__all__ = ["export"]
