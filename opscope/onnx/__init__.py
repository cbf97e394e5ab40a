"""ONNX models as programs: load a model, run, train and save it; and programs as ONNX models.

`paddle.onnx.export` (with `import opscope as paddle`) is loaded at its first use, because it imports Paddle's layers.
"""

from opscope.core.lazy_names import lazy_names
from opscope.onnx.imported_model import Model, load
from opscope.onnx.save_model import save

__getattr__ = lazy_names(__name__, {"export": "opscope.paddle.onnx:export"})

__all__ = ["Model", "load", "save"]
