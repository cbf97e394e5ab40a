"""paddle.onnx.export: writes a layer or a function as an ONNX file. No other package is needed."""

from __future__ import annotations

import os
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError
from opscope.ir.program.program import Program
from opscope.onnx import save
from opscope.paddle.jit.files import TranslatedLayer, chosen_outputs, concrete_with_values
from opscope.paddle.jit.tracing import static_mode
from opscope.paddle.nn.layer.layers import Layer


def export(layer: Any, path: str, input_spec: Any = None, opset_version: int = 9, **configs: Any) -> None:
    """Write the computation of a layer's forward, or of a function, to <path>.onnx, in evaluation mode.

    Args:
        layer: a Layer, a function of Tensors, or what to_static made of one.
        path: the file without `.onnx`.
        input_spec: what it is called with: InputSpecs or Tensors; None for a traced layer that was called. Dims of
            None stay open.
        opset_version: the version of ONNX's operators. Older ones than 18 are raised to 18, as paddle2onnx raises
            what a model needs.
        configs: output_spec, the outputs to keep.

    Raises UnsupportedError for an operator that ONNX's cannot express, with the line that made it; UsageError for what
    is neither a layer nor a function, ArgumentError for another option. A static program is written by
    `opscope.onnx.save(program, path, feeds=..., fetches=...)`.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/onnx/export_en.html

    >>> from opscope import paddle
    >>> net = paddle.nn.Linear(4, 2)
    >>> paddle.onnx.export(net, "net", [paddle.static.InputSpec([None, 4])])    # doctest: +SKIP
    """
    if unknown := [name for name in configs if name != "output_spec"]:
        raise ArgumentError(
            f"paddle.onnx.export has no argument {unknown[0]}", site=site(), fix=f"leave {unknown[0]} out"
        )
    if not os.path.basename(path):
        raise ArgumentError(f"the path {path!r} has no file name", site=site(), fix="pass dirname/file_prefix")
    if isinstance(layer, Program):
        raise UsageError(
            "export needs a Layer or a function, but received a Program", site=site(),
            fix="to write a program, call opscope.onnx.save(program, path, feeds=..., fetches=...)",
        )  # fmt: skip
    function = layer.forward if isinstance(layer, Layer) else layer
    if isinstance(layer, TranslatedLayer) or not callable(function):
        raise UsageError(f"export needs a Layer or a function, but received a {type(layer).__name__}", site=site())
    concrete, scope = concrete_with_values(function, input_spec)
    with static_mode():
        outputs = chosen_outputs(concrete, configs.get("output_spec"))
        program = concrete.main_program
        save(program, f"{path}.onnx", feeds=concrete.inputs, fetches=outputs, scope=scope, opset=opset_version)
