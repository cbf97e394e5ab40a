"""ONNX models as programs: load one, run it, train it, save it."""

from opscope.onnx.model import Model, load, save

__all__ = ["Model", "load", "save"]
