"""ONNX models as programs: load one, run it, train it, save it."""

from opscope.onnx.model import Model, load

__all__ = ["Model", "load"]
