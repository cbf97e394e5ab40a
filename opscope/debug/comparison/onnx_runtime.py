"""OnnxRuntime: the values of a model's nodes as the package onnxruntime computes them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.errors import MissingPackage, RunError
from opscope.onnx.files import onnx_package, read_model


def _onnxruntime() -> ModuleType:
    try:
        import onnxruntime  # pyright: ignore[reportMissingImports]
    except ImportError as e:
        raise MissingPackage("the comparison needs onnxruntime", fix="pip install 'opscope[onnxruntime]'") from e
    return onnxruntime


class OnnxRuntime:
    """A model file in onnxruntime: each call makes a session whose outputs are the wanted values.

    Graph optimizations are off, so that the nodes are those of the file. Weights stay in the file until a session reads
    them.
    """

    title = "onnxruntime"

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._package = _onnxruntime()

    def values(self, names: Sequence[str], feed: Mapping[str, Array]) -> dict[str, Array]:
        """The values of these names for a feed. Raises RunError for what onnxruntime refuses."""
        options: Any = self._package.SessionOptions()
        options.graph_optimization_level = self._package.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        file = self._with_outputs(names)
        try:
            session = self._package.InferenceSession(file, options, providers=["CPUExecutionProvider"])
            os.unlink(file)
            wanted = {i.name for i in session.get_inputs()}
            given = {n: np.asarray(v) for n, v in feed.items() if n in wanted}
            return dict(zip(names, session.run(list(names), given), strict=True))
        except Exception as e:
            raise RunError(f"onnxruntime cannot run {self.path.name}: {e}", fix="check it with onnx.checker") from e
        finally:
            Path(file).unlink(missing_ok=True)

    def _with_outputs(self, names: Sequence[str]) -> str:
        """A file beside the model (external data is found from there) with these outputs."""
        onnx = onnx_package()
        proto, _ = read_model(self.path)
        del proto.graph.output[:]
        proto.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
        number, file = tempfile.mkstemp(".onnx", dir=self.path.parent)
        with os.fdopen(number, "wb") as stream:
            stream.write(proto.SerializeToString())
        return file
