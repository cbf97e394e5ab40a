"""ONNX models as programs: load one, run it, train it, save it; and programs as ONNX models.

`export`, of `import opscope as paddle; paddle.onnx.export(...)`, is loaded when it is used: it reads Paddle's layers.
"""

from opscope.core.lazy_names import lazy_names
from opscope.onnx.imported_model import Model, load
from opscope.onnx.save_model import save

__getattr__ = lazy_names(__name__, {"export": "opscope.paddle.onnx:export"})

__all__ = ["Model", "load", "save"]
