"""Bodies of the operators that ONNX defines as functions of other operators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.errors import ArgumentError
from opscope.onnx.node import KNOWN_OPSETS, Value, dtype_of, shape_of
from opscope.onnx.onnx_files import numpy_dtype, onnx_package


def body_of(schema: Any, proto: Any, inputs: list[Value], formats: list[str | None], opsets: Mapping[str, int]) -> Any:
    """Return the FunctionProto of a node, for the newest opset up to the model's opset; None for no function."""
    onnx = onnx_package()
    opset = opsets["" if proto.domain == "ai.onnx" else proto.domain]
    plain = [v for v in schema.function_opset_versions if v <= opset] or schema.function_opset_versions
    function = onnx.FunctionProto()
    if plain:
        function.ParseFromString(schema.get_function_with_opset_version(max(plain)))
        return function
    by_context = schema.context_dependent_function_opset_versions
    versions = [v for v in by_context if v <= opset] or by_context
    if not versions:
        return None
    if any(isinstance(v, list) for v in inputs):
        return None  # onnx reads the type of an element, which only tensors have here
    _check_node(proto, opsets)  # onnx's C++ part trusts the node
    types = [_type(v, f).SerializeToString() for v, f in zip(inputs, formats, strict=True)]
    found = schema.get_context_dependent_function_with_opset_version(max(versions), proto.SerializeToString(), types)
    function.ParseFromString(found)
    return function


def _check_node(proto: Any, opsets: Mapping[str, int]) -> None:
    """Raise ArgumentError for a node with wrong attributes or numbers of inputs."""
    checker = onnx_package().checker
    context = checker.C.CheckerContext()
    context.ir_version = 10
    context.opset_imports = {"": KNOWN_OPSETS[""], **opsets}
    try:
        checker.check_node(proto, context)
    except checker.ValidationError as e:
        raise ArgumentError(f"{proto.op_type} {proto.name!r}: {str(e).splitlines()[0]}") from None


def _type(value: Value, format_: str | None) -> Any:
    """Return the TypeProto of an input, also for formats that NumPy lacks; empty for an absent input."""
    onnx = onnx_package()
    if value is None or isinstance(value, list):
        return onnx.TypeProto()
    code = onnx.helper.np_dtype_to_tensor_dtype(numpy_dtype(format_ or dtype_of(value).name))
    return onnx.helper.make_tensor_type_proto(code, list(shape_of(value)))
