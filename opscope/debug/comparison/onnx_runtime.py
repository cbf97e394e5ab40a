"""OnnxRuntime: computes the values of a model's nodes with the package onnxruntime."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.errors import MissingPackage, RunError
from opscope.onnx.onnx_files import onnx_package


def _onnxruntime() -> ModuleType:
    try:
        import onnxruntime  # pyright: ignore[reportMissingImports]
    except ImportError as e:
        raise MissingPackage("the comparison needs onnxruntime", fix="pip install onnxruntime") from e
    return onnxruntime


class OnnxRuntime:
    """A model file that onnxruntime runs. Each call of `values` creates an onnxruntime session.

    Graph optimizations are off, so onnxruntime computes exactly the nodes of the file. Weights stay in the file until a
    session reads them.
    """

    title = "onnxruntime"

    def __init__(self, path: str | os.PathLike[str], outputs: Sequence[str]) -> None:
        self.path = Path(path)
        self._outputs = frozenset(outputs)  # outputs in the file
        self._package = _onnxruntime()

    def values(self, names: Sequence[str], feed: Mapping[str, Array]) -> dict[str, Array]:
        """Compute the model for the given feed, and return the values with the given names.

        Raises RunError if onnxruntime cannot run the model.
        """
        if not names:  # for onnxruntime, no names means all outputs of the file
            return {}
        options: Any = self._package.SessionOptions()
        options.graph_optimization_level = self._package.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # they would keep unused memory
        options.add_session_config_entry("session.disable_prepacking", "1")
        file = self._with_outputs(names)
        try:
            session = self._package.InferenceSession(file, options, providers=["CPUExecutionProvider"])
            os.unlink(file)
            wanted = {i.name for i in session.get_inputs()}
            given = {n: np.asarray(v) for n, v in feed.items() if n in wanted}
            return dict(zip(names, session.run(list(names), given), strict=True))
        except Exception as e:
            raise RunError(
                f"onnxruntime cannot run {self.path.name}: {e}", fix="check the model with onnx.checker"
            ) from e
        finally:
            Path(file).unlink(missing_ok=True)

    def _with_outputs(self, names: Sequence[str]) -> str:
        """Write a copy of the model file that has more outputs. The copy is in the folder of the model file.

        The copy must be in this folder, because the external data of the model is in this folder. A protobuf message
        that is appended to another message is merged with that message, so the weights need not be read.
        """
        onnx = onnx_package()
        more = onnx.ModelProto()
        more.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names if name not in self._outputs)
        number, file = tempfile.mkstemp(".onnx", dir=self.path.parent)
        os.close(number)
        shutil.copyfile(self.path, file)
        with open(file, "ab") as stream:
            stream.write(more.SerializeToString())
        return file
